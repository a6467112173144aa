"""`danpu rules classify` and `beats` answer every ruling on combinations, wild cards and order from the command line, in JSON, under any book."""

import json

import pytest

from danpu.cli import run
from engine import rules
from tests import matrix
from tests.matrix import Ruling

PLAYS = [*matrix.rulings("matrix/shapes.toml"), *matrix.rulings("matrix/wilds.toml")]
RULED = {ruling.rules.name for ruling in PLAYS}
ORDERS = list(matrix.rulings("matrix/order.toml"))


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    """What the command says, which must not fail."""
    assert run(["rules", *words, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("ruling", PLAYS, ids=matrix.name)
def test_classify(ruling: Ruling, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(
        capsys, "classify", ruling.text("cards"), "--level", ruling.text("level"), "--rules", ruling.rules.name
    )
    readings = found["readings"]
    assert isinstance(readings, list)
    named = [r["kind"] if r["rank"] is None else f"{r['kind']}:{r['rank']}" for r in readings]
    said = ruling.text("as")
    if ruling.verdict == "declare":
        assert len(named) > 1
    elif ":" in ruling.verdict:
        assert ruling.verdict in named
    else:
        may = any(said in (name, name.partition(":")[0], "") for name in named)
        assert ("L" if may else "X") == ruling.verdict
    if ruling.verdict == "X" and not said:
        assert (found["settled"] is True) == ruling.settled
        assert bool(found["rests_on"]) != ruling.settled


@pytest.mark.parametrize("ruling", ORDERS, ids=matrix.name)
def test_beats(ruling: Ruling, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("beats", ruling.text("cards"), "--on", ruling.text("on"), "--level", ruling.text("level"))
    found = answer(capsys, *words, "--rules", ruling.rules.name)
    assert found["beats"] is (ruling.verdict == "B")
    assert found["settled"] is ruling.settled, found["rests_on"]


@pytest.mark.parametrize("book", sorted(set(rules.names()) - RULED))
def test_every_other_book_answers_every_one(book: str, capsys: pytest.CaptureFixture[str]) -> None:
    for row in {str(r.row["id"]): r for r in PLAYS}.values():
        answer(capsys, "classify", row.text("cards"), "--level", row.text("level"), "--rules", book)
    for row in {str(r.row["id"]): r for r in ORDERS}.values():
        answer(
            capsys, "beats", row.text("cards"), "--on", row.text("on"), "--level", row.text("level"), "--rules", book
        )
