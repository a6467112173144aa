"""Levels that a record does not state, and where its matches begin."""

import time
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import cards, rules
from engine.infer import Chain, evidence, infer, levels, match_starts
from engine.records import Deal, Event, EventKind, Kind, Match
from engine.standings import order
from ingest.readers import njupt_server

HUAIAN = rules.load("huaian_2017")
V1006 = rules.load("njupt_v1006")
LEVEL = {text: rank for rank, text in enumerate(cards.RANKS)}


def play(seat: int, text: str, kind: Kind | None = None) -> Event:
    return Event(EventKind.PLAY, seat, cards.parse(text), declared_kind=kind)


def result(*finish: int, level: str | None = None, starts: bool | None = False) -> Deal:
    """A deal of which only the result is recorded: UP1, UP2 and UP3 are those after which team 0 goes up by so many."""
    return Deal(1, (), level=None if level is None else LEVEL[level], finish=finish, starts_match=starts)


UP1, UP2, UP3 = (0, 1, 3), (0, 1, 2), (0, 2)
THEIR1, THEIR2, THEIR3 = (1, 0, 2), (1, 0, 3), (1, 3)


def shown(deals: list[Deal], book: rules.Rules = HUAIAN) -> str:
    """Levels as text, `?` where unknown."""
    return "".join("?" if level is None else cards.RANKS[level] for level, _ in levels(deals, book))


def test_the_chain_of_results_gives_the_next_level() -> None:
    deals = [result(*UP3, starts=True), result(*THEIR1), result(*THEIR2), result(*UP2), result(*UP1)]
    assert shown(deals) == "25357"
    assert [how for _, how in levels(deals, HUAIAN)] == ["start", "chain", "chain", "chain", "chain"]


def test_a_stated_level_is_taken_as_it_stands_even_against_the_chain() -> None:
    deals = [result(*UP3, level="2", starts=True), result(*UP3, level="9"), result(*UP1)]
    assert levels(deals, HUAIAN) == [(0, "stated"), (LEVEL["9"], "stated"), (LEVEL["Q"], "chain")]


def test_a_level_stated_later_tells_the_earlier_ones() -> None:
    # Whose the first level was stays open: the second deal is theirs who won the first, and so is the third.
    assert shown([result(*UP1), result(*UP1), result(*UP1, level="8")]) == "?78"


def test_a_team_that_has_not_won_yet_has_no_known_level() -> None:
    theirs = replace(result(*UP1, level="8"), team_levels=(LEVEL["8"], None))
    assert shown([theirs, result(*UP1), result(*THEIR1), result(*THEIR1)]) == "89T?"


def test_levels_of_teams_that_the_record_states_are_used() -> None:
    deals = [replace(result(*THEIR3, level="9"), team_levels=(LEVEL["9"], LEVEL["4"])), result(*THEIR1)]
    assert shown(deals) == "97"


def test_nothing_known_is_no_level() -> None:
    assert levels([result(*UP3), result(*UP3)], HUAIAN) == [(None, None), (None, None)]
    assert infer([], HUAIAN) == Chain((), (), ())


def test_a_long_record_without_any_level_is_given_up_without_trying_everything() -> None:
    deals = [result(*finish) for finish in (UP1, THEIR1, UP2, THEIR2) * 6]
    assert {level for level, _ in levels(deals, V1006)} == {None}


def test_a_wild_that_completes_a_pair_shows_the_level() -> None:
    deal = Deal(1, (play(0, "S9 H6", Kind.PAIR), Event(EventKind.PASS, 1), play(2, "HA HA SA CA H6", Kind.BOMB)))
    assert levels([deal], V1006) == [(LEVEL["6"], "wilds")]


def test_a_level_card_that_beats_an_ace_shows_the_level() -> None:
    assert levels([Deal(1, (play(0, "SA"), play(1, "C7")))], V1006) == [(LEVEL["7"], "wilds")]


def test_a_lead_beats_nothing() -> None:
    passes = tuple(Event(EventKind.PASS, seat) for seat in (1, 2, 3))
    ways = (
        (play(0, "SA"), *passes, play(0, "C7")),
        (play(0, "SA"), passes[0], play(1, "C7")),
        (Event(EventKind.PLAY, None, (48,)), Event(EventKind.PASS, 0)),
    )
    assert [levels([Deal(1, way)], V1006) for way in ways] == [[(None, None)]] * 3


def test_a_joker_bomb_says_nothing_about_the_level() -> None:
    assert not evidence([Deal(1, (play(0, "SB SB HR HR", Kind.JOKER_BOMB),))], V1006.switches).any()


def test_one_wrong_play_does_not_move_a_chain() -> None:
    wrong = replace(result(*UP1), events=(play(0, "S9 HK", Kind.PAIR),))
    assert shown([result(*UP1, starts=True), wrong, result(*UP1)]) == "234"


def test_three_plays_that_only_another_level_explains_break_a_chain() -> None:
    plays = (play(0, "S9 HK", Kind.PAIR), play(0, "S4 HK", Kind.PAIR), play(0, "SA"), play(1, "CK"))
    breaking = replace(result(*UP1), events=plays)
    assert shown([result(*UP1, starts=True), breaking, result(*UP1)]) == "2KA"


def test_after_a_match_is_won_the_next_begins_without_its_being_stated() -> None:
    deals = [result(*UP1, level="K"), result(*UP3), result(*THEIR3, starts=None), result(*THEIR3, starts=None)]
    deals[0] = replace(deals[0], team_levels=(LEVEL["K"], LEVEL["T"]))
    assert match_starts(deals, HUAIAN) == [False, False, True, False]
    assert shown(deals) == "KA25"
    assert levels(deals, HUAIAN)[2] == (0, "start")


def test_a_deal_without_tribute_that_goes_on_at_the_level_due_is_no_new_match() -> None:
    first = replace(result(*UP1, level="7"), team_levels=(LEVEL["7"], LEVEL["T"]))
    assert match_starts([first, result(*UP3, level="8", starts=None)], HUAIAN) == [False, False]


def test_levels_that_start_again_are_a_new_match_though_nobody_had_won() -> None:
    first = replace(result(*UP1, level="9"), team_levels=(LEVEL["9"], LEVEL["T"]))
    deals = [first, result(*THEIR3, level="2", starts=None), result(*THEIR3, level="5", starts=None)]
    assert match_starts(deals, HUAIAN) == [False, True, False]


def test_two_payers_show_whose_level_is_played_also_without_their_returns() -> None:
    double = (Event(EventKind.TRIBUTE, 1, (53,)), Event(EventKind.TRIBUTE, 3, (52,)))
    assert shown([result(*UP1, level="8"), result(*UP1)]) == "8?"
    assert shown([replace(result(*UP1, level="8"), events=double), result(*UP1)]) == "89"


def test_a_tribute_is_never_the_first_deal() -> None:
    paying = replace(result(level="2", starts=None), events=(Event(EventKind.TRIBUTE, 3, (53,)),))
    assert match_starts([result(*UP1, level="9", starts=None), paying], HUAIAN) == [None, False]


def test_what_the_record_states_about_a_beginning_stands() -> None:
    deals = [result(*UP2, starts=True), result(*UP3), result(*UP3, starts=True)]
    assert match_starts(deals, HUAIAN) == [True, False, True]
    assert shown(deals) == "242"


def test_a_match_that_states_another_first_level_begins_there() -> None:
    assert shown([result(*UP3, level="5", starts=True), result(*THEIR3), result(*UP3)]) == "588"


def test_a_result_that_is_lost_leaves_what_its_ways_have_in_common() -> None:
    cut = replace(result(level="4", starts=True), cut="tail")
    double = (Event(EventKind.TRIBUTE, 1, (53,)), Event(EventKind.TRIBUTE, 3, (52,)), Event(EventKind.RETURN, 0, (0,)))
    assert shown([cut, result(*UP1)]) == "4?"
    assert shown([cut, replace(result(*UP1), events=double)]) == "47"


def test_deals_that_lost_their_head_tell_the_next_nothing() -> None:
    assert shown([result(*UP3, level="4"), Deal(1, (), cut="head"), result(*UP3)]) == "4??"


def test_the_next_return_outweighs_a_result_that_a_missing_line_has_turned() -> None:
    turned = replace(result(*UP1, level="8"), team_levels=(LEVEL["8"], LEVEL["5"]))
    back = (Event(EventKind.TRIBUTE, 2, (53,)), Event(EventKind.RETURN, 3, (0,)))
    deals = [turned, Deal(2, (*back, play(0, "S9 H6", Kind.PAIR), play(0, "SA"), play(1, "C6")))]
    assert shown(deals, V1006) == "86"


def test_an_order_of_four_claims_no_more_than_two_after_a_double_win() -> None:
    assert order(result(3, 1, 0, 2)) == (3, 1)
    assert order(result(1, 0, 2, 3)) == (1, 0, 2)
    assert order(result(1, 0)) == ()


@pytest.mark.parametrize("finish", [UP1, THEIR1])
def test_an_ace_that_is_not_passed_stays_an_ace_in_the_official_book(finish: tuple[int, ...]) -> None:
    first = replace(result(*UP1, level="K"), team_levels=(LEVEL["K"], LEVEL["2"]))
    assert shown([first, result(*finish), result(*UP1), result(*UP1)])[-1] == "A"


def test_a_head_who_goes_out_on_aces_is_seen_where_a_book_asks_for_it() -> None:
    last = play(1, "SA HA", Kind.PAIR)
    first = replace(result(*UP1, level="K"), team_levels=(LEVEL["K"], LEVEL["2"]))
    deals = [first, replace(result(*THEIR1), events=(last,)), result(*UP1), result(*UP1)]
    pagat = replace(HUAIAN, ace_finish_demotes=True)
    assert (shown(deals), shown(deals, pagat)) == ("KA3A", "KA33")


def test_a_side_at_ace_that_heads_without_passing_plays_2_next_on_the_platform() -> None:
    first = replace(result(*UP1, level="K"), team_levels=(LEVEL["K"], LEVEL["2"]))
    assert shown([first, result(*UP2), result(*UP1)], V1006) == "KA2"
    other = replace(result(*THEIR3, level="J"), team_levels=(LEVEL["J"], LEVEL["A"]))
    assert shown([other, result(*THEIR3)], V1006) == "J2"


@settings(max_examples=25)
@given(st.lists(st.sampled_from([UP1, UP2, UP3, THEIR1, THEIR2, THEIR3, ()]), max_size=8))
def test_any_results_are_read_without_complaint(finishes: list[tuple[int, ...]]) -> None:
    deals = [result(*finish, starts=None if i % 3 else False) for i, finish in enumerate(finishes)]
    found = infer(deals, V1006)
    assert len(found.levels) == len(found.how) == len(found.starts) == len(deals)


def test_the_work_grows_with_the_number_of_deals() -> None:
    deals = [result(*(UP1, THEIR1, THEIR2)[i % 3], starts=i % 20 == 0) for i in range(1600)]
    began = time.process_time()
    infer(deals[:200], V1006)
    small, began = time.process_time() - began, time.process_time()
    infer(deals, V1006)
    assert time.process_time() - began < 24 * small


@pytest.fixture(scope="module")
def log(records: Path) -> list[Deal]:
    """The deals of the real referee's log."""
    raw = (records / "njupt_v1006" / "server_part1.log").read_bytes()
    matches = (found for found in njupt_server.read(BytesIO(raw)) if isinstance(found, Match))
    return [replace(deal, starts_match=None) for match in matches for deal in match.deals]


KNOWN = {
    139: "6", 280: "7", 401: "4", 539: "5", 674: "8", 1464: "A", 1584: "2", 2159: "9", 2528: "A", 2925: "2", 3082: "5", 3779: "A",
    3898: "2", 4301: "T", 4572: "A", 5028: "J", 5164: "2", 5315: "5", 5475: "6", 5610: "A", 5720: "2",
}  # fmt: skip


@pytest.mark.parametrize("book", [V1006, HUAIAN], ids=lambda book: book.name)
def test_the_real_log_has_the_levels_that_its_plays_show(log: list[Deal], book: rules.Rules) -> None:
    found = {deal.first_line: (level, how) for deal, (level, how) in zip(log, levels(log, book), strict=True)}
    assert {line: cards.RANKS[found[line][0] or 0] for line in KNOWN} == KNOWN
    assert {how for _, how in found.values()} == {"wilds", None}


def test_three_matches_and_three_anti_tributes_are_told_apart_in_the_real_log(log: list[Deal]) -> None:
    starts = match_starts(log, V1006)
    unpaid = [
        i
        for i, deal in enumerate(log)
        if deal.cut is None and not any(e.kind == EventKind.TRIBUTE for e in deal.events)
    ]
    assert {log[i].first_line: starts[i] for i in unpaid} == {
        2159: False,
        2925: True,
        3898: True,
        4301: False,
        5610: False,
    }
    assert sum(start is True for start in starts) == 2


def test_the_chain_alone_gives_the_levels_of_the_real_log(log: list[Deal]) -> None:
    bare = [replace(d, finish=order(d), events=tuple(e for e in d.events if e.kind in (0, 1))) for d in log[2:]]
    bare[0] = replace(bare[0], level=LEVEL["6"], team_levels=(LEVEL["6"], LEVEL["2"]))
    found = {deal.first_line: level for deal, level in zip(bare, infer(bare, V1006).levels, strict=True)}
    told = {line: cards.RANKS[level] for line in KNOWN if (level := found[line]) is not None}
    assert told.items() <= KNOWN.items()
    assert len(told) == len(KNOWN)
