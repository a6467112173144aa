"""The pieces of JSON, read from bytes by compiled functions: each takes a place and gives the place past what it read, -1 for what is not plain.

*Plain* is JSON without escapes in strings, whose names are known and whose integers are short. The bytes end in zeros, which no JSON holds, so nothing
reads past the end.
"""

# ruff: noqa: PLR0917  # numba takes its arguments by position, and plain arrays cost least

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.cards import CARD_NAMES
from ingest.jsonl.jit import jit

Bytes: TypeAlias = NDArray[np.uint8]
Longs: TypeAlias = NDArray[np.int64]
Ints: TypeAlias = NDArray[np.int32]

NO_CARD = 255
QUOTE, COMMA, COLON, OPEN, CLOSE, BEGIN, END = 34, 44, 58, 91, 93, 123, 125
_CODES = np.full(2**16, NO_CARD, np.uint8)
_CODES[np.frombuffer("".join(CARD_NAMES).encode(), "<u2")] = np.arange(len(CARD_NAMES), dtype=np.uint8)


def words(names: Sequence[str]) -> Longs:
    """Names of up to 14 bytes, each as two numbers."""
    packed = np.zeros((len(names), 2), np.int64)
    for at, name in enumerate(names):
        for place, byte in enumerate(name.encode()):
            packed[at, place // 7] = packed[at, place // 7] << 8 | byte
    return packed


@jit
def space(data: Bytes, i: int) -> int:
    """Past blanks within a line."""
    while data[i] == 32 or data[i] == 9 or data[i] == 13:
        i += 1
    return i


@jit
def after(data: Bytes, i: int) -> int:
    """Past a comma, or to the bracket that closes."""
    i = space(data, i)
    if data[i] == COMMA:
        i = space(data, i + 1)
        return -1 if data[i] == CLOSE or data[i] == END else i
    return i if data[i] == CLOSE or data[i] == END else -1


@jit
def null(data: Bytes, i: int) -> bool:
    """Whether null stands here."""
    return bool(data[i] == 110 and data[i + 1] == 117 and data[i + 2] == 108 and data[i + 3] == 108)


@jit
def packed(data: Bytes, i: int) -> tuple[int, int, int]:
    """Up to 14 bytes as two numbers, to a quote or colon."""
    low = high = count = 0
    while data[i] != QUOTE and data[i] != COLON:
        if count < 7:
            low = low << 8 | int(data[i])
        else:
            high = high << 8 | int(data[i])
        count += 1
        i += 1
        if count > 14:
            return 0, 0, -1
    return low, high, i


@jit
def find(names: Longs, low: int, high: int) -> int:
    """Where a packed name stands among others, -1 if it doesn't."""
    for k in range(len(names)):
        if names[k, 0] == low and names[k, 1] == high:
            return k
    return -1


@jit
def name(data: Bytes, i: int, names: Longs) -> tuple[int, int]:
    """A string that is one of some names: which, and past it."""
    if data[i] != QUOTE:
        return 0, -1
    low, high, i = packed(data, i + 1)
    if i < 0 or data[i] != QUOTE:
        return 0, -1
    found = find(names, low, high)
    return found, (i + 1 if found >= 0 else -1)


@jit
def key(data: Bytes, i: int, names: Longs) -> tuple[int, int]:
    """A key that is one of ours: which, and to its value."""
    found, i = name(data, i, names)
    if i < 0:
        return 0, -1
    i = space(data, i)
    return found, (space(data, i + 1) if data[i] == COLON else -1)


@jit
def number(data: Bytes, i: int) -> tuple[int, int]:
    """An integer of up to 18 digits, and past it."""
    sign = 1
    if data[i] == 45:
        sign = -1
        i += 1
    value = 0
    begin = i
    while 48 <= data[i] <= 57:
        value = value * 10 + int(data[i]) - 48
        i += 1
    digits = i - begin
    if digits == 0 or digits > 18 or (data[begin] == 48 and (digits > 1 or sign < 0)):
        return 0, -1
    return sign * value, i


@jit
def truth(data: Bytes, i: int) -> tuple[int, int]:
    """True or false as 1 or 0, and past it."""
    if data[i] == 116 and data[i + 1] == 114 and data[i + 2] == 117 and data[i + 3] == 101:
        return 1, i + 4
    false = data[i] == 102 and data[i + 1] == 97 and data[i + 2] == 108 and data[i + 3] == 115 and data[i + 4] == 101
    return 0, (i + 5 if false else -1)


@jit
def string(data: Bytes, i: int, spans: Longs, at: int) -> int:
    """Notes the span of a string, and goes past it."""
    if data[i] != QUOTE:
        return -1
    begin = i + 1
    i += 1
    while data[i] != QUOTE:
        if data[i] < 32 or data[i] == 92:
            return -1
        i += 1
    spans[2 * at] = begin
    spans[2 * at + 1] = i
    return i + 1


@jit
def cards(data: Bytes, i: int, items: Bytes, used: Longs, kind: int, ends: Ints, at: int) -> int:
    """A list of cards, or null, of which `ends[at]` becomes the end, or -1 - that for null; `used[kind]` is the next free item."""
    free = used[kind]
    if null(data, i):
        ends[at] = -1 - free
        return i + 4
    if data[i] != OPEN:
        return -1
    i = space(data, i + 1)
    while data[i] != CLOSE:
        code = _CODES[int(data[i + 1]) | int(data[i + 2]) << 8]
        if data[i] != QUOTE or code == NO_CARD or data[i + 3] != QUOTE:
            return -1
        items[free] = code
        free += 1
        i = after(data, i + 4)
        if i < 0:
            return -1
    used[kind] = free
    ends[at] = free
    return i + 1


@jit
def seats(data: Bytes, i: int, items: Bytes, used: Longs, kind: int, ends: Ints, at: int) -> int:
    """A list of seats, kept as a list of cards is; no seat stands in it twice."""
    free, seen = used[kind], 0
    if data[i] != OPEN:
        return -1
    i = space(data, i + 1)
    while data[i] != CLOSE:
        if data[i] < 48 or data[i] > 51 or seen >> (data[i] - 48) & 1:
            return -1
        seen |= 1 << (data[i] - 48)
        items[free] = data[i] - 48
        free += 1
        i = after(data, i + 1)
        if i < 0:
            return -1
    used[kind] = free
    ends[at] = free
    return i + 1
