"""Our JSONL in blocks of whole matches, read as columns on several threads; a block that is not plain is read line by line instead.

A block is cut where a line begins another match than the line before it, so no match is in two. The next blocks are parsed while one is used. Nothing is
compiled for what is read as fast without.
"""

import dataclasses
import io
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import BinaryIO, NamedTuple, TypeAlias

import pyarrow as pa
from numba.core import config

from engine.records import Ignored, Match, Quarantined
from ingest import tables, text
from ingest.jsonl import columns, match
from ingest.jsonl.arrays import Unusual
from ingest.jsonl.fields import Head
from ingest.jsonl.line import head
from ingest.tables import Columns
from ingest.unsupported import sifted, suspected

SIZE = 16 * 2**20
WORTHWHILE = 2**18
Item: TypeAlias = Columns | Quarantined | Ignored


class Block(NamedTuple):
    """Bytes of whole matches, and the number of their first line."""

    data: bytes
    first_line: int
    whole: str | None


def read(file: BinaryIO, threads: int = 2, size: int = SIZE) -> Iterator[Item]:
    """The matches of a file as columns, in order, and its lines that are none. Raises Unreadable for a newer danpu's file."""
    matches = 0  # in the blocks before
    with ThreadPoolExecutor(threads) as pool:
        for items in _ahead(pool, blocks(file, size), threads):
            for item in items:
                if isinstance(item, Columns):
                    yield _numbered(item, matches)
                    matches += len(item.units)
                else:
                    yield item


def _ahead(pool: ThreadPoolExecutor, found: Iterator[Block], threads: int) -> Iterator[list[Item]]:
    waiting: deque[Future[list[Item]]] = deque()
    for block in found:
        waiting.append(pool.submit(parse, block))
        if len(waiting) > threads:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def parse(block: Block) -> list[Item]:
    """What is in a block; matches are numbered from 1 in each."""
    if len(block.data) < WORTHWHILE or config.DISABLE_JIT:
        return _slowly(block)
    try:
        found = columns.parse(block.data, block.first_line)
    except Unusual:
        return _slowly(block)
    return _slowly(block) if suspected(found) else [found]


def _slowly(block: Block) -> list[Item]:
    lines = text.numbered(io.BytesIO(block.data), block.first_line, block.whole)
    matches: list[Match] = []
    rest: list[Item] = []
    for item in sifted(match.matches(lines, first=block.first_line == 1)):
        if isinstance(item, Match):
            matches.append(item)
        else:
            rest.append(item)
    return [tables.columns(matches), *rest] if matches else rest


def _numbered(found: Columns, before: int) -> Columns:
    table = found.tables["matches"]
    at = table.schema.get_field_index("match_no")
    numbers = pa.array(range(before + 1, before + 1 + len(table)), table.schema.field(at).type)
    return dataclasses.replace(
        found, tables={**found.tables, "matches": table.set_column(at, table.field(at), numbers)}
    )


def blocks(file: BinaryIO, size: int = SIZE) -> Iterator[Block]:
    """The file cut at borders between matches, each block about `size` long or as long as its one match."""
    stream, whole = text.utf8(file)
    held, line, more = b"", 1, True
    while more:
        chunk = stream.read(size)
        more = bool(chunk)
        held = _bounded(held + chunk, stream)
        cut = _border(held) if more else len(held)
        if cut:
            yield Block(held[:cut], line, whole)
            line += held.count(b"\n", 0, cut)
            held = held[cut:]


def _bounded(held: bytes, stream: BinaryIO) -> bytes:
    """The bytes, with the last line cut as `text.lines` cuts it if it is endless."""
    tail = held.rfind(b"\n") + 1
    if len(held) - tail <= text.LIMIT:
        return held
    return held[: tail + text.LIMIT + 1] + text.skip_line(stream)


def _border(held: bytes) -> int:
    """Where the last match begins that may have more lines to come; only between two lines that both say which match they are of."""
    end = held.rfind(b"\n") + 1
    later: tuple[int, Head] | None = None
    while end:
        start = held.rfind(b"\n", 0, end - 1) + 1
        place = head(held[start:end])
        if place and later and (place.match != later[1].match or place.deal >= later[1].deal):
            return later[0]
        later = (start, place) if place else None
        end = start
    return 0
