"""The real records of the NJUPT platform, as the referee and two clients logged them."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from engine import cards, infer, rules
from engine.records import Ignored, Match, Quarantined
from ingest.readers import njupt_client, njupt_server

FOUR = ("Test1", "Test2", "Test3", "Test4")


def matches(found: Sequence[Match | Quarantined | Ignored]) -> list[Match]:
    return [item for item in found if isinstance(item, Match)]


@pytest.fixture(scope="module")
def platform(records: Path) -> Path:
    return records / "njupt_v1006"


@pytest.fixture(scope="module")
def log(platform: Path) -> list[Match | Quarantined | Ignored]:
    return list(njupt_server.read(BytesIO((platform / "server_part1.log").read_bytes())))


def test_every_line_of_the_real_log_is_an_event(log: list[Match | Quarantined | Ignored]) -> None:
    assert [(match.match_no, match.units, len(match.deals)) for match in matches(log)] == [
        (1, 2924, 23),
        (2, 973, 7),
        (3, 1975, 14),
    ]
    assert all(isinstance(item, Match) for item in log)
    lines = [event.line for match in matches(log) for deal in match.deals for event in deal.events]
    assert lines == list(range(1, 5873))


def test_the_real_log_sits_as_its_names_sort(log: list[Match | Quarantined | Ignored]) -> None:
    assert {(match.names, match.seat_how) for match in matches(log)} == {(FOUR, "names")}


def test_one_label_of_the_real_log_is_not_the_runs(log: list[Match | Quarantined | Ignored]) -> None:
    events = (event for match in matches(log) for deal in match.deals for event in deal.events)
    assert [(event.line, event.label) for event in events if event.label] == [(677, "8")]


@pytest.mark.parametrize(("old", "new"), [(b"Test1", b"<script>"), (b"Test3", "张三".encode("gbk")), (b"Test2", b"zz")])
def test_other_names_change_nothing_but_the_seats(platform: Path, log: list[Match], old: bytes, new: bytes) -> None:
    raw = (platform / "server_part1.log").read_bytes().replace(old + b" send", new + b" send")
    renamed = matches(list(njupt_server.read(BytesIO(raw))))
    assert [[len(deal.events) for deal in match.deals] for match in renamed] == [
        [len(deal.events) for deal in match.deals] for match in matches(log)
    ]


def test_the_last_round_is_the_same_for_the_referee_and_for_two_clients(platform: Path) -> None:
    [referee] = matches(list(njupt_server.read(BytesIO((platform / "server_last_round.log").read_bytes()))))
    [deal] = referee.deals
    assert (deal.cut, deal.starts_match, deal.level, len(deal.events)) == (None, False, None, 92)
    assert infer.levels([deal], rules.load("njupt_v1006")) == [(cards.level("A"), "wilds")]
    for name, lists, hand in (("client_Test1.log", 58, 0), ("client_Test3.log", 40, 2)):
        [match] = matches(list(njupt_client.read(BytesIO((platform / name).read_bytes()))))
        head, last = match.deals
        assert (head.cut, head.finish, last.cut, last.finish, last.level) == (
            "head",
            (1, 0, 2, 3),
            None,
            (3, 1, 0, 2),
            12,
        )
        assert [replace(e, choice=None, to=None, line=None) for e in last.events] == [
            replace(e, choice=None, line=None, time_ms=None) for e in deal.events
        ]
        assert all(e.choice in (None, told.choice) for e, told in zip(last.events, deal.events, strict=True))
        assert (len(match.legal_lists), match.viewpoint, match.winner_team) == (lists, hand, 1)
        assert [seat for seat in range(4) if last.hands[seat]] == [hand]


def test_every_element_of_the_clients_logs_is_accounted_for(platform: Path) -> None:
    for name in ("client_Test1.log", "client_Test3.log"):
        raw = (platform / name).read_bytes()
        elements = raw.count(b"\n[") + 1
        found = list(njupt_client.read(BytesIO(raw)))
        units = sum(item.units for item in found if isinstance(item, Match | Ignored))
        assert units + sum(isinstance(item, Quarantined) for item in found) == elements
