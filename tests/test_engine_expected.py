"""What a finding says was expected and what is there: under `expected` what the rules or the record give, under `actual` what stands in the record."""

from dataclasses import replace

import pytest

from engine import cards
from engine.findings import Finding
from engine.records import Deal, Event, EventKind, Kind, Match
from engine.replay import replay
from engine.rules import load
from tests import staged

BOOK = load("huaian_2017")
Said = tuple[str | None, str | None]


def one(match: Match, code: str, book: str = "huaian_2017") -> Finding:
    """The first finding of a code."""
    return next(finding for finding in replay(match, load(book)).findings if finding.code == code)


def said(match: Match, code: str, book: str = "huaian_2017") -> Said:
    found = one(match, code, book)
    return found.expected, found.actual


END = ["S3 S9", "S4 C4 SJ", "S5 S6", "S7 C7 SQ"]


@pytest.mark.parametrize(
    ("written", "code", "expected", "actual"),
    [
        ("0 S3, 1 S2", "card_not_held", "C4 S4 SJ", "S2"),
        ("0 S3 S3", "card_not_held", "S3 S9", "S3"),
        ("0 S3 S9 SK", "no_combination", "a combination", "S3 S9 SK"),
        ("0 S9, 1 S4", "not_beating", "more than S9 (single:9)", "S4 (single:4)"),
        ("0 S9, 1 S4 C4", "not_beating", "more than S9 (single:9)", "S4 C4 (pair:4)"),
        ("0 S3, 2 S5", "out_of_turn", "seat 1", "seat 2"),
        ("0 S3, 1 -, 2 -, 3 -, 0 S9, 1 -, 2 -, 3 -, 2 -", "leader_passed", "a lead", "pass"),
        ("0 S3, 1 SJ, 2 -, 3 -, 1 S4", "not_asked", "seat 0", "seat 1"),
        ("0 S3, 1 SJ, 2 -, 1 -", "holder_passed", "seat 3", "pass"),
        ("0 S3, 1 SJ, 2 -, 3 -, 0 -, 1 -", "holder_passed", "a lead", "pass"),
        ("0 S3, 1 SJ, 2 -, 2 -", "extra_pass", "seat 3", "seat 2"),
        ("0 S3, 1 SJ, 2 -, 3 -, 0 -, 2 S5", "wrong_leader", "seat 1", "seat 2"),
        ("0 S3 as single:4", "declared_reading", "single:3", "single:4"),
        ("0 S3, 1 -, 2 -, 3 -, 0 S9, 0 -", "finished_seat", "no event", "pass"),
        ("0 S3, 1 -, 2 -, 3 -, 0 S9, 1 -, 2 -, 3 -, 2 S5, 3 -, 1 -, 2 S6, 3 S7", "after_end", "no event", "play S7"),
        ("0 S3, 1 S4, 0 pays 1 S9", "late_exchange", "before the first play", "tribute S9"),
    ],
)
def test_of_a_play_or_a_turn(written: str, code: str, expected: str, actual: str) -> None:
    hands = [" ".join(sorted(hand.split())) for hand in END]
    deal, _ = staged.endgame(hands, written, level=0)
    found = one(Match(1, (deal,)), code)
    assert sorted((found.expected or "").split()) == sorted(expected.split())
    assert found.actual == actual


def test_a_card_for_the_third_time_is_held_against_the_two_that_there_are() -> None:
    plays = tuple(Event(EventKind.PLAY, seat, cards.parse(text)) for seat, text in ((0, "S3 S3"), (1, "S3 C4")))
    match = Match(1, (Deal(1, plays, level=0, starts_match=True, cut="tail"),))
    assert said(match, "card_copies") == ("S3 S3", "S3 S3 S3")


def test_more_cards_than_a_hand_has_are_counted() -> None:
    deal, _ = staged.endgame(["S3", "S5 S6", "S7 S8", "S9 ST"], "0 S3 C3", level=0)
    assert said(Match(1, (deal,)), "too_many_cards") == ("27", "28")


def test_a_run_that_its_label_fails_is_called_by_the_label_and_rests_on_its_clause() -> None:
    plays = (
        Event(EventKind.PLAY, 0, cards.parse("S4 D5 S6 D7 S8")),
        Event(EventKind.PLAY, 1, cards.parse("H3 DJ SQ CK CA")),
    )
    match = Match(1, (Deal(1, plays, level=cards.level("3"), starts_match=True, cut="tail"),))
    found = one(match, "not_beating", "njupt_v1006")
    assert (found.expected, found.actual) == ("more than S4 D5 S6 D7 S8 (straight:8)", "H3 DJ SQ CK CA (straight:7)")
    assert found.clause == load("njupt_v1006").clause("run_label").text


RUN = [cards.RANKS[(first - 1) % 13] for first in range(14)]  # A 2 3 .. K A


@pytest.mark.parametrize("level", cards.RANKS)
def test_a_run_that_a_wild_leads_is_explained_at_every_level(level: str) -> None:
    """Each run on the one below it; it fails by its label unless that is higher, and from J to K no straight is as high as the label."""
    wild = f"H{level}"
    label = RUN[4] if level == "A" else cards.RANKS[cards.level(level) + 4] if cards.level(level) < 9 else None
    for low in range(9):
        top, above = RUN[low : low + 5], RUN[low + 1 : low + 6]
        if level in above:
            continue
        lying = " ".join(suit + rank for suit, rank in zip("SCSCD", top, strict=True))
        laid = " ".join([wild, *(suit + rank for suit, rank in zip("CSDS", above[1:], strict=True))])
        plays = (
            Event(EventKind.PLAY, 0, cards.parse(lying)),
            Event(
                EventKind.PLAY, 1, cards.parse(laid), declared_kind=Kind.STRAIGHT, declared_rank=cards.rank(above[-1])
            ),
        )
        match = Match(1, (Deal(1, plays, level=cards.level(level), starts_match=True, cut="tail"),))
        found = [f for f in replay(match, load("njupt_v1006")).findings if f.code == "not_beating"]
        fails = label is not None and RUN.index(label, 1) <= low + 4
        assert [(f.expected, f.actual) for f in found] == (
            [(f"more than {lying} (straight:{top[-1]})", f"{laid} (straight:{label})")] if fails else []
        )


def after(finish: tuple[int, ...], exchange: str, hold: tuple[str, str, str, str], leader: int) -> Match:
    """A match of two deals: one that ended so at 2, and one at the level due with this exchange."""
    first = staged.finished(finish, level=0, starts_match=True)
    level = 3 if len(finish) == 2 else 2 if (finish[0] + 2) % 4 in finish else 1
    second = staged.finished(
        (0, 1, 2), level=level, deal_no=2, hold=hold, exchange=staged.moves(exchange), leader=leader
    )
    return Match(1, (first, second))


@pytest.mark.parametrize(
    ("exchange", "hold", "leader", "code", "pair"),
    [
        ("3 pays 0 SB, 0 returns 3 S2", ("S2", "", "", "SB HR"), 3, "tribute_not_highest", ("HR", "SB")),
        ("3 pays 0 H4, 0 returns 3 S2", ("S2", "", "", "H4 SK"), 3, "tribute_exempt_card", ("SK", "H4")),
        ("3 pays 1 SA, 1 returns 3 S2", ("", "S2", "", "SA"), 3, "tribute_receiver", ("seat 0", "seat 1")),
        ("3 pays 0 SA, 0 returns 2 S2", ("S2", "", "", "SA"), 3, "return_receiver", ("seat 3", "seat 2")),
        ("3 pays 0 SA, 1 returns 3 S2", ("", "S2", "", "SA"), 3, "return_seat", ("seat 0", "seat 1 return S2")),
        ("3 pays 0 SA", ("", "", "", "SA"), 3, "return_missing", ("seat 0", "nobody")),
        ("1 pays 0 SA, 0 returns 1 S2", ("S2", "SA", "", ""), 1, "tribute_payer", ("seat 3", "seat 1 tribute SA")),
        ("3 resists", ("HR HR", "", "", ""), 0, "anti_tribute_unfounded", ("HR HR seat 3", "HR HR seat 0")),
    ],
)
def test_of_an_exchange(exchange: str, hold: tuple[str, str, str, str], leader: int, code: str, pair: Said) -> None:
    assert said(after((0, 1, 2), exchange, hold, leader), code) == pair


@pytest.mark.parametrize(
    ("exchange", "code", "pair"),
    [
        ("1 pays 3 SA, 3 pays 0 DA", "tribute_receiver", ("seat 2", "seat 3")),
        ("1 pays 1 SA, 3 pays DA", "tribute_receiver", ("seat 0, seat 2", "seat 1")),
        ("1 pays 0 SA, 3 pays 0 DA", "tribute_receiver", ("seat 2", "seat 0")),
        ("1 pays SA, 3 pays DA, 0 returns 2 S2", "return_receiver", ("seat 1, seat 3", "seat 2")),
        ("1 pays SA, 3 pays DA, 1 returns 3 S2", "return_seat", ("seat 0, seat 2", "seat 1 return S2")),
        ("1 pays 0 SA, 3 pays 2 DA, 0 returns 1 S2, 2 returns 3 S3", "wrong_leader", ("seat 1, seat 3", "seat 2")),
    ],
)
def test_where_it_is_open_which_of_two_seats_both_are_named(exchange: str, code: str, pair: Said) -> None:
    book = replace(BOOK, equal_assign="winners_choose", lead_on_equal="agreed")
    first = staged.finished((0, 2), level=0, starts_match=True)
    events = (*staged.moves(exchange), Event(EventKind.PLAY, 2, cards.parse("S9")))
    second = Deal(2, events, level=3, cut="tail")
    found = next(f for f in replay(Match(1, (first, second)), book).findings if f.code == code)
    assert (found.expected, found.actual) == pair


def test_a_smaller_reading_declared_where_the_larger_counts_rests_on_that_clause() -> None:
    book = replace(BOOK, wild_reading="largest")
    deal, _ = staged.endgame(["SK CK S6 C6 H2", "S3", "S4", "S5"], "0 SK CK S6 C6 H2 as full_house:6", level=0)
    found = next(f for f in replay(Match(1, (deal,)), book).findings if f.code == "declared_reading")
    assert (found.expected, found.actual) == ("full_house:K", "full_house:6")
    assert found.clause == book.clause("wild_reading").text


def test_a_return_above_ten_is_held_against_what_may_be_returned() -> None:
    match = after((0, 1, 3), "2 pays 0 SA, 0 returns 2 SK", ("SK", "", "SA", ""), 2)
    assert said(match, "return_too_high") == ("T or lower, no level card", "SK")


def test_a_second_tribute_of_a_seat_is_one_too_many() -> None:
    match = after((0, 1, 2), "3 pays 0 SA, 3 pays 0 SK, 0 returns 3 S2", ("S2", "", "", "SA SK"), 3)
    assert said(match, "tribute_payer") == ("seat 3 once", "seat 3 tribute SK")


def test_levels_of_the_sides_are_those_of_the_results_before() -> None:
    first = staged.finished((0, 2), level=0, starts_match=True)
    second = staged.following((0, 2), (1, 2, 0), level=3, deal_no=2)
    third = replace(staged.following((1, 2, 0), (0, 1, 2), level=1, deal_no=3), team_levels=(3, 5))
    assert said(Match(1, (first, second, third)), "team_level_mismatch") == ("0+2: 5, 1+3: 3", "0+2: 5, 1+3: 7")


def test_the_levels_of_a_match_without_its_beginning_are_unknown_until_the_record_states_them() -> None:
    first = replace(staged.finished((0, 2), level=3, deal_no=4), team_levels=(3, 5))
    second = replace(staged.following((0, 2), (1, 2, 0), level=6, deal_no=5), team_levels=(6, 6))
    assert said(Match(1, (first, second)), "team_level_mismatch") == ("0+2: 8, 1+3: 7", "0+2: 8, 1+3: 8")


def test_a_winner_that_does_not_follow_is_held_against_who_passed_the_ace() -> None:
    first = staged.finished((0, 2), level=12, starts_match=True)
    second = staged.following((0, 2), (0, 2), level=12, deal_no=2)
    match = Match(1, (first, second), ended=True, winner_team=1)
    book = replace(BOOK, start_level="A")
    found = next(f for f in replay(match, book).findings if f.code == "winner_mismatch")
    assert (found.expected, found.actual) == ("0+2", "1+3")


def test_leftovers_are_cards_where_the_hand_is_known_and_else_their_number() -> None:
    deal, _ = staged.endgame(["S3", "S5 S6", "S7", "S9 ST"], "0 S3, 1 -, 2 S7", level=0)
    shown = replace(deal, rest=((), cards.parse("S5"), (), cards.parse("S9 ST")))
    assert said(Match(1, (shown,)), "rest_mismatch") == ("seat 1: S5 S6", "seat 1: S5")
    hidden = replace(staged.hidden(Match(1, (deal,))).deals[0], rest=(None, cards.parse("S5"), None, None))
    assert said(Match(1, (hidden,)), "rest_mismatch") == ("seat 1: 2", "seat 1: 1")


def test_what_is_left_when_a_record_stops_is_counted() -> None:
    deal, _ = staged.endgame(["S3", "S5 S6", "S7 S8", "S9 ST SJ"], "0 S3, 1 S5", level=0)
    assert said(Match(1, (deal,)), "unfinished") == (None, "seat 0: 0, seat 1: 1, seat 2: 2, seat 3: 3")
