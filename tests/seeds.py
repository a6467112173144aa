"""Rulings of one book: rows of `cases/seeds/seed_00N.toml` and of `cases/books/<name of the book>.toml`, by form; `*` where it is silent or ambiguous."""

import tomllib

from tests.matrix import CASES, Row, Ruling

FILES = {
    "seed_000": "S0",
    "seed_001": "S1",
    "seed_002": "S2",
    "seed_003": "S3",
}


def rows(form: str) -> list[Ruling]:
    """The rows of a form, over all seeds and books."""
    files = [(CASES / "seeds" / f"{seed}.toml", book) for seed, book in FILES.items()]
    files += [(file, file.stem) for file in sorted((CASES / "books").glob("*.toml"))]
    return [_ruling(row, book) for file, book in files for row in tomllib.loads(file.read_text("utf-8")).get(form, [])]


def _ruling(row: Row, book: str) -> Ruling:
    verdict = str(row["verdict"])
    return Ruling(row, book, verdict.replace("*", ""), "*" not in verdict)
