"""A rule book: one frozen record of switches, each with the clause it rests on and whether the source settles it.

`load(name)` reads `rulesets/<name>.toml`, where every parameter is a table `value`, `clause`, `settled`. What is wrong there is refused by line, key
and value, with what was expected. The Chinese of each parameter stands in `PARAMETERS`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib import resources
from types import MappingProxyType
from typing import Literal, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from engine import cards
from engine.book_text import WORDS, Book, RuleBookError, one_of, parsed
from engine.kernel import switches as at
from engine.words import Text

Switches = NDArray[np.int64]
DEFAULT = "huaian_2017"
CLAUSE: Mapping[str, type] = MappingProxyType({"clause": str, "settled": bool})


@dataclass(frozen=True, slots=True)
class Clause:
    """What a value rests on: the clause in the source's own terms, and whether the source settles it."""

    text: str
    settled: bool


@dataclass(frozen=True, eq=False)
class Rules:
    """A rule book: the switches, the clause behind each, and `text`, the clause for what no switch decides (turns, what beats what)."""

    name: str
    title_en: str
    title_zh: str
    text: str
    clauses: Mapping[str, Clause]
    wild_card: Literal["none", "heart_level"]
    heart_level_single: Literal["equal", "above_level"]
    ace_low: Literal["allowed", "forbidden"]
    suited_straight: Literal["sf_only", "plain_if_wild", "plain_allowed"]
    wild_reading: Literal["largest", "declared_else_largest", "declared"]
    pass_policy: Literal["may_reenter", "out_for_trick"]
    jiefeng: Literal["partner", "next_player"]
    jiefeng_timing: Literal["after_all_pass", "after_partner_pass"]
    wild_as_joker: bool
    plates: bool
    wild_pair: bool
    wild_flush_suit: Literal["any", "own"]
    flush_beats_four: bool
    run_label: Literal["cards", "leading_wild"]
    joker_kicker: bool
    first_leader: Literal["exposed_card", "exposed_rank", "drawn", "agreed", "random"]
    tribute_exempt: Literal["heart_level", "big_joker"]
    double_assign: Literal["larger_to_head", "by_seat"]
    equal_assign: Literal["clockwise", "winners_choose", "by_agreement"]
    return_limit: Literal["le10", "le10_to_partner", "any", "any_but_tribute"]
    return_level_card: bool
    anti_tribute_mode: Literal["automatic", "optional"]
    lead_after_double: Literal["larger_payer", "last_finisher"]
    lead_on_equal: Literal["head_next", "last_finisher", "agreed"]
    start_level: str
    level_up: tuple[int, int, int]
    pass_a: Literal["partner_not_last", "partner_second"]
    a_fail_limit: int | None
    a_fail_counts: Literal["all", "only_1_4", "headed"]
    a_fail_to: tuple[str, ...]
    ace_finish_demotes: bool

    def clause(self, parameter: str) -> Clause:
        """The clause behind a parameter."""
        return self.clauses[parameter]

    @cached_property
    def switches(self) -> Switches:
        """The int64 vector of `engine.kernel.switches`, shape (SWITCH_COUNT,)."""
        vector = np.full(at.SWITCH_COUNT, -1, np.int64)
        for parameter in PARAMETERS:
            place = getattr(at, parameter.upper(), None)
            if isinstance(place, int) and parameter not in _BY_HAND:
                vector[place] = _ordinal(parameter, getattr(self, parameter))
        drops = [cards.level(text) for text in self.a_fail_to]
        vector[at.START_LEVEL] = cards.level(self.start_level)
        vector[at.UP_SECOND : at.UP_LAST + 1] = self.level_up
        vector[at.A_FAIL_LIMIT] = -1 if self.a_fail_limit is None else self.a_fail_limit
        vector[at.A_FAIL_TO : at.A_FAIL_TO_NEXT + 1] = (drops + drops[-1:] * 2)[:2] if drops else (-1, -1)
        return vector


PARAMETERS: Mapping[str, str] = MappingProxyType(
    {
        "wild_card": "逢人配",
        "heart_level_single": "红桃级牌单张地位",
        "ace_low": "A 作小",
        "suited_straight": "同花五张当杂顺",
        "wild_reading": "配牌歧义",
        "pass_policy": "过牌后再出",
        "jiefeng": "接风",
        "jiefeng_timing": "接风时机",
        "wild_as_joker": "逢人配当王",
        "plates": "钢板",
        "wild_pair": "两张逢人配作任意一对",
        "wild_flush_suit": "同花顺中逢人配的花色",
        "flush_beats_four": "同花顺压四张炸弹",
        "run_label": "顺子的牌点",
        "joker_kicker": "三带对王",
        "first_leader": "首副领出",
        "tribute_exempt": "贡牌除外",
        "double_assign": "双贡分配",
        "equal_assign": "同贡分配",
        "return_limit": "还贡上限",
        "return_level_card": "级牌可还",
        "anti_tribute_mode": "抗贡",
        "lead_after_double": "双贡后领出",
        "lead_on_equal": "同贡领出",
        "start_level": "起始级",
        "level_up": "升级数",
        "pass_a": "过 A 条件",
        "a_fail_limit": "打 A 次数",
        "a_fail_counts": "打 A 失败计数",
        "a_fail_to": "打 A 退级",
        "ace_finish_demotes": "对方 A 收尾退 2",
    }
)
_BY_HAND = {"level_up", "a_fail_limit", "a_fail_to", "start_level"}
_HINTS = get_type_hints(Rules)
MOST_DROPS = 2  # the kernel keeps the first drop at A and the one of all later times
_NUMBERS = {
    "start_level": Text("级数（2-9 T J Q K A）", "a level (2-9 T J Q K A)"),
    "level_up": Text("三个 0 至 12 的整数", "three whole numbers from 0 to 12"),
    "a_fail_limit": Text("1 以上的整数，不限则无此值", "a whole number from 1, or no value for no limit"),
    "a_fail_to": Text("至多两个级数的列表（2-9 T J Q K A）", "a list of at most two levels (2-9 T J Q K A)"),
}
assert {f.name for f in fields(Rules)} == {"name", "title_en", "title_zh", "text", "clauses", *PARAMETERS}


def _ordinal(parameter: str, value: object) -> int:
    if isinstance(value, bool):
        return int(value)
    return get_args(_HINTS[parameter]).index(value)


def names() -> tuple[str, ...]:
    """The names of the rule books that come with danpu, sorted."""
    folder = resources.files("engine") / "rulesets"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


@cache
def load(name: str) -> Rules:
    """The rule book of a name. Raises RuleBookError for an unknown name, key, value or type."""
    if name not in names():
        raise RuleBookError(name, None, Text("没有这本规则书", "no such rule book"), one_of(names()))
    return loads((resources.files("engine") / "rulesets" / f"{name}.toml").read_text("utf-8"), name)


def loads(text: str, name: str) -> Rules:
    """The rule book in a TOML text; `name` is what errors call it. Raises RuleBookError."""
    book = parsed(text, name)
    title = book.table("title", dict.fromkeys(("en", "zh", "clause"), str))
    for key in book.data:
        if key not in PARAMETERS and key != "title":
            raise book.error((key,), one_of(tuple(PARAMETERS)))
    values = {key: _value(book, key) for key in PARAMETERS}
    if values["a_fail_limit"] is not None and not values["a_fail_to"]:
        limit = f"a_fail_limit = {values['a_fail_limit']}"
        raise book.error(
            ("a_fail_to", "value"), Text(f"至少一级（因 {limit}）", f"at least one level, because {limit}")
        )
    entries = {key: book.table(key, CLAUSE, ("value",)) for key in PARAMETERS}
    clauses = {key: Clause(str(entry["clause"]), bool(entry["settled"])) for key, entry in entries.items()}
    said = {"title_en": title["en"], "title_zh": title["zh"], "text": title["clause"]}
    return Rules(name=name, clauses=MappingProxyType(clauses), **said, **values)  # type: ignore[arg-type]  # checked above


def _value(book: Book, key: str) -> object:
    value = book.table(key, CLAUSE, ("value",)).get("value")
    value = tuple(value) if isinstance(value, list) else value
    if not _fits(value, _HINTS[key]) or not _LIMITS.get(key, _anything)(value):
        raise book.error((key, "value"), _expected(key))
    return value


def _fits(value: object, hint: object) -> bool:
    options = get_args(hint)
    if get_origin(hint) is Literal:
        return value in options
    if get_origin(hint) is tuple:
        items = options[:1] * len(value) if isinstance(value, tuple) and Ellipsis in options else options
        return isinstance(value, tuple) and len(value) == len(items) and all(map(_fits, value, items))
    if options:
        return any(_fits(value, option) for option in options)
    return type(value) is hint


def _expected(key: str) -> Text:
    hint = _HINTS[key]
    if get_origin(hint) is Literal:
        return one_of(get_args(hint))
    return WORDS[bool] if hint is bool else _NUMBERS[key]


def _anything(_: object) -> bool:
    return True


def _are_levels(value: object) -> bool:
    levels = value if isinstance(value, tuple) else (value,)
    return len(levels) <= MOST_DROPS and all(isinstance(text, str) and text in tuple(cards.RANKS) for text in levels)


def _are_steps(value: object) -> bool:
    return isinstance(value, tuple) and all(0 <= step < len(cards.RANKS) for step in value)


def _is_count(value: object) -> bool:
    return value is None or (isinstance(value, int) and value > 0)


_LIMITS: Mapping[str, Callable[[object], bool]] = {
    "start_level": _are_levels,
    "level_up": _are_steps,
    "a_fail_limit": _is_count,
    "a_fail_to": _are_levels,
}
