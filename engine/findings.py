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

from engine.kernel import faults

SEVERITIES = ("illegal", "unsettled", "inconsistent", "incomplete", "note")
DIRTY = ("illegal", "inconsistent")


@dataclass(frozen=True, slots=True)
class Entry:
    """A kind of finding: its code, severity, the rule-book parameter that decides it and its sentence in both languages.

    `bit` is the kernel's fault on an event, or on a deal where `of_deal`; `relax` are switches under which the cards would make a combination.
    """

    code: str
    severity: str
    parameter: str | None
    zh: str
    en: str
    bit: int
    of_deal: bool
    relax: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding at its place. `deal_no`, `event_no` and `finding_no` count from 1; `consequence_of` is the finding_no it follows from."""

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


@cache
def catalogue() -> Mapping[str, Entry]:
    """Every entry by its code, in the order of the file."""
    data = tomllib.loads((resources.files("engine") / "findings.toml").read_text("utf-8"))
    return MappingProxyType({code: _entry(code, row) for code, row in data.items()})


class _Row(TypedDict):
    """An entry as the file has it."""

    severity: str
    zh: str
    en: str
    fault: NotRequired[str]
    deal_fault: NotRequired[str]
    parameter: NotRequired[str]
    relax: NotRequired[dict[str, int]]


def _entry(code: str, row: _Row) -> Entry:
    fault, deal_fault = row.get("fault"), row.get("deal_fault")
    name = fault or deal_fault
    relax = tuple(row.get("relax", {}).items())
    bit = getattr(faults, name) if name else 0
    return Entry(code, row["severity"], row.get("parameter"), row["zh"], row["en"], bit, deal_fault is not None, relax)


def words(text: str, lang: str) -> str:
    """What was expected or there, in a language: seats and the end of a match are named, cards and readings are the same in both."""
    if lang != "zh":
        return text
    return re.sub(r"seat (\d)", r"座位 \1", text).replace("match over", "本场已结束")


def sentence(finding: Finding, lang: str) -> str:
    """The finding as a sentence, lang `zh` or `en`."""
    entry = catalogue()[finding.code]
    said = {
        "seat": "?" if finding.seat is None else str(finding.seat),
        "expected": words(finding.expected or "?", lang),
        "actual": words(finding.actual or "?", lang),
    }
    return (entry.zh if lang == "zh" else entry.en).format(**said)
