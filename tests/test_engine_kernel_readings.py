import dataclasses
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cards, rules
from engine.kernel import readings as kernel
from engine.rules import Rules
from tests import oracle
from tests.oracle import Cards, Reading

HUAIAN = rules.load("huaian_2017")
NJUPT = rules.load("njupt_v1006")
SETS = 26_000
AT_LEAST = 200
VARIANTS = (
    dataclasses.replace(
        HUAIAN, wild_card="none", heart_level_single="above_level", ace_low="forbidden", suited_straight="sf_only"
    ),
    dataclasses.replace(HUAIAN, suited_straight="plain_if_wild"),
    dataclasses.replace(HUAIAN, suited_straight="sf_only", heart_level_single="above_level"),
    dataclasses.replace(HUAIAN, ace_low="forbidden", plates=False),
    dataclasses.replace(HUAIAN, joker_kicker=False, wild_flush_suit="own"),
    dataclasses.replace(NJUPT, suited_straight="plain_if_wild", plates=True),
    dataclasses.replace(NJUPT, suited_straight="sf_only", joker_kicker=False),
    dataclasses.replace(NJUPT, wild_card="none"),
    dataclasses.replace(HUAIAN, wild_reading="largest", wild_as_joker=True),
)
BOOKS = (HUAIAN, NJUPT, *VARIANTS)
WILD_COUNTS = {
    "single": (0, 1),
    "pair": (0, 1, 2),
    "triple": (0, 1, 2),
    "full_house": (0, 1, 2),
    "straight": (0, 1, 2),
    "tube": (0, 1, 2),
    "plate": (0, 1, 2),
    "bomb": (0, 1, 2),
    "straight_flush": (0, 1, 2),
    "joker_bomb": (0,),
}
READING_TYPES = (
    *(f"{kind} with {wilds} wilds" for kind, counts in WILD_COUNTS.items() for wilds in counts),
    *(f"{size} cards, no reading" for size in range(2, 11)),
    *(f"{size}-bomb" for size in range(4, 11)),
    *(f"{kind} with a low ace" for kind in ("straight", "straight_flush", "tube", "plate")),
    *(f"{kind} up to the ace" for kind in ("straight", "straight_flush", "tube", "plate")),
    "bomb + full_house",
    "straight + straight_flush",
    "plate + tube",
    "full_house of two ranks",
    "straight of two ranks",
    "straight of three ranks",
    "straight_flush of two ranks",
    "straight_flush of three ranks",
    "tube of two ranks",
    "a joker pair kicks",
    "pair of jokers with a wild",
    "triple of jokers",
    "full_house of jokers on a pair",
)


def read(hand: Sequence[int], level: int, book: Rules, kind: type[np.int8 | np.int64] = np.int64) -> int:
    return int(kernel.readings(np.array(hand, kind), 0, len(hand), level, book.switches))


def drawn(count: int, seed: int) -> Iterator[tuple[int, Cards, Rules]]:
    random = Random(seed)
    for i in range(count):
        level = i % 13
        yield level, oracle.draw(random, level), VARIANTS[random.randrange(len(VARIANTS))]


def types_of(hand: Cards, level: int, found: set[Reading]) -> Iterator[str]:
    """What a set and its readings are an example of."""
    wilds = hand.count(level * 4 + 1)
    jokers = sum(c > 51 for c in hand)
    if not found:
        yield f"{len(hand)} cards, no reading"
    by_kind: dict[str, list[int]] = {}
    for kind, rank in found:
        by_kind.setdefault(kind, []).append(-1 if rank is None else rank)
    yield " + ".join(sorted(by_kind))
    for kind, ranks in by_kind.items():
        yield f"{kind} with {wilds} wilds"
        yield f"{kind} of {('no', 'one', 'two', 'three')[min(len(ranks), 3)]} ranks"
        yield f"{len(hand)}-{kind}"
        if kind in ("straight", "straight_flush", "tube", "plate"):
            low = {"tube": 1, "plate": 0}.get(kind, 3)
            yield from (f"{kind} with a low ace" for rank in ranks if rank == low)
            yield from (f"{kind} up to the ace" for rank in ranks if rank == oracle.ACE)
        if kind == "full_house" and jokers and min(ranks) < oracle.SMALL:
            yield "a joker pair kicks"
        if kind == "full_house" and max(ranks) > oracle.ACE:
            yield "full_house of jokers on a pair"
        if kind in ("pair", "triple") and max(ranks) > oracle.ACE:
            yield "triple of jokers" if kind == "triple" else f"pair of jokers with {'a wild' if wilds else 'no wild'}"


def test_the_kernel_reads_as_a_brute_force_over_every_stand_in_of_every_wild(
    capsys: pytest.CaptureFixture[str],
) -> None:
    counts: Counter[str] = Counter()
    differences: list[tuple[int, str, str, set[Reading]]] = []
    for level, hand, variant in drawn(SETS, seed=2017):
        seen: set[str] = set()
        for book in (HUAIAN, NJUPT, variant):
            expected = oracle.readings(hand, level, book)
            actual = oracle.unpack(read(hand, level, book), len(hand), level)
            if actual != expected:
                differences.append((BOOKS.index(book), cards.RANKS[level], cards.show(hand), actual ^ expected))
            seen.update(types_of(hand, level, expected))
        counts.update(seen)
    with capsys.disabled():
        sys.stdout.write("\n" + "".join(f"{counts[name]:6} {name}\n" for name in READING_TYPES))
    assert differences == []
    assert {name: counts[name] for name in READING_TYPES if counts[name] < AT_LEAST} == {}


RANDOMS = st.randoms(use_true_random=False)
LEVELS = st.integers(0, 12)
BOOK = st.integers(0, len(BOOKS) - 1).map(BOOKS.__getitem__)


@given(RANDOMS, LEVELS, BOOK)
def test_the_order_of_the_cards_does_not_matter(random: Random, level: int, book: Rules) -> None:
    hand = oracle.draw(random, level)
    assert read(hand, level, book) == read(random.sample(hand, len(hand)), level, book)


@given(RANDOMS, LEVELS, BOOK, st.permutations((0, 2, 3)))
def test_spades_clubs_and_diamonds_may_change_places(
    random: Random, level: int, book: Rules, suits: tuple[int, ...]
) -> None:
    hand = oracle.draw(random, level)
    new = {0: suits[0], 1: 1, 2: suits[1], 3: suits[2]}
    swapped = [c if c > 51 else c // 4 * 4 + new[c % 4] for c in hand]
    assert read(hand, level, book) == read(swapped, level, book)


@given(RANDOMS, LEVELS, BOOK, st.integers(0, 9))
def test_cards_are_read_where_they_stand_in_a_longer_array(
    random: Random, level: int, book: Rules, before: int
) -> None:
    hand = oracle.draw(random, level)
    shoe = np.array([*(random.randrange(54) for _ in range(before)), *hand, random.randrange(54)], np.int8)
    assert kernel.readings(shoe, before, len(hand), level, book.switches) == read(hand, level, book)


@given(RANDOMS, LEVELS, BOOK)
def test_bytes_are_read_as_whole_ints_are(random: Random, level: int, book: Rules) -> None:
    hand = oracle.draw(random, level)
    assert read(hand, level, book, np.int8) == read(hand, level, book)


@pytest.mark.parametrize("book", BOOKS)
def test_no_card_and_eleven_cards_are_no_combination(book: Rules) -> None:
    assert read((), 0, book) == 0
    assert read(cards.parse("S3S3H3H3C3C3D3D3H2H2S2"), 0, book) == 0


@pytest.mark.parametrize("text", ["SB SB HR H5 H5", "SB HR HR H5 H5", "SB SB HR HR H5"])
def test_where_a_wild_may_be_a_joker_jokers_of_both_colours_are_two_full_houses(text: str) -> None:
    hand = cards.parse(text)
    assert oracle.unpack(read(hand, 3, NJUPT), 5, 3) == {("full_house", oracle.SMALL), ("full_house", oracle.BIG)}
    assert read(hand, 3, HUAIAN) == 0


def test_wilds_alone_are_their_own_cards() -> None:
    assert oracle.unpack(read(cards.parse("H5 H5"), 3, NJUPT), 2, 3) == {("pair", 3)}
    assert oracle.unpack(read(cards.parse("H5"), 3, NJUPT), 1, 3) == {("single", 3)}


def test_five_of_a_kind_are_no_full_house_but_three_and_two_wilds_are_both() -> None:
    assert oracle.unpack(read(cards.parse("S9 C9 D9 D9 H5"), 3, HUAIAN), 5, 3) == {("bomb", 7)}
    assert oracle.unpack(read(cards.parse("S9 C9 D9 H5 H5"), 3, HUAIAN), 5, 3) == {("bomb", 7), ("full_house", 7)}
