"""A pattern (`engine.kernel.moves`) as a row, and whether it is let in: `admit` asks `readings` and `offers`."""

from typing import NamedTuple

from .batch import I64
from .jit import Ints, inner
from .offers import standing
from .readings import leading_gap, many
from .shapes import STRAIGHT, word_of

KIND, RANK, SIZE, WILDS, DETAIL = range(5)
PATTERN = 5
CAPACITY = 1024


@inner
def write(out: Ints, n: int, kind: int, rank: int, size: int, wilds: int, detail: int) -> int:
    """Adds a pattern; returns how many there are now."""
    if n == len(out):
        return n
    out[n, KIND] = kind
    out[n, RANK] = rank
    out[n, SIZE] = size
    out[n, WILDS] = wilds
    out[n, DETAIL] = detail
    return n + 1


class Tally(NamedTuple):
    """Cards as `readings` counts them, without their wilds and their suit."""

    p1: int
    p2: int
    p3: int
    p4: int
    small: int
    big: int


class Asked(NamedTuple):
    """What patterns are asked for: a level, what lies on the table, the book, and the rows to fill."""

    level: int
    top: int
    top_size: int
    switches: I64
    out: I64


@inner
def admit(
    kind: int, rank: int, size: int, wilds: int, detail: int, suit: int, cards: Tally, asked: Asked, n: int
) -> int:
    """Adds a pattern if cards of this tally may be played as it; returns how many there are now."""
    level, top, switches = asked.level, asked.top, asked.switches
    p1, p2, p3, p4, small, big = cards
    word = many(size, p1, p2, p3, p4, small, big, wilds, suit, level, switches) & word_of(kind, rank, level)
    if word == 0:
        return n
    gaps = leading_gap(p1, level) if top and kind == STRAIGHT else p1 & 0
    if standing(word, gaps, size, level, top, asked.top_size, switches):
        return write(asked.out, n, kind, rank, size, wilds, detail)
    return n
