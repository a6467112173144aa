"""What a record says of an exchange, and what it does to hands: who gave which card, who got it, hands before and after.

An *exchange* is an int64 array of shape (7, 4), -1 where nothing is known: by payer the card paid, its event, who got it as stated and as
found; by giver of a return the card, its event and who got it as stated. `pre` and `post` are hands (`hands`) before and after the exchange, as far
as they are known; `full[seat]` says that a hand is known whole. What the rules say of it is asked of `tribute`.
"""

import numpy as np
from numpy.typing import NDArray

from . import faults
from .batch import KIND, SEAT, TO
from .hands import add, copies, take
from .jit import Codes, Ints, inner, whole
from .tribute import (
    EXCHANGE_ROWS,
    GOT_BY,
    PASS,
    PAY_CARD,
    PAY_EVENT,
    PAY_TO,
    PLAY,
    RET_CARD,
    RET_EVENT,
    RET_TO,
    RETURN,
    TRIBUTE,
    receiver_due,
)


@inner
def clear(exchange: Ints) -> None:
    """An exchange of which nothing is known."""
    for row in range(EXCHANGE_ROWS):
        for seat in range(4):
            exchange[row, seat] = -1


@inner
def collect(
    exchange: Ints, events: Codes, cards: Codes, offsets: Ints, start: int, stop: int, err: NDArray[np.uint32]
) -> int:
    """Reads the events before the first play into an exchange; returns that play's index (`stop` if there is none)."""
    clear(exchange)
    for i in range(start, stop):
        kind = events[KIND, i]
        if kind == PLAY or kind == PASS:
            return i
        seat = whole(events[SEAT, i])
        if kind > RETURN or seat < 0 or offsets[i] == offsets[i + 1]:
            continue
        row = PAY_CARD if kind == TRIBUTE else RET_CARD
        if exchange[row, seat] >= 0:
            err[i] |= faults.TRIBUTE_PAYER if kind == TRIBUTE else faults.RETURN_SEAT
            continue
        exchange[row, seat] = whole(cards[offsets[i]])
        exchange[row + 1, seat] = i
        exchange[row + 2, seat] = whole(events[TO, i])
    return stop


@inner
def open_pairing(exchange: Ints) -> bool:
    """Whether it is not known who got some payer's card."""
    for payer in range(4):
        if exchange[PAY_CARD, payer] >= 0 and exchange[GOT_BY, payer] < 0:
            return True
    return False


@inner
def payer_of(receiver: int, exchange: Ints) -> int:
    """Whose card a seat got; -1 if nobody's or not known."""
    for payer in range(4):
        if exchange[PAY_CARD, payer] >= 0 and exchange[GOT_BY, payer] == receiver:
            return payer
    return -1


@inner
def only_giver(exchange: Ints) -> int:
    """The one seat that gave a card back; -1 if none or several did."""
    giver = -1
    for seat in range(4):
        if exchange[RET_CARD, seat] >= 0:
            giver = seat if giver < 0 else 4
    return giver if giver < 4 else -1


@inner
def state_receivers(exchange: Ints, prev: Ints, level: int, switches: Ints) -> None:
    """Fills GOT_BY as stated, else as due; where the head is not known, a single tribute went to whom a return came from."""
    for payer in range(4):
        if exchange[PAY_CARD, payer] >= 0:
            to = whole(exchange[PAY_TO, payer])
            to = to if to >= 0 else receiver_due(payer, exchange, prev, level, switches)
            if to < 0 and exchange[PAY_CARD, (payer + 2) & 3] < 0:
                to = only_giver(exchange)
            exchange[GOT_BY, payer] = to


@inner
def can_get(payer: int, receiver: int, exchange: Ints, seen: Ints, full: Ints) -> bool:
    """Whether what was seen of two hands after the exchange allows that these two exchanged cards."""
    if full[receiver] and copies(seen, receiver, whole(exchange[PAY_CARD, payer])) == 0:
        return False
    back = whole(exchange[RET_CARD, receiver])
    return not (full[payer] and back >= 0 and copies(seen, payer, back) == 0)


@inner
def find_receivers(exchange: Ints, prev: Ints, seen: Ints, full: Ints, level: int, switches: Ints) -> None:
    """Fills GOT_BY: as stated, else as due unless only the other pairing of two payers fits the hands seen; -1 if neither does."""
    state_receivers(exchange, prev, level, switches)
    for payer in range(2):
        mate = payer + 2
        if (
            exchange[PAY_CARD, payer] < 0
            or exchange[PAY_CARD, mate] < 0
            or exchange[PAY_TO, payer] >= 0
            or exchange[PAY_TO, mate] >= 0
        ):
            continue
        left, right = (payer + 3) & 3, (payer + 1) & 3
        by_left = can_get(payer, left, exchange, seen, full) and can_get(mate, right, exchange, seen, full)
        by_right = can_get(payer, right, exchange, seen, full) and can_get(mate, left, exchange, seen, full)
        if by_left != by_right:
            exchange[GOT_BY, payer] = left if by_left else right
            exchange[GOT_BY, mate] = right if by_left else left
        elif not by_left:
            exchange[GOT_BY, payer] = -1
            exchange[GOT_BY, mate] = -1


@inner
def move(hands: Ints, giver: int, receiver: int, card: int) -> int:
    """Moves a card between two hands; 1 if the giver is not known to hold it. A receiver of -1 leaves the table."""
    missing = take(hands, giver, card)
    if receiver >= 0:
        add(hands, receiver, card)
    return missing


@inner
def apply(exchange: Ints, hands: Ints, full: Ints, err: NDArray[np.uint32]) -> None:
    """Carries the exchange out on dealt hands; marks cards that a fully known hand does not hold."""
    for payer in range(4):
        card = whole(exchange[PAY_CARD, payer])
        if card >= 0 and move(hands, payer, whole(exchange[GOT_BY, payer]), card) and full[payer]:
            err[exchange[PAY_EVENT, payer]] |= faults.TRIBUTE_NOT_HELD
    for giver in range(4):
        card = whole(exchange[RET_CARD, giver])
        if card < 0:
            continue
        payer = whole(exchange[RET_TO, giver])
        payer = payer if payer >= 0 else payer_of(giver, exchange)
        if move(hands, giver, payer, card) and full[giver]:
            err[exchange[RET_EVENT, giver]] |= faults.TRIBUTE_NOT_HELD


@inner
def undo(exchange: Ints, hands: Ints) -> None:
    """Turns hands after the exchange into hands before it; where it is not known who got a card, nobody is taken to have held it."""
    for seat in range(4):
        card = whole(exchange[PAY_CARD, seat])
        back = whole(exchange[RET_CARD, seat])
        got = whole(exchange[GOT_BY, seat])
        payer = whole(exchange[RET_TO, seat])
        payer = payer if payer >= 0 else payer_of(seat, exchange)
        for other in range(4):
            if card >= 0 and (got == other or (got < 0 and (other ^ seat) & 1)):
                take(hands, other, card)
            if back >= 0 and (payer == other or (payer < 0 and other != seat and exchange[PAY_CARD, other] >= 0)):
                take(hands, other, back)
    for seat in range(4):
        for row in (PAY_CARD, RET_CARD):
            if exchange[row, seat] >= 0:
                add(hands, seat, whole(exchange[row, seat]))
