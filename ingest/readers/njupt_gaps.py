"""Whether a client's transcript has lost messages within a deal: the platform asks every seat in turn and tells it what there is to beat.

What it says and what it told before cannot both be true then: a seat is passed over, a play to beat was never told, a seat has fewer cards than it
was told to have left, the client holds other cards than were dealt to it, nobody gives what the deal before makes due. Moves made twice or where none was
due are faults of the record, no gaps. A seat that has more cards than before is in another deal.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from engine import rules
from engine.cards import HAND_SIZE
from engine.combos import beats
from engine.kernel import faults
from engine.pile import MOVES, Pile, finishing, is_over, turn_faults
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
    return _left(message.get("publicInfo")) not in (None, _unplayed(events))


def is_of_another_deal(
    message: Mapping[str, object], held: int, now: int | None, events: Sequence[Event], level: int | None
) -> bool:
    """Whether a request to play, with `held` cards at the level `now`, cannot be of the deal in which these moves were told."""
    if message.get("stage") != "play":
        return False
    left, hand = _left(message.get("publicInfo")), _unplayed(events)
    grown = left is not None and any(told > most for told, most in zip(left, hand, strict=True))
    return grown or held > max(hand) or (None not in (now, level) and now != level)


def border(events: Sequence[Event], sure: int) -> int:
    """Where another deal begins at the latest among these moves, of which the first `sure` are of the deal before."""
    pile = Pile()
    for at, event in enumerate(events):
        if at >= sure and (pile.is_over() or pile.strikes(event)):
            return at
        pile.add(event)
    return len(events)


def is_changed(dealt: Cards, hand: Cards, own: int, events: Sequence[Event]) -> bool:
    """Whether the client holds other cards than those dealt to it less those it is told to have given and played."""
    held = Counter(dealt)
    for event in events:
        if event.to == own:
            held.update(event.cards)
        if event.seat == own:
            if Counter(event.cards) - held:
                return False  # a fault of the record
            held.subtract(event.cards)
    return +held != Counter(hand)


def is_cut_short(events: Sequence[Event], rest: Mapping[int, Cards], level: int | None) -> bool:
    """Whether a deal is said to be over before the moves told end it, or fewer cards are left than they leave, of which one beats nothing."""
    if not is_over(finishing(events)):
        return True
    left = _unplayed(events)
    short = level is not None and any(len(held) < left[seat] for seat, held in rest.items())
    return short and all(_is_beaten(events, level or 0, rules.load(name)) for name in rules.names())


def _is_beaten(events: Sequence[Event], level: int, book: rules.Rules) -> bool:
    """Whether a play does not beat the one before it, though not all others have passed."""
    pile = Pile()
    top: Event | None = None
    asked: set[int | None] = set()
    for event in events:
        if event.kind == EventKind.PLAY:
            if top and asked and not beats(event.cards, top.cards, level, book).beats:
                return True
            pile.add(event)
            top, asked = event, set[int | None]({0, 1, 2, 3}).difference(pile.out)
        asked.discard(event.seat)
        if top and top.seat is not None and top.seat in pile.out and event.seat == partner(top.seat):
            asked.clear()
    return False


def is_exchange_due(before: Sequence[int], own: int) -> bool:
    """Whether after this finishing order others than the client have something to give."""
    return partner(before[0]) != before[1] and own not in (before[0], before[-1])


def _unplayed(events: Sequence[Event]) -> list[int]:
    played = Pile()
    for event in events:
        played.add(event)
    return [HAND_SIZE - count for count in played.counts]


def _cards(action: object) -> Cards:
    try:
        return said(action).cards
    except MoveError:
        return ()


def _left(public: object) -> list[int] | None:
    """How many cards the seats have left, None where the message does not say."""
    match public:
        case [{"rest": int(a)}, {"rest": int(b)}, {"rest": int(c)}, {"rest": int(d)}]:
            return [a, b, c, d]
    return None
