"""A deal event by event: what each seat still holds, what lies in the trick and what was found there. Knows no rule: it only moves cards.

A hand is the cards that are known to be in it and a count of those that are not. Hands shown as dealt change with tribute and return; hands shown after
tribute don't.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

Row = Mapping[str, object]
Cards = tuple[str, ...]
DEALT = "dealt"
WHOLE = 27


@dataclass(frozen=True, slots=True)
class Hand:
    """Known cards, and how many more there are; None where even that is not known."""

    known: Cards
    unknown: int | None


@dataclass(frozen=True, slots=True)
class Laid:
    """What a seat did in the trick: cards laid as a kind, or a pass (no cards)."""

    seat: int | None
    cards: Cards
    kind: str | None
    event_no: int


@dataclass(frozen=True, slots=True)
class Step:
    """The table after an event (`event_no` 0: before the first)."""

    event_no: int
    event: Row | None
    hands: tuple[Hand, Hand, Hand, Hand]
    trick: tuple[Laid, ...]
    findings: tuple[Row, ...]


def steps(  # noqa: PLR0917  # the rows of five views and what was lost
    hands: Sequence[Row],
    events: Sequence[Row],
    plays: Sequence[Row],
    findings: Sequence[Row],
    receivers: Mapping[int, int] = MappingProxyType({}),
    cut: str | None = None,
) -> list[Step]:
    """The table before the first event and after each; rows are those of the views.

    `receivers` says who got the card of each payer, for records that do not state it; `cut` what the record lost of the deal: unless that is only its end,
    nobody knows how many cards a seat had as it begins.
    """
    held = _first(hands, whole=cut in {None, "tail"})
    dealt = any(row["hands_at"] == DEALT for row in hands)
    read = {row["event_no"]: row for row in plays}
    trick: tuple[Laid, ...] = ()
    found = [Step(0, None, held, trick, _at(findings, None))]
    for event in events:
        no = int(str(event["event_no"]))
        held = _moved(held, event, _receiver(event, receivers), dealt=dealt)
        trick = _trick(trick, event, read.get(no))
        found.append(Step(no, event, held, trick, _at(findings, no)))
    return found


def _first(hands: Sequence[Row], *, whole: bool) -> tuple[Hand, Hand, Hand, Hand]:
    known = {row["seat"]: _cards(row["cards"]) for row in hands}
    first = [Hand(known.get(s, ()), max(0, WHOLE - len(known.get(s, ()))) if whole else None) for s in range(4)]
    return first[0], first[1], first[2], first[3]


def _receiver(event: Row, receivers: Mapping[int, int]) -> object:
    """Who got the card of a tribute or return: as stated, else as the engine found."""
    if event["to_seat"] is not None:
        return event["to_seat"]
    if event["kind"] == "tribute":
        return receivers.get(int(str(event["seat"])))
    return next((payer for payer, receiver in receivers.items() if receiver == event["seat"]), None)


def _moved(
    held: tuple[Hand, Hand, Hand, Hand], event: Row, to: object, *, dealt: bool
) -> tuple[Hand, Hand, Hand, Hand]:
    hands = list(held)
    seat, cards = event["seat"], _cards(event["cards"])
    exchanged = event["kind"] in ("tribute", "return")
    if isinstance(seat, int) and (event["kind"] == "play" or (exchanged and dealt)):
        hands[seat] = _without(hands[seat], cards)
    if exchanged and dealt and isinstance(to, int):
        hands[to] = Hand(hands[to].known + cards, hands[to].unknown)
    return hands[0], hands[1], hands[2], hands[3]


def _without(hand: Hand, cards: Cards) -> Hand:
    known, unknown = list(hand.known), hand.unknown
    for card in cards:
        if card in known:
            known.remove(card)
        else:
            unknown = None if unknown is None else max(0, unknown - 1)
    return Hand(tuple(known), unknown)


def _trick(trick: tuple[Laid, ...], event: Row, play: Row | None) -> tuple[Laid, ...]:
    if event["kind"] not in ("play", "pass"):
        return trick
    seat = event["seat"] if isinstance(event["seat"], int) else None
    kind = None if play is None else str(play["kind"])
    laid = Laid(seat, _cards(event["cards"]), kind, int(str(event["event_no"])))
    leads = play is not None and play["is_lead"]
    return (laid,) if leads else (*trick, laid)


def _at(findings: Sequence[Row], event_no: int | None) -> tuple[Row, ...]:
    return tuple(row for row in findings if row["event_no"] == event_no)


def _cards(value: object) -> Cards:
    return tuple(map(str, value)) if isinstance(value, list | tuple) else ()
