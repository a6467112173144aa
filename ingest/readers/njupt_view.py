"""What one client of the NJUPT platform saw, put together message by message.

A *draft* is a deal in the making. The client's own seat may be known only later than what depends on it, so that waits until the deals are asked for.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.pile import MOVES
from engine.records import Cards, Event, EventKind, LegalList
from engine.words import Text
from ingest.readers.njupt_fields import codes, gift, items, leftover, level, number, seats
from ingest.readers.njupt_gaps import (
    border,
    has_gap,
    is_changed,
    is_cut_short,
    is_exchange_due,
    is_of_another_deal,
    is_untold,
    said,
)
from ingest.readers.njupt_messages import Message
from ingest.readers.njupt_moves import LARGEST_CHOICE, MoveError

CUTS = {(True, True): None, (True, False): "tail", (False, True): "head", (False, False): "both"}


@dataclass(slots=True)
class Draft:
    """A deal in the making.

    `team_levels` are those of the client's team and of the other; `choices` has what it chose, by the number of events before it; `lost_after` is how
    many events stand before the first message known to be lost, `asked_at` how many before the last request; `after` is what the platform says once a match
    is over.
    """

    begun: bool
    line: int
    events: list[Event] = field(default_factory=list)
    lists: list[LegalList] = field(default_factory=list)
    choices: dict[int, int] = field(default_factory=dict)
    hand: Cards | None = None
    level: int | None = None
    team_levels: tuple[int | None, int | None] = (None, None)
    finish: tuple[int, ...] | None = None
    ended_line: int | None = None
    rest: dict[int, Cards] = field(default_factory=dict)
    units: int = 0
    lost_after: int | None = None
    asked_at: int = 0
    after: dict[str, object] = field(default_factory=dict)
    after_line: int | None = None

    def lose(self) -> None:
        """A message is lost here."""
        if self.lost_after is None:
            self.lost_after = len(self.events)

    def cut(self) -> str | None:
        """What of the deal is lost, as in `Deal`."""
        ends = CUTS[self.begun, self.finish is not None]
        lost = self.lost_after is not None and (self.lost_after < len(self.events) or self.finish)
        return "middle" if self.begun and (lost or has_gap(self.events, self.level)) else ends


class View:
    """The deals that the client of a name has seen so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seat: int | None = None
        self.drafts: list[Draft] = []

    def take(self, message: Message) -> bool:
        """Takes a message in; False for a kind that holds nothing to store. Raises MoveError for one that says what cannot be."""
        value = message.value
        stage = str(value.get("stage"))
        if message.sent:
            self.respond(message)
        elif value.get("type") == "act":
            self.ask(message)
        elif value.get("type") == "notify" and stage in NOTICES:
            NOTICES[stage](self, message)
        else:
            return False
        self.drafts[-1].units += 1
        return True

    def draft(self, message: Message) -> Draft:
        """The deal that is being played, or one that has lost its head."""
        if self.is_between_deals():
            self.drafts.append(Draft(begun=False, line=message.line))
        return self.drafts[-1]

    def is_between_deals(self) -> bool:
        """Whether no deal is being played."""
        return not self.drafts or bool(self.drafts[-1].finish or self.drafts[-1].after)

    def exchanging(self, message: Message) -> Draft:
        """The deal before its first move: another one, that has lost its head, if moves have been made."""
        if any(event.kind in MOVES for event in self.draft(message).events):
            self.drafts.append(Draft(begun=False, line=message.line))
        return self.drafts[-1]

    def lose(self) -> None:
        """A message of this client could not be read."""
        if not self.is_between_deals():
            self.drafts[-1].lose()

    def respond(self, message: Message) -> None:
        """The client's answer: which entry of the legal list it chose."""
        index = number(message.value.get("actIndex"), "actIndex", LARGEST_CHOICE)
        draft = self.draft(message)
        draft.choices[len(draft.events)] = index

    def ask(self, message: Message) -> None:
        """The platform asks for a move: levels, the hand and the legal list."""
        value = message.value
        hand = codes(value.get("handCards"), "handCards")
        entries = json.dumps(items(value.get("actionList"), "actionList"), ensure_ascii=False, separators=(",", ":"))
        top = value.get("greaterAction")
        text = top if isinstance(top, str) or top is None else json.dumps(top, ensure_ascii=False)
        now = level(value.get("curRank"))
        draft = self.asked(message, hand, now)
        draft.level = now if draft.level is None else draft.level
        if draft.team_levels == (None, None):
            draft.team_levels = level(value.get("selfRank")), level(value.get("oppoRank"))
        if is_untold(value, draft.events) or (value.get("stage") == "play" and self.is_changed(draft, hand)):
            draft.lose()
        draft.asked_at = len(draft.events)
        draft.lists.append(LegalList(None, message.line, None, now, hand, text, entries))

    def asked(self, message: Message, hand: Cards, now: int | None) -> Draft:
        """The deal of a request: another one, that has lost its head, if it cannot be that of the moves told."""
        old = self.draft(message)
        if not is_of_another_deal(message.value, len(hand), now, old.events, old.level):
            return old
        at = border(old.events, old.asked_at)
        moved = old.events[at:]
        new = Draft(
            begun=False, line=(moved[0].line if moved else None) or message.line, events=moved, units=len(moved)
        )
        old.events, old.units = old.events[:at], old.units - len(moved)
        self.drafts.append(new)
        return new

    def is_changed(self, draft: Draft, hand: Cards) -> bool:
        """Whether the client's hand says that something of the deal was not told."""
        if draft.hand is None or self.seat is None:
            return False
        return is_changed(draft.hand, hand, self.seat, draft.events)

    def has_lost_exchange(self) -> bool:
        """Whether the first move of the last deal comes before a tribute that others owe after the deal before."""
        if len(self.drafts) < 2 or self.seat is None:
            return False
        before, now = self.drafts[-2:]
        told = now.begun and not now.events and not before.after
        return bool(told and before.finish and len(before.finish) > 2 and is_exchange_due(before.finish, self.seat))

    def begin(self, message: Message) -> None:
        """A deal begins with a hand of 27 and the client's seat."""
        hand = codes(message.value.get("handCards"), "handCards")
        self.seat = number(message.value.get("myPos"), "myPos", 3)
        self.drafts.append(Draft(begun=True, line=message.line, hand=hand))

    def play(self, message: Message) -> None:
        """Somebody plays or passes."""
        seat, move = number(message.value.get("curPos"), "curPos", 3), said(message.value.get("curAction"))
        event = Event(
            move.event,
            seat,
            move.cards,
            declared_kind=move.kind,
            declared_rank=move.rank,
            label=move.label,
            line=message.line,
        )
        draft = self.draft(message)
        if is_untold(message.value, [*draft.events, event]) or self.has_lost_exchange():
            draft.lose()
        draft.events.append(event)

    def exchange(self, message: Message) -> None:
        """Tributes or returns, from whom to whom."""
        kind = EventKind.TRIBUTE if message.value.get("stage") == "tribute" else EventKind.RETURN
        given = [gift(entry, kind, message.line) for entry in items(message.value.get("result"), "result")]
        self.exchanging(message).events += given

    def resist(self, message: Message) -> None:
        """Who does not pay, holding both big jokers."""
        resisting = seats(message.value.get("antiPos"), "antiPos")
        self.exchanging(message).events += (
            Event(EventKind.ANTI_TRIBUTE, seat, line=message.line) for seat in resisting
        )

    def end(self, message: Message) -> None:
        """The deal is over: the order claimed and the cards that were left."""
        order = seats(message.value.get("order"), "order")
        rest = dict(leftover(entry) for entry in items(message.value.get("restCards", []), "restCards"))
        if not order:
            raise MoveError(Text("order 为空", "order is empty"))
        draft = self.draft(message)
        draft.level = level(message.value.get("curRank")) if draft.level is None else draft.level
        if draft.begun and is_cut_short(draft.events, rest, draft.level):
            draft.lose()
        draft.finish, draft.rest, draft.ended_line = order, rest, message.line

    def close(self, message: Message) -> None:
        """The match is over."""
        draft = self.drafts[-1] if self.drafts else self.draft(message)
        said = {key: value for key, value in message.value.items() if key not in ("type", "stage")}
        draft.after[str(message.value["stage"])] = said
        draft.after_line = draft.after_line or message.line

    def own_seat(self) -> int | None:
        """The client's seat: as stated, else whose move came after each of its answers."""
        if self.seat is not None:
            return self.seat
        movers = {d.events[at].seat for d in self.drafts for at in d.choices if at < len(d.events)}
        return movers.pop() if len(movers) == 1 else None


NOTICES: Mapping[str, Callable[[View, Message], None]] = MappingProxyType(
    {
        "beginning": View.begin,
        "play": View.play,
        "tribute": View.exchange,
        "back": View.exchange,
        "anti-tribute": View.resist,
        "episodeOver": View.end,
        "gameOver": View.close,
        "gameResult": View.close,
    }
)
