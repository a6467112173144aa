"""A format is told by content alone, and what is none of ours is refused in one line that says what it is."""

import io
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.records import Match
from engine.rules import load
from engine.simulate import simulate
from ingest import text
from ingest.detect import detect
from ingest.errors import Unreadable
from ingest.readers import READERS
from ingest.writers import danpu, guandan_world, njupt_client, njupt_server

WRITERS = (danpu, guandan_world, njupt_client, njupt_server)


@pytest.fixture(scope="module")
def written() -> dict[str, bytes]:
    """One simulated match in each of our formats."""
    matches = list(simulate(1, 7, load("njupt_v1006"), most_deals=2))
    files = {}
    for writer in WRITERS:
        file = io.BytesIO()
        writer.write(matches, file)
        files[writer.__name__.rpartition(".")[2]] = file.getvalue()
    return files


def told(raw: bytes) -> str:
    """The format that a file is taken for."""
    found = detect(raw)
    assert found.why == found.reader.WHY
    return str(found.reader.FORMAT)


def seen(raw: bytes) -> str:
    """What a file is said to be when it is refused."""
    with pytest.raises(Unreadable) as error:
        detect(raw)
    assert error.value.text("zh") != str(error.value)
    assert "\n" not in str(error.value) + error.value.text("zh")
    assert error.value.line == 1
    return error.value.got.en


def test_every_format_is_told_from_its_head_and_says_why(written: dict[str, bytes]) -> None:
    for name, raw in written.items():
        assert told(raw[: text.HEAD]) == name
        zh, en = detect(raw[: text.HEAD]).why
        assert re.search("[a-z]", en)
        assert re.search("[一-鿿]", zh)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
def test_every_format_is_told_in_any_encoding(written: dict[str, bytes], encoding: str) -> None:
    for name, raw in written.items():
        assert told(text.decode(raw[:2000])[0].encode(encoding)) == name


def test_a_head_that_breaks_off_anywhere_is_still_told(written: dict[str, bytes]) -> None:
    for name, raw in written.items():
        assert {told(raw[:size]) for size in range(400, 700, 7)} == {name}


def test_exactly_one_reader_takes_each_format(written: dict[str, bytes]) -> None:
    for name, raw in written.items():
        assert [reader.FORMAT for reader in READERS if reader.sniff(raw[: text.HEAD])] == [name]


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b"", "an empty file"),
        (b" \r\n\n", "an empty file"),
        ("﻿ ".encode("utf-16"), "an empty file"),
        (b"{}", "JSON of another kind: '{}'"),
        (b"[1, 2]\n", "JSON of another kind: '[1, 2]'"),
        (b"\0\0\0\0", "binary data (NUL bytes)"),
        (b"[I 2511\0\0", "binary data (NUL bytes)"),
        (b"hello\nworld", "text of another kind: 'hello'"),
        ("你好".encode("gb18030"), "text of another kind: '你好'"),
        ("你好\n".encode("utf-16"), "text of another kind: '你好'"),
        (b'[Event "F/S Return Match"]\n1. e4', "a chess game (PGN)"),
        (b"(;FF[4]GM[1]SZ[19]", "a game of Go (SGF)"),
        (b"PokerStars Hand #1", "a hand of poker"),
        (b"\x89PNG\r\n", "a picture"),
        (b"<!DOCTYPE html><html>", "a web page"),
        (b'{"event":"deal","match":0}', "a Guandan record of OpenGuanDan, which danpu does not read yet"),
        (
            b'{\n "schema": 1,\n "playerCount": 4',
            "a Guandan record of guandan-data-collector, which danpu does not read yet",
        ),
    ],
)
def test_what_is_no_record_of_ours_is_named(raw: bytes, what: str) -> None:
    assert seen(raw) == what


def test_the_real_records_are_told_apart(records: Path) -> None:
    formats = {
        "njupt_v1006/server_part1.log": "njupt_server",
        "njupt_v1006/server_last_round.log": "njupt_server",
        "njupt_v1006/client_Test1.log": "njupt_client",
        "njupt_v1006/client_Test3.log": "njupt_client",
        "guandan_world/match_a.log": "guandan_world",
    }
    for path, name in formats.items():
        assert told((records / path).read_bytes()[: text.HEAD]) == name


@pytest.mark.parametrize(
    "path", ["canonical_replay/canonical-replays.jsonl", "data_collector/4.1.json", "njupt_v1006/action_lists.jsonl"]
)
def test_records_of_formats_we_do_not_read_are_refused(records: Path, path: str) -> None:
    assert seen((records / path).read_bytes()[: text.HEAD])


@settings(max_examples=150)
@given(st.binary(max_size=120))
def test_any_bytes_are_told_or_refused(raw: bytes) -> None:
    if any(reader.sniff(raw) for reader in READERS):
        assert told(raw)
    else:
        assert seen(raw)


@settings(max_examples=100)
@given(
    st.lists(
        st.binary(max_size=40)
        | st.sampled_from(
            (
                b"[I 251124 22:40:03 server:96] Test3 send {'actIndex': 0} ['Single', '5', ['H5']]",
                b"[I 251124 22:40:03 server:96] Test3 send {'actIndex': 0} ['Single', '5', [",
                b'[Test1] Received message: {"type": "notify", "stage": "play"',
                b'[Test1] Received message: {"type": "notify", "stage": "beginning", "handCards": [1], "myPos": 9}',
                b"Event: Match Started",
                b"Event: Deal Started",
                b"Event: Player 9 played 1 cards: [1X]",
                b"Player 0 (27 cards): [3C,,SJ]",
                b'{"danpu":1,"match":"a","deal":1,"events":[]}',
                b"\0",
                b"}",
            )
        ),
        max_size=12,
    ).map(b"\n".join)
)
def test_no_bytes_make_any_reader_raise_anything_but_unreadable(raw: bytes) -> None:
    for reader in READERS:
        try:
            items = list(reader.read(io.BytesIO(raw)))
        except Unreadable:
            continue
        units = sum(item.units if hasattr(item, "units") else 1 for item in items)
        assert units <= len(raw.split(b"\n")) * 2
        assert all(item.deals for item in items if isinstance(item, Match))


@pytest.mark.parametrize(
    "raw", [b'{\n  "danpu": 1,\n  "match": "a"\n}', b'[{"danpu":1,"match":"a"}]', b'[\n  {\n    "danpu": 1']
)
def test_our_json_in_another_shape_says_what_shape_it_is_to_have(raw: bytes) -> None:
    assert seen(raw) == "danpu JSON that is not one object a line, one line a deal"
