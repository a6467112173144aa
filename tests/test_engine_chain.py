"""A record with the level, the result or the tribute of one deal altered breaks the chain at that deal, and nowhere else, under every book."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from engine import cards, rules
from engine.conduct.board import first_break, sheet
from engine.findings import Finding
from engine.records import Deal, EventKind, Match
from engine.replay import Replay, replay
from engine.rules import Rules
from engine.simulate import simulate

LEVELS = 13
CHAIN = {"level_mismatch", "team_level_mismatch", "finish_mismatch", "steps_mismatch", "winner_mismatch"}


@cache
def matches(book: str) -> tuple[Match, ...]:
    """A few whole matches, by both kinds of player."""
    by = (simulate(1, seed, rules.load(book), (player,) * 4) for player, seed in (("random", 21), ("greedy", 22)))
    return tuple(stated(match, rules.load(book)) for each in by for match in each)


def stated(match: Match, book: Rules) -> Match:
    """A match that states the levels of both teams before each deal."""
    start = cards.level(book.start_level)
    before = [(start, start), *(line.levels for line in sheet(replay(match, book)))]
    return replace(
        match, deals=tuple(replace(deal, team_levels=held) for deal, held in zip(match.deals, before, strict=False))
    )


def another_level(deal: Deal) -> Deal:
    return replace(deal, level=((deal.level or 0) + 1) % LEVELS)


def other_team_levels(deal: Deal) -> Deal:
    first, second = deal.team_levels
    assert first is not None
    return replace(deal, team_levels=((first + 1) % LEVELS, second))


def another_finish(deal: Deal) -> Deal:
    first, second, *rest = deal.finish or ()
    return replace(deal, finish=(second, first, *rest))


def other_steps(deal: Deal) -> Deal:
    return replace(deal, steps=(deal.steps or 0) + 1)


def another_tribute(deal: Deal) -> Deal:
    """The first tribute of a deal, if it has one, of a card that its payer holds and that is lower."""
    paid = next((k for k, e in enumerate(deal.events) if e.kind == EventKind.TRIBUTE), None)
    if paid is None:
        return deal
    event = deal.events[paid]
    held = deal.hands[event.seat or 0] or ()
    lower = next((card for card in sorted(held) if card >> 2 < min(event.cards[0] >> 2, deal.level or 0)), None)
    if lower is None:
        return deal
    changed = replace(event, cards=(lower,))
    return replace(deal, events=(*deal.events[:paid], changed, *deal.events[paid + 1 :]))


def altered(match: Match, place: int, how: Callable[[Deal], Deal]) -> Match:
    """A match with one deal altered."""
    deals = list(match.deals)
    deals[place] = how(deals[place])
    return replace(match, deals=tuple(deals))


def broken(book: str, how: Callable[[Deal], Deal]) -> Iterator[tuple[int, Replay]]:
    """Each deal of each match altered in turn, with the number of that deal."""
    for match in matches(book):
        for place in range(1, len(match.deals), 5):
            record = altered(match, place, how)
            if record != match:
                yield match.deals[place].deal_no, replay(record, rules.load(book))


@pytest.mark.parametrize(
    "how", [another_level, other_team_levels, another_finish, other_steps], ids=lambda f: f.__name__
)
@pytest.mark.parametrize("book", rules.names())
def test_an_altered_claim_breaks_the_chain_there_and_nowhere_else(book: str, how: Callable[[Deal], Deal]) -> None:
    tried = 0
    for deal_no, found in broken(book, how):
        tried += 1
        assert {f.deal_no for f in found.findings} == {deal_no}
        assert CHAIN & {f.code for f in found.findings}
        line = first_break(list(sheet(found)))
        assert line is not None
        assert line.deal_no == deal_no
    assert tried > 1


@pytest.mark.parametrize("book", rules.names())
def test_an_altered_tribute_is_found_there_and_nowhere_else(book: str) -> None:
    tried = 0
    for deal_no, found in broken(book, another_tribute):
        tried += 1
        assert {f.deal_no for f in found.findings} == {deal_no}
        assert graver(found.findings)[0].code in {"tribute_not_highest", "tribute_exempt_card"}
    assert tried


def graver(findings: tuple[Finding, ...]) -> list[Finding]:
    """The findings that follow from no other."""
    return [f for f in findings if f.consequence_of is None and f.severity == "illegal"]
