"""An answer as people read it: headings and words in their language, each estimate in one cell with its interval.

`cells(answer, lang)` is what the command line prints and the pages show, so both round alike.
"""

import csv
import io
from typing import NamedTuple, TypeAlias

from analytics.ask import Answer
from analytics.question import Text

Cell: TypeAlias = str | int | float | None

TRIBUTES = {
    "none": Text("无进贡", "none"),
    "single": Text("单贡", "single"),
    "double": Text("双贡", "double"),
    "anti_single": Text("单贡抗贡", "single, refused"),
    "anti_double": Text("双贡抗贡", "double, refused"),
}
PAID_TO = {"opponents": Text("对方", "opponents"), "partner": Text("搭档", "partner")}
KINDS = {
    "none": Text("不成牌型", "no combination"),
    "single": Text("单张", "single"),
    "pair": Text("对子", "pair"),
    "triple": Text("三张", "triple"),
    "full_house": Text("三带二", "full house"),
    "straight": Text("顺子", "straight"),
    "tube": Text("三连对", "tube"),
    "plate": Text("钢板", "plate"),
    "bomb": Text("炸弹", "bomb"),
    "straight_flush": Text("同花顺", "straight flush"),
    "joker_bomb": Text("天王炸", "joker bomb"),
}
WORDS = {"tribute": TRIBUTES, "paid_to": PAID_TO, "kind": KINDS}
EVERY = Text("合计", "all")


class Table(NamedTuple):
    """Headings, and rows as long as the headings."""

    headings: list[str]
    rows: list[list[Cell]]


def cells(answer: Answer, lang: str) -> Table:
    """The answer as a table; columns in which no row has anything are left out."""
    names = [n for n in answer.asked.columns if any(row.get(n) is not None for row in answer.rows)]
    headings = [answer.asked.columns[n](lang) for n in names]
    return Table(headings, [[cell(answer, row, n, lang) for n in names] for row in answer.rows])


def cell(answer: Answer, row: dict[str, object], name: str, lang: str) -> Cell:
    """One cell: an estimate with its interval, a code as its word, anything else as it is."""
    value = row.get(name)
    if name in answer.estimates:
        return estimate(value, row.get(f"{name}_low"), row.get(f"{name}_high"), share=name in answer.shares)
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


def sheet(answer: Answer) -> bytes:
    """The rows as CSV that a spreadsheet opens right and takes no cell of for a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(answer.rows[0] if answer.rows else answer.asked.columns)
    writer.writerows([_inert(value) for value in row.values()] for row in answer.rows)
    return text.getvalue().encode("utf-8-sig")


def _inert(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
