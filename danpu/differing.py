"""What another version of the engine said of a store: the deals whose verdict has changed since, and why."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypedDict

import pyarrow as pa

from danpu.books import book
from danpu.errors import Refused
from danpu.stored import Places
from danpu.stores import existing
from engine import VERSION
from engine.findings import DIRTY
from ingest import parquet, tables
from ingest.commit import read
from ingest.derive import derive
from ingest.store import Store

RESULT = ("level", "starts_match", "finish", "steps", "leader", "tribute", "complete")
Key = tuple[str, int]


class Difference(TypedDict):
    """A deal that two versions judge differently: its verdicts (`clean`, `wrong`), what findings and which results are in one alone."""

    source: str
    match: int
    deal: int
    rules: str
    before: str
    now: str
    gone: list[str]
    appeared: list[str]
    results: list[str]


class Compared(TypedDict):
    """The answer in JSON."""

    engine: str
    compared_with: str
    deals: list[Difference]


class Sides(NamedTuple):
    """What was found of some deals, and their results."""

    findings: dict[Key, set[tuple[str, int | None, str]]]
    results: dict[Key, tuple[object, ...]]


def differences(store: Path, engine: str, rules: str | None = None) -> Iterator[Difference]:
    """The deals judged otherwise by engine version `engine` than by this one, under one rule book or all that it judged. Raises Refused."""
    opened = Store(existing(store))
    judged = [path.parent for path in opened.tables("findings", rules or "*", engine)]
    if not judged:
        kept = sorted({path.parent.name.removeprefix("engine=") for path in opened.tables("findings", rules or "*")})
        listed = ", ".join(kept) or "-"
        raise Refused(
            f"库中没有引擎 {engine} 的判定（已有：{listed}）",
            f"the store holds no verdicts of engine {engine} (it holds those of: {listed})",
        )
    sources = opened.sources()
    places = Places(dict(zip(sources["source"].to_pylist(), sources["path"].to_pylist(), strict=True)))
    for batch in opened.batches():
        facts = {name: read(batch, name) for name in tables.NAMES}
        places.learn(facts["matches"])
        for folder in judged:
            if folder.parent.parent == batch:
                yield from _of_batch(folder, facts, places)


def _of_batch(folder: Path, facts: tables.Facts, places: Places) -> Iterator[Difference]:
    name = folder.parent.name.removeprefix("rules=")
    old = _sides({table: parquet.read(folder / f"{table}.parquet") for table in ("findings", "results")})
    new = _sides(derive(facts, book(name), ("findings", "results")))
    for key in new.results:
        then, now = old.findings.get(key, set()), new.findings.get(key, set())
        pairs = zip(RESULT, old.results.get(key, (None,) * len(RESULT)), new.results[key], strict=True)
        changed = [f"{column}: {was} -> {is_now}" for column, was, is_now in pairs if was != is_now]
        if then != now or changed:
            path, match_no, before = places.at(key[0])
            yield Difference(
                source=path,
                match=match_no,
                deal=before + key[1],
                rules=name,
                before=_verdict(then),
                now=_verdict(now),
                gone=sorted(map(_said, then - now)),
                appeared=sorted(map(_said, now - then)),
                results=changed,
            )


def _sides(derived: dict[str, pa.Table]) -> Sides:
    findings: dict[Key, set[tuple[str, int | None, str]]] = defaultdict(set)
    for row in derived["findings"].select(["match_id", "deal_no", "code", "event_no", "severity"]).to_pylist():
        findings[row["match_id"], row["deal_no"]].add((row["code"], row["event_no"], row["severity"]))
    rows = derived["results"].select(["match_id", "deal_no", *RESULT]).to_pylist()
    results = {(row["match_id"], row["deal_no"]): tuple(row[column] for column in RESULT) for row in rows}
    return Sides(findings, results)


def _verdict(found: set[tuple[str, int | None, str]]) -> str:
    return "wrong" if any(severity in DIRTY for _, _, severity in found) else "clean"


def _said(finding: tuple[str, int | None, str]) -> str:
    code, event, severity = finding
    return f"{code}@{event} ({severity})" if event else f"{code} ({severity})"


def document(store: Path, engine: str, rules: str | None = None) -> Compared:
    """The answer in JSON."""
    return Compared(engine=VERSION, compared_with=engine, deals=list(differences(store, engine, rules)))
