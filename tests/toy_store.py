"""A store filled by hand, batch by batch, for tests of what is below a run."""

from collections import Counter
from pathlib import Path

from engine.records import Match
from ingest import tables
from ingest.batch import Batch, Part
from ingest.ledger import Entry
from ingest.store import Store
from tests import toy_format as toy


def part(entry: Entry, seeds: range, **shape: int) -> Part:
    columns = tables.columns([toy.match(seed, line=n, **shape) for n, seed in enumerate(seeds, 1)])
    entry.read += len(seeds)
    return Part(entry, tables.sign(columns, entry.source, toy.RULES), columns.units)


def batch(seeds: range, sha256: str = "a" * 64, **shape: int) -> Batch:
    entry = Entry("a.toy", sha256, 10, unit="line")
    made = Batch(ended=[entry])
    made.add(part(entry, seeds, **shape))
    return made


def put(store: Store, *made: Batch) -> None:
    with store.writer(toy.DERIVER) as writer:
        for one in made:
            writer.commit(one)


def inside(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def books(store: Path) -> set[tuple[str, str]]:
    """The rule books and engines under which anything of a store has been derived, as its folders are named."""
    return {(path.parts[-3], path.parts[-2]) for path in Store(store).tables("results")}


def match_id(match: Match) -> str:
    """The id that a store would know a match by."""
    return str(tables.facts([match], "0" * 16, toy.RULES)["matches"]["match_id"][0])


def labels(store: Path) -> Counter[str | None]:
    return Counter(match.label for match in Store(store).matches())
