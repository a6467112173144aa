"""From paths to a filled store: detect, read, sign, commit, and report.

Two threads: this one reads and turns what it reads into columns, while the one behind it derives and writes the batch before. Memory holds two batches,
whatever the size of a source; a source larger than a batch is in the ledger only with its last one, so a run that was killed is seen, and
the next one completes it.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import BinaryIO, TypeAlias

from engine import rules as books
from engine.records import Ignored, Match, Quarantined
from engine.words import Text
from ingest import archive, tables, text
from ingest.archive import Content, Found
from ingest.batch import Batch, Deriver, Part
from ingest.commit import Writer
from ingest.detect import AS_ASKED, detect
from ingest.errors import Unreadable
from ingest.ledger import WHOLE, Entry, storable
from ingest.readers import READERS
from ingest.report import Report, report
from ingest.store import Store
from ingest.tables import Columns
from ingest.unsupported import sifted

Read: TypeAlias = Match | Quarantined | Ignored

AUTO = "auto"
CHUNK_EVENTS = 65_536
UNHOLDABLE = Text("各值均在其列范围之内的一场", "a match whose values fit their columns")


Piece: TypeAlias = Columns | Quarantined | Ignored


class UnknownFormatError(ValueError):
    """A format that no reader is named for."""


def ingest(
    inputs: Sequence[str | Path],
    store: Path | str,
    *,
    format: str | None = None,  # noqa: A002  # the option's name
    rules: str | None = AUTO,
    deriver: Deriver | None = None,
    skipped: Callable[[Path], None] = lambda _: None,
) -> Report:
    """Read files, folders and standard input (`-`) into a store. Raises StoreError, RuleBookError or UnknownFormatError, all before anything is read.

    `skipped` is told of each store in a folder, which is no record.
    """
    asked = None if rules in (None, AUTO) else books.load(str(rules)).name
    reader = None if format is None else named(format)
    where = Store(store)
    with where.writer(deriver) as writer, ThreadPoolExecutor(1) as behind:
        intake = Intake(writer, behind, asked, reader)
        for found in archive.walk(map(str, inputs), where.path, skipped):
            intake.take(found)
        intake.finish()
    return report(str(store), asked or AUTO, intake.entries)


def named(name: str) -> ModuleType:
    """The reader of a format."""
    readers = {reader.FORMAT: reader for reader in READERS}
    if name not in readers:
        raise UnknownFormatError(f"{name!r} is no format; known: {', '.join(sorted(readers))}")
    return readers[name]


class Intake:
    """One run: the entries so far, and the batch that is filling up."""

    def __init__(
        self, writer: Writer, behind: ThreadPoolExecutor, asked: str | None, reader: ModuleType | None
    ) -> None:
        self.entries: list[Entry] = []
        self._writer = writer
        self._behind = behind
        self._asked = asked
        self._reader = reader
        self._batch = Batch()
        self._waiting: set[str] = set()
        self._committing: Future[None] | None = None

    def take(self, found: Found) -> None:
        """Read one path."""
        entry = Entry(storable(found.path))
        self.entries.append(entry)
        try:
            self._open(entry, found)
        except Unreadable as error:
            entry.refuse(Text(storable(error.text("zh")), storable(error.text("en"))))
        except OSError as error:
            entry.refuse(_system(error))

    def finish(self) -> None:
        """Commit what is left."""
        self._commit()
        self._settle()

    def _open(self, entry: Entry, found: Found) -> None:
        if found.problem:
            raise found.problem
        with archive.opened(found.path) as content:
            entry.sha256, entry.size, entry.damage = content.sha256, content.size, content.damage
            if content.sha256 in self._waiting:
                self.finish()
            if row := self._writer.source(content.sha256):
                entry.repeat(row)
                return
            self._waiting.add(content.sha256)
            self._read(entry, content)
            self._batch.end(entry)
            if self._batch.full:
                self._commit()

    def _read(self, entry: Entry, content: Content) -> None:
        with content.stream() as stream:
            head = stream.read(text.HEAD)
        entry.encoding = text.decode(head[: head.rfind(b"\n") + 1] or head)[1]
        try:
            reader = self._detected(entry, head)
            for piece in _pieces(reader, content.stream()):
                self._put(entry, reader, piece)
        except Unreadable as error:
            entry.damage = entry.damage or Text(error.text("zh"), error.text("en"))
            entry.take(Quarantined(error.line, error.got, error.expected, head))
        except OSError as error:
            entry.stop(_system(error))
        if content.changed():
            entry.stop(Text("读取时文件被改写", "it changed while it was read"))

    def _detected(self, entry: Entry, head: bytes) -> ModuleType:
        entry.unit = WHOLE
        reader = self._reader or detect(head).reader
        entry.format, entry.unit, entry.reader = reader.FORMAT, reader.UNIT, f"{reader.FORMAT} {reader.VERSION}"
        entry.format_why = AS_ASKED if self._reader else reader.WHY
        return reader

    def _put(self, entry: Entry, reader: ModuleType, piece: Piece) -> None:
        if isinstance(piece, Columns):
            entry.read += int(piece.units.sum())
            facts = tables.sign(piece, entry.source, reader.RULES, self._asked)
            self._batch.add(Part(entry, facts, piece.units))
            if self._batch.full:
                self._commit()
        else:
            entry.take(piece)

    def _commit(self) -> None:
        self._settle()
        self._committing = self._behind.submit(self._writer.commit, self._batch)
        self._batch = Batch()

    def _settle(self) -> None:
        if self._committing:
            self._committing.result()
        self._committing = None


def _pieces(reader: ModuleType, stream: BinaryIO) -> Iterator[Piece]:
    """What a reader makes of a source, its matches as columns."""
    if hasattr(reader, "read_batches"):
        yield from reader.read_batches(stream)
        return
    held: list[Match] = []
    events = 0
    pieces = _until_unreadable(sifted(reader.read(stream)))
    for piece in pieces:
        if isinstance(piece, Match):
            held.append(piece)
            events += sum(len(deal.events) for deal in piece.deals)
        elif isinstance(piece, Unreadable):
            yield from _columns(held)
            raise piece
        else:
            yield piece
        if events >= CHUNK_EVENTS:
            yield from _columns(held)
            held, events = [], 0
    yield from _columns(held)


def _until_unreadable(pieces: Iterator[Read]) -> Iterator[Read | Unreadable]:
    """The pieces, and in the end what stopped the reader, so that what came before it is not lost."""
    try:
        yield from pieces
    except Unreadable as error:
        yield error


def _columns(matches: list[Match]) -> Iterator[Columns | Quarantined]:
    """The columns of some matches; one with a value that no column can hold is put aside alone."""
    if not matches:
        return
    try:
        yield tables.columns(matches)
    except (ValueError, OverflowError) as error:
        if len(matches) > 1:
            for match in matches:
                yield from _columns([match])
            return
        line = next((deal.first_line for deal in matches[0].deals), None)
        what = str(error).splitlines()[0]
        yield Quarantined(line, Text(f"有值存不下：{what}", what), UNHOLDABLE, units=matches[0].units)


def _system(error: OSError) -> Text:
    reason = error.strerror or str(error)
    return Text(f"读取中断：{reason}", f"reading stopped: {reason}")
