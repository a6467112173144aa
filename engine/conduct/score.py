"""Points (计分): what the deals of a match are worth to each team by a rule book's way of scoring.

Ways: `steps` (three, two or one for the winners by their partner's place), `folk_points` (a point a level from losers to winners, ten to nobody's
cost for passing A, nothing more for or against a player from his seventh last place on), `field_210` (2-0 for a match won, 1-1 for a draw),
`field_3210` (3-0, 2-1 for a win at time-out), `single_game` (1-0).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.records import partner, team

LASTS_THAT_COUNT = 6  # seed 002: 末游7次以上不再扣分和反加分
BY_DEAL = ("steps", "folk_points")
A_PASSED = 10  # seed 002: 打到A，胜方加10分，输方不扣分
FIELD = {"field_210": ((2, 0), (1, 1)), "field_3210": ((3, 0), (1, 1)), "single_game": ((1, 0), (0, 0))}


class Outcome(NamedTuple):
    """A deal's end: seats in finishing order, levels gained by the winners after the cap, levels granted before it, whether A was passed by it."""

    finish: tuple[int, ...]
    risen: int
    steps: int
    passed_a: bool


Points = tuple[int, int]


def by_deal(outcomes: Sequence[Outcome], scoring: str, lasts: Sequence[int] = (0, 0, 0, 0)) -> Iterator[Points]:
    """Points of each deal for teams 0+2 and 1+3; `lasts` is how often each seat had been last before."""
    counted = list(lasts)
    for outcome in outcomes:
        for seat in last_seats(outcome.finish):
            counted[seat] += 1
        yield points(outcome, scoring, counted)


def last_seats(finish: tuple[int, ...]) -> tuple[int, ...]:
    """Who is last: the fourth, or after a double win both losers (seed 002: 双下各记一次末游)."""
    if len(finish) >= 2 and finish[1] == partner(finish[0]):
        return tuple(seat for seat in range(4) if team(seat) != team(finish[0]))
    return tuple(seat for seat in range(4) if seat not in finish[:3]) if len(finish) >= 3 else ()


def points(outcome: Outcome, scoring: str, lasts: Sequence[int]) -> Points:
    """Points of one deal; `lasts` counts each seat's last places with it."""
    winner = team(outcome.finish[0])
    if scoring == "steps":
        return _for(winner, outcome.steps, 0)
    if scoring != "folk_points":
        return (0, 0)
    if outcome.passed_a:
        return _for(winner, A_PASSED, 0)
    spent = any(lasts[seat] > LASTS_THAT_COUNT for seat in last_seats(outcome.finish))
    return (0, 0) if spent else _for(winner, outcome.risen, -outcome.risen)


def of_match(winner: int | None, scoring: str, *, drawn: bool = False) -> Points | None:
    """Points of a whole match that a team has won or that was drawn; None where the way of scoring knows none or nobody has won."""
    if scoring not in FIELD or (winner is None and not drawn):
        return None
    won, draw = FIELD[scoring]
    return draw if winner is None else _for(winner, *won)


def at_time(levels: tuple[int, int], owner: int | None, time_winner: str, tie: str) -> str:
    """Who has won when time is up: `wins 0`, `wins 1`, `draw`, `extra_deal`, or `none` where the book does not say."""
    if time_winner == "none":
        return "none"
    if levels[0] != levels[1]:
        return f"wins {int(levels[1] > levels[0])}"
    if tie == "declarers_win":
        return "none" if owner is None else f"wins {owner}"
    return tie


def _for(winner: int, won: int, lost: int) -> Points:
    return (won, lost) if winner == 0 else (lost, won)
