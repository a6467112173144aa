"""What the plays of a deal say about its level: for each of the 13 levels, how many plays it cannot explain (*misfits*).

A play is a misfit under a level if its cards are no combination of the declared kind there, or if it answers another play and beats it in no reading.
"""

import numpy as np

from .batch import I64
from .jit import jit
from .order import beating
from .readings import readings
from .shapes import FIELD, JOKER_BOMB, JOKER_BOMB_WORD, field_of

PLAY = 3
HAND = 27


@jit
def declared(word: int, kind: int) -> int:
    """The readings in `word` of a declared kind; all of them where none is declared (`kind` < 1)."""
    if kind < 1:
        return word
    if kind == JOKER_BOMB:
        return word & JOKER_BOMB_WORD
    return word & (FIELD << (16 * field_of(kind)))


@jit
def answers(seat, left, top: int, i: int) -> bool:  # type: ignore[no-untyped-def]  # numba infers array types
    """Whether play `i` certainly answers play `top`: a seat leads after its own play or pass, and others may lead once the top's seat is out."""
    if top < 0 or seat[top] == seat[i] or seat[i - 1] == seat[i]:
        return False
    return i - 1 == top or left[seat[top]] > 0


@jit
def misfits(events, kind, seat, declared_kind, cards, offsets, switches) -> I64:  # type: ignore[no-untyped-def]  # numba infers array types
    """Misfits of each deal under each level, shape (deals, 13); the arguments are those of `engine.kernel.batch.Batch`."""
    result = np.zeros((len(events) - 1, 13), np.int64)
    left = np.zeros(4, np.int64)
    under = np.zeros(13, np.int64)
    for d in range(len(events) - 1):
        left[:] = HAND
        top = -1
        under_size = 0
        for i in range(events[d], events[d + 1]):
            if kind[i] != PLAY or seat[i] < 0:
                continue
            start, size = offsets[i], offsets[i + 1] - offsets[i]
            follows = answers(seat, left, top, i)
            for level in range(13):
                word = declared(readings(cards, start, size, level, switches), declared_kind[i])
                if word == 0 or (
                    follows and under[level] and beating(word, size, under[level], under_size, switches) == 0
                ):
                    result[d, level] += 1
                under[level] = word
            left[seat[i]] -= size
            top, under_size = i, size
    return result
