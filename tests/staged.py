"""Deals put on a stage: a few cards and the moves that matter are written, the rest of a lawful deal is filled in around them.

Moves are written `0 S3 S3` (plays), `1 -` (passes), `3 pays 0 HR` or `3 pays HR` (nobody says to whom), `0 returns 3 S2`, `3 resists`; `as KIND:RANK`
after a play declares it. What is filled in: seats lay down their cards rank by rank while the others pass, and hand the lead on by single cards or bombs.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, groupby

from engine import cards
from engine.records import KIND_NAMES, Cards, Deal, Event, EventKind, Match

PAYS, RETURNS, RESISTS = EventKind.TRIBUTE, EventKind.RETURN, EventKind.ANTI_TRIBUTE
PLAY, PASS = EventKind.PLAY, EventKind.PASS
WORDS = {"pays": PAYS, "returns": RETURNS, "resists": RESISTS}
Hands = list[list[int]]


def moves(text: str) -> tuple[Event, ...]:
    """The events of moves written with commas between them."""
    return tuple(_move(part.split()) for part in text.split(",") if part.strip())


def _move(words: list[str]) -> Event:
    seat, rest = int(words[0]), words[1:]
    if rest[0] in WORDS:
        to = int(rest.pop(1)) if len(rest) > 1 and rest[1].isdigit() else None
        return Event(WORDS[rest[0]], seat, cards.parse(" ".join(rest[1:])), to=to)
    if rest == ["-"]:
        return Event(PASS, seat)
    told, _, declared = " ".join(rest).partition(" as ")
    kind, _, rank = declared.partition(":")
    if not declared:
        return Event(PLAY, seat, cards.parse(told))
    return Event(PLAY, seat, cards.parse(told), declared_kind=KIND_NAMES.index(kind), declared_rank=cards.rank(rank))


def turned(deal: Deal, by: int) -> Deal:
    """The deal with every seat moved on, as the rules are the same for all."""
    seats = [(seat - by) % 4 for seat in range(4)]
    hands = [deal.hands[seat] for seat in seats]
    return replace(
        deal,
        events=tuple(
            replace(e, seat=None if e.seat is None else (e.seat + by) % 4, to=None if e.to is None else (e.to + by) % 4)
            for e in deal.events
        ),
        hands=(hands[0], hands[1], hands[2], hands[3]),
        finish=None if deal.finish is None else tuple((seat + by) % 4 for seat in deal.finish),
    )


def hidden(match: Match) -> Match:
    """The match as a referee's log has it: moves and levels, no hands and no claims."""
    return replace(match, deals=tuple(_hidden(deal) for deal in match.deals))


def _hidden(deal: Deal) -> Deal:
    return Deal(deal.deal_no, deal.events, level=deal.level, starts_match=deal.starts_match, cut=deal.cut)


def endgame(hands: Sequence[str], written: str, *, level: int, lead: int | None = None) -> tuple[Deal, int]:
    """A first deal that comes down to `hands`, with `lead` (else who moves first) to lead, and how many events that took."""
    kept = [list(cards.parse(hand)) for hand in hands]
    events = moves(written)
    first = events[0].seat if lead is None else lead
    assert first is not None
    hands_dealt = filled(kept, level)
    before = laid_out(_all_without(hands_dealt, kept), first, first, level)
    return dealt(1, level, hands_dealt, [*before, *events], starts_match=True), len(before)


def finished(
    finish: Sequence[int],
    *,
    level: int,
    deal_no: int = 1,
    hold: Sequence[str] = ("", "", "", ""),
    exchange: Sequence[Event] = (),
    leader: int | None = None,
    starts_match: bool | None = None,
) -> Deal:
    """A whole deal in which the seats go out as told. Who pays tribute gets the lowest cards beside those it is to `hold`."""
    first = finish[0] if leader is None else leader
    chain = _chain(finish, level)
    pinned = [[*cards.parse(hold[seat]), *chain[seat]] for seat in range(4)]
    start = filled(pinned, level, exchange)
    held = _exchanged(start, exchange)
    before = laid_out(_all_without(held, chain), first, finish[0], level)
    events = [*exchange, *before, *_chained(chain, finish)]
    deal = dealt(deal_no, level, start, events, starts_match=starts_match)
    return replace(deal, finish=tuple(finish))


def following(
    before: Sequence[int] | None, finish: Sequence[int], *, level: int, deal_no: int, new: bool = False
) -> Deal:
    """A whole deal after one that ended so, with the tribute that every book agrees on."""
    if before is None:
        return finished(finish, level=level, deal_no=deal_no, starts_match=new or None)
    head = before[0]
    low = "3" if level == 0 else "2"
    if len(before) == 2:
        first, second, other = (head + 1) % 4, (head + 2) % 4, (head + 3) % 4
        paid = f"{first} pays {head} HR, {other} pays {second} SA"
        text = f"{paid}, {head} returns {first} S{low}, {second} returns {other} D{low}"
    else:
        first = next(seat for seat in range(4) if seat not in before)
        text = f"{first} pays {head} SA, {head} returns {first} S{low}"
    exchange = moves(text)
    hold = [" ".join(cards.show(e.cards) for e in exchange if e.seat == seat) for seat in range(4)]
    return finished(finish, level=level, deal_no=deal_no, hold=hold, exchange=exchange, leader=first)


def dealt(deal_no: int, level: int, hands: Hands, events: Iterable[Event], *, starts_match: bool | None = None) -> Deal:
    """A deal that shows the hands dealt."""
    return Deal(deal_no, tuple(events), level=level, hands=four(hands), hands_at="dealt", starts_match=starts_match)


def four(hands: Iterable[Iterable[int]]) -> tuple[Cards, Cards, Cards, Cards]:
    """Four hands as a deal has them."""
    north, west, south, east = (tuple(sorted(hand)) for hand in hands)
    return north, west, south, east


def filled(pinned: Sequence[Sequence[int]], level: int, exchange: Iterable[Event] = ()) -> Hands:
    """Four hands that hold what is pinned; of the rest of the pack the highest go to seat 0 and so on, the lowest to who pays tribute."""
    payers = {event.seat for event in exchange if event.kind != RETURNS}
    pack = list(cards.sort(cards.PACK, level))
    for card in (card for hand in pinned for card in hand):
        pack.remove(card)
    hands = [list(hand) for hand in pinned]
    for seat in sorted(range(4), key=lambda seat: seat in payers):
        short = cards.HAND_SIZE - len(hands[seat])
        hands[seat] += pack[len(pack) - short :]
        del pack[len(pack) - short :]
    assert not pack
    return hands


def _all_without(hands: Hands, kept: Sequence[Iterable[int]]) -> Hands:
    return [_without(hand, less) for hand, less in zip(hands, kept, strict=True)]


def _without(hand: Iterable[int], less: Iterable[int]) -> list[int]:
    left = list(hand)
    for card in less:
        left.remove(card)
    return left


def _exchanged(dealt: Hands, exchange: Iterable[Event]) -> Hands:
    """The hands after an exchange that says to whom each card goes, so far as the giver holds it."""
    hands = [list(hand) for hand in dealt]
    for event in exchange:
        assert event.seat is not None
        for card in event.cards:
            assert event.to is not None
            if card in hands[event.seat]:
                hands[event.seat].remove(card)
                hands[event.to].append(card)
    return hands


def laid_out(surplus: Hands, first: int, last: int, level: int) -> list[Event]:
    """Lawful tricks from the lead of `first` in which all these cards are laid, after which `last` has the lead."""
    left = [list(cards.sort(hand, level)) for hand in surplus]
    order = [first, *(seat for seat in range(4) if seat not in (first, last)), last]
    saved = max(_groups(left[first]), key=len) if first == last else ()
    left[first] = _without(left[first], saved)
    events: list[Event] = []
    for seat, following in zip(order, (*order[1:], None), strict=True):
        low = left[seat].pop(0) if following is not None else None
        for group in _groups(left[seat]):
            events += [Event(PLAY, seat, group), *_passes(seat, seat)]
        left[seat].clear()
        if low is None or following is None:
            continue
        if saved and following == last:
            left[last] = list(saved)
        answer = _answer(left[following], low, level)
        left[following] = _without(left[following], answer)
        events += [Event(PLAY, seat, (low,)), *_passes(seat, following)]
        events += [Event(PLAY, following, answer), *_passes(following, following)]
    return events


def _groups(hand: Iterable[int]) -> Iterator[Cards]:
    for _, group in groupby(sorted(hand), key=cards.rank_of):
        yield tuple(group)


def _answer(hand: Sequence[int], low: int, level: int) -> Cards:
    """A higher single card, else a bomb."""
    if hand and cards.strength(hand[-1], level) > cards.strength(low, level):
        return (hand[-1],)
    return next(group for group in _groups(hand) if len(group) >= 4)


def _passes(after: int, until: int) -> list[Event]:
    """Everybody's pass from the seat after one to the seat before another, all round if they are the same."""
    steps = (until - after - 1) % 4
    return [Event(PASS, (after + 1 + i) % 4) for i in range(steps)]


def _chain(finish: Sequence[int], level: int) -> list[list[int]]:
    """Clubs, rising, one for each seat in turn until all have gone out who are to; who is left keeps one more."""
    clubs = (cards.code("C" + r) for r in "3456789TJQ" if cards.level(r) != level)
    kept: list[list[int]] = [[], [], [], []]
    for seat in _round(finish):
        kept[seat].append(next(clubs))
    for seat in set(range(4)) - set(finish):
        kept[seat].append(next(clubs))
    return kept


def _round(finish: Sequence[int]) -> Iterator[int]:
    """Who plays, turn by turn, from the first to go out to the last."""
    out: list[int] = []
    for turn in count(finish[0]):
        seat = turn % 4
        if seat in out:
            continue
        yield seat
        if seat == finish[len(out)]:
            out.append(seat)
        if len(out) == len(finish):
            return


def _chained(chain: Sequence[Sequence[int]], finish: Sequence[int]) -> Iterator[Event]:
    left = [list(hand) for hand in chain]
    for seat in _round(finish):
        yield Event(PLAY, seat, (left[seat].pop(0),))
