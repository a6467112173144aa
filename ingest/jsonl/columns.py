"""A block of our JSONL straight to columns, without a Python object per event: whole matches in, the very tables that their lines one by one would give.

Only what is plain is read this way, and only if nothing is wrong anywhere. All else raises `Unusual`.
"""

from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from engine.arrays import CUT_WORDS, HANDS_AT_WORDS
from engine.records import EventKind
from ingest.jsonl import arrays
from ingest.jsonl.arrays import Bools, Scanned, need, scanned
from ingest.jsonl.match import named
from ingest.jsonl.scan import (
    CARDS_AT,
    EVENTS_AT,
    FINISH_AT,
    HANDS_AT,
    LEVELS_AT,
    REST_AT,
    SEAT_HOWS,
    SHORT,
    TEXTS,
    WILDS_AT,
)
from ingest.jsonl.tokens import Longs
from ingest.tables import BARE, Columns, player_id

TIME = 2**62
BYTE, SHORT_INT = pa.uint8(), pa.uint16()
CODE_COLUMNS = ("kind", "seat", "to_seat", "declared_kind", "declared_rank")
LABEL, RULES, EXTRA, MATCH_EXTRA = range(1, len(TEXTS))


class Lines(NamedTuple):
    """What a block holds, the number of each line, the first line of each match, and how many events each line has."""

    found: Scanned
    numbers: Longs
    starts: Longs
    counts: Longs

    def number(self, name: str, low: int, high: int, kind: pa.DataType = BYTE) -> pa.Array:
        """A column of integers."""
        return arrays.numbers(self.found.out.numbers[SHORT.index(name)], kind, low, high)

    def name(self, name: str, known: tuple[str, ...]) -> pa.Array:
        """A column of names."""
        return arrays.names(self.found.out.numbers[SHORT.index(name)], known)

    def text(self, place: int) -> pa.Array:
        """A column of text: that of `TEXTS`, then the four players."""
        return self.found.text(place)


def parse(block: bytes, first_line: int) -> Columns:
    """The matches of a block of whole lines, the first of which is `first_line`. Raises Unusual."""
    found = scanned(block)
    counts = np.diff(found.out.numbers[EVENTS_AT], prepend=0)
    need((counts < 2**16).all())
    match = found.text(0).dictionary_encode()
    deal = found.out.numbers[SHORT.index("deal")]
    fresh = np.ones(found.rows, bool)
    fresh[1:] = (np.diff(match.indices.to_numpy()) != 0) | (deal[1:] <= deal[:-1])
    lines = Lines(found, np.arange(first_line, first_line + found.rows), np.flatnonzero(fresh), counts)
    lines.number("danpu", 1, 1)
    tables = {
        "matches": _matches(lines, match),
        "seats": _seats(lines),
        "deals": _deals(lines),
        "events": _events(lines),
        "legal_lists": BARE["legal_lists"].empty_table(),
    }
    units = np.diff(np.append(lines.starts, found.rows))
    return Columns(tables, units, np.zeros(len(units), np.int64))


def _table(name: str, found: dict[str, pa.Array]) -> pa.Table:
    columns = [found[f.name] if found[f.name].type == f.type else found[f.name].cast(f.type) for f in BARE[name]]
    return pa.Table.from_arrays(columns, schema=BARE[name])


def _matches(lines: Lines, match: pa.DictionaryArray) -> pa.Table:
    starts = lines.starts
    ended, winner = lines.number("ended", 0, 1), lines.number("winner", 0, 1)
    says_end = _valid(ended) | _valid(winner)
    names = pa.array(map(named, match.dictionary.to_pylist()), pa.string())
    found = {
        "match_no": pa.array(np.arange(1, len(starts) + 1)),
        "label": pc.coalesce(_once(lines.text(LABEL), starts), names.take(match.indices.take(pa.array(starts)))),
        "seat_how": _once(lines.name("seat_how", SEAT_HOWS), starts).fill_null("stated"),
        "viewpoint": _once(lines.number("view", 0, 3), starts),
        "rules_stated": _once(lines.text(RULES), starts),
        "deal_count": pa.array(np.diff(np.append(starts, len(lines.numbers)))),
        "ended": ended.take(_last(_valid(ended), starts)),
        "winner_team": winner.take(_last(_valid(winner), starts)),
        "ended_line": pa.array(lines.numbers).take(_last(says_end, starts)),
        "extra": _once(lines.text(MATCH_EXTRA), starts),
    }
    return _table("matches", found)


def _valid(array: pa.Array) -> Bools:
    valid: Bools = array.is_valid().to_numpy(zero_copy_only=False)
    return valid


def _some(lists: pa.ListArray) -> Bools:
    """Which lists have anything in them."""
    some: Bools = np.diff(lists.offsets.to_numpy()) > 0
    return some


def _first(stated: Bools, starts: Longs) -> pa.Array:
    """The first row of each match that states something; null where none does."""
    rows = np.minimum.reduceat(np.where(stated, np.arange(len(stated)), len(stated)), starts)
    return pa.array(rows, mask=rows == len(stated))


def _last(stated: Bools, starts: Longs) -> pa.Array:
    rows = np.maximum.reduceat(np.where(stated, np.arange(len(stated)), -1), starts)
    return pa.array(rows, mask=rows < 0)


def _once(array: pa.Array, starts: Longs) -> pa.Array:
    """What each match states, which all of its lines that state it must agree on."""
    if array.null_count == len(array):
        return pa.nulls(len(starts), array.type)
    stated = _valid(array)
    first = _first(stated, starts)
    _agree(array, stated, first, starts)
    return array.take(first)


def _agree(array: pa.Array, stated: Bools, first: pa.Array, starts: Longs) -> None:
    values = array.dictionary_encode().indices.fill_null(-1).to_numpy()
    rows = np.repeat(first.fill_null(0).to_numpy(), np.diff(np.append(starts, len(values))))
    need((values[rows] == values)[stated].all())


def _seats(lines: Lines) -> pa.Table:
    columns = [lines.text(len(TEXTS) + seat) for seat in range(4)]
    stated = np.logical_or.reduce([_valid(column) for column in columns])
    first = _first(stated, lines.starts)
    for column in columns:
        _agree(column, stated, first, lines.starts)
    order = np.arange(4 * len(lines.starts)).reshape(4, -1).T.ravel()
    names = pa.concat_arrays([column.take(first) for column in columns]).take(pa.array(order)).dictionary_encode()
    ids = pa.array(map(player_id, names.dictionary.to_pylist()), pa.string())
    found = {
        "seat": pa.array(np.tile(np.arange(4), len(lines.starts))),
        "player_id": ids.take(names.indices),
        "name": names.cast(pa.string()),
    }
    return _table("seats", found)


def _deals(lines: Lines) -> pa.Table:
    found = lines.found
    hands, rest = found.fourth(HANDS_AT), found.fourth(REST_AT)
    need((_valid(lines.name("at", HANDS_AT_WORDS)) | ~np.logical_or.reduce([_valid(hand) for hand in hands])).all())
    teams = [arrays.numbers(found.out.numbers[LEVELS_AT + team], BYTE, 0, 12) for team in range(2)]
    finish, steps = found.lists(FINISH_AT, found.rows), lines.number("steps", 0, 127)
    says_end = np.logical_or.reduce([_valid(array) for array in (finish, steps, *rest)])
    columns = {
        "deal_no": lines.number("deal", 1, 2**16 - 1, SHORT_INT),
        "level": lines.number("level", 0, 12),
        **{f"hand_{s}": hands[s] for s in range(4)},
        "hands_at": lines.name("at", HANDS_AT_WORDS),
        "starts_match": lines.number("starts", 0, 1),
        "cut": lines.name("cut", CUT_WORDS),
        "finish_claimed": finish,
        **{f"rest_{s}": rest[s] for s in range(4)},
        "leader_claimed": lines.number("leader", 0, 3),
        "team_level_0": teams[0],
        "team_level_1": teams[1],
        "steps_claimed": steps,
        "first_line": pa.array(lines.numbers),
        "ended_line": pa.array(lines.numbers, mask=~says_end),
        "event_count": pa.array(lines.counts),
        "extra": lines.text(EXTRA),
    }
    return _table("deals", columns)


def _events(lines: Lines) -> pa.Table:
    found, counts = lines.found, lines.counts
    begins = (np.cumsum(counts) - counts).astype(np.int32)
    deals = found.out.numbers[SHORT.index("deal")].astype(np.uint16)
    cards = found.lists(CARDS_AT, found.events)
    need(not (found.out.codes[0][: found.events] == EventKind.PASS)[_some(cards)].any())
    columns = {
        "deal_no": pa.array(np.repeat(deals, counts)),
        "event_no": pa.array(np.arange(1, found.events + 1, dtype=np.int32) - np.repeat(begins, counts)),
        **{name: found.code(row) for row, name in enumerate(CODE_COLUMNS)},
        "cards": cards,
        "wild_as": found.lists(WILDS_AT, found.events),
        "label": found.label(),
        "choice": found.seldom("choice", SHORT_INT, 0, 2**16 - 1),
        "line": pa.array(np.repeat(lines.numbers.astype(np.int32), counts)),
        "time_ms": found.seldom("t", pa.int64(), -TIME, TIME),
        "amount": pa.nulls(found.events, pa.uint16()),
        "about": pa.nulls(found.events, pa.string()),
    }
    return _table("events", columns)
