"""What goes to the screen and what goes down the pipe: the answer on stdout, messages on stderr, plain text wherever nobody looks at a terminal.

A table is drawn on a terminal and is one line a row, padded and never wrapped, in a pipe. JSON and CSV are UTF-8 whatever the locale, CSV with
the mark that spreadsheets need. Text of records may hold anything, so characters that could steer a terminal are shown as their codes.
"""

import io
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

Cell = str | int | float | None
_STYLES = {
    "illegal": "bold red",
    "违规": "bold red",
    "inconsistent": "red",
    "矛盾": "red",
    "unsettled": "yellow",
    "未定": "yellow",
    "ok": "green",
    "好": "green",
    "warn": "yellow",
    "注意": "yellow",
    "fail": "bold red",
    "坏": "bold red",
}
PATH_WIDTH = 40


def prepare() -> None:
    """Let no text crash for what the terminal's encoding lacks; on Windows a pipe is UTF-8."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            piped = sys.platform == "win32" and not stream.isatty()
            stream.reconfigure(errors="backslashreplace", encoding="utf-8" if piped else None)


def safe(text: str) -> str:
    r"""A text with everything that is not printable shown as its code.

    >>> safe("a\x1b[31m")
    'a\\x1b[31m'
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def out(text: str = "") -> None:
    """A line of the answer."""
    print(text)


def note(text: str) -> None:
    """A line about the work, not of the answer: progress, what was taken for what, what could not be read."""
    with suppress(OSError):  # no answer is lost because nobody can be told how it was come by
        print(text, file=sys.stderr, flush=True)


def json(document: object) -> None:
    """One document, as UTF-8; indented where a person looks at it."""
    import msgspec

    raw = msgspec.json.encode(document, enc_hook=_plain_number)
    _bytes(msgspec.json.format(raw, indent=2 if sys.stdout.isatty() else -1) + b"\n")


def json_rows(rows: Iterable[object]) -> None:
    """One array, written as its rows come."""
    import msgspec

    before = b"["
    for row in rows:
        _bytes(before + msgspec.json.encode(row, enc_hook=_plain_number), flush=False)
        before = b",\n "
    _bytes(b"[]\n" if before == b"[" else b"]\n")


def _plain_number(value: object) -> object:
    item: Callable[[], object] | None = getattr(value, "item", None)
    if item is None:
        raise NotImplementedError(f"{type(value).__name__} has no JSON")
    return item()


def sheet(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """CSV that a spreadsheet opens right and takes no cell of for a formula."""
    from analytics.shown import csv_lines

    sys.stdout.flush()
    for line in csv_lines(columns, rows):
        _bytes(line, flush=False)
    _bytes(b"")


def _bytes(raw: bytes, *, flush: bool = True) -> None:
    if flush:
        sys.stdout.flush()
    sys.stdout.buffer.write(raw)
    if flush:
        sys.stdout.buffer.flush()


def cell(value: object) -> Cell:
    """A value of a query as a cell."""
    if value is None or isinstance(value, str | int | float):
        return value
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def table(columns: Sequence[str], rows: Iterable[Sequence[Cell]], *, to: TextIO | None = None) -> None:
    """Rows under their headings."""
    stream = to or sys.stdout
    cells = [["\n".join(map(safe, _text(value).split("\n"))) for value in row] for row in rows]
    if not cells:
        return
    if stream.isatty():
        _drawn(columns, cells, stream)
    else:
        _padded(columns, cells, stream)


def _text(value: Cell) -> str:
    if value is None:
        return "-"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _drawn(columns: Sequence[str], cells: Sequence[Sequence[str]], stream: TextIO) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False)
    for column in drawn.columns:
        column.overflow = "fold"
    for row in cells:
        drawn.add_row(*(Text(cell, _STYLES.get(cell.partition(" ")[0], "")) for cell in row))
    Console(file=stream, highlight=False).print(drawn)


def _padded(columns: Sequence[str], cells: Sequence[Sequence[str]], stream: TextIO) -> None:
    from rich.cells import cell_len

    lines = [columns, *([cell.replace("\n", " ") for cell in row] for row in cells)]
    widths = [max(cell_len(line[i]) for line in lines) for i in range(len(columns))]
    for line in lines:
        padded = (cell + " " * (width - cell_len(cell)) for cell, width in zip(line, widths, strict=True))
        print("  ".join(padded).rstrip(), file=stream)


def short(path: str) -> str:
    """A path as a terminal has room for it; a pipe gets it whole."""
    if not sys.stdout.isatty():
        return path
    here = str(Path.cwd()) + os.sep
    told = path.removeprefix(here)
    return told if len(told) <= PATH_WIDTH else f"…{told[1 - PATH_WIDTH :]}"
