"""From the kernel's fault bits to findings: codes, places, what was expected and what was there, and what follows from what.

Only deals with a fault are looked at, so a clean corpus costs nothing here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from engine.claims import DEALS
from engine.consequences import linked, size
from engine.expected import EVENTS, Said, beats, fails_by_label
from engine.fault_points import of_end, of_level, of_no_tribute, point
from engine.findings import Entry, Finding, catalogue
from engine.kernel import batch as bt
from engine.kernel import faults, values
from engine.kernel import switches as at
from engine.otherwise import following_level
from engine.place import Place
from engine.plain import readings, shapes
from engine.rules import Rules, Switches

OF_DEAL = {faults.ENDED_EARLY: of_end, faults.TRIBUTE_MISSING: of_no_tribute}
AT_END = faults.FINISH_ORDER | faults.STEPS | faults.REST | faults.UNFINISHED


class Judged(NamedTuple):
    """A batch with its verdicts and the rule book of each row of `batch.books`."""

    batch: bt.Batch
    verdicts: bt.Verdicts
    books: Sequence[Rules]


def faulty_deals(judged: Judged) -> list[int]:
    """The indices of deals with any fault, in order."""
    starts = judged.batch.starts
    wrong = judged.verdicts.deal_err != 0
    events = np.flatnonzero(judged.verdicts.err)
    wrong[np.searchsorted(starts, events, side="right") - 1] = True
    return [int(d) for d in np.flatnonzero(wrong)]


def findings(
    judged: Judged, d: int, deal_no: int, lines: Sequence[int | None], of_deal: tuple[int | None, int | None]
) -> list[Finding]:
    """The findings of deal `d`, those of the deal first, then by event; `lines` are those of its events, `of_deal` where it begins and is said to end."""
    rules = judged.books[int(judged.batch.deals[d, bt.BOOK])]
    place = Place(judged.batch, judged.verdicts, d, rules)
    found = [
        _of_deal(place, entry, deal_no, (of_deal[1] if entry.bit & AT_END else None) or of_deal[0])
        for entry in _entries(int(judged.verdicts.deal_err[d]), of_deal=True)
    ]
    swapped = 0  # two payers whose cards went the wrong way round are one fault, found at the first of them
    for i in range(place.start, place.stop):
        bits = int(judged.verdicts.err[i]) & ~swapped
        swapped |= bits & faults.TRIBUTE_RECEIVER
        entries = _entries(bits, of_deal=False)
        found.extend(_of_event(place, entry, i, deal_no, lines[i - place.start]) for entry in entries)
    numbered = [replace(f, finding_no=n) for n, f in enumerate(found, 1)]
    return following_level(place, linked(place.seen, numbered))


def _entries(bits: int, *, of_deal: bool) -> Iterator[Entry]:
    if bits:
        yield from (entry for entry in catalogue().values() if entry.bit & bits and entry.of_deal == of_deal)


def _finding(place: Place, entry: Entry, parameter: str | None, said: Said) -> Finding:
    clause = place.rules.clause(parameter) if parameter else None
    settled = clause is None or clause.settled
    severity = "unsettled" if entry.severity == "illegal" and not settled else entry.severity
    text = clause.text if clause else place.rules.text if entry.severity == "illegal" else None
    return Finding(
        entry.code,
        severity,
        0,
        0,
        place.rules.name,
        settled,
        clause=text,
        expected=said[0],
        actual=said[1],
        parameter=parameter,
    )


def _of_deal(place: Place, entry: Entry, deal_no: int, line: int | None) -> Finding:
    say = DEALS.get(entry.bit)
    found = _finding(place, entry, _deal_parameter(place, entry), say(place) if say else (None, None))
    return replace(found, deal_no=deal_no, line=line)


def _deal_parameter(place: Place, entry: Entry) -> str | None:
    """The parameter whose clause decides a fault of the deal."""
    if entry.bit == faults.LEVEL:
        return of_level(place)
    own = OF_DEAL.get(entry.bit)
    return (own(place) if own else None) or entry.parameter


def _of_event(place: Place, entry: Entry, i: int, deal_no: int, line: int | None) -> Finding:
    seat = place.event(bt.SEAT, i)
    refined = _refined(place, entry, i)
    found = _finding(place, refined, _event_parameter(place, refined, i), EVENTS[entry.bit](place, i))
    return replace(found, deal_no=deal_no, event_no=i - place.start + 1, line=line, seat=seat if seat >= 0 else None)


def _event_parameter(place: Place, entry: Entry, i: int) -> str | None:
    """The parameter whose clause decides: that of the entry, unless the clause speaks of another case than this."""
    if entry.bit == faults.NOT_BEATING and fails_by_label(place, i):
        return "run_label"
    if entry.bit == faults.DECLARED_READING and _is_smaller(place, i):
        return "wild_reading"
    return point(place, entry, i) or entry.parameter


def _is_smaller(place: Place, i: int) -> bool:
    """Whether a play is declared as what it might be read as if the book did not take the largest reading."""
    batch = place.batch
    declared = shapes.named(place.event(bt.DECLARED_KIND, i), place.event(bt.DECLARED_RANK, i), place.level)
    free = _relaxed(place.rules, (("wild_reading", values.WILD_READING_DECLARED),))
    word = readings.readings(batch.cards, int(batch.offsets[i]), size(place.seen, i), place.level, free)
    return bool(declared & word)


def _refined(place: Place, entry: Entry, i: int) -> Entry:
    """The entry that names the one switch under which the play would have been right, if there is one."""
    batch = place.batch
    start, many = int(batch.offsets[i]), size(place.seen, i)
    if entry.bit == faults.NO_COMBINATION:
        for other in catalogue().values():
            if other.relax and readings.readings(
                batch.cards, start, many, place.level, _relaxed(place.rules, other.relax)
            ):
                return other
    if entry.bit == faults.NOT_BEATING and not place.rules.flush_beats_four:
        both = [place.rules.switches, _relaxed(place.rules, (("flush_beats_four", 1),))]
        if [beats(place, i, switches) for switches in both] == [False, True]:
            return catalogue()["flush_on_four"]
    return entry


def _relaxed(rules: Rules, relax: Sequence[tuple[str, int]]) -> Switches:
    vector = rules.switches.copy()
    for name, value in relax:
        vector[getattr(at, name.upper())] = value
    return vector
