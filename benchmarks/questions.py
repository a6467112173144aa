"""What a page of the dashboard asks, on a store of a million deals: seconds of each, warm, and the memory of a process that asks nothing else.

A simulated store is judged once and then copied batch by batch, each copy's matches under ids of their own.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pyarrow as pa

from benchmarks.corpus import matches, report
from ingest import parquet
from ingest.ingest import ingest
from ingest.writers import danpu as writer

DEALS = 100_000
COPIES = 10


def main(deals: int) -> None:
    """Prints the figures."""
    with tempfile.TemporaryDirectory() as folder:
        source, store = Path(folder) / "matches.jsonl", Path(folder) / "store"
        with source.open("wb") as file:
            writer.write(matches(deals), file)
        ingest([source], store)
        for number in range(1, COPIES):
            for batch in sorted(store.glob("batch=0*")):
                copied(batch, batch.with_name(f"batch=9{number}{batch.name[7:]}"), number)
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.pages", str(store)],
            check=True,
            capture_output=True,
            text=True,
        )
    report("questions", json.loads(done.stdout))


def copied(batch: Path, copy: Path, number: int) -> None:
    """A batch once more, the first digits of its matches' ids replaced."""
    for path in batch.rglob("*.parquet"):
        table = parquet.read(path)
        if "match_id" in table.column_names and len(table):
            at = table.schema.get_field_index("match_id")
            ids = table["match_id"].combine_chunks()
            words = pa.array([f"{number:03d}{word[3:]}" for word in ids.dictionary.to_pylist()])
            renamed = pa.DictionaryArray.from_arrays(ids.indices, words)
            table = table.set_column(at, table.schema.field(at), renamed)
        target = copy / path.relative_to(batch)
        target.parent.mkdir(parents=True, exist_ok=True)
        parquet.write(table, target)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
