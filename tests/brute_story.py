"""What the deals of a match are meant to become: stories that bring about failures at A, drops, long streaks and wins."""

from random import Random
from typing import NamedTuple

from tests.brute_levels import ACE, Ladder

# How gladly the four play while nobody, one and two are out: the head, his partner, and the head's next and previous players.
WANTED = {
    "1-2": ((0.97, 0.4, 0.06, 0.06), (0, 0.95, 0.06, 0.06), (0, 0.9, 0.5, 0.5)),
    "1-3": ((0.97, 0.1, 0.2, 0.05), (0, 0.1, 0.95, 0.05), (0, 0.95, 0.1, 0.05)),
    "1-4": ((0.97, 0.02, 0.4, 0.1), (0, 0.02, 0.95, 0.4), (0, 0.02, 0.9, 0.95)),
    "open": ((0.8, 0.8, 0.8, 0.8),) * 3,
}
STORIES = ("any", "any", "march", "stumble", "stubborn", "both", "same")


class Plan(NamedTuple):
    """What a deal is meant to become: who is to be head and how the partners are to end, and whether he keeps his aces for the end."""

    head: int
    ending: str
    aces: bool = False

    def keen(self) -> list[list[float]]:
        """How gladly each seat plays, by how many are out."""
        place = [(seat - self.head) % 4 for seat in range(4)]
        return [[wish[(0, 2, 1, 3)[p]] for p in place] for wish in WANTED[self.ending]]


class Settings(NamedTuple):
    """What a match's record tells beside its moves, by chance: readings, reports, claims, hands only after tribute, levels."""

    states: float
    reports: bool
    claims: float
    after_tribute: float
    levels: float


def settings(random: Random) -> Settings:
    """What the record of a match tells."""
    return Settings(
        random.choice((0.0, 0.4, 1.0)),
        random.random() < 0.3,
        random.random(),
        random.choice((0, 0, 0.3)),
        random.choice((1, 1, 0.5)),
    )


def plan(story: str, ladder: Ladder, favourite: int, number: int, random: Random) -> Plan:
    """What the next deal is meant to become in a story."""
    head = favourite + 2 * random.randrange(2)
    other = (1 - favourite) + 2 * random.randrange(2)
    at_ace = ladder.owner == favourite and ladder.levels[favourite] == ACE
    if story == "any":
        return Plan(random.randrange(4), random.choice(("1-2", "1-3", "1-4", "open", "open")))
    if story == "same":
        return Plan(favourite, random.choice(("1-2", "1-3", "1-3", "open")))
    if story == "both" and ladder.levels[1 - favourite] < ACE:
        return Plan(other, "1-2") if number % 2 else Plan(head, random.choice(("1-2", "1-3")))
    if at_ace and story == "stubborn":
        return Plan(head, "1-3" if number % 2 and ladder.rules.pass_a == "partner_second" else "1-4")
    if at_ace and story in ("stumble", "both") and random.random() < 0.85:
        ways = (Plan(head, "1-4"), Plan(head, "1-3"), Plan(other, "1-2"), Plan(other, "1-3", aces=True))
        return random.choice((*ways, *ways[1:2] * (2 if ladder.rules.pass_a == "partner_second" else 0)))
    return Plan(head, "1-2" if random.random() < 0.9 else "open")
