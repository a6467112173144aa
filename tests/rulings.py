"""Rulings as rows of `cases/*.toml`: what they are made of, and findings in the words of their verdicts."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest
from _pytest.mark import ParameterSet

from engine import rules
from engine.findings import Finding, sentence
from engine.rules import Rules

BOOKS = ("huaian_2017", "njupt_v1006")


class Row(TypedDict):
    """A row of cases: what happens, and the verdict of `both` books or of each; the words are told in the head of each file."""

    id: str
    events: NotRequired[str]
    hands: NotRequired[list[str]]
    level: NotRequired[str]
    before: NotRequired[str]
    hold: NotRequired[list[str]]
    exchange: NotRequired[str]
    leader: NotRequired[int]
    stop: NotRequired[bool]
    late: NotRequired[bool]
    deals: NotRequired[str]
    ended: NotRequired[int]
    but: NotRequired[dict[str, object]]
    both: NotRequired[str]
    huaian_2017: NotRequired[str]
    njupt_v1006: NotRequired[str]
    hidden: NotRequired[str]
    unsaid: NotRequired[str]
    xfail: NotRequired[dict[str, str]]
    finish: NotRequired[str]
    clause: str


def cases(file: str) -> list[Row]:
    """The rows of a file of cases; a word that nobody reads is refused."""
    rows: list[Row] = tomllib.loads((Path(__file__).parent / "cases" / file).read_text("utf-8"))["ruling"]
    assert [row["id"] for row in rows if set(row) - Row.__annotations__.keys()] == []
    assert len({row["id"] for row in rows}) == len(rows)
    return rows


def ruled(rows: Iterable[Row]) -> list[ParameterSet]:
    """Each row with each book that it rules on, as parameters of a test."""
    return [_parameter(row, name) for row in rows for name in BOOKS if "both" in row or name in row]


def _parameter(row: Row, name: str) -> ParameterSet:
    wrong = row.get("xfail", {}).get(name)
    marks = [pytest.mark.xfail(strict=True, reason=wrong)] if wrong else []
    return pytest.param(row, name, id=f"{row['id']}-{name}", marks=marks)


def verdict(row: Row, name: str) -> str:
    """What a row says under a book."""
    told = row.get("huaian_2017") if name == "huaian_2017" else row.get("njupt_v1006")
    return told or row["both"]


def book(name: str, changed: Mapping[str, object]) -> Rules:
    """A rule book with some values changed."""
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in changed.items()}
    return replace(rules.load(name), **values)  # type: ignore[arg-type]  # a row of TOML says which


def said(findings: Iterable[Finding], skipped: int = 0) -> set[str]:
    """Findings as the rows of cases have them, without what is merely not played to its end."""
    return {_word(finding, skipped) for finding in findings if finding.code != "unfinished"}


def said_by_deal(findings: Iterable[Finding]) -> set[str]:
    """Findings with the numbers of their deals."""
    return {f"{f.code}#{f.deal_no}" for f in findings if f.code != "unfinished"}


def words(verdict: str) -> set[str]:
    """The findings of a verdict."""
    return set() if verdict == "none" else set(verdict.split())


def _word(finding: Finding, skipped: int) -> str:
    assert "?" not in sentence(finding, "en") + sentence(finding, "zh"), finding
    place = "" if finding.event_no is None else f"@{finding.event_no - skipped}"
    follows = "~" if finding.consequence_of else ""
    return finding.code + place + follows + ("?" if finding.severity == "unsettled" else "")
