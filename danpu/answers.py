"""Questions of a store, with the refusal said in both languages."""

from collections.abc import Mapping
from pathlib import Path

from analytics import lake
from analytics.ask import Answer, AskError, ask
from danpu.errors import Refused
from danpu.stores import existing


def answer(store: Path, question: str, filters: Mapping[str, object]) -> Answer:
    """The answer to a question. Raises Refused."""
    con = lake.connect(existing(store))
    try:
        return ask(con, question, **filters)
    except AskError as error:
        raise Refused(error.zh, error.en) from None
