"""What cards make and whether they beat, from and to text, as `danpu rules classify` and `beats` answer."""

from typing import TYPE_CHECKING, TypedDict

from danpu.books import book
from danpu.errors import Refused
from engine import cards
from engine.records import KIND_NAMES, Kind

if TYPE_CHECKING:
    from engine.combos import Comparison, Reading


class ReadingRow(TypedDict):
    """A reading in JSON."""

    kind: str
    rank: str | None
    size: int
    wild_as: list[str]
    settled: bool
    rests_on: list[str]


class Classified(TypedDict):
    """The answer of `danpu rules classify --json`."""

    cards: str
    level: str
    rules: str
    readings: list[ReadingRow]
    settled: bool
    rests_on: list[str]


def classify(text: str, level: str, rules: str | None) -> Classified:
    """Every reading of some cards, strongest first. Raises Refused."""
    from engine import grounds
    from engine.combos import readings

    held, at = parsed(text), parsed_level(level)
    chosen = book(rules)
    found = readings(held, at, chosen)
    open_on = [sorted(grounds.of_reading(held, at, chosen, r.kind, r.rank)) for r in found]
    none = sorted(grounds.of_none(held, at, chosen))
    return Classified(
        cards=cards.show(held),
        level=cards.RANKS[at],
        rules=chosen.name,
        readings=[_row(reading, rests) for reading, rests in zip(found, open_on, strict=True)],
        settled=not none,
        rests_on=none,
    )


def _row(reading: "Reading", rests: list[str]) -> ReadingRow:
    rank = None if reading.rank is None else cards.RANK_NAMES[reading.rank]
    return ReadingRow(
        kind=KIND_NAMES[reading.kind],
        rank=rank,
        size=reading.size,
        wild_as=list(reading.wild_as),
        settled=not rests,
        rests_on=rests,
    )


def beats(
    text: str, on: str, level: str, rules: str | None, *, as_: str | None = None, on_as: str | None = None
) -> tuple["Comparison", list[str]]:
    """Whether some cards may be laid on others, and what the answer rests on that the book leaves open. Raises Refused."""
    from engine import combos, grounds

    first, second, at = parsed(text), parsed(on), parsed_level(level)
    reading, top, chosen = declared(as_), declared(on_as), book(rules)

    answer = combos.beats(first, second, at, chosen, as_=reading, on_as=top)
    rests = grounds.of_beating(first, second, at, chosen, reading, top)
    unbeaten = any(r.kind == Kind.JOKER_BOMB for r in combos.readings(second, at, chosen))  # whatever the first are
    none = frozenset() if unbeaten or combos.readings(first, at, chosen) else grounds.of_none(first, at, chosen)
    return answer, sorted(rests | none)


def parsed(text: str) -> tuple[int, ...]:
    """The codes of some cards. Raises Refused."""
    try:
        found = cards.parse(text)
    except cards.CardError as error:
        raise Refused(f"{error.text} 不是牌（花色 S H C D 加点数 2-9 T J Q K A，或 SB、HR）", str(error)) from None
    thrice = next((card for card in found if found.count(card) > 2), None)
    if not found or thrice is not None:
        zh, en = (
            ("没有牌", "no cards")
            if thrice is None
            else (f"{cards.name(thrice)} 多于两张", f"more than two of {cards.name(thrice)}")
        )
        raise Refused(zh, en)
    return found


def parsed_level(text: str) -> int:
    """The level of a text. Raises Refused."""
    try:
        return cards.level(text)
    except cards.CardError as error:
        raise Refused(f"{text} 不是级数（2-9 T J Q K A）", str(error)) from None


def declared(text: str | None) -> tuple[Kind, int | None] | None:
    """The reading that `KIND:RANK` states; a joker bomb has no rank. Raises Refused."""
    if text is None:
        return None
    name, _, rank = text.partition(":")
    if name not in KIND_NAMES[1:]:
        listed = " ".join(KIND_NAMES[1:])
        raise Refused(f"{name} 不是牌型（{listed}）", f"{name!r} is no kind ({listed})")
    if not rank and name == "joker_bomb":
        return Kind.JOKER_BOMB, None
    if not rank:
        raise Refused(f"{name} 须带牌点，如 {name}:K", f"{name} needs its rank, as in {name}:K")
    try:
        return Kind(KIND_NAMES.index(name)), cards.rank(rank)
    except cards.CardError as error:
        raise Refused(f"{rank} 不是牌点（2-9 T J Q K A SB HR）", str(error)) from None
