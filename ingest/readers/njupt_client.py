"""The messages of the NJUPT offline platform as one seat's client logged them: its own hand, everybody's plays, the platform's legal lists.

A deal runs from `beginning` to `episodeOver`, whose `order` always names four seats, the places of those who still hold cards included:
it is kept as it is. What stands before the first `beginning` is a deal that lost its head; one with a message that cannot be read, or with a move
that a message is missing before, has lost some of its middle. The only name known is the client's own.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import BinaryIO, TypeVar

from engine.records import Deal, Event, Ignored, Match, Quarantined
from engine.words import Text
from ingest.readers.njupt_matches import numbered
from ingest.readers.njupt_messages import EXPECTED, Chatter, Damaged, Message, elements
from ingest.readers.njupt_moves import MoveError
from ingest.readers.njupt_view import Draft, View
from ingest.text import decode, lines

FORMAT = "njupt_client"
UNIT = "element"
RULES = "njupt_v1006"
VERSION = 1
WHY = Text(
    "含有形如 `[名字] Received message: {` 的消息，带 type 与 stage",
    "messages like `[NAME] Received message: {`, with a type and a stage",
)
CHATTER = Text("客户端自己的话", "a remark of the client")
UNKNOWN_KIND = Text("不含出牌的消息", "a message of a kind that holds no play")
HEADING = re.compile(r'^\[[^\[\]\n]+\] (Received message: \{\s*"|Sent response: \{"actIndex")', re.MULTILINE)

Item = Match | Quarantined | Ignored
T = TypeVar("T")


def sniff(head: bytes) -> bool:
    """Whether a file's beginning holds a message of the platform."""
    return bool(HEADING.search(decode(head)[0].replace("\r\n", "\n")))


def read(file: BinaryIO) -> Iterator[Item]:
    """The matches that each client of a transcript saw, then what could not be read, then what was ignored."""
    views: dict[str, View] = {}
    bad: list[Quarantined] = []
    ignored: Counter[Text] = Counter()
    for element in elements(lines(file)):
        if isinstance(element, Damaged):
            bad.append(element.piece)
            if element.name in views:
                views[element.name].lose()
        elif isinstance(element, Chatter):
            ignored[CHATTER] += 1
        else:
            outcome = _taken(views.setdefault(element.name, View(element.name)), element)
            bad += [outcome] if isinstance(outcome, Quarantined) else []
            ignored[UNKNOWN_KIND] += outcome is False
    match_no = 0
    for view in views.values():
        for match in _matches(view, match_no):
            match_no = match.match_no
            yield match
    yield from bad
    yield from (Ignored(reason, units) for reason, units in ignored.items() if units)


def _taken(view: View, message: Message) -> bool | Quarantined:
    try:
        return view.take(message)
    except MoveError as error:
        view.lose()
        raw = json.dumps(message.value, ensure_ascii=False).encode("utf-8", "replace")
        return Quarantined(message.line, error.said, EXPECTED, raw)


def _matches(view: View, match_no: int) -> Iterator[Match]:
    """The matches of a view, numbered on from `match_no`."""
    seat = view.own_seat()
    ends = [i + 1 for i, draft in enumerate(view.drafts[:-1]) if draft.after]
    for first, stop in pairwise([0, *ends, len(view.drafts)]):
        drafts = view.drafts[first:stop]
        deals = [_deal(draft, seat) for draft in drafts]
        if first and drafts[0].begun:
            deals[0] = replace(deals[0], starts_match=True)
        for found in numbered(deals, RULES):
            match_no += 1
            yield _match(match_no, found, drafts[: len(found)], view)
            drafts = drafts[len(found) :]


def _match(match_no: int, deals: tuple[Deal, ...], drafts: Sequence[Draft], view: View) -> Match:
    after, seat = drafts[-1].after, view.own_seat()
    rows = [
        replace(row, deal_no=deal.deal_no, seat=seat) for deal, d in zip(deals, drafts, strict=True) for row in d.lists
    ]
    return Match(
        match_no,
        deals,
        names=_at_seat(seat, view.name),
        viewpoint=seat,
        ended=True if after else None,
        winner_team=_winner(after),
        ended_line=drafts[-1].after_line,
        extra=json.dumps(after, ensure_ascii=False) if after else None,
        legal_lists=tuple(rows),
        units=sum(draft.units for draft in drafts),
    )


def _deal(draft: Draft, seat: int | None) -> Deal:
    ours, theirs = draft.team_levels if seat is not None else (None, None)
    rest = draft.rest
    return Deal(
        0,
        _chosen(draft, seat),
        level=draft.level,
        hands=_at_seat(seat, draft.hand),
        hands_at=None if draft.hand is None else "dealt",
        cut=draft.cut(),
        finish=draft.finish,
        rest=(rest.get(0), rest.get(1), rest.get(2), rest.get(3)),
        team_levels=(theirs, ours) if seat in (1, 3) else (ours, theirs),
        first_line=draft.line,
        ended_line=draft.ended_line,
    )


def _chosen(draft: Draft, seat: int | None) -> tuple[Event, ...]:
    """The events, each own one with the choice that led to it: the first own event of the message that follows the choice."""
    events = list(draft.events)
    for at, choice in draft.choices.items():
        told = [i for i in range(at, len(events)) if events[i].line == events[at].line and events[i].seat == seat]
        if told:
            events[told[0]] = replace(events[told[0]], choice=choice)
    return tuple(events)


def _at_seat(seat: int | None, value: T) -> tuple[T | None, T | None, T | None, T | None]:
    one, two, three, four = (value if place == seat else None for place in range(4))
    return one, two, three, four


def _winner(after: Mapping[str, object]) -> int | None:
    """The team that won the last match, told only where one team has won them all."""
    match after:
        case {"gameResult": {"victoryNum": [int(a), int(b), *_]}} if (a == 0) != (b == 0):
            return 0 if a else 1
    return None
