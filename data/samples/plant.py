"""Faults to plant in a simulated match, each an edit of its events or claims of the sort that real logs suffer.

A planter yields candidates: the match with one edit, the deal it is in and the event it falls on (None: the deal itself). Many have further
consequences; `make.py` takes the first that has none.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from engine.cards import SMALL_JOKER, rank_of, strength, wild
from engine.records import FOUR_NONE, Cards, Deal, Event, EventKind, Kind, Match

TEN = 8


class Planted(NamedTuple):
    """A match with a fault in it, and where."""

    match: Match
    deal_no: int
    event_no: int | None


Four = tuple[Cards | None, Cards | None, Cards | None, Cards | None]
Planter = Callable[[Match], Iterator[Planted]]


def edited(match: Match, deal: Deal, event_no: int | None = None) -> Planted:
    """The match with this deal in place of its own of the same number; what it claims to be left over follows the plays."""
    if any(deal.rest):
        left = left_over(deal)
        deal = replace(deal, rest=(left[0], left[1], left[2], left[3]))
    deals = tuple(deal if old.deal_no == deal.deal_no else old for old in match.deals)
    return Planted(replace(match, deals=deals), deal.deal_no, event_no)


def spliced(match: Match, deal: Deal, at: int, drop: int, *new: Event, falls_on: int = 0) -> Planted:
    """The match with `drop` events of a deal from index `at` replaced; the fault falls on the event `falls_on` after them."""
    changed = replace(deal, events=deal.events[:at] + new + deal.events[at + drop :])
    return edited(match, changed, at + falls_on + 1)


def held_at_play(deal: Deal) -> list[Counter[int]]:
    """What each seat holds when play begins, from the hands shown and the exchange."""
    hands = [Counter(hand or ()) for hand in deal.hands]
    if deal.hands_at == "dealt":
        for event in deal.events:
            if event.kind in (EventKind.TRIBUTE, EventKind.RETURN) and event.seat is not None and event.to is not None:
                hands[event.seat].subtract(event.cards)
                hands[event.to].update(event.cards)
    return hands


def left_over(deal: Deal) -> list[tuple[int, ...]]:
    """What each seat still holds when the deal is over."""
    hands = held_at_play(deal)
    for event in deal.events:
        if event.kind is EventKind.PLAY and event.seat is not None:
            hands[event.seat].subtract(event.cards)
    return [tuple(sorted(hand.elements())) for hand in hands]


def with_seat(hands: Four, seat: int, cards: Cards) -> Four:
    """Four hands with one of them replaced."""
    a, b, c, d = (cards if s == seat else old for s, old in enumerate(hands))
    return a, b, c, d


def answered_passes(deal: Deal) -> Iterator[tuple[int, Event, Event, Event]]:
    """Passes that a play follows, with their index, the play they pass on and the play that follows."""
    top = None
    for i, (event, after) in enumerate(pairwise(deal.events)):
        if event.kind is EventKind.PLAY:
            top = event
        elif event.kind is EventKind.PASS and after.kind is EventKind.PLAY and top is not None:
            yield i, event, top, after


def play(seat: int | None, cards: Cards, kind: Kind) -> Event:
    """A play, declared as what it is if that is simple."""
    rank = rank_of(cards[0])
    return Event(EventKind.PLAY, seat, cards, declared_kind=kind, declared_rank=rank)


def too_low(match: Match) -> Iterator[Planted]:
    """Where a loser passes on a single, it lays a lower one that it never plays otherwise."""
    for deal in match.deals:
        rest = left_over(deal)
        for i, event, top, _ in answered_passes(deal):
            if top.declared_kind != Kind.SINGLE or event.seat is None or deal.level is None:
                continue
            over = strength(top.cards[0], deal.level)
            for card in rest[event.seat][:-1]:
                if strength(card, deal.level) <= over and card != wild(deal.level):
                    yield spliced(match, deal, i, 1, play(event.seat, (card,), Kind.SINGLE))


def mixed(match: Match) -> Iterator[Planted]:
    """Where a loser passes on a pair, it lays two cards that are none."""
    for deal in match.deals:
        rest = left_over(deal)
        for i, event, top, _ in answered_passes(deal):
            if top.declared_kind != Kind.PAIR or event.seat is None or deal.level is None:
                continue
            for low, high in pairwise(c for c in rest[event.seat] if c != wild(deal.level)):
                if rank_of(low) != rank_of(high) and len(rest[event.seat]) > 2:
                    yield spliced(match, deal, i, 1, play(event.seat, (low, high), Kind.PAIR))


def lost_pass(match: Match) -> Iterator[Planted]:
    """A pass between two plays is missing."""
    for deal in match.deals:
        for i, _, _, _ in answered_passes(deal):
            yield spliced(match, deal, i, 1)


def doubled_pass(match: Match) -> Iterator[Planted]:
    """A pass is written twice."""
    for deal in match.deals:
        for i, event, _, _ in answered_passes(deal):
            yield spliced(match, deal, i, 1, event, event, falls_on=1)


def holder_pass(match: Match) -> Iterator[Planted]:
    """Before a seat leads again, a pass of its own is written as well."""
    for deal in match.deals:
        for i, _, top, after in answered_passes(deal):
            if after.seat == top.seat:
                yield spliced(match, deal, i + 1, 0, Event(EventKind.PASS, top.seat))


def pass_after_end(match: Match) -> Iterator[Planted]:
    """The deal is over and a loser's pass is written still."""
    for deal in match.deals:
        seat = next((s for s, cards in enumerate(left_over(deal)) if cards), None)
        yield spliced(match, deal, len(deal.events), 0, Event(EventKind.PASS, seat))


def pass_when_out(match: Match) -> Iterator[Planted]:
    """A seat that has gone out is written to pass."""
    for deal in match.deals:
        if deal.finish:
            for i, event, _, _ in answered_passes(deal):
                yield spliced(match, deal, i, 1, event, Event(EventKind.PASS, deal.finish[0]), falls_on=1)


def foreign_card(match: Match) -> Iterator[Planted]:
    """A single is written in a suit that its seat does not hold and another seat never plays."""
    for deal in match.deals:
        hands = held_at_play(deal)
        spare = {card for cards in left_over(deal) for card in cards}
        for i, event in enumerate(deal.events):
            if event.declared_kind != Kind.SINGLE or event.seat is None or event.cards[0] >= SMALL_JOKER:
                continue
            base = event.cards[0] & ~3
            for card in range(base, base + 4):
                if card in spare and not hands[event.seat][card] and card != wild(deal.level or 0):
                    silent = replace(deal, rest=FOUR_NONE)
                    yield spliced(match, silent, i, 1, replace(event, cards=(card,)))


def third_copy(match: Match) -> Iterator[Planted]:
    """A single is written in a suit of which both cards are played elsewhere before."""
    for deal in match.deals:
        seen: Counter[int] = Counter()
        for i, event in enumerate(deal.events):
            if event.kind is not EventKind.PLAY:
                continue
            if event.declared_kind == Kind.SINGLE and event.cards[0] < SMALL_JOKER:
                base = event.cards[0] & ~3
                for card in range(base, base + 4):
                    if seen[card] == 2 and card != wild(deal.level or 0):
                        yield spliced(match, deal, i, 1, replace(event, cards=(card,)))
            seen.update(event.cards)


def wrong_label(match: Match) -> Iterator[Planted]:
    """A full house is declared by its pair."""
    for deal in match.deals:
        for i, event in enumerate(deal.events):
            if event.declared_kind == Kind.FULL_HOUSE:
                ranks = Counter(map(rank_of, event.cards))
                pair = min(ranks, key=lambda rank: ranks[rank])
                if ranks[pair] == 2 and len(ranks) == 2:
                    yield spliced(match, deal, i, 1, replace(event, declared_rank=pair))


def higher_return(match: Match) -> Iterator[Planted]:
    """A card above ten is written as returned."""
    yield from _returned(
        match, lambda card, level: rank_of(card) > TEN and card < SMALL_JOKER and rank_of(card) != level
    )


def level_return(match: Match) -> Iterator[Planted]:
    """A level card is written as returned."""
    yield from _returned(match, lambda card, level: rank_of(card) == level and card != wild(level))


def _returned(match: Match, wanted: Callable[[int, int], bool]) -> Iterator[Planted]:
    for deal in match.deals:
        hands = held_at_play(deal)
        for i, event in enumerate(deal.events):
            if event.kind is not EventKind.RETURN or event.seat is None or event.to is None or deal.level is None:
                continue
            for card in hands[event.seat]:
                if wanted(card, deal.level):
                    events = traded(deal.events, event.seat, card, event.to, event.cards[0])
                    if events:
                        events[i] = replace(event, cards=(card,))
                        yield edited(match, replace(deal, events=tuple(events)), i + 1)


def kept_back(match: Match) -> Iterator[Planted]:
    """The payer gives a lower card than its highest: from then on each of the two plays the other card as a single, or keeps it."""
    for deal in match.deals:
        hands = held_at_play(deal)
        for i, event in enumerate(deal.events):
            if event.kind is not EventKind.TRIBUTE or event.seat is None or event.to is None or deal.level is None:
                continue
            high = event.cards[0]
            for low in hands[event.seat]:
                if low != wild(deal.level) and strength(low, deal.level) < strength(high, deal.level):
                    events = traded(deal.events, event.seat, low, event.to, high)
                    if events:
                        events[i] = replace(event, cards=(low,))
                        yield edited(match, replace(deal, events=tuple(events)), i + 1)


def traded(events: Sequence[Event], one: int, mine: int, other: int, yours: int) -> list[Event] | None:
    """The events if two seats have each other's card when play begins; None if either card is part of a combination."""
    found = list(events)
    for seat, old, new in ((one, mine, yours), (other, yours, mine)):
        at = next(
            (i for i, e in enumerate(events) if e.kind is EventKind.PLAY and e.seat == seat and old in e.cards), None
        )
        if at is not None:
            if events[at].declared_kind != Kind.SINGLE:
                return None
            found[at] = replace(events[at], cards=(new,), declared_rank=rank_of(new))
    return found


def other_order(match: Match) -> Iterator[Planted]:
    """The finishing order claimed is not that of the plays."""
    for deal in match.deals:
        if deal.finish and len(deal.finish) >= 2:
            first, second, *others = deal.finish
            yield edited(match, replace(deal, finish=(second, first, *others)))


def other_rest(match: Match) -> Iterator[Planted]:
    """One of the cards left over is not listed."""
    for place, deal in enumerate(match.deals):
        for seat, cards in enumerate(deal.rest):
            if cards:
                wrong = replace(deal, rest=with_seat(deal.rest, seat, cards[:-1]))
                deals = (*match.deals[:place], wrong, *match.deals[place + 1 :])
                yield Planted(replace(match, deals=deals), deal.deal_no, None)


def other_steps(match: Match) -> Iterator[Planted]:
    """The steps claimed are not those of the finishing order."""
    for deal in match.deals:
        if deal.steps:
            yield edited(match, replace(deal, steps=deal.steps % 3 + 1))


def other_winner(match: Match) -> Iterator[Planted]:
    """The losing team is claimed to have won the match."""
    if match.winner_team is not None:
        yield Planted(replace(match, winner_team=1 - match.winner_team), match.deals[-1].deal_no, None)


def other_team_level(match: Match) -> Iterator[Planted]:
    """A team is claimed to be one level higher than its results allow, while the other team's level is played."""
    for deal in match.deals[1:]:
        for team, level in enumerate(deal.team_levels):
            if level is not None and level != deal.level and level < 12:
                first, second = deal.team_levels
                levels = (level + 1, second) if team == 0 else (first, level + 1)
                yield edited(match, replace(deal, team_levels=levels))


def third_in_hand(match: Match) -> Iterator[Planted]:
    """In a hand shown, a card that is never played is written as one that occurs twice already."""
    for deal in match.deals:
        for seat, cards in enumerate(left_over(deal)):
            hand = deal.hands[seat]
            if cards and hand is not None and cards[0] in hand:
                for card in range(SMALL_JOKER):
                    changed = list(hand)
                    changed[changed.index(cards[0])] = card
                    hands = with_seat(deal.hands, seat, tuple(changed))
                    yield edited(match, replace(deal, hands=hands, rest=FOUR_NONE))
