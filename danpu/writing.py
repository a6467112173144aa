"""Files that appear under their names only when they are whole, and never by surprise over another."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from danpu.errors import Refused


@contextmanager
def whole(path: str, *, force: bool = False) -> Iterator[BinaryIO]:
    """A file to write to, renamed to `path` at the end; nothing is left if the writing fails. Raises Refused.

    `-` is standard output; a pipe or a device is written into and stays what it is.
    """
    if path == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(path).resolve()
    if target.exists() and not target.is_dir() and not target.is_file():
        with _opened(target) as file:
            yield file
        return
    _allow(target, force=force)
    beside = target.with_name(f".{target.name}.tmp-{os.getpid()}")
    file = _opened(beside)
    try:
        with file:
            yield file
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def _allow(target: Path, *, force: bool) -> None:
    if target.is_dir():
        raise Refused(f"{target} 是文件夹，应为文件", f"{target} is a folder, expected a file")
    if target.exists() and not force:
        raise Refused(f"{target} 已存在（要覆盖请加 --force）", f"{target} exists (--force writes over it)")


def _opened(beside: Path) -> BinaryIO:
    try:
        return beside.open("wb")
    except OSError as error:
        folder = beside.parent
        raise Refused(f"不能写入 {folder}：{error.strerror}", f"cannot write to {folder}: {error.strerror}") from None
