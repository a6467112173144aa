"""A deal of a judged batch under its book (`Place`), and what the record shows of its hands at any event of it.

Hands are moved here, nothing is judged: a hand shown as dealt goes forward through the exchange, one shown after it goes back.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import cards
from engine.consequences import Seen
from engine.kernel import batch as bt
from engine.kernel import faults
from engine.plain import tribute as tb
from engine.rules import Rules

Ints: TypeAlias = NDArray[np.int64]
LATE = faults.AFTER_END | faults.FINISHED_SEAT


class Place(NamedTuple):
    """A deal `d` of a batch with its verdicts, under its book."""

    batch: bt.Batch
    verdicts: bt.Verdicts
    d: int
    rules: Rules

    @property
    def level(self) -> int:
        """The level the deal was judged at, -1 if unknown."""
        return int(self.verdicts.deals[self.d, bt.LEVEL_USED])

    @property
    def start(self) -> int:
        """The first event of the deal."""
        return int(self.batch.starts[self.d])

    @property
    def stop(self) -> int:
        """The first event after the deal."""
        return int(self.batch.starts[self.d + 1])

    @property
    def seen(self) -> Seen:
        """The deal as `engine.consequences` sees it."""
        return Seen(self.batch, self.verdicts, self.start, self.level, self.rules.switches)

    def event(self, row: int, i: int) -> int:
        """A row of an event."""
        return int(self.batch.events[row, i])

    def codes(self, i: int) -> list[int]:
        """The cards of an event."""
        return [int(c) for c in self.batch.cards[self.batch.offsets[i] : self.batch.offsets[i + 1]]]

    def of_kind(self, *kinds: int, before: int | None = None) -> list[int]:
        """The events of some kinds that have a seat, before an event if one is given."""
        stop = self.stop if before is None else before
        return [i for i in range(self.start, stop) if self.event(bt.KIND, i) in kinds and self.event(bt.SEAT, i) >= 0]

    def laid(self, before: int | None = None) -> list[int]:
        """The plays that took cards from a hand."""
        return [i for i in self.of_kind(tb.PLAY, before=before) if not int(self.verdicts.err[i]) & LATE]

    def receiver(self, payer: int) -> int:
        """Who got a payer's card, -1 if unknown."""
        return int(self.verdicts.deals[self.d, bt.RECEIVER + payer])

    def got(self, i: int) -> int:
        """Who got the card of a tribute or return, -1 if unknown."""
        seat, to = self.event(bt.SEAT, i), self.event(bt.TO, i)
        if to >= 0 or self.event(bt.KIND, i) == tb.TRIBUTE:
            return to if to >= 0 else self.receiver(seat)
        return next((payer for payer in range(4) if self.receiver(payer) == seat), -1)

    def shown(self, seat: int) -> int | None:
        """How many cards the record shows of a hand, None if it doesn't."""
        size = int(self.batch.deals[self.d, bt.HAND + seat])
        return None if size < 0 else size % bt.TOO_MANY


def text(codes: Iterable[int]) -> str:
    """Cards in the order of their codes."""
    return cards.show(sorted(codes)) or "-"


def masked(masks: NDArray[np.int64]) -> Counter[int]:
    """The cards of two masks."""
    return Counter(card for card in range(cards.CARD_COUNT) for half in masks if int(half) >> card & 1)


def held(place: Place, seat: int, before: int) -> Counter[int]:
    """What a seat holds before an event, as the hand shown says, else as its own plays and leftovers do."""
    hand = masked(place.batch.hands[place.d, seat])
    dealt = int(place.batch.deals[place.d, bt.HANDS_AT]) == bt.DEALT
    if place.shown(seat) is None:
        hand, dealt = _played(place, seat), False
    for i in place.of_kind(tb.TRIBUTE, tb.RETURN):
        if (i < before) == dealt:
            hand = _moved(place, hand, seat, i, back=not dealt)
    for i in place.laid(before):
        if place.event(bt.SEAT, i) == seat:
            hand -= Counter(place.codes(i))
    return hand


def _played(place: Place, seat: int) -> Counter[int]:
    """The hand at the first play as plays and leftovers show it."""
    own = Counter(c for i in place.laid() if place.event(bt.SEAT, i) == seat for c in place.codes(i))
    own += masked(place.batch.hands[place.d, 4 + seat])
    return Counter({card: min(copies, 2) for card, copies in own.items()})


def _moved(place: Place, hand: Counter[int], seat: int, i: int, *, back: bool) -> Counter[int]:
    """A hand after an event of the exchange, or the one before it; going back, nobody is taken to have held a card that he may have got."""
    codes, giver, got = Counter(place.codes(i)), place.event(bt.SEAT, i), place.got(i)
    if giver == seat:
        hand = hand + codes if back else hand - codes
    elif got == seat or (back and got < 0):
        hand = hand - codes if back else hand + codes
    return hand
