"""How well a record tells which rule book it was played under: matches simulated under each book, judged under every book.

`python -m benchmarks.telling_apart` prints the table, with `--write` into docs/telling-apart.md.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pyarrow.compute as pc

from engine import rules
from engine.simulate import simulate
from ingest import tables
from ingest.derive import derive
from ingest.tables import Facts

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "telling-apart.md"
MATCHES = 200
SEED = 20_261
Row = Mapping[str, int]
OPENING = f"""# Which rule book was it? · 认书

Written by `python -m benchmarks.telling_apart --write`. {MATCHES} matches simulated under each rule book (a row; half of them by random, half by greedy
players) are judged one by one under every book (a column): in how many of them the book agrees with the record, so that
`danpu validate --rules auto` names it.
由 `python -m benchmarks.telling_apart --write` 写成。每行为按一本规则书模拟的 {MATCHES} 场（随机与贪心牌手各半），逐场按各列规则书判定：数为该书与牌谱相容、
`danpu validate --rules auto` 会举出它的场数。

The diagonal has to be {MATCHES}. What stands beside it are books that the match gives no occasion to tell from its own: nothing in it breaks their
settled clauses.
对角线须为 {MATCHES}。其旁之数，是该场牌中没有一手违背其已定条款、因而无从区分的书。

"""


def facts(book: str, matches: int = MATCHES) -> Facts:
    """Matches simulated under a book, half of them by each kind of player."""
    rows = [
        match
        for player in ("random", "greedy")
        for match in simulate(matches // 2, SEED, rules.load(book), (player,) * 4)
    ]
    return tables.facts(rows, book, book)


def agreeing(played: Facts, book: str) -> int:
    """In how many matches nothing is illegal under a book."""
    found = derive(played, rules.load(book), ("findings",))["findings"]
    illegal = found.filter(pc.equal(found["severity"].cast("string"), "illegal"))
    return len(played["matches"]) - len(pc.unique(illegal["match_id"].cast("string")))


def rows(matches: int = MATCHES, books: Sequence[str] | None = None) -> Iterator[tuple[str, Row]]:
    """Each book with the number of its matches that agree with each book."""
    for book in books or rules.names():
        played = facts(book, matches)
        yield book, {other: agreeing(played, other) for other in rules.names()}


def markdown(found: Mapping[str, Row]) -> str:
    """The document."""
    names = list(found)
    lines = [
        f"| {' | '.join(['played under · 所据', *(f'`{name}`' for name in names)])} |",
        "|---" * (len(names) + 1) + "|",
    ]
    lines += [f"| {' | '.join([f'`{book}`', *(str(row[name]) for name in names)])} |" for book, row in found.items()]
    return OPENING + "\n".join(lines) + "\n"


if __name__ == "__main__":
    text = markdown(dict(rows()))
    if "--write" in sys.argv:
        DOCUMENT.write_text(text, "utf-8")
    print(text)
