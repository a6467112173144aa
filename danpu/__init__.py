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
from typing import TYPE_CHECKING, Literal, overload

if TYPE_CHECKING:
    from danpu.holdings import Document as Holdings
    from danpu.validation import Agreeing, Compared, Document
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


@overload
def validate(path: str | Path, rules: Literal["all"]) -> "Compared": ...  # type: ignore[overload-overlap]  # the words are no names of books
@overload
def validate(path: str | Path, rules: Literal["auto"]) -> "Agreeing": ...  # type: ignore[overload-overlap]  # nor is this
@overload
def validate(path: str | Path, rules: str | None = None) -> "Document": ...
def validate(path: str | Path, rules: str | None = None) -> "Document | Compared | Agreeing":
    """What is wrong with a record under a rule book (None: its own), or what it is under `all` of them, and with `auto` which agree with it.

    danpu.validate("server.log", "huaian_2017")["by_code"]; danpu.validate("server.log", "auto")["consistent"]
    """
    from danpu import validation
    from danpu.judging import judge
    from danpu.sources import opened
    from engine.rules import names

    asked = names() if rules in ("all", "auto") else (rules,)
    judged = [(name, validation.Validation()) for name in asked]
    with opened(str(path)) as source:
        judge(source, judged)
        unread = [source.unread] if source.unread else []
    if rules not in ("all", "auto"):
        return judged[0][1].document(unread)
    rows = validation.verdicts([(str(name), each) for name, each in judged])
    return validation.agreeing(rows, unread) if rules == "auto" else validation.compared(rows, unread)


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
