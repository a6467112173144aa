"""Arrow tables to Parquet files and back, as the store keeps them.

A file is one row group: a batch is cut on match borders before it is written, so no row group splits a match. Measured on games dealt at random:
DELTA_BINARY_PACKED halves times and erases lines, and is worse than a dictionary for everything else. Statistics would prune nothing (the ids of matches are
hashes, and all else occurs in every batch) and cost a tenth of the time to write.
"""

import os
from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

COMPRESSION_LEVEL = 3
RISING = ("line", "first_line", "ended_line", "time_ms")
VALUES_AT_ONCE = 2**14


def write(table: pa.Table, path: Path) -> None:
    """Write one table as one row group."""
    write_all([table], table.schema, path)


def write_all(tables: Iterable[pa.Table], schema: pa.Schema, path: Path) -> None:
    """Write tables of one schema below each other, a row group each, and see them onto the disk."""
    with path.open("wb") as file:
        with pq.ParquetWriter(file, schema, **_settings(schema)) as writer:
            for table in tables:
                writer.write_table(table, row_group_size=max(1, len(table)))
        file.flush()
        os.fsync(file.fileno())


def read(path: Path, columns: list[str] | None = None) -> pa.Table:
    """A whole file, or some of its columns, with nothing taken from the names of its folders."""
    with pq.ParquetFile(path) as file:
        return file.read(columns)


def _settings(schema: pa.Schema) -> dict[str, object]:
    rising = [name for name in schema.names if name in RISING]
    flat = [_leaf(field) for field in schema if field.name not in RISING and not pa.types.is_boolean(field.type)]
    return {
        "compression": "zstd",
        "compression_level": COMPRESSION_LEVEL,
        "use_dictionary": flat,
        "use_compliant_nested_type": False,  # else a list read back has another name for its items
        "column_encoding": dict.fromkeys(rising, "DELTA_BINARY_PACKED") or None,
        "write_statistics": False,
        "write_batch_size": VALUES_AT_ONCE,
    }


def _leaf(field: pa.Field) -> str:
    return f"{field.name}.list.item" if pa.types.is_list(field.type) else str(field.name)
