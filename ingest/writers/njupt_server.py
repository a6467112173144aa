"""Writes the NJUPT referee's console log: one line a move, all seats, as `ingest.readers.njupt_server` reads it.

Lost, because the format has no room for it: hands, levels, where matches and deals begin, receivers of tribute, anti-tribute, finishing orders,
clocks below a second. An index that the record does not state is that of the move in the legal list where the hand is known, else 0.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import BinaryIO

from engine import cards
from engine.records import Event, EventKind, Kind, Match
from ingest.readers.njupt_moves import EXCHANGES, PASSES, TYPES, rank_text
from ingest.writers.njupt_lists import requests

ZERO = datetime(2026, 1, 1, 9, 0, 0, tzinfo=UTC)
TICK_MS = 1000
LAST = "[I {clock} game:323] 已打完设定的局数"
WORDS = {event: word for word, event in EXCHANGES.items()}
NAMES = ("Test1", "Test2", "Test3", "Test4")


def write(matches: Iterable[Match], file: BinaryIO) -> None:
    """Writes matches one after another, and the line in GBK with which the platform ends."""
    ms = 0
    for match in matches:
        for _, asked in requests(match):
            ms = ms + TICK_MS if asked.event.time_ms is None else asked.event.time_ms
            for text in _line(asked.event, match, asked.choice, ms):
                file.write(text.encode())
    file.write(LAST.format(clock=_clock(ms)).encode("gbk") + b"\n")


def _line(event: Event, match: Match, choice: int, ms: int) -> Iterator[str]:
    if event.kind > EventKind.PASS or event.kind == EventKind.ANTI_TRIBUTE or event.seat is None:
        return
    name = match.names[event.seat] or NAMES[event.seat]
    yield f"[I {_clock(ms)} server:96] {name} send {{'actIndex': {choice}}} {triple(event)}\n"


def _clock(ms: int) -> str:
    return (ZERO + timedelta(milliseconds=ms)).strftime("%y%m%d %H:%M:%S")


def triple(event: Event) -> list[object]:
    """A move as the platform's `[type, rank, cards]`; a run's rank is that of its lowest card, A for A2345."""
    held = [cards.name(card) for card in event.cards]
    if event.kind == EventKind.PASS:
        return [PASSES] * 3
    if event.kind in WORDS:
        return [WORDS[event.kind], WORDS[event.kind], held]
    kind = Kind(event.declared_kind or Kind.SINGLE)
    return [TYPES[kind], event.label or rank_text(kind, event.declared_rank), held]
