"""What a store holds, read to be judged again under the rule book asked for or the one each match is shown under: no more than judging needs."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow.compute as pc

from engine.records import EventKind
from ingest import tables
from ingest.commit import read
from ingest.tables import Facts

EVENTS = ["match_id", "kind", "seat", "to_seat", "cards", "declared_kind", "declared_rank", "line"]


def facts(batch: Path) -> Facts:
    """The facts of a batch, of its events only the columns `EVENTS` where no level need be inferred and nothing but moves is recorded. Raises StoreError."""
    found = {name: read(batch, name) for name in tables.NAMES if name != "events"}
    if not found["deals"]["level"].null_count:
        events = read(batch, "events", EVENTS)
        if not len(events) or pc.max(events["kind"]).as_py() <= EventKind.PASS:
            return found | {"events": events}
    return found | {"events": read(batch, "events")}


def by_book(found: Facts, name: str | None) -> Iterator[tuple[str, Facts]]:
    """Facts under a rule book, or each match's part under the one it is shown under."""
    if name is not None:
        yield name, found
        return
    shown = found["matches"]["rules_default"]
    for rules in sorted(pc.unique(shown).to_pylist()):
        yield rules, tables.select(found, pc.equal(shown, rules).to_numpy())
