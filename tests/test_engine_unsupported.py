"""Three-handed, unshuffled and fixed-level games are refused with what is not supported, and nothing else is."""

from dataclasses import replace

import pytest

from engine import rules
from engine.records import FOUR_NONE, Deal, Event, EventKind, Match
from engine.simulate import simulate
from engine.unsupported import unsupported

SIMULATED = list(simulate(6, 11, rules.load("huaian_2017")))


def without_seat(match: Match, seat: int) -> Match:
    """A match of three: what one seat does is not there, nor the hands."""
    return replace(
        match,
        deals=tuple(
            replace(deal, hands=FOUR_NONE, events=tuple(e for e in deal.events if seat not in (e.seat, e.to)))
            for deal in match.deals
        ),
    )


def at_one_level(match: Match, level: int | None) -> Match:
    """The same results, every deal said to be at one level."""
    return replace(match, deals=tuple(replace(deal, level=level, team_levels=(None, None)) for deal in match.deals))


def told(match: Match) -> str | None:
    """Why a match is refused, in English."""
    found = unsupported(match)
    return None if found is None else found.en


@pytest.mark.parametrize("match", SIMULATED, ids=lambda match: f"match {match.match_no}")
def test_a_match_of_four_is_judged(match: Match) -> None:
    assert told(match) is None
    assert told(replace(match, rules="huaian_2017", label="三人行必有我师")) is None


@pytest.mark.parametrize("seat", range(4))
def test_three_who_act_are_a_three_handed_game(seat: int) -> None:
    assert (
        told(without_seat(SIMULATED[0], seat))
        == f"seat {seat} neither plays nor passes in any deal: three-handed Guandan is not supported"
    )


def test_a_seat_may_be_silent_where_no_passes_are_recorded() -> None:
    silent = without_seat(SIMULATED[0], 3)
    lossy = tuple(
        replace(deal, events=tuple(e for e in deal.events if e.kind != EventKind.PASS)) for deal in silent.deals
    )
    assert told(replace(silent, deals=lossy)) is None


def test_a_deal_of_a_few_moves_shows_nothing() -> None:
    moves = tuple(Event(EventKind.PASS, seat) for seat in (0, 1, 2, 0, 1, 2))
    assert told(Match(1, (Deal(1, moves),))) is None


def test_three_deals_at_one_level_are_a_fixed_level_game() -> None:
    fixed = at_one_level(SIMULATED[0], 0)
    assert (
        told(fixed)
        == f"all {len(fixed.deals)} deals are at level 2, whatever their results: Guandan at a fixed level (转蛋) is not supported"
    )
    assert told(replace(fixed, deals=fixed.deals[:3])) is not None


def test_two_deals_at_one_level_may_be_those_of_either_side() -> None:
    fixed = at_one_level(SIMULATED[0], 0)
    assert told(replace(fixed, deals=fixed.deals[:2])) is None


def test_games_begun_afresh_deals_at_a_and_lost_deals_are_no_fixed_level() -> None:
    fixed = at_one_level(SIMULATED[0], 0)
    assert told(replace(fixed, deals=tuple(replace(deal, starts_match=True) for deal in fixed.deals))) is None
    assert told(at_one_level(SIMULATED[0], 12)) is None
    assert told(at_one_level(SIMULATED[0], None)) is None
    assert told(replace(fixed, deals=fixed.deals[::2])) is None
    assert told(replace(fixed, deals=tuple(replace(deal, cut="both") for deal in fixed.deals))) is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("三人掼蛋", "three-handed Guandan is not supported"),
        ("three_handed", "three-handed Guandan is not supported"),
        ("3p", "three-handed Guandan is not supported"),
        ("六人掼蛋", "Guandan of six or eight players is not supported"),
        ("6p", "Guandan of six or eight players is not supported"),
        ("不洗牌", "Guandan without shuffling between deals is not supported"),
        ("No-Shuffle", "Guandan without shuffling between deals is not supported"),
        ("转蛋", "Guandan at a fixed level (转蛋) is not supported"),
        ("fixed level", "Guandan at a fixed level (转蛋) is not supported"),
    ],
)
def test_a_record_that_names_another_game_is_refused(name: str, expected: str) -> None:
    assert told(replace(SIMULATED[0], rules=name)) == expected


def test_a_label_names_a_game_only_in_full() -> None:
    assert told(replace(SIMULATED[0], label="2026 转蛋邀请赛")) == "Guandan at a fixed level (转蛋) is not supported"
    assert told(replace(SIMULATED[0], label="桌 3p")) is None
