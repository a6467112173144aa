"""A deal before its first play: its level against the chain of results, its hands, and its tribute against what was owed.

Hands the record does not show are taken from what is played: a hand is known whole when its seat played all 27 cards, else in part.
"""

from . import batch as bt
from . import faults, gifts
from . import hands as hold
from . import levels as lv
from . import switches as at
from . import tribute as tb
from . import trick as tr
from . import values as val
from .batch import Batch, Scratch, Verdicts
from .deck import ALL_SEATS, HAND_SIZE, PACKS
from .jit import Ints, inner, whole
from .shapes import bits


@inner
def seen_hands(batch: Batch, d: int, work: Scratch) -> None:
    """Hands at the first play as the record's plays and leftovers show them; known whole where that makes 27 cards."""
    for seat in range(4):
        work.left[seat] = 0
    for i in range(batch.starts[d], batch.starts[d + 1]):
        seat = whole(batch.events[bt.SEAT, i])
        if batch.events[bt.KIND, i] == tb.PLAY and seat >= 0:
            hold.fill(work.post, seat, batch.cards, batch.offsets[i], batch.offsets[i + 1])
            work.left[seat] += batch.offsets[i + 1] - batch.offsets[i]
    for seat in range(4):
        size = whole(batch.deals[d, bt.REST + seat])
        if size > 0:
            hold.merge(work.post, seat, batch.hands[d], 4 + seat)
            work.left[seat] += size
        work.full[seat] = 1 if work.left[seat] == HAND_SIZE else 0
        work.left[seat] = HAND_SIZE


@inner
def shown_hands(batch: Batch, d: int, hands: Ints, work: Scratch) -> int:
    """Hands that the record shows, with their sizes; returns deal fault bits."""
    err = 0
    for seat in range(4):
        size = whole(batch.deals[d, bt.HAND + seat])
        work.full[seat] = 1 if size >= 0 else 0
        work.left[seat] = HAND_SIZE
        if size >= 0:
            hands[seat, 0] = batch.hands[d, seat, 0]
            hands[seat, 1] = batch.hands[d, seat, 1]
            if size >= bt.TOO_MANY:
                err |= faults.DECK
                size -= bt.TOO_MANY
            if size != HAND_SIZE:
                err |= faults.HAND_SIZE
            work.left[seat] = size
    return err | faults.DECK if hold.exceed(hands) else err


@inner
def winners(exchange: Ints) -> int:
    """The team that won the deal before, as its tribute shows: the one that gives cards back, or to whose partners two seats pay; -1 if it doesn't.

    A single payer alone tells nothing: after a win with the partner last, he is of the winning team.
    """
    for seat in range(4):
        if exchange[tb.RET_CARD, seat] >= 0:
            return seat & 1
    paid = tb.paid_by(exchange)
    return 1 - (tr.next_in(paid, 3) & 1) if bits(paid) == 2 else -1


@inner
def judge_level(batch: Batch, d: int, first: bool, exchange: Ints, standing: Ints, chain: Ints, out: Verdicts) -> int:
    """The level the deal is judged at (-1 unknown), after comparing what the record shows with the chain of results.

    The standing goes on from what the record shows; `chain` is what it would be by the results alone since the record last followed from them, so
    that a record whose levels were wrong for some deals only is not found wrong again where it comes back.
    """
    if standing[lv.OWNER] < 0 and not first:
        standing[lv.OWNER] = winners(exchange)
    due = lv.level_due(standing)
    level = whole(batch.deals[d, bt.LEVEL])
    wrong = level >= 0 and due >= 0 and due != level
    also = lv.level_due(chain) == level
    if wrong and also:
        lv.copy(standing, chain)
        due, wrong = level, False
    elif also and not wrong and not first and teams_agree(batch, d, chain) and not teams_agree(batch, d, standing):
        lv.copy(standing, chain)
    if wrong:
        out.deal_err[d] |= faults.LEVEL
    if level < 0:
        level = due if due < lv.OVER else -1
    if level < 0:
        out.deal_err[d] |= faults.LEVEL_UNKNOWN
    off = wrong and judge_team_levels(batch, d, level, standing, out)
    if first and level >= 0:
        standing[lv.LEVEL] = level
        standing[lv.LEVEL + 1] = level
    elif level >= 0:
        lv.accept_level(standing, level)
    if not wrong:
        off = judge_team_levels(batch, d, -1, standing, out)
    for team in range(2):
        claim = batch.deals[d, bt.TEAM_LEVEL + team]
        if claim >= 0:
            standing[lv.LEVEL + team] = claim
            also = also and claim == chain[lv.LEVEL + team]
    if standing[lv.OWNER] < 0 and standing[lv.LEVEL] >= 0 and standing[lv.LEVEL + 1] >= 0:
        if (standing[lv.LEVEL] == level) != (standing[lv.LEVEL + 1] == level):
            standing[lv.OWNER] = 0 if standing[lv.LEVEL] == level else 1
    if not wrong and not off and not also:
        lv.copy(chain, standing)
    out.deals[d, bt.LEVEL_DUE] = due
    out.deals[d, bt.LEVEL_USED] = level
    return level


@inner
def teams_agree(batch: Batch, d: int, standing: Ints) -> bool:
    """Whether what the record says of the teams' levels, if anything, is what a standing has."""
    for team in range(2):
        claim = batch.deals[d, bt.TEAM_LEVEL + team]
        if claim >= 0 and claim != standing[lv.LEVEL + team]:
            return False
    return True


@inner
def judge_team_levels(batch: Batch, d: int, wrong: int, standing: Ints, out: Verdicts) -> bool:
    """Whether the record's levels of the teams are not their standing; a `wrong` level of the deal (-1: it is right) is not found a second time."""
    off = False
    for team in range(2):
        claim = batch.deals[d, bt.TEAM_LEVEL + team]
        if claim < 0 or standing[lv.LEVEL + team] < 0 or standing[lv.LEVEL + team] == claim:
            continue
        if claim != wrong or standing[lv.OWNER] == 1 - team:
            out.deal_err[d] |= faults.TEAM_LEVEL
            off = True
    return off


@inner
def stated_anti(batch: Batch, d: int, stop: int) -> int:
    """The first event before the play that states an anti-tribute; -1 if none does."""
    for i in range(batch.starts[d], stop):
        if batch.events[bt.KIND, i] == tb.ANTI_TRIBUTE:
            return i
    return -1


@inner
def judge_missing(
    batch: Batch, d: int, due: int, paid: int, stop: int, work: Scratch, out: Verdicts, switches: Ints
) -> int:
    """What becomes of tribute that is owed: paid, waived for two big jokers, missing or not to be told; returns the kind of exchange."""
    anti = stated_anti(batch, d, stop)
    pairs = tb.DOUBLE if bits(due if due else paid) == 2 else tb.SINGLE
    holders = tb.anti_holders(work.prev, due, switches)
    held = tb.big_jokers(work.pre, holders)
    elsewhere = tb.big_jokers(work.pre, ALL_SEATS & ~holders)
    begun = stop < batch.starts[d + 1]
    if paid:
        if due & ~paid and begun:
            out.deal_err[d] |= faults.TRIBUTE_MISSING
        if (anti >= 0 or (due and held == PACKS)) and switches[at.ANTI_TRIBUTE_MODE] == val.ANTI_TRIBUTE_MODE_AUTOMATIC:
            for i in range(batch.starts[d], stop):
                if batch.events[bt.KIND, i] == tb.TRIBUTE:
                    out.err[i] |= faults.ANTI_MISSED
        return pairs
    if due == 0:
        return -1
    if anti >= 0:
        if elsewhere:
            out.err[anti] |= faults.ANTI_UNFOUNDED
    elif elsewhere and begun:
        out.deal_err[d] |= faults.TRIBUTE_MISSING
        return -1
    elif held < PACKS:
        out.deal_err[d] |= faults.TRIBUTE_UNKNOWN
    return tb.ANTI_DOUBLE if pairs == tb.DOUBLE else tb.ANTI_SINGLE


@inner
def judge_payment(
    d: int, payer: int, due: int, level: int, begun: bool, work: Scratch, out: Verdicts, switches: Ints
) -> None:
    """A tribute against what was owed: by whom, to whom, which card, and whether anything came back."""
    exchange = work.exchange
    event = exchange[tb.PAY_EVENT, payer]
    if due and not due >> payer & 1:
        out.err[event] |= faults.TRIBUTE_PAYER
    wanted = tb.receivers_due(payer, exchange, work.prev, level, switches)
    got = whole(exchange[tb.GOT_BY, payer])
    if wanted and got >= 0 and not wanted >> got & 1:
        out.err[event] |= faults.TRIBUTE_RECEIVER
    if level >= 0:
        err = tb.judge_card(payer, exchange, work.pre, level, switches)
        out.err[event] |= err
    if got >= 0 and exchange[tb.RET_CARD, got] < 0 and begun:
        out.deal_err[d] |= faults.RETURN_MISSING
    out.deals[d, bt.RECEIVER + payer] = got


@inner
def judge_back(giver: int, due: int, level: int, work: Scratch, out: Verdicts, switches: Ints) -> None:
    """A return against what was due: by whom, to whom, which card; where it is not known who got whose card, from a winner to a payer."""
    exchange = work.exchange
    event = exchange[tb.RET_EVENT, giver]
    payer = gifts.payer_of(giver, exchange)
    to = whole(exchange[tb.RET_TO, giver])
    free = switches[at.FREE_RETURNS] == 1 and to >= 0 and tb.paid_by(exchange) >> to & 1
    if payer >= 0 and to >= 0 and exchange[tb.GOT_BY, to] != giver:
        if not (free and tb.equal_cards(exchange, level, switches)):
            out.err[event] |= faults.RETURN_RECEIVER
    if payer < 0:
        if due >> giver & 1 or not gifts.open_pairing(exchange):
            out.err[event] |= faults.RETURN_SEAT
        elif due and to >= 0 and not due >> to & 1:
            out.err[event] |= faults.RETURN_RECEIVER
    if level >= 0:
        err = tb.judge_return(giver, payer if payer >= 0 else to, exchange, work.pre, level, switches)
        out.err[event] |= err


@inner
def move_extra(batch: Batch, d: int, i: int, work: Scratch) -> int:
    """Moves a card that is given beside the exchange, between the hands that were dealt; returns fault bits."""
    giver, receiver = whole(batch.events[bt.SEAT, i]), whole(batch.events[bt.TO, i])
    if batch.deals[d, bt.HANDS_AT] != bt.DEALT or giver < 0 or batch.offsets[i] == batch.offsets[i + 1]:
        return 0
    known = work.full[giver]
    if receiver < 0:
        for seat in range(4):
            work.full[seat] = 0
    lacks = gifts.move(work.post, giver, receiver, whole(batch.cards[batch.offsets[i]]))
    return faults.TRIBUTE_NOT_HELD if lacks and known else 0


@inner
def hands_around(batch: Batch, d: int, level: int, work: Scratch, out: Verdicts, switches: Ints) -> None:
    """Fills the hands before and after the exchange from what the record shows, else from what was played."""
    hold.clear(work.pre)
    hold.clear(work.post)
    at_time = batch.deals[d, bt.HANDS_AT]
    if at_time == bt.NOT_SHOWN:
        seen_hands(batch, d, work)
        gifts.find_receivers(work.exchange, work.prev, work.post, work.full, level, switches)
    else:
        gifts.state_receivers(work.exchange, work.prev, level, switches)
        err = shown_hands(batch, d, work.pre if at_time == bt.DEALT else work.post, work)
        out.deal_err[d] |= err
    if at_time == bt.DEALT:
        hold.copy(work.pre, work.post)
        gifts.apply(work.exchange, work.post, work.full, out.err)
        for i in range(batch.starts[d], batch.starts[d + 1]):
            if out.err[i] & (faults.TRIBUTE_PAYER | faults.RETURN_SEAT):
                out.err[i] |= move_extra(batch, d, i, work)
    else:
        hold.copy(work.post, work.pre)
        gifts.undo(work.exchange, work.pre)


@inner
def judge_first(batch: Batch, d: int, stop: int, out: Verdicts) -> None:
    """Marks every event of an exchange where none takes place."""
    for i in range(batch.starts[d], stop):
        if batch.events[bt.KIND, i] <= tb.ANTI_TRIBUTE:
            out.err[i] |= faults.TRIBUTE_FIRST_DEAL


@inner
def judge_exchange(
    batch: Batch, d: int, first: bool, level: int, stop: int, work: Scratch, out: Verdicts, switches: Ints
) -> int:
    """The whole exchange of a deal; returns its kind (-1 if it can't be told)."""
    exchange = work.exchange
    paid = tb.paid_by(exchange)
    due = tb.payers(work.prev)
    begun = stop < batch.starts[d + 1]
    kind = tb.NONE
    if first:
        judge_first(batch, d, stop, out)
    else:
        kind = judge_missing(batch, d, due, paid, stop, work, out, switches)
    for seat in range(4):
        if exchange[tb.PAY_EVENT, seat] >= 0 and not first:
            judge_payment(d, seat, due, level, begun, work, out, switches)
    for seat in range(4):
        if exchange[tb.RET_EVENT, seat] >= 0 and not first:
            judge_back(seat, due, level, work, out, switches)
    return kind
