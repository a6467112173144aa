"""Locks between processes, which the system lets go of when their owner dies, however it dies."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
    import time

    def _try(descriptor: int) -> bool:
        os.lseek(descriptor, 0, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _wait(descriptor: int) -> None:
        while not _try(descriptor):
            time.sleep(0.05)

else:
    import fcntl

    def _try(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the lock of a file, made if it is missing, once nobody else does. Raises OSError where the file can't be opened or locked."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _wait(descriptor)
        yield
    finally:
        os.close(descriptor)


def take(path: Path) -> int:
    """Take a lock that is free and keep it until `drop`, or for life."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    _wait(descriptor)
    return descriptor


def drop(descriptor: int) -> None:
    """Let go of a lock that `take` took."""
    os.close(descriptor)


def is_free(path: Path) -> bool:
    """Whether nobody alive holds the lock of a file; a missing file is free."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return True
    try:
        return _try(descriptor)
    finally:
        os.close(descriptor)
