"""What a hand may play: `patterns` lists the ways to play it by rank and number of wilds; `engine.kernel.pick` lays one of them in cards.

Whether something is a combination is asked of `readings`, whether it may be laid on the top of `offers`; here is only what a hand has to put together.
A *pattern* is a row of kind, rank (a run's top card), size, wilds and *detail*: the pair's rank of a full house, the suit of a straight flush, else -1.
A heart of the level counts among the wilds, also as a single; under a book that knows no wild but ranks it apart, only there.
"""

from . import switches as at
from .jit import Ints, inner, jit, whole
from .offers import standing
from .readings import HEARTS, MIXED, leading_gap, many, single
from .shapes import (
    BOMB,
    COPIES,
    FIELD,
    FULL_HOUSE,
    JOKER_BOMB,
    JOKER_BOMB_WORD,
    NO_RANK,
    PAIR,
    PLATE,
    RUN,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPLE,
    TUBE,
    WINDOWS,
    word_of,
)
from .stock import ACE, held, in_window, of_suit, only_suit, split, stock

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


@inner
def singles(first: int, level: int, top: int, top_size: int, switches: Ints, out: Ints, n: int) -> int:
    """Patterns of one card; `first` with the wilds."""
    apart = switches[at.WILD_CARD] or switches[at.HEART_LEVEL_SINGLE]
    for rank in range(15):
        cards = first >> 4 * rank & 15 if rank <= ACE else (first >> (rank + 39) & 1)
        for heart in range(2 if rank == level and apart else 1):
            suits = cards & (1 << HEARTS) if heart else cards & ~(1 << HEARTS if rank == level and apart else 0)
            card = rank + 39 if rank > ACE else 4 * rank + (HEARTS if heart else 0)
            if suits and standing(single(card, level, switches), 0, 1, level, top, top_size, switches):
                n = write(out, n, SINGLE, rank, 1, heart, -1)
    return n


@inner
def alike(
    kind: int,
    size: int,
    first: int,
    second: int,
    level: int,
    wilds: int,
    top: int,
    top_size: int,
    switches: Ints,
    out: Ints,
    n: int,
) -> int:
    """Patterns of `size` cards of one rank."""
    for rank in range(15):
        there = held(first, second, rank)
        if there + wilds < size:
            continue
        for w in range(max(0, size - there), min(wilds, size) + 1):
            own = size - w
            bit = 1 << rank if rank <= ACE else 0
            small = own if rank == ACE + 1 else 0
            big = own if rank == ACE + 2 else 0
            p1, p2, p3, p4 = bit if own > 0 else 0, bit if own > 1 else 0, bit if own > 2 else 0, bit if own > 3 else 0
            word = many(size, p1, p2, p3, p4, small, big, w, MIXED, level, switches) & word_of(kind, rank, level)
            if word and standing(word, 0, size, level, top, top_size, switches):
                n = write(out, n, kind, rank, size, w, -1)
    return n


@inner
def houses(
    first: int, second: int, level: int, wilds: int, top: int, top_size: int, switches: Ints, out: Ints, n: int
) -> int:
    """Patterns of full houses; the pair of a triple of the level may be two wilds."""
    for rank in range(15):
        triples = held(first, second, rank)
        if triples == 0 or triples + wilds < 3:
            continue
        for pair in range(15):
            pairs = held(first, second, pair) if pair != rank else 0
            if (pair == rank and rank != level) or pairs + wilds < 2 or triples + pairs + wilds < 5:
                continue
            for w in range(wilds + 1):
                in_triple = split(triples, pairs, pair, level, w)
                if in_triple < 0:
                    continue
                word = house(rank, 3 - in_triple, pair, 2 - w + in_triple, w, level, switches) & word_of(
                    FULL_HOUSE, rank, level
                )
                if word and standing(word, 0, 5, level, top, top_size, switches):
                    n = write(out, n, FULL_HOUSE, rank, 5, w, pair)
    return n


@inner
def house(rank: int, triples: int, pair: int, pairs: int, wilds: int, level: int, switches: Ints) -> int:
    """The readings of so many cards of a rank, so many of another, and wilds."""
    a = 1 << rank if rank <= ACE else 0
    b = 1 << pair if pair <= ACE else 0
    p1 = a | (b if pairs > 0 else 0)
    p2 = (a if triples > 1 else 0) | (b if pairs > 1 else 0)
    p3 = a if triples > 2 else 0
    small = (triples if rank == ACE + 1 else 0) + (pairs if pair == ACE + 1 else 0)
    big = (triples if rank == ACE + 2 else 0) + (pairs if pair == ACE + 2 else 0)
    return many(5, p1, p2, p3, 0, small, big, wilds, MIXED, level, switches)


@inner
def in_row(
    kind: int,
    first: int,
    one: int,
    two: int,
    three: int,
    level: int,
    wilds: int,
    top: int,
    top_size: int,
    switches: Ints,
    out: Ints,
    n: int,
) -> int:
    """Patterns of straights, tubes or plates."""
    copies, run = whole(COPIES[kind]), whole(RUN[kind])
    size = copies * run
    for rank in range(run - 2, 13):
        window = whole(WINDOWS[run, rank])
        for w in range(wilds + 1):
            p1, p2, p3, missing = in_window(window, copies, w, one, two, three)
            if missing > w:
                continue
            suit = only_suit(p1, first) if kind == STRAIGHT else MIXED
            word = many(size, p1, p2, p3, 0, 0, 0, w, suit, level, switches) & word_of(kind, rank, level)
            gaps = leading_gap(p1, level) if kind == STRAIGHT else 0
            if word and standing(word, gaps, size, level, top, top_size, switches):
                n = write(out, n, kind, rank, size, w, -1)
    return n


@inner
def flushes(first: int, level: int, wilds: int, top: int, top_size: int, switches: Ints, out: Ints, n: int) -> int:
    """Patterns of straight flushes."""
    for suit in range(4):
        own = of_suit(first, suit)
        for rank in range(3, 13):
            window = whole(WINDOWS[5, rank])
            for w in range(wilds + 1):
                p1, _, _, missing = in_window(window, 1, w, own, 0, 0)
                if missing > w:
                    continue
                word = many(5, p1, 0, 0, 0, 0, 0, w, suit, level, switches) & word_of(STRAIGHT_FLUSH, rank, level)
                if word and standing(word, 0, 5, level, top, top_size, switches):
                    n = write(out, n, STRAIGHT_FLUSH, rank, 5, w, suit)
    return n


@jit
def patterns(first: int, second: int, level: int, top: int, top_size: int, switches: Ints, out: Ints) -> int:
    """Fills `out`, shape (CAPACITY, PATTERN), with every pattern that the hand may lay on the top; returns how many there are."""
    wild = 1 << (level * 4 + HEARTS) if switches[at.WILD_CARD] else 0
    wilds = (1 if first & wild else 0) + (1 if second & wild else 0)
    lead = top == 0
    row, other = top & FIELD != 0, top >> 16 & FIELD != 0
    n = 0
    if lead or (row and top_size == 1):
        n = singles(first, level, top, top_size, switches, out, n)
    first &= ~wild
    second &= ~wild
    one, two, three = stock(first, second)
    if lead or (row and top_size == 2):
        n = alike(PAIR, 2, first, second, level, wilds, top, top_size, switches, out, n)
    if lead or (row and top_size == 3):
        n = alike(TRIPLE, 3, first, second, level, wilds, top, top_size, switches, out, n)
    if lead or (row and top_size == 6):
        n = in_row(TUBE, first, one, two, three, level, wilds, top, top_size, switches, out, n)
    if lead or (other and top_size == 5):
        n = houses(first, second, level, wilds, top, top_size, switches, out, n)
    if lead or (other and top_size == 6):
        n = in_row(PLATE, first, one, two, three, level, wilds, top, top_size, switches, out, n)
    if lead or (row and top_size == 5):
        n = in_row(STRAIGHT, first, one, two, three, level, wilds, top, top_size, switches, out, n)
    for size in range(4, 11):
        n = alike(BOMB, size, first, second, level, wilds, top, top_size, switches, out, n)
    jokers = 3 << 52
    if first & second & jokers == jokers:
        word = many(4, 0, 0, 0, 0, 2, 2, 0, MIXED, level, switches) & JOKER_BOMB_WORD
        if word and standing(word, 0, 4, level, top, top_size, switches):
            n = write(out, n, JOKER_BOMB, NO_RANK, 4, 0, -1)
    return flushes(first, level, wilds, top, top_size, switches, out, n)
