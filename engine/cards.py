"""The 54 cards of Guandan (掼蛋) and their order under a level.

A card is a small int, its code: `rank * 4 + suit` for suited cards (ranks 2..A are 0..12, suits S H C D are 0..3), 52 for the
small joker (小王) and 53 for the big joker (大王). Two packs are played with, so each code occurs twice. Text is suit then rank, as the
AI platforms write it: `S2`, `HT`, `SB`, `HR`. The level (级牌) is a rank 0..12; the two hearts of that rank are wild (逢人配).
"""

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "SHCD"
HEARTS = 1
SMALL_JOKER = 52
BIG_JOKER = 53
SMALL_JOKER_RANK = 13
BIG_JOKER_RANK = 14
CARD_COUNT = 54
HAND_SIZE = 27
RANK_NAMES: tuple[str, ...] = (*RANKS, "SB", "HR")
CARD_NAMES: tuple[str, ...] = (*(s + r for r in RANKS for s in SUITS), "SB", "HR")
PACK = tuple(range(CARD_COUNT)) * 2

_CODES = {name: code for code, name in enumerate(CARD_NAMES)}
_RANKS = {name: rank for rank, name in enumerate(RANK_NAMES)}


class CardError(ValueError):
    """A text that is not a card, a rank or a level; `text` is what was read."""

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(f"{text!r} is not {expected}")
        self.text = text


def code(text: str) -> int:
    """The code of one card. Raises CardError.

    >>> code("S2"), code("HA"), code("HR")
    (0, 49, 53)
    """
    try:
        return _CODES[text]
    except KeyError:
        raise CardError(text, "a card (suit S H C D then rank 2-9 T J Q K A, or SB, HR)") from None


def name(card: int) -> str:
    """The text of one card: `name(code(t)) == t`."""
    return CARD_NAMES[card]


def parse(text: str) -> tuple[int, ...]:
    """The codes of cards written side by side, with or without spaces or commas. Raises CardError.

    >>> parse("S3 S3,HT") == parse("S3S3HT")
    True
    """
    packed = "".join(text.replace(",", " ").split())
    return tuple(code(packed[i : i + 2]) for i in range(0, len(packed), 2))


def show(cards: Iterable[int]) -> str:
    """Cards as text, in the order given, separated by spaces."""
    return " ".join(CARD_NAMES[c] for c in cards)


def level(text: str) -> int:
    """The level of a text `2`..`A`, also `10`. Raises CardError."""
    rank = _RANKS.get("T" if text == "10" else text, SMALL_JOKER_RANK)
    if rank > 12:
        raise CardError(text, "a level (2-9 T J Q K A)")
    return rank


def rank(text: str) -> int:
    """The rank index 0..14 of `2`..`A`, `SB`, `HR`. Raises CardError."""
    try:
        return _RANKS[text]
    except KeyError:
        raise CardError(text, "a rank (2-9 T J Q K A SB HR)") from None


def rank_of(card: int) -> int:
    """The rank index of a card: 0..12, 13 for the small joker, 14 for the big one."""
    return card - 39 if card >= SMALL_JOKER else card >> 2


def wild(level: int) -> int:
    """The code of the heart of the level, the wild card (逢人配)."""
    return level * 4 + HEARTS


def strength(card: int, level: int) -> int:
    """The place of a card among single cards: 2 < ... < A < level < small joker < big joker; hearts of the level count as level."""
    r = rank_of(card)
    if r > 12:
        return r + 1
    return 13 if r == level else r


def sort(cards: Iterable[int], level: int) -> tuple[int, ...]:
    """Cards from low to high under a level, equal strengths by code."""
    return tuple(sorted(cards, key=lambda c: (strength(c, level), c)))
