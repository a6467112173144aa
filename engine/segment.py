"""Where one deal (一副牌) ends and the next begins in a stream of events whose log does not say.

A deal ends when both partners of a team, or three seats, have played their 27 cards. Its beginning is *known* only after such an end, at tribute
lines, or where the log states it; whatever stands between is a *region*: pieces of deals that lost their head, found from behind
by what one deal cannot hold (a third copy of a card, a seat's 28th). A *strike* is an event that the deal so far cannot hold; one
may be a fault of the record, several in a row show that lines are missing and another deal has begun.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from engine.cards import CARD_COUNT, HAND_SIZE
from engine.records import Event, EventKind, partner

EXCHANGE = (EventKind.TRIBUTE, EventKind.RETURN, EventKind.ANTI_TRIBUTE)
MOVES = (EventKind.PLAY, EventKind.PASS)
LOOKAHEAD = 24
STRIKES = 3
STRAY = 3


@dataclass(frozen=True, slots=True)
class Piece:
    """Events `start:stop` of the stream are one deal; `cut` says which of its ends the log lost, as in `Deal`."""

    start: int
    stop: int
    cut: str | None


@dataclass(slots=True)
class _Pile:
    """What has been played since a deal began."""

    counts: list[int] = field(default_factory=lambda: [0] * 4)
    copies: list[int] = field(default_factory=lambda: [0] * CARD_COUNT)
    out: list[int] = field(default_factory=list)

    def strikes(self, event: Event) -> bool:
        """Whether the deal so far cannot hold this event."""
        if event.kind not in MOVES or event.seat is None:
            return False
        return event.seat in self.out or self.overflows(event)

    def overflows(self, event: Event) -> bool:
        """Whether the event brings a third copy of a card or a seat's 28th card."""
        if event.kind != EventKind.PLAY or event.seat is None:
            return False
        if self.counts[event.seat] + len(event.cards) > HAND_SIZE:
            return True
        return any(self.copies[c] + event.cards.count(c) > 2 for c in event.cards)

    def add(self, event: Event) -> None:
        """Takes a play into account."""
        if event.kind != EventKind.PLAY or event.seat is None:
            return
        self.counts[event.seat] += len(event.cards)
        for card in event.cards:
            self.copies[card] += 1
        if self.counts[event.seat] >= HAND_SIZE and event.seat not in self.out:
            self.out.append(event.seat)

    def is_over(self) -> bool:
        """Whether three seats are out, or both of a team."""
        return len(self.out) > 2 or (len(self.out) == 2 and partner(self.out[0]) == self.out[1])


def finishing(events: Sequence[Event]) -> tuple[int, ...]:
    """The seats that emptied their hands, in order, as the cards they played tell; without an end, () or fewer than two tell nothing."""
    pile = _Pile()
    for event in events:
        pile.add(event)
        if pile.is_over():
            break
    return tuple(pile.out)


def is_over(order: Sequence[int]) -> bool:
    """Whether seats going out in this order end a deal."""
    return _Pile(out=list(order)).is_over()


def segment(events: Sequence[Event], starts: Collection[int] = ()) -> list[Piece]:
    """The deals of a stream, in order, holding every event once; `starts` are the positions at which the log states a beginning."""
    stated = frozenset(starts)
    pieces: list[Piece] = []
    at = 0
    known = 0 in stated or (bool(events) and events[0].kind in EXCHANGE)
    while at < len(events):
        if known:
            piece, known = _deal(events, at, stated)
            pieces.append(piece)
        else:
            stop = _next_known(events, at, stated)
            pieces += _region(events, at, stop)
            known = True
        at = pieces[-1].stop
    return _with_strays(pieces, events)


def _begins(events: Sequence[Event], at: int, start: int, stated: frozenset[int]) -> bool:
    """Whether another deal than the one that began at `start` certainly begins at `at`."""
    if at in stated:
        return at > start
    if events[at].kind not in (EventKind.TRIBUTE, EventKind.ANTI_TRIBUTE) or at == start:
        return False
    return events[at - 1].kind not in EXCHANGE


def _next_known(events: Sequence[Event], start: int, stated: frozenset[int]) -> int:
    return next((i for i in range(start, len(events)) if _begins(events, i, start, stated)), len(events))


def _deal(events: Sequence[Event], start: int, stated: frozenset[int]) -> tuple[Piece, bool]:
    """The deal that begins at `start`, and whether the next one's beginning is known."""
    pile = _Pile()
    for i in range(start, len(events)):
        if _begins(events, i, start, stated):
            return Piece(start, i, "tail"), True
        if pile.strikes(events[i]) and _is_lost(events, i, pile, stated):
            return Piece(start, _break_before(events, start, i), "tail"), False
        pile.add(events[i])
        if pile.is_over():
            return Piece(start, _after_passes(events, i + 1, stated), None), True
    return Piece(start, len(events), "tail"), True


def _after_passes(events: Sequence[Event], at: int, stated: frozenset[int]) -> int:
    """The first event from `at` on that is no pass: nobody opens a deal with one, so such passes belong to the deal before."""
    while at < len(events) and at not in stated and events[at].kind == EventKind.PASS:
        at += 1
    return at


def _is_lost(events: Sequence[Event], at: int, pile: _Pile, stated: frozenset[int]) -> bool:
    """Whether the events from a strike on belong to another deal: strikes follow before the deal ends or a known beginning comes."""
    trial = _Pile(list(pile.counts), list(pile.copies), list(pile.out))
    strikes = 0
    for i in range(at, min(at + LOOKAHEAD, len(events))):
        if i > at and _begins(events, i, at - 1, stated):
            return False
        strikes += trial.strikes(events[i])
        if strikes >= STRIKES:
            return True
        trial.add(events[i])
        if trial.is_over():
            return False
    return False


def _break_before(events: Sequence[Event], start: int, at: int) -> int:
    """Where the next deal probably begins, at `at` or shortly before: at a play that follows a play, as the last event of a deal is one."""
    plays = EventKind.PLAY
    for i in range(at, max(start + 1, at - LOOKAHEAD), -1):
        if events[i].kind == plays and events[i - 1].kind == plays and not _is_next(events[i - 1], events[i]):
            return i
    for i in range(at, max(start + 1, at - LOOKAHEAD), -1):
        if events[i].kind == plays and events[i - 1].kind == plays:
            return i
    return max(at, start + 1)


def _is_next(event: Event, after: Event) -> bool:
    """Whether `after` may be an answer to `event`: the next seat, and the same number of cards or a bomb."""
    if event.seat is None or after.seat != (event.seat + 1) % 4:
        return False
    return len(after.cards) == len(event.cards) or len(after.cards) > 3


def _region(events: Sequence[Event], start: int, stop: int) -> list[Piece]:
    """Pieces of deals between an unknown beginning and a known end (or the end of the log), split from behind."""
    pieces: list[Piece] = []
    last = "head" if stop < len(events) else "both"
    while stop > start:
        pile = _Pile()
        at = stop
        while at > start and not pile.overflows(events[at - 1]):
            at -= 1
            pile.add(events[at])
        while start < at < stop - 1 and events[at].kind == EventKind.PASS:
            at += 1
        pieces.append(Piece(at, stop, "head" if pieces else last))
        stop = at
    return pieces[::-1]


def _with_strays(pieces: list[Piece], events: Sequence[Event]) -> list[Piece]:
    """The pieces, where a few moves between a deal's end and the next tribute are left with the deal that has ended."""
    result: list[Piece] = []
    for piece in pieces:
        stray = piece.cut == "tail" and piece.stop - piece.start <= STRAY and piece.stop < len(events)
        if stray and result and result[-1].cut is None and events[piece.start].kind in MOVES:
            result[-1] = Piece(result[-1].start, piece.stop, None)
        else:
            result.append(piece)
    return result
