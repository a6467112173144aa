"""What has been played since a deal began, whether that ends it, and whether its seats acted in turn: the kernel's rules on 27 cards a seat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from engine.cards import CARD_COUNT, HAND_SIZE
from engine.plain import levels, trick
from engine.records import Event, EventKind
from engine.rules import Switches

MOVES = (EventKind.PLAY, EventKind.PASS)
NOBODY = -1


@dataclass(slots=True)
class Pile:
    """What has been played since a deal began, and the seats that are out."""

    counts: list[int] = field(default_factory=lambda: [0] * 4)
    copies: list[int] = field(default_factory=lambda: [0] * CARD_COUNT)
    out: list[int] = field(default_factory=list)

    def strikes(self, event: Event) -> bool:
        """Whether the deal so far cannot hold this event."""
        if event.kind not in MOVES or event.seat is None:
            return False
        return event.seat in self.out or self.overflows(event)

    def overflows(self, event: Event) -> bool:
        """Whether the event brings a third copy of a card or a seat's 28th card."""
        if event.kind != EventKind.PLAY or event.seat is None:
            return False
        if self.counts[event.seat] + len(event.cards) > HAND_SIZE:
            return True
        return any(self.copies[c] + event.cards.count(c) > 2 for c in event.cards)

    def add(self, event: Event) -> None:
        """Takes a move into account."""
        if event.kind != EventKind.PLAY or event.seat is None:
            return
        self.counts[event.seat] += len(event.cards)
        for card in event.cards:
            self.copies[card] += 1
        if self.counts[event.seat] >= HAND_SIZE and event.seat not in self.out:
            self.out.append(event.seat)

    def is_over(self) -> bool:
        """Whether the deal has ended."""
        return is_over(self.out)


def finishing(events: Iterable[Event]) -> tuple[int, ...]:
    """The seats that emptied their hands, in order, as the cards they played tell."""
    pile = Pile()
    for event in events:
        pile.add(event)
        if pile.is_over():
            break
    return tuple(pile.out)


def is_over(order: Sequence[int]) -> bool:
    """Whether seats going out in this order end a deal: it tells the place of the head's partner."""
    return len(order) > 1 and _is_told(tuple(order))


@lru_cache(maxsize=1024)
def _is_told(order: tuple[int, ...]) -> bool:
    return levels.partner_place(np.array([*order, NOBODY], np.int64)) > 0


def turn_faults(events: Iterable[Event], switches: Switches) -> int:
    """The bits (`engine.kernel.faults`) of every move of a deal made out of turn, whoever may have led."""
    state = np.zeros(trick.STATE_SIZE, np.int64)
    trick.start(state, NOBODY)
    pile = Pile()
    bits = 0
    for event in events:
        if event.seat is None or event.kind not in MOVES:
            continue
        if event.kind == EventKind.PASS:
            bits |= trick.passes(state, event.seat, switches)
        elif event.seat not in pile.out and not pile.is_over():
            pile.add(event)
            bits |= trick.turn_fault(state, event.seat, switches)
            trick.lay(state, event.seat, 0, 0, NOBODY, event.seat in pile.out, switches)
    return bits
