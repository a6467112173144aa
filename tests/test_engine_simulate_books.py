"""What the simulator plays under a rule book, that book finds nothing in; the whole thousand is for `make slow`."""

import pytest

from engine import rules
from engine.simulate import simulate
from ingest import tables
from ingest.derive import derive

MANY = 500
PLAYERS = (("random", 3), ("greedy", 4))


def findings(book: str, player: str, seed: int, matches: int) -> list[tuple[str, str]]:
    """Codes and severities of what a book finds in matches simulated under it."""
    played = simulate(matches, seed, rules.load(book), (player,) * 4)
    found = derive(tables.facts(list(played), book, book), rules.load(book), ("findings",))["findings"]
    return list(zip(found["code"].to_pylist(), found["severity"].to_pylist(), strict=True))


@pytest.mark.parametrize(("player", "seed"), PLAYERS)
@pytest.mark.parametrize("book", rules.names())
def test_a_few_matches_are_clean(book: str, player: str, seed: int) -> None:
    assert findings(book, player, seed, 3) == []


@pytest.mark.slow
@pytest.mark.parametrize(("player", "seed"), PLAYERS)
@pytest.mark.parametrize("book", rules.names())
def test_a_thousand_matches_are_clean(book: str, player: str, seed: int) -> None:
    assert findings(book, player, seed, MANY) == []
