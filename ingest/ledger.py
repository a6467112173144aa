"""The ledger: for each source what was read, and what became of every unit of it.

A *unit* is the format's smallest addressable piece (line, element, row). read = stored + duplicate + quarantined + ignored, always: `read` is counted when a
unit comes in and the others when its fate is settled, so a unit lost on the way is found out (`ImbalanceError`). A *shelf* keeps the quarantined pieces
of one source, on disk if they are many.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import IO, Literal, TypeAlias

import pyarrow as pa

from engine.records import Ignored, Quarantined
from engine.words import UNITS, Text
from ingest import schema

Status: TypeAlias = Literal["stored", "partial", "duplicate", "rejected"]

RAW_LIMIT = 64 * 2**10
SHELF_LIMIT = 16 * 2**20
ID_LENGTH = 16
WHOLE = "source"
COUNTS = ("read", "stored", "duplicate", "quarantined")


class ImbalanceError(RuntimeError):
    """Units that came in and have no fate: our own failure."""


class Shelf:
    """The quarantined pieces of one source, in order; `size` is about what they take in memory."""

    def __init__(self) -> None:
        self._held: list[Quarantined] = []
        self.size = 0
        self._file: IO[bytes] | None = None
        self._writer: pa.RecordBatchStreamWriter | None = None
        self.first: Quarantined | None = None

    def add(self, piece: Quarantined) -> None:
        """Keep one more piece."""
        self.first = self.first or piece
        self._held.append(piece)
        self.size += min(len(piece.raw), RAW_LIMIT) + RAW_LIMIT // 256
        if self.size > SHELF_LIMIT:
            self._spill()

    def tables(self, source: str) -> Iterator[pa.Table]:
        """All pieces as rows of `quarantine`; the shelf is empty afterwards."""
        if self._writer and self._file:
            self._writer.close()
            self._file.seek(0)
            for batch in pa.ipc.open_stream(self._file):
                yield pa.Table.from_batches([batch]).set_column(0, schema.SOURCE, pa.repeat(source, len(batch)))
            self._file.close()
        if self._held:
            yield self._table(source)
        self._held, self._file, self._writer = [], None, None

    def _spill(self) -> None:
        if not self._writer:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115  # closed when it has been read back
            self._writer = pa.ipc.new_stream(self._file, schema.QUARANTINE)
        self._writer.write_table(self._table(""))
        self._held, self.size = [], 0

    def _table(self, source: str) -> pa.Table:
        columns = {
            "source": [source] * len(self._held),
            "line": [p.line for p in self._held],
            "deal_no": [_numbered(p.deal) for p in self._held],
            "event_no": [_numbered(p.event) for p in self._held],
            "reason": [storable(p.reason.en) for p in self._held],
            "reason_zh": [storable(p.reason.zh) for p in self._held],
            "expected": [storable(p.expected.en) for p in self._held],
            "expected_zh": [storable(p.expected.zh) for p in self._held],
            "raw": [p.raw[:RAW_LIMIT] for p in self._held],
        }
        return pa.table(columns, schema=schema.QUARANTINE)


@dataclass(slots=True)
class Entry:
    """One source in the ledger, from its arrival to its status.

    `damage` is why its end is missing; `unfinished` says that another run may get further, so it stays out of the ledger. `seen` has the matches met.
    """

    path: str
    sha256: str | None = None
    size: int = 0
    format: str | None = None
    format_why: Text | None = None
    encoding: str | None = None
    reader: str | None = None
    unit: str | None = None
    rules: str | None = None
    read: int = 0
    stored: int = 0
    duplicate: int = 0
    quarantined: int = 0
    ignored: Counter[Text] = field(default_factory=Counter)
    matches: int = 0
    deals: int = 0
    events: int = 0
    cut: int = 0
    status: Status | None = None
    reason: Text | None = None
    damage: Text | None = None
    unfinished: bool = False
    shelf: Shelf = field(default_factory=Shelf)
    seen: set[str] = field(default_factory=set)

    @property
    def source(self) -> str:
        """The id of the source."""
        assert self.sha256
        return self.sha256[:ID_LENGTH]

    def take(self, piece: Quarantined | Ignored) -> None:
        """Count what holds no match."""
        self.read += piece.units
        if isinstance(piece, Ignored):
            self.ignored[piece.reason] += piece.units
        else:
            self.quarantined += piece.units
            self.shelf.add(piece)

    def refuse(self, why: Text) -> None:
        """Nothing of it can be read."""
        self.status, self.reason = "rejected", why

    def stop(self, why: Text) -> None:
        """Its reading was stopped by something that may be gone next time."""
        self.unfinished, self.damage = True, why

    def repeat(self, row: Mapping[str, object]) -> None:
        """The very same bytes stand in the ledger already: nothing is new."""
        for name in ("format", "encoding", "reader", "unit"):
            setattr(self, name, row[name])
        self.format_why = _text(row, "format_why")
        self.read, self.quarantined = _count(row, "read"), _count(row, "quarantined")
        self.stored, self.duplicate = 0, _count(row, "stored") + _count(row, "duplicate")
        self.ignored = _reasons(row)
        self.matches = self.deals = self.events = 0
        if row["status"] == "rejected":
            self.status, self.reason = "rejected", _text(row, "reason")
        else:
            self.status, self.reason = "duplicate", Text(f"已读过：{row['path']}", f"read before, as {row['path']}")
        self.balance()

    def conclude(self) -> None:
        """Settle the status, now that every unit has its fate."""
        self.balance()
        if self.status:
            return
        if not self.stored and not self.duplicate:
            self.status = "rejected"
        elif self.quarantined or self.cut or self.damage:
            self.status = "partial"
        else:
            self.status = "stored" if self.stored else "duplicate"
        self.reason = self._why()

    def balance(self) -> None:
        """Raise ImbalanceError unless every unit that came in is accounted for."""
        settled = self.stored + self.duplicate + self.quarantined + self.ignored.total()
        if self.read != settled:
            raise ImbalanceError(f"{self.path}: {self.read} units came in, {settled} are accounted for")

    def row(self) -> dict[str, object]:
        """Its row of `sources`."""
        assert self.reason or self.status == "stored"
        names = ("path", "format", "encoding", "reader", "status", "unit", *COUNTS)
        return {name: getattr(self, name) for name in names} | {
            "source": self.source,
            "sha256": self.sha256,
            "format_why": self.format_why and self.format_why.en,
            "format_why_zh": self.format_why and self.format_why.zh,
            "reason": self.reason and self.reason.en,
            "reason_zh": self.reason and self.reason.zh,
            "ignored": self.ignored.total(),
            "ignored_by": json.dumps(self.ignored_by("en"), ensure_ascii=False),
            "ignored_by_zh": json.dumps(self.ignored_by("zh"), ensure_ascii=False),
            "bytes": self.size,
            "ingested_at": datetime.now(UTC),
        }

    def ignored_by(self, lang: str) -> dict[str, int]:
        """Ignored units by reason, in one order in both languages."""
        return {reason(lang): self.ignored[reason] for reason in sorted(self.ignored, key=lambda text: text.en)}

    def _why(self) -> Text | None:
        reasons = [self.damage] if self.damage else []
        if (first := self.shelf.first) and not self.damage:
            place = Text(f"第 {first.line} 行", f", line {first.line}") if first.line else Text("", "")
            unit = UNITS[self.unit or WHOLE]
            en = f"{self.quarantined} {unit.en}(s) could not be read; the first{place.en}: {first.reason.en} (expected {first.expected.en})"
            reasons.append(
                Text(
                    f"{self.quarantined} {unit.zh}无法读取；首处{place.zh}：{first.reason.zh}（应为{first.expected.zh}）",
                    en,
                )
            )
        if self.cut:
            reasons.append(Text(f"{self.cut} 副牌不完整", f"{self.cut} deal(s) are cut off"))
        if self.status == "rejected" and not reasons:
            reasons.append(Text("没有对局", "no match in it"))
        if self.status == "duplicate":
            reasons.append(Text("各场均已在库中", "all its matches are in the store already"))
        return Text("；".join(r.zh for r in reasons), "; ".join(r.en for r in reasons)) if reasons else None


def storable(text: str) -> str:
    """A text without what no file can hold: half characters, as in names of files that are not text."""
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def _numbered(number: int | None) -> int | None:
    return number if number is not None and 0 <= number < 2**16 else None


def _text(row: Mapping[str, object], name: str) -> Text | None:
    """What a row says in its two columns of a name."""
    return None if row[name] is None else Text(str(row[f"{name}_zh"] or row[name]), str(row[name]))


def _reasons(row: Mapping[str, object]) -> Counter[Text]:
    """Ignored units by reason, as a row says in its two columns; an older one has English only."""
    counts = json.loads(str(row["ignored_by"]))
    zh = counts if row["ignored_by_zh"] is None else json.loads(str(row["ignored_by_zh"]))
    return Counter({Text(*both): counts[both[1]] for both in zip(zh, counts, strict=True)})


def _count(row: Mapping[str, object], name: str) -> int:
    return int(str(row[name]))
