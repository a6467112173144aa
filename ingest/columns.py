"""Arrow columns as the engine's arrays and back: codes with -1 for null, card lists with offsets."""

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from engine.arrays import MOST

NULL = 255
Ints = NDArray[np.int64]
Codes = NDArray[np.int8]


def flat(column: pa.ChunkedArray) -> pa.Array:
    """A column in one piece."""
    return column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays(column.chunks or [pa.array([], column.type)])


def codes(column: pa.ChunkedArray) -> Codes:
    """A uint8 column as int8, -1 for null; a claim beyond any bound stays beyond it."""
    array = flat(column)
    filled = (array.fill_null(NULL) if array.null_count else array).to_numpy(zero_copy_only=False)
    found: Codes = filled.astype(np.int8)
    found[(filled > MOST) & (filled != NULL)] = MOST
    return found


def code(column: pa.ChunkedArray, words: Mapping[str | None, int]) -> Codes:
    """A column of words as codes, that of None for null."""
    known = [word for word in words if word is not None]
    index = pc.index_in(flat(column), pa.array(known))
    values = np.array([words[None], *(words[word] for word in known)], np.int8)
    found: Codes = values[index.fill_null(-1).to_numpy(zero_copy_only=False) + 1]
    return found


def lists(column: pa.ChunkedArray) -> tuple[Codes, Ints]:
    """A column of card lists as flat codes and offsets; a null list is empty."""
    array = flat(column)
    offsets: Ints = array.offsets.to_numpy().astype(np.int64)
    values = array.values.to_numpy(zero_copy_only=False).view(np.int8)
    return values[offsets[0] : offsets[-1]], offsets - offsets[0]


def ragged(column: pa.ChunkedArray, width: int) -> Codes:
    """The first `width` values of each list, -1 where it is shorter or null."""
    values, offsets = lists(column)
    lengths = np.minimum(np.diff(offsets), width)
    table = np.full((len(lengths), width), -1, np.int8)
    for k in range(width):
        longer = lengths > k
        table[longer, k] = values[offsets[:-1][longer] + k]
    return table


def nullable(values: NDArray[np.integer], kind: pa.DataType) -> pa.Array:
    """Codes as an Arrow column, null for negative ones."""
    return (
        pa.array(values, kind, mask=values < 0)
        if (values < 0).any()
        else pa.array(values.astype(kind.to_pandas_dtype()), kind)
    )


def interleaved(columns: Sequence[pa.Array]) -> pa.Array:
    """Rows of several equally long columns, one row of each in turn."""
    count = len(columns)
    order = np.arange(count * len(columns[0])).reshape(count, -1).T.ravel()
    return pa.concat_arrays(columns).take(pa.array(order))


def from_rows(table: NDArray[np.int8], kind: pa.ListType) -> pa.Array:
    """Lists of the non-negative values of each row."""
    held = table >= 0
    offsets = np.concatenate([[0], np.cumsum(held.sum(axis=1))]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(table[held].view(np.uint8)), kind)


def constant(word: str, count: int) -> pa.DictionaryArray:
    """One word, so many times."""
    return repeated(pa.array([word]), np.array([count]))


def repeated(words: pa.Array, counts: Ints) -> pa.DictionaryArray:
    """Each word as many times as its count."""
    return pa.DictionaryArray.from_arrays(pa.array(np.repeat(np.arange(len(words), dtype=np.int32), counts)), words)
