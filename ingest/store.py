"""The store: a folder of Parquet files, one batch a folder, and everything that is asked of it.

    store/batch=<id>/<table>.parquet                                  facts, never changed
    store/batch=<id>/rules=<name>/engine=<version>/<table>.parquet    what the engine made of them, can be made again

A batch is there whole or not at all (see `ingest.commit`), so reading needs no lock. A folder of derived tables covers its whole batch.
"""

from collections.abc import Collection
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from engine.records import Match
from engine.rules import Rules
from ingest import schema, tables
from ingest.batch import Deriver
from ingest.commit import StoreError, Writer, batches, read
from ingest.tables import Facts

__all__ = ["Store", "StoreError", "derivation"]


def derivation() -> Deriver:
    """The engine's own derivation. It is loaded late: the kernel takes long to import."""
    from ingest import derive  # noqa: PLC0415

    return Deriver(derive.ENGINE, derive.derive)


class Store:
    """A store by its folder, which need not exist yet."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    def batches(self) -> list[Path]:
        """The batches, oldest first."""
        return batches(self.path)

    def tables(self, name: str, rules: str = "*", engine: str = "*") -> list[Path]:
        """The files of a table, oldest batch first; of a derived one those of a rule book and an engine version, or of all."""
        inside = name if name in schema.FACTS else f"rules={rules}/engine={engine}/{name}"
        return [path for batch in self.batches() for path in sorted(batch.glob(f"{inside}.parquet"))]

    def sources(self) -> pa.Table:
        """The ledger: a row for every source that was ever read to its end."""
        return pa.concat_tables([schema.SOURCES.empty_table(), *(read(batch, "sources") for batch in self.batches())])

    def facts(self, match_ids: Collection[str] | None = None, source: str | None = None) -> dict[str, pa.Table]:
        """The facts of some matches, of a source (id or whole sha256), or of all, in the order they came in."""
        found: list[Facts] = [{name: schema.FACTS[name].empty_table() for name in tables.NAMES}]
        for batch in self.batches():
            matches = read(batch, "matches")
            keep = pc.equal(matches["source"], source[:16]) if source else pc.is_valid(matches["source"])
            if match_ids is not None:
                keep = pc.and_(
                    keep, pc.is_in(matches["match_id"].cast(pa.string()), pa.array(sorted(match_ids), pa.string()))
                )
            if pc.any(keep).as_py():
                rest = {name: read(batch, name) for name in tables.NAMES if name != "matches"}
                found.append(tables.select({"matches": matches, **rest}, keep.to_numpy()))
        return tables.concat(found)

    def matches(self, match_ids: Collection[str] | None = None, source: str | None = None) -> list[Match]:
        """The matches with some ids, of a source, or all, in the order they came in."""
        return tables.matches(self.facts(match_ids, source))

    def writer(self, deriver: Deriver | None = None) -> Writer:
        """The writing side, for one run."""
        return Writer(self.path, deriver or derivation())

    def derive(self, rules: Rules | str, deriver: Deriver | None = None) -> None:
        """Derive every batch under a rule book too, where that has not been done."""
        name = rules if isinstance(rules, str) else rules.name
        with self.writer(deriver) as writer:
            for batch in self.batches():
                writer.derive(batch, name)
