"""Names and times that a format could not give back as they are: it refuses them."""

import io
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.records import Match
from engine.seating import Names
from ingest.readers import guandan_world as guandan_world_reader
from ingest.readers import njupt_client as client_reader
from ingest.readers import njupt_server as server_reader
from ingest.writers import UnwritableError, guandan_world, njupt_client, njupt_server
from tests.written import matches, moves, round_trip

HOSTILE = (
    "",
    " ",
    "a\nb",
    "a\r",
    "x send {'actIndex': 0} [",
    "a]b",
    "[a",
    "\x1b[2J",
    "名 字",
    "<script>",
    "=1+1",
    "../x",
    "a" * 150,
    "\u2028",
)


SHORT = replace(matches("njupt_v1006", 3)[0], deals=matches("njupt_v1006", 3)[0].deals[:1])
SEATS = range(4)
PAIRS = (njupt_server, server_reader), (njupt_client, client_reader), (guandan_world, guandan_world_reader)
HOSTILE_NAMES = st.none() | st.sampled_from(HOSTILE) | st.text(st.characters(), max_size=4)


@settings(max_examples=60, deadline=None)
@example(("x",) * 4)
@example((None, None, None, "\0"))
@example(("\ud800", None, "Test1", None))
@given(st.tuples(*[HOSTILE_NAMES] * 4))
def test_a_match_with_hostile_names_is_refused_or_read_back_as_it_is(names: Names) -> None:
    named = replace(SHORT, names=names)
    for writer, reader in PAIRS:
        try:
            (read,) = round_trip([named], writer, reader)
        except UnwritableError:
            continue
        by_name = writer is njupt_server
        assert moved(named, njupt_server.names_of(named) if by_name else SEATS) == moved(
            read, read.names if by_name else SEATS
        )
        assert writer is not njupt_client or read.names[0] == (names[0] if names[0] is not None else "Test1")


def moved(match: Match, called: Sequence[object]) -> list[object]:
    return [moves(d, lambda e: (e.kind, called[e.seat or 0], e.cards), anti=False) for d in match.deals]


def test_two_players_of_one_name_cannot_be_told_apart_in_the_referees_log() -> None:
    (match,) = matches("njupt_v1006", 3)
    with pytest.raises(UnwritableError):
        njupt_server.write([replace(match, names=("Ann", "Bo", "Ann", "Bo"))], io.BytesIO())


def test_a_player_without_a_name_gets_one_that_nobody_else_has() -> None:
    (match,) = matches("njupt_v1006", 3)
    (read,) = round_trip([replace(match, names=("Test2", None, "Test4", None))], njupt_server, server_reader)
    assert sorted(name or "" for name in read.names) == ["Test1", "Test2", "Test3", "Test4"]


@pytest.mark.parametrize("time_ms", [2**62, -(2**62), 1_356_966_000_000, -1_830_000_000_000])
def test_a_time_beyond_the_logs_clock_is_refused(time_ms: int) -> None:
    late = tuple(replace(event, time_ms=time_ms) for event in SHORT.deals[0].events)
    with pytest.raises(UnwritableError):
        njupt_server.write([replace(SHORT, deals=(replace(SHORT.deals[0], events=late),))], io.BytesIO())


@pytest.mark.parametrize("time_ms", [999, 1_356_965_000_000, -1_790_000_000_000])
def test_a_time_within_it_is_read_back_to_the_second(time_ms: int) -> None:
    first, *others = SHORT.deals[0].events
    timed = (replace(first, time_ms=0), *(replace(event, time_ms=time_ms) for event in others))
    (read,) = round_trip([replace(SHORT, deals=(replace(SHORT.deals[0], events=timed),))], njupt_server, server_reader)
    assert read.deals[0].events[1].time_ms == time_ms // 1000 * 1000
