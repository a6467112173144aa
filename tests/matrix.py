"""Rulings over all rule books, rows of `cases/matrix/*.toml` and `cases/seeds/*.toml`: a verdict and the books that give it; `*` where the source is silent."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine import rules
from engine.rules import Rules

CASES = Path(__file__).parent / "cases"
BOOKS = {
    "S0": "seed_no_wild",
    "S1": "seed_overview",
    "S2": "huaian_folk",
    "S3": "college_league",
    "H17": "huaian_2017",
    "N22": "national_2022",
    "PAG": "pagat",
    "NJ": "openguandan",
    "NV": "njupt_v1006",
    "GW": "guandan_world",
    "NS": "nanshan_2026",
}
Row = dict[str, object]


class Ruling(NamedTuple):
    """A row under one book: its verdict, and whether the source settles it."""

    row: Row
    book: str
    verdict: str
    settled: bool

    @property
    def rules(self) -> Rules:
        """The rule book."""
        return rules.load(BOOKS.get(self.book, self.book))

    def text(self, key: str) -> str:
        """A text of the row, empty if it has none."""
        return str(self.row.get(key, ""))

    def texts(self, key: str) -> list[str]:
        """A list of texts of the row."""
        held = self.row.get(key, [])
        assert isinstance(held, list)
        return [str(text) for text in held]

    def numbers(self, key: str, default: list[int]) -> list[int]:
        """A list of numbers of the row."""
        held = self.row.get(key, default)
        assert isinstance(held, list)
        return [int(number) for number in held]


def rulings(file: str) -> Iterator[Ruling]:
    """Each row of a file with each book that decides it."""
    for row in tomllib.loads((CASES / file).read_text("utf-8"))["ruling"]:
        seen: set[str] = set()
        for books, verdict in row["verdicts"].items():
            for tag in books.split():
                assert tag in BOOKS, (row["id"], tag)
                assert tag not in seen, (row["id"], tag)
                seen.add(tag)
                yield Ruling(row, tag, verdict.removesuffix("*"), not verdict.endswith("*"))


def name(ruling: Ruling) -> str:
    """What a test calls a ruling."""
    return f"{ruling.row['id']}-{ruling.book}"
