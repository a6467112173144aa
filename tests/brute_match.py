"""Whole matches by chance under a rule book, written from the rules' text (rules.md) and not from the engine, with what each match shows.

    for made in matches("pagat", 200): ...

`tests.brute_deck` deals, `brute_tribute` exchanges, `brute_table` plays with `brute_combos`, `brute_levels` keeps the levels. What the book's source
leaves open is kept away from where that can be done: such a deal is played again (`OpenQuestionError`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from engine import rules as books
from engine.cards import RANKS
from engine.records import Cards, Deal, Event, Match
from engine.rules import Rules
from tests import brute_deck
from tests.brute_combos import all_aces, wild_code
from tests.brute_levels import Ladder, OpenQuestionError, partner_place
from tests.brute_story import STORIES, Plan, Settings, plan, settings
from tests.brute_table import Table
from tests.brute_tribute import Exchange
from tests.staged import four


class Truth(NamedTuple):
    """What happened in a deal, whatever its record tells."""

    level: int
    leader: int
    finish: tuple[int, ...]


class Made(NamedTuple):
    """A match made, with the truth of each deal and what it shows."""

    match: Match
    truth: tuple[Truth, ...]
    seen: Counter[str]


def matches(name: str, count: int) -> Iterator[Made]:
    """Some matches under a book, the same each time."""
    rules = books.load(name)
    for number in range(count):
        yield match(rules, number)


def match(rules: Rules, number: int) -> Made:
    """One match: a story told deal by deal until somebody has won, it is long enough, or it comes to what the engine sees otherwise."""
    random = Random(f"{rules.name} {number}")
    tale = STORIES[number % len(STORIES)]
    made = _Making(rules, random, settings(random))
    most = random.randint(1, 4) if tale == "any" else 13
    favourite = random.randrange(2)
    while len(made.deals) < most and made.ladder.winner is None:
        made.add(*made.deal(plan(tale, made.ladder, favourite, len(made.deals), random)))
    return made.whole(number + 1)


def scripted(rules: Rules, plans: Sequence[Plan]) -> Made:
    """A match whose deals end as planned, each played until it does; whoever is to keep his aces for the end is to end with them."""
    random = Random(f"{rules.name} {plans}")
    made = _Making(rules, random, settings(random))
    for wanted in plans:
        for _ in range(500):
            deal, truth, ladder, seen = made.deal(wanted)
            ended = (truth.finish[0] % 2, f"1-{partner_place(truth.finish) + 1}", sum(ladder.downs))
            if ended == (wanted.head % 2, wanted.ending, sum(made.ladder.downs) + wanted.aces):
                break
        else:
            raise AssertionError(f"{wanted} does not come about")
        made.add(deal, truth, ladder, seen)
    return made.whole(1)


class _Making:
    """A match in the making."""

    def __init__(self, rules: Rules, random: Random, told: Settings) -> None:
        start = RANKS.index(rules.start_level)
        self.ladder = Ladder(rules, [start, start])
        self.random = random
        self.told = told
        self.deals: list[Deal] = []
        self.truth: list[Truth] = []
        self.seen: Counter[str] = Counter()

    def deal(self, wanted: Plan) -> tuple[Deal, Truth, Ladder, Counter[str]]:
        """One more deal, not yet added."""
        return _deal(self.ladder, self.truth, wanted, self.told, self.random)

    def add(self, deal: Deal, truth: Truth, ladder: Ladder, seen: Counter[str]) -> None:
        """Takes in a deal, with the levels after it."""
        self.deals.append(deal)
        self.truth.append(truth)
        self.ladder = ladder
        self.seen[f"level {RANKS[truth.level]}"] += 1
        self.seen += seen

    def whole(self, number: int) -> Made:
        """The match as it is."""
        winner = self.ladder.winner
        self.seen += self.ladder.seen
        self.seen["match broken off" if winner is None else "match ended"] += 1
        self.seen["deals"] += len(self.deals)
        rules = self.ladder.rules.name
        whole = Match(number, tuple(self.deals), rules=rules, ended=winner is not None or None, winner_team=winner)
        return Made(whole, tuple(self.truth), self.seen)


def _deal(
    ladder: Ladder, before: Sequence[Truth], wanted: Plan, told: Settings, random: Random
) -> tuple[Deal, Truth, Ladder, Counter[str]]:
    """One deal, played again as often as it ends in a question that the book leaves open."""
    while True:
        then = ladder.copy()
        opening = _opened(then, before[-1].finish if before else None, random)
        table = _played(then, opening, wanted, told, random)
        truth = Truth(table.level, opening.leader, tuple(table.finish))
        levels = (then.levels[0], then.levels[1])
        try:
            steps = then.record(truth.finish, aces=all_aces(table.last_plays[truth.finish[0]]))
        except OpenQuestionError:
            continue
        shows_dealt = random.random() >= told.after_tribute
        states_level = not before or random.random() < told.levels
        deal = Deal(
            len(before) + 1,
            (*opening.events, *table.events),
            level=table.level if states_level else None,
            hands=opening.dealt if shows_dealt else four(opening.hands),
            hands_at="dealt" if shows_dealt else "after_tribute",
            starts_match=None if before else True,
        )
        claims = {"steps": steps, "team_levels": levels, "leader": truth.leader, "finish": truth.finish}
        claims["rest"] = four(table.hands)
        says = {key: said for key, said in claims.items() if random.random() < told.claims}
        deal = replace(deal, **says)  # type: ignore[arg-type]  # each as its field has it
        return deal, truth, then, opening.seen + table.seen


class Opening(NamedTuple):
    """How a deal begins: the hands dealt, the exchange, the hands after it, and who leads."""

    dealt: tuple[Cards, Cards, Cards, Cards]
    events: list[Event]
    hands: list[list[int]]
    leader: int
    seen: Counter[str]


def _opened(ladder: Ladder, before: Sequence[int] | None, random: Random) -> Opening:
    """Hands, with the exchange done if one is due: from the second deal on (A8)."""
    rules, level = ladder.rules, ladder.level()
    hands = brute_deck.dealt(random, wild_code(level, rules))
    if before is None:
        first = 0 if rules.deal_leader == "seat_zero" else random.randrange(4)
        return Opening(four(hands), [], hands, first, Counter())
    if random.random() < 0.8:
        often = ["one hand"] * 3 if len(before) == 3 else []
        brute_deck.RIGS[random.choice([*brute_deck.RIGS, *often])](hands, before, level, random)
    elif rules.name == "national_2022" and random.random() < 0.3:
        brute_deck.all_high(hands, before, level, random)  # the only book that says what is returned then
    start = four(hands)
    exchange = Exchange(hands, before, level, rules, random)
    leader = exchange.run()
    return Opening(start, exchange.events, hands, leader, exchange.seen)


def _played(ladder: Ladder, opening: Opening, wanted: Plan, told: Settings, random: Random) -> Table:
    """The deal on the table, each seat as keen as the plan wants it."""
    held = [list(hand) for hand in opening.hands]
    table = Table(held, opening.leader, ladder.level(), ladder.rules, random, wanted.keen(), told.states, told.reports)
    table.saver = wanted.head if wanted.aces else None
    table.run()
    return table
