"""Levels that a record does not state, and where its matches begin.

Two kinds of evidence are weighed: the plays of a deal (wild and level cards fit only some levels, `engine.kernel.evidence`) and the chain of
results (`engine.standings`). Every standing that the deals so far allow is kept with its *cost*: plays it cannot explain, breaks of the chain, matches
that begin although nobody has won. The cheapest way through all deals decides; where several are equally cheap and differ, the level stays unknown.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.plain import module
from engine.records import EXCHANGE, Deal
from engine.rules import Rules, Switches
from engine.standings import (
    LEVELS,
    UNKNOWN,
    Standing,
    after,
    at_level,
    before,
    blank,
    fresh,
    going_on,
    is_won,
    outcomes,
)

# What a play costs that a level cannot explain, a level that is not the one due, a match that begins unwon or not at the first level, and a result
# that the plays do not show. One play may be wrong, so the chain outweighs two and yields to three.
MISFIT = 2
BREAK = 5
BEGIN = 4
ELSEWHERE = 8
DOUBT = 2
MANY = 64
TOO_MANY = 200
SLACK = 12

Costs = NDArray[np.int64]


class Chain(NamedTuple):
    """For each deal its level, how it is known (stated, wilds, chain, start; None if unknown) and whether a match begins there."""

    levels: tuple[int | None, ...]
    how: tuple[str | None, ...]
    starts: tuple[bool | None, ...]


@dataclass(slots=True)
class _Node:
    """A deal played at a standing: the least it costs to come here, and from where; `due` says that the chain gave the level."""

    level: int
    cost: int
    begins: bool
    due: bool
    parents: list["_Node"] = field(default_factory=list)
    live: bool = False


class _Arrival(NamedTuple):
    """A standing before a deal; `begins` says that a match begins with it."""

    standing: Standing
    begins: bool


class _Way(NamedTuple):
    """What it costs to arrive, and from which nodes."""

    cost: int
    parents: list[_Node]


def levels(deals: Sequence[Deal], rules: Rules) -> list[tuple[int | None, str | None]]:
    """The level of each deal and how it is known; `deals` are those of a match, or of several in order."""
    found = infer(deals, rules)
    return list(zip(found.levels, found.how, strict=True))


def match_starts(deals: Sequence[Deal], rules: Rules) -> list[bool | None]:
    """Whether a match begins at each deal, None where it can't be told."""
    return list(infer(deals, rules).starts)


def infer(deals: Sequence[Deal], rules: Rules) -> Chain:
    """The cheapest reading of a run of deals under a rule book."""
    if not deals:
        return Chain((), (), ())
    costs = MISFIT * evidence(deals, rules.switches)
    costs -= costs.min(axis=1, keepdims=True)
    layers = [[n for n in layer if n.live] for layer in _layers(deals, costs, rules.switches)]
    found = [_only({n.level for n in layer}) for layer in layers]
    starts = [_starts(deal, layer, i) for i, (deal, layer) in enumerate(zip(deals, layers, strict=True))]
    how = [_how(*row) for row in zip(deals, found, starts, costs, strict=True)]
    return Chain(tuple(found), tuple(how), tuple(starts))


def evidence(deals: Sequence[Deal], switches: Switches) -> Costs:
    """Misfits of each deal under each level, shape (deals, 13); none are counted where all levels are stated."""
    if all(deal.level is not None for deal in deals):
        return np.zeros((len(deals), len(LEVELS)), np.int64)
    events = [e for deal in deals for e in deal.events]
    ends = np.cumsum([0, *(len(deal.events) for deal in deals)])
    offsets = np.cumsum([0, *(len(e.cards) for e in events)])
    kind = np.array([e.kind for e in events], np.int8)
    seat = np.array([UNKNOWN if e.seat is None else e.seat for e in events], np.int8)
    stated = np.array([UNKNOWN if e.declared_kind is None else e.declared_kind for e in events], np.int8)
    cards = np.array([c for e in events for c in e.cards], np.int8)
    costs: Costs = module("evidence", len(kind)).misfits(ends, kind, seat, stated, cards, offsets, switches)
    return costs


def _layers(deals: Sequence[Deal], costs: Costs, switches: Switches) -> list[list[_Node]]:
    """The nodes of each deal, those on a cheapest way alive."""
    if deals[0].starts_match:
        arrivals = {
            _Arrival(fresh(switches), begins=True): _Way(0, []),
            _Arrival(blank(), begins=True): _Way(ELSEWHERE, []),
        }
    else:
        arrivals = {_Arrival(blank(), begins=False): _Way(0, [])}
    layers = []
    for deal, following, cost in zip(deals, (*deals[1:], None), costs.tolist(), strict=True):
        nodes = _played(arrivals, deal, cost)
        layers.append(list(nodes.values()))
        arrivals = _arrivals(nodes, deal, following, switches) if following else {}
    _mark(layers)
    return layers


def _played(arrivals: Mapping[_Arrival, _Way], deal: Deal, costs: Sequence[int]) -> dict[_Arrival, _Node]:
    """The deal at every standing and level that are not far dearer than the cheapest."""
    open_levels = [level for level in LEVELS if costs[level] <= SLACK]
    choices = [
        (way.cost + extra + costs[level], standing, level, arrival.begins, due, way)
        for arrival, way in arrivals.items()
        for standing, level, due, extra in _choices(arrival, deal, open_levels)
    ]
    limit = min(choice[0] for choice in choices) + SLACK
    nodes: dict[_Arrival, _Node] = {}
    for cost, standing, level, begins, due, way in choices:
        if cost > limit:
            continue
        node = nodes.get(key := _Arrival(standing, begins))
        if node is None or cost < node.cost:
            nodes[key] = _Node(level, cost, begins, due, list(way.parents))
        elif cost == node.cost:
            node.parents += way.parents
            node.due = node.due and due
    return _cheapest(nodes)


def _cheapest(nodes: dict[_Arrival, _Node]) -> dict[_Arrival, _Node]:
    """The nodes; where little is known and they are many, the cheapest only; where even those are too many, one that knows nothing."""
    if len(nodes) <= MANY:
        return nodes
    least = min(node.cost for node in nodes.values())
    cheapest = {key: node for key, node in nodes.items() if node.cost == least}
    if len(cheapest) <= TOO_MANY:
        return cheapest
    parents = [parent for node in cheapest.values() for parent in node.parents]
    return {_Arrival(blank(), begins=False): _Node(UNKNOWN, least, begins=False, due=False, parents=parents)}


def _choices(arrival: _Arrival, deal: Deal, open_levels: Sequence[int]) -> Iterator[tuple[Standing, int, bool, int]]:
    """The standings and levels at which a deal may be played, whether the chain gives the level, and what it costs to contradict it."""
    for held, due in before(arrival.standing, deal, begins=arrival.begins):
        if deal.level is not None:
            yield at_level(held, deal.level), deal.level, due >= 0, 0 if due in (UNKNOWN, deal.level) else BREAK
        elif due >= 0:
            yield held, due, True, 0
        else:
            yield from ((at_level(held, level), level, False, 0) for level in open_levels)


def _arrivals(nodes: Mapping[_Arrival, _Node], deal: Deal, following: Deal, switches: Switches) -> dict[_Arrival, _Way]:
    """The standings at which the next deal may be played."""
    arrivals: dict[_Arrival, _Way] = {}
    begins = False if _exchanges(following) and following.starts_match is None else following.starts_match
    ended = outcomes(deal, following)
    book = switches.tobytes()
    for (standing, _), node in nodes.items():
        held_at = [(after(standing, o, book), DOUBT * o.doubted) for o in ended] or [(blank(), 0)]
        for held, doubt in held_at:
            if begins is not True:
                for on, broken in going_on(held):
                    _join(arrivals, _Arrival(on, begins=False), node, doubt + BREAK * broken)
            if begins is not False:
                sudden = 0 if begins or is_won(held) else BEGIN
                _join(arrivals, _Arrival(fresh(switches), begins=True), node, doubt + sudden)
                _join(arrivals, _Arrival(blank(), begins=True), node, doubt + sudden + ELSEWHERE)
    return arrivals


def _exchanges(deal: Deal) -> bool:
    return any(e.kind in EXCHANGE for e in deal.events)


def _join(arrivals: dict[_Arrival, _Way], arrival: _Arrival, node: _Node, extra: int) -> None:
    way = arrivals.get(arrival)
    if way is None or node.cost + extra < way.cost:
        arrivals[arrival] = _Way(node.cost + extra, [node])
    elif node.cost + extra == way.cost:
        way.parents.append(node)


def _mark(layers: Sequence[Sequence[_Node]]) -> None:
    """Marks the nodes that lie on a cheapest way."""
    least = min(node.cost for node in layers[-1])
    for node in layers[-1]:
        node.live = node.cost == least
    for layer in reversed(layers):
        for node in layer:
            if node.live:
                for parent in node.parents:
                    parent.live = True


def _only(values: set[int]) -> int | None:
    only = values.pop() if len(values) == 1 else UNKNOWN
    return None if only == UNKNOWN else only


def _starts(deal: Deal, lived: Sequence[_Node], place: int) -> bool | None:
    """Whether a match begins at a deal: never with a tribute, surely where every cheapest way says so."""
    if deal.starts_match is not None:
        return deal.starts_match
    if _exchanges(deal):
        return False
    begins = {node.begins for node in lived}
    if place and begins == {True}:
        return True
    return False if place and begins == {False} and all(node.due for node in lived) else None


def _how(deal: Deal, level: int | None, begins: bool | None, costs: Costs) -> str | None:  # noqa: FBT001  # a fact, no flag
    if level is None:
        return None
    if deal.level is not None:
        return "stated"
    if np.count_nonzero(costs == 0) == 1 and costs[level] == 0:
        return "wilds"
    return "start" if begins else "chain"
