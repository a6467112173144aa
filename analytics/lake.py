"""A store seen through DuckDB: views over its Parquet files, in memory and read only.

A *book* is a rule book. A batch has one folder of derived tables a book and engine; `results plays hands findings` show one book, the batch's own
(`rules_default` of its matches) unless another is asked for, and `all_results ...` every book; of several engines the newest is seen.
Give every thread its own `con.cursor()`: views are shared, results are not.
"""

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import NamedTuple, TypeAlias

import duckdb
import pyarrow.parquet as pq

from ingest import schema

Parameters: TypeAlias = Mapping[str, object]
NO_PARAMETERS: Parameters = {}
EVERY = "all_"
CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
    # A page on a million deals stays below half a gigabyte with these, and takes no longer; what needs more goes to the temporary folder.
    "memory_limit": "400MB",
    "enable_external_file_cache": False,
}


class NoStoreError(Exception):
    """There is no store at this path."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: no store there; `danpu ingest PATH --store {path}` makes one")
        self.path = path


class Derived(NamedTuple):
    """One folder of derived tables of a batch."""

    batch: Path
    rules: str
    engine: str
    folder: Path


def connect(store: Path | str, rules: str | None = None) -> duckdb.DuckDBPyConnection:
    """A connection that sees the store; `rules` is the book that `results` and the rest show. Raises NoStoreError."""
    path = Path(store).resolve()
    if not path.is_dir():
        raise NoStoreError(path)
    con = duckdb.connect(config=CONFIG | {"temp_directory": str(Path(tempfile.gettempdir()) / "danpu-duckdb")})
    con.execute("set enable_progress_bar = false; create schema every; create schema shown")
    con.execute(_packaged("macros.sql"))
    all_books = newest(derived(path))
    shown = [d for d in all_books if d.rules == (rules or _own_book(d, all_books))]
    for name, table in schema.FACTS.items():
        _raw(con, "every", name, sorted(path.glob(f"batch=*/{name}.parquet")), con.from_arrow(table.empty_table()))
    for name, table in schema.DERIVED.items():
        for place, books in (("every", all_books), ("shown", shown)):
            _raw(con, place, name, [d.folder / f"{name}.parquet" for d in books], con.from_arrow(table.empty_table()))
    for name in schema.TABLES:
        text = _packaged(f"views/{name}.sql")
        con.execute(f"create view {name} as {text}")
        if name in schema.DERIVED:
            con.execute(f"create view {EVERY}{name} as {text.replace('from shown.', 'from every.')}")
    con.execute(_packaged("counted.sql"))
    # From here on no file outside the store can be read, none written, and none of this be undone.
    con.execute(f"set allowed_directories = [{_quoted_text(str(path))}, {_quoted(path)}]")
    con.execute("set enable_external_access = false; set lock_configuration = true")
    return con


def lost(store: Path) -> Iterator[Path]:
    """The files of facts that a batch of a store should have and has not."""
    files = (batch / f"{name}.parquet" for batch in sorted(store.glob("batch=*")) for name in schema.FACTS)
    yield from (file for file in files if not file.exists())


def rows(con: duckdb.DuckDBPyConnection, sql: str, parameters: Parameters = NO_PARAMETERS) -> list[dict[str, object]]:
    """All rows of a query, each by column."""
    done = con.execute(sql, dict(parameters))
    names = [column[0] for column in done.description or ()]
    return [dict(zip(names, row, strict=True)) for row in done.fetchall()]


def derived(store: Path) -> list[Derived]:
    """Every folder of derived tables, batch by batch."""
    found = sorted(store.glob("batch=*/rules=*/engine=*"))
    return [Derived(f.parent.parent, _value(f.parent), _value(f), f) for f in found]


def newest(folders: Sequence[Derived]) -> list[Derived]:
    """Of each batch and book the newest engine's."""
    best: dict[tuple[Path, str], Derived] = {}
    for folder in sorted(folders, key=lambda d: _version(d.engine)):
        best[folder.batch, folder.rules] = folder
    return sorted(best.values())


def _own_book(of: Derived, among: Sequence[Derived]) -> str:
    """The book that a batch is shown under."""
    books = {d.rules for d in among if d.batch == of.batch}
    if len(books) == 1:
        return of.rules
    with pq.ParquetFile(of.batch / "matches.parquet") as file:
        defaults = file.read(["rules_default"])["rules_default"].unique().to_pylist()
    return next(iter(defaults), of.rules)


def _raw(
    con: duckdb.DuckDBPyConnection, place: str, name: str, files: Sequence[Path], empty: duckdb.DuckDBPyRelation
) -> None:
    """A table as the files have it; the empty table gives it its columns where a file is older, or where there is none."""
    empty.create(f"{place}.no_{name}")
    here = [file for file in files if file.is_file()]
    union = f" union all by name select * from {_scan(here)}" if here else ""  # noqa: S608  # quoted file names
    con.execute(f"create view {place}.{name} as select * from {place}.no_{name}{union}")  # noqa: S608  # names of the schema


def _scan(files: Sequence[Path]) -> str:
    listed = ", ".join(map(_quoted, files))
    return f"read_parquet([{listed}], union_by_name = true, hive_partitioning = false)"


def _quoted(file: Path) -> str:
    """A path as an SQL text, in which no character is a pattern."""
    return _quoted_text(re.sub(r"([*?\[])", r"[\1]", str(file)))


def _quoted_text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _value(folder: Path) -> str:
    return folder.name.partition("=")[2]


def _version(text: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.findall(r"\d+|[^\d.]+", text)]


def _packaged(name: str) -> str:
    return resources.files("analytics").joinpath(name).read_text("utf-8")
