"""A rule book: one frozen record of switches, each with the clause it rests on and whether the source settles it.

`load(name)` reads `rulesets/<name>.toml`, where every parameter is a table `value`, `clause`, `settled`. A word that is not a parameter, or a
value that the parameter does not know, is refused by name and line. The Chinese of each parameter stands in `PARAMETERS`.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib import resources
from types import MappingProxyType
from typing import Literal, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from engine import cards
from engine.kernel import switches as at

Switches = NDArray[np.int64]
DEFAULT = "huaian_2017"


class RuleBookError(ValueError):
    """A rule book that cannot be used: which book, which line, which key, what was expected."""

    def __init__(self, book: str, line: int | None, message: str) -> None:
        place = f"{book}:{line}" if line else book
        super().__init__(f"{place}: {message}")


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
    equal_assign: Literal["clockwise", "winners_choose", "by_agreement", "random"]
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
        "return_limit": "还牌上限",
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
        raise RuleBookError(name, None, f"no such rule book; known: {', '.join(names())}")
    return loads((resources.files("engine") / "rulesets" / f"{name}.toml").read_text("utf-8"), name)


def loads(text: str, name: str) -> Rules:
    """The rule book in a TOML text; `name` is what errors call it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleBookError(name, None, f"not TOML: {error}") from None
    title = data.pop("title", None)
    if not isinstance(title, dict) or set(title) != {"en", "zh", "clause"}:
        raise RuleBookError(name, _line(text, "title"), "[title] must have en, zh and clause")
    for key in data:
        if key not in PARAMETERS:
            raise RuleBookError(name, _line(text, key), f"unknown parameter {key!r}")
    missing = [p for p in PARAMETERS if p not in data]
    if missing:
        raise RuleBookError(name, None, f"missing parameter {', '.join(missing)}")
    values = {key: _value(key, entry, text, name) for key, entry in data.items()}
    clauses = {key: Clause(entry["clause"], entry["settled"]) for key, entry in data.items()}
    said = {"title_en": title["en"], "title_zh": title["zh"], "text": title["clause"]}
    fixed = {"name": name, **said, "clauses": MappingProxyType(clauses)}
    return Rules(**fixed, **values)  # type: ignore[arg-type]  # _value has checked each against its annotation


def _value(key: str, entry: object, text: str, book: str) -> object:
    line = _line(text, key)
    if not isinstance(entry, dict) or set(entry) - {"value"} != {"clause", "settled"}:
        raise RuleBookError(book, line, f"[{key}] must have value, clause and settled, nothing else")
    if not isinstance(entry["clause"], str) or not isinstance(entry["settled"], bool):
        raise RuleBookError(book, line, f"[{key}] clause must be text and settled true or false")
    value = entry.get("value")
    value = tuple(value) if isinstance(value, list) else value
    if not _fits(value, _HINTS[key]) or (key in ("start_level", "a_fail_to") and not _are_levels(value)):
        raise RuleBookError(book, line, f"{key} = {value!r}: expected {_expected(key)}")
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


def _are_levels(value: object) -> bool:
    return all(text in cards.RANKS and len(text) == 1 for text in (value if isinstance(value, tuple) else (value,)))


def _expected(key: str) -> str:
    hint = _HINTS[key]
    if get_origin(hint) is Literal:
        return "one of " + ", ".join(get_args(hint))
    words = {"start_level": "a level 2..A", "a_fail_to": "a list of levels 2..A", "level_up": "three whole numbers"}
    return words.get(key) or ("true or false" if hint is bool else "a whole number, or no value for no limit")


def _line(text: str, key: str) -> int | None:
    pattern = re.compile(rf"^\s*\[?\s*{re.escape(key)}\b")
    return next((n for n, line in enumerate(text.splitlines(), 1) if pattern.match(line)), None)
