"""What `scan` found as Arrow arrays, checked as strictly as a single line is.

Everything raises `Unusual` for a value that one line alone would be refused for, or that is not worth a fast path; the caller then reads
the same bytes line by line, which finds and names what is wrong.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ingest.jsonl.scan import FIELDS, NONE, NUMBER_ROWS, SPANS, scan
from ingest.jsonl.tokens import Bytes, Longs
from ingest.schema import CARDS
from ingest.text import LIMIT

Bools = NDArray[np.bool_]
PADDING = bytes(16)


class Unusual(ValueError):
    """A block that has to be read line by line."""


def need(holds: object) -> None:
    """Raises Unusual unless a condition holds."""
    if not holds:
        raise Unusual


class Out(NamedTuple):
    """Where lines go. `items` are those of all lists; `ends[first[k] + q]` is where list `q` of kind `k` ends, or -1 - that if it isn't there.

    `used[k]` is the next free item of kind `k`. The spans of a line stand together, and behind those of all lines one an event.
    """

    numbers: Longs
    fields: Longs
    spans: Longs
    items: Bytes
    used: Longs
    ends: Longs
    first: Longs


class Scanned(NamedTuple):
    """The bytes of a block, what they hold, where the items of each kind of list begin, and how many lines and events there are."""

    data: Bytes
    out: Out
    begins: Longs
    rows: int
    events: int

    def text(self, spans: Longs) -> pa.StringArray:
        """The strings of spans, which must be UTF-8."""
        return _text(self.data, spans)

    def lists(self, kind: int, count: int, *, null: bool = True) -> pa.ListArray:
        """The lists of a kind; without `null`, a list that isn't there is an empty one."""
        ends = self.out.ends[self.out.first[kind] :][:count]
        known = ends >= 0
        stops = np.where(known, ends, -1 - ends) - self.begins[kind]
        offsets = pa.py_buffer(np.concatenate(([0], stops)).astype(np.int32))
        items = pa.array(self.out.items[self.begins[kind] : self.out.used[kind]])
        if not null or known.all():
            return pa.Array.from_buffers(CARDS, count, [None, offsets], 0, 0, [items])
        valid = pa.array(known).buffers()[1]
        return pa.Array.from_buffers(CARDS, count, [valid, offsets], int((~known).sum()), 0, [items])

    def fourth(self, kind: int) -> list[pa.ListArray]:
        """Lists that stand four a line, as four columns."""
        every = self.lists(kind, 4 * self.rows)
        return [every.take(pa.array(np.arange(seat, 4 * self.rows, 4))) for seat in range(4)]


def scanned(block: bytes) -> Scanned:
    """What a block holds. Raises Unusual if it isn't plain."""
    size = len(block)
    data = np.frombuffer(block + PADDING, np.uint8)
    ends = np.flatnonzero(data[:size] == ord("\n"))
    ends = ends if block.endswith(b"\n") else np.append(ends, size)
    need((np.diff(ends, prepend=-1) <= LIMIT + 1).all())
    out, begins = _room(block, len(ends))
    tables = out.numbers.reshape(-1), out.fields.reshape(-1), out.spans.reshape(-1)
    events = scan(data, size, len(ends), *tables, out.items, out.used, out.ends, out.first)
    need(events >= 0)
    return Scanned(data, out, begins, len(ends), events)


def _room(block: bytes, rows: int) -> tuple[Out, Longs]:
    events, strings = block.count(b"{"), block.count(b'"') // 2
    items = {"finish": block.count(b",") + rows, **dict.fromkeys(("hands", "rest", "cards", "wild_as"), strings)}
    lists = {"finish": rows, "hands": 4 * rows, "rest": 4 * rows, "cards": events, "wild_as": events}
    begins = np.cumsum([0, *items.values()])
    first = np.cumsum([0, *lists.values()])
    out = Out(
        numbers=np.full((NUMBER_ROWS, rows), NONE, np.int64),
        fields=np.empty((len(FIELDS), events), np.int64),
        spans=np.full((SPANS * rows + events, 2), -1, np.int64),
        items=np.empty(begins[-1], np.uint8),
        ends=np.empty(first[-1], np.int64),
        first=first,
        used=begins.copy(),
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
