"""Which format a source is, told by its content alone, and why; what is none of ours is named by what it looks like."""

import re
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


def _other(name: str) -> Said:
    return Said(f"a Guandan record of {name}, which danpu does not read yet", f"{name} 的掼蛋记录，danpu 暂不支持")


# What files of other kinds begin with, or soon have.
LOOKS = (
    (rb"PAR1", Said("a Parquet file", "Parquet 文件")),
    (rb"PK\x03\x04", Said("a zip archive", "zip 压缩包")),
    (rb"%PDF", Said("a PDF file", "PDF 文件")),
    (rb"\x89PNG|\xff\xd8\xff|GIF8", Said("a picture", "图片")),
    (rb"SQLite format 3", Said("an SQLite database", "SQLite 数据库")),
    (rb"\s*<(!DOCTYPE html|html)", Said("a web page", "网页")),
    (rb"\[Event ", Said("a chess game (PGN)", "国际象棋棋谱（PGN）")),
    (rb"\(;(FF|GM|SZ|CA|AP)\[", Said("a game of Go (SGF)", "围棋棋谱（SGF）")),
    (rb"\s*<mjlog", Said("a game of mahjong (Tenhou)", "麻将牌谱（天凤）")),
    (rb"(PokerStars|\*\*\* HOLE CARDS|variant *= *[\"'])", Said("a hand of poker", "扑克牌谱")),
    (rb'\s*\{[^\n]*"event" *: *"(deal|act)"', _other("OpenGuanDan")),
    (rb'\s*\{[^\n]*"initialHands"', _other("canonical-replay")),
    (rb'\s*\{[^}]*"playerCount"', _other("guandan-data-collector")),
    (rb"\s*<root [^>]*playerid", _other("MobileGD")),
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
    decoded = text.decode(head)[0].strip("\ufeff \t\r\n\0")
    binary = b"\0" in head and text.wide(head) is None
    if not decoded and not binary:
        return EMPTY
    for pattern, said in LOOKS:
        if re.match(pattern, head):
            return said
    if binary:
        return Said("binary data (NUL bytes)", "二进制数据（含 NUL 字节）")
    first = next(iter(decoded.splitlines()), "")[:60]
    if first.startswith(("{", "[")):
        return Said(f"JSON of another kind: {first!r}", f"其他 JSON：{first!r}")
    return Said(f"text of another kind: {first!r}", f"其他文本：{first!r}")
