"""Which format a source is, told by its content alone, and why; what is none of ours is named by what it looks like."""

import re
from types import ModuleType
from typing import NamedTuple

from engine.words import Text
from ingest import text
from ingest.errors import Unreadable
from ingest.readers import READERS

EXPECTED = Text(
    "掼蛋记录：" + "、".join(reader.FORMAT for reader in READERS),
    "a Guandan record: " + ", ".join(reader.FORMAT for reader in READERS),
)
AS_ASKED = Text("指定", "as asked")
EMPTY = Text("空文件", "an empty file")


def _other(name: str) -> Text:
    return Text(f"{name} 的掼蛋记录，danpu 暂不支持", f"a Guandan record of {name}, which danpu does not read yet")


# What files of other kinds begin with, or soon have.
LOOKS = (
    (
        rb'\s*(\[\s*)?\{[^{}\[\]]*"danpu"\s*:',
        Text("未按一副一行写的 danpu JSON", "danpu JSON that is not one object a line, one line a deal"),
    ),
    (rb"PAR1", Text("Parquet 文件", "a Parquet file")),
    (rb"PK\x03\x04", Text("zip 压缩包", "a zip archive")),
    (rb"%PDF", Text("PDF 文件", "a PDF file")),
    (rb"\x89PNG|\xff\xd8\xff|GIF8", Text("图片", "a picture")),
    (rb"SQLite format 3", Text("SQLite 数据库", "an SQLite database")),
    (rb"\s*<(!DOCTYPE html|html)", Text("网页", "a web page")),
    (rb"\[Event ", Text("国际象棋棋谱（PGN）", "a chess game (PGN)")),
    (rb"\(;(FF|GM|SZ|CA|AP)\[", Text("围棋棋谱（SGF）", "a game of Go (SGF)")),
    (rb"\s*<mjlog", Text("麻将牌谱（天凤）", "a game of mahjong (Tenhou)")),
    (rb"(PokerStars|\*\*\* HOLE CARDS|variant *= *[\"'])", Text("扑克牌谱", "a hand of poker")),
    (rb'\s*\{[^\n]*"event" *: *"(deal|act)"', _other("OpenGuanDan")),
    (rb'\s*\{[^\n]*"initialHands"', _other("canonical-replay")),
    (rb'\s*\{[^}]*"playerCount"', _other("guandan-data-collector")),
    (rb"\s*<root [^>]*playerid", _other("MobileGD")),
)


class Detection(NamedTuple):
    """The reader for a source, and what in its content gives the format away."""

    reader: ModuleType
    why: Text


def detect(head: bytes) -> Detection:
    """The reader whose format the first bytes are. Raises Unreadable for what is no format of ours."""
    for reader in READERS:
        if reader.sniff(head):
            return Detection(reader, reader.WHY)
    raise Unreadable(None, 1, EXPECTED, _looks_like(head))


def _looks_like(head: bytes) -> Text:
    decoded = text.decode(head)[0].strip("\ufeff \t\r\n\0")
    binary = b"\0" in head and text.wide(head) is None
    if not decoded and not binary:
        return EMPTY
    for pattern, said in LOOKS:
        if re.match(pattern, head):
            return said
    if binary:
        return Text("二进制数据（含 NUL 字节）", "binary data (NUL bytes)")
    first = next(iter(decoded.splitlines()), "")[:60]
    if first.startswith(("{", "[")):
        return Text(f"其他 JSON：{first!r}", f"JSON of another kind: {first!r}")
    return Text(f"其他文本：{first!r}", f"text of another kind: {first!r}")
