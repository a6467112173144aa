"""Answers reckoned slowly, row by row, to hold the questions to."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import duckdb
import pytest

from analytics import lake, stats
from analytics.ask import Answer
from analytics.question import questions
from tests.synthetic_plan import Plan
from tests.synthetic_store import build, table

Row = Mapping[str, object]
Key = tuple[object, object]
NAMES = [q.name for q in questions()]


def key(row: Row) -> Key:
    return row["match_id"], row["deal_no"]


def counted(store: Path) -> dict[Key, Row]:
    """The deals that count, by match and number."""
    rows = table(store, "results")
    return {key(r): r for r in rows if r["complete"] and not r["illegal"] and not r["inconsistent"]}


def reckon(pairs: Iterable[tuple[object, float]], *, share: bool = True) -> tuple[float | None, ...]:
    """Value, interval and n of observations, each with its match, by the formulas of `stats`."""
    by_match: dict[object, list[float]] = defaultdict(list)
    for match, observed in pairs:
        by_match[match].append(observed)
    of = stats.sums([sum(v) for v in by_match.values()], [len(v) for v in by_match.values()])
    found = stats.share(of) if share else stats.mean(of, -3, 3)
    return found.value, found.low, found.high, found.n


def answered(row: Row, name: str) -> tuple[object, ...]:
    return row[name], row[f"{name}_low"], row[f"{name}_high"], row[f"{name}_n"]


def same(row: Row, name: str, pairs: Iterable[tuple[object, float]], *, share: bool = True) -> None:
    assert answered(row, name) == pytest.approx(reckon(pairs, share=share)), name


def only(answer: Answer, **wanted: object) -> Row:
    (row,) = [r for r in answer.rows if all(r[k] == v for k, v in wanted.items())]
    return row


@pytest.fixture(scope="module")
def asked_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that questions are asked of: one batch of plain matches, one of players without a name or with the same."""
    path = tmp_path_factory.mktemp("ask")
    build(path, Plan(matches=40, deals=6, spread=0.5, broken=0.08))
    build(
        path,
        Plan(matches=6, deals=4, seed=2, batch="0002", pairs=((None, None), (None, "X"), ("Me", "Me"), ("Me", "Me"))),
    )
    return path


@pytest.fixture(scope="module")
def asked_con(store: Path) -> duckdb.DuckDBPyConnection:
    """The same, connected to."""
    return lake.connect(store)
