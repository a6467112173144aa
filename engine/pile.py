"""What has been played since a deal began, and whether that ends it: 27 cards of both partners, or of three seats."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.cards import CARD_COUNT, HAND_SIZE
from engine.records import Event, EventKind, partner

MOVES = (EventKind.PLAY, EventKind.PASS)


@dataclass(slots=True)
class Pile:
    """What has been played since a deal began; `broken` says that a seat whose turn it was not has acted, so lines may be missing."""

    counts: list[int] = field(default_factory=lambda: [0] * 4)
    copies: list[int] = field(default_factory=lambda: [0] * CARD_COUNT)
    out: list[int] = field(default_factory=list)
    last: Event | None = None
    broken: bool = False

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
        if event.kind not in MOVES or event.seat is None:
            return
        self.broken = self.broken or not self.is_turn_of(event)
        self.last = event
        self.counts[event.seat] += len(event.cards)
        for card in event.cards:
            self.copies[card] += 1
        if self.counts[event.seat] >= HAND_SIZE and event.seat not in self.out:
            self.out.append(event.seat)

    def is_turn_of(self, event: Event) -> bool:
        """Whether the event may come next: the next seat that holds cards, or the partner of one that is out, who leads."""
        last = self.last
        if last is None or last.seat is None or event.seat is None:
            return True
        if (
            event.kind == last.kind == EventKind.PASS
            or last.kind == EventKind.PLAY
            or partner(event.seat) not in self.out
        ):
            turns = ((last.seat + i) % 4 for i in range(1, 5))
            return event.seat == next((seat for seat in turns if seat not in self.out), None)
        return True

    def is_over(self) -> bool:
        """Whether the deal has ended."""
        return is_over(self.out)


def finishing(events: Iterable[Event]) -> tuple[int, ...]:
    """The seats that emptied their hands, in order, as the cards they played tell."""
    counts = [0] * 4
    out: list[int] = []
    for event in events:
        if event.kind != EventKind.PLAY or event.seat is None:
            continue
        counts[event.seat] += len(event.cards)
        if counts[event.seat] >= HAND_SIZE and event.seat not in out:
            out.append(event.seat)
            if is_over(out):
                break
    return tuple(out)


def is_over(order: Sequence[int]) -> bool:
    """Whether seats going out in this order end a deal: three of them, or both of a team."""
    return len(order) > 2 or (len(order) == 2 and partner(order[0]) == order[1])
