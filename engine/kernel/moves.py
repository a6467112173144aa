"""What a hand may play: `patterns` lists the ways to play it by rank and number of wilds; `engine.kernel.pick` lays one of them in cards.

Whether something is a combination is asked of `readings`, whether it may be laid on the top of `offers`; here is only what a hand has to put together.
A *pattern* is a row of kind, rank (a run's top card), size, wilds and *detail*: the pair's rank of a full house, the suit of a straight flush, else -1.
A heart of the level counts among the wilds, also as a single; under a book that knows no wild but ranks it apart, only there.
"""

from . import switches as at
from .deck import ACE, BIG_JOKER, FACES, HEARTS, JOKER_OFFSET, RANKS, SMALL_JOKER
from .jit import Ints, inner, jit, whole
from .offers import standing
from .pattern import Asked, Tally, admit, write
from .readings import MIXED, single
from .shapes import (
    BOMB,
    COPIES,
    FIELD,
    FULL_HOUSE,
    HOUSE_FIELD,
    JOKER_BOMB,
    NO_RANK,
    PAIR,
    PLATE,
    RUN,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPLE,
    WINDOWS,
    bits,
)
from .stock import OF_A_SUIT, count, fewer, held, in_window, missing, of_suit, only_suit, split, stock

JOKERS = 1 << SMALL_JOKER | 1 << BIG_JOKER


@inner
def singles(none: int, first: int, asked: Asked, n: int) -> int:
    """Patterns of one card; `first` with the wilds."""
    level, top, top_size, switches, out = asked
    apart = switches[at.WILD_CARD] or switches[at.HEART_LEVEL_SINGLE]
    for rank in range(FACES):
        cards = first >> 4 * rank & 15 if rank <= ACE else (first >> (rank + JOKER_OFFSET) & 1)
        for heart in range(2 if rank == level and apart else 1):
            suits = cards & (1 << HEARTS) if heart else cards & ~(1 << HEARTS if rank == level and apart else 0)
            card = rank + JOKER_OFFSET if rank > ACE else 4 * rank + (HEARTS if heart else 0)
            if suits and standing(single(card, level, switches), none, none + 1, level, top, top_size, switches):
                n = write(out, n, none + SINGLE, rank, none + 1, heart, none - 1)
    return n


@inner
def alike(kind: int, size: int, counts: int, wilds: int, asked: Asked, n: int) -> int:
    """Patterns of `size` cards of one rank."""
    for rank in range(FACES):
        there = held(counts, rank)
        if there + wilds < size:
            continue
        for w in range(max(0, size - there), min(wilds, size) + 1):
            own = size - w
            bit = 1 << rank if rank <= ACE else 0
            small = own if rank == ACE + 1 else 0
            big = own if rank == ACE + 2 else 0
            p1, p2, p3, p4 = bit if own > 0 else 0, bit if own > 1 else 0, bit if own > 2 else 0, bit if own > 3 else 0
            mixed, detail = w * 0 + MIXED, w * 0 - 1
            n = admit(kind, rank, size, w, detail, mixed, Tally(p1, p2, p3, p4, small, big), asked, n)
    return n


@inner
def houses(kind: int, counts: int, wilds: int, asked: Asked, n: int) -> int:
    """Patterns of full houses; the pair of a triple of the level may be two wilds."""
    for rank in range(FACES):
        triples = held(counts, rank)
        if triples == 0 or triples + wilds < 3:
            continue
        for pair in range(FACES):
            pairs = held(counts, pair) if pair != rank else 0
            if (pair == rank and rank != asked.level) or pairs + wilds < 2 or triples + pairs + wilds < 5:
                continue
            for w in range(wilds + 1):
                in_triple = split(triples, pairs, pair, asked.level, w)
                if in_triple >= 0:
                    n = house(kind, rank, 3 - in_triple, pair, 2 - w + in_triple, w, asked, n)
    return n


@inner
def house(kind: int, rank: int, triples: int, pair: int, pairs: int, wilds: int, asked: Asked, n: int) -> int:
    """The pattern of so many cards of a rank, so many of another, and wilds."""
    a = 1 << rank if rank <= ACE else 0
    b = 1 << pair if pair <= ACE else 0
    p1 = a | (b if pairs > 0 else 0)
    p2 = (a if triples > 1 else 0) | (b if pairs > 1 else 0)
    p3 = a if triples > 2 else 0
    small = (triples if rank == ACE + 1 else 0) + (pairs if pair == ACE + 1 else 0)
    big = (triples if rank == ACE + 2 else 0) + (pairs if pair == ACE + 2 else 0)
    none = pair * 0
    cards = Tally(p1, p2, p3, none, small, big)
    return admit(kind, rank, none + 5, wilds, pair, none + MIXED, cards, asked, n)


@inner
def in_row(kind: int, first: int, one: int, two: int, three: int, wilds: int, asked: Asked, n: int) -> int:
    """Patterns of straights, tubes or plates."""
    copies, run = whole(COPIES[kind]), whole(RUN[kind])
    none = kind * 0
    for rank in range(run - 2, RANKS):
        window = whole(WINDOWS[run, rank])
        least = missing(window, copies, one, two, three)
        for w in range(least, wilds + 1):
            p1, p2, p3 = in_window(window, copies, w - least, one, two, three)
            suit = only_suit(p1, first) if kind == STRAIGHT else none + MIXED
            cards = Tally(p1, p2, p3, none, none, none)
            n = admit(kind, rank, copies * run, w, none - 1, suit, cards, asked, n)
    return n


@inner
def flushes(kind: int, first: int, wilds: int, asked: Asked, n: int) -> int:
    """Patterns of straight flushes."""
    none = kind * 0
    for suit in range(4):
        if bits(first & OF_A_SUIT << suit) + wilds < 5:
            continue
        own = of_suit(first, suit)
        for rank in range(3, RANKS):
            window = whole(WINDOWS[5, rank])
            least = missing(window, none + 1, own, none, none)
            for w in range(least, wilds + 1):
                p1 = fewer(own & window, w - least)
                cards = Tally(p1, none, none, none, none, none)
                n = admit(kind, rank, none + 5, w, suit, suit, cards, asked, n)
    return n


@jit
def patterns(first: int, second: int, level: int, top: int, top_size: int, switches: Ints, out: Ints) -> int:
    """Fills `out`, shape (CAPACITY, PATTERN), with every pattern that the hand may lay on the top; returns how many there are."""
    wild = 1 << (level * 4 + HEARTS) if switches[at.WILD_CARD] else 0
    wilds = (1 if first & wild else 0) + (1 if second & wild else 0)
    none = level * 0  # numba compiles a function anew for every literal it is passed, but once for all sums
    n = none
    asked = Asked(level, top, top_size, switches, out)
    row, other = top & FIELD, top >> HOUSE_FIELD & FIELD
    if top == 0 or (row and top_size == 1):
        n = singles(none, first, asked, n)
    first &= ~wild
    second &= ~wild
    counts = count(first, second)
    one, two, three = stock(counts)
    for kind in range(PAIR, PLATE + 1):
        size = 5 if kind == FULL_HOUSE else whole(COPIES[kind]) * whole(RUN[kind])
        if top and (size != top_size or (other if kind == FULL_HOUSE or kind == PLATE else row) == 0):
            continue
        if kind <= TRIPLE:
            n = alike(kind, size, counts, wilds, asked, n)
        elif kind == FULL_HOUSE:
            n = houses(kind, counts, wilds, asked, n)
        else:
            n = in_row(kind, first, one, two, three, wilds, asked, n)
    most = none
    for rank in range(RANKS):
        most = max(most, held(counts, rank))
    for size in range(4, most + wilds + 1):
        n = alike(none + BOMB, size, counts, wilds, asked, n)
    if first & second & JOKERS == JOKERS:
        cards = Tally(none, none, none, none, none + 2, none + 2)
        n = admit(none + JOKER_BOMB, none + NO_RANK, none + 4, none, none - 1, none + MIXED, cards, asked, n)
    return flushes(none + STRAIGHT_FLUSH, first, wilds, asked, n)
