"""The moves of the NJUPT platform (南邮离线平台) as its logs and messages write them: `[type, rank, cards]`.

The platform's rank of a run is that of its lowest card, A for A2345; ours is that of its top card. A rank that says otherwise than the cards, or
that cannot be turned into ours, is kept as `label`.
"""

import ast
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from engine import cards
from engine.records import Cards, EventKind, Kind
from engine.words import Text
from ingest.errors import SaidError

KINDS = MappingProxyType(
    {
        "Single": Kind.SINGLE,
        "Pair": Kind.PAIR,
        "Trips": Kind.TRIPLE,
        "ThreeWithTwo": Kind.FULL_HOUSE,
        "Straight": Kind.STRAIGHT,
        "ThreePair": Kind.TUBE,
        "TwoTrips": Kind.PLATE,
        "Bomb": Kind.BOMB,
        "StraightFlush": Kind.STRAIGHT_FLUSH,
    }
)
TYPES = MappingProxyType({kind: name for name, kind in KINDS.items()} | {Kind.JOKER_BOMB: "Bomb"})
EXCHANGES = MappingProxyType({"tribute": EventKind.TRIBUTE, "back": EventKind.RETURN})
RUNS = MappingProxyType({Kind.STRAIGHT: 5, Kind.STRAIGHT_FLUSH: 5, Kind.TUBE: 3, Kind.PLATE: 2})
JOKERS = MappingProxyType({"B": cards.SMALL_JOKER_RANK, "R": cards.BIG_JOKER_RANK})
JOKER_BOMB = "JOKER"
PASSES = "PASS"
LONGEST = 600
LARGEST_CHOICE = 65535
_TYPES = (*KINDS, *EXCHANGES, PASSES)
EXPECTED = Text(
    f"[类型, 点数, [牌]]，类型为 {'、'.join(_TYPES)} 之一", f"[type, rank, [cards]], type one of {', '.join(_TYPES)}"
)


class MoveError(SaidError):
    """A text that is no move; what it says is what was seen."""


class Move(NamedTuple):
    """A move without who made it and when."""

    event: EventKind
    cards: Cards = ()
    kind: Kind | None = None
    rank: int | None = None
    label: str | None = None


@lru_cache(maxsize=16384)
def parse(text: str) -> Move:
    """The move in a text that holds a Python list. Raises MoveError.

    >>> parse("['Straight', 'A', ['SA', 'H2', 'S3', 'S4', 'S5']]").rank == cards.rank("5")
    True
    """
    return move(literal(text))


def literal(text: str) -> object:
    """The value of a Python literal of bounded length. Raises MoveError."""
    if len(text) > LONGEST:
        raise MoveError(Text(f"长达 {len(text)} 个字符", f"{len(text)} characters"))
    try:
        value: object = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise MoveError(Text(f"{text[:80]!r} 不是 Python 字面量", f"{text[:80]!r} is no Python literal")) from None
    return value


def move(triple: object) -> Move:
    """The move that a triple `[type, rank, cards]` says. Raises MoveError."""
    match triple:
        case [str(kind), str(rank), list(names)]:
            held = _cards(names)
        case ["PASS", "PASS", "PASS"]:
            return Move(EventKind.PASS)
        case _:
            seen = str(triple)[:80]
            raise MoveError(Text(f"{seen} 不是 [类型, 点数, 牌]", f"{seen} is no [type, rank, cards]"))
    if kind in EXCHANGES:
        return _exchange(kind, held)
    if kind not in KINDS:
        raise MoveError(Text(f"未知类型 {kind!r}", f"unknown type {kind!r}"))
    return _play(KINDS[kind], rank, held)


def _cards(names: list[object]) -> Cards:
    try:
        return tuple(cards.code(str(name)) for name in names)
    except cards.CardError as error:
        raise MoveError(Text(f"{error.text!r} 不是牌", str(error))) from None


def _exchange(kind: str, held: Cards) -> Move:
    if len(held) != 1:
        raise MoveError(Text(f"{kind} 有 {len(held)} 张牌", f"{kind} of {len(held)} cards"))
    return Move(EXCHANGES[kind], held)


def _play(kind: Kind, rank: str, held: Cards) -> Move:
    if not held or len(held) > cards.HAND_SIZE:
        raise MoveError(Text(f"一手 {len(held)} 张牌", f"a play of {len(held)} cards"))
    if kind == Kind.BOMB and rank == JOKER_BOMB:
        return Move(EventKind.PLAY, held, Kind.JOKER_BOMB)
    ours = normalised(kind, rank)
    said = ours is not None and (kind not in RUNS or _is_in_place(kind, ours, held))
    return Move(EventKind.PLAY, held, kind, ours, None if said else rank)


def normalised(kind: Kind, rank: str) -> int | None:
    """Our rank for the platform's, None where there is none.

    >>> normalised(Kind.STRAIGHT, "T") == cards.rank("A"), normalised(Kind.STRAIGHT, "Q"), normalised(Kind.TUBE, "A")
    (True, None, 1)
    """
    if rank in JOKERS:
        return JOKERS[rank] if kind not in RUNS else None
    if rank not in cards.RANKS or len(rank) != 1:
        return None
    place = cards.RANKS.index(rank)
    if kind not in RUNS:
        return place
    low = -1 if rank == "A" else place
    top = low + RUNS[kind] - 1
    return top if top < len(cards.RANKS) else None


def rank_text(kind: Kind, rank: int | None) -> str:
    """The platform's rank for ours: the inverse of `normalised`."""
    if kind == Kind.JOKER_BOMB or rank is None:
        return JOKER_BOMB
    if rank >= cards.SMALL_JOKER_RANK:
        return "B" if rank == cards.SMALL_JOKER_RANK else "R"
    return cards.RANKS[rank - RUNS.get(kind, 1) + 1]


def _is_in_place(kind: Kind, top: int, held: Cards) -> bool:
    """Whether a run's cards stand in the order that its rank says, but for at most two wilds."""
    run = RUNS[kind]
    copies, over = divmod(len(held), run)
    if over or not copies:
        return False
    wanted = [(top - run + 1 + i // copies) % 13 for i in range(len(held))]
    return sum(cards.rank_of(c) != rank for c, rank in zip(held, wanted, strict=True)) <= 2
