"""What a writer puts into a file, the reader of the same format takes out again: the same facts, as far as the format has room for them."""

import io
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from engine.records import Deal, Event, EventKind, Match
from engine.rules import load
from engine.simulate import simulate
from ingest.readers import guandan_world as guandan_world_reader
from ingest.readers import njupt_client as client_reader
from ingest.readers import njupt_server as server_reader
from ingest.writers import guandan_world, njupt_client, njupt_server

SEEDS = (3, 14)


def matches(book: str, seed: int) -> list[Match]:
    """A short simulated match."""
    return list(simulate(1, seed, load(book), most_deals=4))


def round_trip(written: list[Match], writer: ModuleType, reader: ModuleType) -> list[Match]:
    file = io.BytesIO()
    writer.write(written, file)
    file.seek(0)
    return [piece for piece in reader.read(file) if isinstance(piece, Match)]


def pairs(written: list[Match], read: list[Match]) -> Iterator[tuple[Deal, Deal]]:
    assert [len(match.deals) for match in written] == [len(match.deals) for match in read]
    for one, other in zip(written, read, strict=True):
        yield from zip(one.deals, other.deals, strict=True)


def moves(deal: Deal, fields: Callable[[Event], object], *, anti: bool = True) -> list[object]:
    return [fields(event) for event in deal.events if anti or event.kind != EventKind.ANTI_TRIBUTE]


def with_reading(event: Event) -> object:
    return event.kind, event.seat, event.cards, event.declared_kind, event.declared_rank


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("book", ["huaian_2017", "njupt_v1006"])
def test_the_console_log_of_guandan_world_keeps_hands_events_levels_and_results(book: str, seed: int) -> None:
    written = matches(book, seed)
    read = round_trip(written, guandan_world, guandan_world_reader)
    assert [bool(match.ended) for match in read] == [bool(match.ended) for match in written]
    for one, other in pairs(written, read):
        assert other.finish is not None
        assert other.finish[: len(one.finish or ())] == one.finish
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


def test_a_transcript_needs_the_hand_of_the_seat_that_sees() -> None:
    match = matches("njupt_v1006", 3)[0]
    hidden = Match(1, (Deal(1, match.deals[0].events, level=0),))
    with pytest.raises(njupt_client.HandUnknownError, match="seat 0"):
        njupt_client.write([hidden], io.BytesIO())
