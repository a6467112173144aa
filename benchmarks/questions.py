"""What a page of the dashboard asks, on a store of a million deals: seconds of each, warm, and the memory of a process that asks nothing else.

A simulated store is judged once and then copied batch by batch, each copy's matches under ids of their own.
"""

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pyarrow as pa

from analytics import overview
from analytics.ask import ask
from analytics.lake import connect
from analytics.question import questions
from benchmarks.corpus import matches, report
from ingest import parquet
from ingest.ingest import ingest
from ingest.writers import danpu as writer

DEALS = 100_000
COPIES = 10
ROUNDS = 5


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
            [sys.executable, "-m", "benchmarks.questions", "asked", str(store)],
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


def asked(store: Path) -> None:
    """Asks all that the pages ask and prints the figures as JSON."""
    con = connect(store)
    deal = overview.deals(con, overview.Filters(), limit=1, offset=500).rows[0]
    pages: dict[str, Callable[[], object]] = {
        "overview": lambda: overview.overview(con),
        "deals": lambda: overview.deals(con, overview.Filters(), limit=50),
        "deal": lambda: overview.whole(con, str(deal["match_id"]), int(str(deal["deal_no"]))),
        **{question.name: partial(ask, con, question.name) for question in questions()},
    }
    figures: dict[str, object] = {"deals": con.sql("select count(*) from deals").fetchall()[0][0]}
    figures |= {f"{name}_s": seconds(page) for name, page in pages.items()}
    figures["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(json.dumps(figures) + "\n")


def seconds(page: Callable[[], object]) -> float:
    """The median of some rounds, after one that reads the files' heads."""
    times = []
    for _ in range(ROUNDS + 1):
        began = time.perf_counter()
        page()
        times.append(time.perf_counter() - began)
    return statistics.median(times[1:])


if __name__ == "__main__":
    if sys.argv[1:2] == ["asked"]:
        asked(Path(sys.argv[2]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
