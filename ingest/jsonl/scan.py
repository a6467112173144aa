"""Reads lines of our JSONL from bytes into arrays, compiled: only what is plain, and it stops at the first line that is anything else.

No key may stand twice. Whether a value of a line is in bounds, text is UTF-8 and a match is consistent is asked afterwards, of whole arrays. A *span* is where
a string begins and ends; `NONE` is a number that is not stated, `ABSENT` a code. What few events state (`SELDOM`) is kept with the number of its event.
"""

# ruff: noqa: C901, PLR0912, PLR0917  # as in the kernel: a loop over bytes is one function, numba takes its arguments by position

from engine.arrays import CUT_WORDS, HANDS_AT_WORDS
from engine.cards import RANK_NAMES, RANKS
from engine.records import EVENT_NAMES, KIND_NAMES
from ingest.jsonl.jit import jit, pointer
from ingest.jsonl.tokens import (
    BEGIN,
    CLOSE,
    END,
    OPEN,
    QUOTE,
    Bytes,
    Ints,
    Longs,
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
ABSENT = 255
TEXTS = ("match", "label", "rules", "extra", "match_extra")
NUMBERS = ("danpu", "deal", "view", "leader", "steps", "winner")
SEAT_HOWS = ("stated", "names", "first_actor")
SHORT = (*NUMBERS, "level", "cut", "at", "seat_how", "starts", "ended")
KEYS = (*TEXTS, *SHORT, "players", "levels", "finish", "hands", "rest", "events")
MOVES = ("e", "seat", "to", "cards", "wild_as", "as", "t", "choice", "label")
CODES = ("kind", "seat", "to", "declared_kind", "declared_rank")
SELDOM = ("t", "choice", "label")
LEVELS_AT, EVENTS_AT, SIZE_AT = len(SHORT), len(SHORT) + 2, len(SHORT) + 3
NUMBER_ROWS = len(SHORT) + 4
SPANS = len(TEXTS) + 4
LISTS = ("finish", "hands", "rest", "cards", "wild_as")
FINISH_AT, HANDS_AT, REST_AT, CARDS_AT, WILDS_AT = range(len(LISTS))

_KEYS, _MOVES, _EVENTS, _KINDS, _RANKS = map(words, (KEYS, MOVES, EVENT_NAMES, KIND_NAMES, RANK_NAMES))
_LEVEL_NAMES, _CUTS, _TIMES, _SEAT_HOWS = map(words, (RANKS, CUT_WORDS, HANDS_AT_WORDS, SEAT_HOWS))
_NUMBER = len(TEXTS)
_NAMED, _TRUTH, _MANY = _NUMBER + 6, _NUMBER + 10, _NUMBER + len(SHORT)
_PLAYERS, _LEVELS, _FINISH, _HANDS, _REST, _EVENTS_KEY = range(_MANY, len(KEYS))
_REQUIRED = 1 << 0 | 1 << _NUMBER | 1 << _NUMBER + 1 | 1 << _EVENTS_KEY


@jit
def levels(data: Bytes, i: int, numbers: Longs, rows: int, row: int) -> int:
    """The levels of the two teams, of line `row`."""
    if data[i] != OPEN:
        return -1
    i = space(data, i + 1)
    for team in range(2):
        if null(data, i):
            i += 4
        else:
            numbers[(LEVELS_AT + team) * rows + row], i = name(data, i, _LEVEL_NAMES)
        i = after(data, i) if i >= 0 else -1
        if i < 0 or (data[i] == CLOSE) != (team == 1):
            return -1
    return i + 1


@jit
def hands(data: Bytes, i: int, items: Bytes, used: Longs, kind: int, ends: Ints, at: int) -> int:
    """Four hands, lists `at` and on."""
    if data[i] != OPEN:
        return -1
    i = space(data, i + 1)
    for seat in range(4):
        i = cards(data, i, items, used, kind, ends, at + seat)
        i = after(data, i) if i >= 0 else -1
        if i < 0 or (data[i] == CLOSE) != (seat == 3):
            return -1
    return i + 1


@jit
def players(data: Bytes, i: int, spans: Longs, at: int) -> int:
    """Four names, spans `at` and on."""
    if data[i] != OPEN:
        return -1
    i = space(data, i + 1)
    for seat in range(4):
        i = i + 4 if null(data, i) else string(data, i, spans, at + seat)
        i = after(data, i) if i >= 0 else -1
        if i < 0 or (data[i] == CLOSE) != (seat == 3):
            return -1
    return i + 1


@jit
def reading(data: Bytes, i: int, codes: Bytes, room: int, at: int) -> int:
    """KIND:RANK, either part left out."""
    if data[i] != QUOTE or data[i + 1] == QUOTE:
        return -1
    for part in range(2):
        low, high, end = packed(data, i + 1)
        if end < 0:
            return -1
        if part == 1 or end > i + 1:
            found = find(_KINDS if part == 0 else _RANKS, low, high)
            if found < 0:
                return -1
            codes[(3 + part) * room + at] = found
        i = end
        if data[i] == QUOTE:
            return i + 1
    return -1


@jit
def seldom(data: Bytes, i: int, k: int, values: Longs, owners: Ints, room: int, used: Longs, at: int) -> int:
    """What only some events state, key `k` of `SELDOM`: its value or span, and its event."""
    n = used[len(LISTS) + k]
    owners[k * room + n] = at
    used[len(LISTS) + k] = n + 1
    if k == len(SELDOM) - 1:
        return string(data, i, values, room + n)  # a span, two numbers, behind the two rows before
    values[k * room + n], i = number(data, i)
    return i


@jit
def event(
    data: Bytes,
    i: int,
    codes: Bytes,
    room: int,
    values: Longs,
    owners: Ints,
    items: Bytes,
    used: Longs,
    ends: Ints,
    first: Longs,
    at: int,
) -> int:
    """One event, as event `at`."""
    for k in range(len(CODES)):
        codes[k * room + at] = ABSENT
    ends[first[CARDS_AT] + at] = used[CARDS_AT]
    ends[first[WILDS_AT] + at] = -1 - used[WILDS_AT]
    if data[i] != BEGIN:
        return -1
    i = space(data, i + 1)
    seen = 0
    while data[i] != END:
        k, i = key(data, i, _MOVES)
        if i < 0 or seen >> k & 1:
            return -1
        seen |= 1 << k
        if k == 0:
            codes[at], i = name(data, i, _EVENTS)
        elif null(data, i):
            i += 4
        elif k < 3:
            if data[i] < 48 or data[i] > 51:
                return -1
            codes[k * room + at] = data[i] - 48
            i += 1
        elif k < 5:
            i = cards(data, i, items, used, k, ends, first[k] + at)
        elif k == 5:
            i = reading(data, i, codes, room, at)
        else:
            i = seldom(data, i, k - 6, values, owners, room, used, at)
        i = after(data, i) if i >= 0 else -1
        if i < 0:
            return -1
    return i + 1 if seen & 1 else -1


@jit
def short(data: Bytes, i: int, k: int) -> tuple[int, int]:
    """The number, name or truth of key `k`, and past it."""
    if k < _NAMED:
        return number(data, i)
    if k >= _TRUTH:
        return truth(data, i)
    if k == _NAMED:
        return name(data, i, _LEVEL_NAMES)
    if k == _NAMED + 1:
        return name(data, i, _CUTS)
    return name(data, i, _TIMES) if k == _NAMED + 2 else name(data, i, _SEAT_HOWS)


@jit
def lines(
    data: Bytes,
    size: int,
    rows: int,
    numbers: Longs,
    codes: Bytes,
    room: int,
    values: Longs,
    owners: Ints,
    spans: Longs,
    items: Bytes,
    used: Longs,
    ends: Ints,
    first: Longs,
) -> int:
    """All lines, their events one after the other; how many events they have, -1 if a line is not plain."""
    at = i = size * 0  # as every later value a number, not a constant: numba would compile all for both
    for row in range(rows):
        begin = i
        ends[row] = -1 - used[FINISH_AT]
        for kind in range(HANDS_AT, HANDS_AT + 2):
            for q in range(4 * row, 4 * row + 4):
                ends[first[kind] + q] = -1 - used[kind]
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
                    i = event(data, i, codes, room, values, owners, items, used, ends, first, at)
                    at += 1
                    i = after(data, i) if i >= 0 else -1
                i = i + 1 if i >= 0 else -1
            elif k < _NUMBER:
                i = string(data, i, spans, SPANS * row + k)
            elif k < _MANY:
                numbers[(k - _NUMBER) * rows + row], i = short(data, i, k)
            elif k == _FINISH:
                i = seats(data, i, items, used, FINISH_AT, ends, row)
            elif k == _LEVELS:
                i = levels(data, i, numbers, rows, row)
            elif k == _PLAYERS:
                i = players(data, i, spans, SPANS * row + len(TEXTS))
            else:
                i = hands(data, i, items, used, k - _FINISH, ends, first[k - _FINISH] + 4 * row)
            i = after(data, i) if i >= 0 else -1
            if i < 0:
                return -1
        i = space(data, i + 1)
        numbers[EVENTS_AT * rows + row] = at
        numbers[SIZE_AT * rows + row] = i - begin
        if seen & _REQUIRED != _REQUIRED or (data[i] != 10 and i != size):
            return -1
        i += 1
    return at if i >= size else -1


@jit
def scan(
    data: Bytes,
    size: int,
    rows: int,
    numbers: Longs,
    codes: Bytes,
    values: Longs,
    owners: Ints,
    spans: Longs,
    items: Bytes,
    used: Longs,
    ends: Ints,
    first: Longs,
) -> int:
    """All lines into arrays: how many events they have, -1 if a line is not plain."""
    return lines(
        pointer(data),
        size,
        rows,
        pointer(numbers),
        pointer(codes),
        len(codes) // len(CODES),
        pointer(values),
        pointer(owners),
        pointer(spans),
        pointer(items),
        pointer(used),
        pointer(ends),
        pointer(first),
    )
