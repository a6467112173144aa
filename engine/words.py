"""The words of the game (牌语) in Chinese and English: what codes of cards, plays, events, verdicts and sources are called before people."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Text(NamedTuple):
    """One thing said in both languages."""

    zh: str
    en: str

    def __call__(self, lang: str) -> str:
        """The text in `zh`, or in English for any other language."""
        return self.zh if lang == "zh" else self.en


Words = Mapping[str, Text]
CHINESE = "\u3000-\u303f\u4e00-\u9fff\uff00-\uffef"
_GAP = re.compile(f"(?<=[{CHINESE}]) +(?=[{CHINESE}])")


def closed(text: str) -> str:
    """A Chinese text without the gaps that filling it in leaves between Chinese characters.

    >>> closed("应由 座位 3 领出")
    '应由座位 3 领出'
    """
    return _GAP.sub("", text)


SUITS: Mapping[str, str] = MappingProxyType({"S": "♠", "H": "♥", "C": "♣", "D": "♦"})
JOKERS: Words = MappingProxyType({"SB": Text("小王", "sJ"), "HR": Text("大王", "bJ")})
KINDS: Words = MappingProxyType(
    {
        "none": Text("不成牌型", "no combination"),
        "single": Text("单张", "single"),
        "pair": Text("对子", "pair"),
        "triple": Text("三张", "triple"),
        "full_house": Text("三带二", "full house"),
        "straight": Text("顺子", "straight"),
        "tube": Text("三连对", "tube"),
        "plate": Text("钢板", "plate"),
        "bomb": Text("炸弹", "bomb"),
        "straight_flush": Text("同花顺", "straight flush"),
        "joker_bomb": Text("天王炸", "joker bomb"),
    }
)
EVENTS: Words = MappingProxyType(
    {
        "tribute": Text("进贡", "tribute"),
        "return": Text("还贡", "return"),
        "anti_tribute": Text("抗贡", "anti-tribute"),
        "play": Text("出牌", "play"),
        "pass": Text("不出", "pass"),
        "report": Text("报牌", "report"),
        "timeout": Text("超时", "timeout"),
        "takeover": Text("托管", "takeover"),
        "late": Text("迟到", "late"),
        "exposed": Text("暴露张", "exposed card"),
        "left": Text("离开", "left"),
        "objection": Text("异议", "objection"),
        "misconduct": Text("违纪", "misconduct"),
    }
)
TRIBUTES: Words = MappingProxyType(
    {
        "none": Text("无进贡", "none"),
        "single": Text("单贡", "single"),
        "double": Text("双贡", "double"),
        "anti_single": Text("单贡抗贡", "single, refused"),
        "anti_double": Text("双贡抗贡", "double, refused"),
    }
)
LEVEL_HOW: Words = MappingProxyType(
    {
        "stated": Text("记录所述", "as stated"),
        "wilds": Text("由逢人配推知", "inferred from wilds"),
        "chain": Text("由前后结果推知", "inferred from results"),
        "start": Text("新局起始级", "a match begins"),
    }
)
CARD_HOW: Words = MappingProxyType(
    {
        "dealt": Text("所发", "dealt"),
        "shown": Text("所示", "shown"),
        "played": Text("打出", "played"),
        "tribute": Text("进贡所见", "tribute"),
        "inferred": Text("推知", "inferred"),
    }
)
VERDICTS: Words = MappingProxyType(
    {
        "legal": Text("合规", "legal"),
        "illegal": Text("违规", "illegal"),
        "unsettled": Text("未定", "unsettled"),
        "unchecked": Text("未查", "unchecked"),
    }
)
SEVERITIES: Words = MappingProxyType(
    {
        "illegal": Text("违规", "illegal"),
        "unsettled": Text("未定", "unsettled"),
        "inconsistent": Text("矛盾", "inconsistent"),
        "incomplete": Text("不全", "incomplete"),
        "note": Text("备注", "note"),
    }
)
STATUSES: Words = MappingProxyType(
    {
        "stored": Text("入库", "stored"),
        "partial": Text("部分入库", "partial"),
        "duplicate": Text("重复", "duplicate"),
        "rejected": Text("拒收", "rejected"),
    }
)
UNITS: Words = MappingProxyType(
    {
        "line": Text("行", "line"),
        "element": Text("元素", "element"),
        "row": Text("记录", "row"),
        "source": Text("来源", "source"),
    }
)
