"""Score sheets (记分表) of the matches of a record: levels and results carried from deal to deal, the first break with what it claims, and the points."""

from collections.abc import Iterator
from typing import TypedDict

from danpu.books import book
from danpu.sources import Source
from engine.cards import RANKS
from engine.conduct import board, score
from engine.conduct.board import Line
from engine.replay import replay
from engine.rules import Rules, names


class DealRow(TypedDict):
    """A deal on the sheet; levels are those of teams 0+2 and 1+3 after it."""

    deal: int
    level: str | None
    finish: list[int]
    winner: int | None
    steps: int | None
    levels: list[str | None]
    points: list[int] | None
    breaks: list[str]


class Sheet(TypedDict):
    """The sheet of one match: the first deal that breaks the chain (counted as `--deal` counts), who has won, and points by each way of scoring."""

    match: int
    rules: str
    deals: list[DealRow]
    first_break: int | None
    winner: int | None
    points: list[int] | None
    by_scoring: dict[str, list[int]]


def sheets(source: Source, rules: str | None = None) -> Iterator[Sheet]:
    """The score sheet of each match of a source, under a rule book (None: its own). Raises Refused."""
    before = 0
    for match in source.matches():
        stated = match.rules if match.rules in names() else source.platform_rules
        chosen = book(rules or stated)
        found = replay(match, chosen, book(source.platform_rules))
        yield _sheet(match.match_no, chosen, list(board.sheet(found)), before)
        before += len(match.deals)


def _sheet(number: int, rules: Rules, lines: list[Line], before: int) -> Sheet:
    broken = board.first_break(lines)
    winner = lines[-1].won if lines else None
    own = rules.conduct.scoring
    totals = {way: total for way in score.BY_DEAL if (total := board.total(lines, way)) is not None}
    return Sheet(
        match=number,
        rules=rules.name,
        deals=[_row(line, before + k) for k, line in enumerate(lines, 1)],
        first_break=None if broken is None else before + 1 + lines.index(broken),
        winner=winner,
        points=_listed(totals.get(own) or score.of_match(winner, own)),
        by_scoring={
            **{way: [*total] for way, total in totals.items()},
            **{way: [*found] for way in score.FIELD if (found := score.of_match(winner, way)) is not None},
        },
    )


def _row(line: Line, deal: int) -> DealRow:
    return DealRow(
        deal=deal,
        level=_rank(line.level),
        finish=[*line.finish],
        winner=line.winner,
        steps=line.steps,
        levels=[_rank(level) for level in line.levels],
        points=_listed(line.points),
        breaks=[*line.breaks],
    )


def _rank(level: int | None) -> str | None:
    return None if level is None else RANKS[level]


def _listed(points: tuple[int, int] | None) -> list[int] | None:
    return None if points is None else [*points]
