"""Findings as a person asks for them: what goes wrong over and over again is one habit, told once with its count and its first places."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from danpu.validation import Placed

ALIKE = 3


class Causes:
    """Finds what a finding follows from: `consequence_of` counts within a deal."""

    def __init__(self, placed: Iterable[Placed]) -> None:
        self._known = {(*p.place, p.finding.rules, p.finding.finding_no): p for p in placed}

    def of(self, placed: Placed) -> Placed | None:
        """The cause of a finding, None if it follows from nothing."""
        f = placed.finding
        return self._known.get((*placed.place, f.rules, f.consequence_of or 0))


class Habit(NamedTuple):
    """Findings that are one to the reader, in order, and what each of them follows from."""

    found: Sequence[Placed]
    causes: Sequence[Placed | None]

    @property
    def deals(self) -> int:
        """How many deals it occurs in."""
        return len({p.place for p in self.found})


def each(placed: Sequence[Placed]) -> list[Habit]:
    """Every finding by itself."""
    causes = Causes(placed)
    return [Habit([p], [causes.of(p)]) for p in placed]


def habits(placed: Sequence[Placed]) -> list[Habit]:
    """Findings in the order of their first places; more than a few of one code, rule book, clause, kind of place and cause are one habit."""
    kinds: dict[tuple[object, ...], list[int]] = defaultdict(list)
    single = each(placed)
    for n, (one, cause) in enumerate(zip(placed, (h.causes[0] for h in single), strict=True)):
        f = one.finding
        kinds[f.code, f.severity, f.rules, f.clause, f.event_no is None, cause and cause.finding.code].append(n)
    told = [[n] for members in kinds.values() if len(members) <= ALIKE for n in members]
    told += [members for members in kinds.values() if len(members) > ALIKE]
    return [
        Habit([placed[n] for n in members], [single[n].causes[0] for n in members])
        for members in sorted(told, key=lambda members: members[0])
    ]
