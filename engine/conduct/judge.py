"""A match before the referee: what its record says of reports, clocks, exposed cards, lateness and leaving, against its rule book.

A record that holds no fact of a kind says nothing of it: only one that has reports at all can lack one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.cards import HAND_SIZE
from engine.conduct import moved
from engine.conduct.book import Conduct
from engine.conduct.docket import PRICES, Docket, Fact
from engine.findings import Finding, catalogue
from engine.records import Deal, Event, EventKind, team
from engine.rules import Rules

# Findings of the play that are offences at the table as well.
AT_THE_TABLE = {
    "not_beating": "wrong_play",
    "no_combination": "wrong_play",
    "out_of_turn": "out_of_turn",
    "tribute_not_highest": "low_tribute",
}
CODES = {
    "no_report": "report_missing",
    "asking": "asked_after_report",
    "slow": "too_slow",
    "exposed": "exposed_card",
    "off_hand": "cards_off_hand",
    "gross_fault": "gross_fault",
    "cheating": "cheating",
    "talk": "talk",
    "late": "late",
    "offline": "left_match",
    "quit": "left_match",
    "high_quit": "left_match",
}
CLAUSES = {"no_report": "report_at", "late": "late_steps"}
MISCONDUCT = {"off_hand": "off_hand", "cheating": "cheating", "asked": "asking", "talk": "talk"}
KING = 11
MOVES = (EventKind.PLAY, EventKind.PASS)
WITH_LEAVE = "excused"
NOBODY = -1


class Place(NamedTuple):
    """A fact of the record and where it stands."""

    fact: Fact
    deal: Deal
    event_no: int | None
    line: int | None


def has_prices(conduct: Conduct) -> bool:
    """Whether a book puts a price on faults of the play."""
    return bool(conduct.on_wrong_play or conduct.on_out_of_turn or conduct.on_low_tribute)


def judged(deals: Sequence[Deal], rules: Rules, found: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings of the play with what they cost at the table, and those of the conduct, by deal and event."""
    places = list(facts(deals, rules))
    if not places and not has_prices(rules.conduct):
        return tuple(found)
    docket = Docket(rules.conduct)
    waiting: list[Place | Finding] = [
        *(f for f in found if f.code in AT_THE_TABLE and f.consequence_of is None),
        *places,
    ]
    priced = {id(f): f for f in found}
    added: list[Finding] = []
    for what in sorted(waiting, key=_when):
        if isinstance(what, Finding):
            cost = docket.rule(Fact(AT_THE_TABLE[what.code], NOBODY if what.seat is None else what.seat))
            priced[id(what)] = replace(what, sanction=cost or None)
        elif (finding := _finding(what, docket, rules)) is not None:
            number = sum(f.deal_no == finding.deal_no for f in (*found, *added)) + 1
            added.append(replace(finding, finding_no=number))
    return tuple(moved.settled(sorted([*priced.values(), *added], key=lambda f: (f.deal_no, f.event_no or 0))))


def _when(what: Place | Finding) -> tuple[int, int]:
    deal_no = what.deal_no if isinstance(what, Finding) else what.deal.deal_no
    return deal_no, what.event_no or 0


def _finding(place: Place, docket: Docket, rules: Rules) -> Finding | None:
    """The finding of a fact, None where the book has no such rule or the fact keeps to it."""
    cost = docket.rule(place.fact)
    offence = place.fact.offence
    if cost is None and not (offence == "slow" and docket.is_slow(place.fact)):
        return None
    if cost == "" and offence in ("slow", "late", "offline"):
        return None
    if offence == "no_report" and rules.conduct.report_when != "unprompted":
        return None
    entry = catalogue()[CODES[offence]]
    parameter = _parameter(place.fact, docket, cost)
    clause = rules.clause(parameter)
    severity = "note" if cost == "warning" else entry.severity if clause.settled else "unsettled"
    return Finding(
        entry.code,
        severity,
        place.deal.deal_no,
        0,
        rules.name,
        clause.settled,
        event_no=place.event_no,
        line=place.line,
        seat=place.fact.seat,
        clause=clause.text,
        expected=_expected(place.fact, docket),
        actual=_actual(place.fact),
        sanction=cost or None,
        parameter=parameter,
    )


def _parameter(fact: Fact, docket: Docket, cost: str | None) -> str:
    """What decides: what offences add up to, the rule that is broken where the book has one, else its price."""
    if cost == "disqualified" and cost not in getattr(docket.conduct, PRICES.get(fact.offence, ""), ()):
        return "disqualified_after"
    if fact.offence == "slow":
        return docket.clock(fact) or PRICES["slow"]
    return CLAUSES.get(fact.offence) or PRICES[fact.offence]


def _expected(fact: Fact, docket: Docket) -> str | None:
    if fact.offence == "no_report":
        return str(docket.conduct.report_at)
    if fact.offence != "slow":
        return None
    limit = docket.limit(fact)
    return "not told" if limit is None else f"{limit} s"


def _actual(fact: Fact) -> str | None:
    unit = {"slow": "s", "late": "min", "offline": "min", "no_report": "cards"}.get(fact.offence)
    return None if unit is None or fact.amount is None else f"{fact.amount} {unit}"


def facts(deals: Sequence[Deal], rules: Rules) -> Iterator[Place]:
    """What the record of a match says that a referee may have to rule on, in order."""
    events = [event for deal in deals for event in deal.events]
    reports = any(event.kind in (EventKind.REPORT, EventKind.OBJECTION) for event in events)
    for deal in deals:
        for number, event in enumerate(deal.events, 1):
            fact = _fact(event, deal)
            if fact is not None:
                yield Place(fact, deal, number, event.line)
        if reports and rules.conduct.report_at is not None:
            yield from _unreported(deal, rules.conduct.report_at)


def _fact(event: Event, deal: Deal) -> Fact | None:
    if event.seat is None:
        return None
    if event.kind == EventKind.TIMEOUT:
        return Fact("slow", event.seat, event.amount, stage=event.about or "play")
    if event.kind == EventKind.EXPOSED:
        return Fact("exposed", event.seat)
    if event.kind == EventKind.LATE:
        return Fact("late", event.seat, event.amount, excused=event.about == WITH_LEAVE)
    if event.kind == EventKind.LEFT:
        if event.about == "offline":
            return Fact("offline", event.seat, event.amount)
        high = deal.level is not None and deal.level >= KING
        return Fact("high_quit" if high else "quit", event.seat)
    if event.kind == EventKind.MISCONDUCT:
        return Fact(MISCONDUCT.get(event.about or "", "gross_fault"), event.seat)
    return None


def _unreported(deal: Deal, limit: int) -> Iterator[Place]:
    """The seats that came down to so many cards without saying so before anybody else moved."""
    left = [HAND_SIZE if hand is None else len(hand) for hand in deal.hands]
    asked: set[int] = set()
    for k, event in enumerate(deal.events):
        if event.kind != EventKind.PLAY or event.seat is None:
            continue
        left[event.seat] -= len(event.cards)
        if 0 < left[event.seat] <= limit and event.seat not in asked:
            asked.add(event.seat)
            if not _said_at_once(deal.events[k + 1 :], event.seat):
                yield Place(_missing(deal.events[k + 1 :], event.seat, left[event.seat]), deal, k + 1, event.line)


def _said_at_once(events: Sequence[Event], seat: int) -> bool:
    for event in events:
        if event.kind == EventKind.REPORT and event.seat == seat:
            return True
        if event.kind in MOVES:
            return False
    return False


def _missing(events: Sequence[Event], seat: int, left: int) -> Fact:
    """How long a report stayed out, and whether the other side called it out."""
    rounds = 0
    for event in events:
        if event.seat == seat and event.kind == EventKind.REPORT:
            return Fact("no_report", seat, left, rounds=rounds)
        if event.kind == EventKind.OBJECTION and event.seat is not None and team(event.seat) != team(seat):
            return Fact("no_report", seat, left, rounds=rounds, objected=True)
        rounds += event.kind == EventKind.PLAY and event.seat == seat
    return Fact("no_report", seat, left, rounds=rounds)
