"""Where deals begin and end in a stream of moves that does not say."""

import random
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import segment as segmenting
from engine.cards import PACK
from engine.kernel import faults
from engine.pile import Pile, finishing, is_over, turn_faults
from engine.records import Event, EventKind, Match
from engine.rules import load
from engine.segment import Piece
from ingest.readers import njupt_server

V1006 = load("njupt_v1006")
PLAY, PASS = EventKind.PLAY, EventKind.PASS


def whole_deal(seed: int, first: int = 0, *, tribute: bool = False) -> list[Event]:
    """A deal in which the seats lay their cards down one by one in turn; the seat before `first` keeps one card."""
    pack = list(PACK)
    random.Random(seed).shuffle(pack)
    hands = [pack[27 * seat : 27 * seat + 27] for seat in range(4)]
    plays = [Event(PLAY, (first + i) % 4, (hands[(first + i) % 4][i // 4],)) for i in range(27 * 4 - 1)]
    exchange = [Event(EventKind.TRIBUTE, (first + 3) % 4, (53,)), Event(EventKind.RETURN, first, (0,))]
    return (exchange if tribute else []) + plays


def segment(events: Sequence[Event], starts: Sequence[int] = ()) -> list[Piece]:
    return segmenting.segment(events, V1006, starts)


def damaged(events: Sequence[Event], *holes: int) -> list[Event]:
    return [event for i, event in enumerate(events) if i not in holes]


def test_a_deal_ends_when_three_seats_are_out() -> None:
    deal = whole_deal(1)
    assert segment(deal, [0]) == [Piece(0, 107, None)]
    assert finishing(deal) == (0, 1, 2)


def test_a_deal_ends_when_both_of_a_team_are_out() -> None:
    deal = [event for event in whole_deal(1) if event.seat in (0, 2)]
    assert segment(deal, [0]) == [Piece(0, 54, None)]
    assert is_over((0, 2))
    assert not is_over((0, 1))


@pytest.mark.parametrize(("book", "bits"), [("njupt_v1006", 0), ("huaian_2017", faults.NOT_ASKED)])
def test_who_leads_after_a_seat_that_is_out_is_the_rule_books(book: str, bits: int) -> None:
    hand = Event(PLAY, 0, tuple(range(27)))
    partner_leads_at_once = [hand, Event(PASS, 1), Event(PASS, 2), Event(PLAY, 2, (30,))]
    assert turn_faults(partner_leads_at_once, load(book).switches) == bits
    assert turn_faults([hand, Event(PASS, 2), Event(PASS, None)], load(book).switches) == faults.OUT_OF_TURN


def test_what_follows_an_end_is_the_next_deal() -> None:
    stream = whole_deal(1) + whole_deal(2, first=2)
    assert segment(stream, [0]) == [Piece(0, 107, None), Piece(107, 214, None)]


def test_a_tribute_shows_a_beginning_and_a_log_that_starts_without_one_has_lost_its_head() -> None:
    stream = whole_deal(1)[40:] + whole_deal(2, tribute=True)
    assert segment(stream) == [Piece(0, 67, "head"), Piece(67, 176, None)]


def test_without_a_known_beginning_27_cards_make_no_deal() -> None:
    assert segment(whole_deal(1)) == [Piece(0, 107, "both")]


def test_a_lost_head_is_split_where_a_card_would_be_there_three_times() -> None:
    pieces = segment(whole_deal(1)[40:] + whole_deal(2) + whole_deal(3, tribute=True))
    assert [piece.cut for piece in pieces] == ["head", "head", None]
    assert pieces[-1] == Piece(174, 283, None)


def test_a_log_that_stops_has_lost_its_tail() -> None:
    assert segment(whole_deal(1, tribute=True)[:50]) == [Piece(0, 50, "tail")]


def test_passes_after_the_end_stay_with_the_deal_that_has_ended() -> None:
    stream = [*whole_deal(1), Event(PASS, 3), Event(PASS, 0), *whole_deal(2, tribute=True)]
    assert segment(stream, [0]) == [Piece(0, 109, None), Piece(109, 218, None)]


def test_a_stray_play_before_a_tribute_stays_with_the_deal_that_has_ended() -> None:
    stream = [*whole_deal(1), Event(PLAY, 3, (20,)), *whole_deal(2, tribute=True)]
    assert segment(stream, [0]) == [Piece(0, 108, None), Piece(108, 217, None)]


def test_two_tributes_and_two_returns_are_one_beginning() -> None:
    exchange = [Event(kind, seat, (8,)) for kind, seat in ((EventKind.TRIBUTE, 1), (EventKind.TRIBUTE, 3))]
    exchange += [Event(EventKind.RETURN, seat, (8,)) for seat in (0, 2)]
    assert segment(exchange + whole_deal(1)) == [Piece(0, 111, None)]


def test_an_anti_tribute_shows_a_beginning() -> None:
    stream = [*whole_deal(1)[50:], Event(EventKind.ANTI_TRIBUTE, 2), *whole_deal(2)]
    assert segment(stream)[-1] == Piece(57, 165, None)


def test_a_missing_play_costs_its_deal_and_no_other() -> None:
    deals = [whole_deal(1, tribute=True), whole_deal(2), whole_deal(3), whole_deal(4, tribute=True)]
    stream = damaged([event for deal in deals for event in deal], 30)
    assert segment(stream) == [
        Piece(0, 108, "tail"),
        Piece(108, 215, None),
        Piece(215, 322, None),
        Piece(322, 431, None),
    ]


def test_one_card_too_many_is_a_fault_of_the_record_and_no_boundary() -> None:
    stream = whole_deal(1, tribute=True)
    twice = next(e for e in stream[2:] if e.kind == PLAY)
    stream[60] = Event(PLAY, stream[60].seat, (*stream[60].cards, *twice.cards * 2))
    assert [piece.cut for piece in segment(stream + whole_deal(2, tribute=True))] == [None, None]


def test_moves_of_nobody_are_kept() -> None:
    stream = [*whole_deal(1, tribute=True), Event(PASS, None), *whole_deal(2, tribute=True)]
    assert [piece.cut for piece in segment(stream)] == [None, None]


def test_nothing_is_no_deal() -> None:
    assert segment([]) == []


def test_a_stated_beginning_ends_what_came_before() -> None:
    stream = whole_deal(1)[:30] + whole_deal(2)
    assert segment(stream, [0, 30]) == [Piece(0, 30, "tail"), Piece(30, 137, None)]


EVENTS = st.builds(
    Event,
    st.sampled_from(
        (PLAY, PLAY, PLAY, PASS, EventKind.TRIBUTE, EventKind.RETURN, EventKind.ANTI_TRIBUTE, EventKind.REPORT)
    ),
    st.sampled_from((0, 1, 2, 3, None)),
    st.lists(st.integers(0, 53), max_size=9).map(tuple),
)


@given(st.lists(EVENTS, max_size=120), st.lists(st.integers(0, 119), max_size=3))
def test_every_event_of_any_stream_is_in_one_piece(events: list[Event], starts: list[int]) -> None:
    pieces = segment(events, starts)
    assert [i for piece in pieces for i in range(piece.start, piece.stop)] == list(range(len(events)))


@given(st.integers(0, 5), st.lists(st.integers(0, 430), max_size=12))
def test_holes_invent_no_deal_that_holds_more_than_a_pack(seed: int, holes: list[int]) -> None:
    deals = [whole_deal(seed + i, i, tribute=i % 3 == 0) for i in range(4)]
    stream = damaged([event for deal in deals for event in deal], *holes)
    for piece in segment(stream):
        pile = Pile()
        for event in stream[piece.start : piece.stop]:
            assert piece.cut or not pile.strikes(event)
            pile.add(event)


@pytest.fixture(scope="module")
def log(records: Path) -> list[Event]:
    """The moves of the real referee's log."""
    raw = (records / "njupt_v1006" / "server_part1.log").read_bytes()
    matches = (found for found in njupt_server.read(BytesIO(raw)) if isinstance(found, Match))
    return [event for match in matches for deal in match.deals for event in deal.events]


def spans(events: Sequence[Event]) -> set[tuple[int | None, int | None]]:
    return {(events[p.start].line, events[p.stop - 1].line) for p in segment(events) if p.cut is None}


def test_the_real_log_has_42_whole_deals_and_none_before_line_139(log: list[Event]) -> None:
    assert len(log) == 5872
    whole = [log[p.start : p.stop] for p in segment(log) if p.cut is None]
    assert len(whole) == 42
    assert whole[0][0].line == 139
    assert [finishing(deal) for deal in whole[:3]] == [(2, 1, 3), (3, 0, 1), (3, 0, 2)]
    assert finishing(whole[-1]) == (2, 0)
    assert sum(len(finishing(deal)) == 2 for deal in whole) == 20
    counts = [sum(e.kind == kind for deal in whole for e in deal) for kind in (0, 1, 3, 4)]
    assert counts == [52, 52, 2393, 3237]


def test_the_heads_of_the_real_log_are_kept_as_what_they_are(log: list[Event]) -> None:
    heads = [(log[p.start].line, log[p.stop - 1].line, p.cut) for p in segment(log)][:2]
    assert heads == [(1, 13, "head"), (14, 138, "head")]


def test_counting_27_cards_from_line_1_would_invent_a_deal(log: list[Event]) -> None:
    naive = next(n for n in range(len(log)) if is_over(finishing(log[:n])))
    assert log[naive - 1].line == 122
    assert all(piece.cut == "head" for piece in segment(log) if piece.start < naive)


@pytest.mark.parametrize("line", range(142, 5872, 191))
def test_a_line_missing_from_the_real_log_costs_no_other_deal(log: list[Event], line: int) -> None:
    hurt = {span for span in spans(log) if span[0] and span[1] and span[0] <= line <= span[1]}
    assert spans(log) - hurt <= spans(damaged(log, line - 1))


@pytest.mark.parametrize("first", range(200, 5700, 611))
def test_a_log_that_begins_anywhere_has_the_same_deals_from_its_first_tribute_on(log: list[Event], first: int) -> None:
    later = log[first:]
    tribute = next(event.line for event in later if event.kind == EventKind.TRIBUTE and event.line)
    assert spans(later) == {span for span in spans(log) if span[0] and span[0] >= tribute}
