"""The four hands of a deal from everything the record shows, with how each card is known.

A card is `dealt` (the record shows the hand), `shown` (left over at the end), `played`, `tribute` (given away in the exchange) or `inferred`
(nobody else can have held it). What several seats may hold is kept as an undecided group with the number that each of them holds.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine import cards as deck
from engine.records import Deal, Event, EventKind
from engine.replay import Replay

HOW = ("dealt", "shown", "played", "tribute", "inferred")
Known = list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's hand: the cards known, each with how; `complete` if all 27 are."""

    seat: int
    complete: bool
    cards: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that are somewhere among some seats: `counts[i]` of them with `seats[i]`."""

    cards: tuple[int, ...]
    seats: tuple[int, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of a deal `at` the time they were dealt or, where it is not known who got a tribute card, after_tribute."""

    deal_no: int
    level: int | None
    at: str
    hands: tuple[Hand, Hand, Hand, Hand]
    undecided: tuple[Group, ...]


def hands(replay: Replay, deal_no: int) -> Hands:
    """The hands of a deal of a match."""
    d = next(i for i, deal in enumerate(replay.match.deals) if deal.deal_no == deal_no)
    return of_deal(replay.match.deals[d], replay.results[d].level, replay.results[d].receivers)


def of_deal(deal: Deal, level: int | None, receivers: Sequence[int | None]) -> Hands:
    """Reconstructs the hands of a deal; `receivers` are who got the tribute card of each seat, as far as known.

    Cards of a deal whose head is lost are those still seen, and nothing is inferred.
    """
    paid = [e for e in deal.events if e.kind == EventKind.TRIBUTE and e.seat is not None and e.cards]
    sure = all(receivers[e.seat] is not None for e in paid if e.seat is not None)
    known = [_seen(deal, seat, receivers, before=sure) for seat in range(4)]
    groups = () if deal.cut in ("head", "both", "middle") else _eliminate(known)
    full = [Hand(s, len(known[s]) == deck.HAND_SIZE, tuple(sorted(known[s]))) for s in range(4)]
    at = "dealt" if sure else "after_tribute"
    return Hands(deal.deal_no, level, at, (full[0], full[1], full[2], full[3]), groups)


def _seen(deal: Deal, seat: int, receivers: Sequence[int | None], *, before: bool) -> Known:
    """What the record shows that a seat held, before the exchange or after it."""
    shown = deal.hands[seat]
    moves = _moves(deal.events, seat, receivers)
    if shown is not None:
        known: Known = [(card, "dealt") for card in shown]
        if before == (deal.hands_at == "dealt"):
            return known
        return _changed(known, moves, back=before)
    played = [(card, "played") for e in deal.events if e.kind == EventKind.PLAY and e.seat == seat for card in e.cards]
    rest = [(card, "shown") for card in deal.rest[seat] or ()]
    return _changed(played + rest, moves, back=True) if before else played + rest


def _moves(events: Sequence[Event], seat: int, receivers: Sequence[int | None]) -> tuple[list[int], list[int]]:
    """The cards that a seat gave and got in the exchange."""
    gave: list[int] = []
    got: list[int] = []
    for event in events:
        if event.kind not in (EventKind.TRIBUTE, EventKind.RETURN) or event.seat is None:
            continue
        to = _receiver(event, receivers)
        if event.seat == seat:
            gave += event.cards
        if to == seat:
            got += event.cards
    return gave, got


def _receiver(event: Event, receivers: Sequence[int | None]) -> int | None:
    if event.kind == EventKind.TRIBUTE and event.seat is not None:
        return receivers[event.seat]
    if event.to is not None:
        return event.to
    return next((payer for payer in range(4) if receivers[payer] == event.seat), None)


def _changed(known: Known, moves: tuple[list[int], list[int]], *, back: bool) -> Known:
    """A hand after the exchange turned into the one before it, or the other way round."""
    less, more = (moves[1], moves[0]) if back else moves
    kept = list(known)
    for card in less:
        found = next((entry for entry in kept if entry[0] == card), None)
        if found is not None:
            kept.remove(found)
    return kept + [(card, "tribute") for card in more]


def _eliminate(known: list[Known]) -> tuple[Group, ...]:
    """Gives what is left of the two packs to the one seat that can hold it, else states the seats that share it."""
    pool = Counter(deck.PACK)
    pool.subtract(card for hand in known for card, _ in hand)
    left = tuple(sorted((+pool).elements()))
    short = [(seat, deck.HAND_SIZE - len(known[seat])) for seat in range(4) if len(known[seat]) < deck.HAND_SIZE]
    if not left or sum(count for _, count in short) != len(left):
        return ()
    if len(short) == 1:
        known[short[0][0]] += [(card, "inferred") for card in left]
        return ()
    return (Group(left, tuple(s for s, _ in short), tuple(c for _, c in short)),)
