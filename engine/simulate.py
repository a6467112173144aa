"""Simulated matches under any rule book: `simulate(matches, seed, rules, players)` yields records that state everything.

The same seed gives the same matches on every machine. Players are named: `random` plays any lawful move, `greedy` has a plan and a sense of partner.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from engine import plain
from engine.records import Cards, Deal, Event, EventKind, Match
from engine.rules import Rules

PLAYERS = {"random": 0, "greedy": 1}
MOST_DEALS = 120
EVENTS_A_MATCH = 2000
NAMES = ("玩家1", "玩家2", "玩家3", "玩家4")

if TYPE_CHECKING:
    from engine.kernel.table import Log


class UnknownPlayerError(ValueError):
    """A player nobody knows; the message names those that can play."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name!r} cannot play; known: {', '.join(PLAYERS)}")


def simulate(
    matches: int,
    seed: int,
    rules: Rules,
    players: Sequence[str] = ("greedy",) * 4,
    *,
    names: tuple[str, str, str, str] = NAMES,
    most_deals: int = MOST_DEALS,
) -> Iterator[Match]:
    """So many matches, each to its end or to the most deals. Raises UnknownPlayerError."""
    ids = np.array([_player(name) for name in players], np.int64)
    table = plain.module("table", matches * EVENTS_A_MATCH)
    chance = plain.module("chance", matches * EVENTS_A_MATCH)
    log, desk = table.log(most_deals), table.room()
    for number in range(matches):
        chance.seed(desk.chance, seed * 1_000_003 + number)
        desk.pack[:] = np.repeat(np.arange(54), 2)
        table.play_match(log, desk, ids, most_deals, rules.switches)
        won = int(desk.standing[plain.levels.WON])
        yield _match(log, number + 1, rules.name, names, won if won >= 0 else None)


def _player(name: str) -> int:
    if name not in PLAYERS:
        raise UnknownPlayerError(name)
    return PLAYERS[name]


def _match(log: "Log", number: int, rules: str, names: tuple[str, str, str, str], winner: int | None) -> Match:
    rows = plain.table
    deals, events = int(log.used[rows.DEALS]), int(log.used[rows.EVENTS])
    offsets = np.concatenate([[0], np.cumsum(log.events[:events, rows.SIZE], dtype=np.int64)]).tolist()
    return Match(
        match_no=number,
        deals=tuple(_deal(log, d, offsets) for d in range(deals)),
        names=names,
        seat_how="stated",
        rules=rules,
        ended=winner is not None,
        winner_team=winner,
        label=f"sim-{number}",
    )


def _deal(log: "Log", d: int, offsets: list[int]) -> Deal:
    rows = plain.table
    row = log.deals[d].tolist()
    start, stop = int(log.starts[d]), int(log.starts[d + 1])
    cards = log.cards[offsets[start] : offsets[stop]].tolist()
    base = offsets[start]
    events = tuple(
        _event(fields, tuple(cards[offsets[i] - base : offsets[i + 1] - base]))
        for i, fields in enumerate(log.events[start:stop].tolist(), start)
    )
    hands = [_cards(int(log.hands[d, s, 0]), int(log.hands[d, s, 1])) for s in range(4)]
    return Deal(
        deal_no=d + 1,
        events=events,
        level=row[rows.LEVEL],
        hands=(hands[0], hands[1], hands[2], hands[3]),
        hands_at="dealt",
        starts_match=d == 0,
        finish=tuple(s for s in row[rows.FINISH : rows.FINISH + 4] if s >= 0),
        steps=_stated(row[rows.STEPS]),
    )


def _event(fields: list[int], cards: Cards) -> Event:
    kind, seat, to, declared_kind, declared_rank, _ = fields
    return Event(EventKind(kind), seat, cards, _stated(to), _stated(declared_kind), _stated(declared_rank))


def _stated(value: int) -> int | None:
    return value if value >= 0 else None


def _cards(first: int, second: int) -> Cards:
    return tuple(card for card in range(54) for mask in (first, second) if mask >> card & 1)
