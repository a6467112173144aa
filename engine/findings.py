"""Findings (发现): what is wrong, unclear or missing in a record, as data; the catalogue of their codes is `findings.toml`.

Severities: `illegal` (a settled clause is broken), `unsettled` (the rule book itself is silent or ambiguous), `inconsistent` (the record
contradicts itself), `incomplete` (not enough to tell), `note`.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import NotRequired, TypedDict

from engine.conduct.book import SANCTIONS
from engine.kernel import faults
from engine.words import EVENTS, KINDS, Text, closed

DIRTY = ("illegal", "inconsistent")
# What may stand under expected and actual besides cards, seats, numbers, readings and names of events.
PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "T or lower, no level card": "T 及以下、非级牌",
        "T or lower": "T 及以下",
        "another card": "另一张牌",
        "before the first play": "首次出牌之前",
        "match goes on": "本场继续",
        "match over": "本场结束",
        "more than": "大过",
        "a combination": "一种牌型",
        "a lead": "领出",
        "no event": "没有动作",
        "no tribute": "没有贡牌",
        "no card": "没有牌",
        "nobody": "无人",
        "not told": "未载明",
        "once": "一次",
    }
)
_SEAT = re.compile(r"\bseat (\d)")
_PHRASE = re.compile(r"\b(" + "|".join(PHRASES) + r")\b ?")
UNITS: Mapping[str, str] = MappingProxyType({"s": "秒", "min": "分钟", "cards": "张"})
_UNIT = re.compile(rf"\b(\d+) ({'|'.join(UNITS)})\b")
_NAMES = {**KINDS, **EVENTS}
_NAME = re.compile(rf"\b({'|'.join(_NAMES)})(?::(\w+))?\b")


@dataclass(frozen=True, slots=True)
class Entry:
    """A kind of finding: its code, severity, the rule-book parameter that decides it, what it is about and its sentence.

    `bit` is the kernel's fault on an event, or on a deal where `of_deal`; `relax` are switches under which the cards would make a combination.
    """

    code: str
    severity: str
    parameter: str | None
    title: Text
    sentence: Text
    bit: int
    of_deal: bool
    relax: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding at its place. `deal_no`, `event_no` and `finding_no` count from 1; `consequence_of` is the finding_no it follows from,
    `sanction` what it costs at the table by the book, in words of `engine.conduct.book.SANCTIONS`,
    `parameter` the parameter or point of the rule book that decides.
    """

    code: str
    severity: str
    deal_no: int
    finding_no: int
    rules: str
    settled: bool
    event_no: int | None = None
    line: int | None = None
    seat: int | None = None
    clause: str | None = None
    expected: str | None = None
    actual: str | None = None
    consequence_of: int | None = None
    sanction: str | None = None
    parameter: str | None = None


@cache
def catalogue() -> Mapping[str, Entry]:
    """Every entry by its code, in the order of the file."""
    data = tomllib.loads((resources.files("engine") / "findings.toml").read_text("utf-8"))
    return MappingProxyType({code: _entry(code, row) for code, row in data.items()})


class _Row(TypedDict):
    """An entry as the file has it."""

    severity: str
    title: dict[str, str]
    zh: str
    en: str
    fault: NotRequired[str]
    deal_fault: NotRequired[str]
    parameter: NotRequired[str]
    relax: NotRequired[dict[str, int]]


def _entry(code: str, row: _Row) -> Entry:
    fault, deal_fault = row.get("fault"), row.get("deal_fault")
    name = fault or deal_fault
    return Entry(
        code=code,
        severity=row["severity"],
        parameter=row.get("parameter"),
        title=Text(**row["title"]),
        sentence=Text(row["zh"], row["en"]),
        bit=getattr(faults, name) if name else 0,
        of_deal=deal_fault is not None,
        relax=tuple(row.get("relax", {}).items()),
    )


def words(text: str, lang: str) -> str:
    """What was expected or there, in a language.

    >>> words("more than S9 (single:9)", "zh"), words("seat 1 anti_tribute", "en")
    ('大过S9 (单张 9)', 'seat 1 anti-tribute')
    """
    if lang == "zh":
        text = _UNIT.sub(lambda found: f"{found[1]} {UNITS[found[2]]}", _SEAT.sub(r"座位 \1", text))
        text = _PHRASE.sub(lambda found: PHRASES[found[1]], text)
    text = _NAME.sub(lambda found: _NAMES[found[1]](lang) + (f" {found[2]}" if found[2] else ""), text)
    return closed(text) if lang == "zh" else text


def sentence(finding: Finding, lang: str) -> str:
    """The finding as a sentence, lang `zh` or `en`."""
    said = {
        "seat": "?" if finding.seat is None else str(finding.seat),
        "expected": words(finding.expected or "?", lang),
        "actual": words(finding.actual or "?", lang),
    }
    told = catalogue()[finding.code].sentence(lang).format(**said) + _price(finding.sanction, lang)
    return closed(told) if lang == "zh" else told


def _price(sanction: str | None, lang: str) -> str:
    """What a finding costs at the table, as the end of its sentence."""
    said = [SANCTIONS[word](lang) for word in (sanction or "").split()]
    if not said:
        return ""
    return f"；处罚：{'、'.join(said)}" if lang == "zh" else f"; penalty: {', '.join(said)}"
