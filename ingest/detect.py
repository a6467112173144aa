"""Which format a source is, told by its content alone, and why; what is none of ours is named by what it looks like."""

from types import ModuleType
from typing import NamedTuple

from ingest import text
from ingest.errors import Said, Unreadable
from ingest.readers import READERS

EXPECTED = Said(
    "a Guandan record: " + ", ".join(reader.FORMAT for reader in READERS),
    "掼蛋记录：" + "、".join(reader.FORMAT for reader in READERS),
)
EMPTY = Said("an empty file", "空文件")
# What files of other kinds begin with.
LOOKS = (
    (b"PAR1", Said("a Parquet file", "Parquet 文件")),
    (b"PK\x03\x04", Said("a zip archive", "zip 压缩包")),
    (b"%PDF", Said("a PDF file", "PDF 文件")),
    (b"\x89PNG", Said("a picture", "图片")),
    (b"[Event ", Said("a chess game (PGN)", "国际象棋棋谱（PGN）")),
    (b"SQLite format 3", Said("an SQLite database", "SQLite 数据库")),
)


class Detection(NamedTuple):
    """The reader for a source, and what in its content gives the format away."""

    reader: ModuleType
    why: Said


def detect(head: bytes) -> Detection:
    """The reader whose format the first bytes are. Raises Unreadable for what is no format of ours."""
    for reader in READERS:
        if reader.sniff(head):
            return Detection(reader, reader.WHY)
    raise Unreadable(None, 1, EXPECTED, _looks_like(head))


def _looks_like(head: bytes) -> Said:
    if not head.strip():
        return EMPTY
    for start, said in LOOKS:
        if head.startswith(start):
            return said
    if b"\0" in head and text.wide(head) is None:
        return Said("binary data (NUL bytes)", "二进制数据（含 NUL 字节）")
    first = text.decode(head)[0].lstrip().splitlines()[0][:60]
    if first.startswith(("{", "[")):
        return Said(f"JSON of another kind: {first!r}", f"其他 JSON：{first!r}")
    return Said(f"text of another kind: {first!r}", f"其他文本：{first!r}")
