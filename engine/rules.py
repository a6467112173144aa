"""A rule book: one frozen record of switches, each with the clause it rests on and whether the source settles it.

`load(name)` reads `rulesets/<name>.toml`, where every parameter is a table `value`, `clause`, `settled`; a book that `extends` another states what it
changes. What is wrong there is refused by line, key and value, with what was expected. The Chinese of each parameter stands in `PARAMETERS`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
from importlib import resources
from types import MappingProxyType
from typing import Literal, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from engine import cards
from engine.book_text import Book, RuleBookError, one_of, parsed
from engine.conduct import book as conduct
from engine.conduct.book import Conduct
from engine.kernel import switches as at
from engine.points import POINTS
from engine.rule_values import PLAY_LIMITS, expected, fits
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
    """A rule book: the switches, the clause behind each, the conduct, and `text`, the clause for what no switch decides (turns, what beats what)."""

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
    padded_passes: bool
    first_leader: Literal["exposed_card", "exposed_rank", "drawn", "agreed", "random"]
    deal_leader: Literal["by_tribute", "seat_zero"]
    tribute_exempt: Literal["heart_level", "big_joker"]
    double_assign: Literal["larger_to_head", "by_seat", "pool"]
    equal_assign: Literal["clockwise", "winners_choose", "by_agreement"]
    return_limit: Literal["le10", "le10_to_partner", "any", "any_but_tribute"]
    return_level_card: bool
    free_returns: bool
    anti_tribute_mode: Literal["automatic", "optional"]
    anti_tribute_holders: Literal["payers", "losing_team"]
    lead_after_anti: Literal["head", "winners"]
    lead_after_double: Literal["larger_payer", "last_finisher"]
    lead_on_equal: Literal["head_next", "last_finisher", "agreed"]
    start_level: str
    level_up: tuple[int, int, int]
    match_won: Literal["pass_a", "reach_a"]
    pass_a: Literal["partner_not_last", "partner_second"]
    a_fail_limit: int | None
    a_fail_counts: Literal["all", "only_1_4", "headed"]
    a_fail_to: tuple[str, ...]
    ace_finish_demotes: bool
    streak_rule: Literal["none", "n_minus_2"]
    conduct: Conduct

    def clause(self, parameter: str) -> Clause:
        """The clause behind a parameter."""
        return self.clauses[parameter]

    def value(self, parameter: str) -> object:
        """The value of a parameter, of the play or of the conduct."""
        return getattr(self if parameter in _HINTS else self.conduct, parameter)

    def but(self, **values: object) -> "Rules":
        """The same book with other values of some switches."""
        return replace(self, **values)  # type: ignore[arg-type]  # as checked as the caller's

    @cached_property
    def switches(self) -> Switches:
        """The int64 vector of `engine.kernel.switches`, shape (SWITCH_COUNT,)."""
        vector = np.full(at.SWITCH_COUNT, -1, np.int64)
        for parameter in PLAY:
            place = getattr(at, parameter.upper(), None)
            if isinstance(place, int) and parameter not in _BY_HAND:
                vector[place] = _ordinal(parameter, getattr(self, parameter))
        drops = [cards.level(text) for text in self.a_fail_to]
        vector[at.START_LEVEL] = cards.level(self.start_level)
        vector[at.UP_SECOND : at.UP_LAST + 1] = self.level_up
        vector[at.A_FAIL_LIMIT] = -1 if self.a_fail_limit is None else self.a_fail_limit
        vector[at.A_FAIL_TO : at.A_FAIL_TO_NEXT + 1] = (drops + drops[-1:] * 2)[:2] if drops else (-1, -1)
        return vector


PLAY: Mapping[str, str] = MappingProxyType(
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
        "padded_passes": "补记不出",
        "first_leader": "首副领出",
        "deal_leader": "各副领出",
        "tribute_exempt": "贡牌除外",
        "double_assign": "双贡分配",
        "equal_assign": "同贡分配",
        "return_limit": "还贡上限",
        "return_level_card": "级牌可还",
        "free_returns": "同贡任意拿回",
        "anti_tribute_mode": "抗贡",
        "anti_tribute_holders": "抗贡持王者",
        "lead_after_anti": "抗贡后领出",
        "lead_after_double": "双贡后领出",
        "lead_on_equal": "同贡领出",
        "start_level": "起始级",
        "level_up": "升级数",
        "match_won": "一场之胜",
        "pass_a": "过 A 条件",
        "a_fail_limit": "打 A 次数",
        "a_fail_counts": "打 A 失败计数",
        "a_fail_to": "打 A 退级",
        "ace_finish_demotes": "对方 A 收尾退 2",
        "streak_rule": "连头连末奖惩",
    }
)
PARAMETERS: Mapping[str, str] = MappingProxyType({**PLAY, **conduct.TITLES})
_BY_HAND = {"level_up", "a_fail_limit", "a_fail_to", "start_level"}
_HINTS = get_type_hints(Rules)
_ALL_HINTS = {**{name: _HINTS[name] for name in PLAY}, **conduct.HINTS}
_LIMITS = {**PLAY_LIMITS, **conduct.LIMITS}
_ADDED: dict[str, Rules] = {}
UNSAID = Clause("本书未提及 / not mentioned", settled=True)
assert {f.name for f in fields(Rules)} == {"name", "title_en", "title_zh", "text", "clauses", "conduct", *PLAY}


def _ordinal(parameter: str, value: object) -> int:
    if isinstance(value, bool):
        return int(value)
    return get_args(_HINTS[parameter]).index(value)


def names() -> tuple[str, ...]:
    """The names of the rule books that come with danpu, sorted."""
    folder = resources.files("engine") / "rulesets"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


def known() -> tuple[str, ...]:
    """The names of all rule books that can be loaded, those of `add` last."""
    return (*names(), *_ADDED)


@cache
def load(name: str) -> Rules:
    """The rule book of a name. Raises RuleBookError for an unknown name, key, value or type."""
    if name in _ADDED:
        return _ADDED[name]
    if name not in names():
        raise RuleBookError(name, None, Text("没有这本规则书", "no such rule book"), one_of(known()))
    return loads((resources.files("engine") / "rulesets" / f"{name}.toml").read_text("utf-8"), name)


def add(book: Rules) -> None:
    """Makes a book that does not come with danpu known by its name, for as long as the program runs. Raises RuleBookError for a name that is taken."""
    if book.name in names():
        taken = Text("书名已有", "this name is taken")
        raise RuleBookError(book.name, None, taken, Text("另一书名", "another name"))
    _ADDED[book.name] = book
    load.cache_clear()


def loads(text: str, name: str) -> Rules:
    """The rule book in a TOML text; `name` is what errors call it. Raises RuleBookError."""
    book = parsed(text, name)
    title = book.table("title", dict.fromkeys(("en", "zh", "clause"), str))
    base = _base(book)
    for key in book.data:
        if key not in PARAMETERS and key not in POINTS and key not in ("title", "extends"):
            raise book.error((key,), one_of((*PARAMETERS, *POINTS)))
    said = [key for key in PARAMETERS if key in book.data or (key in PLAY and base is None)]
    values = {key: _value(book, key) for key in said}
    general = dict.fromkeys(POINTS, Clause(str(title["clause"]), settled=True))
    clauses = dict(base.clauses) if base else {**dict.fromkeys(PARAMETERS, UNSAID), **general}
    clauses |= {key: _clause(book, key, ("value",)) for key in said}
    clauses |= {key: _clause(book, key) for key in POINTS if key in book.data}
    play = {key: value for key, value in values.items() if key in PLAY}
    manners = replace(base.conduct if base else Conduct(), **{k: v for k, v in values.items() if k not in PLAY})  # type: ignore[arg-type]  # checked
    whole = {**({key: getattr(base, key) for key in PLAY} if base else {}), **play}
    _check_drops(book, whole)
    words = {"title_en": title["en"], "title_zh": title["zh"], "text": title["clause"]}
    return Rules(name=name, clauses=MappingProxyType(clauses), conduct=manners, **words, **whole)  # type: ignore[arg-type]  # checked


def _base(book: Book) -> Rules | None:
    """The book that a book extends."""
    name = book.data.get("extends")
    if name is None:
        return None
    if not isinstance(name, str) or name not in names() or name == book.name:
        raise book.error(("extends",), one_of(names()))
    return load(name)


def _value(book: Book, key: str) -> object:
    value = book.table(key, CLAUSE, ("value",)).get("value")
    value = tuple(value) if isinstance(value, list) else value
    hint, limit = _ALL_HINTS[key], _LIMITS.get(key)
    if not fits(value, hint) or (limit is not None and not limit.holds(value)):
        raise book.error((key, "value"), expected(hint, limit))
    return value


def _clause(book: Book, key: str, extra: tuple[str, ...] = ()) -> Clause:
    entry = book.table(key, CLAUSE, extra)
    return Clause(str(entry["clause"]), bool(entry["settled"]))


def _check_drops(book: Book, values: Mapping[str, object]) -> None:
    """A limit of failures at A needs a level to drop to."""
    if values["a_fail_limit"] is not None and not values["a_fail_to"]:
        limit = f"a_fail_limit = {values['a_fail_limit']}"
        raise book.error(
            ("a_fail_to", "value"), Text(f"至少一级（因 {limit}）", f"at least one level, because {limit}")
        )
