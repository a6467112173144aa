"""Matches of games that danpu does not judge, taken out of what a reader yields: each is put aside whole, with the reason."""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from engine.records import Ignored, Match, Quarantined
from engine.unsupported import ENOUGH_DEALS, EXPECTED, by_name, unsupported
from ingest.columns import codes
from ingest.tables import Columns

Item: TypeAlias = Match | Quarantined | Ignored
SEATS = 4


def sifted(pieces: Iterator[Item]) -> Iterator[Item]:
    """What a reader yields, with a match of such a game as a piece that could not be read."""
    for piece in pieces:
        yield _judged(piece) if isinstance(piece, Match) else piece


def _judged(match: Match) -> Match | Quarantined:
    reason = unsupported(match)
    if reason is None:
        return match
    line = next((deal.first_line for deal in match.deals if deal.first_line is not None), None)
    number = match.deals[0].deal_no if match.deals else None
    return Quarantined(line, reason, EXPECTED, deal=number, units=match.units)


def suspected(found: Columns) -> bool:
    """Whether columns may hold such a match: cheap, and none is missed."""
    return _is_named(found) or _level_stands(found) or _seat_is_absent(found)


def _is_named(found: Columns) -> bool:
    matches = found.tables["matches"]
    rules, labels = (matches[name].unique().to_pylist() for name in ("rules_stated", "label"))
    return any(by_name(name, None) for name in rules) or any(by_name(None, label) for label in labels)


def _level_stands(found: Columns) -> bool:
    """Whether the levels of a match of some length are all the same."""
    levels = codes(found.tables["deals"]["level"])
    cuts = found.cuts()["deals"]
    long = np.diff(cuts) >= ENOUGH_DEALS
    moves = np.append(0, np.cumsum(np.diff(levels) != 0))  # how often the level has changed up to a deal
    first, last = cuts[:-1][long], cuts[1:][long] - 1
    return bool(np.any((moves[first] == moves[last]) & (levels[first] >= 0)))


def _seat_is_absent(found: Columns) -> bool:
    """Whether three seats of a match act and the fourth does not."""
    counts = np.diff(found.cuts()["events"])
    seats = codes(found.tables["events"]["seat"])
    seen = np.zeros((len(counts), SEATS + 1), np.bool_)  # the last column is for a seat that is not known
    seen[np.repeat(np.arange(len(counts)), counts), seats] = True
    return bool(np.any(seen[:, :SEATS].sum(axis=1) == SEATS - 1))
