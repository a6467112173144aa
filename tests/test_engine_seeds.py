"""What the four seeds say, sentence by sentence, and the rule matrix on turns, tribute and levels."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from engine import cards, combos, grounds, standings
from engine.conduct import score
from engine.findings import Finding
from engine.grounds import Place
from engine.plain import levels as chain
from engine.records import KIND_NAMES, Deal, Event, EventKind, Kind, Match
from engine.replay import replay
from tests import matrix, seeds, staged
from tests.matrix import Ruling


def reading(text: str) -> tuple[Kind, int | None]:
    """Kind and rank of `kind:rank`."""
    kind, _, rank = text.partition(":")
    return Kind(KIND_NAMES.index(kind)), cards.rank(rank) if rank else None


@pytest.mark.parametrize("row", seeds.rows("play"), ids=matrix.name)
def test_a_combination(row: Ruling) -> None:
    held, level = cards.parse(row.text("cards")), cards.level(row.text("level"))
    found = combos.readings(held, level, row.rules)
    if row.row.get("reads"):
        if row.verdict == "declare":
            assert len(found) > 1
        else:
            assert combos.undeclared(held, level, row.rules) == (reading(row.verdict) if row.verdict != "X" else None)
        rests = grounds.of_undeclared(held, level, row.rules)
    else:
        said = reading(row.text("as")) if row.text("as") else None
        may = [(r.kind, r.rank) for r in found if said is None or (r.kind == said[0] and said[1] in (None, r.rank))]
        assert ("L" if may else "X") == row.verdict, row.text("clause")
        if may or said:
            asked = may or [said or (Kind.PASS, None)]
            rests = frozenset().union(*(grounds.of_reading(held, level, row.rules, *pair) for pair in asked))
        else:
            rests = grounds.of_none(held, level, row.rules)
    assert bool(rests) != row.settled, sorted(rests)


@pytest.mark.parametrize("row", seeds.rows("beats"), ids=matrix.name)
def test_an_order(row: Ruling) -> None:
    first, second, level = cards.parse(row.text("cards")), cards.parse(row.text("on")), cards.level(row.text("level"))
    as_, on_as = (reading(row.text(key)) if row.text(key) else None for key in ("as", "on_as"))

    won = combos.beats(first, second, level, row.rules, as_=as_, on_as=on_as).beats
    found = combos.readings(first, level, row.rules)
    mine = [(r.kind, r.rank) for r in found if as_ is None or (r.kind, r.rank) == as_]
    assert ("B" if won else "N" if mine else "X") == row.verdict, row.text("clause")
    rests = grounds.of_beating(first, second, level, row.rules, as_, on_as)
    if row.verdict == "X":
        rests |= grounds.of_none(first, level, row.rules)
    assert bool(rests) != row.settled, sorted(rests)


def word(finding: Finding, skipped: int) -> str:
    """A finding as the rows have it."""
    place = "" if finding.event_no is None else f"@{finding.event_no - skipped}"
    return finding.code + place + ("~" if finding.consequence_of else "")


def check(row: Ruling, findings: Iterable[Finding], rests: Mapping[Place, frozenset[str]], skipped: int = 0) -> None:
    """The findings of a row's record, and whether they or the last event rest on what the seed leaves open."""
    told = [f for f in findings if f.code != "unfinished" and f.severity != "incomplete"]
    if not told and not row.settled:  # what the program proposes there is to allow it, and it says on what that rests
        assert rests, row.text("clause")
        return
    assert {word(f, skipped) for f in told} == set(row.verdict.replace("none", "").split()), row.text("clause")
    if told:
        assert all(f.settled for f in told if not f.consequence_of) == row.settled
    else:
        left = frozenset().union(*rests.values()) - {row.text("but_for")}
        assert bool(left) != row.settled, left


@pytest.mark.parametrize("row", [*seeds.rows("turn"), *matrix.rulings("matrix/turns.toml")], ids=matrix.name)
def test_turns(row: Ruling) -> None:
    deal, skipped = staged.endgame(row.texts("hands"), row.text("events"), level=0)
    match = Match(1, (deal,))
    last = len(deal.events)
    found = replay(match, row.rules).findings
    rests: dict[Place, frozenset[str]] = {
        place: names for place, names in grounds.unsettled(match, row.rules).items() if place == (1, last)
    }
    check(row, found, rests, skipped)


def deal_before(level: int, finish: list[int], up: tuple[int, int, int]) -> Deal:
    """The deal that ended so and leads to a level."""
    steps = up[0] if len(finish) == 2 else up[1] if (finish[0] + 2) % 4 in finish else up[2]
    return staged.finished(finish, level=level - steps, starts_match=level == steps or None)


@pytest.mark.parametrize("row", [*seeds.rows("tribute"), *matrix.rulings("matrix/tribute.toml")], ids=matrix.name)
def test_tribute(row: Ruling) -> None:
    level, exchange, leader = (
        cards.level(row.text("level")),
        staged.moves(row.text("exchange")),
        int(row.text("leader")),
    )
    if row.row.get("stop"):
        hands = staged.filled([cards.parse(hand) for hand in row.texts("hold")], level, exchange)
        lead = min(set(hands[leader]) - {card for e in exchange for card in e.cards})
        deal = staged.dealt(2, level, hands, [*exchange, Event(EventKind.PLAY, leader, (lead,))])
    else:
        deal = staged.finished(
            (0, 1, 2), level=level, deal_no=2, hold=row.texts("hold"), exchange=exchange, leader=leader
        )
    before = [int(seat) for seat in row.text("before").split()]
    first = replace(deal, deal_no=1, starts_match=True)
    earlier = (deal_before(level, before, row.rules.level_up), deal) if before else (first,)
    match, number = Match(1, earlier), len(earlier)
    found = [f for f in replay(match, row.rules).findings if f.deal_no == number]
    lead = len(exchange) + 1
    led = bool(row.row.get("lead")) or "leads" in row.text("id")
    ruled = {(number, k) for k in range(1, lead + (led or not row.settled))}
    rests: dict[Place, frozenset[str]] = {
        place: names for place, names in grounds.unsettled(match, row.rules).items() if place in ruled
    }
    check(row, found, rests)


@pytest.mark.parametrize("row", [*seeds.rows("level"), *matrix.rulings("matrix/levels.toml")], ids=matrix.name)
def test_levels(row: Ruling) -> None:
    switches = row.rules.switches
    standing = list(standings.fresh(switches))
    standing[:2] = [cards.level(text) for text in row.text("levels").split()]
    standing[chain.OWNER] = int(row.text("owner") or -1)
    fails = row.numbers("fails", [0, 0])
    limit = row.rules.a_fail_limit
    for team in range(2):
        standing[chain.DROPS + team], standing[chain.FAILS + team] = divmod(fails[team], limit) if limit else (0, 0)
    if row.rules.streak_rule != "none":
        standing[chain.HEADS : chain.HEADS + 4] = row.numbers("heads", [0] * 4)
        standing[chain.LASTS : chain.LASTS + 4] = row.numbers("lasts", [0] * 4)
    held, rests, places = tuple(standing), set[str](), Counter[tuple[str, int]]()
    aces = row.numbers("aces", [])
    for number, order in enumerate(row.text("orders").split("|"), 1):
        finish = tuple(int(seat) for seat in order.split())
        owner = held[chain.OWNER]
        up = row.rules.level_up[0 if len(finish) == 2 else 1 if (finish[0] + 2) % 4 in finish else 2]
        rests |= set(grounds.of_levels(held[max(owner, 0)], up, held[finish[0] % 2]))
        places.update([("first", finish[0]), ("side", finish[0] % 2)])
        places.update(("last", seat) for seat in score.last_seats(finish))
        if row.rules.streak_rule != "none" and max(places.values()) >= chain.LONG_STREAK:
            rests.add("streak_count")
        outcome = standings.Outcome(finish, aces=int(number in aces))
        held = standings.after(held, outcome, switches.tobytes())
    won = held[chain.WON]
    told = f"won {won}" if won >= 0 else " ".join(cards.RANKS[level] for level in held[:2])
    assert told == row.verdict, row.text("clause")
    left = {name for name in rests if not row.rules.clause(name).settled}
    assert bool(left) or row.settled, left
