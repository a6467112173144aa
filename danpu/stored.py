"""What is wrong with the matches of a store: judged afresh, batch by batch, as columns."""

from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from danpu.books import book
from danpu.errors import UNREADABLE
from danpu.stores import existing, refusing
from danpu.validation import Judged, Placed, Validation
from engine.findings import Finding
from ingest import rejudge, tables
from ingest.derive import derive
from ingest.store import Store
from ingest.tables import Facts

Row = dict[str, object]


class Places:
    """Where matches are: path of the source, match within it, deals of the source before it; `before` deals of each came earlier."""

    def __init__(self, paths: Mapping[str, str], before: int = 0) -> None:
        self._paths = paths
        self._deals = Counter(dict.fromkeys(paths, before))
        self._matches: dict[str, tuple[str, int, int]] = {}

    def learn(self, matches: pa.Table) -> None:
        """Take in the matches of one more batch, and forget those of the last."""
        self._matches = {}
        for row in matches.select(["match_id", "source", "match_no", "deal_count"]).to_pylist():
            source = row["source"]
            path = self._paths.get(source, source)
            self._matches[row["match_id"]] = (path, row["match_no"], self._deals[source])
            self._deals[source] += row["deal_count"]

    def at(self, match_id: str) -> tuple[str, int, int]:
        """The path of a match's source, its number there, and how many deals come before it."""
        return self._matches[match_id]

    def placed(self, row: Row) -> Placed:
        """A row of `findings` at its place."""
        path, match_no, before = self.at(str(row["match_id"]))
        finding = Finding(**{name: row[name] for name in FIELDS})  # type: ignore[arg-type]  # the schema holds what Finding wants
        return Placed(path, match_no, before + finding.deal_no, finding)


class Found(NamedTuple):
    """The findings of some deals under a rule book, and the answer they belong to."""

    validation: Validation
    rules: str
    deals: int
    findings: pa.Table


THREADS = 2
JUDGED = ("findings",)
FIELDS = tuple(Finding.__dataclass_fields__)


def judge_store(store: Path, judged: Judged, only: Mapping[str, str] | None = None) -> None:
    """Judge the matches of a store under each rule book (None: the one it is shown under); `only` names the sources to look at by their ids.

    Raises Refused.
    """
    with refusing(UNREADABLE):
        _judge_store(Store(existing(store)), judged, only)


def _judge_store(opened: Store, judged: Judged, only: Mapping[str, str] | None) -> None:
    sources = opened.sources()
    paths = dict(zip(sources["source"].to_pylist(), sources["path"].to_pylist(), strict=True)) if only is None else only
    places = Places(paths)
    with ThreadPoolExecutor(THREADS) as pool:
        for matches, found in pool.map(partial(_judge_batch, judged, only), opened.batches()):
            places.learn(matches)
            _add(found, places)


def _judge_batch(judged: Judged, only: Mapping[str, str] | None, batch: Path) -> tuple[pa.Table, list[Found]]:
    facts = rejudge.facts(batch)
    if only is not None:
        keep = pc.is_in(facts["matches"]["source"], pa.array(sorted(only), pa.string()))
        facts = tables.select(facts, keep.to_numpy())
    return facts["matches"], _found(facts, judged)


def judge_facts(facts: Facts, places: Places, judged: Judged) -> None:
    """Judge some facts under each rule book (None: the one they are shown under)."""
    places.learn(facts["matches"])
    _add(_found(facts, judged), places)


def _found(facts: Facts, judged: Judged) -> list[Found]:
    if not len(facts["matches"]):
        return []
    return [
        Found(validation, rules, len(part["deals"]), derive(part, book(rules), JUDGED)["findings"])
        for name, validation in judged
        for rules, part in rejudge.by_book(facts, name)
    ]


def _add(found: Iterable[Found], places: Places) -> None:
    for each in found:
        rows = each.findings.to_pylist()
        each.validation.add_all(each.rules, each.deals, [places.placed(row) for row in rows])
