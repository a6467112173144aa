"""What the plays of a deal say about its level: for each of the 13 levels, how many plays it cannot explain (*misfits*).

A play is a misfit under a level if its cards are no combination of the declared kind there, or if it answers another play and beats it in no reading.
"""

import numpy as np

from .deck import HAND_SIZE, RANKS
from .jit import Codes, Ints, inner, owning, whole
from .order import beating
from .readings import readings
from .shapes import FIELD, JOKER_BOMB, JOKER_BOMB_WORD, field_of
from .tribute import PLAY


@inner
def declared(word: int, kind: int) -> int:
    """The readings in `word` of a declared kind; all of them where none is declared (`kind` < 1)."""
    if kind < 1:
        return word
    if kind == JOKER_BOMB:
        return word & JOKER_BOMB_WORD
    return word & (FIELD << (16 * field_of(kind)))


@owning
def misfits(
    events: Ints, kind: Codes, seat: Codes, declared_kind: Codes, cards: Codes, offsets: Ints, switches: Ints
) -> Ints:
    """Misfits of each deal under each level, shape (deals, 13); the arguments are those of `engine.kernel.batch.Batch`.

    A play certainly answers the one before, unless its seat has just acted itself, or those between may have passed to one that is out.
    """
    result = np.zeros((len(events) - 1, RANKS), np.int64)
    left = np.zeros(4, np.int64)
    under = np.zeros(RANKS, np.int64)
    for d in range(len(events) - 1):
        left[:] = HAND_SIZE
        top = -1
        top_size = 0
        for i in range(events[d], events[d + 1]):
            mover = whole(seat[i])
            if kind[i] != PLAY or mover < 0:
                continue
            start = whole(offsets[i])
            size = whole(offsets[i + 1]) - start
            said = whole(declared_kind[i])
            follows = False
            if top >= 0:
                holder = whole(seat[top])
                follows = mover != holder and mover != seat[i - 1] and (i - 1 == top or left[holder] > 0)
            for level in range(RANKS):
                word = declared(readings(cards, start, size, level, switches), said)
                table = whole(under[level])
                if word == 0 or (follows and table and beating(word, size, table, top_size, switches) == 0):
                    result[d, level] += 1
                under[level] = word
            left[mover] -= size
            top = i
            top_size = size
    return result
