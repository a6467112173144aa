"""The words of the game in both languages, and cards as a person likes to read them."""

from collections.abc import Iterable

from danpu.cli.language import say
from engine.words import CARD_HOW, EVENTS, JOKERS, KINDS, LEVEL_HOW, SUITS

HOW = {**LEVEL_HOW, **CARD_HOW}


def kind(name: str) -> str:
    """A kind of play in the language in use."""
    return say(*KINDS[name])


def event(name: str) -> str:
    """A kind of event in the language in use."""
    return say(*EVENTS[name])


def how(name: str | None) -> str:
    """How something is known, in the language in use."""
    return say(*HOW[name]) if name in HOW else name or "-"


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
    return say(*JOKERS[text]) if text in JOKERS else SUITS[text[0]] + text[1].replace("T", "10")
