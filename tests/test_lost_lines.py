"""A line that cannot be read accuses nobody: its deal is known to have lost some of its middle, and the deals around it are judged as before."""

import io
from types import ModuleType

import pytest

from engine.records import Match, Quarantined
from engine.replay import replay
from engine.rules import load
from engine.simulate import simulate
from ingest.readers import guandan_world as world_reader
from ingest.readers import njupt_server as server_reader
from ingest.writers import guandan_world, njupt_server

FORMATS = (
    (njupt_server, server_reader, b"actIndex", "njupt_v1006"),
    (guandan_world, world_reader, b"played", "huaian_2017"),
)


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


def test_deals_on_both_sides_of_a_lost_one_are_no_neighbours() -> None:
    [match] = simulate(1, 21, load("huaian_2017"), most_deals=4)
    without = Match(1, (*match.deals[:1], *match.deals[2:]), match.names)
    found = replay(without, load("huaian_2017")).findings
    assert [f.code for f in found if f.severity in ("illegal", "inconsistent")] == []
