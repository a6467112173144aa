"""Rulings on turns, tricks and plays: `cases/turns.toml`, each row from two seats, with hands shown and with moves alone."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from engine import cards, combos
from engine.findings import DIRTY, sentence
from engine.reconstruct import hands
from engine.records import Deal, Event, EventKind, Kind, Match
from engine.replay import replay
from engine.rules import load
from engine.simulate import simulate
from tests import any_match, rulings, staged
from tests.rulings import Row

ROWS = rulings.cases("turns.toml")


@pytest.mark.parametrize(("row", "name"), rulings.ruled(ROWS))
def test_ruling(row: Row, name: str) -> None:
    deal, skipped = staged.endgame(row["hands"], row["events"], level=0)
    rulebook = rulings.book(name, row.get("but", {}))
    expected = rulings.verdict(row, name)
    for by in (0, 1 + ROWS.index(row) % 3):
        match = Match(1, (staged.turned(deal, by),))
        shown = replay(match, rulebook)
        hidden = replay(staged.hidden(match), rulebook)
        assert rulings.said(shown.findings, skipped) == rulings.words(expected), row["clause"]
        assert rulings.said(hidden.findings, skipped) == rulings.words(row.get("hidden", expected)), row["clause"]
        if "finish" in row:
            assert shown.results[0].finish == hidden.results[0].finish
            assert [(seat - by) % 4 for seat in shown.results[0].finish] == [int(s) for s in row["finish"].split()]


def test_plays_say_who_led_who_won_and_what_is_left() -> None:
    written = "0 S9, 1 -, 2 -, 3 -, 2 S5, 3 S7, 1 S8, 2 -, 3 -, 1 S3"
    deal, skipped = staged.endgame(["S9", "S3 S8 ST", "S5 S6", "S7 SJ"], written, level=0)
    plays = replay(Match(1, (deal,)), load("huaian_2017")).plays(1)
    ours = [play for play in plays if play.event_no > skipped]
    first = ours[0].trick_no
    told = [(p.seat, p.trick_no - first, p.is_lead, p.won_trick, p.cards_left, p.top_seat) for p in ours]
    assert told == [
        (0, 0, True, True, 0, None),
        (2, 1, True, False, 1, None),
        (3, 1, False, False, 1, 2),
        (1, 1, False, True, 2, 3),
        (1, 2, True, False, 1, None),
    ]
    assert {(play.kind, play.size, play.wilds, play.reading_count) for play in ours} == {(Kind.SINGLE, 1, 0, 1)}
    assert sum(play.size for play in plays if play.seat == 0) == 27


def test_a_play_that_ends_the_deal_wins_its_trick() -> None:
    deal, _ = staged.endgame(["S3", "S5", "S7", "S9 ST"], "0 S3, 1 -, 2 S7", level=0)
    found = replay(Match(1, (deal,)), load("huaian_2017"))
    assert [play.won_trick for play in found.plays(1)][-2:] == [False, True]
    result = found.results[0]
    assert (result.complete, result.finish, result.winner_team, result.steps) == (True, (0, 2), 0, 3)
    assert (result.leader, result.tribute, result.level_how) == (0, "none", "stated")


def test_a_deal_that_stops_has_no_steps() -> None:
    deal, _ = staged.endgame(["S3", "S5 S6", "S7 S8", "S9 ST"], "0 S3, 1 S5", level=0)
    result = replay(Match(1, (deal,)), load("huaian_2017")).results[0]
    assert (result.complete, result.finish, result.winner_team, result.steps) == (False, (0,), 0, None)


@pytest.mark.parametrize(
    "event", [Event(EventKind.PASS, None), Event(EventKind.PLAY, None, (0,)), Event(EventKind.TAKEOVER, 0)]
)
def test_what_is_no_move_of_a_seat_changes_nothing(event: Event) -> None:
    deal, skipped = staged.endgame(["S3", "S5", "S7", "S9 ST"], "0 S3, 1 -, 2 S7", level=0)
    for k in (0, skipped, skipped + 2):
        more = replace(deal, events=(*deal.events[:k], event, *deal.events[k:]))
        found = replay(Match(1, (more,)), load("huaian_2017"))
        assert found.findings == ()
        assert found.results[0].finish == (0, 2)


def test_a_claim_of_more_steps_than_there_are_levels_is_only_wrong() -> None:
    deal, _ = staged.endgame(["S3", "S5", "S7", "S9 ST"], "0 S3, 1 -, 2 S7", level=0)
    for steps in (127, 128, 255):
        found = replay(Match(1, (replace(deal, steps=steps),)), load("huaian_2017"))
        assert rulings.said(found.findings) == {"steps_mismatch"}


@settings(max_examples=25)
@given(any_match.matches(lists=False))
def test_whatever_a_record_says_is_judged_and_said_in_words(match: Match) -> None:
    for name in rulings.BOOKS:
        found = replay(match, load(name))
        assert len(found.results) == len(match.deals)
        assert all(sentence(finding, language) for finding in found.findings for language in ("en", "zh"))
        for deal in match.deals:
            told = hands(found, deal.deal_no)
            assert all(len(hand.cards) <= 27 or deal.hands[hand.seat] is not None for hand in told.hands)


def test_what_is_wrong_about_the_end_of_a_deal_is_found_where_the_record_tells_of_it() -> None:
    (match,) = simulate(1, 2, load("huaian_2017"), most_deals=2)
    first, second = (replace(deal, first_line=10 * n, ended_line=10 * n + 9) for n, deal in enumerate(match.deals, 1))
    finish = second.finish or ()
    order = replace(second, finish=(*finish[:-2], finish[-1], finish[-2]))
    steps, level = replace(second, steps=9), replace(second, team_levels=(5, 5))
    unsaid = replace(order, ended_line=None)
    for deal, code, line in (
        (order, "finish_mismatch", 29),
        (unsaid, "finish_mismatch", 20),
        (steps, "steps_mismatch", 29),
        (level, "team_level_mismatch", 20),
    ):
        found = replay(replace(match, deals=(first, deal)), load("huaian_2017")).findings
        assert {f.line for f in found if f.code == code} == {line}


@pytest.mark.parametrize(("cut", "left"), [("head", None), ("middle", None), ("both", None), ("tail", 26), (None, 26)])
def test_how_many_cards_a_seat_has_is_unknown_where_the_beginning_or_middle_is_lost(cut: str, left: int | None) -> None:
    events = (Event(EventKind.PLAY, 0, (4,)), Event(EventKind.PASS, 1))
    record = Match(1, (Deal(1, events, level=0, cut=cut),))
    states = list(replay(record, load("huaian_2017")).steps(1))
    assert [state.left[0] for state in states] == [left, left]
    assert states[0].left[1] == (None if left is None else 27)


def test_a_heart_of_the_level_that_ranks_apart_may_be_declared_as_the_single_it_is() -> None:
    book = load("seed_no_wild")
    five, heart, spade = cards.level("5"), cards.parse("H5"), cards.parse("S5")
    single = (Kind.SINGLE, five)
    assert combos.beats(heart, spade, five, book, as_=single, on_as=single).beats
    assert not combos.beats(spade, heart, five, book, as_=single, on_as=single).beats
    deal, _ = staged.endgame(["H5 S3", "S6 S7", "S8 S9", "ST SJ"], "0 H5 as single:5", level=five)
    told = replay(Match(1, (replace(deal, cut="tail"),)), book).findings
    assert [f.code for f in told if f.severity in DIRTY and f.event_no] == []
