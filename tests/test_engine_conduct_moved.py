"""Levels that a referee moved: off by what a sanction of the record gives or takes is no fault, off by anything else is."""

from dataclasses import replace

import pytest

from engine import cards
from engine.records import Deal, Event, EventKind, Match
from engine.replay import replay
from engine.rules import load

LATE = Event(EventKind.LATE, 1, amount=5)
SLOW = Event(EventKind.TIMEOUT, 0, amount=38, about="play")
HIDDEN = Event(EventKind.MISCONDUCT, 3, about="hidden_card")
LEVEL_CODES = ("level_mismatch", "team_level_mismatch")


def match(*rows: tuple[str, str, tuple[int, ...], tuple[Event, ...]]) -> Match:
    """Deals by their level, the levels of both teams (`-` where not stated), who went out, and the facts."""
    deals = [
        Deal(
            number,
            facts,
            level=cards.level(level),
            team_levels=(None, None) if teams == "-" else (cards.level(teams[0]), cards.level(teams[1])),
            starts_match=number == 1,
            finish=finish,
        )
        for number, (level, teams, finish, facts) in enumerate(rows, 1)
    ]
    return Match(1, tuple(deals))


def off(record: Match, book: str) -> list[tuple[int, str]]:
    """The deals whose levels are found not to follow, and by which code."""
    return [(f.deal_no, f.code) for f in replay(record, load(book)).findings if f.code in LEVEL_CODES]


def test_who_plays_against_a_late_side_may_begin_a_level_up() -> None:
    for teams in ("-", "32"):
        begun = match(("3", teams, (0, 1, 2), (LATE,)), ("5", "52" if teams != "-" else "-", (0, 2), ()))
        assert off(begun, "seed_no_wild") == []
        assert off(replace(begun, deals=(replace(begun.deals[0], events=()), begun.deals[1])), "seed_no_wild")
    assert off(match(("2", "22", (0, 1, 2), (LATE,))), "seed_no_wild") == []
    assert off(match(("4", "-", (0, 1, 2), (LATE,))), "seed_no_wild") == [(1, "level_mismatch")]


@pytest.mark.parametrize(("level", "found"), [("4", []), ("5", []), ("3", [2]), ("6", [2])])
def test_a_level_taken_off_shows_at_the_next_deal_or_not_at_all(level: str, found: list[int]) -> None:
    record = match(("2", "-", (0, 2), (SLOW, SLOW)), (level, "-", (0, 2), ()))
    assert [deal_no for deal_no, _ in off(record, "college_league")] == found


def test_what_was_taken_off_once_is_not_taken_off_again() -> None:
    rows = [("2", "-", (0, 2), (SLOW, SLOW)), ("4", "-", (0, 2), ()), ("7", "-", (0, 2), ())]
    assert off(match(*rows), "college_league") == []
    assert off(match(*rows[:2], ("6", "-", (0, 2), ())), "college_league") == [(3, "level_mismatch")]


def test_a_deal_that_was_given_to_the_others_may_be_written_down_as_it_likes() -> None:
    for level, teams in (("5", "52"), ("5", "25"), ("2", "22")):
        record = match(("2", "22", (1, 3), (HIDDEN,)), (level, teams, (0, 1, 2), ()))
        assert off(record, "seed_no_wild") == []
        assert (off(record, "pagat") != []) == (teams != "26")
    record = match(("2", "-", (0, 2), (HIDDEN,)), ("5", "-", (0, 2), ()), ("9", "-", (0, 2), ()))
    assert off(record, "seed_no_wild") == [(3, "level_mismatch")]


def test_a_part_of_what_was_given_may_come_later() -> None:
    rows = [("2", "-", (0, 2), (LATE,)), ("6", "-", (0, 2), (LATE,)), ("T", "-", (0, 2), ())]
    assert off(match(*rows, ("K", "-", (0, 2), ())), "seed_no_wild") == []
    assert off(match(*rows, ("A", "-", (0, 2), ())), "seed_no_wild") == [(4, "level_mismatch")]
