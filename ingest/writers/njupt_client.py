"""Writes what one client of the NJUPT platform would have seen, as `ingest.readers.njupt_client` reads it.

The client is the record's viewpoint, else seat 0; its hand must be known. Lost: the other hands until their leftovers are shown, other names, clocks.
Quirks are the platform's own: moves stand as Python lists in strings, and `order` names all four seats even after a double win.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO

from engine import cards, moves
from engine.records import Cards, Deal, EventKind, Match, team
from engine.words import Text
from ingest.readers.njupt_messages import Message, elements
from ingest.readers.njupt_moves import PASSES, TYPES, rank_text
from ingest.text import lines
from ingest.writers import UnwritableError
from ingest.writers.njupt_lists import Request, judged, requests
from ingest.writers.njupt_server import NAMES, triple

NOBODY = "[None, None, None]"
HEADLESS = ("head", "both")
EXCHANGES = {EventKind.TRIBUTE: "tribute", EventKind.RETURN: "back"}
Value = Mapping[str, object]


class HandUnknownError(UnwritableError):
    """A record that does not show the hand of the seat whose view is asked for."""


@dataclass(slots=True)
class _Table:
    """What the client knows while a deal goes on."""

    seat: int
    levels: tuple[int | None, int | None, int | None]
    left: list[int]
    greater: int = -1
    last: int = -1
    greater_action: str = NOBODY
    last_action: str = NOBODY

    def state(self, request: Request) -> dict[str, object]:
        """The fields of a request to move."""
        own, other, now = map(_rank, self.levels)
        return {
            "handCards": [cards.name(card) for card in _sorted(request.hand or (), self.levels[2])],
            "publicInfo": [{"rest": rest, "playArea": None} for rest in self.left],
            "selfRank": own,
            "oppoRank": other,
            "curRank": now,
            "curPos": self.last,
            "curAction": self.last_action,
            "greaterPos": self.greater,
            "greaterAction": self.greater_action,
        }


def _rank(level: int | None) -> str | None:
    """A level as the platform writes it; null where the record does not say, so that nothing is made up."""
    return None if level is None else cards.RANKS[level]


def _sorted(hand: Cards, level: int | None) -> Cards:
    return hand if level is None else cards.sort(hand, level)


def write(matches: Iterable[Match], file: BinaryIO) -> None:
    """Writes matches one after another. Raises UnwritableError."""
    for match in matches:
        seat = match.viewpoint if match.viewpoint is not None else 0
        name = _name(match, seat)
        for sent, value in _match(match, seat):
            text = json.dumps(value) if sent else json.dumps(value, indent=2, ensure_ascii=False)
            file.write(f"[{name}] {'Sent response' if sent else 'Received message'}: {text}\n".encode())


def _name(match: Match, seat: int) -> str:
    """The name of the client. Raises UnwritableError for one that would not be read back as it is."""
    name = match.names[seat] if match.names[seat] is not None else NAMES[seat]
    assert name is not None
    line = f"[{name}] Received message: {{}}\n".encode("utf-8", "surrogatepass")
    read = [message.name for message in elements(lines(BytesIO(line))) if isinstance(message, Message)]
    if len(name.splitlines()) != 1 or read != [name]:
        raise UnwritableError(
            Text(f"玩家名 {name!r:.60} 此种记录写不出", f"a player's name {name!r:.60} has no place in these messages")
        )
    return name


def _match(match: Match, seat: int) -> Iterator[tuple[bool, Value]]:
    played = judged(match)
    asked: dict[int, list[Request]] = {}
    for deal, request in requests(played):
        asked.setdefault(deal.deal_no, []).append(request)
    before: Deal | None = None
    for deal, result in zip(match.deals, played.results, strict=True):
        _refuse(deal, before, seat)
        levels = (deal.team_levels[team(seat)], deal.team_levels[1 - team(seat)], result.level)
        yield from _deal(deal, _Table(seat, levels, [27] * 4), asked.get(deal.deal_no, []))
        before = deal
    if match.ended:
        yield False, {"type": "notify", "stage": "gameOver", "curTimes": match.match_no, "settingTimes": match.match_no}


def _refuse(deal: Deal, before: Deal | None, seat: int) -> None:
    """Raises UnwritableError for a deal that the messages would say otherwise."""
    no, exchange = deal.deal_no, [event for event in deal.events if event.kind in EXCHANGES]
    if deal.cut not in HEADLESS and deal.hands[seat] is None:
        raise HandUnknownError(
            Text(
                f"第 {no} 副没有座位 {seat} 的手牌，无法写出其视角",
                f"deal {no} does not show the hand of seat {seat}, whose view would be written",
            )
        )
    if exchange and deal.hands_at == "after_tribute" and deal.cut not in HEADLESS:
        raise UnwritableError(Text(f"第 {no} 副只有贡还之后的手牌", f"deal {no} shows hands only after tribute"))
    if any(event.to is None or event.seat is None or not event.cards for event in exchange):
        raise UnwritableError(
            Text(f"第 {no} 副的贡还未说明何人以何牌给何人", f"deal {no} does not say who gives what to whom")
        )
    if any(event.seat is None for event in deal.events if event.kind in (EventKind.PLAY, EventKind.PASS)):
        raise UnwritableError(Text(f"第 {no} 副有不知何人所出的一手", f"deal {no} has a move of nobody knows whom"))
    unended = before is not None and not before.finish
    if deal.cut == "middle" or (deal.cut in ("tail", "both") and deal.finish) or (deal.cut in HEADLESS and unended):
        raise UnwritableError(
            Text(f"此种消息无法说明第 {no} 副缺了什么", f"these messages cannot say what deal {no} has lost")
        )


def _deal(deal: Deal, table: _Table, asked: list[Request]) -> Iterator[tuple[bool, Value]]:
    held = [cards.name(card) for card in _sorted(deal.hands[table.seat] or (), table.levels[2])]
    if deal.cut not in HEADLESS:
        yield False, {"type": "notify", "stage": "beginning", "handCards": held, "myPos": table.seat}
    for kind, stage in EXCHANGES.items():
        given = [[e.seat, e.to, cards.name(e.cards[0])] for e in deal.events if e.kind == kind and e.cards]
        if given:
            yield False, {"type": "notify", "stage": stage, "result": given}
    resisting = [event.seat for event in deal.events if event.kind == EventKind.ANTI_TRIBUTE and event.seat is not None]
    if resisting:
        yield False, {"type": "notify", "stage": "anti-tribute", "antiNums": len(resisting), "antiPos": resisting}
    for request in asked:
        if request.event.kind in (EventKind.PLAY, EventKind.PASS):
            yield from _move(request, table)
    if deal.finish:
        yield False, _over(deal, table, asked)


def _move(request: Request, table: _Table) -> Iterator[tuple[bool, Value]]:
    event = request.event
    if request.top is None:
        table.greater, table.greater_action = -1, NOBODY
    if event.seat == table.seat and request.offered is not None:
        entries = [_entry(move) for move in request.offered]
        yield (
            False,
            {
                "type": "act",
                "stage": "play",
                **table.state(request),
                "actionList": entries,
                "indexRange": len(entries) - 1,
            },
        )
        yield True, {"actIndex": request.choice}
    said = str(triple(event))
    table.last, table.last_action = event.seat if event.seat is not None else -1, said
    if event.kind == EventKind.PLAY and event.seat is not None:
        table.greater, table.greater_action = event.seat, said
        table.left[event.seat] -= len(event.cards)
    notice = {
        "curPos": table.last,
        "curAction": said,
        "greaterPos": table.greater,
        "greaterAction": table.greater_action,
    }
    yield False, {"type": "notify", "stage": "play", **notice}


def _entry(move: moves.Move) -> list[object]:
    if move.kind == 0:
        return [PASSES] * 3
    return [TYPES[move.kind], rank_text(move.kind, move.rank), [cards.name(card) for card in move.cards]]


def _over(deal: Deal, table: _Table, asked: list[Request]) -> Value:
    finish = list(deal.finish or ())
    order = [*finish, *(seat for seat in range(4) if seat not in finish)]
    rest = [[seat, [cards.name(card) for card in _left(deal, seat, asked)]] for seat in order if seat not in finish]
    return {
        "type": "notify",
        "stage": "episodeOver",
        "order": order,
        "curRank": _rank(table.levels[2]),
        "restCards": [entry for entry in rest if entry[1]],
    }


def _left(deal: Deal, seat: int, asked: list[Request]) -> tuple[int, ...]:
    """What a seat holds at the end, as stated or as its hand was when it last moved."""
    stated = deal.rest[seat]
    if stated is not None:
        return stated
    last = next((r for r in reversed(asked) if r.event.seat == seat and r.hand is not None), None)
    if last is None or last.hand is None:
        return ()
    held = list(last.hand)
    for card in last.event.cards:
        if card in held:
            held.remove(card)
    return tuple(held)
