"""The writing side of a store: a run's `Writer` builds batches beside the store and renames them into it under its lock.

Under the lock it looks again at what other writers have put there meanwhile: a match or a source that has come in is not put in twice. A writer holds a
lock of its own for life; what a dead one left behind (`.tmp-*`) the next run clears away.
"""

import os
import re
import secrets
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pyarrow as pa

from engine.words import Text
from ingest import BATCH, lock, parquet, schema, tables
from ingest.batch import Batch, Deriver, Fate, by_rules, sift, write, write_derived
from ingest.ledger import Entry

LOCK = ".lock"
ALIVE = "alive"
TEMPORARY = ".tmp-"


class StoreError(Exception):
    """A store that can't be written or read; its text is one line."""

    def __init__(self, path: Path, said: Text) -> None:
        super().__init__(f"store {path}: {said.en}")
        self.path = path
        self.said = said

    def text(self, lang: str = "en") -> str:
        """The message in `en` or `zh`."""
        return f"库 {self.path}：{self.said.zh}" if lang == "zh" else str(self)


def failed(path: Path, error: OSError) -> StoreError:
    """What the system refused to do with a store."""
    if isinstance(error, FileExistsError | NotADirectoryError):
        return StoreError(path, Text("这是文件；应为文件夹", "this is a file; a folder was expected"))
    reason = error.strerror or str(error)
    return StoreError(
        path, Text(f"无法写入（{reason}）；未作改动", f"can't be written ({reason}); nothing was changed")
    )


def batches(store: Path) -> list[Path]:
    """The batches of a store, oldest first; none if there is no such folder."""
    return sorted(store.glob(f"{BATCH}*"))


def read(batch: Path, table: str, columns: list[str] | None = None) -> pa.Table:
    """A table of facts of a batch; a column that it was written without is null. Raises StoreError where the batch is not whole."""
    try:
        found = parquet.read(batch / f"{table}.parquet", columns)
    except (OSError, pa.ArrowInvalid) as error:
        what = str(error).splitlines()[0]
        raise StoreError(
            batch, Text(f"无法读取 {table}.parquet（{what}）", f"{table}.parquet can't be read ({what})")
        ) from None
    wanted = schema.FACTS[table]
    if columns or found.schema.names == wanted.names:
        return found
    held = [found[f.name] if f.name in found.schema.names else pa.nulls(len(found), f.type) for f in wanted]
    return pa.Table.from_arrays(held, schema=wanted)


class Writer:
    """One run's writing into a store, from `with` to its end. Whatever the system refuses is a StoreError."""

    def __init__(self, store: Path, deriver: Deriver) -> None:
        self.store = store
        self._deriver = deriver
        self._lock = store / LOCK
        self._home = store / f"{TEMPORARY}{secrets.token_hex(4)}"
        self._alive = -1
        self._folders = 0
        self._loaded: set[str] = set()
        self._matches: dict[str, str] = {}
        self._sources: dict[str, dict[str, object]] = {}

    def __enter__(self) -> Self:
        try:
            self._settle_in()
        except OSError as error:
            raise failed(self.store, error) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        lock.drop(self._alive)
        shutil.rmtree(self._home, ignore_errors=True)

    def source(self, sha256: str) -> dict[str, object] | None:
        """The row of a source in the ledger, if it has been read before."""
        return self._sources.get(sha256)

    def commit(self, batch: Batch) -> None:
        """Put a batch in, whole or not at all, and settle the sources that end with it."""
        try:
            while not self._committed(batch):
                pass
        except OSError as error:
            raise failed(self.store, error) from error

    def derive(self, batch: Path, book: str) -> None:
        """Derive a batch under one more rule book, unless that has been done."""
        where = batch / f"rules={book}" / f"engine={self._deriver.version}"
        if where.exists():
            return
        facts = {name: read(batch, name) for name in tables.NAMES}
        if not len(facts["matches"]):
            return
        try:
            made = self._folder()
            write_derived(made, facts, book, self._deriver)
            with lock.held(self._lock):
                if not where.exists():
                    where.parent.mkdir(exist_ok=True)
                    (made / where.name).rename(where)
        except OSError as error:
            raise failed(self.store, error) from error

    def _settle_in(self) -> None:
        self.store.mkdir(parents=True, exist_ok=True)
        with lock.held(self._lock):
            for left in self.store.glob(f"{TEMPORARY}*"):
                if lock.is_free(left / ALIVE):
                    shutil.rmtree(left, ignore_errors=True)
            self._home.mkdir()
            self._alive = lock.take(self._home / ALIVE)
            self._refresh()

    def _committed(self, batch: Batch) -> bool:
        """Try once; False if another writer put one of its matches in meanwhile."""
        fates = sift(batch.parts, self._matches)
        folders, new = [], set[str]()
        for book, facts in by_rules(fates):
            folders.append(self._folder())
            write(folders[-1], facts, book, self._deriver)
            new.update(facts["matches"]["match_id"].to_pylist())
        with lock.held(self._lock):
            clash = not new.isdisjoint(self._refresh())
            if not clash:
                self._put_in(batch, fates, folders)
        if clash:
            for folder in folders:
                shutil.rmtree(folder)
        return not clash

    def _put_in(self, batch: Batch, fates: Sequence[Fate], folders: list[Path]) -> None:
        for fate in fates:
            fate.enter()
        rows = []
        for entry in batch.ended:
            if known := self._sources.get(str(entry.sha256)):
                entry.repeat(known)
                continue
            entry.conclude()
            rows += [] if entry.unfinished else [entry]
        if rows and not folders:
            folders.append(self._folder())
            folders[0].mkdir()
            for name in tables.NAMES:
                parquet.write(schema.FACTS[name].empty_table(), folders[0] / f"{name}.parquet")
        for folder in folders:
            _write_ledger(rows if folder == folders[-1] else [], folder)
        last = max(map(_number, batches(self.store)), default=0)
        for number, folder in enumerate(folders, last + 1):
            folder.rename(self.store / f"{BATCH}{number:06d}-{secrets.token_hex(4)}")
        _flush(self.store)
        self._refresh()

    def _refresh(self) -> list[str]:
        """Learn what the store holds by now; the matches that have come in since the last time."""
        new: list[str] = []
        for folder in batches(self.store):
            if folder.name not in self._loaded:
                matches, sources = read(folder, "matches"), read(folder, "sources")
                self._sources.update((row["sha256"], row) for row in sources.to_pylist())
                ids = matches["match_id"].to_pylist()
                self._matches.update(zip(ids, matches["source"].to_pylist(), strict=True))
                self._loaded.add(folder.name)
                new += ids
        return new

    def _folder(self) -> Path:
        self._folders += 1
        return self._home / str(self._folders)


def _write_ledger(entries: Sequence[Entry], folder: Path) -> None:
    sources = pa.Table.from_pylist([entry.row() for entry in entries], schema.SOURCES)
    pieces = (table for entry in entries for table in entry.shelf.tables(entry.source))
    parquet.write(sources, folder / "sources.parquet")
    parquet.write_all(pieces, schema.QUARANTINE, folder / "quarantine.parquet")


def _number(batch: Path) -> int:
    found = re.match(r"\d+", batch.name.removeprefix(BATCH))
    return int(found.group()) if found else 0


def _flush(folder: Path) -> None:
    """See renames in a folder onto the disk, where the system has a way to."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)
