"""Under which rule books a record is legal: `profiles(match, deal_no)` judges it under every book there is.

*illegal*: a settled clause is broken; *unsettled*: nothing but what the book leaves open; else *legal*.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine.findings import Finding
from engine.records import Match
from engine.replay import replay
from engine.rules import Rules, known, load

OPEN = ("illegal", "unsettled")
LEGAL = "legal"


class Profile(NamedTuple):
    """What a record is under one rule book, by how many findings of each kind, and the first of the graver."""

    rules: str
    verdict: str
    illegal: int
    unsettled: int
    first: Finding | None


def profile(rules: str, findings: Iterable[Finding]) -> Profile:
    """The verdict that some findings add up to."""
    every = list(findings)
    illegal, unsettled = ([f for f in every if f.severity == severity] for severity in OPEN)
    first = next(iter((*illegal, *unsettled)), None)
    return Profile(rules, LEGAL if first is None else first.severity, len(illegal), len(unsettled), first)


def profiles(match: Match, deal_no: int | None = None, platform: Rules | None = None) -> list[Profile]:
    """The verdict on a match, or on one deal of it, under each rule book."""
    found = ((name, replay(match, load(name), platform).findings) for name in known())
    return [profile(name, (f for f in findings if deal_no in (None, f.deal_no))) for name, findings in found]
