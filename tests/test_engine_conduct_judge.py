"""A record before the referee: facts that our own format holds, under books that have rules for them and books that have none."""

from dataclasses import replace

import pytest

from engine import cards
from engine.findings import Finding, sentence
from engine.records import Deal, Event, EventKind, Match
from engine.replay import replay
from engine.rules import load
from ingest import tables
from ingest.derive import derive
from tests import staged

HANDS = ["S3 S4", "S5 S6", "S7 S8", "S9 ST"]
LEAGUE, OFFICIAL, PAGAT, FOLK = "college_league", "huaian_2017", "pagat", "huaian_folk"


def match(*facts: Event, events: str = "0 S3, 1 S5") -> Match:
    """A first deal that comes down to eight cards, with some facts after it."""
    deal, _ = staged.endgame(HANDS, events, level=0)
    reports = tuple(reported(deal))
    return Match(1, (replace(deal, events=(*reports, *facts), cut="tail"),))


def reported(deal: Deal, limit: int = 10) -> list[Event]:
    """The events of a deal with a report whenever few cards are left."""
    left = [len(hand or ()) for hand in deal.hands]
    events: list[Event] = []
    for event in deal.events:
        events.append(event)
        if event.seat is not None and event.kind == EventKind.PLAY:
            left[event.seat] -= len(event.cards)
            if left[event.seat] <= limit:
                events.append(Event(EventKind.REPORT, event.seat, amount=left[event.seat]))
    return events


def found(record: Match, book: str) -> list[Finding]:
    """The findings of the conduct."""
    return [f for f in replay(record, load(book)).findings if f.code not in ("unfinished",)]


def said(record: Match, book: str) -> list[tuple[str, str, str | None]]:
    """Code, severity and price of each."""
    return [(f.code, f.severity, f.sanction) for f in found(record, book)]


SLOW = Event(EventKind.TIMEOUT, 1, amount=38, about="play")


def test_a_clock_is_a_warning_then_a_foul_and_nothing_where_a_book_has_none() -> None:
    assert said(match(replace(SLOW, amount=28)), LEAGUE) == [("too_slow", "note", "warning")]
    assert said(match(SLOW), LEAGUE) == [("too_slow", "illegal", "foul")]
    assert said(match(replace(SLOW, amount=36)), OFFICIAL) == [("too_slow", "note", "warning")]
    assert said(match(replace(SLOW, amount=41)), OFFICIAL) == [("too_slow", "illegal", "violation lose_trick")]
    assert said(match(replace(SLOW, amount=31)), "seed_no_wild") == [("too_slow", "illegal", None)]
    assert said(match(SLOW), PAGAT) == []


def test_a_finding_of_the_conduct_has_its_place_clause_limit_and_time() -> None:
    record = match(replace(SLOW, line=77))
    (finding,) = found(record, LEAGUE)
    assert (finding.event_no, finding.line, finding.seat) == (len(record.deals[0].events), 77, 1)
    assert (finding.expected, finding.actual) == ("25 s", "38 s")
    assert (finding.parameter, finding.clause) == ("clock_play", load(LEAGUE).clause("clock_play").text)


def test_three_exposed_cards_disqualify_in_the_league() -> None:
    exposed = Event(EventKind.EXPOSED, 2)
    assert [price for _, _, price in said(match(exposed, exposed, exposed), LEAGUE)] == [
        "lose_trick",
        "lose_trick",
        "disqualified",
    ]
    assert said(match(exposed), OFFICIAL) == []


def test_a_report_that_is_missing_is_found_where_it_was_due_and_only_in_a_record_that_has_reports() -> None:
    record = match()
    dumb = replace(
        record,
        deals=(
            replace(record.deals[0], events=tuple(e for e in record.deals[0].events if e.kind != EventKind.REPORT)),
        ),
    )
    assert said(record, OFFICIAL) == []
    assert said(dumb, OFFICIAL) == []
    events = [e for e in record.deals[0].events if not (e.kind == EventKind.REPORT and e.seat == 3)]
    (finding,) = found(replace(record, deals=(replace(record.deals[0], events=tuple(events)),)), OFFICIAL)
    assert (finding.code, finding.seat, finding.sanction) == ("report_missing", 3, "take_back warning")
    left = 27 - sum(len(e.cards) for e in events[: finding.event_no] if e.seat == 3)
    assert left <= 10


def test_leaving_costs_points_where_a_book_counts_them() -> None:
    away = Event(EventKind.LEFT, 0, amount=2, about="offline")
    assert said(match(away), FOLK) == [("left_match", "illegal", "points_4")]
    assert said(match(replace(away, amount=1)), FOLK) == []
    record = match(Event(EventKind.LEFT, 0, about="quit"))
    high = replace(record, deals=(replace(record.deals[0], level=cards.level("K")),))
    assert [price for code, _, price in said(record, FOLK) if code == "left_match"] == ["points_2"]
    assert [price for code, _, price in said(high, FOLK) if code == "left_match"] == ["points_10"]


def test_a_wrong_play_has_its_price() -> None:
    record = match(events="0 S4, 1 S5, 2 S7, 3 -, 0 S3")
    assert ("not_beating", "illegal", "lose_trick") in said(record, LEAGUE)
    assert ("not_beating", "illegal", "warning") in said(record, OFFICIAL)
    assert ("not_beating", "illegal", None) in said(record, PAGAT)


@pytest.mark.parametrize("book", [LEAGUE, OFFICIAL, FOLK, PAGAT])
def test_columns_give_the_same_findings_as_records(book: str) -> None:
    record = match(
        SLOW, Event(EventKind.EXPOSED, 3), Event(EventKind.LATE, 1, amount=20), events="0 S4, 1 S5, 2 S7, 3 -, 0 S3"
    )
    rows = derive(tables.facts([record], "0" * 16, book), load(book), ("findings",))["findings"].to_pylist()
    replayed = replay(record, load(book)).findings
    assert [(r["code"], r["event_no"], r["sanction"], r["finding_no"]) for r in rows] == [
        (f.code, f.event_no, f.sanction, f.finding_no) for f in replayed
    ]


def test_a_book_without_seconds_of_its_own_takes_the_tables_word_and_says_so() -> None:
    (finding,) = found(match(SLOW), "nanshan_2026")
    assert (finding.severity, finding.sanction, finding.parameter) == ("note", "warning", "on_slow")
    assert sentence(finding, "en") == "seat 1 takes 38 s, the limit is not told; penalty: a warning"
    assert sentence(finding, "zh") == "座位 1 用时 38 秒，时限未载明；处罚：警告"
    assert "剩 9 张" in sentence(replace(finding, code="report_missing", actual="9 cards"), "zh")


def test_each_clock_has_its_own_clause_and_so_has_what_offences_add_up_to() -> None:
    for about, parameter in (
        ("first", "clock_first"),
        ("play", "clock_play"),
        ("pay", "clock_pay"),
        ("return", "clock_return"),
    ):
        (finding,) = found(match(replace(SLOW, amount=60, about=about)), LEAGUE)
        assert finding.parameter == parameter
        assert finding.clause == load(LEAGUE).clause(parameter).text
    exposed = Event(EventKind.EXPOSED, 2)
    told = [f.parameter for f in found(match(exposed, exposed, exposed), LEAGUE)]
    assert told == ["on_exposed", "on_exposed", "disqualified_after"]
