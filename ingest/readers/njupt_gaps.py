"""Whether a client's transcript has lost messages within a deal: the platform asks every seat in turn and tells it what there is to beat.

What it says and what it told before cannot both be true then: a seat is passed over, a play to beat was never told, a seat has fewer cards than it
was told to have left. Moves made twice or where none was due are faults of the record, no gaps.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from engine import rules
from engine.cards import HAND_SIZE
from engine.combos import beats
from engine.kernel import faults
from engine.pile import MOVES, Pile, turn_faults
from engine.records import Cards, Event, EventKind, partner
from ingest.readers.njupt_moves import Move, MoveError, move, parse

SKIPPED = faults.OUT_OF_TURN | faults.NOT_ASKED | faults.WRONG_LEADER


def said(action: object) -> Move:
    """The move that an action says, a list or a text that holds one. Raises MoveError."""
    return parse(action) if isinstance(action, str) else move(action)


def has_gap(events: Sequence[Event], level: int | None) -> bool:
    """Whether a move or half of the exchange is missing under every rule book."""
    kinds = Counter(event.kind for event in events)
    if kinds[EventKind.TRIBUTE] != kinds[EventKind.RETURN] and events[-1].kind in MOVES:
        return True
    books = [rules.load(name) for name in rules.names()]
    if all(turn_faults(events, book.switches) & SKIPPED for book in books):
        return True
    return level is not None and all(_leads_untold(events, level, book) for book in books)


def _leads_untold(events: Sequence[Event], level: int, book: rules.Rules) -> bool:
    """Whether a play that beats nothing follows that of a seat that is out, before the pass by which its partner gets the lead."""
    pile = Pile()
    top: Event | None = None
    heir: int | None = None
    for event in events:
        if event.kind == EventKind.PLAY:
            answers = top is not None and top.seat in pile.out and event.seat != heir
            if top and answers and not beats(event.cards, top.cards, level, book).beats:
                return True
            pile.add(event)
            top, heir = event, None
        elif top and top.seat is not None and event.seat == partner(top.seat):
            heir = event.seat
    return False


def is_untold(message: Mapping[str, object], events: Sequence[Event]) -> bool:
    """Whether a message of the play says otherwise than the moves told, of the play to beat or of how many cards are left."""
    if message.get("stage") != "play":
        return False
    seat, named = message.get("greaterPos"), _cards(message.get("greaterAction"))
    top = next((event for event in reversed(events) if event.kind == EventKind.PLAY), None)
    if named and (top is None or top.seat != seat or sorted(top.cards) != sorted(named)):
        return True
    left = [HAND_SIZE - sum(len(e.cards) for e in events if e.kind == EventKind.PLAY and e.seat == s) for s in range(4)]
    return _left(message.get("publicInfo")) not in (None, left)


def _cards(action: object) -> Cards:
    try:
        return said(action).cards
    except MoveError:
        return ()


def _left(public: object) -> list[object] | None:
    """How many cards the seats have left, None where the message does not say."""
    match public:
        case [{"rest": int(a)}, {"rest": int(b)}, {"rest": int(c)}, {"rest": int(d)}]:
            return [a, b, c, d]
    return None
