"""The rules of tribute, return and anti-tribute: who owes it, which card, to whom, what comes back, and who leads the first trick.

They ask an *exchange* (`gifts`). `prev` is the finishing order of the deal before, -1 where unknown; sets of seats are bit sets.
"""

from . import batch as bt
from . import faults
from . import switches as at
from . import values as val
from .deck import ALL_SEATS, BIG_JOKER, CARDS, EVEN_SEATS, HEARTS, SUITED, TEN
from .hands import copies
from .jit import Ints, inner, jit, whole
from .readings import single
from .shapes import top_bit

PAY_CARD, PAY_EVENT, PAY_TO, GOT_BY, RET_CARD, RET_EVENT, RET_TO = range(7)
EXCHANGE_ROWS = bt.EXCHANGE_ROWS
TRIBUTE, RETURN, ANTI_TRIBUTE, PLAY, PASS = 0, 1, 2, 3, 4
NONE, SINGLE, DOUBLE, ANTI_SINGLE, ANTI_DOUBLE = 0, 1, 2, 3, 4


@inner
def payers(prev: Ints) -> int:
    """The seats that owe tribute after a finishing order, as a bit set; 0 if the order does not tell."""
    if prev[0] < 0 or prev[1] < 0:
        return 0
    if prev[1] == (prev[0] + 2) & 3:
        return ALL_SEATS & ~(1 << whole(prev[0])) & ~(1 << whole(prev[1]))
    if prev[2] < 0:
        return 0
    return ALL_SEATS & ~(1 << whole(prev[0])) & ~(1 << whole(prev[1])) & ~(1 << whole(prev[2]))


@inner
def anti_holders(prev: Ints, due: int, switches: Ints) -> int:
    """The seats whose big jokers together cancel the tribute that some seats owe, as a bit set."""
    if switches[at.ANTI_TRIBUTE_HOLDERS] == val.ANTI_TRIBUTE_HOLDERS_LOSING_TEAM and prev[0] >= 0:
        return EVEN_SEATS << (1 - (whole(prev[0]) & 1))
    return due


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
    heart = switches[at.TRIBUTE_EXEMPT] == val.TRIBUTE_EXEMPT_HEART_LEVEL
    return card == (level * 4 + HEARTS if heart else BIG_JOKER)


@jit
def receivers_due(payer: int, exchange: Ints, prev: Ints, level: int, switches: Ints) -> int:
    """Who may get this payer's card, as a bit set; 0 where nobody owes it or the record does not tell."""
    mate = (payer + 2) & 3
    due = payers(prev)
    if due and not due >> payer & 1:
        return 0
    if not (due >> mate & 1 if due else exchange[PAY_CARD, mate] >= 0):
        return 1 << whole(prev[0]) if prev[0] >= 0 else 0
    before = 1 << ((payer + 3) & 3)
    if switches[at.DOUBLE_ASSIGN] == val.DOUBLE_ASSIGN_BY_SEAT:
        return before
    opponents = EVEN_SEATS << (1 - (payer & 1))
    if exchange[PAY_TO, mate] >= 0:
        opponents &= ~(1 << whole(exchange[PAY_TO, mate]))
    if level < 0 or exchange[PAY_CARD, mate] < 0 or switches[at.DOUBLE_ASSIGN] == val.DOUBLE_ASSIGN_POOL:
        return opponents
    mine = worth(whole(exchange[PAY_CARD, payer]), level, switches)
    other = worth(whole(exchange[PAY_CARD, mate]), level, switches)
    if mine == other:
        return before if switches[at.EQUAL_ASSIGN] == val.EQUAL_ASSIGN_CLOCKWISE else opponents
    winner = whole(prev[0] if mine > other else prev[1])
    return 1 << winner if winner >= 0 else opponents


@inner
def only(seats: int) -> int:
    """The one seat of a bit set; -1 if there is none or there are several."""
    return top_bit(seats) if seats & (seats - 1) == 0 else -1


@jit
def receiver_due(payer: int, exchange: Ints, prev: Ints, level: int, switches: Ints) -> int:
    """Who must get this payer's card; -1 where none is owed, the book leaves it open or the record does not tell."""
    return only(receivers_due(payer, exchange, prev, level, switches))


@inner
def judge_card(payer: int, exchange: Ints, pre: Ints, level: int, switches: Ints) -> int:
    """Faults of the card paid: an exempt one, or not the highest of what the payer is known to have held."""
    card = whole(exchange[PAY_CARD, payer])
    if exempt(card, level, switches):
        return faults.TRIBUTE_EXEMPT_CARD
    mine = worth(card, level, switches)
    for other in range(CARDS):
        if pre[payer, 0] >> other & 1 and not exempt(other, level, switches) and worth(other, level, switches) > mine:
            return faults.TRIBUTE_NOT_HIGHEST
    return 0


@inner
def returnable(card: int, level: int, switches: Ints) -> bool:
    """Whether a card is at or below ten in the sense of the limit."""
    if card >= SUITED or card >> 2 > TEN:
        return False
    return card >> 2 != level or switches[at.RETURN_LEVEL_CARD] == 1


@inner
def judge_return(giver: int, payer: int, exchange: Ints, pre: Ints, level: int, switches: Ints) -> int:
    """Faults of the card returned; above the limit it is wrong if the giver is known to have had one below, or a lower one at all."""
    card = whole(exchange[RET_CARD, giver])
    limit = switches[at.RETURN_LIMIT]
    if limit == val.RETURN_LIMIT_ANY_BUT_TRIBUTE:
        return faults.RETURN_SAME_CARD if payer >= 0 and card == exchange[PAY_CARD, payer] else 0
    partner = payer >= 0 and payer == (giver + 2) & 3
    free = limit == val.RETURN_LIMIT_ANY or (limit == val.RETURN_LIMIT_LE10_TO_PARTNER and not partner)
    if free or returnable(card, level, switches):
        return 0
    mine = worth(card, level, switches)
    for other in range(CARDS):
        if not pre[giver, 0] >> other & 1:
            continue
        if returnable(other, level, switches) or worth(other, level, switches) < mine:
            return faults.RETURN_LEVEL_CARD if card < SUITED and card >> 2 == level <= TEN else faults.RETURN_TOO_HIGH
    return 0


@inner
def equal_cards(exchange: Ints, level: int, switches: Ints) -> bool:
    """Whether two payers paid cards of one strength."""
    for payer in range(2):
        mine, other = whole(exchange[PAY_CARD, payer]), whole(exchange[PAY_CARD, payer + 2])
        if mine >= 0 and other >= 0 and level >= 0:
            return worth(mine, level, switches) == worth(other, level, switches)
    return False


@inner
def first_payer(exchange: Ints, due: int) -> int:
    """The first seat that paid, of those that owe it if one of them did."""
    first = -1
    for seat in range(4):
        if exchange[PAY_CARD, seat] >= 0 and (first < 0 or (due >> seat & 1 and not due >> first & 1)):
            first = seat
    return first


@jit
def leaders_due(exchange: Ints, prev: Ints, tribute: int, level: int, switches: Ints) -> int:
    """Who may lead the first trick, as a bit set; 0 if it is not known. The two losers of a double win are not ranked: either may be the last."""
    if switches[at.DEAL_LEADER] == val.DEAL_LEADER_SEAT_ZERO:
        return 1
    if tribute == ANTI_SINGLE or tribute == ANTI_DOUBLE:
        if tribute == ANTI_DOUBLE and switches[at.LEAD_AFTER_ANTI] == val.LEAD_AFTER_ANTI_WINNERS and prev[0] >= 0:
            return EVEN_SEATS << (whole(prev[0]) & 1)
        return 1 << whole(prev[0]) if prev[0] >= 0 else 0
    if tribute != SINGLE and tribute != DOUBLE:
        return 0
    due = payers(prev)
    first = first_payer(exchange, due)
    if tribute == SINGLE:
        return 1 << first
    mate = (first + 2) & 3
    if exchange[PAY_CARD, mate] < 0:
        return due
    if level < 0 or switches[at.LEAD_AFTER_DOUBLE] == val.LEAD_AFTER_DOUBLE_LAST_FINISHER:
        return 1 << first | 1 << mate
    mine = worth(whole(exchange[PAY_CARD, first]), level, switches)
    other = worth(whole(exchange[PAY_CARD, mate]), level, switches)
    if mine != other:
        return 1 << (first if mine > other else mate)
    if switches[at.LEAD_ON_EQUAL] == val.LEAD_ON_EQUAL_HEAD_NEXT and prev[0] >= 0:
        return 1 << ((whole(prev[0]) + 1) & 3)
    return 1 << first | 1 << mate


@inner
def big_jokers(pre: Ints, mask: int) -> int:
    """How many big jokers the seats of a bit set are known to have held."""
    count = 0
    for seat in range(4):
        if mask >> seat & 1:
            count += copies(pre, seat, BIG_JOKER)
    return count
