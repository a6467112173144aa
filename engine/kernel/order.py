"""Which readings beat which: bombs 4 < 5 < straight flush < 6 < ... < 10 < joker bomb over everything, else the same kind and a higher bit."""

from . import switches as at
from .jit import Ints, jit
from .shapes import (
    BOMB_FIELD,
    FIELD,
    FLUSH_FIELD,
    HOUSE_FIELD,
    JOKER_BOMB,
    JOKER_BOMB_WORD,
    NO_RANK,
    ORDINARY,
    PASS,
    kind_in,
    rank_in,
    top_bit,
)

RANK_BITS = 0x7FFF


@jit
def above_lowest(field: int, table: int) -> int:
    """The bits of `field` that are higher than the lowest bit of `table`; none if `table` is empty."""
    if table == 0:
        return 0
    low = table & -table
    return field & ~((low << 1) - 1)


@jit
def beating(word: int, size: int, top: int, top_size: int, switches: Ints) -> int:
    """The readings in `word` (of `size` cards) that beat at least one reading in `top` (of `top_size` cards)."""
    result = 0
    if size == top_size:
        result = above_lowest(word & FIELD, top & FIELD) | above_lowest(
            word & (FIELD << HOUSE_FIELD), top & (FIELD << HOUSE_FIELD)
        )
    if word >> BOMB_FIELD == 0 or top & JOKER_BOMB_WORD:
        return result
    ordinary = top & ORDINARY
    bombs = top >> BOMB_FIELD & RANK_BITS
    flushes = top >> FLUSH_FIELD
    if word & JOKER_BOMB_WORD:
        result |= JOKER_BOMB_WORD
    mine = word >> BOMB_FIELD & RANK_BITS
    if mine:
        if ordinary or (bombs and size > top_size) or (flushes and size > 5):
            result |= mine << BOMB_FIELD
        elif bombs and size == top_size:
            result |= above_lowest(mine, bombs) << BOMB_FIELD
    flush = word >> FLUSH_FIELD
    if flush:
        if ordinary or (bombs and (top_size == 5 or (top_size == 4 and switches[at.FLUSH_BEATS_FOUR]))):
            result |= flush << FLUSH_FIELD
        else:
            result |= above_lowest(flush, flushes) << FLUSH_FIELD
    return result


@jit
def largest(word: int) -> int:
    """The highest reading of each field: what an undeclared play counts as where the book says the larger."""
    if word & (word - 1) == 0:
        return word
    result = 0
    for field in range(4):
        part = word >> (16 * field) & FIELD
        if part:
            result |= 1 << (16 * field + top_bit(part))
    return result


@jit
def strongest(word: int, size: int, level: int) -> int:
    """The strongest single reading, packed as kind * 16 + rank (rank 15 for a joker bomb); 0 for no reading.

    Across kinds: joker bomb, then bombs and straight flushes by their place in the ladder, then the ordinary kinds.
    """
    if word == 0:
        return PASS
    if word & JOKER_BOMB_WORD:
        return JOKER_BOMB * 16 + NO_RANK
    field = 3 if word >> FLUSH_FIELD and size < 6 else 2
    if word >> BOMB_FIELD == 0:
        field = 1 if word >> HOUSE_FIELD & FIELD else 0
    kind = kind_in(field, size)
    return kind * 16 + rank_in(kind, top_bit(word >> (16 * field) & FIELD), level)
