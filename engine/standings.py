"""Standings as values, for following a chain of results: what may hold at a deal, after it, and before the next.

A *standing* has what `engine.kernel.levels` keeps of a match: the teams' levels, failures at A, who owns the level, who has won. A chain *breaks* where
a level is not the one due.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import HAND_SIZE
from engine.pile import finishing, is_over
from engine.plain import levels as chain
from engine.plain import module, tribute
from engine.records import Deal, EventKind, team
from engine.rules import Switches

UNKNOWN = -1
LEVELS = range(13)
PAID = {EventKind.TRIBUTE: tribute.PAY_CARD, EventKind.RETURN: tribute.RET_CARD}
# Each way a deal can end, as seats in finishing order: either team heads, its partner second, third or last.
OUTCOMES = ((0, 2), (0, 1, 2), (0, 1, 3), (1, 3), (1, 0, 3), (1, 0, 2))

Standing = tuple[int, ...]


class Outcome(NamedTuple):
    """How a deal may have ended; `aces` says whether the head went out on aces, as the kernel has it, `doubted` that the plays show another end."""

    finish: tuple[int, ...]
    aces: int = chain.UNTOLD
    doubted: bool = False


def fresh(switches: Switches) -> Standing:
    """The standing at the start of a match."""
    standing = np.zeros(chain.STANDING_SIZE, np.int64)
    chain.new_match(standing, switches)
    return tuple(standing.tolist())


def blank() -> Standing:
    """A standing of which nothing is known."""
    standing = np.zeros(chain.STANDING_SIZE, np.int64)
    chain.unknown_match(standing)
    return tuple(standing.tolist())


def is_won(standing: Standing) -> bool:
    """Whether somebody has won the match."""
    return standing[chain.WON] >= 0


def before(standing: Standing, deal: Deal, *, begins: bool) -> Iterator[tuple[Standing, int]]:
    """What may hold as a deal begins, given what its record states, and the level due (-1 if unknown); nobody owns the first of a match."""
    stated = zip(deal.team_levels, standing[:2], strict=True)
    told = (*(was if level is None else level for level, was in stated), *standing[2:])
    for owned in [told] if begins else _owned(told, deal):
        yield owned, _due(owned)


@lru_cache(maxsize=65536)
def _due(standing: Standing) -> int:
    return int(chain.expected_level(np.array(standing, np.int64)))


def _owned(standing: Standing, deal: Deal) -> list[Standing]:
    """The standing with each team that may own the level: that which has won the deal before, as the tribute shows."""
    if standing[chain.OWNER] >= 0 or _due(standing) >= 0:
        return [standing]
    winner, _ = _witness(deal)
    return [_with(standing, chain.OWNER, owner) for owner in ((0, 1) if winner < 0 else (winner,))]


def _with(standing: Standing, place: int, value: int) -> Standing:
    return (*standing[:place], value, *standing[place + 1 :])


@lru_cache(maxsize=65536)
def at_level(standing: Standing, level: int) -> Standing:
    """The standing once its deal is known to be at a level; before anybody owns one both teams are."""
    if standing[chain.OWNER] < 0:
        return (level, level, *standing[2:])
    held = np.array(standing, np.int64)
    chain.accept_level(held, level)
    return tuple(held.tolist())


def outcomes(deal: Deal, following: Deal) -> tuple[Outcome, ...]:
    """The ways in which a deal may have ended: one where its result is known, none where it lost its head and with it perhaps whole deals.

    Who pays and returns in the deal that follows is a second witness; where it contradicts the plays, lines may be missing.
    """
    known, witness = order(deal), _witness(following)
    told = Outcome(known, aces(deal, known[0])) if known else None
    if told and _agrees(known, witness):
        return (told,)
    possible = [finish for finish in OUTCOMES if _agrees(finish, witness)]
    if told:
        return (told, *(Outcome(finish, doubted=True) for finish in possible))
    return tuple(map(Outcome, possible)) if deal.cut in (None, "tail") else ()


def _witness(following: Deal) -> tuple[int, int]:
    """The team that has won the deal before, as the tribute in a deal shows (-1 if it doesn't), and how many pay."""
    given = np.full((tribute.EXCHANGE_ROWS, 4), UNKNOWN, np.int64)
    for event in following.events:
        if event.kind in PAID and event.seat is not None and event.cards:
            given[PAID[event.kind], event.seat] = event.cards[0]
    return module("exchange").winners(given), tribute.paid_by(given).bit_count()


def _agrees(finish: tuple[int, ...], witness: tuple[int, int]) -> bool:
    winner, paid = witness
    return winner in (UNKNOWN, team(finish[0])) and paid in (0, _owing(finish))


@lru_cache(maxsize=1024)
def _owing(finish: tuple[int, ...]) -> int:
    """How many owe tribute after a finishing order."""
    return tribute.payers(_padded(finish)).bit_count()


def _padded(finish: tuple[int, ...]) -> NDArray[np.int64]:
    return np.array([*finish, UNKNOWN, UNKNOWN][:4], np.int64)


def order(deal: Deal) -> tuple[int, ...]:
    """The finishing order as the plays show it, else as the record claims it; () if neither tells who won and by how much."""
    played = finishing(deal.events)
    claimed = deal.finish or ()
    claimed = claimed[:2] if is_over(claimed[:2]) else claimed[:3]
    return next((o for o in (played, claimed) if is_over(o)), ())


def aces(deal: Deal, head: int) -> int:
    """Whether the head went out on aces, untold where it is not seen going out and the end is lost."""
    own = [e.cards for e in deal.events if e.kind == EventKind.PLAY and e.seat == head]
    if not own or (deal.cut not in {None, "head"} and sum(map(len, own)) < HAND_SIZE):
        return chain.UNTOLD
    return chain.all_aces(np.array(own[-1], np.int8), 0, len(own[-1]))


@lru_cache(maxsize=65536)
def after(standing: Standing, outcome: Outcome, switches: bytes) -> Standing:
    """What holds after a deal of such an outcome under the switches in these bytes."""
    settled = np.array(standing, np.int64)
    chain.settle(settled, _padded(outcome.finish), outcome.aces, np.frombuffer(switches, np.int64))
    # Books tell only the first drop from the later ones; counting on would keep equal standings apart.
    settled[chain.DROPS : chain.DROPS + 2] = settled[chain.DROPS : chain.DROPS + 2].clip(max=1)
    return tuple(settled.tolist())


def going_on(standing: Standing) -> Iterator[tuple[Standing, bool]]:
    """What may hold before the next deal of the match, and whether the chain is broken there: unless somebody has won, also as it stands."""
    if not is_won(standing):
        yield standing, False
    broken = _with(standing, chain.WON, UNKNOWN)
    if standing[chain.OWNER] >= 0:
        broken = _with(broken, chain.LEVEL + standing[chain.OWNER], UNKNOWN)
    yield broken, True
