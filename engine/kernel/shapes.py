"""The shapes of the game as tables, and how a set of readings is packed into one int.

Every kind but full house and joker bomb is `copies` of each of `run` consecutive ranks. Runs go by natural ranks, the ace low or high:
`WINDOWS[run][top]` is the bit set of its ranks, 0 where no such run exists.

A *readings word* is an int64 of four 16-bit fields, one bit per place in the order of strength:
field 0: single, pair, triple, straight or tube (told apart by the number of cards); field 1: full house or plate; field 2: bomb, its bit 15
the joker bomb; field 3: straight flush. In fields of runs the bit is the natural rank of the top card; in all others it is the
*place*: ranks below the level keep theirs, those above move down one, then level 12, heart level 13 (only where a book ranks it apart), small
joker 14, big joker 15. So a higher bit always means a stronger reading, and `rank_at` leads back.
"""

import numpy as np
from numpy.typing import NDArray

from .deck import ACE, RANKS
from .jit import jit, whole

PASS, SINGLE, PAIR, TRIPLE, FULL_HOUSE, STRAIGHT, TUBE, PLATE, BOMB, STRAIGHT_FLUSH, JOKER_BOMB = range(11)
LEVEL_PLACE = 12
HEART_LEVEL_PLACE = 13
SMALL_JOKER_PLACE = 14
BIG_JOKER_PLACE = 15
FIELD = 0xFFFF
HOUSE_FIELD, BOMB_FIELD, FLUSH_FIELD = 16, 32, 48  # where the fields after the first begin
ORDINARY = (1 << BOMB_FIELD) - 1
JOKER_BOMB_WORD = 1 << 47
NO_RANK = 15
TOP_OF_BYTE: NDArray[np.int8] = np.array([byte.bit_length() - 1 for byte in range(256)], np.int8)


def _window(run: int, top: int) -> int:
    low = top - run + 1
    if low >= 0:
        return ((1 << run) - 1) << low
    return ((1 << (top + 1)) - 1) | (1 << ACE) if low == -1 else 0


# (copies, run) of a kind in `run` consecutive ranks; lowest top: the ace-low run ends at rank index run - 2.
COPIES: NDArray[np.int64] = np.array([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 0], np.int64)
RUN: NDArray[np.int64] = np.array([0, 1, 1, 1, 0, 5, 3, 2, 1, 5, 0], np.int64)
WINDOWS: NDArray[np.int64] = np.array(
    [[_window(run, top) if run > 1 else 0 for top in range(RANKS)] for run in range(6)], np.int64
)


@jit
def place_of(rank: int, level: int) -> int:
    """The place of a rank 0..14 among places 0..15 under a level."""
    if rank > ACE:
        return rank + 1
    if rank == level:
        return LEVEL_PLACE
    return rank - 1 if rank > level else rank


@jit
def rank_at(place: int, level: int) -> int:
    """The rank 0..14 at a place: the inverse of `place_of`; both level places lead to the level."""
    if place > HEART_LEVEL_PLACE:
        return place - 1
    if place >= LEVEL_PLACE:
        return level
    return place + 1 if place >= level else place


@jit
def kind_in(field: int, size: int) -> int:
    """The kind that a field of a readings word stands for when the play has `size` cards."""
    if field == 0:
        return STRAIGHT if size == 5 else TUBE if size == 6 else size
    if field == 1:
        return FULL_HOUSE if size == 5 else PLATE
    return BOMB if field == 2 else STRAIGHT_FLUSH


@jit
def field_of(kind: int) -> int:
    """The field in which a kind's readings stand."""
    if kind == FULL_HOUSE or kind == PLATE:
        return 1
    if kind == BOMB or kind == JOKER_BOMB:
        return 2
    return 3 if kind == STRAIGHT_FLUSH else 0


@jit
def is_run(kind: int) -> bool:
    """Whether a kind's bits are natural ranks of the top card."""
    return kind == STRAIGHT or kind == TUBE or kind == PLATE or kind == STRAIGHT_FLUSH


@jit
def word_of(kind: int, rank: int, level: int) -> int:
    """The readings word with the one reading (kind, rank); `rank` is ignored for a joker bomb."""
    if kind == JOKER_BOMB:
        return JOKER_BOMB_WORD
    bit = rank if is_run(kind) else place_of(rank, level)
    return 1 << (16 * field_of(kind) + bit)


@jit
def named(kind: int, rank: int, level: int) -> int:
    """All readings that go by one name (kind, rank): a single of the level may be its heart, which some books rank apart."""
    word = word_of(kind, rank, level)
    if kind == SINGLE and rank == level:
        word |= 1 << (16 * field_of(kind) + HEART_LEVEL_PLACE)
    return word


@jit
def rank_in(kind: int, bit: int, level: int) -> int:
    """The rank of the reading at a bit of the field of `kind`."""
    return bit if is_run(kind) else rank_at(bit, level)


@jit
def bits(word: int) -> int:
    """How many readings a word holds."""
    if word & (word - 1) == 0:
        return 1 if word else 0
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count


@jit
def top_bit(word: int) -> int:
    """The highest bit of an int below 65,536, -1 for 0."""
    if word > 255:
        return whole(TOP_OF_BYTE[word >> 8]) + 8
    return whole(TOP_OF_BYTE[word])
