"""The words of the game in the language in use, and cards as a person likes to read them."""

from collections.abc import Iterable

from danpu.cli.language import current
from engine import words

HOW = {**words.LEVEL_HOW, **words.CARD_HOW}


def kind(name: str) -> str:
    """A kind of play."""
    return words.KINDS[name](current())


def event(name: str) -> str:
    """A kind of event."""
    return words.EVENTS[name](current())


def how(name: str | None) -> str:
    """How something is known."""
    return HOW[name](current()) if name in HOW else name or "-"


def severity(name: str) -> str:
    """How bad a finding is."""
    return words.SEVERITIES[name](current())


def verdict(name: str) -> str:
    """The word for what records are under a rule book."""
    return words.VERDICTS[name](current())


def status(name: str) -> str:
    """What became of a source."""
    return words.STATUSES[name](current())


def seats(order: Iterable[int]) -> str:
    """Seats in order."""
    return " ".join(map(str, order))


def shown(cards: Iterable[int], level: int | None, *, symbols: bool) -> str:
    """Cards as codes or with symbols of their suits, the wild ones with a star."""
    from engine.cards import name, wild

    star = None if level is None else wild(level)
    return " ".join(_symbol(name(c), symbols) + ("*" if c == star else "") for c in cards)


def _symbol(text: str, symbols: bool) -> str:
    if not symbols:
        return text
    if text in words.JOKERS:
        return words.JOKERS[text](current())
    return words.SUITS[text[0]] + text[1].replace("T", "10")
