"""Lawful matches spoilt in one place of their tribute, as in `spoilt`; the record stops after the first play."""

from collections.abc import Iterator
from dataclasses import replace

from engine.records import Deal, Event, EventKind, Match, team
from tests.spoilt import PLAY, RETURN, TRIBUTE, Spoil, Spoilt, ending, exchange, hands_of, strength, wild


def single(match: Match) -> Iterator[tuple[int, Deal, Event]]:
    """The deals with one tribute and one return, and the tribute."""
    for d, deal in enumerate(match.deals):
        if [event.kind for event in deal.events[:2]] == [TRIBUTE, RETURN]:
            yield d, deal, deal.events[0]


def lead(deal: Deal, seat: int) -> Event:
    """A lead of a card dealt to a seat that takes no part in the exchange."""
    given = {card for event in deal.events if event.kind in (TRIBUTE, RETURN) for card in event.cards}
    return Event(PLAY, seat, (min(set(hands_of(deal)[seat]) - given),))


def tribute_lowered(match: Match) -> Iterator[Spoilt]:
    for d, deal, paid in single(match):
        first = deal.events[2]
        for card in hands_of(deal)[paid.seat or 0]:
            if strength(card, deal) < strength(paid.cards[0], deal) and card not in (*first.cards, wild(deal)):
                events = [replace(paid, cards=(card,)), *deal.events[1:3]]
                yield ending(match, d, events, "tribute_not_highest", 0)


def wild_paid(match: Match) -> Iterator[Spoilt]:
    for d, deal, paid in single(match):
        if wild(deal) in hands_of(deal)[paid.seat or 0] and wild(deal) not in deal.events[2].cards:
            events = [replace(paid, cards=(wild(deal),)), *deal.events[1:3]]
            yield ending(match, d, events, "tribute_exempt_card", 0)


def tribute_not_held(match: Match) -> Iterator[Spoilt]:
    for d, deal, paid in single(match):
        hand = hands_of(deal)[paid.seat or 0]
        for card in (53, 52, 51):
            if card not in hand and strength(card, deal) >= strength(paid.cards[0], deal):
                yield ending(match, d, [replace(paid, cards=(card,)), *deal.events[1:3]], "tribute_not_held", 0)


def receivers_swapped(match: Match) -> Iterator[Spoilt]:
    for d, deal in enumerate(match.deals):
        events = deal.events[: exchange(deal) + 1]
        if [event.kind for event in events[:4]] == [TRIBUTE, TRIBUTE, RETURN, RETURN]:
            tos = [event.to for event in events]
            swapped = [replace(event, to=tos[k ^ 1]) for k, event in enumerate(events[:4])]
            yield ending(match, d, [*swapped, lead(deal, events[4].seat or 0)], "tribute_receiver", 0)


def return_dropped(match: Match) -> Iterator[Spoilt]:
    for d, deal, paid in single(match):
        first = lead(deal, paid.seat or 0)
        yield ending(match, d, [paid, first], "return_missing")


def return_misdirected(match: Match) -> Iterator[Spoilt]:
    for d, deal, paid in single(match):
        first = lead(deal, paid.seat or 0)
        other = next(seat for seat in range(4) if seat not in (paid.seat, paid.to))
        yield ending(match, d, [paid, replace(deal.events[1], to=other), first], "return_receiver", 1)


def return_too_high(match: Match) -> Iterator[Spoilt]:
    for d, deal, paid in single(match):
        first = lead(deal, paid.seat or 0)
        high = [c for c in hands_of(deal)[paid.to or 0] if 36 <= c < 52 and c // 4 != deal.level]
        if high and (match.rules == "njupt_v1006" or team(paid.seat or 0) == team(paid.to or 0)):
            yield ending(match, d, [paid, replace(deal.events[1], cards=(high[0],)), first], "return_too_high", 1)


def tribute_dropped(match: Match) -> Iterator[Spoilt]:
    for d, deal, paid in single(match):
        yield ending(match, d, [lead(deal, paid.seat or 0)], "tribute_missing")


def anti_unfounded(match: Match) -> Iterator[Spoilt]:
    for d, deal, paid in single(match):
        events = [Event(EventKind.ANTI_TRIBUTE, paid.seat), lead(deal, paid.to or 0)]
        yield ending(match, d, events, "anti_tribute_unfounded", 0)


def wrong_leader(match: Match) -> Iterator[Spoilt]:
    for d, deal, paid in single(match):
        yield ending(match, d, [*deal.events[:2], Event(PLAY, paid.to, paid.cards)], "wrong_leader", 2)


def tribute_in_first_deal(match: Match) -> Iterator[Spoilt]:
    deal = match.deals[0]
    for card in set(hands_of(deal)[3]):
        yield ending(match, 0, [Event(TRIBUTE, 3, (card,), to=0), lead(deal, 1)], "tribute_first_deal", 0)


SPOILS: tuple[Spoil, ...] = (
    tribute_lowered,
    wild_paid,
    tribute_not_held,
    receivers_swapped,
    return_dropped,
    return_misdirected,
    return_too_high,
    tribute_dropped,
    anti_unfounded,
    wrong_leader,
    tribute_in_first_deal,
)
