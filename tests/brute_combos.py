"""What a hand can lay, by trying: every template of ranks that is a combination, filled from the hand and with wilds, and weighed by the oracle.

A part of the brute-force generator of matches (`tests.brute_match`): the rules of rules.md, sections A3-A6, without the engine. Templates know no rule
book; `tests.oracle` says what a book lets the cards count as, and what may be laid on what.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from engine.rules import Rules
from tests import oracle
from tests.oracle import ACE, BIG, FACE, LADDER, LEVEL_HEART, RUNS, SMALL, Cards, Reading

KINDS = (
    *("single", "pair", "triple", "full_house", "straight", "tube", "plate"),
    *("bomb", "straight_flush", "joker_bomb"),
)
BOMBS = ("bomb", "straight_flush", "joker_bomb")
ALWAYS_STATED = ("njupt_v1006", "openguandan")  # 每手注明牌型与牌点 (formats.md 2: [type, rank, cards])
Template = tuple[int, ...]


class Play(NamedTuple):
    """Cards to be laid, what they count as, what the wilds among them are laid as, whether the player must say so,
    in how many ways they may count, and whether a straight might be a straight flush.
    """

    cards: Cards
    reading: Reading
    laid: Cards
    must_say: bool
    ways: int
    suited: bool

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.cards)


@cache
def templates(kind: str) -> tuple[tuple[Reading, Template], ...]:
    """The ranks of every combination of a kind (A3, A4): runs of exactly five, three pairs, two triples; bombs of four to ten."""
    sizes = {"single": (1,), "pair": (2,), "triple": (3,), "bomb": tuple(range(4, 11))}
    if kind in sizes:
        ranks = range(15) if kind != "bomb" else range(13)
        return tuple((Reading(kind, rank), (rank,) * size) for size in sizes[kind] for rank in ranks)
    if kind == "full_house":
        both = ((t, p) for t in range(15) for p in range(15) if t != p)
        return tuple((Reading(kind, t), (t,) * 3 + (p,) * 2) for t, p in both)
    if kind == "joker_bomb":
        return ((Reading(kind, None), (SMALL, SMALL, BIG, BIG)),)
    shape = "straight" if kind == "straight_flush" else kind
    copies, length = next((c, n) for name, c, n in RUNS if name == shape)
    rows = [LADDER[start : start + length] for start in range(len(LADDER) - length + 1)]
    return tuple((Reading(kind, row[-1]), tuple(r for r in row for _ in range(copies))) for row in rows)


def wild_code(level: int, rules: Rules) -> int | None:
    """The wild card of a level (A5): the heart of its rank, where the book has wilds."""
    return level * 4 + 1 if rules.wild_card == "heart_level" else None


def plays(kind: str, hand: Sequence[int], level: int, rules: Rules, random: Random) -> Iterator[Play]:
    """The plays of a kind in a hand, one for each template that it can fill, from a template picked by chance on."""
    wild = wild_code(level, rules)
    known = templates(kind)
    known = known[::-1] if random.random() < 0.3 else known  # the largest bombs first, as they are seldom
    first = random.randrange(len(known)) if random.random() < 0.8 else 0
    suits = random.sample(range(4), 4) if kind == "straight_flush" else [None]
    spare = [card for card in hand if card != wild]
    wilds = len(hand) - len(spare)
    for suit in suits:
        held = _held(spare, suit, random)
        counts = {rank: len(cards) for rank, cards in held.items()}
        for reading, template in (*known[first:], *known[:first]):
            short = _short(template, counts, wilds)
            if short > wilds:
                continue
            filled = _filled(reading, template, held, (short, wilds, suit, wild), random)
            made = _weighed(filled, reading, level, rules) if filled else None
            if made is not None:
                yield made


def _short(template: Template, counts: dict[int, int], enough: int) -> int:
    """How many cards of a template are not there; counted no further than it matters."""
    short = 0
    for rank, n in _needs(template):
        held = counts.get(rank, 0)
        if held < n:
            short += n - held
            if short > enough:
                break
    return short


@cache
def _needs(template: Template) -> tuple[tuple[int, int], ...]:
    return tuple(Counter(template).items())


def _held(spare: Sequence[int], suit: int | None, random: Random) -> dict[int, list[int]]:
    """The natural cards by rank, each in random order; of one suit if one is asked for."""
    held: dict[int, list[int]] = {}
    for card in random.sample(spare, len(spare)):
        if suit is None or (card < 52 and card % 4 == suit):
            held.setdefault(FACE[card], []).append(card)
    return held


def _filled(
    reading: Reading,
    template: Template,
    held: dict[int, list[int]],
    wilds: tuple[int, int, int | None, int | None],
    random: Random,
) -> tuple[Cards, Cards] | None:
    """Cards for a template, slot by slot, with as many wilds as it is short of or, now and then, more."""
    short, have, suit, wild = wilds
    more = short if random.random() < 0.8 else random.randint(short, min(have, len(template)))
    left = {rank: list(cards) for rank, cards in held.items() if rank in template}
    extra = set(random.sample(range(len(template)), more - short)) if more > short else set()
    laid: list[int] = []
    stands: list[int] = []
    for slot, rank in enumerate(template):
        if left.get(rank) and not (slot in extra and more > short):
            laid.append(left[rank].pop())
        elif wild is None or len(stands) >= more:
            return None
        else:
            laid.append(wild)
            stands.append(_stand_in(rank, suit, random))
    if len(stands) == len(laid) and not (
        reading.kind in ("single", "pair") and wild is not None and rank * 4 + 1 == wild
    ):
        return None  # wilds alone are their own cards (A5)
    return tuple(laid), tuple(stands)


def _stand_in(rank: int, suit: int | None, random: Random) -> int:
    """A card that a wild is laid as."""
    if rank >= SMALL:
        return 52 + rank - SMALL
    return rank * 4 + (random.randrange(4) if suit is None else suit)


def _weighed(filled: tuple[Cards, Cards], reading: Reading, level: int, rules: Rules) -> Play | None:
    """The cards as a play, if the book lets them count as this."""
    cards, laid = filled
    ways = read(cards, level, rules)
    if reading.kind == "single" and reading not in ways:
        reading = next(iter(ways))  # the heart of the level, where it ranks apart
    if reading not in ways:
        return None
    suited = any(way.kind == "straight_flush" and way.rank == reading.rank for way in ways)
    unsaid = counts_as(ways, len(cards), level)
    must = unsaid != reading or (rules.wild_reading == "declared" and len(ways) > 1) or rules.name in ALWAYS_STATED
    return Play(cards, reading, laid, must, ways=len(ways), suited=suited)


@cache
def _readings(cards: Cards, level: int, name: str, rules: Rules) -> frozenset[Reading]:
    return frozenset(oracle.readings(cards, level, rules))


def read(cards: Cards, level: int, rules: Rules) -> frozenset[Reading]:
    """What cards may count as under a book."""
    return _readings(tuple(sorted(cards)), level, rules.name, rules)


def counts_as(ways: frozenset[Reading], size: int, level: int) -> Reading | None:
    """What cards count as whose player says nothing (A5): the largest; None where no order tells which is larger (a tube or a plate)."""
    best = max(oracle.rung(way.kind, size) for way in ways)
    top = [way for way in ways if oracle.rung(way.kind, size) == best]
    if len({way.kind for way in top}) > 1:
        return None
    return max(top, key=lambda way: 0 if way.rank is None else oracle.strength(way.kind, way.rank, level))


def may_follow(mine: Play, theirs: Play, level: int, rules: Rules) -> bool:
    """Whether a play may be laid on another (A4, A6): higher of the same kind and size, or a higher bomb; equal never beats."""
    return oracle.outranks((mine.reading, mine.size), (theirs.reading, theirs.size), level, rules)


def label(play: Play, level: int, rules: Rules) -> int | None:
    """v1006 only (formats.md 17.6): a straight that follows with a wild in its first slot is called by the level as if that were its lowest card.

    The rank is that of the top card of a run from the level on; it may lie beyond the ace.
    """
    if rules.run_label != "leading_wild" or play.reading.kind != "straight" or play.cards[0] != wild_code(level, rules):
        return None
    if any(FACE[card] == level for card in (*play.laid, *(c for c in play.cards if c != play.cards[0]))):
        return None
    return 3 if level == ACE else level + 4


def stated_rank(play: Play, level: int) -> int | None:
    """The rank as a record states it: of the card itself for a heart of the level alone."""
    return level if play.reading.rank == LEVEL_HEART else play.reading.rank


def all_aces(play: Play) -> bool:
    """Whether a play is "a single ace, a pair of aces, a triple of aces or a bomb of aces" (Pagat)."""
    return play.reading.rank == ACE and play.reading.kind in ("single", "pair", "triple", "bomb")
