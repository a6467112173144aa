"""The id of a match: a hash of what its record states, the same wherever and in whatever container the record is found.

A *fact* column counts; a *place* (line, number within the source) and what a reader concludes (why seat 0 is seat 0, the platform's book) do not, and
times count from the match's own first one: a match keeps its id in a renamed, compressed, concatenated or exported file. A column that holds nothing
for a match is left out, so a column added to the schema later changes no id.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

ID_LENGTH = 16
HASHED: Mapping[str, tuple[str, ...]] = {
    "matches": ("label", "viewpoint", "rules_stated", "deal_count", "ended", "winner_team", "extra"),
    "seats": ("name",),
    "deals": (
        *("level", "hand_0", "hand_1", "hand_2", "hand_3", "hands_at", "starts_match", "cut", "finish_claimed"),
        *("rest_0", "rest_1", "rest_2", "rest_3", "leader_claimed", "team_level_0", "team_level_1", "steps_claimed"),
        *("event_count", "extra"),
    ),
    "events": (
        *("kind", "seat", "to_seat", "cards", "declared_kind", "declared_rank", "wild_as", "label", "choice"),
        *("time_ms", "amount", "about"),
    ),
    "legal_lists": ("deal_no", "seat", "level", "hand", "top", "entries"),
}

Int64s = NDArray[np.int64]


class Stream(NamedTuple):
    """Bytes of one column, and where each match's share of them begins (and the last one's ends)."""

    data: memoryview
    cuts: list[int]


class Part(NamedTuple):
    """A column ready to be hashed: its name, its streams, and whether each match has anything in it."""

    name: bytes
    streams: tuple[Stream, ...]
    present: list[bool]


def ids(tables: Mapping[str, pa.Table], cuts: Mapping[str, Int64s]) -> list[str]:
    """The id of each match; `cuts[table]` are the row numbers at which each match begins, and the end."""
    parts = [p for name, columns in HASHED.items() for c in columns for p in _parts(tables[name], name, c, cuts[name])]
    return [_digest(parts, match) for match in range(len(tables["matches"]))]


def _digest(parts: Sequence[Part], match: int) -> str:
    digest = hashlib.sha256(b"danpu match 1")
    for name, streams, present in parts:
        if present[match]:
            digest.update(name)
            for data, cuts in streams:
                digest.update(data[cuts[match] : cuts[match + 1]])
    return digest.hexdigest()[:ID_LENGTH]


def _parts(table: pa.Table, name: str, column: str, cuts: Int64s) -> Iterator[Part]:
    array = table[column].combine_chunks()
    if array.null_count == len(array):
        return
    valid = array.is_valid().to_numpy(zero_copy_only=False)
    if column == "time_ms":
        array = pa.array(_from_first(array, valid, cuts), mask=~valid)
    counts = np.concatenate(([0], np.cumsum(valid)))[cuts]
    streams = tuple(_streams(array, cuts))
    if table.schema.field(column).nullable:
        streams += (Stream(valid.view(np.uint8).data, cuts.tolist()),)
    yield Part(f"\0{name}.{column}\0".encode(), streams, (np.diff(counts) > 0).tolist())


def _from_first(times: pa.Array, valid: NDArray[np.bool_], cuts: Int64s) -> Int64s:
    values = times.fill_null(0).to_numpy()
    timed = np.append(np.flatnonzero(valid), -1)
    first = timed[np.searchsorted(timed[:-1], cuts[:-1])]
    zeroed: Int64s = values - np.repeat(values[first], np.diff(cuts))
    return zeroed


def _streams(array: pa.Array, cuts: Int64s) -> Iterator[Stream]:
    if pa.types.is_list(array.type):
        yield from _varying(pc.list_value_length(array), array.flatten().to_numpy(), cuts)
    elif pa.types.is_string(array.type):
        yield from _varying(pc.binary_length(array), _text(array.drop_null()), cuts)
    else:
        kind = pa.uint8() if pa.types.is_boolean(array.type) else array.type
        values = np.ascontiguousarray(array.cast(kind).fill_null(0).to_numpy())
        yield Stream(values.view(np.uint8).data, (cuts * values.itemsize).tolist())


def _text(strings: pa.Array) -> NDArray[np.uint8]:
    _, offsets, data = strings.buffers()
    ends = np.frombuffer(offsets, np.int32)[strings.offset : strings.offset + len(strings) + 1]
    return np.frombuffer(data or b"", np.uint8)[ends[0] : ends[-1]]


def _varying(lengths: pa.Array, items: NDArray[np.uint8], cuts: Int64s) -> Iterator[Stream]:
    sizes = lengths.fill_null(0).to_numpy().astype(np.int32)
    ends = np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))
    yield Stream(sizes.view(np.uint8).data, (cuts * 4).tolist())
    yield Stream(np.ascontiguousarray(items).data, ends[cuts].tolist())
