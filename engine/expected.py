"""What was expected of an event, and what is there: a pair of short texts a fault, in words that `engine.findings.words` puts into a language.

`EVENTS` has a function for each fault of an event; `engine.claims` has those of deals. What a rule decides is asked of the kernel.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import cards
from engine.combos import reading_name
from engine.consequences import size, top_event, word
from engine.kernel import batch as bt
from engine.kernel import faults
from engine.kernel.deck import ACE
from engine.place import Ints, Place, held, text
from engine.plain import gifts, offers, order
from engine.plain import tribute as tb
from engine.records import EVENT_NAMES

Said: TypeAlias = tuple[str | None, str | None]


def seat_name(seat: int) -> str | None:
    """A seat, None where none is known."""
    return f"seat {seat}" if seat >= 0 else None


def seat_names(seats: Iterable[int]) -> str:
    """Some seats in order."""
    return ", ".join(f"seat {seat}" for seat in sorted(seats)) or "nobody"


def seats_of(mask: int) -> list[int]:
    """The seats of a bit set."""
    return [seat for seat in range(4) if mask >> seat & 1]


def _deed(place: Place, i: int) -> str:
    """What an event is: its kind and cards."""
    return f"{EVENT_NAMES[place.event(bt.KIND, i)]} {cards.show(place.codes(i))}".rstrip()


def _by_seat(place: Place, i: int) -> str:
    return f"seat {place.event(bt.SEAT, i)} {_deed(place, i)}"


def _copies(place: Place, i: int) -> Said:
    own = place.codes(i)
    seen = Counter(c for j in place.laid(i + 1) for c in place.codes(j))
    many = [card for card in sorted(set(own)) if seen[card] > 2]
    return text(many * 2), text(card for card in many for _ in range(seen[card]))


def _not_held(place: Place, i: int) -> Said:
    hand = held(place, place.event(bt.SEAT, i), i)
    return text(hand.elements()), text((Counter(place.codes(i)) - hand).elements())


def _too_many(place: Place, i: int) -> Said:
    seat = place.event(bt.SEAT, i)
    laid = sum(size(place.seen, j) for j in place.laid(i + 1) if place.event(bt.SEAT, j) == seat)
    return str(place.shown(seat) or cards.HAND_SIZE), str(laid)


def _reading(place: Place, i: int) -> str:
    read = place.verdicts.events
    return _named(int(read[bt.READ_KIND, i]), int(read[bt.READ_RANK, i]))


def _named(kind: int, rank: int) -> str:
    return reading_name(kind, rank if rank >= 0 else None)


def _combination(place: Place, i: int) -> Said:
    return "a combination", cards.show(place.codes(i)) or "no card"


def _beaten(place: Place, i: int) -> Said:
    top = top_event(place.seen, i)
    read = _reading(place, i)
    if fails_by_label(place, i):
        label = int(offers.label(place.level))
        read = _named(int(place.verdicts.events[bt.READ_KIND, i]), label if label <= ACE else -1)
    wanted = None if top is None else f"more than {cards.show(place.codes(top))} ({_reading(place, top)})"
    return wanted, f"{cards.show(place.codes(i))} ({read})"


def fails_by_label(place: Place, i: int) -> bool:
    """Whether a play that does not beat would beat by its cards, and doesn't by what its book calls it."""
    return place.rules.run_label != "cards" and beats(place, i, place.rules.switches)


def beats(place: Place, i: int, switches: Ints) -> bool:
    """Whether a play as it is read beats the one it had to, by its cards."""
    seen, top = place.seen, top_event(place.seen, i)
    if top is None:
        return False
    return bool(order.beating(word(seen, i), size(seen, i), word(seen, top), size(seen, top), switches))


def _declared(place: Place, i: int) -> Said:
    return _reading(place, i), _named(place.event(bt.DECLARED_KIND, i), place.event(bt.DECLARED_RANK, i))


def _turn(place: Place, i: int) -> Said:
    return seat_name(int(place.verdicts.events[bt.DUE, i])), seat_name(place.event(bt.SEAT, i))


def _leads(place: Place, i: int) -> Said:
    """Whose lead it was, or whose it might have been in the first trick."""
    due = int(place.verdicts.events[bt.DUE, i])
    if due >= 0:
        return _turn(place, i)
    prev, kind = previous_order(place.batch, place.verdicts, place.d), int(place.verdicts.deals[place.d, bt.TRIBUTE])
    exchange = exchange_of(place.batch, place.d)
    leaders = int(tb.leaders_due(exchange, prev, kind, place.level, place.rules.switches))
    return seat_names(seats_of(leaders)), seat_name(place.event(bt.SEAT, i))


def _holder(place: Place, i: int) -> Said:
    due = int(place.verdicts.events[bt.DUE, i])
    return ("a lead" if due == place.event(bt.SEAT, i) else seat_name(due)), "pass"


def _acts(place: Place, i: int) -> Said:
    return "no event", _deed(place, i)


def owing(place: Place) -> list[int]:
    """The seats that owe tribute, none where the record does not tell."""
    return seats_of(int(tb.payers(previous_order(place.batch, place.verdicts, place.d))))


def previous_order(batch: bt.Batch, verdicts: bt.Verdicts, d: int) -> Ints:
    """The finishing order of the deal before, as claimed if it was not played out; -1 where the record has none."""
    order: Ints = previous_orders(batch, verdicts, np.array([d]))[0].astype(np.int64)
    return order


def previous_orders(batch: bt.Batch, verdicts: bt.Verdicts, deals: Ints) -> NDArray[np.int8]:
    """The finishing order of the deal before each of some deals, shape (N, 4), as `previous_order` has it."""
    played, claimed = verdicts.deals[deals - 1], batch.deals[deals - 1, bt.FINISH : bt.FINISH + 4]
    order = np.where(played[:, [bt.COMPLETE]] == 1, played[:, bt.ORDER : bt.ORDER + 4], claimed)
    order[batch.deals[deals, bt.MATCH_FIRST] == 1] = -1
    return order


def exchange_of(batch: bt.Batch, d: int) -> Ints:
    """The exchange of deal `d` as the kernel reads it."""
    exchange = np.empty((tb.EXCHANGE_ROWS, 4), np.int64)
    start, stop = int(batch.starts[d]), int(batch.starts[d + 1])
    gifts.collect(exchange, batch.events, batch.cards, batch.offsets, start, stop, np.zeros(stop, np.uint32))
    return exchange


def receivers(place: Place) -> set[int]:
    """The seats that got a tribute card."""
    return {place.receiver(payer) for payer in range(4)} - {-1}


def _due_from(place: Place, i: int, due: Iterable[int]) -> Said:
    """Whom an event of the exchange was due from, and from whom it came; a seat may give but once."""
    seat = place.event(bt.SEAT, i)
    again = any(place.event(bt.SEAT, j) == seat for j in place.of_kind(place.event(bt.KIND, i), before=i))
    return (f"seat {seat} once" if again else seat_names(due)), _by_seat(place, i)


def _payer(place: Place, i: int) -> Said:
    return _due_from(place, i, owing(place))


def _giver(place: Place, i: int) -> Said:
    winners = set(range(4)) - set(owing(place)) if place.of_kind(tb.TRIBUTE) else set[int]()
    return _due_from(place, i, receivers(place) or winners)


def _due_receiver(place: Place, i: int) -> Said:
    payer, prev = place.event(bt.SEAT, i), previous_order(place.batch, place.verdicts, place.d)
    exchange = exchange_of(place.batch, place.d)
    due = int(tb.receivers_due(payer, exchange, prev, place.level, place.rules.switches))
    return seat_names(seats_of(due)), seat_name(place.receiver(payer))


def _due_back(place: Place, i: int) -> Said:
    seat = place.event(bt.SEAT, i)
    due = [payer for payer in range(4) if place.receiver(payer) == seat]
    return seat_names(due or owing(place)), seat_name(place.event(bt.TO, i))


def _highest(place: Place, i: int) -> Said:
    """The highest card that the payer is known to have held."""
    switches = place.rules.switches
    hand = held(place, place.event(bt.SEAT, i), place.start)
    able = [c for c in hand if not tb.exempt(c, place.level, switches)]
    best = max(able, key=lambda c: tb.worth(c, place.level, switches), default=None)
    return None if best is None else cards.name(best), cards.show(place.codes(i))


def _returnable(place: Place, i: int) -> Said:
    """What may be returned: at most a ten, or the lowest card where nothing else is known to be held."""
    hand, switches = held(place, place.event(bt.SEAT, i), i), place.rules.switches
    given = cards.show(place.codes(i))
    if any(tb.returnable(c, place.level, switches) for c in hand):
        return "T or lower" if place.rules.return_level_card else "T or lower, no level card", given
    lowest = min(hand, key=lambda c: tb.worth(c, place.level, switches), default=None)
    return None if lowest is None else cards.name(lowest), given


def _another(place: Place, i: int) -> Said:
    return "another card", cards.show(place.codes(i))


def _jokers(place: Place, i: int) -> Said:
    """Who must hold the big jokers, and who holds them."""
    holding = {s: held(place, s, i)[cards.BIG_JOKER] for s in range(4)}
    said = [f"{text([cards.BIG_JOKER] * n)} seat {s}" for s, n in holding.items() if n and s not in owing(place)]
    return f"HR HR {seat_names(owing(place))}", ", ".join(said) or None


def _no_tribute(place: Place, i: int) -> Said:
    return "no tribute", _deed(place, i)


def _refused(place: Place, i: int) -> Said:
    return "anti_tribute", _deed(place, i)


def _late(place: Place, i: int) -> Said:
    return "before the first play", _deed(place, i)


def _lead(_: Place, __: int) -> Said:
    return "a lead", "pass"


EVENTS: Mapping[int, Callable[[Place, int], Said]] = MappingProxyType(
    {
        faults.CARD_COPIES: _copies,
        faults.NOT_HELD: _not_held,
        faults.TOO_MANY_CARDS: _too_many,
        faults.NO_COMBINATION: _combination,
        faults.NOT_BEATING: _beaten,
        faults.LEADER_PASSED: _lead,
        faults.OUT_OF_TURN: _turn,
        faults.NOT_ASKED: _turn,
        faults.HOLDER_PASSED: _holder,
        faults.FINISHED_SEAT: _acts,
        faults.AFTER_END: _acts,
        faults.DECLARED_READING: _declared,
        faults.REENTERED: _turn,
        faults.WRONG_LEADER: _leads,
        faults.EXTRA_PASS: _turn,
        faults.TRIBUTE_FIRST_DEAL: _no_tribute,
        faults.TRIBUTE_PAYER: _payer,
        faults.TRIBUTE_NOT_HIGHEST: _highest,
        faults.TRIBUTE_EXEMPT_CARD: _highest,
        faults.TRIBUTE_RECEIVER: _due_receiver,
        faults.RETURN_TOO_HIGH: _returnable,
        faults.RETURN_LEVEL_CARD: _returnable,
        faults.RETURN_RECEIVER: _due_back,
        faults.RETURN_SEAT: _giver,
        faults.ANTI_UNFOUNDED: _jokers,
        faults.ANTI_MISSED: _refused,
        faults.LATE_EXCHANGE: _late,
        faults.RETURN_SAME_CARD: _another,
        faults.TRIBUTE_NOT_HELD: _not_held,
    }
)
