"""What a person sees of a job that takes long: on a terminal, from the third second on, how far it is and how fast; else nothing."""

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from typing import Generic, TypeVar

from danpu.cli.language import say

T = TypeVar("T")
PATIENCE_S = 2.0
PAUSE_S = 0.5
WIPE = "\r\x1b[2K"


@contextmanager
def waiting(what: str, done: Callable[[], int] | None = None, total: int | None = None) -> Iterator[None]:
    """Show that a job goes on: `done` counts what has been done of `total`, where either is known."""
    if not sys.stderr.isatty():
        yield
        return
    over = threading.Event()
    # A thread starts with no context of its own, and the language is part of it.
    teller = threading.Thread(target=copy_context().run, args=(_tell, over, what, done, total), daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


class Tally(Generic[T]):
    """Things that are counted as they go by."""

    def __init__(self, things: Iterable[T]) -> None:
        self._things = things
        self.count = 0

    def __iter__(self) -> Iterator[T]:
        for thing in self._things:
            yield thing
            self.count += 1


def _tell(over: threading.Event, what: str, done: Callable[[], int] | None, total: int | None) -> None:
    began = time.monotonic()
    if over.wait(PATIENCE_S):
        return
    while not over.wait(PAUSE_S):
        sys.stderr.write(WIPE + told(what, time.monotonic() - began, done() if done else None, total))
        sys.stderr.flush()
    sys.stderr.write(WIPE)
    sys.stderr.flush()


def told(what: str, seconds: float, done: int | None, total: int | None) -> str:
    """How far a job is.

    >>> from danpu.cli import language
    >>> language.use("en")
    >>> told("deals", 10.0, 50, 200)
    'deals: 50 of 200, 5.0/s, 0:10, 0:30 to go'
    """
    parts = []
    if done is not None:
        parts.append(f"{done}" if total is None else say(f"{done}/{total}", f"{done} of {total}"))
        parts.append(f"{done / seconds:.1f}/s")
    parts.append(_clock(seconds))
    if done and total is not None:
        left = _clock(seconds / done * max(total - done, 0))
        parts.append(say(f"还需 {left}", f"{left} to go"))
    return say(f"{what}：{'，'.join(parts)}", f"{what}: {', '.join(parts)}")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
