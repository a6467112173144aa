"""Writes the console log of guandan-world's match simulator, as `ingest.readers.guandan_world` reads it.

Lost, because the format has no room for it: names, declared readings, what wilds stand for, clocks, choices. Hands are printed at every trick start
where they are known.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from engine import cards
from engine.records import Cards, Deal, Event, EventKind, Match, partner

FRAME = "=" * 27
VICTORIES = {1: "double_down", 2: "single_last", 3: "partner_last"}
Hands = list[list[int] | None]


def write(matches: Iterable[Match], file: BinaryIO) -> None:
    """Writes matches one after another."""
    for match in matches:
        for text in _match(match):
            file.write(text.encode() + b"\n")


def _match(match: Match) -> Iterator[str]:
    if match.deals and match.deals[0].starts_match:
        yield "Event: Match Started"
    for deal in match.deals:
        yield from _deal(deal)
    if match.ended:
        yield (
            "Event: Match Ended"
            if match.winner_team is None
            else f"Event: Match Ended, Winner: Team {match.winner_team}"
        )
    yield ""


def _deal(deal: Deal) -> Iterator[str]:
    if deal.cut not in ("head", "both"):
        yield "Event: Deal Started"
    if deal.level is not None:
        yield f"当前Deal Level: {deal.level + 2}"
    yield from (f"队伍{team} Level: {level + 2}" for team, level in enumerate(deal.team_levels) if level is not None)
    hands: Hands = [None if hand is None else list(hand) for hand in deal.hands]
    if any(hand is not None for hand in hands):
        yield "=== 发牌完成，玩家手牌 ==="
        yield from _hands(hands)
        yield FRAME
    yield from _tricks(deal, hands)
    if deal.finish is not None:
        ranked = " ".join(str(seat) for seat in (*deal.finish, *_others(deal.finish)))
        yield f"Event: Deal Ended, Rankings: [{ranked}], Victory Type: {_victory(deal.finish)}"


def _others(finish: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat in range(4) if seat not in finish) if len(finish) == 3 else ()


def _victory(finish: Sequence[int]) -> str:
    place = finish.index(partner(finish[0])) if finish and partner(finish[0]) in finish else 3
    return VICTORIES[place]


def _hands(hands: Hands) -> Iterator[str]:
    for seat, hand in enumerate(hands):
        if hand is not None:
            yield f"Player {seat} ({len(hand)} cards): [{_cards(hand)}]"


def _cards(held: Iterable[int]) -> str:
    return ",".join(_card(card) for card in held)


def _card(card: int) -> str:
    if card >= cards.SMALL_JOKER:
        return "SJ" if card == cards.SMALL_JOKER else "BJ"
    rank = cards.RANKS[card >> 2]
    return ("10" if rank == "T" else rank) + cards.SUITS[card & 3]


def _tricks(deal: Deal, hands: Hands) -> Iterator[str]:
    """The events, with a trick's frame before its first play."""
    opened = False
    for event in deal.events:
        if event.kind in (EventKind.PLAY, EventKind.PASS) and not opened:
            opened = True
            leader = event.seat if deal.leader is None else deal.leader
            yield f"Event: New Trick Started, Leader: Player {leader}"
            yield "=== Player Hands at Trick Start ==="
            yield from _hands(hands)
            yield FRAME
        yield from _event(event)
        _move(event, hands)


def _event(event: Event) -> Iterator[str]:
    who = f"Player {event.seat}"
    if event.kind == EventKind.PLAY:
        yield f"Event: {who} played {len(event.cards)} cards: [{_cards(event.cards)}]"
    elif event.kind == EventKind.PASS:
        yield f"Event: {who} passed"
    elif event.kind == EventKind.TRIBUTE:
        yield (
            f"{who} 上贡：{_cards(event.cards)}"
            if event.to is None
            else f"{who} 上贡给 Player {event.to}：{_cards(event.cards)}"
        )
    elif event.kind == EventKind.RETURN and event.to is not None:
        yield f"{who} 还贡给 Player {event.to}：{_cards(event.cards)}"
    elif event.kind == EventKind.ANTI_TRIBUTE:
        yield "抗贡结果：败方持有2张大王，触发抗贡"
        if event.seat is not None:
            yield f"  {who}: 1张大王"


def _move(event: Event, hands: Hands) -> None:
    giver = None if event.seat is None else hands[event.seat]
    receiver = None if event.to is None else hands[event.to]
    moved: Cards = event.cards
    for card in moved:
        if giver is not None and card in giver:
            giver.remove(card)
        if receiver is not None:
            receiver.append(card)
