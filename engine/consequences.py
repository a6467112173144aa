"""What follows from what among the findings of a deal: after a wrong play the replay goes on from what was on the table, so that much of what
comes later is no fault of its own. Plays are compared here as the verdicts have read them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.findings import Finding, catalogue
from engine.kernel import batch as bt
from engine.kernel import faults
from engine.plain import order, readings, shapes
from engine.plain import tribute as tb
from engine.rules import Switches

TURN_FAULTS = (
    faults.OUT_OF_TURN
    | faults.NOT_ASKED
    | faults.WRONG_LEADER
    | faults.EXTRA_PASS
    | faults.LEADER_PASSED
    | faults.HOLDER_PASSED
)
WRONG_PLAY = faults.NO_COMBINATION | faults.NOT_BEATING
# After the first of these in a deal, the others follow from it.
ONCE_A_DEAL = ("after_end", "late_exchange", "tribute_first_deal", "anti_tribute_missed")
# What may follow from what, anywhere in the deal.
FOLLOWS = {
    "tribute_missing": ("tribute_payer", "late_exchange"),
    "return_missing": ("return_seat", "late_exchange"),
    "return_seat": ("tribute_receiver",),
}


class Seen(NamedTuple):
    """A deal of a batch with its verdicts: where its events begin, at what level and by which switches it was judged."""

    batch: bt.Batch
    verdicts: bt.Verdicts
    start: int
    level: int
    switches: Switches


class _Causes(NamedTuple):
    """What a finding may follow from: the first of each code, wrong plays and cards not held by event, turn faults by the play before them."""

    first: dict[str, int]
    wrong: dict[int, int]
    stray: dict[int, int]
    turns: dict[int, int]


def linked(seen: Seen, found: Sequence[Finding]) -> list[Finding]:
    """The findings of a deal, each with the one that it only follows from."""
    causes = _Causes({}, {}, {}, {})
    for finding in found:
        causes.first.setdefault(finding.code, finding.finding_no)
        bit = catalogue()[finding.code].bit
        if finding.event_no is not None and (bit == 0 or bit & WRONG_PLAY):
            causes.wrong.setdefault(_event(seen, finding), finding.finding_no)
        elif finding.code == "card_not_held":
            causes.stray[_event(seen, finding)] = finding.finding_no
    numbers = [_cause(seen, finding, causes) for finding in found]
    return [
        replace(finding, consequence_of=None if number == finding.finding_no else number)
        for finding, number in zip(found, numbers, strict=True)
    ]


def _event(seen: Seen, finding: Finding) -> int:
    assert finding.event_no is not None
    return seen.start + finding.event_no - 1


def _cause(seen: Seen, finding: Finding, causes: _Causes) -> int | None:
    if finding.code in ONCE_A_DEAL:
        return causes.first[finding.code]
    if finding.code in FOLLOWS:
        return next((causes.first[code] for code in FOLLOWS[finding.code] if code in causes.first), None)
    if finding.event_no is None:
        return None
    i, bit = _event(seen, finding), catalogue()[finding.code].bit
    if bit & TURN_FAULTS:
        return _turn_cause(seen, i, bit, finding.finding_no, causes.turns)
    if bit == faults.CARD_COPIES:
        return next((n for j, n in causes.stray.items() if j <= i and _codes(seen, j) & _codes(seen, i)), None)
    if bit == faults.NOT_BEATING:
        return _play_cause(seen, i, causes.wrong)
    return None


def _turn_cause(seen: Seen, i: int, bit: int, number: int, turns: dict[int, int]) -> int | None:
    """A fault of a turn follows from the one before it, until the next play puts things right again."""
    kinds = seen.batch.events[bt.KIND]
    last = next((j for j in range(i - 1, seen.start - 1, -1) if kinds[j] == tb.PLAY), -1)
    if bit & faults.NOT_ASKED:
        return turns.get(last)
    cause = turns.setdefault(last, number)
    return cause if bit & (faults.EXTRA_PASS | faults.OUT_OF_TURN) else None


def _play_cause(seen: Seen, i: int, wrong: Mapping[int, int]) -> int | None:
    """The wrong play that event `i` does not beat, unless it does not beat the right one below either."""
    top = right = top_event(seen, i)
    while right is not None and right in wrong:
        right = top_event(seen, right)
    if top is None or top == right:
        return None
    if right is not None:
        cards = readings.readings(
            seen.batch.cards, int(seen.batch.offsets[i]), size(seen, i), seen.level, seen.switches
        )
        if not order.beating(cards, size(seen, i), word(seen, right), size(seen, right), seen.switches):
            return None
    return wrong[top]


def _codes(seen: Seen, i: int) -> set[int]:
    return {int(card) for card in seen.batch.cards[seen.batch.offsets[i] : seen.batch.offsets[i + 1]]}


def size(seen: Seen, i: int) -> int:
    """How many cards event `i` has."""
    return int(seen.batch.offsets[i + 1] - seen.batch.offsets[i])


def word(seen: Seen, i: int) -> int:
    """The reading that event `i` was taken as, as a word of the kernel."""
    events = seen.verdicts.events
    kind, rank = int(events[bt.READ_KIND, i]), int(events[bt.READ_RANK, i])
    if not kind:
        return 0
    own = readings.readings(seen.batch.cards, int(seen.batch.offsets[i]), size(seen, i), seen.level, seen.switches)
    return int(shapes.named(kind, max(rank, 0), seen.level)) & int(own)


def top_event(seen: Seen, i: int) -> int | None:
    """The event whose play event `i` had to beat."""
    top = int(seen.verdicts.events[bt.TOP, i])
    for j in range(i - 1, seen.start - 1, -1):
        if seen.batch.events[bt.KIND, j] == tb.PLAY and seen.batch.events[bt.SEAT, j] == top:
            return j
    return None
