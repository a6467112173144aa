"""Score sheets: a record whose level, result or steps are altered in one deal breaks the chain there and nowhere else."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import danpu
from danpu.cli import run
from engine.conduct import board
from engine.records import Match
from engine.replay import replay
from engine.rules import load, names
from engine.simulate import simulate
from ingest.writers import danpu as writer

PLAYERS = ("random", "greedy", "random", "greedy")


def simulated(book: str, seed: int = 4) -> Match:
    """A whole match."""
    (match,) = simulate(1, seed, load(book), PLAYERS)
    return match


def broken(match: Match, book: str) -> list[int]:
    """The deals of a match that break the chain."""
    return [line.deal_no for line in board.sheet(replay(match, load(book))) if line.breaks]


@pytest.mark.parametrize("book", names())
def test_a_simulated_match_breaks_nowhere_and_is_won_by_whom_it_says(book: str) -> None:
    match = simulated(book)
    lines = list(board.sheet(replay(match, load(book))))
    assert [line.deal_no for line in lines if line.breaks] == []
    assert lines[-1].won == match.winner_team


@pytest.mark.parametrize("book", names())
@pytest.mark.parametrize("what", ["level", "finish", "steps"])
def test_an_altered_deal_breaks_the_chain_there_and_nowhere_else(book: str, what: str) -> None:
    match = simulated(book)
    for deal in match.deals[1:-1]:
        if what == "level":
            other = replace(deal, level=(deal.level or 0) % 12 + 1, hands=(None,) * 4, hands_at=None)
            altered = replace(match, deals=tuple(other if d is deal else d for d in match.deals))
            found = replay(altered, load(book)).findings
            assert min(f.deal_no for f in found if f.code in board.BREAKS) == deal.deal_no
            continue
        finish = deal.finish or ()
        other = (
            replace(deal, finish=(finish[1], finish[0], *finish[2:]))
            if what == "finish"
            else replace(deal, steps=((deal.steps or 0) % 3) + 1)
        )
        altered = replace(match, deals=tuple(other if d is deal else d for d in match.deals))
        assert broken(altered, book) == [deal.deal_no]


def test_the_command_names_the_first_break_and_counts_points_each_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = simulated("huaian_folk")
    third = match.deals[2]
    altered = replace(
        match, deals=tuple(replace(d, steps=((d.steps or 0) % 3) + 1) if d is third else d for d in match.deals)
    )
    path = tmp_path / "club.jsonl"
    with path.open("wb") as file:
        writer.write([altered], file)
    assert run(["score", str(path), "--json"]) == 1
    (sheet,) = json.loads(capsys.readouterr().out)["matches"]
    assert sheet["first_break"] == 3
    assert sheet["winner"] == match.winner_team
    assert sheet["points"] == sheet["by_scoring"]["folk_points"]
    wins = sum((deal.steps or 0) for deal in match.deals if (deal.finish or (0,))[0] % 2 == 0)
    assert sheet["by_scoring"]["steps"][0] == wins
    assert run(["score", str(path)]) == 1
    assert "3" in capsys.readouterr().out
    assert danpu.read(path)[0].deals[2].steps == altered.deals[2].steps
