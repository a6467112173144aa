"""Reads lines of our JSONL from bytes into arrays, compiled: only what is plain, and it stops at the first line that is anything else.

No key may stand twice. Whether a value is in bounds, text is UTF-8 and a match is consistent is asked afterwards, of whole arrays. A *span* is where a
string begins and ends; `NONE` is a number that is not stated.
"""

import numpy as np

from engine.cards import RANK_NAMES, RANKS
from engine.records import EVENT_NAMES, KIND_NAMES
from ingest.jsonl.jit import jit
from ingest.jsonl.tokens import (
    BEGIN,
    CLOSE,
    END,
    OPEN,
    QUOTE,
    Bytes,
    Longs,
    Out,
    after,
    cards,
    find,
    key,
    name,
    null,
    number,
    packed,
    seats,
    space,
    string,
    truth,
    words,
)

NONE = -(2**63)
TEXTS = ("match", "label", "rules", "extra", "match_extra")
NUMBERS = ("danpu", "deal", "view", "leader", "steps", "winner")
CUTS = ("head", "tail", "both")
TIMES = ("dealt", "after_tribute")
SEAT_HOWS = ("stated", "names", "first_actor")
SHORT = (*NUMBERS, "level", "cut", "at", "seat_how", "starts", "ended")
KEYS = (*TEXTS, *SHORT, "players", "levels", "finish", "hands", "rest", "events")
MOVES = ("seat", "to", "choice", "t", "e", "as", "label", "cards", "wild_as")
FIELDS = ("seat", "to", "choice", "t", "kind", "declared_kind", "declared_rank")
LEVELS_AT, EVENTS_AT = len(SHORT), len(SHORT) + 2
NUMBER_ROWS = len(SHORT) + 3
SPANS = len(TEXTS) + 4
LISTS = ("finish", "hands", "rest", "cards", "wild_as")
FINISH_AT, HANDS_AT, REST_AT, CARDS_AT, WILDS_AT = range(len(LISTS))


_KEYS, _MOVES, _EVENTS, _KINDS, _RANKS = map(words, (KEYS, MOVES, EVENT_NAMES, KIND_NAMES, RANK_NAMES))
_NAMES = words((*RANKS, *CUTS, *TIMES, *SEAT_HOWS))
_NAMES_FROM = np.cumsum([0, len(RANKS), len(CUTS), len(TIMES), len(SEAT_HOWS)])
_NUMBER = len(TEXTS)
_NAMED, _TRUTH, _MANY = _NUMBER + 6, _NUMBER + 10, _NUMBER + len(SHORT)
_PLAYERS, _LEVELS, _FINISH, _HANDS, _REST, _EVENTS_KEY = range(_MANY, len(KEYS))
_REQUIRED = 1 << 0 | 1 << _NUMBER | 1 << _NUMBER + 1 | 1 << _EVENTS_KEY


@jit
def several(data: Bytes, i: int, k: int, row: int, out: Out) -> int:
    """The two levels, or four players or hands, of line `row`."""
    size = 2 if k == _LEVELS else 4
    if data[i] != OPEN:
        return -1
    i = space(data, i + 1)
    for place in range(size):
        if k >= _HANDS:
            i = cards(data, i, out, k - _FINISH, 4 * row + place)
        elif null(data, i):
            i += 4
        elif k == _PLAYERS:
            i = string(data, i, out.spans, SPANS * row + len(TEXTS) + place)
        else:
            out.numbers[LEVELS_AT + place, row], i = name(data, i, _NAMES[: _NAMES_FROM[1]])
        i = after(data, i) if i >= 0 else -1
        if i < 0 or (data[i] == CLOSE) != (place == size - 1):
            return -1
    return i + 1


@jit
def reading(data: Bytes, i: int, fields: Longs, at: int) -> int:
    """KIND:RANK, either part left out."""
    if data[i] != QUOTE or data[i + 1] == QUOTE:
        return -1
    for part in range(2):
        low, high, end = packed(data, i + 1)
        if end < 0:
            return -1
        if part == 1 or end > i + 1:
            fields[5 + part, at] = find(_KINDS if part == 0 else _RANKS, low, high)
            if fields[5 + part, at] < 0:
                return -1
        i = end
        if data[i] == QUOTE:
            return i + 1
    return -1


@jit
def event(data: Bytes, i: int, out: Out, rows: int, at: int) -> int:
    """One event, as event `at`."""
    label = SPANS * rows + at
    for k in range(7):
        out.fields[k, at] = NONE
    for kind in range(CARDS_AT, CARDS_AT + 2):
        out.ends[out.first[kind] + at] = -1 - out.used[kind]
    if data[i] != BEGIN:
        return -1
    i = space(data, i + 1)
    seen = 0
    while data[i] != END:
        k, i = key(data, i, _MOVES)
        if i < 0 or seen >> k & 1:
            return -1
        seen |= 1 << k
        if k != 4 and null(data, i):
            i += 4
        elif k < 4:
            out.fields[k, at], i = number(data, i)
        elif k == 4:
            out.fields[k, at], i = name(data, i, _EVENTS)
        elif k == 5:
            i = reading(data, i, out.fields, at)
        elif k == 6:
            i = string(data, i, out.spans, label)
        else:
            i = cards(data, i, out, k - 4, at)
        i = after(data, i) if i >= 0 else -1
        if i < 0:
            return -1
    return i + 1 if seen >> 4 & 1 else -1


@jit
def short(data: Bytes, i: int, k: int, row: int, numbers: Longs) -> int:
    """The number, name or truth of key `k` of line `row`."""
    at = k - _NUMBER
    if k < _NAMED:
        numbers[at, row], i = number(data, i)
    elif k < _TRUTH:
        names = k - _NAMED
        numbers[at, row], i = name(data, i, _NAMES[_NAMES_FROM[names] : _NAMES_FROM[names + 1]])
    else:
        numbers[at, row], i = truth(data, i)
    return i


@jit
def scan(data: Bytes, size: int, rows: int, out: Out) -> int:  # noqa: C901, PLR0912  # one loop, as calls cost compile time
    """All lines, their events one after the other; how many events they have, -1 if a line is not plain."""
    at = i = size * 0  # as every later value a number, not a constant: numba would compile all for both
    for row in range(rows):
        out.ends[row] = -1 - out.used[FINISH_AT]
        for kind in range(HANDS_AT, HANDS_AT + 2):
            for q in range(4 * row, 4 * row + 4):
                out.ends[out.first[kind] + q] = -1 - out.used[kind]
        if data[i] != BEGIN:
            return -1
        i = space(data, i + 1)
        seen = 0
        while data[i] != END:
            k, i = key(data, i, _KEYS)
            if i < 0 or seen >> k & 1:
                return -1
            seen |= 1 << k
            if null(data, i):
                i = -1 if _REQUIRED >> k & 1 else i + 4
            elif k == _EVENTS_KEY:
                if data[i] != OPEN:
                    return -1
                i = space(data, i + 1)
                while i >= 0 and data[i] != CLOSE:
                    i = event(data, i, out, rows, at)
                    at += 1
                    i = after(data, i) if i >= 0 else -1
                i = i + 1 if i >= 0 else -1
            elif k < _NUMBER:
                i = string(data, i, out.spans, SPANS * row + k)
            elif k < _MANY:
                i = short(data, i, k, row, out.numbers)
            elif k == _FINISH:
                i = seats(data, i, out, FINISH_AT, row)
            else:
                i = several(data, i, k, row, out)
            i = after(data, i) if i >= 0 else -1
            if i < 0:
                return -1
        i = space(data, i + 1)
        out.numbers[EVENTS_AT, row] = at
        if seen & _REQUIRED != _REQUIRED or (data[i] != 10 and i != size):
            return -1
        i += 1
    return at if i >= size else -1
