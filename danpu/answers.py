"""Questions of a store, under any rule book, with the refusal said in both languages."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from analytics.ask import Answer, AskError, ask
from danpu.errors import USAGE, Refused
from danpu.stores import connected, existing, refusing
from engine import VERSION
from engine.rules import names
from ingest.commit import read
from ingest.store import Store


def answer(store: Path, question: str, filters: Mapping[str, object]) -> Answer:
    """The answer to a question; what was never judged under the rule book asked for is judged first, where the store can be written. Raises Refused."""
    rules = filters.get("rules")
    if isinstance(rules, str) and unjudged(store, rules):
        with suppress(Refused):  # the answer itself says how many deals are left out
            judge(store, rules)
    con = connected(store)
    try:
        return ask(con, question, **filters)
    except AskError as error:
        raise Refused(error.zh, error.en) from None


def unjudged(store: Path, rules: str) -> list[Path]:
    """The batches that hold matches and were not judged under a rule book; none if there is no such book. Raises Refused."""
    if rules not in names():
        return []
    with refusing(USAGE):
        batches = Store(existing(store)).batches()
        return [b for b in batches if not (b / f"rules={rules}" / f"engine={VERSION}").exists() and read(b, "matches")]


def judge(store: Path, rules: str) -> None:
    """Judge under a rule book what was not, and keep it in the store. Raises Refused if the store cannot be written."""
    with refusing(USAGE):
        Store(store).derive(rules)
