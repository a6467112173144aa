"""Games that danpu does not judge are put aside whole on their way in, by every door, and counted; their neighbours are read."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from danpu.cli import run
from engine import rules
from engine.records import Match
from engine.simulate import simulate
from ingest import tables
from ingest.ingest import ingest
from ingest.jsonl import blocks
from ingest.unsupported import sifted, suspected
from ingest.writers import danpu as writer

RULES = rules.load("huaian_2017")


def fixed(match: Match) -> Match:
    """The same match with every deal at level 2."""
    return replace(match, deals=tuple(replace(deal, level=0, team_levels=(None, None)) for deal in match.deals))


def three(match: Match) -> Match:
    """The same match without what seat 3 does."""
    return replace(
        match,
        deals=tuple(
            replace(deal, events=tuple(e for e in deal.events if 3 not in (e.seat, e.to))) for deal in match.deals
        ),
    )


def named(match: Match) -> Match:
    """The same match, which names another game."""
    return replace(match, rules="不洗牌")


ALTERED = pytest.mark.parametrize("altered", [fixed, three, named], ids=lambda how: how.__name__)


def written(folder: Path, matches: list[Match]) -> Path:
    """Matches as a file."""
    path = folder / "a.jsonl"
    with path.open("wb") as file:
        writer.write(matches, file)
    return path


@ALTERED
@pytest.mark.parametrize("many", [3, 90], ids=["read line by line", "read as columns"])
def test_a_match_of_another_game_is_quarantined_and_its_neighbours_stored(
    tmp_path: Path, altered: Callable[[Match], Match], many: int
) -> None:
    matches = list(simulate(many, 5, RULES))
    spoilt = altered(matches[1])
    path = written(tmp_path, [matches[0], spoilt, *matches[2:]])
    report = ingest([path], tmp_path / "store")
    (source,) = report.sources
    assert source.status == "partial"
    assert source.quarantined == len(spoilt.deals)
    assert source.matches == many - 1
    assert source.read == source.stored + source.quarantined


@ALTERED
def test_columns_that_hold_such_a_match_are_suspected(altered: Callable[[Match], Match]) -> None:
    matches = list(simulate(3, 5, RULES))
    assert not suspected(tables.columns(matches))
    assert suspected(tables.columns([matches[0], altered(matches[1]), matches[2]]))


def test_columns_are_read_as_fast_as_before_where_nothing_is_suspected(tmp_path: Path) -> None:
    path = written(tmp_path, list(simulate(40, 7, RULES)))
    with path.open("rb") as file:
        assert all(isinstance(item, tables.Columns) for item in blocks.read(file))


@ALTERED
def test_validate_says_what_is_not_supported(
    tmp_path: Path, altered: Callable[[Match], Match], capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, [altered(match) for match in simulate(1, 5, RULES)])
    assert run(["--lang", "en", "validate", str(path)]) == 3
    assert "is not supported" in capsys.readouterr().err
    assert run(["--lang", "zh", "validate", str(path), "--rules", "all"]) == 3
    assert "尚不支持" in capsys.readouterr().err


@pytest.mark.parametrize(("key", "count"), [("players", 3), ("hands", 3), ("players", 6)])
def test_a_line_of_three_or_six_players_is_told_so(tmp_path: Path, key: str, count: int) -> None:
    value = [f"p{n}" for n in range(count)] if key == "players" else [["S3"]] * count
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"danpu": 1, "match": "a", "deal": 1, "at": "dealt", key: value, "events": []}))
    (source,) = ingest([path], tmp_path / "store").sources
    assert source.status == "rejected"
    assert "is not supported" in str(source.reason)


def test_a_line_that_is_no_json_after_three_players_is_told_by_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"danpu":1,"match":"a","deal":1,"players":["a","b","c"],"events":[')
    (source,) = ingest([path], tmp_path / "store").sources
    assert source.status == "rejected"
    assert "$.players" in str(source.reason) or "breaks off" in str(source.reason)


def test_sifting_keeps_what_is_no_match_and_what_is_judged() -> None:
    matches = list(simulate(2, 5, RULES))
    assert list(sifted(iter(matches))) == matches
