"""What a record states: matches (一场), deals (一副牌) and events, word for word; the engine judges them, nobody changes them.

Seats are 0..3 in the order of play; 0 and 2 are partners (对家), 1 and 3 are partners. None always means "the record does not say".
Cards are codes of `engine.cards`. Kinds are the values of `Kind`; a run's rank is that of its top card whatever a platform's own label is
(A2345 has rank 5), a full house's that of its triple.
"""

from dataclasses import dataclass, field
from enum import IntEnum

from engine.words import Text

Cards = tuple[int, ...]
FOUR_NONE: tuple[None, None, None, None] = (None, None, None, None)


class Kind(IntEnum):
    """The kinds of combination (牌型); PASS is no combination."""

    PASS = 0
    SINGLE = 1
    PAIR = 2
    TRIPLE = 3
    FULL_HOUSE = 4
    STRAIGHT = 5
    TUBE = 6
    PLATE = 7
    BOMB = 8
    STRAIGHT_FLUSH = 9
    JOKER_BOMB = 10


KIND_NAMES = tuple(k.name.lower() for k in Kind)


class EventKind(IntEnum):
    """What can happen at the table; the first five are moves, the rest are facts that some logs hold."""

    TRIBUTE = 0
    RETURN = 1
    ANTI_TRIBUTE = 2
    PLAY = 3
    PASS = 4
    REPORT = 5
    TIMEOUT = 6
    TAKEOVER = 7
    LATE = 8
    EXPOSED = 9
    LEFT = 10
    OBJECTION = 11
    MISCONDUCT = 12


EVENT_NAMES = tuple(k.name.lower() for k in EventKind)
EXCHANGE = (EventKind.TRIBUTE, EventKind.RETURN, EventKind.ANTI_TRIBUTE)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing the record says happened.

    `to` is who got the card of a tribute or return. `declared_kind` and `declared_rank` are the reading the record states (normalised
    as above), `label` the platform's own words for it. `wild_as` is the card each wild stands for, in the order of the wilds in `cards`.
    `choice` is the index chosen in the platform's legal list. `amount` is what a fact counts: cards at a report, seconds over which a clock ran at a timeout,
    minutes late or away; `about` is what it is about, one of `ABOUT`. `line` counts from 1 in the source, `time_ms` from the source's own zero.
    """

    kind: EventKind
    seat: int | None
    cards: Cards = ()
    to: int | None = None
    declared_kind: int | None = None
    declared_rank: int | None = None
    wild_as: Cards | None = None
    label: str | None = None
    choice: int | None = None
    line: int | None = None
    time_ms: int | None = None
    amount: int | None = None
    about: str | None = None


# What a fact may be about: the stage of play that a clock ran for; a side late with leave; how a player left; what was done.
ABOUT = (
    *("first", "lead", "play", "pay", "return", "excused", "offline", "quit"),
    *("off_hand", "asked", "cheating", "extra_card", "missing_card", "hidden_card", "stolen_card", "stalling", "talk"),
)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal as the record states it.

    `hands` are what each seat held before tribute where the record shows it (`hands_at` "dealt") or after it ("after_tribute").
    `starts_match` is True where the record says or its chain of results shows that a new match begins here, None where it can't be told.
    `cut` says that the source lost the beginning ("head") or the end ("tail") of this deal, or both ("both"),
    or some of its middle ("middle"). `finish` is the finishing order the record
    claims, `rest` what it says was left in hands, `leader` who it says leads, `team_levels` what it says each team's level is before the deal.
    `first_line` is where it begins, `ended_line` where the record says how it ended.
    """

    deal_no: int
    events: tuple[Event, ...]
    level: int | None = None
    hands: tuple[Cards | None, Cards | None, Cards | None, Cards | None] = FOUR_NONE
    hands_at: str | None = None
    starts_match: bool | None = None
    cut: str | None = None
    finish: tuple[int, ...] | None = None
    rest: tuple[Cards | None, Cards | None, Cards | None, Cards | None] = FOUR_NONE
    leader: int | None = None
    team_levels: tuple[int | None, int | None] = (None, None)
    steps: int | None = None
    first_line: int | None = None
    ended_line: int | None = None
    extra: str | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its deals in order and the four names by seat.

    `units` counts the source's smallest addressable pieces (lines, elements, rows) that became this match.
    `seat_how` says why seat 0 is seat 0: "stated", "names" (the rotation in which the names sort) or "first_actor". `ended` is True where the record says
    that the match is over, with `winner_team` (0: seats 0 and 2) if it says who won. `rules` is the rule book the record names.
    """

    match_no: int
    deals: tuple[Deal, ...]
    names: tuple[str | None, str | None, str | None, str | None] = FOUR_NONE
    seat_how: str = "stated"
    rules: str | None = None
    ended: bool | None = None
    winner_team: int | None = None
    ended_line: int | None = None
    label: str | None = None
    viewpoint: int | None = None
    extra: str | None = None
    legal_lists: tuple["LegalList", ...] = ()
    units: int = 0


@dataclass(frozen=True, slots=True)
class LegalList:
    """A platform's own list of legal moves for one request: where it stands, who was asked, with what hand, and the entries verbatim."""

    deal_no: int | None
    line: int | None
    seat: int | None
    level: int | None
    hand: Cards | None
    top: str | None
    entries: str


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A piece of a source that could not be read, of so many units: kept with its raw bytes, never guessed at."""

    line: int | None
    reason: Text
    expected: Text
    raw: bytes = b""
    deal: int | None = None
    event: int | None = None
    context: dict[str, str] = field(default_factory=dict)
    units: int = 1


@dataclass(frozen=True, slots=True)
class Ignored:
    """Units of a source that hold nothing to store (headers, chatter), counted by reason so that the ledger balances."""

    reason: Text
    units: int = 1
    line: int | None = None


def partner(seat: int) -> int:
    """The seat opposite (对家)."""
    return (seat + 2) % 4


def team(seat: int) -> int:
    """0 for seats 0 and 2, 1 for seats 1 and 3."""
    return seat % 2
