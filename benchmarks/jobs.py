"""One job of the pipeline benchmark, in a process of its own: its seconds and its peak memory, as JSON. Run by `pipeline.py`, not by hand."""

import io
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

from benchmarks.memory import peak
from engine.plain import module
from engine.rules import load
from engine.simulate import simulate
from ingest import derive, rejudge, tables
from ingest.ingest import ingest
from ingest.jsonl import columns
from ingest.writers import danpu as writer

THREADS = 2


def main(argv: list[str]) -> None:
    """`ingest SOURCE STORE` or `validate SOURCE STORE`; without arguments it says what it is for."""
    if len(argv) != 3:
        sys.stdout.write(f"{__doc__}\n")
        return
    what, source, store = argv
    warm()
    began = time.perf_counter()
    deals = ingest([source], store).totals.deals if what == "ingest" else validate(Path(store))
    seconds = time.perf_counter() - began
    if not deals:
        sys.exit(f"{what} saw no deal")
    megabytes = peak()
    sys.stdout.write(json.dumps({"seconds": seconds, "megabytes": megabytes}) + "\n")


def warm() -> None:
    """Loads what numba has cached, by reading and judging a few deals as many: start-up is measured by itself (`startup.py`)."""
    match = next(simulate(1, 1, load("huaian_2017"), most_deals=2))
    lines = io.BytesIO()
    writer.write([match], lines)
    facts = tables.sign(columns.parse(lines.getvalue(), 1), "0" * 16, "huaian_2017")
    for name in ("replay", "hands"):
        module(name, 10**9)
    with mock.patch("engine.plain.MANY_EVENTS", 0):
        derive.derive(facts, load("huaian_2017"))


def validate(store: Path) -> int:
    """Every batch judged again from its facts, nothing written; how many deals there are."""
    with ThreadPoolExecutor(THREADS) as pool:
        return sum(pool.map(judge, sorted(store.glob("batch=*"))))


def judge(batch: Path) -> int:
    """One batch judged again under the books it is shown under; how many deals it holds."""
    return sum(
        len(derive.derive(facts, load(book), ("results", "findings"))["results"])
        for book, facts in rejudge.by_book(rejudge.facts(batch), None)
    )


if __name__ == "__main__":
    main(sys.argv[1:])
