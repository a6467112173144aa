"""Rulings on levels, the ace and the end of a match: `cases/levels.toml`, with hands shown, with moves and levels, and with levels left to infer."""

from dataclasses import replace

import numpy as np
import pytest

from engine import cards, plain
from engine.records import Deal, Event, EventKind, Match
from engine.replay import replay
from engine.rules import load
from tests import rulings, staged
from tests.rulings import Row

ROWS = rulings.cases("levels.toml")
TWO, FIVE, A = cards.level("2"), cards.level("5"), cards.level("A")


def match(text: str, ended: int | None = None) -> Match:
    """A match of deals written as in the rows."""
    deals: list[Deal] = []
    for number, part in enumerate(text.split("|"), 1):
        head, _, order = part.partition(":")
        new = "new" in head
        before = deals[-1].finish if deals and not new else None
        finish = [int(seat) for seat in order.split()]
        deals.append(staged.following(before, finish, level=cards.level(head.split()[-1]), deal_no=number, new=new))
    return Match(1, tuple(deals), ended=None if ended is None else True, winner_team=ended)


def blank(record: Match) -> Match:
    """The match without its levels."""
    return replace(record, deals=tuple(replace(deal, level=None) for deal in record.deals))


@pytest.mark.parametrize(("row", "name"), rulings.ruled(ROWS))
def test_ruling(row: Row, name: str) -> None:
    record = match(row["deals"], row.get("ended"))
    rulebook = rulings.book(name, row.get("but", {}))
    expected = rulings.verdict(row, name)
    seen = replace(staged.hidden(record), ended=record.ended, winner_team=record.winner_team)
    for told in (record, seen):
        assert rulings.said_by_deal(replay(told, rulebook).findings) == rulings.words(expected), row["clause"]
    if row["deals"].startswith("new 2") and "level" not in expected:
        found = replay(blank(seen), rulebook)
        assert rulings.said_by_deal(found.findings) == rulings.words(expected), row["clause"]
        assert [result.level for result in found.results] == [deal.level for deal in record.deals]


def told(record: Match, number: int, **claims: object) -> Match:
    """The match with claims of one deal."""
    deals = list(record.deals)
    deals[number - 1] = replace(deals[number - 1], **claims)  # type: ignore[arg-type]  # the names are a Deal's
    return replace(record, deals=tuple(deals))


TWO_DEALS = match("new 2: 0 2 | 5: 1 0 2")


@pytest.mark.parametrize(
    ("number", "claims", "expected"),
    [
        (1, {"finish": (0, 2)}, "none"),
        (1, {"finish": (0, 2, 1, 3)}, "none"),
        (1, {"finish": (0, 2, 3, 1)}, "none"),
        (1, {"finish": (2, 0)}, "finish_mismatch#1"),
        (1, {"finish": (0, 1, 2)}, "finish_mismatch#1"),
        (1, {"finish": (0,)}, "none"),
        (2, {"finish": (1, 0, 2, 3)}, "none"),
        (2, {"finish": (1, 0, 3)}, "finish_mismatch#2"),
        (2, {"finish": (1, 0)}, "none"),
        (1, {"steps": 3}, "none"),
        (1, {"steps": 2}, "steps_mismatch#1"),
        (2, {"steps": 1}, "none"),
        (2, {"steps": 3}, "steps_mismatch#2"),
        (1, {"team_levels": (TWO, TWO)}, "none"),
        (2, {"team_levels": (FIVE, TWO)}, "none"),
        (2, {"team_levels": (TWO, FIVE)}, "team_level_mismatch#2"),
        (2, {"team_levels": (None, FIVE)}, "team_level_mismatch#2"),
        (2, {"team_levels": (None, None)}, "none"),
    ],
)
def test_what_the_record_claims_is_held_against_the_plays(
    number: int, claims: dict[str, object], expected: str
) -> None:
    for name in rulings.BOOKS:
        found = replay(told(TWO_DEALS, number, **claims), load(name)).findings
        assert rulings.said_by_deal(found) == rulings.words(expected)


def test_steps_are_those_granted_before_the_cap() -> None:
    record = match("J: 0 1 3 | Q: 0 2 | A: 1 3")
    for name in rulings.BOOKS:
        found = replay(told(record, 2, steps=3), load(name))
        assert rulings.said_by_deal(found.findings) == set()
        assert [result.steps for result in found.results] == [1, 3, 3]


def test_a_claimed_finish_that_is_wrong_does_not_move_the_next_level() -> None:
    record = told(match("new 2: 0 2 | 5: 0 2 | 8: 1 3"), 1, finish=(0, 1, 2))
    for name in rulings.BOOKS:
        assert rulings.said_by_deal(replay(record, load(name)).findings) == {"finish_mismatch#1"}


def test_a_level_that_nothing_tells_is_said_to_be_unknown() -> None:
    record = staged.hidden(blank(match("7: 0 1 3")))
    few = replace(record, deals=(replace(record.deals[0], events=record.deals[0].events[:8], cut="tail"),))
    for name in rulings.BOOKS:
        found = replay(few, load(name))
        assert found.results[0].level is None
        assert [(f.code, f.severity) for f in found.findings if f.code != "unfinished"] == [
            ("level_unknown", "incomplete")
        ]


def test_a_deal_cut_short_leaves_the_next_level_open() -> None:
    record = match("new 2: 0 2 | 5: 0 2 | 8: 0 2")
    cut = replace(record.deals[1], events=record.deals[1].events[:-9], cut="tail", finish=None)
    for level in ("8", "6", "2"):
        last = replace(staged.finished((0, 2), level=cards.level(level), deal_no=3), events=())
        found = replay(replace(record, deals=(record.deals[0], cut, last)), load("huaian_2017")).findings
        assert "level_mismatch#3" not in rulings.said_by_deal(found)


def test_a_record_of_one_deal_that_says_who_plays_ace_tells_whether_it_was_passed() -> None:
    for order, early in (("0 2", False), ("0 1 3", True), ("1 3", True)):
        record = told(match(f"A: {order}", ended=0), 1, team_levels=(A, FIVE))
        found = rulings.said_by_deal(replay(record, load("huaian_2017")).findings)
        assert ("match_ended_early#1" in found) == early


def test_a_match_said_to_end_short_of_ace_ends_early_whatever_the_losers_level() -> None:
    record = match("7: 0 1 3 | 8: 0 2", ended=0)
    assert rulings.said_by_deal(replay(record, load("huaian_2017")).findings) == {"match_ended_early#2"}


def test_where_a_book_says_so_the_aces_of_the_others_drop_a_side_that_plays_ace() -> None:
    levels = plain.levels
    switches = rulings.book("huaian_2017", {"ace_finish_demotes": True}).switches
    for aces, left in ((1, TWO), (0, A)):
        standing = np.zeros(levels.STANDING_SIZE, np.int64)
        levels.new_match(standing, switches)
        standing[levels.LEVEL] = A
        standing[levels.OWNER] = 0
        levels.settle(standing, np.array([1, 3, -1, -1]), aces, switches)
        assert standing[levels.LEVEL] == left


ACES = cards.parse("SA CA")


@pytest.mark.parametrize(
    ("last", "cut", "lawful"),
    [
        (ACES, "head", {"3"}),
        (ACES, "tail", {"3", "A", "7"}),
        (ACES, "both", {"3", "A", "7"}),
        (ACES, "middle", {"3", "A", "7"}),
        (cards.parse("SA"), "head", {"3"}),
        (cards.parse("S9"), "head", {"A"}),
        ((), "head", {"3", "A", "7"}),
    ],
)
def test_the_aces_of_a_head_count_where_the_end_of_its_deal_is_there_and_may_have_been_where_it_is_not(
    last: tuple[int, ...], cut: str, lawful: set[str]
) -> None:
    book = rulings.book("huaian_2017", {"ace_finish_demotes": True})
    first = replace(staged.finished((0, 1, 3), level=cards.level("K")), team_levels=(cards.level("K"), TWO))
    plays = (Event(EventKind.PLAY, 1, last),) if last else ()
    second = Deal(2, plays, level=A, cut=cut, finish=(1, 0, 2))
    third = Deal(3, (), level=cards.level("3"), cut="head", finish=(0, 1, 3))
    found = set()
    for level in ("3", "A", "7"):
        fourth = Deal(4, (), level=cards.level(level), cut="head")
        codes = rulings.said_by_deal(replay(Match(1, (first, second, third, fourth)), book).findings)
        assert not codes & {"level_mismatch#2", "level_mismatch#3"}
        found |= {level} - {level for code in codes if code == "level_mismatch#4"}
    assert found == lawful


def test_whether_the_head_went_out_on_aces_is_told_or_the_side_at_ace_is_anywhere() -> None:
    levels = plain.levels
    for demotes, left in ((True, levels.UNTOLD), (False, A)):
        switches = rulings.book("huaian_2017", {"ace_finish_demotes": demotes}).switches
        standing = np.array([A, FIVE, 0, 0, 0, 0, 0, -1], np.int64)
        levels.settle(standing, np.array([1, 3, -1, -1]), levels.UNTOLD, switches)
        assert standing[levels.LEVEL] == left


def test_the_clause_of_a_level_is_that_of_what_moved_it() -> None:
    book = load("huaian_2017")
    for text, parameter in (
        ("new 2: 0 2 | 6: 0 2", "level_up"),
        ("new 3: 0 2", "start_level"),
        ("K: 0 1 3 | A: 0 1 3 | 2: 0 2", "a_fail_limit"),
        ("K: 0 1 3 | A: 0 2 | A: 0 2", "pass_a"),
    ):
        finding = next(f for f in replay(match(text), book).findings if f.code == "level_mismatch")
        assert finding.clause == book.clause(parameter).text


FIVE_DEALS = "new 2: 0 2 | 5: 1 0 2 | 3: 1 3 | 6: 0 2 | 8: 0 1 2"


@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("stated", ["2", "7", "K", "A"])
def test_one_deals_wrong_level_breaks_the_chain_there_and_nowhere_else(number: int, stated: str) -> None:
    record = match(FIVE_DEALS)
    assert not replay(record, load("huaian_2017")).findings
    found = replay(told(staged.hidden(record), number, level=cards.level(stated)), load("huaian_2017")).findings
    by_itself = [(f.deal_no, f.code) for f in found if f.consequence_of is None]
    assert by_itself == [(number, "level_mismatch")], found


@pytest.mark.parametrize("stands", ["8", "9"])
def test_a_wrong_level_is_not_found_again_in_what_the_record_says_of_the_teams(stands: str) -> None:
    record = match("new 2: 0 2 | 5: 0 2 | 8: 0 2 | J: 0 2")
    wrong = told(staged.hidden(record), 3, level=cards.level("9"), team_levels=(cards.level(stands), TWO))
    found = replay(wrong, load("huaian_2017")).findings
    assert [(f.deal_no, f.code) for f in found if f.consequence_of is None] == [(3, "level_mismatch")]


def test_levels_that_go_on_from_a_wrong_one_are_found_wrong_once() -> None:
    found = replay(staged.hidden(match("new 2: 0 2 | 6: 0 2 | 9: 0 2")), load("huaian_2017")).findings
    assert [(f.deal_no, f.code) for f in found] == [(2, "level_mismatch")]


def test_a_level_that_a_streak_may_have_moved_rests_on_how_streaks_are_counted() -> None:
    book = load("huaian_folk")
    for text in (
        "new 2: 0 1 2 | 4: 0 1 2 | 6: 2 1 0 | 8: 0 1 2 | J: 0 2",
        "new 2: 0 1 2 | 4: 2 1 0 | 6: 0 1 2 | 9: 0 2",
    ):
        (finding,) = [f for f in replay(match(text), book).findings if f.code == "level_mismatch"]
        assert (finding.severity, finding.parameter) == ("unsettled", "streak_count")
    (wrong,) = [
        f for f in replay(match("new 2: 0 1 2 | 4: 0 1 2 | 6: 0 1 2 | 8: 1 2 3"), book).findings if f.deal_no == 4
    ][:1]
    assert (wrong.severity, wrong.parameter) == ("illegal", "streak_rule")
    (plain,) = [f for f in replay(match("new 2: 0 1 2 | 5: 0 1 2"), book).findings if f.code == "level_mismatch"]
    assert (plain.severity, plain.parameter) == ("illegal", "level_up")
