"""Cards as people see them: `HT` is ♥T, jokers have a name, the wild of the level a star. Cards come from a closed set, so nothing of a record is shown."""

import re
from collections.abc import Iterable

from engine import cards
from engine.cards import CardError
from engine.words import JOKERS, SUITS, closed

TEXT_STYLE = "\ufe0e"  # keeps phones from drawing suits as emoji
STAR = "★"
RED = (SUITS["H"], SUITS["D"])
CODES = re.compile(rf"\b({'|'.join(cards.CARD_NAMES)})\b")


def face(card: str, level: str | None, lang: str) -> str:
    """One card.

    >>> face("HT", "T", "en"), face("SB", None, "zh")
    ('♥︎T★', '小王')
    """
    if card in JOKERS:
        return JOKERS[card](lang)
    star = STAR if level is not None and card == f"H{level}" else ""
    return f"{SUITS[card[0]]}{TEXT_STYLE}{card[1]}{star}"


def faces(hand: Iterable[str], level: str | None, lang: str) -> str:
    """Cards from high to low under a level, side by side."""
    at = None if level is None else _level(level)
    codes = sorted(
        (cards.code(c) for c in hand), key=lambda c: (cards.strength(c, -1 if at is None else at), c), reverse=True
    )
    return " ".join(face(cards.name(c), level, lang) for c in codes)


def in_text(text: str, lang: str) -> str:
    """A text with faces for the codes of cards.

    >>> in_text("S3 SB: ST", "en")
    '♠︎3 sJ: ♠︎T'
    """
    told = CODES.sub(lambda found: face(found[1], None, lang), text)
    return closed(told) if lang == "zh" else told


def coloured(hand: str) -> str:
    """Faces with hearts, diamonds and the big joker in red, as Markdown."""
    return " ".join(f":red[{card}]" if card[0] in RED or card in JOKERS["HR"] else card for card in hand.split())


def _level(text: str) -> int | None:
    try:
        return cards.level(text)
    except CardError:
        return None
