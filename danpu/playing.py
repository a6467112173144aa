"""Matches of our own players, with every refusal said in both languages."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from danpu.books import book
from danpu.errors import Refused

if TYPE_CHECKING:
    from engine.records import Match

SEATS = 4


def played(matches: int, seed: int, rules: str | None, players: Sequence[str]) -> Iterator["Match"]:
    """So many matches; one player sits at all four seats. Raises Refused before anything is played."""
    from engine.simulate import simulate

    if matches < 1:
        raise Refused(f"场数应为正整数，不是 {matches}", f"the number of matches is positive, not {matches}")
    return simulate(matches, seed, book(rules), seated(players))


def seated(players: Sequence[str]) -> tuple[str, str, str, str]:
    """The players at the four seats. Raises Refused."""
    from engine.simulate import PLAYERS

    names = list(players) * SEATS if len(players) == 1 else list(players)
    if len(names) != SEATS:
        raise Refused(f"打法应为一个或四个，实为 {len(names)} 个", f"one player or four are expected, got {len(names)}")
    for name in names:
        if name not in PLAYERS:
            listed = ", ".join(sorted(PLAYERS))
            raise Refused(f"没有打法 {name}（已有：{listed}）", f"no player {name} (known: {listed})")
    a, b, c, d = names
    return a, b, c, d
