"""A line that cannot be read accuses nobody: its deal is known to have lost some of its middle, and the deals around it are judged as before."""

import io
import re
from collections.abc import Iterable, Iterator
from types import ModuleType

import pytest

from engine.pile import MOVES
from engine.records import Match, Quarantined
from engine.replay import replay
from engine.rules import load
from engine.simulate import simulate
from ingest.readers import guandan_world as world_reader
from ingest.readers import njupt_client as client_reader
from ingest.readers import njupt_server as server_reader
from ingest.writers import guandan_world, njupt_client, njupt_server

FORMATS = (
    (njupt_server, server_reader, b"actIndex", "njupt_v1006"),
    (njupt_client, client_reader, b'"curAction"', "njupt_v1006"),
    (guandan_world, world_reader, b"played", "huaian_2017"),
)
MESSAGE = re.compile(rb"^(?=\[)", re.MULTILINE)


@pytest.mark.parametrize(("writer", "reader", "mark", "book"), FORMATS)
@pytest.mark.parametrize("damage", [b"\0" * 40, b"Event: Player [I 251124 22:40:05 server:96] A send {'actIndex'"])
def test_a_lost_line_in_the_middle_of_a_deal_is_said_and_nobody_is_accused(
    writer: ModuleType, reader: ModuleType, mark: bytes, book: str, damage: bytes
) -> None:
    file = io.BytesIO()
    writer.write(simulate(1, 21, load(book), most_deals=4), file)
    lines = file.getvalue().split(b"\n")
    plays = [i for i, line in enumerate(lines) if mark in line]
    for hit in (plays[len(plays) // 2], plays[len(plays) // 3]):
        broken = [*lines[:hit], damage, *lines[hit + 1 :]]
        pieces = list(reader.read(io.BytesIO(b"\n".join(broken))))
        assert sum(isinstance(piece, Quarantined) for piece in pieces) == 1
        matches = [piece for piece in pieces if isinstance(piece, Match)]
        assert [deal.cut for match in matches for deal in match.deals].count("middle") == 1
        found = [f for match in matches for f in replay(match, load(book)).findings]
        assert "lines_missing" in {f.code for f in found}
        assert [f.code for f in found if f.severity in ("illegal", "inconsistent")] == []


@pytest.fixture(scope="module")
def transcript() -> list[bytes]:
    """The messages of a client, whole."""
    file = io.BytesIO()
    njupt_client.write(simulate(1, 3, load("njupt_v1006"), most_deals=3), file)
    return MESSAGE.split(file.getvalue())[1:]


def heard(messages: Iterable[bytes]) -> list[Match]:
    return [piece for piece in client_reader.read(io.BytesIO(b"".join(messages))) if isinstance(piece, Match)]


def accused(matches: Iterable[Match]) -> list[str]:
    found = (f for match in matches for f in replay(match, load("njupt_v1006")).findings)
    return [f.code for f in found if f.severity in ("illegal", "inconsistent")]


def cuts(matches: Iterable[Match]) -> list[str | None]:
    return [deal.cut for match in matches for deal in match.deals]


def test_no_message_is_missing_from_a_whole_transcript(transcript: list[bytes]) -> None:
    assert cuts(heard(transcript)) == [None, None, None]


@pytest.mark.parametrize("stage", ["play", "tribute", "back"])
def test_a_message_that_is_not_there_at_all_is_missed_by_what_the_others_say(
    transcript: list[bytes], stage: str
) -> None:
    notices = [i for i, text in enumerate(transcript) if f'"notify",\n  "stage": "{stage}"'.encode() in text]
    assert notices
    for lost in notices if len(notices) < 9 else notices[4::5]:
        matches = heard(transcript[:lost] + transcript[lost + 1 :])
        assert accused(matches) == []
        assert cuts(matches).count("middle") == 1


def runs(transcript: list[bytes], lost: int, step: int) -> Iterator[int]:
    """Where as many messages in a row may be lost: everywhere about the end of a deal, elsewhere by steps."""
    ends = [i for i, text in enumerate(transcript) if b"episodeOver" in text]
    about = {i for end in ends for i in range(end - 7, end + 6)}
    return (i for i in range(len(transcript) - lost + 1) if i in about or i % step == 0)


@pytest.mark.parametrize("lost", range(2, 7))
def test_messages_lost_in_a_row_accuse_nobody(transcript: list[bytes], lost: int) -> None:
    for at in runs(transcript, lost, step=40):
        assert accused(heard(transcript[:at] + transcript[at + lost :])) == [], at


@pytest.mark.slow
@pytest.mark.parametrize("lost", range(2, 7))
def test_no_run_of_lost_messages_accuses_anybody(transcript: list[bytes], lost: int) -> None:
    for at in runs(transcript, lost, step=1):
        assert accused(heard(transcript[:at] + transcript[at + lost :])) == [], at


def test_a_lost_end_and_the_lost_beginning_after_it_are_two_deals(transcript: list[bytes]) -> None:
    over = next(i for i, text in enumerate(transcript) if b"episodeOver" in text)
    assert b'"play"' in transcript[over + 4]
    matches = heard(transcript[:over] + transcript[over + 4 :])
    whole = heard(transcript)
    assert cuts(matches) == ["tail", "head", None]
    moves = [[e for e in deal.events if e.kind in MOVES] for match in whole for deal in match.deals]
    assert [len(deal.events) for match in matches for deal in match.deals][:2] == [len(deal) for deal in moves[:2]]


def test_a_lost_exchange_is_missed_by_the_hand_that_it_changed(transcript: list[bytes]) -> None:
    paid = next(i for i, text in enumerate(transcript) if b'"stage": "tribute"' in text)
    assert b'"stage": "back"' in transcript[paid + 1]
    assert cuts(heard(transcript[:paid] + transcript[paid + 2 :])) == [None, "middle", None]


def test_no_lead_is_wrong_where_the_pass_by_which_it_was_inherited_is_lost(transcript: list[bytes]) -> None:
    passed = [i for i, text in enumerate(transcript) if b'"notify",\n  "stage": "play"' in text and b"'PASS'" in text]
    for lost in passed[-16:]:
        assert accused(heard(transcript[:lost] + transcript[lost + 1 :])) == []


def test_an_exchange_after_moves_belongs_to_another_deal_that_lost_its_head(transcript: list[bytes]) -> None:
    over = next(i for i, text in enumerate(transcript) if b"episodeOver" in text)
    assert b"beginning" in transcript[over + 1]
    matches = heard(transcript[:over] + transcript[over + 2 :])
    assert cuts(matches) == ["tail", "head", None]
    assert accused(matches) == []


def test_a_message_whose_heading_is_damaged_is_no_remark(transcript: list[bytes]) -> None:
    lost = next(i for i, text in enumerate(transcript) if b"'PASS'" in text and b"notify" in text)
    broken = [*transcript[:lost], transcript[lost].replace(b"message: {", b"mess"), *transcript[lost + 1 :]]
    pieces = list(client_reader.read(io.BytesIO(b"".join(broken))))
    assert [type(piece) for piece in pieces] == [Match, Quarantined]
    assert cuts(heard(broken)) == ["middle", None, None]


def test_deals_on_both_sides_of_a_lost_one_are_no_neighbours() -> None:
    [match] = simulate(1, 21, load("huaian_2017"), most_deals=4)
    without = Match(1, (*match.deals[:1], *match.deals[2:]), match.names)
    found = replay(without, load("huaian_2017")).findings
    assert [f.code for f in found if f.severity in ("illegal", "inconsistent")] == []
