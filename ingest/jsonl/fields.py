"""The fields of one line of our JSONL, as msgspec types.

A *line* is a deal with what it says of its match. null and absent mean the same: not stated. Line numbers are no part of it.
"""

from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

from engine.cards import CARD_NAMES, RANK_NAMES
from engine.records import ABOUT, EVENT_NAMES, KIND_NAMES

VERSION = 1

if TYPE_CHECKING:
    Card: TypeAlias = str
    Level: TypeAlias = str
    EventName: TypeAlias = str
    About: TypeAlias = str
    Cut: TypeAlias = str
    SeatHow: TypeAlias = str
    At: TypeAlias = str
else:  # msgspec checks the very names the engine has
    Card = Literal[CARD_NAMES]
    Level = Literal[RANK_NAMES[:13]]
    EventName = Literal[EVENT_NAMES]
    About = Literal[ABOUT]
    Cut = Literal["head", "tail", "both", "middle"]
    SeatHow = Literal["stated", "names", "first_actor"]
    At = Literal["dealt", "after_tribute"]

CardNames: TypeAlias = tuple[Card, ...]
Seat = Annotated[int, Meta(ge=0, le=3)]
Time = Annotated[int, Meta(ge=-(2**62), le=2**62)]
Uint16 = Annotated[int, Meta(ge=0, lt=2**16)]
DealNo = Annotated[int, Meta(ge=1, lt=2**16)]
READING = rf"^(?=.)({'|'.join(KIND_NAMES)})?(:({'|'.join(RANK_NAMES)}))?\Z"
Reading = Annotated[str, Meta(pattern=READING)]
FourHands: TypeAlias = tuple[CardNames | None, CardNames | None, CardNames | None, CardNames | None]


class EventLine(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An event; `as_` is the reading the record states, KIND:RANK with either part left out if not stated."""

    e: EventName
    seat: Seat | None = None
    to: Seat | None = None
    cards: CardNames | None = None
    as_: Reading | None = field(default=None, name="as")
    wild_as: CardNames | None = None
    label: str | None = None
    choice: Uint16 | None = None
    t: Time | None = None
    n: Uint16 | None = None
    about: About | None = None


class ListLine(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A platform's legal list; `deal` says which deal it was for unless it is that of its line, null: none."""

    entries: str
    deal: DealNo | msgspec.UnsetType | None = msgspec.UNSET
    seat: Seat | None = None
    level: Level | None = None
    hand: CardNames | None = None
    top: str | None = None


class DealLine(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A deal, and what its line says of the match."""

    danpu: Literal[1]
    match: str
    deal: DealNo
    label: str | None = None
    players: tuple[str | None, str | None, str | None, str | None] | None = None
    seat_how: SeatHow | None = None
    view: Seat | None = None
    rules: str | None = None
    level: Level | None = None
    levels: tuple[Level | None, Level | None] | None = None
    starts: bool | None = None
    cut: Cut | None = None
    leader: Seat | None = None
    at: At | None = None
    hands: FourHands | None = None
    events: Annotated[tuple[EventLine, ...], Meta(max_length=2**16 - 1)]
    finish: tuple[Seat, ...] | None = None
    rest: FourHands | None = None
    steps: Annotated[int, Meta(ge=0, lt=2**7)] | None = None
    ended: bool | None = None
    winner: Annotated[int, Meta(ge=0, le=1)] | None = None
    legal_lists: tuple[ListLine, ...] = ()
    extra: str | None = None
    match_extra: str | None = None


class Head(Struct):
    """What a line says of its place, read leniently: also a line that is refused belongs to a match."""

    match: str
    deal: DealNo


class Stamp(Struct):
    """The version of a line, read leniently."""

    danpu: int


@cache
def reading(text: str) -> tuple[int | None, int | None]:
    """The kind and rank of `as`.

    >>> reading("pair:K"), reading("joker_bomb"), reading(":2")
    ((2, 11), (10, None), (None, 0))
    """
    kind, _, rank = text.partition(":")
    return KIND_NAMES.index(kind) if kind else None, RANK_NAMES.index(rank) if rank else None


def said(kind: int | None, rank: int | None) -> str | None:
    """The `as` of a kind and rank: `reading(said(k, r)) == (k, r)`."""
    if kind is None and rank is None:
        return None
    return ("" if kind is None else KIND_NAMES[kind]) + ("" if rank is None else f":{RANK_NAMES[rank]}")
