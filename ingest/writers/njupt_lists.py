"""What the NJUPT platform would have offered at each move, and which entry a record's move is: `requests`.

Plays that state no reading are written as their strongest one, since the platform's log always states one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine import combos, moves, rules
from engine.records import Cards, Deal, Event, EventKind, Kind, Match
from engine.replay import Replay, replay
from engine.rules import Rules

BOOK = "njupt_v1006"


class Request(NamedTuple):
    """A move of a deal with the hand it was made from and the list it was chosen from; both None where the hand is not known."""

    event: Event
    hand: Cards | None
    top: Event | None
    offered: list[moves.Move] | None
    choice: int


def judged(match: Match) -> Replay:
    """A match replayed under the platform's book."""
    return replay(match, rules.load(BOOK))


def requests(played: Replay) -> Iterator[tuple[Deal, Request]]:
    """Each event of a match as the platform would have asked for it, deal by deal."""
    for deal, result in zip(played.match.deals, played.results, strict=True):
        for request in _deal(deal, result.level, played):
            yield deal, request


def _deal(deal: Deal, level: int | None, played: Replay) -> Iterator[Request]:
    whole = deal.cut in (None, "tail")
    held = [None if hand is None or not whole else list(hand) for hand in deal.hands]
    tricks = {read.event_no: read for read in played.plays(deal.deal_no)}
    top: Event | None = None
    for number, event in enumerate(deal.events, 1):
        read = tricks.get(number)
        stated = _stated(event, level, played.rules)
        hand = None if event.seat is None or held[event.seat] is None else tuple(held[event.seat] or ())
        if read is not None and read.is_lead:
            top = None
        offered = _offered(stated, hand, top, level, played.rules)
        yield Request(stated, hand, top, offered, _index(stated, offered))
        if event.kind == EventKind.PLAY or deal.hands_at == "dealt":
            _move(stated, held)
        top = stated if event.kind == EventKind.PLAY else top


def _stated(event: Event, level: int | None, book: Rules) -> Event:
    if event.kind != EventKind.PLAY or event.declared_kind is not None or level is None:
        return event
    found = combos.readings(event.cards, level, book)
    return replace(event, declared_kind=found[0].kind, declared_rank=found[0].rank) if found else event


def _offered(
    event: Event, hand: Cards | None, top: Event | None, level: int | None, book: Rules
) -> list[moves.Move] | None:
    if hand is None or level is None or event.kind not in (EventKind.PLAY, EventKind.PASS):
        return None
    on = None
    if top is not None and top.declared_kind:
        on = moves.top(Kind(top.declared_kind), top.declared_rank, len(top.cards), level)
    return moves.legal_moves(hand, level, book, on)


def _index(event: Event, offered: Sequence[moves.Move] | None) -> int:
    if event.choice is not None or offered is None or event.kind == EventKind.PASS:
        return event.choice or 0
    wanted = sorted(event.cards)
    for place, move in enumerate(offered):
        if move.kind == event.declared_kind and move.rank == event.declared_rank and sorted(move.cards) == wanted:
            return place
    return 0


def _move(event: Event, held: list[list[int] | None]) -> None:
    giver = None if event.seat is None else held[event.seat]
    for card in event.cards:
        if giver is not None and card in giver:
            giver.remove(card)
        receiver = None if event.to is None else held[event.to]
        if receiver is not None:
            receiver.append(card)
