"""Runs that are killed, and runs at the same time: a store is readable at every moment, and nothing is lost or doubled."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest

from ingest import parquet
from ingest.ingest import ingest
from ingest.report import Report
from ingest.store import Store
from tests import toy_format as toy
from tests.toy_store import labels

Child: TypeAlias = "subprocess.Popen[str]"

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def only_toys(monkeypatch: pytest.MonkeyPatch) -> None:
    toy.install(monkeypatch)


@pytest.fixture
def children() -> Iterator[Callable[[], Child]]:
    """Processes that ingest as they are told."""
    started: list[Child] = []

    def start() -> Child:
        command = [sys.executable, "-m", "tests.toy_format"]
        started.append(subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        return started[-1]

    yield start
    for child in started:
        child.communicate()


def heard(child: Child) -> str:
    assert child.stdout
    return child.stdout.readline().strip()


def tell(child: Child, store: Path, paths: Iterable[Path], *, forked: bool = False) -> None:
    assert child.stdin
    child.stdin.write(msgspec.json.encode(toy.Order(str(store), list(map(str, paths)), forked)).decode() + "\n")
    child.stdin.flush()


def sources(folder: Path) -> list[Path]:
    """Three sources with matches in common, one larger than a batch."""
    return [
        toy.write(folder, "large.toy", toy.source(range(1, 161)) + "bad luck\n"),
        toy.write(folder, "small.toy", toy.source(range(150, 190)) + "# remark\n"),
        toy.write(folder, "again.toy", toy.source(range(180, 200)) + "bad luck\nbad luck\n"),
    ]


def check(store: Path) -> Counter[str | None]:
    """That every batch is whole and nothing is in twice."""
    assert all(
        len(list(b.glob("*.parquet"))) == 7 and len(list(b.glob("rules=*/engine=*/*"))) in (0, 4)
        for b in Store(store).batches()
    )
    deals = Store(store).facts()["deals"]["match_id"].to_pylist()
    results = [row for path in Store(store).tables("results") for row in parquet.read(path)["match_id"].to_pylist()]
    assert Counter(results) == Counter(deals)
    found = labels(store)
    assert set(found.values()) <= {1}
    for row in Store(store).sources().to_pylist():
        assert row["read"] == row["stored"] + row["duplicate"] + row["quarantined"] + row["ignored"]
    return found


def complete(store: Path) -> None:
    """That nothing of the three sources is missing or doubled, in facts, ledger or quarantine, and nothing else is left."""
    assert check(store) == Counter(f"table {seed}" for seed in range(1, 200))
    ledger = {Path(row["path"]).name: row for row in Store(store).sources().to_pylist()}
    assert len(Store(store).sources()) == len(ledger) == 3
    assert {name: (row["read"], row["quarantined"]) for name, row in ledger.items()} == {
        "large.toy": (162, 1),
        "small.toy": (42, 0),
        "again.toy": (23, 2),
    }
    assert sum(row["stored"] for row in ledger.values()) == 199
    pieces = [row for path in Store(store).tables("quarantine") for row in parquet.read(path).to_pylist()]
    assert len(pieces) == 3
    assert list(store.glob(".tmp-*")) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
def test_a_run_killed_at_any_moment_leaves_a_readable_store_and_the_next_one_completes_it(
    tmp_path: Path, children: Callable[[], Child]
) -> None:
    paths = sources(tmp_path)
    child = children()
    assert heard(child) == "ready"
    began = time.monotonic()
    tell(child, tmp_path / "whole", paths)
    heard(child)
    lasting = time.monotonic() - began
    complete(tmp_path / "whole")
    draw = random.Random(2)
    found = []
    for moment in range(10):
        store = tmp_path / f"store {moment}"
        tell(child, store, paths, forked=True)
        number = int(heard(child))
        time.sleep(lasting * (moment + draw.random()) / 10)
        kill(number)
        found.append(len(check(store)))
        ingest(paths, store, deriver=toy.DERIVER)
        complete(store)
    assert any(0 < matches < 199 for matches in found)


def kill(number: int) -> None:
    """Kill a process and wait until it is gone; it may have ended by itself."""
    try:
        os.kill(number, signal.SIGKILL)
        while True:
            os.kill(number, 0)
            time.sleep(0.005)
    except ProcessLookupError:
        return


def test_two_runs_at_once_lose_and_double_nothing(tmp_path: Path, children: Callable[[], Child]) -> None:
    paths = sources(tmp_path)
    both = [children(), children()]
    assert [heard(child) for child in both] == ["ready", "ready"]
    for turn in range(5):
        store = tmp_path / f"store {turn}"
        for child, order in zip(both, (paths, paths[:: 1 if turn else -1]), strict=True):
            tell(child, store, order)
        reports = [msgspec.json.decode(heard(child), type=Report) for child in both]
        complete(store)
        for name in ("large.toy", "small.toy", "again.toy"):
            said = [s.status for report in reports for s in report.sources if Path(s.path).name == name]
            assert sorted(said) in (["duplicate", "partial"], ["duplicate", "stored"])
