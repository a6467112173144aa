"""Levels over a match (rules.md A7): what a result is worth, A and failing at it, drops, streaks, and who has won."""

from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from engine import cards
from engine.rules import Rules

ACE = 12


class OpenQuestionError(Exception):
    """A result on which the book's source does not say what follows; the generator plays another one."""


@dataclass
class Ladder:
    """The two sides' levels, and what is counted over the deals of a match. `owner` is the side whose level is played (None in the first deal)."""

    rules: Rules
    levels: list[int]
    owner: int | None = None
    winner: int | None = None
    fails: list[int] = field(default_factory=lambda: [0, 0])
    drops: list[int] = field(default_factory=lambda: [0, 0])
    heads: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    lasts: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    downs: list[int] = field(default_factory=lambda: [0, 0])
    seen: Counter[str] = field(default_factory=Counter)

    def copy(self) -> "Ladder":
        """The same, to go on from without changing this one."""
        return deepcopy(self, {id(self.rules): self.rules})

    def level(self) -> int:
        """The level of the next deal: of the side of the previous head (A1: level of a deal), in the first deal the starting level."""
        return self.levels[0 if self.owner is None else self.owner]

    def record(self, finish: Sequence[int], *, aces: bool) -> int:
        """Takes in a result and gives the steps that its order grants; `aces` tells whether the head's very last play was nothing but aces."""
        head, place = finish[0], partner_place(finish)
        side = head % 2
        at_own_ace = self.owner is not None and self.levels[self.owner] == ACE
        bonus, minus = self._streaks(finish)
        steps = self.rules.level_up[place - 1]
        self.seen[f"1-{place + 1}"] += 1
        if at_own_ace and side == self.owner and self._passes(place):
            self.winner = side
            self.seen["passed A"] += 1
        else:
            failed = self._who_failed(side, place, at_own_ace=at_own_ace)
            dropped = failed is not None and self._fail(failed)
            if not (dropped and failed == side):  # a drop stands in place of a rise
                self._rise(side, steps + bonus)
            self._lose(minus)
            if aces and at_own_ace and self.rules.ace_finish_demotes and side != self.owner:
                self._down_for_aces(1 - side)
        self.owner = side
        return steps

    def _passes(self, place: int) -> bool:
        """Passing A: as declarers at the own A, the partner second, or not last, by the book."""
        return place == 1 or (place == 2 and self.rules.pass_a == "partner_not_last")

    def _rise(self, side: int, steps: int) -> None:
        """Only the head's side rises, never past A, which has to be played; guandan-world's match is won by reaching it."""
        if self.levels[side] + steps > ACE:
            self.seen["capped at A"] += 1
        self.levels[side] = min(ACE, self.levels[side] + steps)
        if self.rules.match_won == "reach_a" and self.levels[side] == ACE:
            self.winner = side
            self.seen["reached A"] += 1

    def _lose(self, minus: Sequence[int]) -> None:
        """Levels taken for running last places; nobody falls below 2."""
        for side, down in enumerate(minus):
            if down:
                self.seen[f"down {down} for lasts"] += 1
                self.levels[side] = max(0, self.levels[side] - down)

    def _who_failed(self, side: int, place: int, *, at_own_ace: bool) -> int | None:
        """Whose failure at A the book counts: of declarers at their own A who lose or win too little (B20: all), of those whose partner is last (NJ), or

        of a side at A that heads any deal without passing, also one at the others' level (v1006, formats.md 17).
        """
        counts = self.rules.a_fail_counts
        if at_own_ace:
            self.seen["failed at A " + (f"1-{place + 1}" if side == self.owner else "by losing")] += 1
        if self.levels[side] == ACE and side != self.owner:
            self.seen["headed at the others' level while at A"] += 1
        if counts == "headed":
            return side if self.levels[side] == ACE else None
        if not at_own_ace or (counts == "only_1_4" and not (side == self.owner and place == 3)):
            return None
        return self.owner

    def _fail(self, side: int) -> bool:
        """Counts a failure; True if the side drops for it: at the n-th time to the n-th level told, then always to the last (B21)."""
        if self.rules.a_fail_limit is None:
            return False
        self.fails[side] += 1
        if self.fails[side] < self.rules.a_fail_limit:
            return False
        targets = self.rules.a_fail_to
        self.levels[side] = cards.level(targets[min(self.drops[side], len(targets) - 1)])
        self.drops[side] += 1
        self.fails[side] = 0
        self.seen[f"drop {self.drops[side]}"] += 1
        return True

    def _down_for_aces(self, side: int) -> None:
        """Pagat: declarers who lose at A to a very last play of nothing but aces go back to 2."""
        self.seen["down for aces"] += 1
        self.levels[side] = 0
        self.downs[side] += 1

    def _streaks(self, finish: Sequence[int]) -> tuple[int, list[int]]:
        """S2: the n-th head running adds n - 2; the n-th last running takes n - 2 from his side, of a pair the larger (D-28)."""
        lasts = [seat for seat in range(4) if seat not in finish]
        self.heads = [n + 1 if seat == finish[0] else 0 for seat, n in enumerate(self.heads)]
        self.lasts = [n + 1 if seat in lasts else 0 for seat, n in enumerate(self.lasts)]
        if self.rules.streak_rule == "none":
            return 0, [0, 0]
        bonus = max(0, self.heads[finish[0]] - 2)
        minus = [max(max(0, self.lasts[seat] - 2) for seat in (side, side + 2)) for side in (0, 1)]
        if bonus:
            self.seen[f"up {bonus} for heads"] += 1
        if minus[finish[0] % 2]:
            raise OpenQuestionError("a side that rises by its head and drops by its last")
        return bonus, minus


def partner_place(finish: Sequence[int]) -> int:
    """Where the head's partner came: 1 second, 2 third, 3 last."""
    partner = (finish[0] + 2) % 4
    return finish.index(partner) if partner in finish else 3
