"""Hands as bit masks: of 54 bits each, `first` holds the cards there is at least one of, `second` those there are two of.

A `hands` array has shape (4, 2), int64. Functions return 0 for success and 1 for a card that cannot be there.
"""

from .batch import TOO_MANY
from .jit import Codes, Ints, jit, whole


@jit
def add(hands: Ints, seat: int, card: int) -> int:
    """Adds a card; 1 and nothing added if both copies are there already."""
    bit = 1 << card
    if hands[seat, 1] & bit:
        return 1
    if hands[seat, 0] & bit:
        hands[seat, 1] |= bit
    else:
        hands[seat, 0] |= bit
    return 0


@jit
def take(hands: Ints, seat: int, card: int) -> int:
    """Takes a card away; 1 if it is not there."""
    bit = 1 << card
    if hands[seat, 1] & bit:
        hands[seat, 1] ^= bit
        return 0
    if hands[seat, 0] & bit:
        hands[seat, 0] ^= bit
        return 0
    return 1


@jit
def copies(hands: Ints, seat: int, card: int) -> int:
    """How many of a card a seat is known to hold."""
    return whole(hands[seat, 0] >> card & 1) + whole(hands[seat, 1] >> card & 1)


@jit
def fill(hands: Ints, seat: int, cards: Codes, start: int, stop: int) -> int:
    """Adds `cards[start:stop]`; returns how many did not fit."""
    bad = 0
    for i in range(start, stop):
        bad += add(hands, seat, whole(cards[i]))
    return bad


@jit
def merge(hands: Ints, seat: int, others: Ints, other: int) -> None:
    """Adds a hand to a hand; a third copy is left out."""
    first, second = others[other, 0], others[other, 1]
    hands[seat, 1] |= second | (hands[seat, 0] & first)
    hands[seat, 0] |= first


@jit
def same(hands: Ints, seat: int, others: Ints, other: int) -> bool:
    """Whether two hands hold the same cards."""
    return bool(hands[seat, 0] == others[other, 0] and hands[seat, 1] == others[other, 1])


@jit
def exceed(hands: Ints) -> bool:
    """Whether some card is held more than twice by the four seats together."""
    one = two = 0
    for seat in range(4):
        for half in range(2):
            mask = hands[seat, half]
            if two & mask:
                return True
            two |= one & mask
            one |= mask
    return False


@jit
def masks(cards: Codes, offsets: Ints, hands: Ints, sizes: Codes) -> None:
    """Fills hands (N, 2) and sizes (N,) from N card lists; a size has `TOO_MANY` added if some card occurs a third time."""
    for i in range(len(offsets) - 1):
        sizes[i] = offsets[i + 1] - offsets[i]
        if fill(hands, i, cards, offsets[i], offsets[i + 1]):
            sizes[i] += TOO_MANY


@jit
def clear(hands: Ints) -> None:
    """Empties four hands."""
    for seat in range(4):
        hands[seat, 0] = 0
        hands[seat, 1] = 0


@jit
def copy(source: Ints, target: Ints) -> None:
    """Copies four hands."""
    for seat in range(4):
        target[seat, 0] = source[seat, 0]
        target[seat, 1] = source[seat, 1]
