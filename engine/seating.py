"""Who sits where, from the order of play: the *ring* is the four names in the order in which they act.

Seat 0 is the first of the rotation in which the names sort, else the first who acted. A *table* is a stretch of a log with the same four players.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, permutations

from engine.records import FOUR_NONE

Names = tuple[str | None, str | None, str | None, str | None]
WINDOW = 40


def seating(actors: Sequence[str]) -> tuple[Names, str]:
    """The names by seat and why seat 0 is seat 0 ("names" or "first_actor"), from who acted one after the other; at most four names.

    >>> seating(["b", "c", "d", "a", "b"])
    (('a', 'b', 'c', 'd'), 'names')
    >>> seating(["b", "a", "c"])
    (('b', 'a', 'c', None), 'first_actor')
    """
    around = ring(actors)
    if len(around) < 4:
        return (*around, *FOUR_NONE)[:4], "first_actor"  # type: ignore[return-value]  # four of up to eight
    low = around.index(min(around))
    turned = around[low:] + around[:low]
    if list(turned) == sorted(turned):
        return (turned[0], turned[1], turned[2], turned[3]), "names"
    return (around[0], around[1], around[2], around[3]), "first_actor"


def ring(actors: Sequence[str]) -> tuple[str, ...]:
    """The names in the order of play from the first actor on: the cycle that most steps from one actor to the next agree with."""
    names = tuple(dict.fromkeys(actors))
    steps = Counter(pairwise(actors))
    cycles = ((*names[:1], *rest) for rest in permutations(names[1:]))
    return max(cycles, key=lambda cycle: sum(steps[pair] for pair in pairwise((*cycle, *cycle[:1]))), default=())


def tables(actors: Sequence[str]) -> list[tuple[int, int, frozenset[str]]]:
    """The stretches `(start, stop, names)` of a log with the same players; an actor outside `names` is a stray, no player.

    A fifth name opens another table where it keeps acting; where it stands alone it is a damaged line.
    """
    result: list[tuple[int, int, frozenset[str]]] = []
    start, names = 0, _players(actors, 0)
    for i, actor in enumerate(actors):
        if actor in names:
            continue
        coming = actors[i : i + WINDOW]
        if len(names) < 4:
            names |= {actor}
        elif coming.count(actor) > 2:
            result.append((start, i, names))
            start, names = i, _players(actors, i)
    if actors:
        result.append((start, len(actors), names))
    return result


def _players(actors: Sequence[str], start: int) -> frozenset[str]:
    coming = Counter(actors[start : start + WINDOW])
    return frozenset(name for name, _ in coming.most_common(4))
