"""The fields of an NJUPT message, each read or refused by name."""

from engine import cards
from engine.records import Cards, Event, EventKind
from engine.words import Text
from ingest.readers.njupt_moves import MoveError


def number(value: object, name: str, most: int) -> int:
    """A whole number from 0 to `most`. Raises MoveError."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
        return value
    raise _wrong(name, value)


def items(value: object, name: str) -> list[object]:
    """A list. Raises MoveError."""
    if isinstance(value, list):
        return value
    raise _wrong(name, value)


def seats(value: object, name: str) -> tuple[int, ...]:
    """A list of seats. Raises MoveError."""
    return tuple(number(seat, name, 3) for seat in items(value, name))


def codes(value: object, name: str) -> Cards:
    """A list of cards. Raises MoveError."""
    try:
        return tuple(cards.code(str(card)) for card in items(value, name))
    except cards.CardError as error:
        raise MoveError(Text(f"{name}：{error.text!r} 不是牌", f"{name}: {error}")) from None


def level(value: object) -> int | None:
    """A level, None where the message has none that we know."""
    try:
        return cards.level(str(value))
    except cards.CardError:
        return None


def gift(value: object, kind: EventKind, line: int) -> Event:
    """The tribute or return in `[from, to, card]`. Raises MoveError."""
    match value:
        case [giver, taker, str(card)]:
            held = codes([card], "result")
            return Event(kind, number(giver, "from", 3), held, number(taker, "to", 3), line=line)
    seen = str(value)[:40]
    raise MoveError(Text(f"result 含 {seen}，不是 [出, 受, 牌]", f"result has {seen}, no [from, to, card]"))


def leftover(value: object) -> tuple[int, Cards]:
    """A seat and its cards in `[seat, [card, ...]]`. Raises MoveError."""
    match value:
        case [seat, list(held)]:
            return number(seat, "restCards", 3), codes(held, "restCards")
    seen = str(value)[:40]
    raise MoveError(Text(f"restCards 含 {seen}，不是 [座位, 牌]", f"restCards has {seen}, no [seat, cards]"))


def _wrong(name: str, value: object) -> MoveError:
    seen = str(value)[:40]
    return MoveError(Text(f"{name} 为 {seen}", f"{name} is {seen}"))
