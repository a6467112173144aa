"""A deal after its last play: finishing order and leftovers against what the record claims, steps, and the levels of the next deal."""

from . import batch as bt
from . import faults
from . import hands as hold
from . import levels as lv
from . import switches as at
from . import tribute as tb
from . import trick as tr
from .batch import Batch, Scratch, Verdicts
from .jit import Ints, inner, jit, whole


@jit  # few books ask: whole in its callers it would make the loop of all others slower
def ace_finish(batch: Batch, d: int, head: int, seen: int) -> int:
    """Whether the head's last play was all aces; `UNTOLD` where the end is lost and the plays show another or nobody (`seen`) going out."""
    if head < 0 or (head != seen and batch.deals[d, bt.CUT] > bt.HEAD_LOST):
        return lv.UNTOLD
    last = -1
    for i in range(batch.starts[d], batch.starts[d + 1]):
        if batch.events[bt.KIND, i] == tb.PLAY and batch.events[bt.SEAT, i] == head:
            last = i
    return lv.all_aces(batch.cards, batch.offsets[last], batch.offsets[last + 1]) if last >= 0 else lv.UNTOLD


@inner
def settle(batch: Batch, d: int, seen: int, work: Scratch, out: Verdicts, switches: Ints) -> int:
    """Takes the finishing order of a deal into the standing and its chain; returns the steps granted."""
    aces = ace_finish(batch, d, whole(work.prev[0]), seen) if switches[at.ACE_FINISH_DEMOTES] else 0
    granted = lv.settle(work.standing, work.prev, aces, switches)
    lv.settle(work.chain, work.prev, aces, switches)
    out.deals[d, bt.GRANTED] = granted
    return granted


@inner
def judge_result(batch: Batch, d: int, work: Scratch, out: Verdicts) -> None:
    """Finishing order and leftovers against what the record claims."""
    state = work.state
    for k in range(state[tr.OUT_COUNT]):
        claim = batch.deals[d, bt.FINISH + k]
        if claim >= 0 and claim != state[tr.ORDER + k]:
            out.deal_err[d] |= faults.FINISH_ORDER
    if state[tr.ENDED] == 0:
        out.deal_err[d] |= faults.UNFINISHED
        return
    for seat in range(4):
        size = batch.deals[d, bt.REST + seat]
        if size < 0:
            continue
        if size != work.left[seat] or (work.full[seat] and not hold.same(work.post, seat, batch.hands[d], 4 + seat)):
            out.deal_err[d] |= faults.REST


@inner
def finish_deal(batch: Batch, d: int, work: Scratch, out: Verdicts, switches: Ints) -> None:
    """Writes the result down, settles levels and keeps the order for the next deal's tribute."""
    state = work.state
    standing = work.standing
    for k in range(4):
        out.deals[d, bt.ORDER + k] = state[tr.ORDER + k]
        work.prev[k] = state[tr.ORDER + k]
    out.deals[d, bt.COMPLETE] = state[tr.ENDED]
    if state[tr.ENDED] == 0:
        claimed_order(batch, d, work.prev)
    granted = settle(batch, d, whole(state[tr.ORDER]), work, out, switches)
    claim = batch.deals[d, bt.STEPS]
    if claim >= 0 and granted >= 0 and claim != granted:
        out.deal_err[d] |= faults.STEPS
    if (
        batch.deals[d, bt.ENDED] == 1
        and standing[lv.WON] < 0
        and standing[lv.OWNER] >= 0
        and standing[lv.LEVEL + standing[lv.OWNER]] >= 0
    ):
        out.deal_err[d] |= faults.ENDED_EARLY
    if batch.deals[d, bt.WINNER] >= 0 and standing[lv.WON] >= 0 and standing[lv.WON] != batch.deals[d, bt.WINNER]:
        out.deal_err[d] |= faults.WINNER


@inner
def claimed_order(batch: Batch, d: int, prev: Ints) -> None:
    """Where a deal was not played to its end, the finishing order that the record claims."""
    for k in range(4):
        prev[k] = batch.deals[d, bt.FINISH + k]
