"""Writes our own JSONL, without loss: the reader of the same name gives the same matches back, numbered and with the lines of the new file.

A match needs at least one deal. Line numbers are places in a source, not facts, and are not written.
"""

from collections.abc import Iterable
from typing import BinaryIO

import msgspec

from engine.cards import CARD_NAMES, RANK_NAMES
from engine.records import EVENT_NAMES, Cards, Deal, Event, LegalList, Match
from engine.words import Text
from ingest.jsonl.fields import CardNames, DealLine, EventLine, FourHands, ListLine, said
from ingest.jsonl.line import DEPTH, depth
from ingest.jsonl.match import FourCards
from ingest.writers import UnwritableError

_encoder = msgspec.json.Encoder()
_object = msgspec.json.Decoder(dict[str, msgspec.Raw])


def write(matches: Iterable[Match], file: BinaryIO) -> None:
    """Writes matches, one line a deal. Raises UnwritableError for a match without deals."""
    for number, match in enumerate(matches, 1):
        if not match.deals:
            raise UnwritableError(
                Text(f"第 {number} 场没有可写的副", f"match {number} has no deal to write a line for")
            )
        lists = _placed(match)
        for place, deal in enumerate(match.deals):
            file.write(_line(match, number, deal, lists[place], last=place == len(match.deals) - 1))


def _line(match: Match, number: int, deal: Deal, lists: tuple[ListLine, ...], *, last: bool) -> bytes:
    own = _own(deal.extra)
    line = DealLine(
        danpu=1,
        match=f"#{number}",
        deal=deal.deal_no,
        label=match.label,
        players=match.names if any(name is not None for name in match.names) else None,
        seat_how=None if match.seat_how == "stated" else match.seat_how,
        view=match.viewpoint,
        rules=match.rules,
        level=_rank(deal.level),
        levels=None if deal.team_levels == (None, None) else (_rank(deal.team_levels[0]), _rank(deal.team_levels[1])),
        starts=deal.starts_match,
        cut=deal.cut,
        leader=deal.leader,
        at=deal.hands_at,
        hands=_four(deal.hands),
        events=tuple(map(_event, deal.events)),
        finish=deal.finish,
        rest=_four(deal.rest),
        steps=deal.steps,
        ended=match.ended if last else None,
        winner=match.winner_team if last else None,
        legal_lists=lists,
        extra=None if own else deal.extra,
        match_extra=match.extra,
    )
    text = _encoder.encode(line)
    return (text[:-1] + b"," + own + b"}" if own else text) + b"\n"


def _own(extra: str | None) -> bytes:
    """The inside of an object whose keys all begin with `_`, if `extra` is exactly what the reader would make of it, else nothing."""
    if not extra or not extra.startswith('{"_'):
        return b""
    try:
        keys = _object.decode(extra)
    except (msgspec.DecodeError, RecursionError):
        return b""
    ours = all(key.startswith("_") and depth(value) <= DEPTH for key, value in keys.items())
    return extra.encode()[1:-1] if ours and _encoder.encode(keys) == extra.encode() else b""


def _placed(match: Match) -> list[tuple[ListLine, ...]]:
    """The legal lists of each line: in their order, each with its own deal where that order allows, else naming it."""
    lines: list[list[ListLine]] = [[] for _ in match.deals]
    numbers = [deal.deal_no for deal in match.deals]
    at = 0
    for entry in match.legal_lists:
        if entry.deal_no in numbers[at:]:
            at = numbers.index(entry.deal_no, at)
        lines[at].append(_list(entry, numbers[at]))
    return [tuple(line) for line in lines]


def _list(entry: LegalList, deal: int) -> ListLine:
    return ListLine(
        entries=entry.entries,
        deal=msgspec.UNSET if entry.deal_no == deal else entry.deal_no,
        seat=entry.seat,
        level=_rank(entry.level),
        hand=_cards(entry.hand),
        top=entry.top,
    )


def _event(event: Event) -> EventLine:
    return EventLine(
        EVENT_NAMES[event.kind],
        event.seat,
        event.to,
        _cards(event.cards) or None,
        said(event.declared_kind, event.declared_rank),
        _cards(event.wild_as),
        event.label,
        event.choice,
        event.time_ms,
        event.amount,
        event.about,
    )


def _rank(rank: int | None) -> str | None:
    return None if rank is None else RANK_NAMES[rank]


def _cards(cards: Cards | None) -> CardNames | None:
    return None if cards is None else tuple(map(CARD_NAMES.__getitem__, cards))


def _four(hands: FourCards) -> FourHands | None:
    if all(hand is None for hand in hands):
        return None
    return _cards(hands[0]), _cards(hands[1]), _cards(hands[2]), _cards(hands[3])
