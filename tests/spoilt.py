"""Lawful matches spoilt in one place: each function below takes a match that states everything and yields it with one fault, wherever it can be planted.

What is planted leaves all else lawful; where that needs it, the deal is cut right after the fault and the match with it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine import cards
from engine.records import FOUR_NONE, Deal, Event, EventKind, Match

TRIBUTE, RETURN, PLAY, PASS = EventKind.TRIBUTE, EventKind.RETURN, EventKind.PLAY, EventKind.PASS
Hands = list[list[int]]


@dataclass(frozen=True)
class Spoilt:
    """A match with one fault: what it must be called, in which deal, at which event (None: of the deal)."""

    match: Match
    code: str
    deal_no: int
    event_no: int | None


Spoil = Callable[[Match], Iterator[Spoilt]]


def whole(match: Match, d: int, deal: Deal, code: str, k: int | None = None) -> Spoilt:
    """Deal `d` in place of the old one, spoilt at event `k` counted from 0."""
    deals = (*match.deals[:d], deal, *match.deals[d + 1 :])
    return Spoilt(replace(match, deals=deals), code, d + 1, None if k is None else k + 1)


def ending(match: Match, d: int, events: Sequence[Event], code: str, k: int | None = None) -> Spoilt:
    """As `_whole` with the events up to the fault, after which the record stops."""
    deal = replace(match.deals[d], events=tuple(events), cut="tail", finish=None, steps=None)
    record = replace(match, deals=(*match.deals[:d], deal), ended=None, winner_team=None)
    return Spoilt(record, code, d + 1, None if k is None else k + 1)


def steps(deal: Deal) -> Iterator[tuple[int, Event, Hands]]:
    """Each event with its number from 0 and the hands before it."""
    held: Hands = [list(hand or ()) for hand in deal.hands]
    for k, event in enumerate(deal.events):
        yield k, event, [list(hand) for hand in held]
        for card in event.cards:
            held[event.seat or 0].remove(card)
            if event.to is not None:
                held[event.to].append(card)


def hands_of(deal: Deal) -> Hands:
    return [list(hand or ()) for hand in deal.hands]


def exchange(deal: Deal) -> int:
    """How many events stand before the first play."""
    return next(k for k, event in enumerate(deal.events) if event.kind == PLAY)


def insert(deal: Deal, k: int, *events: Event, instead: int = 0) -> Deal:
    return replace(deal, events=(*deal.events[:k], *events, *deal.events[k + instead :]))


def strength(card: int, deal: Deal) -> int:
    return cards.strength(card, deal.level or 0)


def wild(deal: Deal) -> int:
    return cards.wild(deal.level or 0)


def card_swapped(match: Match) -> Iterator[Spoilt]:
    for d, deal in enumerate(match.deals):
        for k, event, held in steps(deal):
            seat, rank = event.seat or 0, event.cards[0] // 4 if event.cards else 13
            if event.kind != PLAY or len(event.cards) != 1 or rank > 12 or len(held[seat]) == 1:
                continue
            for card in range(rank * 4, rank * 4 + 4):
                if card not in held[seat] and card != wild(deal) and event.cards[0] != wild(deal):
                    yield whole(match, d, insert(deal, k, replace(event, cards=(card,)), instead=1), "card_not_held", k)


def pass_dropped(match: Match) -> Iterator[Spoilt]:
    for d, deal in enumerate(match.deals):
        for k, (one, two) in enumerate(pairwise(deal.events)):
            if one.kind == two.kind == PASS:
                yield whole(match, d, insert(deal, k, instead=1), "out_of_turn", k)


def pass_added(match: Match) -> Iterator[Spoilt]:
    for d, deal in enumerate(match.deals):
        for k, (one, two) in enumerate(pairwise(deal.events)):
            if one.kind == two.kind == PASS:
                yield whole(match, d, insert(deal, k, one), "extra_pass", k + 1)


def passes_swapped(match: Match) -> Iterator[Spoilt]:
    for d, deal in enumerate(match.deals):
        for k in range(len(deal.events) - 3):
            play, one, two, three = deal.events[k : k + 4]
            if play.kind == PLAY and one.kind == two.kind == three.kind == PASS:
                yield whole(match, d, insert(deal, k + 1, two, one, instead=2), "out_of_turn", k + 1)


def holder_passes(match: Match) -> Iterator[Spoilt]:
    for d, deal in enumerate(match.deals):
        for k, event in enumerate(deal.events):
            before = [e for e in deal.events[:k] if e.kind == PLAY]
            if event.kind == PLAY and before and before[-1].seat == event.seat:
                yield whole(match, d, insert(deal, k, Event(PASS, event.seat)), "holder_passed", k)


def acts_after_the_end(match: Match) -> Iterator[Spoilt]:
    for d, deal in enumerate(match.deals):
        last = next(seat for seat in range(4) if seat not in (deal.finish or ()))
        k = len(deal.events)
        yield whole(match, d, insert(deal, k, Event(PASS, last)), "after_end", k)


def who_is_out_passes(match: Match) -> Iterator[Spoilt]:
    for d, deal in enumerate(match.deals):
        for k, event, held in steps(deal):
            out = [seat for seat in range(4) if not held[seat]]
            if out and event.kind == PASS:
                yield whole(match, d, insert(deal, k, Event(PASS, out[0])), "finished_seat", k)


def does_not_beat(match: Match) -> Iterator[Spoilt]:
    for d, deal in enumerate(match.deals):
        top: Event | None = None
        for k, event, held in steps(deal):
            if event.kind != PLAY:
                continue
            if top and len(top.cards) == 1 and len(event.cards) == 1 and top.seat != event.seat:
                low = [c for c in held[event.seat or 0] if strength(c, deal) <= strength(top.cards[0], deal)]
                leads = strength(event.cards[0], deal) <= strength(top.cards[0], deal)
                if low and not leads and deal.events[k - 1].kind == PLAY:
                    yield ending(match, d, [*deal.events[:k], Event(PLAY, event.seat, (low[0],))], "not_beating", k)
            top = event


def no_combination(match: Match) -> Iterator[Spoilt]:
    for d, deal in enumerate(match.deals):
        k = exchange(deal)
        seat = deal.events[k].seat or 0
        hand = next(held for i, _, held in steps(deal) if i == k)[seat]
        plain = [card for card in hand if card < 52 and card != wild(deal)]
        other = next(card for card in plain if card // 4 != plain[0] // 4)
        yield ending(match, d, [*deal.events[:k], Event(PLAY, seat, (plain[0], other))], "no_combination", k)


def declared_wrongly(match: Match) -> Iterator[Spoilt]:
    for d, deal in enumerate(match.deals):
        for k, event in enumerate(deal.events):
            if event.kind == PLAY and len(event.cards) == 1 and event.declared_rank is not None:
                wrong = replace(event, declared_rank=(event.declared_rank + 1) % 13)
                yield whole(match, d, insert(deal, k, wrong, instead=1), "declared_reading", k)


def finish_changed(match: Match) -> Iterator[Spoilt]:
    for d, deal in enumerate(match.deals):
        *first, one, two = deal.finish or ()
        yield whole(match, d, replace(deal, finish=(*first, two, one)), "finish_mismatch")


def steps_changed(match: Match) -> Iterator[Spoilt]:
    for d, deal in enumerate(match.deals):
        yield whole(match, d, replace(deal, steps=(deal.steps or 0) % 3 + 1), "steps_mismatch")


def level_raised(match: Match) -> Iterator[Spoilt]:
    for d, deal in enumerate(match.deals):
        if d and deal.level is not None and deal.level < 12:
            raised = replace(deal, level=deal.level + 1, hands=FOUR_NONE, hands_at=None)
            deals = (*match.deals[:d], raised)
            yield ending(replace(match, deals=deals), d, (), "level_mismatch")


def hand_short(match: Match) -> Iterator[Spoilt]:
    for d, deal, seat, card in left_over(match):
        hand = list(deal.hands[seat] or ())
        hand.remove(card)
        yield whole(match, d, with_hand(deal, seat, hand), "hand_size")


def third_copy(match: Match) -> Iterator[Spoilt]:
    for d, deal, seat, card in left_over(match):
        hand = list(deal.hands[seat] or ())
        low = next(c for c in range(8) if c not in hand and c // 4 != deal.level)
        hand[hand.index(card)] = low
        yield whole(match, d, with_hand(deal, seat, hand), "deck_mismatch")


def left_over(match: Match) -> Iterator[tuple[int, Deal, int, int]]:
    """Cards of the hands dealt that were never given or played, with one that stays behind beside them."""
    for d, deal in enumerate(match.deals):
        for seat, hand in enumerate(hands_of(deal)):
            gone = [card for e in deal.events if e.seat == seat for card in e.cards]
            left = [card for card in hand if card not in gone]
            if len(left) > 2:
                yield d, deal, seat, left[0]


def with_hand(deal: Deal, seat: int, hand: Sequence[int]) -> Deal:
    hands = [tuple(sorted(hand)) if s == seat else deal.hands[s] for s in range(4)]
    return replace(deal, hands=(hands[0], hands[1], hands[2], hands[3]))


def ended_early(match: Match) -> Iterator[Spoilt]:
    for d in range(len(match.deals) - 1):
        record = replace(match, deals=match.deals[: d + 1], ended=True, winner_team=None)
        yield Spoilt(record, "match_ended_early", d + 1, None)


def winner_changed(match: Match) -> Iterator[Spoilt]:
    if match.winner_team is not None:
        yield Spoilt(replace(match, winner_team=1 - match.winner_team), "winner_mismatch", len(match.deals), None)


SPOILS: tuple[Spoil, ...] = (
    card_swapped,
    pass_dropped,
    pass_added,
    passes_swapped,
    holder_passes,
    acts_after_the_end,
    who_is_out_passes,
    does_not_beat,
    no_combination,
    declared_wrongly,
    finish_changed,
    steps_changed,
    level_raised,
    hand_short,
    third_copy,
    ended_early,
    winner_changed,
)
