"""danpu (蛋谱): the front door, as a command and as a Python API.

    import danpu
    report = danpu.validate("server.log")                  # what is wrong with it, as `danpu validate --json`
    store = danpu.ingest("server.log", "store")            # into a store, as `danpu ingest --json`
    answer = danpu.ask("store", "partnership_win_rates")   # a question, as `danpu ask --json`

Every function refuses what it can't do with `danpu.errors.Refused`, which says why in Chinese and English, and a file that can't be read with
`ingest.errors.Unreadable`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from danpu.holdings import Document as Holdings
    from danpu.validation import Document
    from engine.records import Match
    from ingest.report import Report

__all__ = ["ask", "hands", "ingest", "query", "read", "simulate", "validate"]


def read(path: str | Path) -> list["Match"]:
    """The matches of a record, as it states them.

    matches = danpu.read("server.log"); matches[0].deals[0].events
    """
    from danpu.sources import opened

    with opened(str(path)) as source:
        return list(source.matches())


def validate(path: str | Path, rules: str | None = None) -> "Document":
    """What is wrong with a record under a rule book (None: its own).

    danpu.validate("server.log", "huaian_2017")["by_code"]
    """
    from danpu.judging import judge
    from danpu.sources import opened
    from danpu.validation import Validation

    validation = Validation()
    with opened(str(path)) as source:
        judge(source, [(rules, validation)])
        unread = source.unread
    return validation.document([unread] if unread else [])


def hands(path: str | Path, deal: int = 1, rules: str | None = None) -> "Holdings":
    """The four hands of a deal of a record, counted from 1, with how each card is known.

    danpu.hands("server.log", 3)["seats"][0]["cards"]
    """
    from danpu import holdings, sources

    with sources.opened(str(path)) as source:
        chosen = sources.deal(source, deal)
    name = rules or chosen.rules
    return holdings.document(holdings.reconstructed(chosen, name), deal, name)


def ask(store: str | Path, question: str, **filters: object) -> dict[str, object]:
    """The answer to a question, in figures with their n and 95 % intervals.

    danpu.ask("store", "tribute_impact", by_level=True)["rows"]
    """
    from danpu.answers import answer

    return answer(Path(store), question, filters).document()


def ingest(paths: str | Path | Sequence[str | Path], store: str | Path, rules: str = "auto") -> "Report":
    """Read files and folders into a store.

    danpu.ingest(["logs/", "more.jsonl.gz"], "store").totals.deals
    """
    from danpu.stores import filled

    return filled([paths] if isinstance(paths, str | Path) else paths, store, rules=rules)


def query(store: str | Path, sql: str) -> list[dict[str, object]]:
    """The rows of a query that only reads.

    danpu.query("store", "select count(*) n from deals")[0]["n"]
    """
    from danpu.sql import query as asked

    answer = asked(Path(store), sql)
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def simulate(
    matches: int, seed: int = 1, rules: str | None = None, players: Sequence[str] = ("greedy",)
) -> Iterator["Match"]:
    """Matches of our own players, one at all seats or one at each, under a rule book (None: the official one); the same seed gives the same matches.

    sum(len(match.deals) for match in danpu.simulate(10, seed=1))
    """
    from danpu.playing import played

    return played(matches, seed, rules, players)
