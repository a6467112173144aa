"""A match replayed under a rule book: `replay(match, rules)` gives its results, its findings and the state after each event.

The work is the kernel's; this module turns records into its arrays and its verdicts back into values.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine import infer
from engine.arrays import batch as batch_of
from engine.cards import HAND_SIZE
from engine.conduct.judge import judged as conducted
from engine.explain import Judged, faulty_deals, findings
from engine.findings import Finding
from engine.kernel import batch as bt
from engine.plain import module
from engine.records import Deal, Event, EventKind, Kind, Match
from engine.rules import Rules

TRIBUTES = ("none", "single", "double", "anti_single", "anti_double")


@dataclass(frozen=True, slots=True)
class Result:
    """What the engine makes of a deal; None is unknown. `steps` are the levels granted before the cap at A."""

    deal_no: int
    complete: bool
    starts_match: bool | None
    level: int | None
    level_how: str | None
    finish: tuple[int, ...]
    winner_team: int | None
    steps: int | None
    leader: int | None
    tribute: str | None
    receivers: tuple[int | None, int | None, int | None, int | None]
    play_count: int


@dataclass(frozen=True, slots=True)
class PlayRead:
    """A play as the engine reads it; the fields are those of the `plays` table."""

    event_no: int
    seat: int
    trick_no: int
    is_lead: bool
    kind: Kind
    rank: int | None
    size: int
    wilds: int
    reading_count: int
    cards_left: int | None
    top_seat: int | None
    won_trick: bool


class State(NamedTuple):
    """The table after an event: how many cards each seat has left (None unknown), the trick, and the event as a play is read."""

    event: Event
    left: tuple[int | None, ...]
    trick_no: int
    read: PlayRead | None


@dataclass(frozen=True)
class Replay:
    """A match under a rule book: one result a deal, and all findings by deal and event."""

    match: Match
    rules: Rules
    judged: Judged
    results: tuple[Result, ...]
    findings: tuple[Finding, ...]

    def plays(self, deal_no: int) -> tuple[PlayRead, ...]:
        """The plays of a deal as read, in order."""
        d = self._index(deal_no)
        start = int(self.judged.batch.starts[d])
        deal = self.match.deals[d]
        return tuple(
            _play(self.judged, start, k, e)
            for k, e in enumerate(deal.events)
            if e.kind == EventKind.PLAY and e.seat is not None
        )

    def steps(self, deal_no: int) -> Iterator[State]:
        """The table after each event of a deal."""
        d = self._index(deal_no)
        deal = self.match.deals[d]
        reads = {read.event_no: read for read in self.plays(deal_no)}
        left = [_held_at_first(deal, seat) for seat in range(4)]
        start = int(self.judged.batch.starts[d])
        for k, event in enumerate(deal.events):
            read = reads.get(k + 1)
            if read is not None and left[read.seat] is not None:
                left[read.seat] = read.cards_left
            yield State(event, tuple(left), int(self.judged.verdicts.events[bt.TRICK, start + k]), read)

    def _index(self, deal_no: int) -> int:
        return next(i for i, deal in enumerate(self.match.deals) if deal.deal_no == deal_no)


def replay(match: Match, rules: Rules, platform: Rules | None = None) -> Replay:
    """Replays a match under `rules`; levels it does not state are inferred under the book of its platform."""
    known = infer.levels(match.deals, platform or rules)
    batch = batch_of([match], [rules], [level for level, _ in known])
    verdicts = bt.verdicts(len(match.deals), batch.events.shape[1])
    module("replay", batch.events.shape[1]).replay(batch, verdicts, bt.scratch())
    judged = Judged(batch, verdicts, [rules])
    results = tuple(result(judged, d, deal, known[d][1]) for d, deal in enumerate(match.deals))
    found = [f for d in faulty_deals(judged) for f in deal_findings(judged, d, match.deals[d])]
    return Replay(match, rules, judged, results, conducted(match.deals, rules, found))


def _held_at_first(deal: Deal, seat: int) -> int | None:
    """How many cards a seat has when the record of a deal begins; None where it lost what came before or some of what follows."""
    hand = deal.hands[seat]
    if hand is not None:
        return len(hand)
    return HAND_SIZE if deal.cut in {None, "tail"} else None


def deal_findings(judged: Judged, d: int, deal: Deal) -> list[Finding]:
    """The findings of deal `d` of a judged batch."""
    return findings(judged, d, deal.deal_no, [event.line for event in deal.events], (deal.first_line, deal.ended_line))


def result(judged: Judged, d: int, deal: Deal, level_how: str | None) -> Result:
    """The result of deal `d` of a judged batch."""
    row = judged.verdicts.deals[d]
    finish = tuple(int(s) for s in row[bt.ORDER : bt.ORDER + 4] if s >= 0)
    level, tribute = _known(row[bt.LEVEL_USED]), _known(row[bt.TRIBUTE])
    to = row[bt.RECEIVER : bt.RECEIVER + 4]
    whole = bool(row[bt.COMPLETE])
    return Result(
        deal_no=deal.deal_no,
        complete=whole,
        starts_match=deal.starts_match,
        level=level,
        level_how=None if level is None else level_how or "chain",
        finish=finish,
        winner_team=finish[0] % 2 if finish else None,
        steps=_known(row[bt.GRANTED]),
        leader=_known(row[bt.LEADER]),
        tribute=None if tribute is None else TRIBUTES[tribute],
        receivers=(_known(to[0]), _known(to[1]), _known(to[2]), _known(to[3])),
        play_count=int(row[bt.PLAYS]),
    )


def _known(value: int) -> int | None:
    return int(value) if value >= 0 else None


def _play(judged: Judged, start: int, k: int, event: Event) -> PlayRead:
    column = judged.verdicts.events[:, start + k]
    return PlayRead(
        event_no=k + 1,
        seat=event.seat if event.seat is not None else -1,
        trick_no=int(column[bt.TRICK]),
        is_lead=bool(column[bt.LEAD]),
        kind=Kind(int(column[bt.READ_KIND])),
        rank=_known(column[bt.READ_RANK]),
        size=len(event.cards),
        wilds=int(column[bt.WILDS]),
        reading_count=int(column[bt.READINGS]),
        cards_left=_known(column[bt.LEFT]),
        top_seat=_known(column[bt.TOP]),
        won_trick=bool(column[bt.WON]),
    )
