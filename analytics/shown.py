"""An answer as people read it: headings and words in their language, each estimate in one cell with its interval.

`cells(answer, lang)` is what the command line prints and the pages show, so both round alike.
"""

import codecs
import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine.words import KINDS, TRIBUTES, Text

if TYPE_CHECKING:
    from analytics.ask import Answer

Cell: TypeAlias = str | int | float | None

PAID_TO = {"opponents": Text("对方", "opponents"), "partner": Text("搭档", "partner")}
WORDS = {"tribute": TRIBUTES, "paid_to": PAID_TO, "kind": KINDS}
EVERY = Text("合计", "all")
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class Table(NamedTuple):
    """Headings, and rows as long as the headings."""

    headings: list[str]
    rows: list[list[Cell]]


def cells(answer: "Answer", lang: str) -> Table:
    """The answer as a table; columns in which no row has anything are left out."""
    names = [n for n in answer.asked.columns if any(row.get(n) is not None for row in answer.rows)]
    headings = [answer.asked.columns[n](lang) for n in names]
    return Table(headings, [[cell(answer, row, n, lang) for n in names] for row in answer.rows])


def cell(answer: "Answer", row: dict[str, object], name: str, lang: str) -> Cell:
    """One cell: an estimate with its interval, and with its own n where that is not the row's; a code as its word, anything else as it is."""
    value = row.get(name)
    if name in answer.estimates:
        said = estimate(value, row.get(f"{name}_low"), row.get(f"{name}_high"), share=name in answer.shares)
        n = row.get(f"{name}_n")
        return said if said is None or n == row.get("n") else f"{said} n={n}"
    if name in WORDS and (isinstance(value, str) or (value is None and name == next(iter(answer.asked.columns)))):
        return WORDS[name][value](lang) if isinstance(value, str) else EVERY(lang)
    return value if isinstance(value, str | int | float) else None


def estimate(value: object, low: object, high: object, *, share: bool) -> str | None:
    """A value with its interval; a share in per cent.

    >>> estimate(0.5, 0.414, 0.586, share=True), estimate(-0.4083, -0.782, -0.0344, share=False)
    ('50.0% [41.4, 58.6]', '-0.41 [-0.78, -0.03]')
    """
    if not isinstance(value, float):
        return None
    scale, digits, mark = (100, 1, "%") if share else (1, 2, "")
    said = f"{value * scale:.{digits}f}{mark}"
    if not isinstance(low, float) or not isinstance(high, float):
        return f"{said} [–]"
    return f"{said} [{low * scale:.{digits}f}, {high * scale:.{digits}f}]"


def sheet(answer: "Answer") -> bytes:
    """The rows as CSV."""
    columns = list(answer.rows[0] if answer.rows else answer.asked.columns)
    return b"".join(csv_lines(columns, (list(row.values()) for row in answer.rows)))


def csv_lines(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[bytes]:
    """CSV line by line, as a spreadsheet opens it right and takes no cell of it for a formula."""
    yield codecs.BOM_UTF8
    for line in chain([columns], rows):
        text = io.StringIO()
        csv.writer(text).writerow([_inert(value) for value in line])
        yield text.getvalue().encode()


def _inert(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value
