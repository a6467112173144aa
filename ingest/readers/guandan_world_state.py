"""What has been read of a guandan-world log: the deal going on, the match going on, and the matches that have ended."""

from collections import Counter
from dataclasses import dataclass, field

from engine.records import Cards, Deal, Event, Match
from engine.words import Text
from ingest.text import Line


@dataclass(slots=True)
class Unfinished:
    """A deal whose end has not been read."""

    first_line: int
    whole: bool
    stated_cut: str | None = None
    events: list[Event] = field(default_factory=list)
    hands: list[Cards | None] = field(default_factory=lambda: [None] * 4)
    level: int | None = None
    team_levels: list[int | None] = field(default_factory=lambda: [None, None])
    leader: int | None = None
    refused: bool = False
    lost_after: int | None = None
    tricks: int = 0

    def deal(self, number: int, finish: tuple[int, ...] | None, ended_line: int | None, *, starts: bool | None) -> Deal:
        """The deal as far as it was read."""
        cut = {(True, True): None, (False, True): "head", (True, False): "tail", (False, False): "both"}[
            self.whole, finish is not None
        ]
        if self.lost_after is not None and cut in (None, "tail") and (self.lost_after < len(self.events) or finish):
            cut = "middle"
        hands = (self.hands[0], self.hands[1], self.hands[2], self.hands[3])
        return Deal(
            deal_no=number,
            events=tuple(self.events),
            level=self.level,
            hands=hands,
            hands_at="dealt" if any(hand is not None for hand in hands) else None,
            starts_match=starts,
            cut=self.stated_cut or cut,
            finish=finish,
            leader=self.leader,
            team_levels=(self.team_levels[0], self.team_levels[1]),
            first_line=self.first_line,
            ended_line=ended_line,
        )

    def lose(self) -> None:
        """A line of the play could not be read here."""
        if self.lost_after is None:
            self.lost_after = len(self.events)


@dataclass(slots=True)
class Log:
    """What has been read: matches finished, the one going on, and the deal going on in it."""

    ignored: Counter[Text] = field(default_factory=Counter)
    deals: list[Deal] = field(default_factory=list)
    open: Unfinished | None = None
    begun: bool | None = None
    units: int = 0
    matches: int = 0
    ended: tuple[int | None, int] | None = None
    ready: list[Match] = field(default_factory=list)

    def close(self) -> None:
        """The end of the file."""
        if self.open is not None:
            self.end_deal(None)
        if self.deals:
            self.end_match()

    def deal(self, line: Line) -> Unfinished:
        """The deal going on; one whose beginning was lost if none is."""
        if self.open is None:
            self.open = Unfinished(line.no, whole=False)
        return self.open

    def end_deal(self, finish: tuple[int, ...] | None, line: int | None = None) -> None:
        """Keeps the deal going on, with the finishing order the log states and the line that states it."""
        if self.open is not None:
            starts = bool(self.begun) if not self.deals and self.begun is not None else (False if self.deals else None)
            self.deals.append(self.open.deal(len(self.deals) + 1, finish, line, starts=starts))
        self.open = None

    def end_match(self) -> None:
        """Keeps the match going on."""
        self.matches += 1
        winner, at = self.ended or (None, None)
        self.ready.append(
            Match(
                match_no=self.matches,
                deals=tuple(self.deals),
                seat_how="stated",
                ended=True if self.ended else None,
                winner_team=winner,
                ended_line=at,
                units=self.units,
            )
        )
        self.deals, self.units, self.ended, self.begun = [], 0, None, None
