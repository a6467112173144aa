"""Writes the NJUPT referee's console log: one line a move, all seats, as `ingest.readers.njupt_server` reads it.

A line of our own, which the platform would not write, states where each match and deal begins and what the record has lost of it. Lost, because the
format has no room for it: hands, levels, receivers of tribute, anti-tribute, finishing orders, clocks below a second. What the format always has and
the record does not state is filled in: an index is that of the move in the legal list where the hand is known, else 0; a clock is a second after the
move before; a player without a name is called by a free one of `NAMES`.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import BinaryIO

from engine import cards
from engine.records import Deal, Event, EventKind, Kind, Match
from engine.words import Text
from ingest.readers.njupt_moves import EXCHANGES, KINDS, PASSES, TYPES, normalised, rank_text
from ingest.readers.njupt_server import Action, classify
from ingest.text import lines
from ingest.writers import UnwritableError
from ingest.writers.njupt_lists import judged, requests

ZERO = datetime(2026, 1, 1, 9, 0, 0, tzinfo=UTC)
TICK_MS = 1000
YEARS = 1969, 2068  # what `%y` is read back as
LAST = "[I {clock} game:323] 已打完设定的局数"
WORDS = {event: word for word, event in EXCHANGES.items()}
HELD = (*WORDS, EventKind.PLAY, EventKind.PASS)
RANKED = tuple(KINDS.values())
NAMES = ("Test1", "Test2", "Test3", "Test4")


def write(matches: Iterable[Match], file: BinaryIO) -> None:
    """Writes matches one after another, and the line in GBK with which the platform ends. Raises UnwritableError."""
    ms = 0
    for match in matches:
        _refuse_empty(match)
        begun: Deal | None = None
        for deal, asked in requests(judged(match)):
            event = asked.event
            ms = ms + TICK_MS if event.time_ms is None else event.time_ms
            if event.kind not in HELD:
                continue
            if deal is not begun:
                names = names_of(match)
                file.write(f"[I {_clock(ms)} danpu:1] {_mark(deal, first=begun is None)}\n".encode())
            begun = deal
            file.write(_line(event, names, asked.choice, ms).encode())
    file.write(LAST.format(clock=_clock(ms)).encode("gbk") + b"\n")


def _refuse_empty(match: Match) -> None:
    for deal in match.deals:
        if not any(event.kind in HELD for event in deal.events):
            raise UnwritableError(
                Text(f"第 {deal.deal_no} 副没有可写的一手", f"deal {deal.deal_no} has no move to write a line for")
            )


def _mark(deal: Deal, *, first: bool) -> str:
    what = "deal begins" if not first else "match begins" if deal.starts_match else "match goes on"
    return what if deal.cut is None else f"{what}, cut: {deal.cut}"


def _line(event: Event, names: Sequence[str], choice: int, ms: int) -> str:
    if event.seat is None:
        raise UnwritableError(
            Text("不知何人所出的一手，此种日志写不出", "a move of nobody knows whom has no line in this log")
        )
    return f"[I {_clock(ms)} server:96] {names[event.seat]} send {{'actIndex': {choice}}} {triple(event)}\n"


def names_of(match: Match) -> list[str]:
    """The four names that lines go by. Raises UnwritableError for names that would not be read back as they are, or for two alike."""
    free = [name for name in NAMES if name not in match.names]
    names = [name if name is not None else free.pop(0) for name in match.names]
    for name in names:
        if not _kept(name):
            raise UnwritableError(
                Text(f"玩家名 {name!r:.60} 此种日志写不出", f"a player's name {name!r:.60} has no place in this log")
            )
    if len(set(names)) < len(names):
        raise UnwritableError(
            Text(
                "两人同名，此种日志只以名字分辨座位",
                "two players have one name, and this log tells seats by names alone",
            )
        )
    return names


def _kept(name: str) -> bool:
    """Whether the reader takes a name out of a line as it was put in."""
    line = f"[I 260101 09:00:00 server:96] {name} send {{'actIndex': 0}} ['PASS', 'PASS', 'PASS']\n"
    read = [classify(line) for line in lines(BytesIO(line.encode("utf-8", "surrogatepass")))]
    return len(name.splitlines()) == 1 and [piece.name for piece in read if isinstance(piece, Action)] == [name]


def _clock(ms: int) -> str:
    """The log's clock, whose years have two digits. Raises UnwritableError for a time outside the hundred years that they tell apart."""
    try:
        moment = ZERO + timedelta(milliseconds=ms)
    except OverflowError:
        moment = ZERO.replace(year=1)
    if not YEARS[0] <= moment.year <= YEARS[1]:
        raise UnwritableError(Text(f"{ms} 毫秒超出此种日志的时钟", f"{ms} ms are beyond the clock of this log"))
    return moment.strftime("%y%m%d %H:%M:%S")


def triple(event: Event) -> list[object]:
    """A move as the platform's `[type, rank, cards]`; a run's rank is that of its lowest card, A for A2345. Raises UnwritableError."""
    held = [cards.name(card) for card in event.cards]
    if event.kind == EventKind.PASS:
        return [PASSES] * 3
    if not held:
        raise UnwritableError(Text("所出之牌不明的一手写不出", "a move without its cards cannot be written"))
    if event.kind in WORDS:
        return [WORDS[event.kind], WORDS[event.kind], held]
    return [*_reading(event), held]


def _reading(event: Event) -> tuple[str, str]:
    """The type and rank that the platform always states: its own words where they say the same."""
    kind, rank = Kind(event.declared_kind or Kind.PASS), event.declared_rank
    if event.label is not None and kind in RANKED and normalised(kind, event.label) == rank:
        return TYPES[kind], event.label
    if kind == Kind.PASS or (kind in RANKED and rank is None):
        played = " ".join(map(cards.name, event.cards))
        raise UnwritableError(
            Text(
                f"{played} 未报牌型，此格式必写牌型",
                f"{played} is played without a reading, which this format always states",
            )
        )
    return TYPES[kind], rank_text(kind, rank)
