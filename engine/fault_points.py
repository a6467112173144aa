"""Faults that a point of the rule book decides, though no switch does: which point, by the cards and the place."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from engine import combos, points
from engine.claims import levels_before
from engine.consequences import top_event
from engine.expected import exchange_of, owing, previous_order, previous_orders
from engine.findings import Entry
from engine.kernel import batch as bt
from engine.kernel import faults
from engine.kernel.deck import ACE, BIG_JOKER, PACKS
from engine.options import turning
from engine.place import Place, masked
from engine.plain import levels as lv
from engine.plain import tribute as tb
from engine.records import Kind, partner, team
from engine.rules import Rules

LEADS = {
    tb.SINGLE: "lead_after_single",
    tb.DOUBLE: "lead_after_double",
}
ANTI = (tb.ANTI_SINGLE, tb.ANTI_DOUBLE)
RETURNS = (faults.RETURN_TOO_HIGH, faults.RETURN_LEVEL_CARD)


def point(place: Place, entry: Entry, i: int) -> str | None:
    """The point that decides a fault of event `i`; None where a switch or the text itself does."""
    cards = place.codes(i)
    if entry.code == "ace_low_not_allowed":
        return points.of_low_ace(cards)
    if entry.code == "no_combination":
        return points.of_none(cards)
    if entry.bit == faults.DECLARED_READING and place.event(bt.DECLARED_KIND, i) == Kind.FULL_HOUSE:
        return points.of_full_house(cards)
    if entry.code == "not_beating":
        return _not_beating(place, i)
    if entry.bit == faults.AFTER_END:
        return "double_ends" if place.verdicts.deals[place.d, bt.ORDER + 2] < 0 else "three_end"
    if entry.bit == faults.WRONG_LEADER:
        return _lead(place, i)
    if entry.bit == faults.TRIBUTE_RECEIVER:
        return "single_receiver" if len(owing(place)) == 1 else "equal_assign" if _equal(place) else None
    if entry.bit == faults.TRIBUTE_EXEMPT_CARD and len(owing(place)) > 1:
        return _if_open(place, "double_exempt")
    if entry.bit == faults.EXTRA_PASS and place.rules.pass_policy == "out_for_trick":
        return "pass_policy"
    if entry.bit == faults.ANTI_UNFOUNDED:
        return _of_anti(place)
    if entry.bit in RETURNS and place.got(i) == partner(place.event(bt.SEAT, i)):
        return _if_open(place, "return_to_partner")
    return None


def _not_beating(place: Place, i: int) -> str | None:
    """The switch that a book leaves open and under another value of which a play would beat what lay there, as both are read."""
    top = top_event(place.seen, i)
    if top is None:
        return None
    declared = _reading(place.batch.events[bt.DECLARED_KIND : bt.DECLARED_RANK + 1, i])
    there = _reading(place.verdicts.events[bt.READ_KIND : bt.READ_RANK + 1, top])

    def beats(rules: Rules) -> bool:
        return combos.beats(place.codes(i), place.codes(top), place.level, rules, as_=declared, on_as=there).beats

    return min(turning(place.rules, beats), default=None)


def _reading(row: NDArray[np.integer]) -> tuple[Kind, int | None] | None:
    kind, rank = (int(value) for value in row)
    return (Kind(kind), rank if rank >= 0 else None) if kind > 0 else None


def _if_open(place: Place, name: str) -> str | None:
    """A point that stands beside a parameter, only where the book leaves it open; else the parameter's clause says more."""
    return None if place.rules.clause(name).settled else name


def _of_anti(place: Place) -> str | None:
    """What an anti-tribute that is not founded would have to be allowed by."""
    if not place.rules.clause("anti_tribute_needs").settled:
        return "anti_tribute_needs"
    if _held_by_team(place):
        return "anti_tribute_holders"
    return "anti_tribute_mode" if place.rules.clause("anti_tribute_mode").settled else None


def _held_by_team(place: Place) -> bool:
    """Whether the payer and his partner together show both big jokers, which cancel the tribute where a book means the team."""
    payers = owing(place)
    seats = {seat for payer in payers for seat in (payer, partner(payer))}
    held = sum(masked(place.batch.hands[place.d, seat])[BIG_JOKER] for seat in seats)
    return len(payers) == 1 and held == PACKS


def _equal(place: Place) -> bool:
    """Whether two payers paid cards of one strength."""
    exchange = exchange_of(place.batch, place.d)
    return bool(tb.equal_cards(exchange, place.level, place.rules.switches)) and place.rules.double_assign != "by_seat"


def _lead(place: Place, i: int) -> str | None:
    """What tells who was to lead at event `i`: the tribute, or how the trick before was won."""
    plays = place.laid(before=i)
    if not plays and place.rules.deal_leader == "seat_zero":
        return "deal_leader"
    if not plays:
        kind = int(place.verdicts.deals[place.d, bt.TRIBUTE])
        if kind in ANTI and not place.rules.clause("anti_tribute_needs").settled:
            return "lead_after_anti"  # the book says nothing of anti-tribute at all
        if kind == tb.ANTI_DOUBLE:
            winner = place.event(bt.SEAT, i) not in owing(place)
            return "lead_after_anti" if winner else None
        equal = kind == tb.DOUBLE and _equal(place)
        if kind == tb.DOUBLE and place.event(bt.SEAT, i) not in owing(place):
            return _if_open(place, "lead_by_payer")
        return "lead_on_equal" if equal else LEADS.get(kind)
    last = plays[-1]
    if place.verdicts.events[bt.LEFT, last] != 0:
        return None
    head = place.event(bt.SEAT, last) == place.verdicts.deals[place.d, bt.ORDER]
    return "jiefeng" if head else "second_jiefeng"


def of_level(place: Place) -> str:
    """The parameter by which another level than the recorded one is due."""
    deals = place.verdicts.deals
    if place.batch.deals[place.d, bt.STARTS] == 1:
        return "start_level"
    if deals[place.d, bt.LEVEL_DUE] == lv.OVER:
        return "pass_a"
    if place.rules.streak_rule != "none" and (streak := _of_streak(place)):
        return streak
    failed = place.batch.deals[place.d, bt.MATCH_FIRST] != 1 and deals[place.d - 1, bt.LEVEL_USED] == ACE
    return "a_fail_limit" if failed and _owned_before(place, place.d) else "level_up"


def of_no_tribute(place: Place) -> str | None:
    """The point by which a tribute is owed that was not paid: a book may not say whether the last pays a head who is his partner."""
    head = int(previous_order(place.batch, place.verdicts, place.d)[0])
    return _if_open(place, "partner_pays") if list(owing(place)) == [partner(head)] else None


def of_end(place: Place) -> str | None:
    """The point by which a match that is said to have ended has not: A is passed only in a deal at the own A."""
    played, claimed = place.verdicts.deals[place.d], place.batch.deals[place.d]
    head = int(played[bt.ORDER] if played[bt.COMPLETE] else claimed[bt.FINISH])
    if head < 0 or place.level == ACE or levels_before(place)[team(head)] != ACE:
        return None
    return _if_open(place, "own_ace")


def _owned_before(place: Place, d: int) -> bool:
    """Whether the winners of the deal before `d` had won the one before that, so that it was played at their level."""
    first = place.batch.deals[d - 1, bt.MATCH_FIRST] == 1
    heads = [int(previous_order(place.batch, place.verdicts, k)[0]) for k in (d, d - 1)]
    return not first and min(heads) >= 0 and team(heads[0]) == team(heads[1])


def _of_streak(place: Place) -> str | None:
    """What decides a level that a streak moved: how streaks are counted, if some way of counting gives the level recorded, else the rule of streaks."""
    first = place.d
    while place.batch.deals[first, bt.MATCH_FIRST] != 1:
        first -= 1
    orders = previous_orders(place.batch, place.verdicts, np.arange(first + 1, place.d + 1)).tolist()
    heads = [int(order[0]) for order in orders]
    sides = [head & 1 for head in heads]
    raised = [
        max(0, count - lv.LONG_STREAK + 1) for line in (heads, sides) for count in (_run(line), line.count(line[-1]))
    ]
    due, level = int(place.verdicts.deals[place.d, bt.LEVEL_DUE]), place.level
    lost = Counter(seat for order in orders for seat in range(4) if seat & 1 == sides[-1] and seat not in order)
    lowered = level < due and sum(lost.values()) >= lv.LONG_STREAK
    if lowered or level in {min(ACE, due - raised[0] + more) for more in raised}:
        return _if_open(place, "streak_count") or "streak_rule"
    return "streak_rule" if raised[0] else None


def _run(line: list[int]) -> int:
    """How many of the last values in a row are the same."""
    return next((n for n, value in enumerate(reversed(line)) if value != line[-1]), len(line))
