"""Tribute, return and anti-tribute, and who leads the first trick.

An *exchange* is an int64 array of shape (7, 4), -1 where nothing is known: by payer the card paid, its event, who got it as stated and as
found; by giver of a return the card, its event and who got it as stated. `pre` and `post` are hands (`hands`) before and after the exchange, as far
as they are known; `full[seat]` says that a hand is known whole. `prev` is the finishing order of the deal before, -1 where unknown.
"""

import numpy as np
from numpy.typing import NDArray

from . import faults
from . import switches as at
from .batch import KIND, SEAT, TO
from .hands import add, copies, take
from .jit import Codes, Ints, inner, jit, whole
from .readings import single

PAY_CARD, PAY_EVENT, PAY_TO, GOT_BY, RET_CARD, RET_EVENT, RET_TO = range(7)
EXCHANGE_ROWS = 7
TRIBUTE, RETURN, ANTI_TRIBUTE, PLAY, PASS = 0, 1, 2, 3, 4
NONE, SINGLE, DOUBLE, ANTI_SINGLE, ANTI_DOUBLE = 0, 1, 2, 3, 4
BIG_JOKER = 53
TEN = 8


@inner
def collect(
    exchange: Ints, events: Codes, cards: Codes, offsets: Ints, start: int, stop: int, err: NDArray[np.uint32]
) -> int:
    """Reads the events before the first play into an exchange; returns that play's index (`stop` if there is none)."""
    for row in range(EXCHANGE_ROWS):
        for seat in range(4):
            exchange[row, seat] = -1
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
def payers(prev: Ints) -> int:
    """The seats that owe tribute after a finishing order, as a bit set; 0 if the order does not tell."""
    if prev[0] < 0 or prev[1] < 0:
        return 0
    if prev[1] == (prev[0] + 2) & 3:
        return 15 & ~(1 << whole(prev[0])) & ~(1 << whole(prev[1]))
    if prev[2] < 0:
        return 0
    return 15 & ~(1 << whole(prev[0])) & ~(1 << whole(prev[1])) & ~(1 << whole(prev[2]))


@inner
def paid_by(exchange: Ints) -> int:
    """The seats that paid tribute, as a bit set."""
    mask = 0
    for seat in range(4):
        if exchange[PAY_CARD, seat] >= 0:
            mask |= 1 << seat
    return mask


@jit
def worth(card: int, level: int, switches: Ints) -> int:
    """The strength of a card for tribute."""
    return single(card, level, switches)


@inner
def exempt(card: int, level: int, switches: Ints) -> bool:
    """Whether a card is left out when the highest one is looked for."""
    return card == (level * 4 + 1 if switches[at.TRIBUTE_EXEMPT] == 0 else BIG_JOKER)


@jit
def receiver_due(payer: int, exchange: Ints, prev: Ints, level: int, switches: Ints) -> int:
    """Who must get this payer's card; -1 where none is owed, the book leaves it open or the record does not tell."""
    mate = (payer + 2) & 3
    due = payers(prev)
    if due and not due >> payer & 1:
        return -1
    if not (due >> mate & 1 if due else exchange[PAY_CARD, mate] >= 0):
        return whole(prev[0])
    if switches[at.DOUBLE_ASSIGN] == 1:
        return (payer + 3) & 3
    if level < 0 or exchange[PAY_CARD, mate] < 0:
        return -1
    mine = worth(whole(exchange[PAY_CARD, payer]), level, switches)
    other = worth(whole(exchange[PAY_CARD, mate]), level, switches)
    if mine == other:
        return (payer + 3) & 3 if switches[at.EQUAL_ASSIGN] == 0 else -1
    return whole(prev[0] if mine > other else prev[1])


@inner
def can_get(payer: int, receiver: int, exchange: Ints, seen: Ints, full: Ints) -> bool:
    """Whether what was seen of two hands after the exchange allows that these two exchanged cards."""
    if full[receiver] and copies(seen, receiver, whole(exchange[PAY_CARD, payer])) == 0:
        return False
    back = whole(exchange[RET_CARD, receiver])
    return not (full[payer] and back >= 0 and copies(seen, payer, back) == 0)


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
def open_pairing(exchange: Ints) -> bool:
    """Whether it is not known who got some payer's card."""
    for payer in range(4):
        if exchange[PAY_CARD, payer] >= 0 and exchange[GOT_BY, payer] < 0:
            return True
    return False


@inner
def move(hands: Ints, giver: int, receiver: int, card: int) -> int:
    """Moves a card between two hands; 1 if the giver is not known to hold it. A receiver of -1 leaves the table."""
    missing = take(hands, giver, card)
    if receiver >= 0:
        add(hands, receiver, card)
    return missing


@inner
def payer_of(receiver: int, exchange: Ints) -> int:
    """Whose card a seat got; -1 if nobody's or not known."""
    for payer in range(4):
        if exchange[PAY_CARD, payer] >= 0 and exchange[GOT_BY, payer] == receiver:
            return payer
    return -1


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


@inner
def judge_card(payer: int, exchange: Ints, pre: Ints, level: int, switches: Ints) -> int:
    """Faults of the card paid: an exempt one, or not the highest of what the payer is known to have held."""
    card = whole(exchange[PAY_CARD, payer])
    if exempt(card, level, switches):
        return faults.TRIBUTE_EXEMPT_CARD
    mine = worth(card, level, switches)
    for other in range(54):
        if pre[payer, 0] >> other & 1 and not exempt(other, level, switches) and worth(other, level, switches) > mine:
            return faults.TRIBUTE_NOT_HIGHEST
    return 0


@inner
def returnable(card: int, level: int, switches: Ints) -> bool:
    """Whether a card is at or below ten in the sense of the limit."""
    if card >= 52 or card >> 2 > TEN:
        return False
    return card >> 2 != level or switches[at.RETURN_LEVEL_CARD] == 1


@inner
def judge_return(giver: int, payer: int, exchange: Ints, pre: Ints, level: int, switches: Ints) -> int:
    """Faults of the card returned; above the limit it is wrong if the giver is known to have had one below, or a lower one at all."""
    card = whole(exchange[RET_CARD, giver])
    limit = switches[at.RETURN_LIMIT]
    if limit == 3:
        return faults.RETURN_SAME_CARD if payer >= 0 and card == exchange[PAY_CARD, payer] else 0
    partner = payer >= 0 and payer == (giver + 2) & 3
    if limit == 2 or (limit == 1 and not partner) or returnable(card, level, switches):
        return 0
    mine = worth(card, level, switches)
    for other in range(54):
        if not pre[giver, 0] >> other & 1:
            continue
        if returnable(other, level, switches) or worth(other, level, switches) < mine:
            return faults.RETURN_LEVEL_CARD if card < 52 and card >> 2 == level else faults.RETURN_TOO_HIGH
    return 0


@inner
def leader_due(exchange: Ints, prev: Ints, tribute: int, level: int, switches: Ints) -> int:
    """Who must lead the first trick; -1 where that is open or not known."""
    if tribute == ANTI_SINGLE or tribute == ANTI_DOUBLE:
        return whole(prev[0])
    if tribute != SINGLE and tribute != DOUBLE:
        return -1
    due = payers(prev)
    first = -1
    for seat in range(4):
        if exchange[PAY_CARD, seat] >= 0 and (first < 0 or (due >> seat & 1 and not due >> first & 1)):
            first = seat
    if tribute == SINGLE:
        return first
    mate = (first + 2) & 3
    if switches[at.LEAD_AFTER_DOUBLE] == 1 or level < 0 or exchange[PAY_CARD, mate] < 0:
        return -1
    mine = worth(whole(exchange[PAY_CARD, first]), level, switches)
    other = worth(whole(exchange[PAY_CARD, mate]), level, switches)
    if mine != other:
        return first if mine > other else mate
    return (whole(prev[0]) + 1) & 3 if switches[at.LEAD_ON_EQUAL] == 0 and prev[0] >= 0 else -1


@inner
def big_jokers(pre: Ints, mask: int) -> int:
    """How many big jokers the seats of a bit set are known to have held."""
    count = 0
    for seat in range(4):
        if mask >> seat & 1:
            count += copies(pre, seat, BIG_JOKER)
    return count
