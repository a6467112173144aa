import dataclasses
from importlib import resources
from pathlib import Path
from typing import Literal, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np
import pytest

import engine.kernel
from engine import cards, rules
from engine.kernel import order, readings
from engine.kernel import switches as at
from engine.rules import PARAMETERS, Rules
from tests import oracle

HUAIAN = rules.load("huaian_2017")
NJUPT = rules.load("njupt_v1006")
TEXT = (resources.files("engine") / "rulesets" / "huaian_2017.toml").read_text("utf-8")
HINTS = get_type_hints(Rules)
NOT_IN_THE_KERNEL = {"first_leader"}  # no record says who drew which card, so no play can offend against it


def options(parameter: str) -> tuple[object, ...]:
    """The values a parameter may have where they can be listed."""
    hint = HINTS[parameter]
    return (False, True) if hint is bool else get_args(hint) if get_origin(hint) is Literal else ()


VALUES = [(parameter, value) for parameter in PARAMETERS for value in options(parameter)]


@pytest.mark.parametrize("name", rules.names())
def test_every_book_that_comes_with_danpu_loads(name: str) -> None:
    book = rules.load(name)
    assert book.name == name
    assert book.clauses.keys() == PARAMETERS.keys()
    assert book.title_en
    assert book.title_zh
    assert all(book.clause(parameter).text for parameter in PARAMETERS)
    assert rules.load(name) is book


def test_an_unknown_book_is_refused_with_the_known_ones() -> None:
    with pytest.raises(rules.RuleBookError, match="no such rule book; known: " + ", ".join(rules.names())):
        rules.load("hoyle")


def line_of(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("[ace_low]\n", "[ace_high]\n", "[ace_high]", "unknown parameter 'ace_high'"),
        (
            '[ace_low]\nvalue = "allowed"',
            '[ace_low]\nvalue = "maybe"',
            "[ace_low]",
            "'maybe': expected one of allowed, f",
        ),
        (
            '[ace_low]\nvalue = "allowed"',
            "[ace_low]\nvalue = true",
            "[ace_low]",
            "True: expected one of allowed, forbid",
        ),
        (
            '[ace_low]\nvalue = "allowed"',
            "[ace_low]",
            "[ace_low]",
            "ace_low = None: expected one of allowed, forbidden",
        ),
        ("[plates]\nvalue = true", "[plates]\nvalue = 1", "[plates]", "plates = 1: expected true or false"),
        ("[plates]\nvalue = true", '[plates]\nvalue = "yes"', "[plates]", "plates = 'yes': expected true or false"),
        ("[3, 2, 1]", "[3, 2]", "[level_up]", "expected three whole numbers"),
        ("[3, 2, 1]", "[3, 2, true]", "[level_up]", "expected three whole numbers"),
        (
            "[a_fail_limit]\n",
            "[a_fail_limit]\nvalue = true\n",
            "[a_fail_limit]",
            "expected a whole number, or no value",
        ),
        ("[a_fail_limit]\n", "[a_fail_limit]\nvalue = 1.5\n", "[a_fail_limit]", "expected a whole number, or no value"),
        ("value = []", 'value = ["SB"]', "[a_fail_to]", "expected a list of levels 2..A"),
        ("value = []", "value = [2]", "[a_fail_to]", "expected a list of levels 2..A"),
        ('value = "2"', 'value = "10"', "[start_level]", "start_level = '10': expected a level 2..A"),
        ('value = "2"', "value = 2", "[start_level]", "start_level = 2: expected a level 2..A"),
        ("settled = true", 'settled = "yes"', "[wild_card]", "settled true or false"),
        ("settled = true", "", "[wild_card]", "must have value, clause and settled"),
        (
            "settled = true",
            "settled = true\nnote = 3",
            "[wild_card]",
            "must have value, clause and settled, nothing else",
        ),
    ],
)
def test_a_wrong_key_value_or_type_is_refused_by_its_line(old: str, new: str, place: str, message: str) -> None:
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    with pytest.raises(rules.RuleBookError) as error:
        rules.loads(text, "mine")
    assert str(error.value).startswith(f"mine:{line_of(text, place)}: ")
    assert message in str(error.value)


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_a_parameter_left_out_is_named(parameter: str) -> None:
    head, _, tail = TEXT.partition(f"[{parameter}]\n")
    with pytest.raises(rules.RuleBookError, match=f"^mine: missing parameter {parameter}$"):
        rules.loads(head + tail.partition("\n\n")[2], "mine")


@pytest.mark.parametrize("text", ["", 'title = "x"', TEXT.replace("[title]\n", "[titles]\n")])
def test_a_book_without_a_title_in_both_languages_is_refused(text: str) -> None:
    with pytest.raises(rules.RuleBookError, match="must have en, zh and clause"):
        rules.loads(text, "mine")


def test_what_is_not_toml_is_refused_with_its_line() -> None:
    with pytest.raises(rules.RuleBookError, match=r"^mine: not TOML: .*at line 2"):
        rules.loads("[title]\nen = \n", "mine")


@pytest.mark.parametrize(("parameter", "value"), VALUES)
def test_every_value_may_be_written_and_reaches_the_kernel(parameter: str, value: object) -> None:
    written = str(value).lower() if isinstance(value, bool) else f'"{value}"'
    head, _, tail = TEXT.partition(f"[{parameter}]\nvalue = ")
    book = rules.loads(head + f"[{parameter}]\nvalue = {written}\n" + tail.partition("\n")[2], "mine")
    assert getattr(book, parameter) == value
    place = getattr(at, parameter.upper(), None)
    if parameter in NOT_IN_THE_KERNEL:
        assert place is None
    else:
        assert isinstance(place, int)
        assert book.switches[place] == options(parameter).index(value)


def test_numbers_and_levels_reach_the_kernel_as_they_are() -> None:
    book = dataclasses.replace(HUAIAN, level_up=(4, 2, 1), a_fail_limit=3, a_fail_to=("J", "2"), start_level="A")
    where = [at.UP_SECOND, at.UP_THIRD, at.UP_LAST, at.A_FAIL_LIMIT, at.A_FAIL_TO, at.A_FAIL_TO_NEXT, at.START_LEVEL]
    assert book.switches[where].tolist() == [4, 2, 1, 3, cards.level("J"), cards.level("2"), cards.level("A")]
    assert HUAIAN.switches[[at.A_FAIL_LIMIT, at.A_FAIL_TO, at.A_FAIL_TO_NEXT]].tolist() == [-1, -1, -1]
    assert NJUPT.switches[[at.A_FAIL_LIMIT, at.A_FAIL_TO, at.A_FAIL_TO_NEXT]].tolist() == [1, 0, 0]


def test_every_switch_has_a_place_of_its_own_and_none_is_empty() -> None:
    places = {name: place for name, place in vars(at).items() if name.isupper() and name != "SWITCH_COUNT"}
    assert sorted(places.values()) == list(range(at.SWITCH_COUNT))


def test_every_switch_is_read_somewhere_in_the_kernel() -> None:
    folder = Path(engine.kernel.__file__).parent
    source = "\n".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    in_order = {"UP_THIRD", "UP_LAST"}  # read as UP_SECOND + 1 and + 2
    names = {name for name in vars(at) if name.isupper()} - {"SWITCH_COUNT"} - in_order
    assert {name for name in names if f"at.{name}" not in source} == set()


class Effect(NamedTuple):
    """Some cards that two values of a parameter read differently: what each reads them as, in words."""

    parameter: str
    values: tuple[object, object]
    cards: str
    said: tuple[set[str], set[str]]
    base: Rules = HUAIAN


EFFECTS = [
    Effect("wild_card", ("none", "heart_level"), "S7 C7 H3", (set(), {"triple 7"})),
    Effect("heart_level_single", ("equal", "above_level"), "H3", ({"single 3"}, {"single heart 3"})),
    Effect("ace_low", ("allowed", "forbidden"), "SA C2 D3 S4 C5", ({"straight 5"}, set())),
    Effect("suited_straight", ("sf_only", "plain_allowed"), "S4 S5 S6 S7 S8", ({"flush 8"}, {"flush 8", "straight 8"})),
    Effect("suited_straight", ("sf_only", "plain_if_wild"), "S5 S6 S7 S8 H3", ({"flush 9"}, {"flush 9", "straight 9"})),
    Effect(
        "suited_straight",
        ("plain_if_wild", "plain_allowed"),
        "S9 ST SJ SQ SK",
        ({"flush K"}, {"flush K", "straight K"}),
    ),
    Effect("wild_as_joker", (False, True), "SB H3", (set(), {"pair SB"})),
    Effect("plates", (False, True), "S7 C7 D7 S8 C8 D8", (set(), {"plate 8"})),
    Effect("wild_pair", (False, True), "S6 C6 S8 C8 H3 H3", (set(), {"tube 8"})),
    Effect("wild_flush_suit", ("any", "own"), "S5 S6 S7 S9 H3", ({"flush 9", "straight 9"}, {"straight 9"})),
    Effect("joker_kicker", (False, True), "S7 C7 D7 SB SB", (set(), {"full_house 7"})),
]


def in_words(hand: str, book: Rules) -> set[str]:
    """The readings at level 3, of runs only the highest."""
    codes = np.array(cards.parse(hand), np.int8)
    word = order.largest(readings.readings(codes, 0, len(codes), cards.level("3"), book.switches))
    names = {**dict(enumerate(cards.RANK_NAMES)), oracle.LEVEL_HEART: "heart 3"}
    found = oracle.unpack(word, len(codes), cards.level("3"))
    return {f"{kind.replace('straight_', '')} {names[rank]}" for kind, rank in found if rank is not None}


@pytest.mark.parametrize("effect", EFFECTS, ids=[f"{e.parameter}: {e.values[0]} or {e.values[1]}" for e in EFFECTS])
def test_two_values_of_a_parameter_read_some_cards_differently(effect: Effect) -> None:
    for value, expected in zip(effect.values, effect.said, strict=True):
        book = dataclasses.replace(effect.base, **{effect.parameter: value})  # type: ignore[arg-type]  # one of its own values
        assert in_words(effect.cards, book) == expected


@pytest.mark.parametrize(("beats", "kept"), [(False, False), (True, True)])
def test_whether_a_straight_flush_beats_a_bomb_of_four_is_the_books_to_say(beats: bool, kept: bool) -> None:
    book = dataclasses.replace(HUAIAN, flush_beats_four=beats)
    flush, four = oracle.Reading("straight_flush", 5), oracle.Reading("bomb", 5)
    laid = order.beating(oracle.pack(flush, 0), 5, oracle.pack(four, 0), 4, book.switches)
    assert bool(laid) == kept
    assert order.beating(oracle.pack(flush, 0), 5, oracle.pack(four, 0), 5, book.switches)
