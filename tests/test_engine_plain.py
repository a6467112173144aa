"""The kernel compiled and the kernel as plain Python are the same sources, and give the same answers."""

import ast
import random
from dataclasses import replace
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest

import engine
from engine import plain, rules
from engine.arrays import batch as batch_of
from engine.kernel import batch as bt
from engine.records import FOUR_NONE, Match
from engine.simulate import simulate
from tests import spoilt, spoilt_exchange, staged
from tests.rulings import BOOKS

KERNEL = sorted((Path(engine.__file__).parent / "kernel").glob("*.py"))


@pytest.mark.parametrize("path", KERNEL, ids=lambda path: path.stem)
def test_no_module_of_the_kernel_imports_another_by_its_full_name(path: Path) -> None:
    """Else the plain copy would run the compiled one without a word."""
    tree = ast.parse(path.read_text("utf-8"))
    names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 0]
    names += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert [name for name in names if name.split(".")[0] == "engine"] == []


def test_plain_modules_are_plain_all_the_way_down() -> None:
    replay = plain.module("replay")
    assert replay.__name__ == f"{plain.NAME}.replay"
    assert all(isinstance(f, FunctionType) for f in (replay.replay, replay.replay_deal, plain.order.beating))
    assert replay.readings.__module__ == f"{plain.NAME}.readings"
    assert replay.tr.__name__ == f"{plain.NAME}.trick"


def test_many_events_are_worth_compiling_for() -> None:
    assert plain.module("batch", plain.MANY_EVENTS - 1).__name__ == f"{plain.NAME}.batch"
    assert plain.module("batch", plain.MANY_EVENTS).__name__ == "engine.kernel.batch"


def test_a_module_that_is_not_there_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        _ = plain.nothing  # type: ignore[attr-defined]  # that is the point


def matches() -> list[Match]:
    """Simulated matches, each fault planted in one of them, and what the log may lack."""
    played = [
        match
        for name in BOOKS
        for seed, players in ((11, ("random",) * 4), (12, ("greedy", "random") * 2))
        for match in simulate(1, seed, rules.load(name), players, most_deals=4)
    ]
    chance = random.Random(1)
    wrong = []
    for spoil in (*spoilt.SPOILS, *spoilt_exchange.SPOILS):
        cases = [case.match for match in played for case in spoil(match)]
        wrong += chance.sample(cases, min(2, len(cases)))
    seen = [staged.hidden(match) for match in (*played, *wrong)]
    blind = [
        replace(match, deals=tuple(replace(d, level=None, starts_match=None) for d in match.deals)) for match in seen
    ]
    cut = [
        replace(match, deals=tuple(replace(d, events=d.events[9:], cut="head", hands=FOUR_NONE) for d in match.deals))
        for match in played
    ]
    return [*played, *wrong, *seen, *blind, *cut]


def test_the_replay_compiled_and_as_python_gives_the_same_verdicts() -> None:
    records = matches()
    books = [rules.load(BOOKS[i % 2]) for i in range(len(records))]
    batch = batch_of(records, books, [deal.level for match in records for deal in match.deals])
    deals, events = len(batch.deals), batch.events.shape[1]
    found = []
    for size in (0, plain.MANY_EVENTS):
        verdicts = bt.verdicts(deals, events)
        plain.module("replay", size).replay(batch, verdicts, bt.scratch())
        found.append(verdicts)
    python, compiled = found
    assert np.count_nonzero(python.err) > 100
    assert np.count_nonzero(python.deal_err) > 100
    for name in bt.Verdicts._fields:
        assert np.array_equal(getattr(python, name), getattr(compiled, name)), name
