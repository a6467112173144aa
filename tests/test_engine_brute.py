"""Whole matches from an independent brute force validate clean under every rule book, and the engine's account of them is what happened.

The generator (`tests.brute_match` and its siblings) shares no rule with the engine. Where the two parted and the source was against the engine, the case
stands below.
"""

from collections import Counter
from dataclasses import replace

import pytest

from danpu.validation import Validation
from engine import rules
from engine.records import Kind, Match
from engine.replay import Replay, replay
from tests import brute_match, staged
from tests.brute_coverage import due
from tests.brute_match import Made
from tests.brute_story import Plan

BOOKS = rules.names()


@pytest.mark.parametrize("name", BOOKS)
def test_a_few_brute_force_matches_validate_clean(name: str) -> None:
    validate(name, 15, many=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_two_hundred_brute_force_matches_validate_clean(name: str) -> None:
    validate(name, 200, many=True)


def validate(name: str, count: int, *, many: bool) -> Counter[str]:
    """Judges matches with hands shown and hidden, sees that they showed what they are for, and gives the counts."""
    book = rules.load(name)
    seen: Counter[str] = Counter()
    validation = Validation()
    for made in brute_match.matches(name, count):
        found = replay(made.match, book)
        validation.add(name, validation.deals, found)
        agrees(made, found)
        hidden = replay(staged.hidden(made.match), book)
        assert [f for f in hidden.findings if f.severity != "incomplete"] == []
        seen += made.seen
    assert validation.findings == []
    assert validation.clean == validation.deals == seen["deals"]
    assert [what for what in due(book, many=many) if not seen[what]] == []
    return seen


def agrees(made: Made, found: Replay) -> None:
    """The engine tells of each deal what happened in it."""
    told = [(result.level, result.leader, result.finish) for result in found.results]
    assert told == [(truth.level, truth.leader, truth.finish) for truth in made.truth]
    assert all(result.complete for result in found.results)


def test_a_heart_level_card_alone_may_be_stated() -> None:
    deal, skipped = staged.endgame(["H2", "S5 S6", "S7 S8", "S9 ST"], "0 H2", level=0)
    events = list(deal.events)
    events[skipped] = replace(events[skipped], declared_kind=Kind.SINGLE, declared_rank=0)
    found = replay(Match(1, (replace(deal, events=tuple(events)),)), rules.load("seed_no_wild"))
    assert [f.code for f in found.findings if f.severity != "incomplete"] == []


def test_an_ace_lost_to_aces_is_one_of_the_three_failures() -> None:
    """Pagat, Scoring: "if a team have been declarers on level A three times (not necessarily consecutive) without winning"."""
    march = [Plan(0, "1-2")] * 3
    failures = [Plan(1, "1-2", aces=True), *march, Plan(0, "1-4"), Plan(0, "1-4")]
    made = brute_match.scripted(rules.load("pagat"), [*march, *failures, Plan(0, "1-2")])
    assert [truth.level for truth in made.truth] == [0, 4, 8, 12, 4, 4, 8, 12, 12, 0]
    assert [f.code for f in replay(made.match, rules.load("pagat")).findings] == []
