"""Sanctions (罚则): what each offence of a match costs by its rule book, offence after offence.

`Docket(conduct).rule(fact)` says what a fact costs, as words of `engine.conduct.book.SANCTIONS`; "" where the book allows it or sets no price, None where
it has no rule at all.
"""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.conduct.book import Conduct, Ladder
from engine.records import team

# Which parameter sets the price of an offence.
PRICES: Mapping[str, str] = MappingProxyType(
    {
        "no_report": "on_no_report",
        "asking": "on_asking",
        "slow": "on_slow",
        "wrong_play": "on_wrong_play",
        "out_of_turn": "on_out_of_turn",
        "exposed": "on_exposed",
        "off_hand": "on_off_hand",
        "gross_fault": "on_gross_fault",
        "cheating": "on_cheating",
        "talk": "on_talk",
        "low_tribute": "on_low_tribute",
        "offline": "on_offline",
        "quit": "on_quit",
        "high_quit": "on_high_quit",
    }
)
CLOCKS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "first": ("clock_first", "clock_play"),
        "lead": ("clock_play",),
        "play": ("clock_play",),
        "pay": ("clock_pay",),
        "return": ("clock_return",),
    }
)
FOULS: Mapping[str, str] = MappingProxyType({"play": "clock_foul", "return": "clock_return_foul"})
ADDED_UP = ("exposed", "out_of_turn")  # together with every foul, they count towards disqualification
WITHIN_A_ROUND = 2  # seed 003: after two rounds an objection comes too late and the price goes up


class Fact(NamedTuple):
    """Something that happened: which offence, by which seat, for how many seconds or minutes (`amount`), of which `stage` of play.

    `rounds` is how often the seat has played on without its report; `objected` that the other side has called it out; `excused` that the side had leave.
    """

    offence: str
    seat: int
    amount: int | None = None
    stage: str = "play"
    rounds: int = 0
    objected: bool = False
    excused: bool = False


class Docket:
    """The offences of one match under one book, in the order in which they come before the referee."""

    def __init__(self, conduct: Conduct) -> None:
        self.conduct = conduct
        self.counts: Counter[tuple[str, int]] = Counter()
        self.added_up: Counter[int] = Counter()
        self.slow: Counter[int] = Counter()

    def rule(self, fact: Fact) -> str | None:
        """What a fact costs."""
        if fact.offence == "late":
            return self._late(fact)
        if fact.offence == "report":
            return None if self.conduct.report_when == "none" else ""
        if fact.offence == "slow":
            return self._slow(fact)
        if fact.offence == "no_report" and self.conduct.report_when != "unprompted":
            return None if self.conduct.report_when == "none" else ""
        if fact.offence == "no_report" and (fact.amount or 0) > (self.conduct.report_at or 0):
            return ""
        if fact.offence == "offline" and (fact.amount or 0) < (self.conduct.offline_minutes or 0):
            return ""
        if fact.offence == "no_report" and self.conduct.no_report_by == "rounds":
            return self._unreported(fact)
        return self._priced(fact)

    def _priced(self, fact: Fact) -> str | None:
        """The rung of the ladder that the seat has reached."""
        ladder: Ladder = getattr(self.conduct, PRICES[fact.offence])
        if not ladder:
            return None
        self.counts[fact.offence, fact.seat] += 1
        rung = ladder[min(self.counts[fact.offence, fact.seat], len(ladder)) - 1]
        if fact.offence == "slow":
            self.slow[team(fact.seat)] += 1
            limit = self.conduct.slow_costs_level_after
            if limit is not None and self.slow[team(fact.seat)] >= limit:
                rung = f"{rung} level_down"
        return self._added(fact, rung)

    def _added(self, fact: Fact, rung: str) -> str:
        """A rung, or disqualification where the seat's offences have added up to it."""
        counted = fact.offence in ADDED_UP or ("foul" in rung.split() and fact.offence != "wrong_play")
        if counted:
            self.added_up[fact.seat] += 1
        limit = self.conduct.disqualified_after
        return "disqualified" if limit is not None and self.added_up[fact.seat] >= limit else rung

    def _unreported(self, fact: Fact) -> str:
        """A missing report whose price goes by the rounds that have gone by: at first only if the other side objects."""
        ladder = self.conduct.on_no_report
        if fact.rounds >= WITHIN_A_ROUND:
            return ladder[-1]
        return ladder[0] if fact.objected else ""

    def _slow(self, fact: Fact) -> str | None:
        limit, foul = self.limit(fact), self._warned_until(fact.stage)
        if limit is None:
            return self._priced(fact)  # a book without seconds of its own takes the table's word for it
        if fact.amount is None:
            return None if foul is not None else self._priced(fact)
        if fact.amount <= limit:
            return ""
        if foul is not None and fact.amount <= foul:
            return "warning"
        return self._priced(fact)

    def _warned_until(self, stage: str) -> int | None:
        """Where a stage of warnings ends that begins at the limit of a stage of play; None where there is none."""
        if stage == "first" and self.conduct.clock_first is not None:
            return None
        return None if stage == "pay" else self._limit((FOULS["return" if stage == "return" else "play"],))

    def limit(self, fact: Fact) -> int | None:
        """The seconds that a stage of play may take."""
        return self._limit(CLOCKS[fact.stage])

    def clock(self, fact: Fact) -> str | None:
        """The parameter that sets the time of a stage, None where the book sets none."""
        return next((name for name in CLOCKS[fact.stage] if getattr(self.conduct, name) is not None), None)

    def is_slow(self, fact: Fact) -> bool:
        """Whether a time is over the limit of its stage."""
        limit = self.limit(fact)
        return limit is not None and fact.amount is not None and fact.amount > limit

    def _limit(self, names: tuple[str, ...]) -> int | None:
        return next((limit for name in names if (limit := getattr(self.conduct, name)) is not None), None)

    def _late(self, fact: Fact) -> str | None:
        """The dearest step that a side's minutes reach; with leave, none before its grace is over."""
        if not self.conduct.late_steps:
            return None
        minutes = fact.amount or 0
        grace = self.conduct.late_excused
        if fact.excused and grace is not None and minutes <= grace:
            return ""
        reached = [step.split(maxsplit=1) for step in self.conduct.late_steps if minutes > int(step.split()[0])]
        return reached[-1][1] if reached else None
