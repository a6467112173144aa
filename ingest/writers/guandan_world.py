"""Writes the console log of guandan-world's match simulator, as `ingest.readers.guandan_world` reads it.

Lines of our own, which begin with `danpu:`, state what a deal has lost and where a match goes on whose beginning is not recorded. Lost, because the
format has no room for it: names, declared readings, what wilds stand for, clocks, choices, leftovers, and hands known only after tribute. Hands are
printed at the first trick where they are known.
"""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import numpy as np

from engine import cards
from engine.plain import levels
from engine.records import Cards, Deal, Event, EventKind, Match
from engine.words import Text
from ingest.writers import UnwritableError

FRAME = "=" * 27
VICTORIES = {1: "double_down", 2: "single_last", 3: "partner_last"}
MOVES = (EventKind.TRIBUTE, EventKind.RETURN, EventKind.PLAY, EventKind.PASS)
BIG_JOKERS = 2
Hands = list[list[int] | None]


def write(matches: Iterable[Match], file: BinaryIO) -> None:
    """Writes matches one after another. Raises UnwritableError."""
    for match in matches:
        for text in _match(match):
            file.write(text.encode() + b"\n")


def _match(match: Match) -> Iterator[str]:
    yield "Event: Match Started" if match.deals and match.deals[0].starts_match else "danpu: match goes on"
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
    if not (deal.events or deal.finish or any(deal.hands)):
        raise UnwritableError(Text(f"第 {deal.deal_no} 副没有可写的内容", f"deal {deal.deal_no} has nothing to write"))
    yield "Event: Deal Started" if deal.cut is None else f"danpu: deal begins, cut: {deal.cut}"
    if deal.level is not None:
        yield f"当前Deal Level: {deal.level + 2}"
    yield from (f"队伍{team} Level: {level + 2}" for team, level in enumerate(deal.team_levels) if level is not None)
    hands: Hands = [None if hand is None or deal.hands_at != "dealt" else list(hand) for hand in deal.hands]
    if any(hand is not None for hand in hands):
        yield "=== 发牌完成，玩家手牌 ==="
        yield from _hands(hands)
        yield FRAME
    yield from _events(deal, hands)
    if deal.finish:
        yield f"Event: Deal Ended, Rankings: [{' '.join(map(str, deal.finish))}]{_victory(deal.finish)}"


def _victory(finish: tuple[int, ...]) -> str:
    place = levels.partner_place(np.array([*finish, -1, -1], np.int64))
    return f", Victory Type: {VICTORIES[place]}" if place in VICTORIES else ""


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


def _events(deal: Deal, hands: Hands) -> Iterator[str]:
    """The events, with the frame of the first trick before its first play where the record says who leads."""
    opened = deal.leader is None
    before: Event | None = None
    for event in deal.events:
        if event.kind in (EventKind.PLAY, EventKind.PASS) and not opened:
            opened = True
            yield f"Event: New Trick Started, Leader: Player {deal.leader}"
            yield "=== Player Hands at Trick Start ==="
            yield from _hands(hands)
            yield FRAME
        yield from _anti(event, before, deal) if event.kind == EventKind.ANTI_TRIBUTE else _move(event)
        _give(event, hands)
        before = event


def _anti(event: Event, before: Event | None, deal: Deal) -> Iterator[str]:
    """The sentence that tribute is refused once, and each holder of big jokers below it."""
    if before is None or before.kind != EventKind.ANTI_TRIBUTE or before.seat is None or event.seat is None:
        yield "抗贡结果：败方持有2张大王，触发抗贡"
    if event.seat is not None:
        hand = deal.hands[event.seat]
        holders = {e.seat for e in deal.events if e.kind == EventKind.ANTI_TRIBUTE}
        count = BIG_JOKERS // len(holders) if hand is None else hand.count(cards.BIG_JOKER)
        yield f"  Player {event.seat}: {count}张大王"


def _move(event: Event) -> Iterator[str]:
    if event.kind not in MOVES:
        return
    if event.seat is None or (event.kind == EventKind.RETURN and event.to is None):
        raise UnwritableError(
            Text(
                "不知何人所出、或不知还与何人的一手，此种日志写不出",
                "a move of nobody knows whom, or a card returned to nobody knows whom, has no line in this log",
            )
        )
    if event.kind != EventKind.PASS and not event.cards:
        raise UnwritableError(Text("所出之牌不明的一手写不出", "a move without its cards cannot be written"))
    yield _sentence(event)


def _sentence(event: Event) -> str:
    who, held = f"Player {event.seat}", _cards(event.cards)
    if event.kind == EventKind.PASS:
        return f"Event: {who} passed"
    if event.kind == EventKind.PLAY:
        return f"Event: {who} played {len(event.cards)} cards: [{held}]"
    if event.kind == EventKind.RETURN:
        return f"{who} 还贡给 Player {event.to}：{held}"
    return f"{who} 上贡：{held}" if event.to is None else f"{who} 上贡给 Player {event.to}：{held}"


def _give(event: Event, hands: Hands) -> None:
    giver = None if event.seat is None else hands[event.seat]
    receiver = None if event.to is None else hands[event.to]
    moved: Cards = event.cards
    for card in moved:
        if giver is not None and card in giver:
            giver.remove(card)
        if receiver is not None:
            receiver.append(card)
