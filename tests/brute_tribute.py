"""Tribute before a deal (rules.md A8): who pays what to whom, what is returned, who resists, and who leads."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from engine.cards import BIG_JOKER
from engine.records import Event, EventKind
from engine.rules import Rules
from tests.oracle import FACE, LEVEL_HEART, places

TEN = 8


@dataclass
class Exchange:
    """The exchange before one deal; `hands` change by it. `finish` is the order of the deal before."""

    hands: list[list[int]]
    finish: Sequence[int]
    level: int
    rules: Rules
    random: Random
    events: list[Event] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)

    def run(self) -> int:
        """Does what is due, and gives who leads."""
        head = self.finish[0]
        payers = [seat for seat in range(4) if seat not in self.finish]
        held = [seat for seat in self._resisting(payers) for card in self.hands[seat] if card == BIG_JOKER]
        name = "double" if len(payers) == 2 else "partner pays" if (head + 2) % 4 in payers else "single"
        if len(held) == 2 and self._resists():
            self._refuse(held)
            self.seen[f"anti {name}, {'split' if len(set(held)) == 2 else 'one hand'}"] += 1
            return self._led(head)
        if len(held) == 2:
            self.seen["anti waived"] += 1
        self.seen[f"pays: {name}"] += 1
        return self._led(self._double(payers) if len(payers) == 2 else self._single(payers[0]))

    def _led(self, seat: int) -> int:
        """guandan-world: seat 0 leads every deal, whatever the tribute."""
        return 0 if self.rules.deal_leader == "seat_zero" else seat

    def _resisting(self, payers: Sequence[int]) -> Sequence[int]:
        """Whose big jokers cancel the tribute: the payers', or the whole losing side's (guandan-world: 败方两人合计)."""
        if self.rules.anti_tribute_holders == "payers":
            return payers
        loser = (self.finish[0] + 1) % 2
        return (loser, loser + 2)

    def _resists(self) -> bool:
        return self.rules.anti_tribute_mode == "automatic" or self.random.random() < 0.6

    def _refuse(self, held: Sequence[int]) -> None:
        """One or both who hold a big joker show it."""
        seats = sorted(set(held))
        said: list[int | None] = list(seats) if self.random.random() < 0.5 else [self.random.choice(seats)]
        if self.rules.double_assign == "pool":
            said = [None]  # the log says only which side holds them
        shown = self.random.random() < 0.3
        for seat in said:
            jokers = (BIG_JOKER,) * (2 if seat is None else held.count(seat)) if shown else ()
            self.events.append(Event(EventKind.ANTI_TRIBUTE, seat, jokers))

    def _place(self, card: int) -> int:
        """A card among single cards (A2), the heart of the level apart where the book has it so."""
        apart = self.rules.heart_level_single == "above_level" and card == self.level * 4 + 1
        return places(self.level).index(LEVEL_HEART if apart else FACE[card])

    def highest(self, seat: int) -> list[int]:
        """What a seat may pay: its highest cards, all but the exempt one (A8: which card)."""
        exempt = BIG_JOKER if self.rules.tribute_exempt == "big_joker" else self.level * 4 + 1
        hand = [card for card in self.hands[seat] if card != exempt]
        best = max(map(self._place, hand))
        return [card for card in hand if self._place(card) == best]

    def _single(self, payer: int) -> int:
        """The last pays the head, be he his partner (H17, PAG), and leads."""
        head = self.finish[0]
        paid = self.random.choice(self.highest(payer))
        self._give(EventKind.TRIBUTE, payer, paid, head)
        self._return(head, payer, paid, payer)
        return payer

    def _double(self, payers: Sequence[int]) -> int:
        """Both losers pay; who gets which, and who leads, by the book."""
        head = self.finish[0]
        paid = {seat: self.random.choice(self.highest(seat)) for seat in payers}
        worth = {seat: self._place(card) for seat, card in paid.items()}
        equal = worth[payers[0]] == worth[payers[1]]
        to_head = self._pays_head(payers, worth, equal=equal)
        other = next(seat for seat in payers if seat != to_head)
        receiver = {to_head: head, other: (head + 2) % 4}
        for payer in self.random.sample(list(payers), 2):
            self._give(EventKind.TRIBUTE, payer, paid[payer], receiver[payer])
        self._returns(receiver, paid, equal=equal)
        larger = max(payers, key=lambda seat: worth[seat])
        self.seen["double, equal" if equal else "double, unequal"] += 1
        self.seen["smaller to the head"] += to_head != larger and not equal
        return self._leads(payers, larger, equal=equal)

    def _returns(self, receiver: dict[int, int], paid: dict[int, int], *, equal: bool) -> None:
        """Each winner returns to the payer whose card he got; on equal cards the losers take either where the book has it so (S3)."""
        first, second = payers = self.random.sample(list(receiver), 2)
        crossed = equal and self.rules.free_returns and self.random.random() < 0.5
        for payer, mine in zip(payers, (second, first) if crossed else payers, strict=True):
            self._return(receiver[mine], payer, paid[mine], mine)
        self.seen["returns crossed"] += crossed
        if self.random.random() < 0.2:  # told payer by payer
            tributes, returns = self.events[:2], self.events[2:]
            self.events = [e for t in tributes for e in (t, *(r for r in returns if r.to == t.seat))]
            self.seen["told payer by payer"] += 1

    def _pays_head(self, payers: Sequence[int], worth: dict[int, int], *, equal: bool) -> int:
        """Whose card the head gets: the larger (S2, H17, N22, PAG), his next player's by seat (NJ), what he picks (pool)."""
        after_head = (self.finish[0] + 1) % 4
        by_seat = self.rules.double_assign == "by_seat"
        if by_seat or (equal and self.rules.double_assign != "pool" and self.rules.equal_assign == "clockwise"):
            return after_head  # clockwise: each payer to the seat before him, so the head's next player pays the head
        if equal or self.rules.double_assign == "pool":
            return self.random.choice(list(payers))
        return max(payers, key=lambda seat: worth[seat])

    def _leads(self, payers: Sequence[int], larger: int, *, equal: bool) -> int:
        """After a double tribute: the larger payer; on equal cards by the book. Which loser of a double win is last is open (D-22): either."""
        if self.rules.lead_after_double == "last_finisher":
            return self.random.choice(list(payers))
        if not equal:
            return larger
        if self.rules.lead_on_equal == "head_next":
            return (self.finish[0] + 1) % 4
        if self.rules.name == "openguandan":
            return max(payers)  # the engine ranks the two losers by their seats (A7)
        return self.random.choice(list(payers))

    def _return(self, giver: int, payer: int, paid: int, payer_of_it: int) -> None:
        """A card back: what the book allows (A8: return card limit); the very card that was paid only where any card will do (S2)."""
        same = self.rules.return_limit == "any"
        hand = self.hands[giver]
        allowed = [c for c in hand if (same or c != paid) and self._may_return(c, giver, payer_of_it)]
        if not allowed:
            lowest = min(map(self._place, hand))
            allowed = [card for card in hand if self._place(card) == lowest]
            self.seen["nothing low to return"] += 1
        if paid in allowed and self.random.random() < 0.2:
            allowed = [paid]
            self.seen["returned the very card"] += 1
        card = self.random.choice(allowed)
        self.seen["returned above ten"] += FACE[card] > TEN
        self.seen["returned a level card"] += FACE[card] == self.level
        self._give(EventKind.RETURN, giver, card, payer)

    def _may_return(self, card: int, giver: int, payer: int) -> bool:
        """At most a ten and no level card, where the book limits returns; H17 limits those to the partner alone."""
        limit = self.rules.return_limit
        if limit in {"any", "any_but_tribute"} or (limit == "le10_to_partner" and giver % 2 != payer % 2):
            return True
        return FACE[card] <= TEN and (self.rules.return_level_card or FACE[card] != self.level)

    def _give(self, kind: EventKind, seat: int, card: int, to: int) -> None:
        self.hands[seat].remove(card)
        self.hands[to].append(card)
        self.events.append(Event(kind, seat, (card,), to=to))
