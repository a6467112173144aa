"""Where one deal (一副牌) ends and the next begins in a stream of events whose log does not say.

A deal ends when both partners of a team, or three seats, have played their 27 cards. Its beginning is *known* only after such an end, at tribute
lines, or where the log states it; whatever stands between is a *region*: pieces of deals that lost their head, found from behind
by what one deal cannot hold (a third copy of a card, a seat's 28th). A *strike* is an event that the deal so far cannot hold; one
may be a fault of the record, several in a row show that lines are missing and another deal has begun.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.pile import MOVES, Pile, turn_faults
from engine.records import EXCHANGE, Event, EventKind, Kind
from engine.rules import Rules, Switches

BOMBS = (None, Kind.BOMB, Kind.STRAIGHT_FLUSH, Kind.JOKER_BOMB)
LOOKAHEAD = 24
STRIKES = 3
STRAY = 3


@dataclass(frozen=True, slots=True)
class Piece:
    """Events `start:stop` of the stream are one deal; `cut` says which of its ends the log lost, as in `Deal`."""

    start: int
    stop: int
    cut: str | None


def segment(events: Sequence[Event], rules: Rules, starts: Collection[int] = ()) -> list[Piece]:
    """The deals of a stream, in order, holding every event once; `starts` are the positions at which the log states a beginning."""
    stated = frozenset(starts)
    pieces: list[Piece] = []
    at = 0
    known = 0 in stated or (bool(events) and events[0].kind in EXCHANGE)
    while at < len(events):
        if known or _begins(events, at, -1, stated):
            piece, known = _deal(events, at, stated, rules.switches)
            pieces.append(piece)
        else:
            stop = _next_known(events, at, stated)
            pieces += _region(events, at, stop)
            known = True
        at = pieces[-1].stop
    return _with_strays(pieces, events)


def _begins(events: Sequence[Event], at: int, start: int, stated: frozenset[int]) -> bool:
    """Whether another deal than the one that began at `start` certainly begins at `at`."""
    if at >= len(events) or at in stated:
        return at > start
    if events[at].kind not in (EventKind.TRIBUTE, EventKind.ANTI_TRIBUTE) or at == start:
        return False
    return events[at - 1].kind not in EXCHANGE


def _next_known(events: Sequence[Event], start: int, stated: frozenset[int]) -> int:
    return next((i for i in range(start, len(events)) if _begins(events, i, start, stated)), len(events))


def _deal(events: Sequence[Event], start: int, stated: frozenset[int], switches: Switches) -> tuple[Piece, bool]:
    """The deal that begins at `start`, and whether the next one's beginning is known."""
    pile = Pile()
    for i in range(start, len(events)):
        if _begins(events, i, start, stated):
            return Piece(start, i, "tail"), True
        if pile.strikes(events[i]) and _is_lost(events, i, pile, stated):
            return _lost(events, start, i, stated)
        pile.add(events[i])
        if pile.is_over():
            whole = Piece(start, _after_passes(events, i + 1, stated), None)
            soon = any(_begins(events, j, -1, stated) for j in range(whole.stop, whole.stop + STRAY + 1))
            if soon or not turn_faults(events[start : i + 1], switches):
                return whole, True
            return _doubted(events, whole, i, stated)
    return Piece(start, len(events), "tail"), True


def _doubted(events: Sequence[Event], whole: Piece, last: int, stated: frozenset[int]) -> tuple[Piece, bool]:
    """A deal that may have lost lines and reached its end only with cards of the next one: whole unless another beginning is likelier."""
    if _leads(events, whole.stop) and _is_confirmed(events, whole.stop, stated):
        return whole, True
    lost, known = _lost(events, whole.start, last, stated)
    if _is_confirmed(events, whole.stop, stated) and not (known and _leads(events, lost.stop)):
        return whole, True
    return lost, known


def _leads(events: Sequence[Event], at: int) -> bool:
    """Whether a play follows a play that it cannot answer, or the log ends."""
    if at >= len(events):
        return True
    both = events[at].kind == events[at - 1].kind == EventKind.PLAY
    return both and not _may_answer(events[at - 1], events[at])


def _is_confirmed(events: Sequence[Event], start: int, stated: frozenset[int]) -> bool:
    """Whether what follows speaks for a deal that begins at `start`: it does so certainly, or runs to its end without a strike."""
    if start >= len(events) or _begins(events, start, -1, stated):
        return True
    pile = Pile()
    for i in range(start, len(events)):
        if pile.strikes(events[i]) or (i > start and _begins(events, i, start, stated)):
            return False
        pile.add(events[i])
        if pile.is_over():
            return i + 1 == len(events) or events[i + 1].kind != EventKind.PASS
    return True


def _lost(events: Sequence[Event], start: int, at: int, stated: frozenset[int]) -> tuple[Piece, bool]:
    """A deal whose end is missing though another has begun by `at`, and whether just one place qualifies as that one's beginning.

    The last event of a deal is a play and so is the first: best is a play that is no answer to the play before it.
    """
    window = range(at, max(start, at - LOOKAHEAD), -1)
    plays = [i for i in window if events[i].kind == EventKind.PLAY]
    after_play = [i for i in plays if events[i - 1].kind == EventKind.PLAY]
    leads = [i for i in after_play if _leads(events, i)]
    for places in (leads, after_play, plays):
        confirmed = [i for i in places if _is_confirmed(events, i, stated)]
        if len(confirmed) == 1:
            return Piece(start, confirmed[0], "tail"), True
        if confirmed:
            break
    best = next((places[0] for places in (leads, after_play, plays) if places), max(at, start + 1))
    return Piece(start, best, "tail"), False


def _may_answer(event: Event, after: Event) -> bool:
    """Whether `after` may be an answer to `event`: by the next seat, of the same kind, or a bomb, as far as kinds are declared."""
    if event.seat is None or after.seat != (event.seat + 1) % 4:
        return False
    if len(after.cards) > 3 and after.declared_kind in BOMBS:
        return True
    return len(after.cards) == len(event.cards) and after.declared_kind == event.declared_kind


def _after_passes(events: Sequence[Event], at: int, stated: frozenset[int]) -> int:
    """The first event from `at` on that is no pass: nobody opens a deal with one, so such passes belong to the deal before."""
    while at < len(events) and at not in stated and events[at].kind == EventKind.PASS:
        at += 1
    return at


def _is_lost(events: Sequence[Event], at: int, pile: Pile, stated: frozenset[int]) -> bool:
    """Whether the events from a strike on belong to another deal: strikes follow before the deal ends or a known beginning comes."""
    trial = Pile(list(pile.counts), list(pile.copies), list(pile.out))
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


def _region(events: Sequence[Event], start: int, stop: int) -> list[Piece]:
    """Pieces of deals between an unknown beginning and a known end (or the end of the log), split from behind."""
    pieces: list[Piece] = []
    last = "head" if stop < len(events) else "both"
    while stop > start:
        pile = Pile()
        at = stop - 1
        pile.add(events[at])
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
