"""What a hand holds of each rank and suit, from its two masks (`engine.kernel.hands`).

A *stock* is a hand without its wilds as `counts`, four bits a rank 0..14, and as `one two three`: the suited ranks there is at least one, two, three of.
"""

from .deck import ACE, BIG_JOKER, RANKS, SMALL_JOKER, SUITED
from .jit import inner
from .readings import MIXED
from .shapes import bits, top_bit

SUITS = (1 << SUITED) - 1
EVENS = 0x5555555555555
PAIRS = 0x3333333333333
OF_A_SUIT = 0x1111111111111  # the spades; shifted by a suit, that suit


@inner
def by_rank(mask: int) -> int:
    """The cards of a mask counted by suited rank, four bits each."""
    mask &= SUITS
    mask -= mask >> 1 & EVENS
    return (mask & PAIRS) + (mask >> 2 & PAIRS)


@inner
def count(first: int, second: int) -> int:
    """The counts of a hand."""
    small = (first >> SMALL_JOKER & 1) + (second >> SMALL_JOKER & 1)
    big = (first >> BIG_JOKER & 1) + (second >> BIG_JOKER & 1)
    return by_rank(first) + by_rank(second) | small << 4 * RANKS | big << 4 * (RANKS + 1)


@inner
def held(counts: int, rank: int) -> int:
    """How many of a rank 0..14 there are."""
    return counts >> 4 * rank & 15


@inner
def of_suit(first: int, suit: int) -> int:
    """The ranks of which there is a card of this suit."""
    mask = 0
    for rank in range(RANKS):
        mask |= (first >> (4 * rank + suit) & 1) << rank
    return mask


@inner
def only_suit(ranks: int, first: int) -> int:
    """The one suit in which these ranks can be laid, `MIXED` if they can be laid in several."""
    common = 0
    for rank in range(RANKS):
        if ranks >> rank & 1:
            nibble = first >> 4 * rank & 15
            if common != 0 and nibble != common:
                return MIXED
            common = nibble
    return top_bit(common) if common & (common - 1) == 0 else MIXED


@inner
def fewer(mask: int, drop: int) -> int:
    """A mask without its `drop` highest bits."""
    for _ in range(drop):
        mask ^= 1 << top_bit(mask)
    return mask


@inner
def missing(window: int, copies: int, one: int, two: int, three: int) -> int:
    """How many wilds a run needs at least."""
    gaps = bits(window & ~one)
    if copies > 1:
        gaps += bits(window & ~two)
    if copies > 2:
        gaps += bits(window & ~three)
    return gaps


@inner
def in_window(window: int, copies: int, extra: int, one: int, two: int, three: int) -> tuple[int, int, int]:
    """The naturals of a run, as `one two three`; `extra` wilds more than it needs replace the highest."""
    one &= window
    two = two & window if copies > 1 else 0
    three = three & window if copies > 2 else 0
    if copies == 1:
        one = fewer(one, extra)
    elif copies == 2:
        two = fewer(two, extra)
    else:
        three = fewer(three, extra)
    return one, two, three


@inner
def stock(counts: int) -> tuple[int, int, int]:
    """The stock of a hand as `one two three`."""
    one = two = three = 0
    for rank in range(RANKS):
        there = held(counts, rank)
        one |= (1 if there > 0 else 0) << rank
        two |= (1 if there > 1 else 0) << rank
        three |= (1 if there > 2 else 0) << rank
    return one, two, three


@inner
def split(triples: int, pairs: int, pair: int, level: int, wilds: int) -> int:
    """How many of `wilds` stand in the triple of a full house of so many naturals, `pair` being the pair's rank; -1 if it can't be laid so.

    All are used. With a pair of jokers as many as possible go to the triple, else as few: where a wild is no joker, no other way is legal either.
    """
    for i in range(min(wilds, 2) + 1):
        in_triple = min(wilds, 2) - i if pair > ACE else i
        in_pair = wilds - in_triple
        if 3 - in_triple <= triples and 2 - in_pair <= pairs and (in_pair < 2 or pair == level):
            return in_triple
    return -1
