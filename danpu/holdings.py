"""The four hands of a deal as the document of `danpu hands`."""

from typing import TYPE_CHECKING, TypedDict

from danpu.books import book
from engine import cards as deck
from engine.reconstruct import Hands, hands
from engine.replay import replay

if TYPE_CHECKING:
    from danpu.sources import Chosen


class CardRow(TypedDict):
    """A card, and how it is known."""

    card: str
    how: str


class SeatRow(TypedDict):
    """A seat's hand."""

    seat: int
    complete: bool
    cards: list[CardRow]


class GroupRow(TypedDict):
    """Cards that are somewhere among some seats."""

    cards: list[str]
    seats: list[int]
    counts: list[int]


class Document(TypedDict):
    """The answer of `danpu hands --json`."""

    deal: int
    level: str | None
    rules: str
    at: str
    seats: list[SeatRow]
    undecided: list[GroupRow]


def reconstructed(chosen: "Chosen", rules: str | None = None) -> Hands:
    """The hands of a deal under a rule book (None: its own)."""
    judged = replay(chosen.match, book(rules or chosen.rules), book(chosen.platform_rules))
    return hands(judged, chosen.deal.deal_no)


def document(found: Hands, number: int, rules: str) -> Document:
    """The hands in JSON; `number` counts the deal over its source."""
    level = found.level
    return Document(
        deal=number,
        level=None if level is None else deck.RANKS[level],
        rules=rules,
        at=found.at,
        seats=[
            SeatRow(
                seat=hand.seat,
                complete=hand.complete,
                cards=[CardRow(card=deck.name(card), how=how) for card, how in in_order(hand.cards, level)],
            )
            for hand in found.hands
        ],
        undecided=[
            GroupRow(cards=[deck.name(c) for c in group.cards], seats=list(group.seats), counts=list(group.counts))
            for group in found.undecided
        ],
    )


def in_order(cards: tuple[tuple[int, str], ...], level: int | None) -> list[tuple[int, str]]:
    """Cards from low to high under the level."""
    return sorted(cards, key=lambda pair: (deck.strength(pair[0], -1 if level is None else level), pair[0], pair[1]))
