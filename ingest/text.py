"""Bytes to lines of text: encodings by mark (BOM) for a whole file, else line by line, because real logs mix them.

A *line* ends at a line feed (a carriage return before it is dropped). It is *complete* if the file has that line feed; the last line of a file that was
cut off is not. A line over `LIMIT` bytes is `cut` there and the rest of it skipped. UTF-16 and UTF-32 become UTF-8 on the way in, so their raw bytes are
UTF-8 too. A NUL is no text: a line that holds one has the encoding "binary".
"""

import codecs
import io
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from engine.words import Text
from ingest.errors import Unreadable

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

LIMIT = 16 * 2**20
HEAD = 64 * 2**10
CHUNK = 2**20
BINARY = "binary"
UNKNOWN = "unknown"
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
A_FILE = Text("文件", "a file")
NUL_BYTES = Text("含 NUL 字节", "NUL bytes")
BLANK = Text("空行", "blank line")


class Line(NamedTuple):
    """One line of a source, numbered from 1; `raw` and `text` are without its end."""

    no: int
    raw: bytes
    text: str
    encoding: str
    complete: bool
    cut: bool = False


def decode(raw: bytes) -> tuple[str, str]:
    """The text of some bytes and the encoding it was read in; what fits none is "unknown" and has U+FFFD in it.

    >>> decode("打五".encode("gbk"))
    ('打五', 'gb18030')
    """
    whole = wide(raw)
    if whole:
        return raw.decode(whole, "replace"), whole
    return _narrow(raw)


def _narrow(raw: bytes) -> tuple[str, str]:
    if b"\0" in raw:
        return raw.decode("utf-8", "replace"), BINARY
    candidates = {name: text for name in ("utf-8", "gb18030", "big5") if (text := _strict(raw, name)) is not None}
    if "utf-8" in candidates:
        return candidates["utf-8"], "utf-8"
    if not candidates:
        return raw.decode("utf-8", "replace"), UNKNOWN
    name = max(candidates, key=lambda n: _plausible(candidates[n], n))
    return candidates[name], name


def _strict(raw: bytes, name: str) -> str | None:
    try:
        return raw.decode(name)
    except UnicodeDecodeError:
        return None


def _plausible(text: str, name: str) -> float:
    # Nearly every pair of high bytes is some GB18030 character; real text keeps to the common ones (level 1 of each standard).
    common = {"gb18030": (0xB0A1, 0xD7F9), "big5": (0xA440, 0xC67E)}[name]
    wide_characters = [c.encode(name, "replace") for c in text if ord(c) > 0x2E7F and not 0xFF00 <= ord(c) < 0xFFF0]
    inside = sum(common[0] <= int.from_bytes(b, "big") <= common[1] for b in wide_characters)
    return inside / max(1, len(wide_characters))


def wide(head: bytes) -> str | None:
    """The encoding that holds for a whole file, as its first bytes show it: a mark, or the zero bytes of UTF-16."""
    for mark, name in MARKS:
        if head.startswith(mark):
            return name
    sample = head[: 2048 & ~1]
    zeros = sample[0::2].count(0), sample[1::2].count(0)
    if len(sample) >= 8 and sum(zeros) * 4 >= len(sample) and min(zeros) == 0:
        return "utf-16-be" if zeros[0] else "utf-16-le"
    return None


class _Chunks(io.RawIOBase):
    """A stream of the chunks of an iterator."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        super().__init__()
        self._chunks = chunks
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        while not self._left:
            chunk = next(self._chunks, None)
            if chunk is None:
                return 0
            self._left = memoryview(chunk)
        room = memoryview(buffer).cast("B")
        size = min(len(room), len(self._left))
        room[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


def utf8(file: BinaryIO) -> tuple[BinaryIO, str | None]:
    """The file as bytes in an encoding that keeps ASCII, with its whole-file encoding if it has one."""
    head = file.read(HEAD)
    chunks: Iterator[bytes] = itertools.chain([head], iter(lambda: file.read(CHUNK), b""))
    whole = wide(head)
    if whole == "utf-8-sig":
        chunks = itertools.chain([head[len(codecs.BOM_UTF8) :]], iter(lambda: file.read(CHUNK), b""))
    elif whole:
        chunks = _transcoded(chunks, whole)
    return io.BufferedReader(_Chunks(chunks), CHUNK), whole


def _transcoded(chunks: Iterator[bytes], name: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(name)("replace")
    for chunk in chunks:
        yield decoder.decode(chunk).encode("utf-8", "replace")
    yield decoder.decode(b"", final=True).encode("utf-8", "replace")


def lines(file: BinaryIO) -> Iterator[Line]:
    """The lines of a file, each in its own encoding."""
    stream, whole = utf8(file)
    return numbered(stream, 1, whole)


def numbered(stream: BinaryIO, first: int, whole: str | None = None) -> Iterator[Line]:
    """The lines of a stream that keeps ASCII, numbered from `first`; `whole` is the encoding it came from."""
    for number in itertools.count(first):
        raw = stream.readline(LIMIT + 1)
        if not raw:
            return
        complete = raw.endswith(b"\n")
        cut = not complete and len(raw) > LIMIT
        if cut:
            raw = raw[:LIMIT]
            skip_line(stream)
        yield _line(number, raw.rstrip(b"\r\n"), whole, complete=complete, cut=cut)


def skip_line(stream: BinaryIO) -> bytes:
    """Reads to the end of the line, and returns the line feed if there is one."""
    while rest := stream.readline(CHUNK):
        if rest.endswith(b"\n"):
            return b"\n"
    return b""


def _line(number: int, raw: bytes, whole: str | None, *, complete: bool, cut: bool) -> Line:
    text, encoding = (raw.decode("ascii"), "utf-8") if raw.isascii() and b"\0" not in raw else _narrow(raw)
    return Line(number, raw, text, whole if whole and encoding == "utf-8" else encoding, complete, cut)


def opened(path: Path) -> BinaryIO:
    """The file of a path, open for reading. Raises Unreadable for a path that is none."""
    try:
        if not path.is_dir():
            return path.open("rb")
    except FileNotFoundError:
        raise Unreadable(path, None, A_FILE, Text("空（没有这个路径）", "nothing (there is no such path)")) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise Unreadable(path, None, A_FILE, Text(f"系统错误（{reason}）", f"a system error ({reason})")) from None
    raise Unreadable(path, None, A_FILE, Text("文件夹", "a folder"))
