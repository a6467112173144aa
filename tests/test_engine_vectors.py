import json
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import numpy as np
import pytest

from engine import cards, rules
from engine.kernel import order, readings
from engine.rules import Rules
from tests import oracle
from tests.oracle import Cards, Reading

CASES = Path(__file__).parent / "cases"
BOOKS = ("huaian_2017", "njupt_v1006")
# The peer's names, in the order of the kernel's codes from 1.
KINDS = {
    "Single": "single",
    "Pair": "pair",
    "Triple": "triple",
    "FullHouse": "full_house",
    "Straight": "straight",
    "Tube": "tube",
    "Plate": "plate",
    "NaiveBomb": "bomb",
    "StraightFlush": "straight_flush",
    "JokerBomb": "joker_bomb",
}
SUITS = {"Spade": "S", "Heart": "H", "Club": "C", "Diamond": "D"}
FIVE = cards.level("5")
# Where the peer's own program and the rules part, by the number it gives the comparison.
FULL_HOUSE_TAKEN_SMALL = {
    40,
    53,
    55,
    57,
    59,
    63,
    65,
    67,
}  # 红心参谋：未说明按大者算; of its two readings the peer takes the smaller
TUBE_ON_PLATE = {756, 758}  # 压牌：牌型相同方可比较; a tube and a plate are different kinds, though both have six cards


@dataclass(frozen=True)
class Ruling:
    """One row of tests/cases: what some cards are, or what they beat, under each book."""

    id: str
    level: str
    cards: str
    clause: str
    verdicts: dict[str, str | list[str]]
    declared: str | None
    on: str | None
    counts_as: str | None


class Combination(TypedDict):
    """A peer's combination."""

    cards: list[tuple[int, str]]
    type: str


class Comparison(TypedDict):
    """A peer's comparison of two combinations."""

    test_id: int
    comp1: Combination
    comp2: Combination
    comp1_greater_than_comp2: bool
    comp2_greater_than_comp1: bool


def rulings(file: str) -> Iterable[Ruling]:
    for row in tomllib.loads((CASES / f"{file}.toml").read_text("utf-8"))["ruling"]:
        unknown = row.keys() - {"id", "level", "cards", "clause", "as", "on", "counts_as", *BOOKS}
        assert not unknown
        verdicts = {name: row[name] for name in BOOKS}
        optional = (row.get("as"), row.get("on"), row.get("counts_as"))
        yield Ruling(row["id"], row["level"], row["cards"], row["clause"], verdicts, *optional)


RULINGS = [row for file in ("shapes", "wilds", "order", "platform_v1006") for row in rulings(file)]


def word_of(hand: Cards, level: int, book: Rules) -> int:
    return readings.readings(np.array(hand, np.int8), 0, len(hand), level, book.switches)


def reading(text: str) -> Reading:
    kind, _, rank = text.partition(":")
    return Reading(kind, cards.rank(rank) if rank else None)


def found(row: Ruling, book: Rules) -> set[Reading]:
    """The readings of a row's cards, without those that its declaration excludes."""
    level, hand = cards.level(row.level), cards.parse(row.cards)
    every = oracle.unpack(word_of(hand, level, book), len(hand), level)
    if row.declared is None:
        return every
    kind, rank = reading(row.declared)
    return {r for r in every if r.kind == kind and rank in (None, r.rank)}


def verdict(row: Ruling, book: Rules) -> str:
    mine = found(row, book)
    if row.on is None or not mine:
        return "L" if mine else "X"
    level, top = cards.level(row.level), cards.parse(row.on)
    kind, rank = divmod(order.strongest(word_of(top, level, book), len(top), level), 16)
    lying = Reading(list(KINDS.values())[kind - 1], None if rank == 15 else rank)
    word = sum(oracle.pack(r, level) for r in mine)
    size = len(cards.parse(row.cards))
    return "B" if order.beating(word, size, oracle.pack(lying, level), len(top), book.switches) else "N"


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("row", RULINGS, ids=[row.id for row in RULINGS])
def test_ruling(row: Ruling, name: str) -> None:
    book, expected = rules.load(name), row.verdicts[name]
    if isinstance(expected, list):
        assert found(row, book) == {reading(text) for text in expected}, row.clause
    else:
        assert verdict(row, book) == expected.rstrip("*"), row.clause


@pytest.mark.parametrize("row", [row for row in RULINGS if row.counts_as], ids=lambda row: row.id)
def test_an_undeclared_play_counts_as_its_largest_reading(row: Ruling) -> None:
    level, hand = cards.level(row.level), cards.parse(row.cards)
    word = word_of(hand, level, rules.load("huaian_2017"))
    assert oracle.unpack(order.largest(word), len(hand), level) == {reading(row.counts_as or "")}
    assert len(oracle.unpack(word, len(hand), level)) > 1


def test_every_ruling_of_the_matrix_on_shapes_wilds_and_order_is_here_as_it_stands_there(records: Path) -> None:
    matrix = {r["id"]: r for r in json.loads((records / "vectors" / "rulings.json").read_text("utf-8"))}
    kernel = {i: r for i, r in matrix.items() if r["section"][:2] in ("C1", "C2", "C3")}
    here = {row.id: row for row in RULINGS if row.id.startswith("V")}
    assert {i: row.level for i, row in here.items()} == {i: r["level"] for i, r in kernel.items()}
    # In words there, here as what the play counts as or as the readings it has.
    in_words = {"V044": "KKK", "V046": "7", "V047": "tube or plate: declare", "V048": "L"}
    stated = {i: in_words.get(i, row.verdicts["huaian_2017"]) for i, row in here.items()}
    assert stated == {i: r["expected"]["H17"] for i, r in kernel.items()}


def peer_card(number: int, suit: str) -> int:
    return 52 + number - 15 if suit == "Joker" else cards.code(SUITS[suit] + cards.RANKS[(number - 2) % 13])


def peer_readings(combination: Combination) -> tuple[Cards, set[Reading]]:
    """A peer's cards and their readings, of the kind it declares if it declares one."""
    hand = tuple(peer_card(*card) for card in combination["cards"])
    word = word_of(hand, FIVE, rules.load("huaian_2017"))
    every = oracle.unpack(word, len(hand), FIVE)
    return hand, {r for r in every if r.kind == KINDS.get(combination["type"], r.kind)}


def test_a_peers_combinations_have_the_kind_it_gives_them(records: Path) -> None:
    text = (records / "vectors" / "combos_level5.json").read_text("utf-8")
    combinations: list[Combination] = json.loads(text)["comp_list"]
    assert len(combinations) > 50
    assert {c["type"] for c in combinations} <= {"IllegalComp", "Fold", *KINDS}
    assert [i for i, c in enumerate(combinations) if bool(peer_readings(c)[1]) != (c["type"] in KINDS)] == []
    # Its number 104: no cards at all, which the peer calls a combination and the rules a pass.
    assert [c["cards"] for c in combinations if c["type"] == "Fold"] in ([], [[]])


def test_a_peers_comparisons_are_the_kernels_but_for_those_named(records: Path) -> None:
    text = (records / "vectors" / "comparisons_level5.json").read_text("utf-8")
    comparisons: list[Comparison] = json.loads(text)["comparisons"]
    assert len(comparisons) > 400
    differing = {c["test_id"] for c in comparisons if said(c) != ours(c)}
    assert differing == (FULL_HOUSE_TAKEN_SMALL | TUBE_ON_PLATE) & {c["test_id"] for c in comparisons}
    small = [c for c in comparisons if c["test_id"] in FULL_HOUSE_TAKEN_SMALL]
    assert small
    assert all(said(c) in (ours(c, min, max), ours(c, max, min)) for c in small)


def said(comparison: Comparison) -> tuple[bool, bool]:
    return comparison["comp1_greater_than_comp2"], comparison["comp2_greater_than_comp1"]


Pick = Callable[[Iterable[int]], int]


def ours(comparison: Comparison, first: Pick = max, second: Pick = max) -> tuple[bool, bool]:
    """Whether either play beats the other, each read as one of its declared kind: the largest unless told otherwise."""
    switches = rules.load("huaian_2017").switches
    (hand, mine), (other, theirs) = peer_readings(comparison["comp1"]), peer_readings(comparison["comp2"])
    a, b = first(oracle.pack(r, FIVE) for r in mine), second(oracle.pack(r, FIVE) for r in theirs)
    beats = order.beating(a, len(hand), b, len(other), switches)
    return bool(beats), bool(order.beating(b, len(other), a, len(hand), switches))
