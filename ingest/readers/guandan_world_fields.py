"""The fields of a line of guandan-world's log, each read or refused."""

import re

from engine import cards
from engine.records import Cards
from engine.words import Text
from ingest.errors import SaidError

CARDS = Text("形如 3C、10S、SJ、BJ 的牌", "cards like 3C, 10S, SJ, BJ")
AS_MANY = Text("与行中所写张数相同", "as many cards as the line says")
AS_MANY_PLAYED = Text("与行中所写张数相同，至少一张", "as many cards as the line says, at least one")


class ClaimError(SaidError):
    """What this log cannot have written: it says what was seen, `expected` what a line may hold."""

    def __init__(self, seen: Text, expected: Text) -> None:
        super().__init__(seen)
        self.expected = expected


def parse(text: str) -> Cards:
    """The cards of `3C,10S,SJ`. Raises ClaimError."""
    return tuple(_card(word) for word in text.replace(" ", "").split(",") if word)


def _card(word: str) -> int:
    if word in ("SJ", "BJ"):
        return cards.SMALL_JOKER if word == "SJ" else cards.BIG_JOKER
    rank, suit = word[:-1], word[-1:]
    if not suit or suit not in cards.SUITS or rank not in (*cards.RANKS.replace("T", ""), "10"):
        raise ClaimError(Text(f"{word} 不是此种日志的牌", f"{word} is no card of this log"), CARDS)
    return cards.code(suit + ("T" if rank == "10" else rank))


def miscounted(found: "re.Match[str]") -> Text:
    """The cards of a line, and the number that it says they are."""
    return Text(f"{found[2]} 张：[{found[3]}]", f"{found[2]} cards: [{found[3]}]")


def rank(level: str) -> int:
    """The rank of a level from 2 to 14. Raises ClaimError."""
    found = int(level) - 2
    if found not in range(len(cards.RANKS)):
        raise ClaimError(Text(f"级数 {level}", f"level {level}"), Text("2 至 14 的级数", "a level from 2 to 14"))
    return found
