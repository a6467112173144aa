import dataclasses
import json
import os
import subprocess
import sys
import types
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine import rules
from engine.kernel import order, readings, shapes
from engine.rules import Rules
from tests import oracle
from tests.oracle import Cards, Reading

ROOT = Path(__file__).resolve().parent.parent
HUAIAN = rules.load("huaian_2017")
NJUPT = rules.load("njupt_v1006")
HEART_APART = dataclasses.replace(HUAIAN, heart_level_single="above_level")
BOOKS = {name: rules.load(name) for name in rules.names()} | {"heart apart": HEART_APART}
CODES = {
    "single": shapes.SINGLE,
    "pair": shapes.PAIR,
    "triple": shapes.TRIPLE,
    "full_house": shapes.FULL_HOUSE,
    "straight": shapes.STRAIGHT,
    "tube": shapes.TUBE,
    "plate": shapes.PLATE,
    "bomb": shapes.BOMB,
    "straight_flush": shapes.STRAIGHT_FLUSH,
    "joker_bomb": shapes.JOKER_BOMB,
}
SIZES = {"single": 1, "pair": 2, "triple": 3, "tube": 6, "plate": 6, "joker_bomb": 4}
LEVELS = range(13)
Sized = tuple[Reading, int]


def singles(book: Rules) -> list[Sized]:
    """Every single reading of a book with its size, runs from their lowest top."""
    apart = [oracle.LEVEL_HEART] if book.heart_level_single == "above_level" else []
    found = [(Reading("single", rank), 1) for rank in [*range(15), *apart]]
    for kind in ("pair", "triple", "full_house"):
        found += [(Reading(kind, rank), SIZES.get(kind, 5)) for rank in range(15)]
    for kind, lowest in (("straight", 3), ("tube", 1), ("plate", 0), ("straight_flush", 3)):
        found += [(Reading(kind, top), SIZES.get(kind, 5)) for top in range(lowest, 13)]
    found += [(Reading("bomb", rank), size) for size in range(4, 11) for rank in range(13)]
    return [*found, (Reading("joker_bomb", None), 4)]


def may_be_laid(mine: Sized, theirs: Sized, level: int, book: Rules) -> bool:
    """What the kernel says of two single readings."""
    (reading, size), (other, other_size) = mine, theirs
    word, top = oracle.pack(reading, level), oracle.pack(other, level)
    kept = order.beating(word, size, top, other_size, book.switches)
    assert kept in (0, word)
    return kept == word


def relation(level: int, book: Rules) -> tuple[list[Sized], NDArray[np.bool_]]:
    """The matrix of what beats what among the single readings."""
    all_of_them = singles(book)
    return all_of_them, np.array([[may_be_laid(a, b, level, book) for b in all_of_them] for a in all_of_them])


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
@pytest.mark.parametrize("level", [0, 3, 8, 12])
def test_one_reading_beats_another_as_the_rules_order_them(level: int, book: Rules) -> None:
    all_of_them, beats = relation(level, book)
    expected = [[oracle.outranks(a, b, level, book) for b in all_of_them] for a in all_of_them]
    assert np.argwhere(beats != np.array(expected)).tolist() == []


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
@pytest.mark.parametrize("level", LEVELS)
def test_beating_is_a_strict_partial_order(level: int, book: Rules) -> None:
    all_of_them, beats = relation(level, book)
    assert not beats.diagonal().any()
    assert not (beats & beats.T).any()
    jumps = np.argwhere((beats.astype(int) @ beats.astype(int) > 0) & ~beats)
    skipped = {(all_of_them[a][0].kind, all_of_them[b][0].kind, all_of_them[b][1]) for a, b in jumps}
    # The platform lays no straight flush on a bomb of four, though it beats bombs of five, which beat those of four.
    assert skipped == (set() if book.flush_beats_four else {("straight_flush", "bomb", 4)})


@pytest.mark.parametrize("level", LEVELS)
def test_a_place_and_its_rank_lead_to_each_other(level: int) -> None:
    places = [shapes.place_of(rank, level) for rank in range(15)]
    assert [shapes.rank_at(place, level) for place in places] == list(range(15))
    assert sorted([*places, shapes.HEART_LEVEL_PLACE]) == list(range(16))
    assert shapes.rank_at(shapes.HEART_LEVEL_PLACE, level) == level


@pytest.mark.parametrize("level", LEVELS)
def test_places_rise_with_ranks_and_the_level_stands_between_ace_and_jokers(level: int) -> None:
    others = [shapes.place_of(rank, level) for rank in range(13) if rank != level]
    ladder = [*others, shapes.place_of(level, level), *(shapes.place_of(rank, level) for rank in (13, 14))]
    assert ladder == sorted(set(ladder))


@pytest.mark.parametrize("level", LEVELS)
def test_a_higher_level_only_lifts_its_own_rank(level: int) -> None:
    for rank in range(13):
        if rank not in (level, level + 1) and level < 12:
            assert shapes.place_of(rank, level) == shapes.place_of(rank, level + 1)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("book", [HUAIAN, NJUPT])
def test_a_word_of_one_reading_is_packed_as_documented(level: int, book: Rules) -> None:
    for (kind, rank), size in singles(book):
        word = shapes.word_of(CODES[kind], shapes.NO_RANK if rank is None else rank, level)
        assert word == oracle.pack(Reading(kind, rank), level)
        assert oracle.unpack(word, size, level) == {Reading(kind, rank)}
        packed = order.strongest(word, size, level)
        assert packed == CODES[kind] * 16 + (shapes.NO_RANK if rank is None else rank)


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("level", [0, 6, 12])
def test_of_two_plays_those_readings_beat_that_beat_some_reading(level: int, name: str) -> None:
    random, book = Random(level), BOOKS[name]
    plays = [(hand, word) for hand, word in (laid(random, level, book) for _ in range(400)) if word]
    for hand, mine in plays:
        same_size = [play for play in plays if len(play[0]) == len(hand)]
        for top, theirs in (*random.sample(plays, 5), *random.choices(same_size, k=15)):
            kept = order.beating(mine, len(hand), theirs, len(top), book.switches)
            assert oracle.unpack(kept, len(hand), level) == {
                reading
                for reading in oracle.unpack(mine, len(hand), level)
                if any(
                    oracle.outranks((reading, len(hand)), (other, len(top)), level, book)
                    for other in oracle.unpack(theirs, len(top), level)
                )
            }


@given(st.randoms(use_true_random=False), st.integers(0, 12), st.sampled_from(list(BOOKS)))
def test_the_strongest_reading_is_one_of_them_and_none_of_them_beats_it(random: Random, level: int, name: str) -> None:
    book = BOOKS[name]
    hand, word = laid(random, level, book)
    found = oracle.readings(hand, level, book)
    kind, rank = divmod(order.strongest(word, len(hand), level), 16)
    ranks = {level, oracle.LEVEL_HEART} if rank == level and kind == shapes.SINGLE else {rank}
    best = [r for r in found if CODES[r.kind] == kind and (r.rank in ranks or kind == shapes.JOKER_BOMB)]
    assert len(best) == (1 if found else 0)
    assert kind == shapes.PASS or not any(
        oracle.outranks((r, len(hand)), (best[0], len(hand)), level, book) for r in found
    )


@given(st.randoms(use_true_random=False), st.integers(0, 12), st.sampled_from(list(BOOKS)))
def test_the_largest_reading_of_each_kind_is_the_highest_of_that_kind(random: Random, level: int, name: str) -> None:
    book = BOOKS[name]
    hand, word = laid(random, level, book)
    found = oracle.readings(hand, level, book)
    kinds = {reading.kind for reading in found}
    highest = {
        max(
            (r for r in found if r.kind == kind),
            key=lambda r: -1 if r.rank is None else oracle.strength(r.kind, r.rank, level),
        )
        for kind in kinds
    }
    assert oracle.unpack(order.largest(word), len(hand), level) == highest
    assert shapes.bits(word) == len(found)


def laid(random: Random, level: int, book: Rules) -> tuple[Cards, int]:
    """Some cards and their readings word."""
    hand = oracle.draw(random, level)
    return hand, readings.readings(np.array(hand, np.int8), 0, len(hand), level, book.switches)


def answers(count: int) -> list[list[int]]:
    """What the kernel says of some card sets, each against the one before; run jitted here and plainly in a process of its own."""
    random = Random(54)
    said: list[list[int]] = []
    before = (0, 1)
    for i in range(count):
        level, book = i % 13, list(BOOKS.values())[i % len(BOOKS)]
        hand, word = laid(random, level, book)
        kept = order.beating(word, len(hand), *before, book.switches)
        best = order.strongest(word, len(hand), level)
        said.append([int(word), int(kept), int(order.largest(word)), int(best), int(shapes.bits(word))])
        before = (word, len(hand))
    return said


def test_unjitted_the_kernel_gives_the_same_answers() -> None:
    script = "import json, tests.test_engine_kernel_order as t; print(json.dumps([t.is_plain(), t.answers(2000)]))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    plain, said = json.loads(done.stdout)
    assert plain
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        assert not is_plain()
    assert said == answers(2000)


def is_plain() -> bool:
    """Whether the kernel runs as plain Python."""
    return isinstance(readings.readings, types.FunctionType)
