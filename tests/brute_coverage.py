"""What a run of brute-force matches has to have shown for its clean verdicts to mean something, by rule book (the words of the modules' `seen`)."""

from collections.abc import Iterator

from engine.rules import Rules
from tests.brute_combos import KINDS

ALWAYS = (
    *(f"bomb of {size}" for size in (4, 5, 6, 7)),
    *("bomb on single", "bomb on full_house", "straight_flush on single"),
    *("stated", "re-entered", "beat the partner"),
    *("1-2", "1-3", "1-4", "capped at A", "match ended", "match broken off"),
    *("pays: double", "pays: single", "pays: partner pays", "double, equal", "double, unequal", "told payer by payer"),
    *("anti double, one hand", "anti double, split"),
)
# What comes about too seldom for a few matches.
SELDOM = (
    *("bomb of 8", "bomb on tube", "bomb on triple", "bomb on straight_flush", "straight_flush on straight"),
    *("joker_bomb on bomb", "joker_bomb on straight_flush", "anti single, one hand", "anti partner pays, one hand"),
    *(f"level {text}" for text in "23456789TJQK"),
)


def due(rules: Rules, *, many: bool) -> Iterator[str]:
    """What has to be seen under a book, in a run of many matches or of a few."""
    yield from (*ALWAYS, *(SELDOM if many else ()))
    for kind in KINDS:
        if kind != "plate" or rules.plates:
            yield from (f"{kind} followed", *((f"{kind} led",) if kind != "joker_bomb" else ()))
            if rules.wild_card != "none" and kind != "joker_bomb":
                yield f"{kind} with wild"
    yield from _wilds(rules, many=many)
    yield from _leads(rules)
    yield from _tributes(rules, many=many)
    yield from _aces(rules, many=many)


def _wilds(rules: Rules, *, many: bool) -> Iterator[str]:
    if rules.wild_card != "none":
        yield from ("1 wilds", "2 wilds", "several readings", "must be stated")
        if many:
            yield from ("bomb of 9", "bomb of 10")
    if rules.flush_beats_four and many:
        yield "straight_flush on bomb of 4"
    if rules.wild_as_joker and many:
        yield "wild as a joker"
    if rules.run_label == "leading_wild":
        yield from ("labelled by the level",) if many else ()
    if rules.suited_straight == "plain_allowed" or (rules.suited_straight == "plain_if_wild" and many):
        yield "suited straight"
    if rules.heart_level_single == "above_level":
        yield "heart level card alone on a level card"
    if rules.ace_low == "allowed":
        yield "low ace"


def _leads(rules: Rules) -> Iterator[str]:
    yield from ("jiefeng", "second jiefeng") if rules.jiefeng == "partner" else ("next leads", "second next leads")
    if rules.padded_passes:
        yield "padded pass"
    if rules.jiefeng_timing == "after_partner_pass":
        yield "jiefeng before all were asked"
    if rules.conduct.report_at is not None:
        yield "report"


def _tributes(rules: Rules, *, many: bool) -> Iterator[str]:
    if rules.anti_tribute_mode == "optional":
        yield "anti waived"
    if rules.anti_tribute_holders == "losing_team":
        yield from ("anti single, split",) if many else ()
    if rules.double_assign in ("by_seat", "pool"):
        yield "smaller to the head"
    if rules.free_returns:
        yield "returns crossed"
    if rules.return_limit != "le10":
        yield "returned above ten"
    if rules.return_limit in ("any", "any_but_tribute"):
        yield "returned a level card"
    if rules.return_limit == "any":
        yield "returned the very card"
    if rules.name == "national_2022":
        yield "nothing low to return"


def _aces(rules: Rules, *, many: bool) -> Iterator[str]:
    if rules.match_won == "reach_a":
        yield "reached A"
        return
    yield from (
        "level A",
        "passed A",
        "failed at A 1-4",
        "failed at A by losing",
        "headed at the others' level while at A",
    )
    if rules.pass_a == "partner_second":
        yield "failed at A 1-3"
    if rules.a_fail_limit is not None:
        yield from ("drop 1", "drop 2") if many and len(rules.a_fail_to) > 1 else ("drop 1",)
    if rules.ace_finish_demotes:
        yield "down for aces"
    if rules.streak_rule != "none":
        yield from ("up 1 for heads", "down 1 for lasts", *(("up 2 for heads", "down 2 for lasts") if many else ()))
