"""Rulings on turns, tricks and plays: `cases/turns.toml`, each row from two seats, with hands shown and with moves alone."""

import pytest

from engine.records import Match
from engine.replay import replay
from tests import rulings, staged
from tests.rulings import Row

ROWS = rulings.cases("turns.toml")


@pytest.mark.parametrize(("row", "name"), rulings.ruled(ROWS))
def test_ruling(row: Row, name: str) -> None:
    deal, skipped = staged.endgame(row["hands"], row["events"], level=0)
    rulebook = rulings.book(name, row.get("but", {}))
    expected = rulings.verdict(row, name)
    for by in (0, 1 + ROWS.index(row) % 3):
        match = Match(1, (staged.turned(deal, by),))
        shown = replay(match, rulebook)
        hidden = replay(staged.hidden(match), rulebook)
        assert rulings.said(shown.findings, skipped) == rulings.words(expected), row["clause"]
        assert rulings.said(hidden.findings, skipped) == rulings.words(row.get("hidden", expected)), row["clause"]
        if "finish" in row:
            assert shown.results[0].finish == hidden.results[0].finish
            assert [(seat - by) % 4 for seat in shown.results[0].finish] == [int(s) for s in row["finish"].split()]
