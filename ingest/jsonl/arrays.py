"""What `scan` found as Arrow arrays, checked as strictly as a single line is.

Everything raises `Unusual` for a value that one line alone would be refused for, or that is not worth a fast path; the caller then reads
the same bytes line by line, which finds and names what is wrong.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ingest.jsonl.scan import ABSENT, CODES, LISTS, NONE, NUMBER_ROWS, SELDOM, SIZE_AT, SPANS, scan
from ingest.jsonl.tokens import Bytes, Ints, Longs
from ingest.schema import CARDS
from ingest.text import LIMIT

Bools = NDArray[np.bool_]
PADDING = bytes(16)
MOST = 2**29  # so that the places of items, four lists of them, are 32 bits


class Unusual(ValueError):
    """A block that has to be read line by line."""


def need(holds: object) -> None:
    """Raises Unusual unless a condition holds."""
    if not holds:
        raise Unusual


class Out(NamedTuple):
    """Where lines go. `items` are those of all lists; `ends[first[k] + q]` is where list `q` of kind `k` ends, or -1 - that if it isn't there.

    `used[k]` is the next free item of kind `k`, and behind the kinds how many events state each of `SELDOM`: `owners` says which, `values` what. All but
    `numbers` and `spans` (of lines) have more room than they need, which costs nothing as long as nobody touches it.
    """

    numbers: Longs
    codes: Bytes
    values: Longs
    owners: Ints
    spans: Longs
    items: Bytes
    used: Longs
    ends: Ints
    first: Longs


class Scanned(NamedTuple):
    """The bytes of a block, what they hold, where the items of each kind of list begin, and how many lines and events there are."""

    data: Bytes
    out: Out
    begins: Longs
    rows: int
    events: int

    def text(self, place: int) -> pa.Array:
        """A string of each line: that of `TEXTS`, then the four players."""
        return _text(self.data, self.out.spans[place::SPANS])

    def code(self, row: int) -> pa.Array:
        """A code of each event, null where it is absent."""
        values = self.out.codes[row, : self.events]
        missing = values == ABSENT
        if missing.all():
            return pa.nulls(len(values), pa.uint8())
        valid = pa.py_buffer(np.packbits(~missing, bitorder="little")) if missing.any() else None
        return pa.Array.from_buffers(pa.uint8(), len(values), [valid, pa.py_buffer(values)])

    def seldom(self, name: str, kind: pa.DataType, low: int, high: int) -> pa.Array:
        """An integer that only some events state."""
        row = SELDOM.index(name)
        count = self.out.used[len(LISTS) + row]
        values = np.full(self.events, NONE) if count else np.empty(0, np.int64)
        if not count:
            return pa.nulls(self.events, kind)
        values[self.out.owners[row, :count]] = self.out.values[row, :count]
        return numbers(values, kind, low, high)

    def label(self) -> pa.Array:
        """The label of each event."""
        row = len(SELDOM) - 1
        count = self.out.used[len(LISTS) + row]
        if not count:
            return pa.nulls(self.events, pa.string())
        spans = np.full((self.events, 2), -1, np.int64)
        spans[self.out.owners[row, :count]] = self.out.values[row:].reshape(-1, 2)[:count]
        return _text(self.data, spans)

    def lists(self, kind: int, count: int) -> pa.ListArray:
        """The lists of a kind."""
        ends = self.out.ends[self.out.first[kind] :][:count]
        known = ends >= 0
        valid = None
        if not known.any():
            return pa.nulls(count, CARDS)
        if not known.all():
            ends = np.where(known, ends, -1 - ends)
            valid = pa.py_buffer(np.packbits(known, bitorder="little"))
        offsets = np.zeros(count + 1, np.int32)
        np.subtract(ends, self.begins[kind], out=offsets[1:], casting="unsafe")
        items = pa.array(self.out.items[self.begins[kind] : self.out.used[kind]])
        return pa.Array.from_buffers(CARDS, count, [valid, pa.py_buffer(offsets)], children=[items])

    def fourth(self, kind: int) -> list[pa.ListArray]:
        """Lists that stand four a line, as four columns."""
        every = self.lists(kind, 4 * self.rows)
        return [every.take(pa.array(np.arange(seat, 4 * self.rows, 4))) for seat in range(4)]


def scanned(block: bytes) -> Scanned:
    """What a block holds. Raises Unusual if it isn't plain."""
    size = len(block)
    need(size < MOST)
    rows = block.count(b"\n") + (not block.endswith(b"\n"))
    data = np.frombuffer(block + PADDING, np.uint8)
    out, begins = _room(size, rows)
    numbers, codes, values = out.numbers.reshape(-1), out.codes.reshape(-1), out.values.reshape(-1)
    owners, spans = out.owners.reshape(-1), out.spans.reshape(-1)
    events = scan(data, size, rows, numbers, codes, values, owners, spans, out.items, out.used, out.ends, out.first)
    need(events >= 0)
    need((out.numbers[SIZE_AT] <= LIMIT).all())
    return Scanned(data, out, begins, rows, events)


def _room(size: int, rows: int) -> tuple[Out, Longs]:
    events, cards = size // len('{"e":"x"}') + 1, size // len('"S2"') + 1
    items = {"finish": size, **dict.fromkeys(("hands", "rest", "cards", "wild_as"), cards)}
    lists = {"finish": rows, "hands": 4 * rows, "rest": 4 * rows, "cards": events, "wild_as": events}
    begins = np.cumsum([0, *items.values()])
    first = np.cumsum([0, *lists.values()])
    out = Out(
        numbers=np.full((NUMBER_ROWS, rows), NONE, np.int64),
        codes=np.empty((len(CODES), events), np.uint8),
        values=np.empty((len(SELDOM) + 1, events), np.int64),
        owners=np.empty((len(SELDOM), events), np.int32),
        spans=np.full((SPANS * rows, 2), -1, np.int64),
        items=np.empty(begins[-1], np.uint8),
        used=np.concatenate([begins[:-1], np.zeros(len(SELDOM), np.int64)]),
        ends=np.empty(first[-1], np.int32),
        first=first,
    )
    return out, begins


def numbers(values: Longs, kind: pa.DataType, low: int, high: int) -> pa.Array:
    """Integers within bounds, or none."""
    stated = values != NONE
    need((((low <= values) & (values <= high)) | ~stated).all())
    return pa.array(values, pa.int64(), mask=~stated).cast(kind)


def names(values: Longs, known: Sequence[str]) -> pa.Array:
    """The names that stand at some places of a list."""
    return pa.array(known, pa.string()).take(pa.array(values, mask=values == NONE))


def _text(data: Bytes, spans: Longs) -> pa.StringArray:
    """The strings of spans, which must be UTF-8."""
    starts = spans[:, 0]
    sizes = spans[:, 1] - starts
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    places = np.repeat(starts - offsets[:-1], sizes) + np.arange(offsets[-1])
    missing = starts < 0
    if missing.all():
        return pa.nulls(len(spans), pa.string())
    valid = pa.array(~missing).buffers()[1]
    buffers = [pa.py_buffer(offsets.astype(np.int32)), pa.py_buffer(data[places])]
    array = pa.StringArray.from_buffers(len(spans), *buffers, valid, int(missing.sum()))
    try:
        array.validate(full=True)
    except pa.ArrowInvalid:
        raise Unusual from None
    return array
