"""What some cards are under a rule book: `readings` (every kind and rank they may be read as) and `beats` (may they be laid on others).

A *reading* names the card each wild stands for: `S7` exactly, `*7` where the suit is free, `**` for a pair of wilds that may be any pair.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from engine import cards as deck
from engine.plain import order, shapes
from engine.plain import readings as kernel
from engine.records import KIND_NAMES, Kind
from engine.rules import Rules

RUNS = (Kind.STRAIGHT, Kind.TUBE, Kind.PLATE, Kind.STRAIGHT_FLUSH)
# Fields of a readings word from strong to weak; a word never holds a bomb and a straight flush.
STRONG_TO_WEAK = (3, 2, 1, 0)


class Reading(NamedTuple):
    """One way to read some cards; `rank` is an index 0..14 (a run's top card), None for a joker bomb."""

    kind: Kind
    rank: int | None
    size: int
    wild_as: tuple[str, ...]

    @property
    def name(self) -> str:
        """KIND:RANK, or the kind alone."""
        return reading_name(self.kind, self.rank)


class Comparison(NamedTuple):
    """Whether a play may be laid on another, and why, in both languages."""

    beats: bool
    why: str
    why_zh: str


def reading_name(kind: int, rank: int | None) -> str:
    """A reading as KIND:RANK, the kind alone where it has no rank."""
    return KIND_NAMES[kind] if rank is None else f"{KIND_NAMES[kind]}:{deck.RANK_NAMES[rank]}"


def word(cards: Sequence[int], level: int, rules: Rules) -> int:
    """The kernel's readings word of some cards; the kernel is asked of no more cards than a combination may have."""
    if not 0 < len(cards) <= kernel.MOST_CARDS:
        return 0
    return int(kernel.readings(np.array(cards, np.int8), 0, len(cards), level, rules.switches))


def readings(cards: Sequence[int], level: int, rules: Rules) -> list[Reading]:
    """Every reading the book permits, strongest first, one a (kind, rank)."""
    found = _pairs(word(cards, level, rules), len(cards), level)
    return [Reading(kind, rank, len(cards), _wild_as(cards, kind, rank, level, rules)) for kind, rank in found]


def _pairs(bits: int, size: int, level: int) -> Iterator[tuple[Kind, int | None]]:
    if bits & shapes.JOKER_BOMB_WORD:
        yield Kind.JOKER_BOMB, None
        return
    for field in STRONG_TO_WEAK:
        part = bits >> (16 * field) & shapes.FIELD
        for bit in reversed(range(16)):
            if part >> bit & 1:
                kind = Kind(shapes.kind_in(field, size))
                yield kind, int(shapes.rank_in(kind, bit, level))


def _wild_as(cards: Sequence[int], kind: Kind, rank: int | None, level: int, rules: Rules) -> tuple[str, ...]:
    wild = deck.wild(level)
    wilds = sum(card == wild for card in cards) if rules.wild_card == "heart_level" else 0
    if not wilds or rank is None:
        return ()
    naturals = [card for card in cards if card != wild]
    needed = _needed(kind, rank, len(cards), naturals)
    for card in naturals:
        if deck.rank_of(card) in needed:
            needed.remove(deck.rank_of(card))
    suit = deck.SUITS[naturals[0] & 3] if kind == Kind.STRAIGHT_FLUSH else "*"
    filled = [stands_for(r, suit, level) for r in needed]
    own = deck.name(wild) if rank != level else "**"
    return tuple((filled + [own] * wilds)[:wilds])


def stands_for(rank: int, suit: str, level: int) -> str:
    """What a wild in the place of a rank stands for, `suit` being `*` where it is free."""
    if rank > 12:
        return deck.RANK_NAMES[rank]
    itself = rank == level and suit in "*H"
    return deck.name(deck.wild(level)) if itself else suit + deck.RANKS[rank]


def _needed(kind: Kind, rank: int, size: int, naturals: Sequence[int]) -> list[int]:
    """The ranks a reading is made of, as far as they are fixed."""
    if kind in RUNS:
        copies, run = int(shapes.COPIES[kind]), int(shapes.RUN[kind])
        return [r % 13 for r in range(rank - run + 1, rank + 1) for _ in range(copies)]
    if kind != Kind.FULL_HOUSE:
        return [rank] * size
    pair = next((deck.rank_of(card) for card in naturals if deck.rank_of(card) != rank), None)
    return [rank] * 3 + ([] if pair is None else [pair] * 2)


def beats(
    cards: Sequence[int],
    on: Sequence[int],
    level: int,
    rules: Rules,
    *,
    as_: tuple[Kind, int | None] | None = None,
    on_as: tuple[Kind, int | None] | None = None,
) -> Comparison:
    """Whether a permitted reading of `cards` beats that of `on`; an undeclared `on` is what the book says, else its strongest reading."""
    mine, theirs = word(cards, level, rules), word(on, level, rules)
    mine = mine if as_ is None else mine & _declared(as_, len(cards), level)
    theirs = theirs if on_as is None else theirs & _declared(on_as, len(on), level)
    if not mine or not theirs:
        whose = ("the first", "前一手") if not mine else ("the second", "后一手")
        return Comparison(
            False, f"{whose[0]} is no such combination under {rules.name}", f"{whose[1]}在 {rules.name} 下不成此牌型"
        )
    if on_as is None:
        theirs = _undeclared(theirs, len(on), level, rules)
    won = int(order.beating(mine, len(cards), theirs, len(on), rules.switches))
    best = won or mine
    left, right = _best(best, len(cards), level), _best(theirs, len(on), level)
    if won:
        return Comparison(True, f"{left} beats {right}", f"{left} 大于 {right}")
    return Comparison(False, f"{left} does not beat {right}", f"{left} 压不过 {right}")


def undeclared(cards: Sequence[int], level: int, rules: Rules) -> tuple[Kind, int | None] | None:
    """What cards count as whose player says nothing: the largest reading of the strongest kind; None if they are no combination."""
    found = _undeclared(word(cards, level, rules), len(cards), level, rules)
    return next(_pairs(found, len(cards), level), None)


def _declared(reading: tuple[Kind, int | None], size: int, level: int) -> int:
    """The word of a declared reading, 0 where so many cards are no such kind: one field holds the pairs, triples and singles."""
    kind, rank = reading
    bits = int(shapes.named(kind, 0 if rank is None else rank, level))
    fits = kind == Kind.JOKER_BOMB or shapes.kind_in(shapes.field_of(kind), size) == kind
    return bits if fits else 0


def _undeclared(bits: int, size: int, level: int, rules: Rules) -> int:
    counted = bits if rules.wild_reading == "declared" else int(order.largest(bits))
    packed = int(order.strongest(counted, size, level))
    return int(shapes.word_of(packed >> 4, packed & 15, level)) if packed else 0


def _best(bits: int, size: int, level: int) -> str:
    kind, rank = next(_pairs(bits, size, level))
    return reading_name(kind, rank)
