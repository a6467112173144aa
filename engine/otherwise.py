"""What a deal would be if it were played at the level that was due: the faults that are gone there only follow from the wrong level."""

from collections.abc import Sequence
from dataclasses import replace

from engine.findings import Finding, catalogue
from engine.kernel import batch as bt
from engine.kernel import faults
from engine.place import Place
from engine.plain import levels as lv
from engine.plain import module

# What the level has a part in, and the deal alone tells.
OF_LEVEL = faults.NO_COMBINATION | faults.NOT_BEATING | faults.DECLARED_READING
OF_EXCHANGE = (
    faults.TRIBUTE_NOT_HIGHEST | faults.TRIBUTE_EXEMPT_CARD | faults.RETURN_TOO_HIGH | faults.RETURN_LEVEL_CARD
)


def following_level(place: Place, found: Sequence[Finding]) -> list[Finding]:
    """The findings of a deal, those that its wrong level explains as consequences of that."""
    cause = next((f.finding_no for f in found if f.code == "level_mismatch"), None)
    due = int(place.verdicts.deals[place.d, bt.LEVEL_DUE])
    if cause is None or due == lv.OVER or not any(_bit(f) for f in found):
        return list(found)
    err = _judged_at(place, due)
    return [replace(f, consequence_of=cause) if f.consequence_of is None and _gone(f, err) else f for f in found]


def _bit(finding: Finding) -> int:
    entry = catalogue()[finding.code]
    return (
        0
        if entry.of_deal or finding.event_no is None
        else (entry.bit or faults.NO_COMBINATION) & (OF_LEVEL | OF_EXCHANGE)
    )


def _gone(finding: Finding, err: Sequence[int]) -> bool:
    bit = _bit(finding)
    return bool(bit) and finding.event_no is not None and not err[finding.event_no - 1] & bit


def _judged_at(place: Place, level: int) -> list[int]:
    """The fault bits of each event of the deal, judged alone at another level."""
    batch, start, stop = place.batch, place.start, place.stop
    cards = slice(int(batch.offsets[start]), int(batch.offsets[stop]))
    alone = batch._replace(
        starts=batch.starts[place.d : place.d + 2] - start,
        deals=batch.deals[place.d : place.d + 1].copy(),
        hands=batch.hands[place.d : place.d + 1],
        events=batch.events[:, start:stop],
        cards=batch.cards[cards],
        offsets=batch.offsets[start : stop + 1] - cards.start,
    )
    alone.deals[0, bt.LEVEL] = level
    alone.deals[0, [bt.MATCH_FIRST, bt.STARTS]] = (1, 0)
    verdicts = bt.verdicts(1, stop - start)
    module("replay").replay(alone, verdicts, bt.scratch())
    return [int(bits) for bits in verdicts.err]
