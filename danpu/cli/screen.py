"""What goes to the screen and what goes down the pipe: the answer on stdout, messages on stderr, plain text wherever nobody looks at a terminal.

A table is drawn on a terminal (row by row where that is too narrow for it) and is one line a row, padded and never wrapped, in a pipe. JSON and CSV
are UTF-8 whatever the locale, CSV with the mark that spreadsheets need. Text of records may hold anything, so characters that could steer a terminal
are shown as their codes: here, so that no command has to think of it.
"""

import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


class Marked(NamedTuple):
    """A text in the style of a severity, or of the state of what was checked."""

    text: str
    code: str | None


Cell = str | int | float | Marked | None
STYLES = {
    "illegal": "bold red",
    "inconsistent": "red",
    "unsettled": "yellow",
    "ok": "green",
    "warn": "yellow",
    "fail": "bold red",
}
PATH_WIDTH = 40
FEW_COLUMNS = 3
UNKNOWN = "-"
_CONTROLS = re.compile(rb"\x7f|\xc2[\x80-\x9f]")


def prepare() -> None:
    """Let no text crash for what the terminal's encoding lacks, nor for a stream that was closed; on Windows a pipe is UTF-8."""
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # open as long as the program
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # likewise
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
    print(safe(text))


def note(text: str) -> None:
    """A line about the work, not of the answer: progress, what was taken for what, what could not be read."""
    with suppress(OSError):  # no answer is lost because nobody can be told how it was come by
        print(safe(text), file=sys.stderr, flush=True)


def json(document: object) -> None:
    """One document, as UTF-8; indented where a person looks at it."""
    import msgspec

    raw = msgspec.json.encode(document, enc_hook=_plain_number)
    _bytes(_quiet(msgspec.json.format(raw, indent=2 if sys.stdout.isatty() else -1)) + b"\n")


def json_rows(rows: Iterable[object]) -> None:
    """One array, written as its rows come."""
    import msgspec

    before = b"["
    for row in rows:
        _bytes(before + _quiet(msgspec.json.encode(row, enc_hook=_plain_number)), flush=False)
        before = b",\n "
    _bytes(b"[]\n" if before == b"[" else b"]\n")


def _quiet(raw: bytes) -> bytes:
    r"""JSON with the control characters that it lets through, DEL and those of U+0080 to U+009F, as their escapes.

    >>> _quiet('"\x9b31m"'.encode())
    b'"\\u009b31m"'
    """
    return _CONTROLS.sub(lambda found: rb"\u%04x" % ord(found[0].decode()), raw)


def _plain_number(value: object) -> object:
    item: Callable[[], object] | None = getattr(value, "item", None)
    if item is None:
        raise NotImplementedError(f"{type(value).__name__} has no JSON")
    return item()


def sheet(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """CSV that a spreadsheet opens right and takes no cell of for a formula; a terminal gets it as text, without the mark."""
    from analytics.shown import csv_lines

    if sys.stdout.isatty():
        for line in islice(csv_lines(columns, rows), 1, None):
            out(line.decode().rstrip("\r\n"))
        return
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
    cells = [[_cell(value) for value in row] for row in rows]
    titles = [safe(column) for column in columns]
    if not cells:
        return
    if stream.isatty():
        _drawn(titles, cells, stream)
    else:
        _padded(titles, [[cell.text for cell in row] for row in cells], stream)


def _cell(value: Cell) -> Marked:
    text, code = value if isinstance(value, Marked) else (_text(value), None)
    return Marked("\n".join(map(safe, text.split("\n"))), code)


def _text(value: str | float | None) -> str:
    if value is None:
        return UNKNOWN
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _drawn(columns: Sequence[str], cells: Sequence[Sequence[Marked]], stream: TextIO) -> None:
    from rich.console import Console

    console = Console(file=stream, highlight=False)
    wide = len(columns) > FEW_COLUMNS and _width(columns, cells) > console.width
    (_stacked if wide else _side_by_side)(columns, cells, console)


def _width(columns: Sequence[str], cells: Sequence[Sequence[Marked]]) -> int:
    """How wide a table is of which no cell is folded, with two spaces and more between its columns."""
    from rich.cells import cell_len

    lines = [columns, *([cell.text for cell in row] for row in cells)]
    return sum(max(cell_len(part) for line in lines for part in line[i].split("\n")) + 3 for i in range(len(columns)))


def _side_by_side(columns: Sequence[str], cells: Sequence[Sequence[Marked]], console: "Console") -> None:
    from rich import box
    from rich.table import Column, Table
    from rich.text import Text

    drawn = Table(*(Column(Text(column)) for column in columns), box=box.SIMPLE_HEAD, pad_edge=False)
    for column in drawn.columns:
        column.overflow = "fold"
    for row in cells:
        drawn.add_row(*map(_styled, row))
    console.print(drawn)


def _stacked(columns: Sequence[str], cells: Sequence[Sequence[Marked]], console: "Console") -> None:
    """A row as lines of its own, heading and value, where the terminal is too narrow for a table; what is not known is left out."""
    from rich.table import Table
    from rich.text import Text

    for row in cells:
        drawn = Table.grid(padding=(0, 2))
        drawn.add_column(style="dim", overflow="fold")
        drawn.add_column(overflow="fold")
        for column, cell in zip(columns, row, strict=True):
            if cell.text != UNKNOWN:
                drawn.add_row(Text(column), _styled(cell))
        console.print(drawn)
        console.print()


def _styled(cell: Marked) -> "Text":
    from rich.text import Text

    return Text(cell.text, STYLES.get(cell.code or "", ""))


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
