"""Simulated matches for the benchmarks: two rule books mixed, half of the seats random and half greedy, so that wilds are in many plays.

Run as a script it only says what it makes; the other benchmarks import it.
"""

import json
import sys
from collections.abc import Iterator
from itertools import islice

from engine.records import EventKind, Match
from engine.rules import load
from engine.simulate import simulate

BOOKS = ("huaian_2017", "njupt_v1006")
PLAYERS = (("random",) * 4, ("greedy", "random", "greedy", "random"))
SEED = 20261201


def matches(deals: int) -> list[Match]:
    """Matches with at least so many deals, the rule books in turn."""
    kept: list[Match] = []
    sources = [_endless(book, seats) for book in BOOKS for seats in PLAYERS]
    count = 0
    while count < deals:
        for source in sources:
            kept += islice(source, 1)
            count += len(kept[-1].deals)
    return kept


def _endless(book: str, seats: tuple[str, ...]) -> Iterator[Match]:
    yield from simulate(1_000_000, SEED, load(book), seats)


def described(corpus: list[Match]) -> dict[str, float]:
    """How large a corpus is, and the share of its plays that hold a wild."""
    plays = wilds = events = 0
    for match in corpus:
        for deal in match.deals:
            events += len(deal.events)
            wild = (deal.level or 0) * 4 + 1
            laid = [event.cards for event in deal.events if event.kind == EventKind.PLAY]
            plays += len(laid)
            wilds += sum(wild in cards for cards in laid)
    deals = sum(len(match.deals) for match in corpus)
    return {"matches": len(corpus), "deals": deals, "events": events, "plays": plays, "wild_share": wilds / plays}


def report(name: str, figures: dict[str, object]) -> None:
    """Prints figures for people, then as JSON."""
    for key, value in figures.items():
        sys.stdout.write(f"{key:>28}  {value:,.3f}\n" if isinstance(value, float) else f"{key:>28}  {value}\n")
    sys.stdout.write(json.dumps({"benchmark": name, **figures}) + "\n")


if __name__ == "__main__":
    report("corpus", dict(described(matches(300))))
