"""A batch: whole matches of one or more sources on their way into the store, and what becomes of each of them.

A match is *new*; or *kept*, if a run that was killed has already put it there from the very same source; or a duplicate. New matches are written to a
folder for each rule book they are shown under, so a folder of derived tables always covers its whole batch.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from engine import rules
from engine.rules import Rules
from ingest import parquet, tables
from ingest.ledger import Entry
from ingest.tables import Facts, Ints

Derive: TypeAlias = Callable[[Facts, Rules], Mapping[str, pa.Table]]
Known: TypeAlias = Mapping[str, str]

MOST_EVENTS = 1_000_000
MOST_BYTES = 256 * 2**20
MOST_SOURCES = 4096


class Deriver(NamedTuple):
    """The function that derives, and the version of the engine behind it."""

    version: str
    derive: Derive


class Part(NamedTuple):
    """Some matches of one source: their facts and the units that each took."""

    entry: Entry
    facts: Facts
    units: Ints


@dataclass(slots=True)
class Batch:
    """What waits to be committed: parts in order, and the sources that end with them."""

    parts: list[Part] = field(default_factory=list)
    ended: list[Entry] = field(default_factory=list)
    events: int = 0
    size: int = 0

    def add(self, part: Part) -> None:
        """One more part."""
        self.parts.append(part)
        self.events += len(part.facts["events"])
        self.size += sum(table.nbytes for table in part.facts.values())

    def end(self, entry: Entry) -> None:
        """A source ends here."""
        self.ended.append(entry)
        self.size += entry.shelf.size

    @property
    def full(self) -> bool:
        """Whether it is time to commit."""
        return self.events >= MOST_EVENTS or self.size >= MOST_BYTES or len(self.ended) >= MOST_SOURCES


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of the matches of a part, to be entered once it has become so."""

    part: Part
    new: NDArray[np.bool_]
    kept: NDArray[np.bool_]

    def enter(self) -> None:
        """Enter it into the ledger."""
        entry, facts, units = self.part
        stored = self.new | self.kept
        of_deals = np.repeat(stored, facts["matches"]["deal_count"].to_numpy())
        entry.stored += int(units[stored].sum())
        entry.duplicate += int(units[~stored].sum())
        entry.matches += int(stored.sum())
        entry.deals += int(of_deals.sum())
        entry.events += int(facts["deals"]["event_count"].to_numpy()[of_deals].sum())
        entry.cut += int(facts["deals"]["cut"].is_valid().to_numpy()[of_deals].sum())
        entry.seen.update(facts["matches"]["match_id"].to_pylist())
        books = set(facts["matches"]["rules_default"].filter(pa.array(stored)).to_pylist())
        entry.rules = ", ".join(sorted(books.union(entry.rules.split(", ") if entry.rules else ()))) or None


def sift(parts: Sequence[Part], known: Known) -> list[Fate]:
    """The fate of every match, given the matches in the store and the source of each."""
    fresh: dict[str, str] = {}
    met: dict[str, set[str]] = {}
    fates = []
    for part in parts:
        source = part.entry.source
        here = met.setdefault(source, set())
        new, kept = [], []
        for match in part.facts["matches"]["match_id"].to_pylist():
            again = match in part.entry.seen or match in here or match in fresh
            here.add(match)
            new.append(not again and match not in known)
            kept.append(not again and known.get(match) == source)
            if new[-1]:
                fresh[match] = source
        fates.append(Fate(part, np.array(new, np.bool_), np.array(kept, np.bool_)))
    return fates


def by_rules(fates: Sequence[Fate]) -> Iterator[tuple[str, Facts]]:
    """The new matches, rule book by rule book."""
    new = [tables.select(fate.part.facts, fate.new) for fate in fates if fate.new.any()]
    if not new:
        return
    facts = tables.concat(new)
    books = facts["matches"]["rules_default"]
    for book in sorted(pc.unique(books).to_pylist()):
        yield book, tables.select(facts, pc.equal(books, book).to_numpy())


def write(folder: Path, facts: Facts, book: str, deriver: Deriver) -> None:
    """Write facts, and what the engine makes of them, into a new folder."""
    folder.mkdir()
    whole = {name: table.combine_chunks() for name, table in facts.items()}
    with ThreadPoolExecutor(1) as beside:
        written = [
            beside.submit(parquet.write, table, folder / f"{name}.parquet") for name, table in largest_first(whole)
        ]
        write_derived(folder / f"rules={book}", whole, book, deriver)
        for done in written:
            done.result()


def write_derived(folder: Path, facts: Facts, book: str, deriver: Deriver) -> None:
    """Derive, and write `engine=<version>` into a folder of one rule book."""
    where = folder / f"engine={deriver.version}"
    where.mkdir(parents=True)
    for name, table in deriver.derive(facts, rules.load(book)).items():
        parquet.write(table, where / f"{name}.parquet")


def largest_first(tables: Mapping[str, pa.Table]) -> list[tuple[str, pa.Table]]:
    """Tables by their size, so that what takes longest begins first."""
    return sorted(tables.items(), key=lambda pair: -pair[1].nbytes)
