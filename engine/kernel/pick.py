"""One way to lay a pattern (`engine.kernel.moves`) in cards: naturals by suit, a wild in the place of what it stands for."""

from . import switches as at
from .deck import ACE, HEARTS, JOKER_OFFSET, RANKS
from .jit import Codes, Ints, inner, jit, whole
from .pattern import DETAIL, KIND, RANK, SIZE, WILDS
from .shapes import COPIES, FULL_HOUSE, JOKER_BOMB, RUN, SINGLE, STRAIGHT, STRAIGHT_FLUSH, WINDOWS, top_bit
from .stock import OF_A_SUIT, count, held, in_window, missing, split, stock


@inner
def lay(first: int, second: int, rank: int, naturals: int, wilds: int, wild: int, out: Codes, n: int) -> int:
    """Writes so many naturals of a rank and then wilds, which stand among the hearts of their own rank; returns how many cards there are now."""
    if rank > ACE:
        for _ in range(naturals):
            out[n] = rank + JOKER_OFFSET
            n += 1
    else:
        for suit in range(4):
            card = 4 * rank + suit
            if card == wild:
                for _ in range(wilds):
                    out[n] = wild
                    n += 1
                wilds = 0
                continue
            for copy in range(2):
                if naturals and (second if copy else first) >> card & 1:
                    out[n] = card
                    n += 1
                    naturals -= 1
    for _ in range(wilds):
        out[n] = wild
        n += 1
    return n


@inner
def mix(first: int, wild: int, out: Codes) -> None:
    """Changes the suit of one card of a straight all of one suit, if the hand can."""
    suit = -1
    for i in range(5):
        card = whole(out[i])
        if card != wild:
            if suit >= 0 and card & 3 != suit:
                return
            suit = card & 3
    for i in range(5):
        card = whole(out[i])
        others = first >> (card & ~3) & 15 & ~(1 << (card & 3))
        if card != wild and others:
            out[i] = card & ~3 | top_bit(others)
            return


@jit
def pick(first: int, second: int, level: int, pattern: Ints, switches: Ints, out: Codes) -> int:
    """Writes the cards of a pattern of this hand into `out`, runs from the bottom with each wild in its place; returns how many."""
    kind, rank, size = whole(pattern[KIND]), whole(pattern[RANK]), whole(pattern[SIZE])
    wilds, detail = whole(pattern[WILDS]), whole(pattern[DETAIL])
    if kind == SINGLE and rank <= ACE:
        apart = rank == level and (switches[at.WILD_CARD] or switches[at.HEART_LEVEL_SINGLE])
        suits = first >> 4 * rank & 15 & ~(1 << HEARTS if apart else 0)
        out[0] = 4 * rank + (HEARTS if wilds else top_bit(suits & -suits))
        return 1
    wild = level * 4 + HEARTS if switches[at.WILD_CARD] else -1
    if wild >= 0:
        first &= ~(1 << wild)
        second &= ~(1 << wild)
    if kind == JOKER_BOMB:
        return lay(first, second, ACE + 2, 2, 0, wild, out, lay(first, second, ACE + 1, 2, 0, wild, out, 0))
    if kind == FULL_HOUSE:
        counts = count(first, second)
        in_triple = split(held(counts, rank), held(counts, detail), detail, level, wilds)
        in_pair = wilds - in_triple
        n = lay(first, second, rank, 3 - in_triple, in_triple, wild, out, 0)
        return lay(first, second, detail, 2 - in_pair, in_pair, wild, out, n)
    copies, run = whole(COPIES[kind]), whole(RUN[kind])
    if run == 1:
        return lay(first, second, rank, size - wilds, wilds, wild, out, 0)
    if kind == STRAIGHT_FLUSH:
        first &= OF_A_SUIT << detail
        second = 0
    one, two, three = stock(count(first, second))
    window = whole(WINDOWS[run, rank])
    extra = wilds - missing(window, copies, one, two, three)
    p1, p2, p3 = in_window(window, copies, extra, one, two, three)
    n = 0
    for i in range(run):
        r = (rank - run + 1 + i) % RANKS
        own = (p1 >> r & 1) + (p2 >> r & 1) + (p3 >> r & 1)
        n = lay(first, second, r, own, copies - own, wild, out, n)
    if kind == STRAIGHT:
        mix(first, wild, out)
    return n
