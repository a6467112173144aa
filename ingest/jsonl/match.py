"""Lines of our JSONL as matches: consecutive lines with the same `match` and a growing `deal` are one match.

What a line says of its match may stand on any of its lines and must not contradict an earlier one; `ended` and `winner` are as the last line that states
them has it. A refused line still ends the match before it where it claims another.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from engine.cards import CARD_NAMES, RANK_NAMES
from engine.records import EVENT_NAMES, FOUR_NONE, Cards, Deal, Event, EventKind, Ignored, LegalList, Match, Quarantined
from engine.words import Text
from ingest.errors import Unreadable
from ingest.jsonl.fields import VERSION, CardNames, DealLine, EventLine, FourHands, Head, ListLine, reading
from ingest.jsonl.line import CONTRADICTS, NEWER, at, head, read, refused
from ingest.text import BLANK, Line

Item: TypeAlias = Match | Quarantined | Ignored
FourCards: TypeAlias = tuple[Cards | None, Cards | None, Cards | None, Cards | None]

OURS = Text(f"danpu JSONL 第 {VERSION} 版", f"version {VERSION} of danpu's JSONL")
LATER = Text("由更新版本的 danpu 写成的文件", "one written by a newer danpu")
CODE = {name: code for code, name in enumerate(CARD_NAMES)}
RANK = {name: rank for rank, name in enumerate(RANK_NAMES)}
KIND = {name: EventKind(kind) for kind, name in enumerate(EVENT_NAMES)}


def named(match: str) -> str | None:
    """The name that `match` gives; `#` and a number is none.

    >>> named("final"), named("#12")
    ('final', None)
    """
    return None if match[:1] == "#" and match[1:].isdecimal() and match.isascii() else match


class Stated(msgspec.Struct):
    """What lines say of their match, under the names of `DealLine`."""

    label: str | None = None
    players: tuple[str | None, str | None, str | None, str | None] | None = None
    seat_how: str | None = None
    view: int | None = None
    rules: str | None = None
    match_extra: str | None = None


@dataclass(slots=True)
class _Open:
    """A match whose lines are still coming."""

    name: str
    last: int = 0
    deals: list[Deal] = field(default_factory=list)
    lists: list[LegalList] = field(default_factory=list)
    stated: Stated = field(default_factory=Stated)
    stated_on: dict[str, int] = field(default_factory=dict)
    ended: bool | None = None
    winner: int | None = None
    ended_line: int | None = None

    def holds(self, place: Head) -> bool:
        return place.match == self.name and place.deal > self.last

    def add(self, line: Line, deal: DealLine) -> Quarantined | None:
        """Takes a deal in, or says why it can't be of this match."""
        facts = {name: value for name in Stated.__struct_fields__ if (value := _stated(deal, name)) is not None}
        for name, value in facts.items():
            if name in self.stated_on and getattr(self.stated, name) != value:
                known = self.stated_on[name]
                expected = at(f"$.{name}", Text(f"同第 {known} 行", f"as on line {known}"))
                return refused(line, CONTRADICTS, expected, path=f"$.{name}", raw=line.text.encode())
        for name, value in facts.items():
            setattr(self.stated, name, value)
            self.stated_on.setdefault(name, line.no)
        self._end(line.no, deal)
        self.lists.extend(_list(entry, deal.deal, line.no) for entry in deal.legal_lists)
        self.deals.append(_deal(deal, line.no))
        return None

    def _end(self, line: int, deal: DealLine) -> None:
        if deal.ended is not None or deal.winner is not None:
            self.ended_line = line
        self.ended = self.ended if deal.ended is None else deal.ended
        self.winner = self.winner if deal.winner is None else deal.winner

    def match(self, number: int) -> Match:
        """The match as its lines had it."""
        return Match(
            match_no=number,
            deals=tuple(self.deals),
            names=self.stated.players or FOUR_NONE,
            seat_how=self.stated.seat_how or "stated",
            rules=self.stated.rules,
            ended=self.ended,
            winner_team=self.winner,
            ended_line=self.ended_line,
            label=named(self.name) if self.stated.label is None else self.stated.label,
            viewpoint=self.stated.view,
            extra=self.stated.match_extra,
            legal_lists=tuple(self.lists),
            units=len(self.deals),
        )


def _stated(deal: DealLine, name: str) -> object:
    value = getattr(deal, name)
    return None if value == FOUR_NONE else value


def matches(lines: Iterable[Line], *, first: bool = True) -> Iterator[Item]:
    """The matches of some lines, and the lines that are none. Raises Unreadable if the `first` line is a newer danpu's."""
    current = _Open("")
    number = 0
    for line in lines:
        if not line.text.strip():
            yield Ignored(BLANK, 1, line.no)
            continue
        item = read(line)
        if first and isinstance(item, Quarantined) and item.reason == NEWER:
            raise Unreadable(None, line.no, OURS, LATER)
        first = False
        place = Head(item.match, item.deal) if isinstance(item, DealLine) else head(line.text.encode())
        if place and not current.holds(place):
            if current.deals:
                number += 1
                yield current.match(number)
            current = _Open(place.match)
        if place:
            current.last = place.deal
        wrong = current.add(line, item) if isinstance(item, DealLine) else item
        if wrong:
            yield wrong
    if current.deals:
        yield current.match(number + 1)


def _deal(line: DealLine, number: int) -> Deal:
    return Deal(
        deal_no=line.deal,
        events=tuple(_event(e, number) for e in line.events),
        level=_rank(line.level),
        hands=_four(line.hands),
        hands_at=line.at,
        starts_match=line.starts,
        cut=line.cut,
        finish=line.finish,
        rest=_four(line.rest),
        leader=line.leader,
        team_levels=(_rank(line.levels[0]), _rank(line.levels[1])) if line.levels else (None, None),
        steps=line.steps,
        first_line=number,
        ended_line=number
        if line.finish is not None or line.rest not in (None, FOUR_NONE) or line.steps is not None
        else None,
        extra=line.extra,
    )


def _event(event: EventLine, number: int) -> Event:
    kind, rank = reading(event.as_) if event.as_ else (None, None)
    return Event(
        kind=KIND[event.e],
        seat=event.seat,
        cards=_cards(event.cards) or (),
        to=event.to,
        declared_kind=kind,
        declared_rank=rank,
        wild_as=_cards(event.wild_as),
        label=event.label,
        choice=event.choice,
        line=number,
        time_ms=event.t,
        amount=event.n,
        about=event.about,
    )


def _list(entry: ListLine, deal: int, number: int) -> LegalList:
    stated = deal if isinstance(entry.deal, msgspec.UnsetType) else entry.deal
    return LegalList(stated, number, entry.seat, _rank(entry.level), _cards(entry.hand), entry.top, entry.entries)


def _rank(name: str | None) -> int | None:
    return None if name is None else RANK[name]


def _cards(names: CardNames | None) -> Cards | None:
    return None if names is None else tuple(CODE[name] for name in names)


def _four(hands: FourHands | None) -> FourCards:
    return (_cards(hands[0]), _cards(hands[1]), _cards(hands[2]), _cards(hands[3])) if hands else FOUR_NONE
