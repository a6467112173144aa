"""The simulator: deals a second on one thread, as they are played and as records; and the Parquet bytes of an event without and with times."""

import random
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa

from benchmarks.corpus import BOOKS, SEED, matches, report
from engine import plain
from engine.plain import MANY_EVENTS
from engine.rules import load
from engine.simulate import MOST_DEALS, simulate
from engine.simulate import PLAYERS as PLAYERS_BY_NAME
from ingest import parquet, schema, tables

MATCHES = 400
PLAYERS = ("random", "greedy")
THINKING_MS = (400, 9000)


def main() -> None:
    """Prints the figures."""
    figures: dict[str, object] = {}
    for player in PLAYERS:
        figures |= {f"{player}_played_per_s": played_per_s(player), f"{player}_records_per_s": records_per_s(player)}
    report("simulator", figures | bytes_an_event())


def played_per_s(player: str) -> float:
    """Deals a second of the thread's own time, as the kernel plays and logs them."""
    table, chance = plain.module("table", MANY_EVENTS), plain.module("chance", MANY_EVENTS)
    log, desk = table.log(MOST_DEALS), table.room()
    ids, switches = np.full(4, PLAYERS_BY_NAME[player], np.int64), load(BOOKS[0]).switches
    deals, spent = 0, 0.0
    for number in range(MATCHES + 1):
        chance.seed(desk.chance, SEED + number)
        desk.pack[:] = np.repeat(np.arange(54), 2)
        began = time.thread_time()
        table.play_match(log, desk, ids, MOST_DEALS, switches)
        if number:  # the first loads the kernel
            spent += time.thread_time() - began
            deals += int(log.used[table.DEALS])
    return deals / spent


def records_per_s(player: str) -> float:
    """Deals a second of the thread's own time as `engine.records`, half of them under each rule book."""
    deals, spent = 0, 0.0
    for book in BOOKS:
        rules, seats = load(book), (player,) * 4
        for _ in simulate(MATCHES, SEED, rules, seats, most_deals=1):
            pass
        began = time.thread_time()
        deals += sum(len(match.deals) for match in simulate(MATCHES, SEED, rules, seats))
        spent += time.thread_time() - began
    return deals / spent


def bytes_an_event() -> dict[str, object]:
    """Parquet bytes of the table of events by event, as it is and with a time of thinking on each, and what the times alone cost."""
    events = tables.facts(matches(4000), "0" * 16, BOOKS[0])["events"]
    chance = random.Random(SEED)
    times = np.cumsum([chance.randint(*THINKING_MS) for _ in range(len(events))])
    timed = events.set_column(events.schema.get_field_index("time_ms"), "time_ms", pa.array(times, pa.int64()))
    plain, with_times = (written(table) / len(events) for table in (events, timed))
    return {"event_bytes": plain, "event_bytes_with_times": with_times, "time_bytes": with_times - plain}


def written(table: pa.Table) -> int:
    """How many bytes a table of events takes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "events.parquet"
        parquet.write(table.cast(schema.EVENTS), path)
        return path.stat().st_size


if __name__ == "__main__":
    main()
