"""The score sheet (记分表) of a match: results and levels carried from deal to deal, compared with what the record claims, and the points.

The levels are those of the kernel's book-keeping; where a record contradicts it, the sheet goes on from what the record says and the deal is marked.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine import standings
from engine.conduct import score
from engine.conduct.score import Points
from engine.plain import levels as chain
from engine.records import Deal, team
from engine.replay import Replay, Result
from engine.standings import Outcome, Standing

BREAKS = ("level_mismatch", "team_level_mismatch", "finish_mismatch", "steps_mismatch")


class Line(NamedTuple):
    """A deal on the sheet. Levels are of teams 0+2 and 1+3, None where nothing tells; `breaks` are the codes of what the record contradicts."""

    deal_no: int
    level: int | None
    finish: tuple[int, ...]
    winner: int | None
    steps: int | None
    levels: tuple[int | None, int | None]
    won: int | None
    points: Points | None
    breaks: tuple[str, ...]
    moved: tuple[Standing, Standing]


def sheet(replay: Replay) -> Iterator[Line]:
    """The score sheet of a match, a line a deal."""
    book = replay.rules.switches
    standing = standings.fresh(book) if replay.results and replay.results[0].starts_match else standings.blank()
    lasts = [0, 0, 0, 0]
    for deal, result in zip(replay.match.deals, replay.results, strict=True):
        if result.starts_match:
            standing, lasts = standings.fresh(book), [0, 0, 0, 0]
        before = _stated(standing, deal, result)
        after = before
        finish = result.finish if result.complete else deal.finish or ()
        if finish:
            outcome = Outcome(finish, aces=standings.aces(deal, finish[0]))
            after = standings.after(before, outcome, book.tobytes())
        yield Line(
            deal.deal_no,
            result.level,
            finish,
            team(finish[0]) if finish else None,
            result.steps,
            (_known(after[0]), _known(after[1])),
            _known(after[chain.WON]),
            _points(replay.rules.conduct.scoring, finish, (before, after), lasts, result.steps),
            tuple(f.code for f in replay.findings if f.deal_no == deal.deal_no and f.code in BREAKS),
            (before, after),
        )
        standing = after


def total(lines: Sequence[Line], scoring: str) -> Points | None:
    """The points of a match by a way of scoring that goes by the deal; None where a deal's can't be told."""
    lasts, points = [0, 0, 0, 0], (0, 0)
    for line in lines:
        found = _points(scoring, line.finish, line.moved, lasts, line.steps)
        if found is None:
            return None
        points = (points[0] + found[0], points[1] + found[1])
    return points


def first_break(lines: list[Line]) -> Line | None:
    """The first deal at which the record contradicts the book-keeping."""
    return next((line for line in lines if line.breaks), None)


def _stated(standing: Standing, deal: Deal, result: Result) -> Standing:
    """What holds before a deal: as carried over, unless the record states another level."""
    held, _ = next(iter(standings.before(standing, deal, begins=bool(result.starts_match))))
    return held if result.level is None else standings.at_level(held, result.level)


def _points(
    scoring: str, finish: tuple[int, ...], moved: tuple[Standing, Standing], lasts: list[int], steps: int | None
) -> Points | None:
    """Points of a deal that moved the levels so; None where the book counts none by the deal or nothing tells how many."""
    if scoring in {"none", *score.FIELD} or not finish or steps is None:
        return None
    before, after = moved
    winner = team(finish[0])
    known = before[winner] >= 0 and after[winner] >= 0
    if scoring == "folk_points" and not known and after[chain.WON] < 0:
        return None
    for seat in score.last_seats(finish):
        lasts[seat] += 1
    risen = after[winner] - before[winner] if known else 0
    return score.points(score.Outcome(finish, risen, steps, after[chain.WON] >= 0), scoring, lasts)


def _known(value: int) -> int | None:
    return value if value >= 0 else None
