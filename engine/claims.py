"""What a deal was expected to be and what its record claims: a pair of short texts for each fault of a deal, as `engine.expected` has for events."""

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from engine import cards
from engine.expected import Said, exchange_of, owing, previous_order, receivers, seat_names
from engine.kernel import batch as bt
from engine.kernel import faults
from engine.kernel.deck import ACE
from engine.place import Place, held, masked, text
from engine.plain import levels as lv
from engine.plain import module
from engine.plain import tribute as tb

TEAMS = ("0+2", "1+3")


def _level(place: Place) -> Said:
    due = int(place.verdicts.deals[place.d, bt.LEVEL_DUE])
    return ("match over" if due == lv.OVER else cards.RANKS[due]), cards.RANKS[place.level]


def _team_levels(place: Place) -> Said:
    claimed = [int(level) for level in place.batch.deals[place.d, bt.TEAM_LEVEL : bt.TEAM_LEVEL + 2]]
    return _levels(levels_before(place)), _levels(claimed)


def _levels(levels: list[int]) -> str:
    said = zip(TEAMS, levels, strict=True)
    return ", ".join(f"{team}: {cards.RANKS[level] if 0 <= level <= ACE else '?'}" for team, level in said)


def levels_before(place: Place) -> list[int]:
    """The levels of the teams at a deal before its own claim about them, by the kernel's bookkeeping from the start of the match."""
    batch, first = place.batch, place.d
    while batch.deals[first, bt.MATCH_FIRST] != 1:
        first -= 1
    rows = batch._replace(deals=batch.deals[first : place.d + 1].copy())
    rows.deals[-1, bt.TEAM_LEVEL : bt.TEAM_LEVEL + 2] = -1
    if int(place.verdicts.deal_err[place.d]) & faults.LEVEL:
        rows.deals[-1, bt.LEVEL] = -1
    standing, chain = np.zeros((2, lv.STANDING_SIZE), np.int64)
    out = bt.verdicts(len(rows.deals), 0)
    for k in range(len(rows.deals)):
        starts = bool(rows.deals[k, bt.STARTS] == 1)
        if starts:
            lv.new_match(standing, place.rules.switches)
        elif k == 0:
            lv.unknown_match(standing)
        if starts or k == 0:
            lv.copy(chain, standing)
        module("exchange").judge_level(rows, k, starts, exchange_of(batch, first + k), standing, chain, out)
        if first + k < place.d:
            _settle(place, first + k, standing)
            _settle(place, first + k, chain)
    return [int(level) for level in standing[lv.LEVEL : lv.LEVEL + 2]]


def _settle(place: Place, d: int, standing: NDArray[np.int64]) -> None:
    """Takes the result of deal `d` into a standing."""
    finish = previous_order(place.batch, place.verdicts, d + 1)
    aces = module("outcome").ace_finish(place.batch, d, int(finish[0]), int(place.verdicts.deals[d, bt.ORDER]))
    lv.settle(standing, finish, aces, place.rules.switches)


def _finish(place: Place) -> Said:
    found = place.verdicts.deals[place.d, bt.ORDER : bt.ORDER + 4]
    return _order(found), _order(place.batch.deals[place.d, bt.FINISH : bt.FINISH + 4])


def _order(seats: NDArray[np.int8]) -> str:
    return " ".join(str(int(s)) for s in seats if s >= 0)


def _steps(place: Place) -> Said:
    granted = int(place.verdicts.deals[place.d, bt.GRANTED])
    return str(granted), str(int(place.batch.deals[place.d, bt.STEPS]))


def _tribute(place: Place) -> Said:
    return seat_names(owing(place)), seat_names({place.event(bt.SEAT, i) for i in place.of_kind(tb.TRIBUTE)})


def _return(place: Place) -> Said:
    return seat_names(receivers(place)), seat_names({place.event(bt.SEAT, i) for i in place.of_kind(tb.RETURN)})


def _deck(place: Place) -> Said:
    hands = [masked(place.batch.hands[place.d, seat]) for seat in range(4)]
    many = {card: n for card, n in sum(hands, Counter[int]()).items() if n > 2}
    if many:
        return text(list(many) * 2), text(card for card, n in many.items() for _ in range(n))
    # A hand is kept as two masks, so that of a card it holds three times only the number of cards shows.
    over = [f"seat {s}: {int(n) % bt.TOO_MANY}" for s, n in enumerate(_sizes(place)) if n >= bt.TOO_MANY]
    kept = [f"seat {s}: {hands[s].total()}" for s, n in enumerate(_sizes(place)) if n >= bt.TOO_MANY]
    return ", ".join(kept) or None, ", ".join(over) or None


def _sizes(place: Place) -> NDArray[np.int8]:
    return place.batch.deals[place.d, bt.HAND : bt.HAND + 4]


def _hand_size(place: Place) -> Said:
    sizes = {seat: place.shown(seat) for seat in range(4)}
    wrong = [f"seat {seat}: {n}" for seat, n in sizes.items() if n is not None and n != cards.HAND_SIZE]
    return str(cards.HAND_SIZE), ", ".join(wrong)


def _ended(_: Place) -> Said:
    return "match goes on", "match over"


def _winner(place: Place) -> Said:
    claimed = int(place.batch.deals[place.d, bt.WINNER])
    return TEAMS[1 - claimed], TEAMS[claimed]


def _left(place: Place) -> list[int]:
    """How many cards each seat is left with by its plays."""
    left = [place.shown(seat) or cards.HAND_SIZE for seat in range(4)]
    for i in place.laid():
        left[place.event(bt.SEAT, i)] = int(place.verdicts.events[bt.LEFT, i])
    return left


def _unfinished(place: Place) -> Said:
    return None, ", ".join(f"seat {seat}: {n}" for seat, n in enumerate(_left(place)))


def _rest(place: Place) -> Said:
    """What is left of each hand by its plays and by the record: the cards where the hand is known, else their number."""
    pairs = {}
    for seat, left in enumerate(_left(place)):
        size = int(place.batch.deals[place.d, bt.REST + seat])
        said = masked(place.batch.hands[place.d, 4 + seat])
        if size < 0:
            continue
        if place.shown(seat) is not None:
            hand = held(place, seat, place.stop)
            pairs[seat] = (text(hand.elements()), text(said.elements()))
        else:
            pairs[seat] = (str(left), str(size % bt.TOO_MANY))
    wrong = {seat: pair for seat, pair in pairs.items() if pair[0] != pair[1]}
    wanted, claimed = ([f"seat {seat}: {pair[k]}" for seat, pair in wrong.items()] for k in range(2))
    return ", ".join(wanted) or None, ", ".join(claimed) or None


DEALS: Mapping[int, Callable[[Place], Said]] = MappingProxyType(
    {
        faults.LEVEL: _level,
        faults.TEAM_LEVEL: _team_levels,
        faults.FINISH_ORDER: _finish,
        faults.STEPS: _steps,
        faults.TRIBUTE_MISSING: _tribute,
        faults.TRIBUTE_UNKNOWN: _tribute,
        faults.RETURN_MISSING: _return,
        faults.DECK: _deck,
        faults.HAND_SIZE: _hand_size,
        faults.ENDED_EARLY: _ended,
        faults.WINNER: _winner,
        faults.UNFINISHED: _unfinished,
        faults.REST: _rest,
    }
)
