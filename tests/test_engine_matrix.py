"""The rule matrix: what all books say of shapes, wild cards and order, and what of it they leave open."""

import json
from pathlib import Path

import pytest

from engine import cards, combos, grounds
from engine.records import KIND_NAMES, Kind
from tests import matrix
from tests.matrix import Ruling

PLAYS = [*matrix.rulings("matrix/shapes.toml"), *matrix.rulings("matrix/wilds.toml")]
ORDERS = list(matrix.rulings("matrix/order.toml"))


def reading(text: str) -> tuple[Kind, int | None]:
    """Kind and rank of `kind:rank`."""
    kind, _, rank = text.partition(":")
    return Kind(KIND_NAMES.index(kind)), cards.rank(rank) if rank else None


def rests_on(ruling: Ruling, held: tuple[int, ...], level: int) -> frozenset[str]:
    """What the verdict on some cards rests on that the book leaves open."""
    if ":" in ruling.verdict or ruling.verdict == "declare":
        return grounds.of_undeclared(held, level, ruling.rules)
    every = combos.readings(held, level, ruling.rules)
    if not ruling.text("as") and not every:
        return grounds.of_none(held, level, ruling.rules)
    if not ruling.text("as") and len(every) > 1:
        return grounds.of_undeclared(held, level, ruling.rules)
    said = reading(ruling.text("as")) if ruling.text("as") else None
    wanted = [(r.kind, r.rank) for r in every if said is None or (r.kind == said[0] and said[1] in (None, r.rank))]
    wanted = wanted or [said or (Kind.PASS, None)]
    return frozenset().union(*(grounds.of_reading(held, level, ruling.rules, *pair) for pair in wanted))


@pytest.mark.parametrize("ruling", PLAYS, ids=matrix.name)
def test_a_combination(ruling: Ruling) -> None:
    held, level = cards.parse(ruling.text("cards")), cards.level(ruling.text("level"))
    found = combos.readings(held, level, ruling.rules)
    if ruling.verdict == "declare":
        assert len(found) > 1
        assert ruling.rules.wild_reading == "declared"
    elif ":" in ruling.verdict:
        counted = combos.undeclared(held, level, ruling.rules)
        assert counted == reading(ruling.verdict)
    else:
        kind, rank = reading(ruling.text("as")) if ruling.text("as") else (None, None)
        may = any(kind in (None, r.kind) and rank in (None, r.rank) for r in found)
        assert ("L" if may else "X") == ruling.verdict, ruling.text("clause")
    open_on = rests_on(ruling, held, level)
    assert bool(open_on) != ruling.settled, sorted(open_on)


@pytest.mark.parametrize("ruling", ORDERS, ids=matrix.name)
def test_an_order(ruling: Ruling) -> None:
    first, second = cards.parse(ruling.text("cards")), cards.parse(ruling.text("on"))
    level = cards.level(ruling.text("level"))
    found = combos.readings(first, level, ruling.rules)
    won = combos.beats(first, second, level, ruling.rules).beats
    assert ("B" if won else "N" if found or ruling.verdict == "N" else "X") == ruling.verdict, ruling.text("clause")
    rests = grounds.of_beating(first, second, level, ruling.rules)
    if ruling.verdict == "X":
        rests |= grounds.of_none(first, level, ruling.rules)
    assert bool(rests) != ruling.settled, sorted(rests)


def test_every_ruling_of_the_matrix_is_here(records: Path) -> None:
    wanted = {
        r["id"]
        for r in json.loads((records / "vectors" / "rulings.json").read_text("utf-8"))
        if r["section"][:2] in ("C1", "C2", "C3")
    }
    assert wanted == {str(ruling.row["id"]) for ruling in (*PLAYS, *ORDERS)}


def test_every_ruling_on_turns_tribute_and_levels_is_there_too(records: Path) -> None:
    every = json.loads((records / "vectors" / "rulings.json").read_text("utf-8"))
    wanted = {r["id"] for r in every if r["section"][:2] in ("C4", "C5", "C6")}
    files = ("matrix/turns.toml", "matrix/tribute.toml", "matrix/levels.toml")
    found = {str(ruling.row["id"]).partition(",")[0] for file in files for ruling in matrix.rulings(file)}
    assert wanted <= found
