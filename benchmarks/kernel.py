"""The replay kernel, jitted against the same sources as plain Python: events per second on one thread, their ratio, and equal verdicts.

Also what the first run of an empty cache costs more than a later one.
"""

import sys
import time
from collections.abc import Callable

import numpy as np

from benchmarks.corpus import described, matches, report
from engine.arrays import batch as arrays
from engine.kernel import batch as bt
from engine.plain import module
from engine.records import Match
from engine.rules import load

DEALS = 4000
PLAIN_DEALS = 150
ROUNDS = 7
TILES = 8


def main(deals: int) -> None:
    """Prints the figures."""
    corpus = matches(deals)
    some = corpus[: next(n for n in range(1, len(corpus)) if sum(len(m.deals) for m in corpus[:n]) >= PLAIN_DEALS)]
    replay = module("replay", 10**9).replay
    began = time.perf_counter()
    jitted_few, _ = run(replay, built(some))
    first = time.perf_counter() - began
    jitted, seconds = run(replay, tiled(built(corpus), TILES), ROUNDS)
    plain_few, plain_seconds = run(module("replay").replay, built(some))
    events = jitted.events.shape[1]
    fast, slow = events / seconds, plain_few.events.shape[1] / plain_seconds
    equal = all(np.array_equal(np.asarray(a), np.asarray(b)) for a, b in zip(jitted_few, plain_few, strict=True))
    figures: dict[str, object] = dict(described(corpus))
    figures |= {
        "faulty_deals": int(np.count_nonzero(jitted.deal_err)),
        "jitted_events_per_s": fast,
        "plain_events_per_s": slow,
        "ratio": fast / slow,
        "equal": equal,
        "first_call_s": first,
    }
    report("kernel", figures)
    if not equal:
        sys.exit("jitted and plain verdicts differ")


def built(corpus: list[Match]) -> bt.Batch:
    """The kernel's arrays of a corpus, each match under its own book."""
    books = [load(match.rules or "huaian_2017") for match in corpus]
    return arrays(corpus, books, [deal.level for match in corpus for deal in match.deals])


def tiled(batch: bt.Batch, times: int) -> bt.Batch:
    """A batch several times over."""
    starts = [batch.starts[:-1] + k * batch.starts[-1] for k in range(times)]
    offsets = [batch.offsets[:-1] + k * batch.offsets[-1] for k in range(times)]
    return batch._replace(
        starts=np.concatenate([*starts, [times * batch.starts[-1]]]),
        deals=np.tile(batch.deals, (times, 1)),
        hands=np.tile(batch.hands, (times, 1, 1)),
        events=np.tile(batch.events, (1, times)),
        cards=np.tile(batch.cards, times),
        offsets=np.concatenate([*offsets, [times * batch.offsets[-1]]]),
    )


def run(
    replay: Callable[[bt.Batch, bt.Verdicts, bt.Scratch], None], batch: bt.Batch, rounds: int = 1
) -> tuple[bt.Verdicts, float]:
    """The verdicts of a batch and the best time of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        verdicts = bt.verdicts(len(batch.deals), batch.events.shape[1])
        began = time.perf_counter()
        replay(batch, verdicts, bt.scratch())
        best = min(best, time.perf_counter() - began)
    return verdicts, best


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
