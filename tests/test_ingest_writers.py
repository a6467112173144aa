"""What a writer puts into a file, the reader of the same format takes out again: the same facts, as far as the format has room for them."""

import io
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.records import Deal, Event, EventKind, Match
from ingest.readers import guandan_world as guandan_world_reader
from ingest.readers import njupt_client as client_reader
from ingest.readers import njupt_server as server_reader
from ingest.writers import UnwritableError, guandan_world, njupt_client, njupt_server
from tests.written import matches, moves, round_trip

SEEDS = (3, 14)


def pairs(written: list[Match], read: list[Match]) -> Iterator[tuple[Deal, Deal]]:
    assert [len(match.deals) for match in written] == [len(match.deals) for match in read]
    for one, other in zip(written, read, strict=True):
        yield from zip(one.deals, other.deals, strict=True)


def with_reading(event: Event) -> object:
    return event.kind, event.seat, event.cards, event.declared_kind, event.declared_rank


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("book", ["huaian_2017", "njupt_v1006"])
def test_the_console_log_of_guandan_world_keeps_hands_events_levels_and_results(book: str, seed: int) -> None:
    written = matches(book, seed)
    read = round_trip(written, guandan_world, guandan_world_reader)
    assert [bool(match.ended) for match in read] == [bool(match.ended) for match in written]
    for one, other in pairs(written, read):
        assert (one.finish, one.leader, one.team_levels) == (other.finish, other.leader, other.team_levels)
        assert (one.level, one.hands, one.starts_match) == (other.level, other.hands, other.starts_match)
        plain = [(e.kind, e.seat, e.to, e.cards) for e in one.events]
        assert plain == [(e.kind, e.seat, e.to, e.cards) for e in other.events]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("book", ["huaian_2017", "njupt_v1006"])
def test_the_referees_log_keeps_every_move_with_its_reading(book: str, seed: int) -> None:
    written = matches(book, seed)
    read = round_trip(written, njupt_server, server_reader)
    for one, other in pairs(written, read):
        assert moves(one, with_reading, anti=False) == moves(other, with_reading)


def torn(match: Match) -> tuple[Deal, ...]:
    """Four deals that have each lost something else."""
    one, two, three, four = match.deals
    return (
        replace(one, events=one.events[40:], cut="head", starts_match=None),
        replace(two, events=two.events[:2], cut="tail", starts_match=False),
        replace(three, events=three.events[30:33], cut="both", starts_match=False),
        replace(four, events=four.events[:50] + four.events[54:], cut="middle", starts_match=False),
    )


def test_the_console_log_keeps_matches_and_deals_with_what_they_have_lost() -> None:
    [match] = matches("huaian_2017", 3)
    written = [replace(match, deals=torn(match)), match, replace(match, deals=match.deals[1:2])]
    read = round_trip(written, guandan_world, guandan_world_reader)
    told = [[(d.deal_no, d.starts_match, d.cut, len(d.events)) for d in m.deals] for m in read]
    starts = [None, False, False, False]
    assert [[row[1] for row in match] for match in told] == [starts, [True, False, False, False], [None]]
    assert [[row[2:] for row in match] for match in told] == [
        [(deal.cut, len(deal.events)) for deal in match.deals] for match in written
    ]


def console(*events: Event, **more: object) -> list[str]:
    file = io.BytesIO()
    guandan_world.write([Match(1, (replace(Deal(1, events), **more),))], file)  # type: ignore[arg-type]  # fields of a Deal
    return file.getvalue().decode().splitlines()


def test_the_console_log_says_once_that_tribute_is_refused_and_names_each_holder_with_its_jokers() -> None:
    one, three = Event(EventKind.ANTI_TRIBUTE, 1), Event(EventKind.ANTI_TRIBUTE, 3)
    named = [line for line in console(one, three) if "大王" in line]
    assert named == ["抗贡结果：败方持有2张大王，触发抗贡", "  Player 1: 1张大王", "  Player 3: 1张大王"]
    assert "  Player 1: 2张大王" in console(one)
    assert "  Player 1: 1张大王" in console(one, hands=(None, (53, 0), None, None), hands_at="dealt")
    nobody = Event(EventKind.ANTI_TRIBUTE, None)
    assert not any("Player" in line for line in console(nobody))


def test_the_console_log_states_no_leader_no_hand_and_no_victory_that_the_record_does_not() -> None:
    text = console(
        Event(EventKind.PLAY, 1, (0,)), finish=(1,), hands=((0,), None, None, None), hands_at="after_tribute"
    )
    assert text[2:4] == ["Event: Player 1 played 1 cards: [2S]", "Event: Deal Ended, Rankings: [1]"]


@pytest.mark.parametrize(
    "event",
    [
        Event(EventKind.PLAY, None, (0,)),
        Event(EventKind.PASS, None),
        Event(EventKind.TRIBUTE, None, (0,)),
        Event(EventKind.RETURN, 0, (0,)),
        Event(EventKind.PLAY, 0),
        Event(EventKind.TRIBUTE, 0),
    ],
)
def test_what_the_console_log_cannot_hold_is_refused(event: Event) -> None:
    with pytest.raises(UnwritableError):
        console(event)
    with pytest.raises(UnwritableError, match="deal 1"):
        console()


def shape(matches: list[Match]) -> list[list[object]]:
    return [[(d.deal_no, d.starts_match, d.cut, moves(d, with_reading)) for d in match.deals] for match in matches]


def test_the_referees_log_keeps_matches_and_deals_with_what_they_have_lost() -> None:
    [whole] = matches("njupt_v1006", 3)
    moved = tuple(
        replace(d, events=tuple(e for e in d.events if e.kind != EventKind.ANTI_TRIBUTE)) for d in whole.deals
    )
    whole = replace(whole, deals=moved)
    written = [replace(whole, deals=torn(whole)), replace(whole, deals=moved[:2]), replace(whole, deals=moved[:1])]
    assert shape(round_trip(written, njupt_server, server_reader)) == shape(written)


def test_the_referees_log_seats_each_match_anew() -> None:
    [match] = matches("njupt_v1006", 3)
    tables = [("a", "b", "c", "d"), ("a", "c", "b", "d"), ("a", "b", "c", "e")]
    written = [Match(n, match.deals, names) for n, names in enumerate(tables, 1)]
    around = [{m.names[i - 1 : i + 1] for i in range(1, 4)} for m in round_trip(written, njupt_server, server_reader)]
    assert [("a", "b") in pairs for pairs in around] == [True, False, True]


UNREAD = Event(EventKind.PLAY, 0, (0, 0, 0))
WITHOUT_LINE = {
    "no move": Deal(4, (Event(EventKind.ANTI_TRIBUTE, 2),)),
    "nobody": Deal(1, (Event(EventKind.PASS, None),)),
    "its cards": Deal(1, (Event(EventKind.TRIBUTE, 1),)),
    "S2 S2 S2 is played without a reading": Deal(1, (UNREAD,)),
    "without a reading": Deal(1, (replace(UNREAD, declared_kind=3),)),
}


@pytest.mark.parametrize("why", WITHOUT_LINE)
def test_what_the_referees_log_cannot_hold_is_refused(why: str) -> None:
    with pytest.raises(UnwritableError, match=why):
        njupt_server.write([Match(1, (WITHOUT_LINE[why],))], io.BytesIO())


def test_a_rank_in_other_words_than_the_platforms_is_written_in_the_platforms() -> None:
    said = [Event(EventKind.PLAY, 0, (0, 0, 0), declared_kind=3, declared_rank=0, label=text) for text in ("2", "333")]
    assert [njupt_server.triple(event)[1] for event in said] == ["2", "2"]
    run = Event(EventKind.PLAY, 0, (1, 4, 9, 12, 16), declared_kind=5, declared_rank=None, label="Q")
    assert njupt_server.triple(run)[1] == "Q"


def test_the_referees_log_says_which_entry_of_the_legal_list_was_chosen() -> None:
    read = round_trip(matches("njupt_v1006", 3), njupt_server, server_reader)
    choices = [event.choice for deal in read[0].deals for event in deal.events if event.kind == EventKind.PLAY]
    assert all(choice is not None for choice in choices)
    assert len(set(choices)) > 10


@pytest.mark.parametrize("seed", SEEDS)
def test_a_clients_transcript_keeps_its_hand_every_move_and_what_was_left(seed: int) -> None:
    written = matches("njupt_v1006", seed)
    read = round_trip(written, njupt_client, client_reader)
    assert [match.viewpoint for match in read] == [0]
    assert sum(len(match.legal_lists) for match in read) > 10
    for one, other in pairs(written, read):
        assert sorted(other.hands[0] or ()) == sorted(one.hands[0] or ())
        assert other.level == one.level
        assert moves(one, with_reading) == moves(other, with_reading)
        played = [len(event.cards) for event in one.events if event.kind == EventKind.PLAY]
        assert sum(played) + sum(len(cards or ()) for cards in other.rest) == 108


def test_a_transcript_may_begin_with_a_deal_that_lost_its_head_and_end_with_one_that_lost_its_tail() -> None:
    [match] = matches("njupt_v1006", 3)
    one, *others, last = match.deals
    head = replace(one, events=one.events[40:], cut="head", starts_match=None)
    tail = replace(last, events=last.events[:20], cut="tail", finish=None)
    [read] = round_trip([replace(match, deals=(head, *others, tail))], njupt_client, client_reader)
    assert [deal.cut for deal in read.deals] == ["head", None, None, "tail"]
    assert moves(read.deals[0], with_reading) == moves(head, with_reading)
    assert all(row.deal_no != 1 for row in read.legal_lists)


ONE, HANDS = matches("njupt_v1006", 3)[0].deals[1], ((0,) * 27, None, None, None)
WITHOUT_MESSAGE = {
    "deal 2 has lost": replace(ONE, cut="middle"),
    "has lost": replace(ONE, cut="tail"),
    "after tribute": replace(ONE, hands_at="after_tribute"),
    "to whom": replace(ONE, events=(Event(EventKind.RETURN, 0, (0,)),)),
    "nobody": Deal(1, (Event(EventKind.PASS, None),), hands=HANDS, hands_at="dealt"),
}


@pytest.mark.parametrize("why", WITHOUT_MESSAGE)
def test_what_a_transcript_cannot_say_is_refused(why: str) -> None:
    with pytest.raises(UnwritableError, match=why):
        njupt_client.write([Match(1, (WITHOUT_MESSAGE[why],))], io.BytesIO())


def test_a_transcript_needs_the_hand_of_the_seat_that_sees() -> None:
    match = matches("njupt_v1006", 3)[0]
    hidden = Match(1, (Deal(1, match.deals[0].events, level=0),))
    with pytest.raises(njupt_client.HandUnknownError, match="seat 0"):
        njupt_client.write([hidden], io.BytesIO())
