import dataclasses
import re
from importlib import resources
from pathlib import Path
from typing import Literal, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np
import pytest

import engine.kernel
from engine import cards, plain, rules
from engine.book_text import RuleBookError
from engine.kernel import order, readings, values
from engine.kernel import switches as at
from engine.points import POINTS
from engine.rules import PARAMETERS, PLAY, Rules
from tests import oracle

HUAIAN = rules.load("huaian_2017")
NJUPT = rules.load("njupt_v1006")
TEXT = (resources.files("engine") / "rulesets" / "huaian_2017.toml").read_text("utf-8")
HINTS = get_type_hints(Rules)
NOT_IN_THE_KERNEL = {"first_leader"}  # no record says who drew which card, so no play can offend against it
# Values between which no record can tell: who of the winners got his way, and who of two losers that are not ranked was the last.
ALIKE: dict[str, set[object]] = {
    "first_leader": set(get_args(HINTS["first_leader"])),
    "equal_assign": {"winners_choose", "by_agreement"},
    "lead_on_equal": {"last_finisher", "agreed"},
}
KERNEL = "\n".join(path.read_text("utf-8") for path in Path(engine.kernel.__file__).parent.glob("*.py"))


def options(parameter: str) -> tuple[object, ...]:
    """The values a parameter may have where they can be listed."""
    hint = HINTS[parameter]
    return (False, True) if hint is bool else get_args(hint) if get_origin(hint) is Literal else ()


VALUES = [(parameter, value) for parameter in PLAY for value in options(parameter)]


@pytest.mark.parametrize("name", rules.names())
def test_every_book_that_comes_with_danpu_loads(name: str) -> None:
    book = rules.load(name)
    assert book.name == name
    assert book.clauses.keys() == PARAMETERS.keys() | POINTS.keys()
    assert book.title_en
    assert book.title_zh
    assert all(book.clause(parameter).text for parameter in PARAMETERS)
    assert rules.load(name) is book


def refusal(text: str) -> RuleBookError:
    """Why a text is no rule book."""
    with pytest.raises(RuleBookError) as error:
        rules.loads(text, "mine")
    return error.value


def test_an_unknown_book_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RuleBookError) as error:
        rules.load("hoyle")
    assert str(error.value) == f"hoyle: no such rule book, expected one of {', '.join(rules.known())}"
    assert error.value.text("zh") == f"hoyle：没有这本规则书，应为 {'、'.join(rules.known())} 之一"


LEVELS = "a list of at most two levels (2-9 T J Q K A)"
COUNT = "a whole number from 1, or no value for no limit"
STEPS = "three whole numbers from 0 to 12"


@pytest.mark.parametrize(
    ("old", "new", "found", "expected"),
    [
        ("[ace_low]\n", "[ace_high]\n", "[ace_high]", "one of wild_card, heart_level_single, "),
        ('"allowed"', '"maybe"', 'ace_low.value = "maybe"', "one of allowed, forbidden"),
        ('"allowed"', "true", "ace_low.value = true", "one of allowed, forbidden"),
        ('"allowed"', '["allowed"]', 'ace_low.value = ["allowed"]', "one of allowed, forbidden"),
        ('[ace_low]\nvalue = "allowed"', "[ace_low]", "no ace_low.value", "one of allowed, forbidden"),
        ("[plates]\nvalue = true", "[plates]\nvalue = 1", "plates.value = 1", "true or false"),
        ("[plates]\nvalue = true", '[plates]\nvalue = "yes"', 'plates.value = "yes"', "true or false"),
        ("[3, 2, 1]", "[3, 2]", "level_up.value = [3, 2]", STEPS),
        ("[3, 2, 1]", "[3, 2, true]", "level_up.value = [3, 2, true]", STEPS),
        ("[3, 2, 1]", "[3, 2, -1]", "level_up.value = [3, 2, -1]", STEPS),
        ("[3, 2, 1]", "[13, 2, 1]", "level_up.value = [13, 2, 1]", STEPS),
        ("[a_fail_limit]\n", "[a_fail_limit]\nvalue = true\n", "a_fail_limit.value = true", COUNT),
        ("[a_fail_limit]\n", "[a_fail_limit]\nvalue = 1.5\n", "a_fail_limit.value = 1.5", COUNT),
        ("[a_fail_limit]\n", "[a_fail_limit]\nvalue = 0\n", "a_fail_limit.value = 0", COUNT),
        (
            "[a_fail_limit]\n",
            "[a_fail_limit]\nvalue = 3\n",
            "a_fail_to.value = []",
            "at least one level, because a_fail_limit = 3",
        ),
        ("value = []", 'value = ["SB"]', 'a_fail_to.value = ["SB"]', LEVELS),
        ("value = []", "value = [2]", "a_fail_to.value = [2]", LEVELS),
        ("value = []", 'value = ["J", "5", "2"]', 'a_fail_to.value = ["J", "5", "2"]', LEVELS),
        ('value = "2"', 'value = "10"', 'start_level.value = "10"', "a level (2-9 T J Q K A)"),
        ('value = "2"', "value = 2", "start_level.value = 2", "a level (2-9 T J Q K A)"),
        ("settled = true", 'settled = "yes"', 'wild_card.settled = "yes"', "true or false"),
        ("settled = true", "", "no wild_card.settled", "true or false"),
        ("settled = true", "settled = true\nnote = 3", "wild_card.note = 3", "one of value, clause, settled"),
        ("[title]\n", "[title]\nauthor = 1\n", "title.author = 1", "one of en, zh, clause"),
        (
            'en = "Huai',
            'en = ""\nother = "Huai',
            'title.other = "Huai\'an Guandan competition rules, 2017"',
            "one of en,",
        ),
        ("[title]\n", "[titles]\n", "no title", "a table [title] of en, zh, clause"),
    ],
)
def test_a_wrong_key_value_or_type_is_refused_by_its_line(old: str, new: str, found: str, expected: str) -> None:
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    error = refusal(text)
    assert error.found.en == found
    assert error.expected.en.startswith(expected)
    line = line_of(text, found)
    assert error.place == (f"mine:{line}" if line else "mine")


def line_of(text: str, found: str) -> int | None:
    """Where what a refusal names stands: its key, else its table, if there is one."""
    table, _, key = found.removeprefix("no ").partition(" = ")[0].strip("[]").partition(".")
    above, there, below = text.partition(f"[{table}]\n")
    keys = [line.partition(" = ")[0] for line in below.partition("\n\n")[0].splitlines()]
    return above.count("\n") + 1 + (keys.index(key) + 1 if key in keys else 0) if there else None


def test_a_refusal_stands_on_one_line_in_both_languages() -> None:
    error = refusal(TEXT.replace("[3, 2, 1]", "[3, 2, -1]"))
    line = next(n for n, text in enumerate(TEXT.splitlines(), 1) if text == "value = [3, 2, 1]")
    assert error.text("en") == f"mine:{line}: level_up.value = [3, 2, -1], expected three whole numbers from 0 to 12"
    assert error.text("zh") == f"mine:{line}：level_up.value = [3, 2, -1]，应为三个 0 至 12 的整数"


@pytest.mark.parametrize("parameter", PLAY)
def test_a_parameter_left_out_is_named(parameter: str) -> None:
    head, _, tail = TEXT.partition(f"[{parameter}]\n")
    error = refusal(head + tail.partition("\n\n")[2])
    assert str(error) == f"mine: no {parameter}, expected a table [{parameter}] of value, clause, settled"


def test_what_is_not_toml_is_refused_with_its_line() -> None:
    assert str(refusal("[title]\nen = \n")).startswith("mine:2: not TOML (")


@pytest.mark.parametrize("name", rules.names())
def test_every_clause_is_in_chinese_and_english(name: str) -> None:
    book = rules.load(name)
    for text in (book.text, *(clause.text for clause in book.clauses.values())):
        zh, _, en = text.partition(" / ")
        assert re.search(r"[\u4e00-\u9fff]", zh), text
        assert en, text
        assert not re.search(r"[\u4e00-\u9fff]", en), text


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
    in_order = {"UP_THIRD", "UP_LAST"}  # read as UP_SECOND + 1 and + 2
    names = {name for name in vars(at) if name.isupper()} - {"SWITCH_COUNT"} - in_order
    assert {name for name in names if f"at.{name}" not in KERNEL} == set()


def parameter_of(name: str) -> str:
    """The parameter whose value a name of `values` is."""
    return next(p for p in sorted(PLAY, key=len, reverse=True) if name.startswith(f"{p.upper()}_"))


def words_asked_for() -> dict[str, set[object]]:
    """The words of each parameter that the kernel asks for by name."""
    asked: dict[str, set[object]] = {parameter: set() for parameter in PLAY}
    for name, number in vars(values).items():
        if name.isupper():
            asked[parameter_of(name)].add(options(parameter_of(name))[number])
    return asked


def test_every_value_that_the_kernel_asks_for_stands_where_its_name_says() -> None:
    for name, number in vars(values).items():
        if name.isupper():
            parameter = parameter_of(name)
            assert options(parameter)[number] == name.removeprefix(f"{parameter.upper()}_").lower()
            assert f"val.{name}" in KERNEL, name


@pytest.mark.parametrize("parameter", sorted(p for p in PLAY if len(options(p)) > 2))
def test_no_two_values_of_a_parameter_are_one_to_the_kernel_but_those_that_no_record_tells_apart(
    parameter: str,
) -> None:
    rest = set(options(parameter)) - words_asked_for()[parameter]
    assert len(rest) == 1 or rest == ALIKE[parameter]


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


@pytest.mark.parametrize(
    ("value", "house", "straight", "undeclared"),
    [
        ("largest", {"K"}, {"7"}, {"K"}),
        ("declared_else_largest", {"6", "K"}, {"6", "7"}, {"K"}),
        ("declared", {"6", "K"}, {"6", "7"}, {"6", "K"}),
    ],
)
def test_what_a_wild_card_leaves_open_is_read_as_the_book_says(
    value: str, house: set[str], straight: set[str], undeclared: set[str]
) -> None:
    book = dataclasses.replace(HUAIAN, wild_reading=value)  # type: ignore[arg-type]  # one of its own values
    two = cards.level("2")
    for text, expected in (("SK CK S6 D6 H2", house), ("S3 C4 D5 S6 H2", straight)):
        codes = np.array(cards.parse(text), np.int8)
        word = int(readings.readings(codes, 0, len(codes), two, book.switches))
        assert {cards.RANKS[r.rank or 0] for r in oracle.unpack(word, len(codes), two)} == expected
    codes = np.array(cards.parse("SK CK S6 D6 H2"), np.int8)
    state = np.zeros(plain.trick.STATE_SIZE, np.int64)
    plain.trick.start(state, 0)
    word = int(readings.readings(codes, 0, len(codes), two, book.switches))
    kept = int(plain.trick.read_play(state, word, len(codes), 0, book.switches))
    assert {cards.RANKS[r.rank or 0] for r in oracle.unpack(kept, len(codes), two)} == undeclared


@pytest.mark.parametrize(("beats", "kept"), [(False, False), (True, True)])
def test_whether_a_straight_flush_beats_a_bomb_of_four_is_the_books_to_say(beats: bool, kept: bool) -> None:
    book = dataclasses.replace(HUAIAN, flush_beats_four=beats)
    flush, four = oracle.Reading("straight_flush", 5), oracle.Reading("bomb", 5)
    laid = order.beating(oracle.pack(flush, 0), 5, oracle.pack(four, 0), 4, book.switches)
    assert bool(laid) == kept
    assert order.beating(oracle.pack(flush, 0), 5, oracle.pack(four, 0), 5, book.switches)
