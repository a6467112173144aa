"""Levels that sanctions move: a level that is off by just what the referee gave or took before is what is due.

The kernel's book-keeping knows results only. A sanction that the record shows may or may not have been carried out, so both levels are accepted. After a
deal that the referee gave to the other side any are: no source says how its result is written down.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from engine.cards import RANKS
from engine.findings import Finding
from engine.records import team

# By how many levels a sanction moves the side of who is punished, and the other.
MOVES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"level_down": (-1, 0), "opponents_up_1": (0, 1), "opponents_up_2": (0, 2), "opponents_up_3": (0, 3)}
)
BEFORE_THE_DEAL = "late"
GIVEN = "deal_lost"
LEVELS = re.compile(r"0\+2: (.), 1\+3: (.)")


def settled(found: Sequence[Finding]) -> list[Finding]:
    """The findings of a match, by deal and event, without those of levels that its sanctions account for."""
    pending = [0, 0]
    given: set[int] = set()
    due: list[Finding] = []
    kept: list[Finding] = []
    for deal_no in dict.fromkeys(f.deal_no for f in found):
        of_deal = [f for f in found if f.deal_no == deal_no]
        _give(pending, (*due, *(f for f in of_deal if f.code == BEFORE_THE_DEAL)))
        due = [f for f in of_deal if f.code != BEFORE_THE_DEAL]
        moved = [f for f in of_deal if _is_accounted_for(f, pending) or (f.code in ACCOUNTED and deal_no - 1 in given)]
        given |= {deal_no for f in of_deal if GIVEN in _words(f)}
        numbers = {f.finding_no for f in moved}
        kept += [
            replace(f, consequence_of=None) if f.consequence_of in numbers else f for f in of_deal if f not in moved
        ]
    return kept


def _give(pending: list[int], found: Iterable[Finding]) -> None:
    """Adds what sanctions move to what the levels of each side may be off by."""
    for f in found:
        words = _words(f)
        for word in words if f.seat is not None and GIVEN not in words else ():
            own, other = MOVES.get(word, (0, 0))
            side = team(f.seat or 0)
            pending[side] += own
            pending[1 - side] += other


def _words(finding: Finding) -> list[str]:
    return (finding.sanction or "").split()


def _is_accounted_for(finding: Finding, pending: list[int]) -> bool:
    """Whether the levels of a finding are off by what is pending, which is then no longer so."""
    how = ACCOUNTED.get(finding.code)
    return any(pending) and how is not None and how(finding, pending)


def _level(finding: Finding, pending: list[int]) -> bool:
    expected, actual = finding.expected or "", finding.actual or ""
    if expected not in RANKS or actual not in RANKS:
        return False
    side = next((side for side in range(2) if _is_within(expected, actual, pending[side])), None)
    if side is None:
        return False
    pending[side] -= RANKS.index(actual) - RANKS.index(expected)
    return True


def _levels(finding: Finding, pending: list[int]) -> bool:
    expected, actual = (LEVELS.fullmatch(text or "") for text in (finding.expected, finding.actual))
    if expected is None or actual is None or "?" in (*expected.groups(), *actual.groups()):
        return False
    pairs = list(zip(expected.groups(), actual.groups(), pending, strict=True))
    if any(due != now and not _is_within(due, now, by) for due, now, by in pairs):
        return False
    pending[:] = [by - RANKS.index(now) + RANKS.index(due) for due, now, by in pairs]
    return True


def _is_within(due: str, now: str, by: int) -> bool:
    """Whether a level is off by what is pending or a part of it."""
    moved = RANKS.index(now) - RANKS.index(due)
    return 0 < abs(moved) <= abs(by) and moved * by > 0


ACCOUNTED: Mapping[str, Callable[[Finding, list[int]], bool]] = MappingProxyType(
    {"level_mismatch": _level, "team_level_mismatch": _levels}
)
