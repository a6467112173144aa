"""Our JSONL to a validated store, and the store judged again from its Parquet: deals and events per second, memory, bytes an event."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pyarrow.parquet as pq

from benchmarks.corpus import described, matches, report
from ingest.writers import danpu as writer

DEALS = 20_000
MOST_EVENTS = 1_000_000


def main(deals: int) -> None:
    """Prints the figures."""
    corpus = matches(deals)
    figures: dict[str, object] = dict(described(corpus))
    with tempfile.TemporaryDirectory() as folder:
        source, store = Path(folder) / "matches.jsonl", Path(folder) / "store"
        with source.open("wb") as file:
            writer.write(corpus, file)
        figures["jsonl_bytes_per_event"] = source.stat().st_size / float(str(figures["events"]))
        run("ingest", source, store)  # compiles, so that the next run measures work
        figures |= prefixed("ingest", run("ingest", source, store.with_name("again")), figures)
        sizes = parquet_bytes(store)
        figures["parquet_bytes_per_event"] = sum(sizes.values()) / float(str(figures["events"]))
        figures |= {f"bytes_per_event_{name}": size / float(str(figures["events"])) for name, size in sizes.items()}
        figures |= prefixed("again", run("validate", source, store), figures)
    report("pipeline", figures)


def run(what: str, source: Path, store: Path) -> dict[str, float]:
    """Runs one job in a process of its own; its seconds and peak memory in MB."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.jobs", what, str(source), str(store)],
        check=True,
        capture_output=True,
        text=True,
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def prefixed(name: str, found: dict[str, float], figures: dict[str, object]) -> dict[str, object]:
    """Figures of a job with the rates that follow from them."""
    deals, events = float(str(figures["deals"])), float(str(figures["events"]))
    return {
        f"{name}_s": found["seconds"],
        f"{name}_mb": found["megabytes"],
        f"{name}_deals_per_s": deals / found["seconds"],
        f"{name}_events_per_s": events / found["seconds"],
    }


def parquet_bytes(store: Path) -> dict[str, int]:
    """Compressed bytes of the tables events and plays."""
    sizes = {"events": 0, "plays": 0}
    for name in sizes:
        for path in store.rglob(f"{name}.parquet"):
            groups = pq.ParquetFile(path).metadata
            sizes[name] += sum(_compressed(groups, g) for g in range(groups.num_row_groups))
    return sizes


def _compressed(groups: pq.FileMetaData, g: int) -> int:
    group = groups.row_group(g)
    return sum(group.column(c).total_compressed_size for c in range(group.num_columns))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
