"""What a rule book says beyond the play of the cards: one frozen record of parameters, as `engine.rules.Rules` has them for the play.

A *ladder* is what the first, second, ... offence of a kind by the same side costs; its last rung holds for all later ones. A rung is a few words of
`SANCTIONS`, with blanks between them. A parameter that a book leaves out is one it does not speak of.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_type_hints

from engine.rule_values import COUNT, Limit
from engine.words import Text, Words

Ladder = tuple[str, ...]
SANCTIONS: Words = MappingProxyType(
    {
        "warning": Text("警告", "a warning"),
        "violation": Text("违例", "a violation"),
        "foul": Text("犯规", "a foul"),
        "lose_trick": Text("停止本圈出牌", "no more plays in the trick"),
        "take_back": Text("收回所出之牌", "the cards are taken back"),
        "level_down": Text("本方降一级", "own side one level down"),
        "opponents_up_1": Text("对方升一级", "opponents one level up"),
        "opponents_up_2": Text("对方升两级", "opponents two levels up"),
        "opponents_up_3": Text("对方升三级", "opponents three levels up"),
        "deal_lost": Text("本副判负", "the deal is lost"),
        "disqualified": Text("取消比赛资格", "disqualified"),
        "forfeit": Text("弃权", "the match is forfeited"),
        "points_2": Text("扣 2 分", "two points off"),
        "points_4": Text("扣 4 分", "four points off"),
        "points_10": Text("扣 10 分", "ten points off"),
    }
)


@dataclass(frozen=True, slots=True)
class Conduct:
    """The conduct of a match under a book. Seconds and minutes are whole; None where the book sets no such limit.

    `clock_foul` ends the stage of warnings that begins at `clock_play`. `no_report_by` tells whether the ladder of a missing report
    climbs with each offence or with the rounds gone by. `late_steps` are `minutes sanctions`, `late_excused` the minutes that a side with leave may be late.
    """

    report_at: int | None = None
    report_when: Literal["none", "unprompted", "on_request", "public"] = "none"
    on_no_report: Ladder = ()
    no_report_by: Literal["times", "rounds"] = "times"
    on_asking: Ladder = ()
    clock_first: int | None = None
    clock_play: int | None = None
    clock_foul: int | None = None
    clock_pay: int | None = None
    clock_return: int | None = None
    clock_return_foul: int | None = None
    on_slow: Ladder = ()
    on_wrong_play: Ladder = ()
    on_out_of_turn: Ladder = ()
    on_exposed: Ladder = ()
    on_off_hand: Ladder = ()
    on_gross_fault: Ladder = ()
    on_cheating: Ladder = ()
    on_talk: Ladder = ()
    on_low_tribute: Ladder = ()
    disqualified_after: int | None = None
    slow_costs_level_after: int | None = None
    offline_minutes: int | None = None
    on_offline: Ladder = ()
    on_quit: Ladder = ()
    on_high_quit: Ladder = ()
    late_steps: Ladder = ()
    late_excused: int | None = None
    match_end: Literal["pass_a", "timed", "deals", "timed_and_deals", "any", "event"] = "pass_a"
    match_minutes: int | None = None
    match_deals: int | None = None
    time_winner: Literal["none", "higher_level"] = "none"
    tie_at_time: Literal["none", "draw", "declarers_win", "extra_deal"] = "none"
    scoring: Literal["none", "steps", "folk_points", "single_game", "field_210", "field_3210"] = "none"


HINTS = get_type_hints(Conduct)
TITLES: Mapping[str, str] = MappingProxyType(
    {
        "report_at": "报牌张数",
        "report_when": "报牌方式",
        "on_no_report": "漏报处罚",
        "no_report_by": "漏报处罚递进",
        "on_asking": "报牌后询问",
        "clock_first": "首次出牌时限",
        "clock_play": "出牌时限",
        "clock_foul": "出牌违例时限",
        "clock_pay": "进贡时限",
        "clock_return": "还贡时限",
        "clock_return_foul": "还贡违例时限",
        "on_slow": "超时处罚",
        "on_wrong_play": "出错牌处罚",
        "on_out_of_turn": "越序出牌处罚",
        "on_exposed": "暴露张处罚",
        "on_off_hand": "牌离手处罚",
        "on_gross_fault": "多牌少牌藏牌偷牌拖延处罚",
        "on_cheating": "作弊处罚",
        "on_talk": "谈论牌情处罚",
        "on_low_tribute": "贡牌偏小处罚",
        "disqualified_after": "累计取消资格",
        "slow_costs_level_after": "超时累计降级",
        "offline_minutes": "掉线视为逃跑",
        "on_offline": "副中退出处罚",
        "on_quit": "副间退出处罚",
        "on_high_quit": "K 以上退出处罚",
        "late_steps": "迟到处罚",
        "late_excused": "请假宽限",
        "match_end": "局的结束",
        "match_minutes": "比赛时限",
        "match_deals": "比赛副数",
        "time_winner": "到时胜负",
        "tie_at_time": "到时平级",
        "scoring": "计分",
    }
)


def _is_ladder(value: object) -> bool:
    return isinstance(value, tuple) and all(set(rung.split()) <= SANCTIONS.keys() for rung in value)


def _are_steps(value: object) -> bool:
    """Steps of lateness: minutes and what they cost."""
    split = [step.split() for step in value] if isinstance(value, tuple) else []
    return all(len(words) > 1 and words[0].isdigit() and set(words[1:]) <= SANCTIONS.keys() for words in split)


_LADDER = Limit(
    _is_ladder, Text(f"处罚的列表（{'、'.join(SANCTIONS)}）", f"a list of sanctions ({', '.join(SANCTIONS)})")
)
LIMITS: Mapping[str, Limit] = MappingProxyType(
    {
        **{name: COUNT for name, hint in HINTS.items() if hint == int | None},
        **{name: _LADDER for name, hint in HINTS.items() if hint == Ladder},
        "late_steps": Limit(
            _are_steps,
            Text('“分钟 处罚”的列表，如 ["10 forfeit"]', 'a list of "minutes sanctions", as in ["10 forfeit"]'),
        ),
    }
)
assert TITLES.keys() == HINTS.keys()
