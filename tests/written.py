"""Matches that are written and read back, for the tests of the writers."""

import io
from collections.abc import Callable
from types import ModuleType

from engine.records import Deal, Event, EventKind, Match
from engine.rules import load
from engine.simulate import simulate


def matches(book: str, seed: int) -> list[Match]:
    """A short simulated match."""
    return list(simulate(1, seed, load(book), most_deals=4))


def round_trip(written: list[Match], writer: ModuleType, reader: ModuleType) -> list[Match]:
    file = io.BytesIO()
    writer.write(written, file)
    file.seek(0)
    return [piece for piece in reader.read(file) if isinstance(piece, Match)]


def moves(deal: Deal, fields: Callable[[Event], object], *, anti: bool = True) -> list[object]:
    return [fields(event) for event in deal.events if anti or event.kind != EventKind.ANTI_TRIBUTE]
