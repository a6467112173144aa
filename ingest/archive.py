"""The bytes behind a path, whatever they are wrapped in: `walk` finds files, `opened` opens one, a `Content` is what it holds.

A content is measured before it is read: its sha256 and size are those of the bytes after decompression, and a reading gives exactly those bytes, also
of a file that has grown since. A compressed file that breaks off is read up to there and says so (`damage`); one that expands beyond all measure is
refused. Nothing is written anywhere but to an unnamed temporary file, for standard input.
"""

import bz2
import contextlib
import gzip
import hashlib
import io
import lzma
import os
import shutil
import stat
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TypeAlias

from engine.words import Text
from ingest import BATCH, text
from ingest.errors import Unreadable
from ingest.text import A_FILE

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

Read: TypeAlias = Callable[[int], bytes]

STDIN = "-"
CHUNK = 2**20
EXPANSION = 300
FREE_EXPANSION = 64 * 2**20
CONTAINERS: Mapping[bytes, Callable[[BinaryIO], Read]] = MappingProxyType(
    {
        # read1 gives what there is before it complains that the rest is missing.
        b"\x1f\x8b": lambda raw: gzip.GzipFile(fileobj=raw).read1,
        b"BZh": lambda raw: bz2.BZ2File(raw).read1,
        b"\xfd7zXZ\0": lambda raw: lzma.LZMAFile(raw).read1,  # noqa: SIM115  # owns nothing but its view of raw
    }
)
UNSUPPORTED = {b"PK\x03\x04": "zip", b"\x28\xb5\x2f\xfd": "zst", b"7z\xbc\xaf\x27\x1c": "7z", b"Rar!": "rar"}
TAR, TAR_AT, HEADER = b"ustar", 257, 512  # what stands where in the header of a tar archive
DAMAGE = Text("压缩文件损坏或不完整", "the compressed file is broken or breaks off")
BOMB = Text(f"解压后超过 {EXPANSION} 倍的文件", f"one that expands more than {EXPANSION} times")
KINDS = (
    (stat.S_ISFIFO, Text("命名管道", "a FIFO")),
    (stat.S_ISSOCK, Text("套接字", "a socket")),
    (stat.S_ISCHR, Text("设备", "a device")),
    (stat.S_ISBLK, Text("设备", "a device")),
)


class Found(NamedTuple):
    """A path to read, or why it can't be."""

    path: str
    problem: Unreadable | None = None


class Content:
    """What a file holds, decompressed; it can be read any number of times, always the same bytes."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self._unwrap = next((wrap for magic, wrap in CONTAINERS.items() if _peek(raw).startswith(magic)), None)
        self._stat = os.fstat(raw.fileno())
        self.damage: Text | None = None
        self.sha256, self.size = self._measure()

    def stream(self) -> BinaryIO:
        """The bytes from the beginning, as they were measured."""
        return io.BufferedReader(_Bounded(self._chunks(), self.size), CHUNK)

    def changed(self) -> bool:
        """Whether the file has been written over since it was measured; one that only grew has not."""
        now = os.fstat(self._raw.fileno())
        touched = now.st_mtime_ns != self._stat.st_mtime_ns
        return now.st_size < self._stat.st_size or (touched and now.st_size == self._stat.st_size)

    def _measure(self) -> tuple[str, int]:
        digest, size = hashlib.sha256(), 0
        most = max(FREE_EXPANSION, EXPANSION * self._stat.st_size) if self._unwrap else sys.maxsize
        for chunk in self._chunks():
            digest.update(chunk)
            size += len(chunk)
            if size > most:
                raise Unreadable(None, None, A_FILE, BOMB)
        return digest.hexdigest(), size

    def _chunks(self) -> Iterator[bytes]:
        self._raw.seek(0)
        read = self._unwrap(self._raw) if self._unwrap else self._raw.read
        while chunk := self._next(read):
            yield chunk

    def _next(self, read: Read) -> bytes:
        try:
            return read(CHUNK)
        except (EOFError, zlib.error, lzma.LZMAError, OSError) as error:
            if getattr(error, "errno", None) is not None:
                raise  # the disk's complaint, not the container's
            self.damage = DAMAGE
            return b""


class _Bounded(io.RawIOBase):
    """A stream of the first `size` bytes of some chunks."""

    def __init__(self, chunks: Iterator[bytes], size: int) -> None:
        super().__init__()
        self._chunks = chunks
        self._chunk = memoryview(b"")
        self._left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        if not self._chunk:
            self._chunk = memoryview(next(self._chunks, b""))[: self._left]
            self._left -= len(self._chunk)
        room = memoryview(buffer).cast("B")
        size = min(len(room), len(self._chunk))
        room[:size], self._chunk = self._chunk[:size], self._chunk[size:]
        return size


@contextlib.contextmanager
def opened(path: str) -> Iterator[Content]:
    """The content of a path, or of standard input for `-`. Raises Unreadable for what can't be read, naming it."""
    with _raw(path) as raw:
        magic = _peek(raw)
        for begin, name in UNSUPPORTED.items():
            if magic.startswith(begin):
                raise _archive(path, name)
        content = _content(raw, path)
        if content.stream().read(HEADER)[TAR_AT:].startswith(TAR):
            raise _archive(path, "tar")
        yield content


def _archive(path: str, name: str) -> Unreadable:
    return Unreadable(path, None, A_FILE, Text(f"{name} 压缩包（请先解压）", f"a {name} archive (unpack it first)"))


def _content(raw: BinaryIO, path: str) -> Content:
    try:
        content = Content(raw)
    except Unreadable as error:
        raise error.at(path) from None
    if content.damage is not None and not content.size:
        raise Unreadable(path, None, A_FILE, content.damage)
    return content


def _raw(path: str) -> BinaryIO:
    if path == STDIN:
        file = tempfile.TemporaryFile()  # noqa: SIM115  # the caller closes it
        if sys.stdin is None:
            raise Unreadable(path, None, A_FILE, Text("标准输入已关闭", "a closed standard input"))
        shutil.copyfileobj(sys.stdin.buffer, file)
        return file
    kind = _kind(Path(path))
    if kind:
        raise Unreadable(path, None, A_FILE, kind)
    return text.opened(Path(path))


def _kind(path: Path) -> Text | None:
    """What a path is if it isn't a file: to open a FIFO would be to wait for ever."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return None
    return next((said for is_it, said in KINDS if is_it(mode)), None)


def _peek(raw: BinaryIO) -> bytes:
    raw.seek(0)
    return raw.read(8)


def walk(
    inputs: Iterable[str], avoid: Path | None = None, skipped: Callable[[Path], None] = lambda _: None
) -> Iterator[Found]:
    """The files to read, in order: a path as it is given, a folder's files sorted, links inside it not followed, and never a store.

    A store is a folder that holds batches, or `avoid`; `skipped` is told of each.
    """
    for given in inputs:
        if not given:
            yield Found(given, Unreadable(given, None, A_FILE, Text("空路径", "an empty path")))
        elif given != STDIN and _is_folder(given):
            inside = _inside(Path(given), avoid, skipped)
            first = next(inside, None)
            yield first or Found(
                given, Unreadable(given, None, A_FILE, Text("没有文件的文件夹", "a folder without files"))
            )
            yield from inside
        else:
            yield Found(given)


def _is_folder(given: str) -> bool:
    """Whether a path is a folder; one that the system refuses to look up is told of where it is opened."""
    try:
        return Path(given).is_dir()
    except OSError:
        return False


def _inside(folder: Path, avoid: Path | None, skipped: Callable[[Path], None]) -> Iterator[Found]:
    refused: list[OSError] = []
    for root, folders, files in os.walk(folder, onerror=refused.append):
        if any(name.startswith(BATCH) for name in folders) or (avoid is not None and _same(Path(root), avoid)):
            skipped(Path(root))
            folders.clear()
            continue
        folders.sort()
        yield from (Found(str(Path(root, f))) for f in sorted(files) if _regular(Path(root, f)))
    for error in refused:
        reason = error.strerror or str(error)
        said = Text(f"系统错误（{reason}）", f"a system error ({reason})")
        yield Found(error.filename, Unreadable(error.filename, None, A_FILE, said))


def _regular(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _same(path: Path, other: Path) -> bool:
    return other.exists() and path.samefile(other)
