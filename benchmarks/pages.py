"""All that the pages of the dashboard ask of a store, in a process that does nothing else: seconds and peak memory, as JSON. Run by `questions.py`."""

import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from analytics import overview
from analytics.ask import ask
from analytics.lake import connect
from analytics.question import questions
from benchmarks.memory import peak
from dashboard.screens.deals import PER_PAGE

ROUNDS = 5


def main(store: Path) -> None:
    """Prints the figures as JSON."""
    con = connect(store)
    deal = overview.deals(con, overview.Filters(), limit=1, offset=500).rows[0]
    pages: dict[str, Callable[[], object]] = {
        "overview": lambda: overview.overview(con),
        "deals": lambda: overview.deals(con, overview.Filters(), limit=PER_PAGE),
        **{f"choices_{what}": partial(overview.choices, con, what) for what in overview.CHOICES},
        "deal": lambda: overview.whole(con, str(deal["match_id"]), int(str(deal["deal_no"]))),
        **{question.name: partial(ask, con, question.name) for question in questions()},
    }
    figures: dict[str, object] = {"deals": con.sql("select count(*) from deals").fetchall()[0][0]}
    figures |= {f"{name}_s": seconds(page) for name, page in pages.items()}
    figures["megabytes"] = peak()
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
    main(Path(sys.argv[1]))
