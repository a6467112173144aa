"""Levels that a record does not state, and where its matches begin.

Two kinds of evidence are weighed: the plays of a deal (wild and level cards fit only some levels, `engine.kernel.evidence`) and the chain of
results (`engine.kernel.levels`), whose state is a *standing*. Every standing that the deals so far allow is kept with its *cost*: plays
it cannot explain, *breaks* where the level is not the one due, matches that begin although nobody had won. The cheapest way through all deals
decides; where several are equally cheap and differ, the level stays unknown.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernel import levels as chain
from engine.kernel.evidence import misfits
from engine.records import Deal, EventKind, team
from engine.rules import Rules, Switches
from engine.segment import finishing, is_over

MISFIT = 2
BREAK = 5
BEGIN = 4
SLACK = 12
UNKNOWN = -1
EXCHANGE = (EventKind.TRIBUTE, EventKind.RETURN, EventKind.ANTI_TRIBUTE)
# Each way a deal can end, as seats in finishing order: either team heads, its partner second, third or last.
OUTCOMES = ((0, 2), (0, 1, 2), (0, 1, 3), (1, 3), (1, 0, 3), (1, 0, 2))

Standing = tuple[int, ...]
Costs = NDArray[np.int64]


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


@dataclass(slots=True)
class _Way:
    """What it costs to arrive, and from which nodes."""

    cost: int
    parents: list[_Node]


@dataclass(frozen=True, slots=True)
class Chain:
    """For each deal its level, how it is known (stated, wilds, chain or start; None if unknown) and whether a match begins there."""

    levels: tuple[int | None, ...]
    how: tuple[str | None, ...]
    starts: tuple[bool | None, ...]


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
    layers = _layers(deals, costs, rules.switches)
    _mark(layers)
    lived = [[n for n in layer if n.live] for layer in layers]
    found = [_only({n.level for n in layer}) for layer in lived]
    starts = [_starts(deal, layer, i) for i, (deal, layer) in enumerate(zip(deals, lived, strict=True))]
    how = [_how(*row) for row in zip(deals, found, starts, costs, strict=True)]
    return Chain(tuple(found), tuple(how), tuple(starts))


def evidence(deals: Sequence[Deal], switches: Switches) -> Costs:
    """Misfits of each deal under each level, shape (deals, 13); none are counted where all levels are stated."""
    if all(deal.level is not None for deal in deals):
        return np.zeros((len(deals), 13), np.int64)
    events = [e for deal in deals for e in deal.events]
    ends = np.cumsum([0, *(len(deal.events) for deal in deals)])
    offsets = np.cumsum([0, *(len(e.cards) for e in events)])
    kind = np.array([e.kind for e in events], np.int8)
    seat = np.array([UNKNOWN if e.seat is None else e.seat for e in events], np.int8)
    stated = np.array([UNKNOWN if e.declared_kind is None else e.declared_kind for e in events], np.int8)
    cards = np.array([c for e in events for c in e.cards], np.int8)
    result: Costs = misfits(ends, kind, seat, stated, cards, offsets, switches)
    return result


def order(deal: Deal) -> tuple[int, ...]:
    """The finishing order as the plays show it, else as the record claims it; () if neither tells who won and by how much."""
    played = finishing(deal.events)
    claimed = deal.finish or ()
    claimed = claimed[:2] if is_over(claimed[:2]) else claimed[:3]
    return next((o for o in (played, claimed) if is_over(o)), ())


def _layers(deals: Sequence[Deal], costs: Costs, switches: Switches) -> list[list[_Node]]:
    first = _Arrival(_standing(switches if deals[0].starts_match else None), bool(deals[0].starts_match))
    arrivals = {first: _Way(0, [])}
    if first.begins:
        arrivals[_Arrival(_standing(None), True)] = _Way(BREAK, [])
    result = []
    for deal, after, cost in zip(deals, (*deals[1:], None), costs.tolist(), strict=True):
        nodes = _played(arrivals, deal, cost)
        result.append(list(nodes.values()))
        arrivals = _arrivals(nodes, deal, after, switches) if after else {}
    return result


def _standing(switches: Switches | None) -> Standing:
    """The standing at the start of a match under a rule book, or one of which nothing is known."""
    standing = np.zeros(chain.STANDING_SIZE, np.int64)
    if switches is None:
        chain.unknown_match(standing)
    else:
        chain.new_match(standing, switches)
    return tuple(standing.tolist())


def _played(arrivals: Mapping[_Arrival, _Way], deal: Deal, costs: Sequence[int]) -> dict[Standing, _Node]:
    """The deal at every standing and level that are not far dearer than the cheapest."""
    choices = [
        (way.cost + extra + costs[level], standing, level, arrival.begins, due, way)
        for arrival, way in arrivals.items()
        for standing, level, due, extra in _choices(arrival.standing, deal)
    ]
    limit = min(choice[0] for choice in choices) + SLACK
    nodes: dict[Standing, _Node] = {}
    for cost, standing, level, begins, due, way in choices:
        if cost > limit:
            continue
        key = (*standing, int(begins))
        node = nodes.get(key)
        if node is None or cost < node.cost:
            nodes[key] = _Node(level, cost, begins, due, list(way.parents))
        elif cost == node.cost:
            node.parents += way.parents
            node.due = node.due and due
    return nodes


def _choices(standing: Standing, deal: Deal) -> Iterator[tuple[Standing, int, bool, int]]:
    """The standings and levels at which a deal may be played, whether the chain gave the level, and what it costs to contradict it."""
    for told in _owners(_told(standing, deal), deal):
        due = chain.expected_level(np.array(told, np.int64))
        if deal.level is not None:
            yield _at(told, deal.level), deal.level, due >= 0, BREAK if due not in (UNKNOWN, deal.level) else 0
        elif due >= 0:
            yield told, due, True, 0
        else:
            for level in range(13):
                yield _at(told, level), level, False, 0


def _told(standing: Standing, deal: Deal) -> Standing:
    """The standing with the teams' levels as the record states them."""
    known = zip(deal.team_levels, standing[:2], strict=True)
    return (*(was if told is None else told for told, was in known), *standing[2:])


def _owners(standing: Standing, deal: Deal) -> list[Standing]:
    """The standing with each team that may own the deal's level: whoever returns a card had won the deal before."""
    at_start = standing[chain.LEVEL] == standing[chain.LEVEL + 1] >= 0
    if standing[chain.OWNER] >= 0 or at_start:
        return [standing]
    returned = {team(e.seat) for e in deal.events if e.kind == EventKind.RETURN and e.seat is not None}
    return [_with(standing, chain.OWNER, owner) for owner in (returned if len(returned) == 1 else (0, 1))]


def _with(standing: Standing, place: int, value: int) -> Standing:
    return (*standing[:place], value, *standing[place + 1 :])


def _at(standing: Standing, level: int) -> Standing:
    """The standing once its deal is known to be at a level; at the start of a match both teams are."""
    if standing[chain.OWNER] >= 0:
        return _with(standing, chain.LEVEL + standing[chain.OWNER], level)
    return (level, level, *standing[2:])


def _arrivals(nodes: Mapping[Standing, _Node], deal: Deal, after: Deal, switches: Switches) -> dict[_Arrival, _Way]:
    """The standings at which the next deal may be played."""
    arrivals: dict[_Arrival, _Way] = {}
    exchanged = any(e.kind in EXCHANGE for e in after.events)
    orders = _orders(deal)
    for key, node in nodes.items():
        for standing in {_settled(key[:-1], o, switches) for o in orders} if orders else {_standing(None)}:
            won = standing[chain.WON] >= 0
            if after.starts_match is not True:
                for arrival, cost in _continuing(standing):
                    _join(arrivals, _Arrival(arrival, begins=False), node, cost)
            if after.starts_match or (after.starts_match is None and not exchanged):
                cost = 0 if won or after.starts_match else BEGIN
                _join(arrivals, _Arrival(_standing(switches), begins=True), node, cost)
                _join(arrivals, _Arrival(_standing(None), begins=True), node, cost + BREAK)
    return arrivals


def _orders(deal: Deal) -> Sequence[tuple[int, ...]]:
    """The ways in which a deal may have ended; () where even the deals around it may be lost."""
    known = order(deal)
    if known:
        return (known,)
    return OUTCOMES if deal.cut in (None, "tail") else ()


def _settled(standing: Standing, finish: Sequence[int], switches: Switches) -> Standing:
    """The standing after a deal."""
    after = np.array(standing, np.int64)
    chain.settle(after, np.array([*finish, UNKNOWN, UNKNOWN][:4], np.int64), 0, switches)
    return tuple(after.tolist())


def _continuing(standing: Standing) -> Iterator[tuple[Standing, int]]:
    """The standings with which a match may go on: as due, or broken off, the owner's level no longer known."""
    if standing[chain.WON] < 0:
        yield standing, 0
    broken = _with(standing, chain.WON, UNKNOWN)
    if standing[chain.OWNER] >= 0:
        broken = _with(broken, chain.LEVEL + standing[chain.OWNER], UNKNOWN)
    yield broken, BREAK


def _join(arrivals: dict[_Arrival, _Way], arrival: _Arrival, node: _Node, cost: int) -> None:
    way = arrivals.get(arrival)
    if way is None or node.cost + cost < way.cost:
        arrivals[arrival] = _Way(node.cost + cost, [node])
    elif node.cost + cost == way.cost:
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
    return values.pop() if len(values) == 1 else None


def _starts(deal: Deal, lived: Sequence[_Node], place: int) -> bool | None:
    """Whether a match begins at a deal: never with a tribute, surely where every cheapest way says so."""
    if deal.starts_match is not None:
        return deal.starts_match
    if any(e.kind in EXCHANGE for e in deal.events):
        return False
    begins = {node.begins for node in lived}
    if place and begins == {True}:
        return True
    return False if place and begins == {False} and all(node.due for node in lived) else None


def _how(deal: Deal, level: int | None, begins: bool | None, costs: Costs) -> str | None:  # noqa: FBT001  # a fact, not a flag
    if level is None:
        return None
    if deal.level is not None:
        return "stated"
    if np.count_nonzero(costs == 0) == 1 and costs[level] == 0:
        return "wilds"
    return "start" if begins else "chain"
