"""Every way in which a set of cards may be read under a rule book: `readings(cards, start, size, level, switches)`.

Cards are first counted into a *tally*: `p1 p2 p3 p4` are bit sets of natural ranks held at least once, twice, three and four times, `small`
and `big` count jokers, `wilds` the wild cards, `suit` is the common suit of the naturals or -1.
"""

from . import switches as at
from . import values as val
from .deck import ACE, BIG_JOKER, HEARTS, RANKS, SMALL_JOKER, SUITED
from .jit import Codes, Ints, inner, jit, whole
from .order import largest
from .shapes import (
    BIG_JOKER_PLACE,
    BOMB_FIELD,
    FLUSH_FIELD,
    HEART_LEVEL_PLACE,
    HOUSE_FIELD,
    JOKER_BOMB_WORD,
    LEVEL_PLACE,
    ORDINARY,
    SMALL_JOKER_PLACE,
    WINDOWS,
    place_of,
    top_bit,
)

MIXED = -1
MOST_CARDS = 10  # eight of a rank and two wilds
UNSEEN = -2


@jit
def single(card: int, level: int, switches: Ints) -> int:
    """The reading of one card."""
    if card >= SUITED:
        return 1 << (card - SMALL_JOKER + SMALL_JOKER_PLACE)
    if switches[at.HEART_LEVEL_SINGLE] and card == level * 4 + HEARTS:
        return 1 << HEART_LEVEL_PLACE
    return 1 << place_of(card >> 2, level)


@jit
def equal_ranks(size: int, p1: int, small: int, big: int, wilds: int, level: int, joker_wild: int) -> int:
    """Pair, triple or bomb: all cards of one rank, wilds filling up; a wild by itself is its own card."""
    jokers = small + big
    if jokers == 0:
        if p1 & (p1 - 1):
            return 0
        place = place_of(top_bit(p1), level) if p1 else LEVEL_PLACE
        return 1 << (place + (BOMB_FIELD if size > 3 else 0))
    if size > 3 or p1 or (small and big) or (wilds and not joker_wild):
        return 0
    return 1 << (BIG_JOKER_PLACE if big else SMALL_JOKER_PLACE)


@jit
def _house(triple: int, pair: int, wilds: int) -> bool:
    return triple <= 3 and pair <= 2 and triple + pair + wilds == 5


@jit
def _count(rank: int, p1: int, p2: int, p3: int, p4: int) -> int:
    return (p1 >> rank & 1) + (p2 >> rank & 1) + (p3 >> rank & 1) + (p4 >> rank & 1)


@jit
def natural_house(p1: int, p2: int, p3: int, p4: int, wilds: int, level: int, wild_pair: int) -> int:
    """Full houses of suited ranks: two ranks, or three of one and two wilds as the pair."""
    high = top_bit(p1)
    low = top_bit(p1 ^ (1 << high))
    a = _count(high, p1, p2, p3, p4)
    if low < 0:
        return (
            1 << (HOUSE_FIELD + place_of(high, level)) if a == 3 and wilds == 2 and (wild_pair or high != level) else 0
        )
    if p1 ^ (1 << high) ^ (1 << low):
        return 0
    b = _count(low, p1, p2, p3, p4)
    word = 1 << (HOUSE_FIELD + place_of(high, level)) if _house(a, b, wilds) else 0
    return word | (1 << (HOUSE_FIELD + place_of(low, level)) if _house(b, a, wilds) else 0)


@jit
def joker_house(
    p1: int, p2: int, p3: int, p4: int, small: int, big: int, wilds: int, level: int, joker_wild: int
) -> int:
    """Full houses with jokers: as the pair, and where a wild may stand for a joker also as the triple."""
    high = top_bit(p1)
    if high < 0:
        return 3 << (HOUSE_FIELD + SMALL_JOKER_PLACE) if small and big and joker_wild else 0
    if p1 & (p1 - 1) or (small and big):
        return 0
    a = _count(high, p1, p2, p3, p4)
    jokers = small + big
    free = wilds if joker_wild else 0
    word = 0
    if a <= 3 and jokers <= 2 and 2 - jokers <= free:
        word |= 1 << (HOUSE_FIELD + place_of(high, level))
    if a <= 2 and 3 - jokers <= free:
        word |= 1 << (HOUSE_FIELD + (BIG_JOKER_PLACE if big else SMALL_JOKER_PLACE))
    return word


@jit
def runs(p1: int, length: int, ace_high_only: int) -> int:
    """Bit set of the tops of all runs of `length` ranks that contain the ranks p1."""
    word = 0
    for top in range(length - 1 if ace_high_only else length - 2, RANKS):
        if p1 & ~WINDOWS[length, top] == 0:
            word |= 1 << top
    return word


@jit
def tubes(p1: int, wilds: int, level: int, ace_high_only: int, wild_pair: int) -> int:
    """Bit set of the tops of the tubes that contain the ranks p1; without `wild_pair` two wilds alone are a pair of the level only."""
    word = runs(p1, 3, ace_high_only)
    if wilds == 2 and not wild_pair:
        for top in range(1, RANKS):
            if WINDOWS[3, top] & ~p1 & ~(1 << level):
                word &= ~(1 << top)
    return word


@jit
def five(size: int, p1: int, wilds: int, suit: int, switches: Ints) -> int:
    """Straights and straight flushes of five distinct ranks."""
    tops = runs(p1, size, switches[at.ACE_LOW])
    own = switches[at.WILD_FLUSH_SUIT] == val.WILD_FLUSH_SUIT_OWN
    if suit == MIXED or (own and wilds and suit != HEARTS):
        return tops
    plain = switches[at.SUITED_STRAIGHT]
    word = tops << FLUSH_FIELD
    if plain == val.SUITED_STRAIGHT_PLAIN_ALLOWED or (plain == val.SUITED_STRAIGHT_PLAIN_IF_WILD and wilds):
        word |= tops
    return word


@jit
def counted(word: int, switches: Ints) -> int:
    """The readings of five cards with a wild that may count: of straights and of full houses only the largest where the book says so."""
    if switches[at.WILD_READING] != val.WILD_READING_LARGEST:
        return word
    return word & ~ORDINARY | largest(word & ORDINARY)


@inner
def many(
    size: int,
    p1: int,
    p2: int,
    p3: int,
    p4: int,
    small: int,
    big: int,
    wilds: int,
    suit: int,
    level: int,
    switches: Ints,
) -> int:
    """Readings of two or more cards from their tally."""
    joker_wild = switches[at.WILD_AS_JOKER]
    word = equal_ranks(size, p1, small, big, wilds, level, joker_wild)
    if size == 4 and small == 2 and big == 2:
        return JOKER_BOMB_WORD
    if size == 5:
        if small + big == 0:
            if p2 == 0:
                word |= five(size, p1, wilds, suit, switches)
            word |= natural_house(p1, p2, p3, p4, wilds, level, switches[at.WILD_PAIR])
        elif switches[at.JOKER_KICKER]:
            word |= joker_house(p1, p2, p3, p4, small, big, wilds, level, joker_wild)
        if wilds:
            word = counted(word, switches)
    elif size == 6 and small + big == 0:
        ace_high_only = switches[at.ACE_LOW]
        if p3 == 0:
            word |= tubes(p1, wilds, level, ace_high_only, switches[at.WILD_PAIR])
        if p4 == 0 and switches[at.PLATES]:
            word |= runs(p1, size // 3, ace_high_only) << HOUSE_FIELD
    return word


@inner
def tally(cards: Codes, start: int, size: int, wild: int) -> tuple[int, int, int, int, int, int, int, int]:
    """The tally of some cards: p1, p2, p3, p4, small, big, wilds, suit."""
    p1 = p2 = p3 = p4 = small = big = wilds = 0
    suit = UNSEEN
    for i in range(start, start + size):
        card = whole(cards[i])
        if card == wild:
            wilds += 1
        elif card >= SUITED:
            small += BIG_JOKER - card
            big += card - SMALL_JOKER
        else:
            bit = 1 << (card >> 2)
            p4 |= p3 & bit
            p3 |= p2 & bit
            p2 |= p1 & bit
            p1 |= bit
            own = card & 3
            suit = own if suit in (UNSEEN, own) else MIXED
    return p1, p2, p3, p4, small, big, wilds, suit


@jit
def readings(cards: Codes, start: int, size: int, level: int, switches: Ints) -> int:
    """The readings word of `cards[start:start + size]`, 0 where the book knows no such combination."""
    if size < 2:
        return single(whole(cards[start]), level, switches) if size == 1 else 0
    if size > MOST_CARDS:
        return 0
    wild = level * 4 + HEARTS if switches[at.WILD_CARD] else -1
    p1, p2, p3, p4, small, big, wilds, suit = tally(cards, start, size, wild)
    return many(size, p1, p2, p3, p4, small, big, wilds, suit, level, switches)


@jit
def leading_wild(cards: Codes, start: int, size: int, level: int) -> int:
    """The tops of straights among these cards whose first slot a wild fills while the level is no rank of the run."""
    p1 = 0
    for i in range(start, start + size):
        card = whole(cards[i])
        if card < SUITED and card != level * 4 + HEARTS:
            p1 |= 1 << (card >> 2)
    return leading_gap(p1, level)


@jit
def leading_gap(p1: int, level: int) -> int:
    """The tops of the straights around the ranks p1 whose first rank is missing while the level is no rank of theirs."""
    word = 0
    for top in range(3, RANKS):
        low = top - 4 if top > 3 else ACE
        if p1 & ~WINDOWS[5, top] == 0 and not p1 >> low & 1 and not WINDOWS[5, top] >> level & 1:
            word |= 1 << top
    return word
