"""Our own JSONL: one deal a line, a match the consecutive lines of one `match`. docs/jsonl.md describes it.

A line of a newer danpu at the head is refused whole; further down it is quarantined like any line that can't be read.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO

from engine.words import Text
from ingest import text
from ingest.jsonl import blocks, match

FORMAT = "danpu"
UNIT = "line"
RULES = "huaian_2017"
VERSION = 1
WHY = Text("首行是含 “danpu” 的 JSON 对象", 'a JSON object with "danpu" on its first line')

_FIRST = re.compile(r'\s*\{(?:[^\n]*,)?[^\S\n]*"danpu"[^\S\n]*:[^\S\n]*\d')


def sniff(head: bytes) -> bool:
    """Whether the first line is an object that has a danpu version."""
    return bool(_FIRST.match(text.decode(head)[0]))


def read(file: BinaryIO) -> Iterator[match.Item]:
    """The matches of a file and its lines that are none. Raises Unreadable for a newer danpu's file."""
    return match.matches(text.lines(file))


def read_batches(file: BinaryIO) -> Iterator[blocks.Item]:
    """The same as columns, many times faster. Raises Unreadable as `read` does."""
    return blocks.read(file)
