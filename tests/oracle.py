"""The rules a second time, slow and naive, to hold the kernel against: every wild is laid as each of the 54 cards in turn.

Written from the rules' text alone; it shares nothing with `engine.kernel` but what a card code and a readings word are documented to be.
Vocabulary: a *making* is one way to lay the wilds and what then lies there; a *reading* is what the rule book lets it count as.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random
from typing import NamedTuple

from engine.rules import Rules

Cards = tuple[int, ...]
FACE = tuple([code // 4 for code in range(52)] + [13, 14])
COPIES_OF = tuple(tuple(code for code in range(54) if FACE[code] == rank) for rank in range(15))
ACE = 12
SMALL, BIG = 13, 14
LEVEL_HEART = 15  # the rank of a heart level card played alone where the book ranks it apart
LADDER = (ACE, *range(13))  # natural order, the ace at both ends
RUNS = (("straight", 1, 5), ("tube", 2, 3), ("plate", 3, 2))
JOKER_STANDS_IN = ("pair", "triple", "full_house")
FIELDS = (
    {1: "single", 2: "pair", 3: "triple", 5: "straight", 6: "tube"},
    {5: "full_house", 6: "plate"},
    dict.fromkeys(range(4, 11), "bomb"),
    {5: "straight_flush"},
)


class Reading(NamedTuple):
    """A kind and its rank: of the triple in a full house, of the top card in a run, None for the joker bomb."""

    kind: str
    rank: int | None


class Making(NamedTuple):
    """What lies there once the wilds are laid, and what a rule book may object to."""

    reading: Reading
    low_ace: bool
    one_suit: bool
    wild_as_joker: bool
    wilds_are_hearts: bool
    has_joker: bool
    wild_pair: int | None


@cache
def shapes(ranks: tuple[int, ...]) -> tuple[Reading, ...]:
    """What sorted ranks lying face up are, suits aside: five in a row are a straight here."""
    counts = Counter(ranks)
    found = []
    if len(counts) == 1 and (ranks[0] < SMALL or len(ranks) < 4):
        found.append(Reading({1: "single", 2: "pair", 3: "triple"}.get(len(ranks), "bomb"), ranks[0]))
    if sorted(counts.values()) == [2, 3]:
        found.append(Reading("full_house", counts.most_common(1)[0][0]))
    for kind, copies, length in RUNS:
        for start in range(len(LADDER) - length + 1) if len(ranks) == copies * length else ():
            row = LADDER[start : start + length]
            if counts == dict.fromkeys(row, copies):
                found.append(Reading(kind, row[-1]))
    if ranks == (SMALL, SMALL, BIG, BIG):
        found.append(Reading("joker_bomb", None))
    return tuple(found)


@cache
def makings(naturals: Cards, wilds: int) -> frozenset[Making]:
    """Every making of some natural cards and wilds: each rank for each wild in turn, and of what is a shape then each suit."""
    found = set()
    ranks = [FACE[c] for c in naturals]
    for stand_ins in combinations_with_replacement(range(15), wilds):
        for kind, rank in shapes(tuple(sorted([*ranks, *stand_ins]))):
            for laid in product(*(COPIES_OF[r] for r in stand_ins)):
                found.add(_making(kind, rank, naturals + laid, laid))
    return frozenset(found)


def _making(kind: str, rank: int | None, cards: Cards, laid: Cards) -> Making:
    one_suit = kind == "straight" and len({c % 4 for c in cards}) == 1
    return Making(
        Reading("straight_flush" if one_suit else kind, rank),
        low_ace=rank != ACE and kind in ("straight", "tube", "plate") and any(FACE[c] == ACE for c in cards),
        one_suit=one_suit,
        wild_as_joker=any(c > 51 for c in laid),
        wilds_are_hearts=all(c % 4 == 1 for c in laid),
        has_joker=any(c > 51 for c in cards),
        wild_pair=FACE[laid[0]] if len(laid) == 2 and FACE[laid[0]] == FACE[laid[1]] else None,
    )


def _pairs_wilds(made: Making) -> bool:
    """Whether two wilds laid as one rank are a pair there, and not part of something larger."""
    return made.reading.kind == "tube" or (made.reading.kind == "full_house" and made.wild_pair != made.reading.rank)


def allows(rules: Rules, made: Making, level: int) -> bool:
    """Whether a rule book lets the wilds be laid so under a level."""
    kind = made.reading.kind
    return not (
        (made.low_ace and rules.ace_low == "forbidden")
        or (kind == "plate" and not rules.plates)
        or (made.wild_pair not in {None, level} and _pairs_wilds(made) and not rules.wild_pair)
        or (made.wild_as_joker and not (rules.wild_as_joker and kind in JOKER_STANDS_IN))
        or (kind == "full_house" and made.has_joker and not rules.joker_kicker)
        or (made.one_suit and rules.wild_flush_suit == "own" and not made.wilds_are_hearts)
    )


def plain_too(flushes: set[Reading], wilds: int, rules: Rules) -> set[Reading]:
    """The straights that straight flushes may also be declared as."""
    allowed = rules.suited_straight == "plain_allowed" or (rules.suited_straight == "plain_if_wild" and wilds)
    return {Reading("straight", rank) for _, rank in flushes} if allowed else set()


def readings(cards: Cards, level: int, rules: Rules) -> set[Reading]:
    """Every reading of a set of cards under a level and a rule book."""
    heart = level * 4 + 1
    if cards == (heart,) and rules.heart_level_single == "above_level":
        return {Reading("single", LEVEL_HEART)}
    wilds = cards.count(heart) if rules.wild_card == "heart_level" else 0
    if wilds == len(cards):
        wilds = 0  # wilds alone are their own cards
    naturals = tuple(sorted(c for c in cards if not wilds or c != heart))
    found = {made.reading for made in makings(naturals, wilds) if allows(rules, made, level)}
    flushes = {reading for reading in found if reading.kind == "straight_flush"}
    if rules.suited_straight == "sf_only":
        found -= {Reading("straight", rank) for _, rank in flushes}
    found |= plain_too(flushes, wilds, rules)
    return found - smaller(found, level) if wilds and rules.wild_reading == "largest" else found


def smaller(found: set[Reading], level: int) -> set[Reading]:
    """The straights and full houses that are not the largest of theirs: 以算大为准."""
    ranked = [
        sorted((r for r in found if r.kind == kind), key=lambda r: strength(r.kind, r.rank or 0, level))
        for kind in ("straight", "full_house")
    ]
    return {reading for readings in ranked for reading in readings[:-1]}


def strength(kind: str, rank: int, level: int) -> int:
    """A number that grows with a reading's rank: runs by nature, else 2 .. A, level, its heart, small joker, big joker."""
    if kind in ("straight", "tube", "plate", "straight_flush"):
        return rank
    return places(level).index(rank)


def places(level: int) -> list[int]:
    """The ranks in the order of single cards under a level."""
    return [*(r for r in range(13) if r != level), level, LEVEL_HEART, SMALL, BIG]


def rung(kind: str, size: int) -> int:
    """The place of a combination among the bombs: 0 for one that is no bomb."""
    if kind == "bomb":
        return size * 2
    return {"straight_flush": 11, "joker_bomb": 99}.get(kind, 0)


def outranks(mine: tuple[Reading, int], theirs: tuple[Reading, int], level: int, rules: Rules) -> bool:
    """Whether one reading (with its size) may be laid on another: higher of the same kind and size, or a bomb higher up the ladder."""
    (kind, rank), size = mine
    (other, other_rank), other_size = theirs
    if kind == "straight_flush" and other == "bomb" and other_size == 4 and not rules.flush_beats_four:
        return False
    if (kind, size) == (other, other_size) and rank is not None and other_rank is not None:
        return strength(kind, rank, level) > strength(other, other_rank, level)
    return rung(kind, size) > rung(other, other_size)


def unpack(word: int, size: int, level: int) -> set[Reading]:
    """The readings in a kernel word, by the layout that the kernel's documentation gives it."""
    found = set()
    for bit in range(64):
        if not word >> bit & 1:
            continue
        field, place = divmod(bit, 16)
        if field == 2 and place == 15:
            found.add(Reading("joker_bomb", None))
            continue
        kind = FIELDS[field][size]
        natural = kind in ("straight", "tube", "plate", "straight_flush")
        found.add(Reading(kind, place if natural else places(level)[place]))
    return found


def pack(reading: Reading, level: int) -> int:
    """The kernel word that holds one reading: the inverse of `unpack`."""
    kind, rank = reading
    if rank is None:
        return 1 << 47
    field = next(i for i, kinds in enumerate(FIELDS) if kind in kinds.values())
    return 1 << (16 * field + strength(kind, rank, level))


def draw(random: Random, level: int) -> Cards:
    """One to ten cards of two packs: mostly a combination with up to two wilds in it, some of them spoilt; else cards of a few ranks."""
    while True:
        cards = _picked(random, level) if random.random() < 0.12 else _laid(random, level)
        if max(Counter(cards).values()) <= 2:
            return tuple(random.sample(cards, len(cards)))


def _picked(random: Random, level: int) -> list[int]:
    ranks = {random.randrange(15) for _ in range(random.randint(1, 6))} | {level}
    pack = [c for c in range(54) if FACE[c] in ranks] * 2
    return random.sample(pack, min(len(pack), random.randint(1, 10)))


def _laid(random: Random, level: int) -> list[int]:
    ranks, suits = _template(random)
    wild = level * 4 + 1
    cards = []
    for rank, count in Counter(ranks).items():
        pack = [c for c in range(54) if FACE[c] == rank and (c > 51 or c % 4 in suits)] * 2
        cards += random.sample(pack, min(count, len(pack))) + [wild] * max(0, count - len(pack))
    wilds = min(len(cards), random.choice((0, 0, 0, 1, 1, 1, 2, 2)))
    at_the_end = random.random() < 0.4  # so that a run may grow on either side, and a triple keep its three
    for place in range(-wilds, 0) if at_the_end else random.sample(range(len(cards)), wilds):
        cards[place] = wild
    if random.random() < 0.12:
        cards[random.randrange(len(cards))] = random.randrange(54)
    return cards


def _template(random: Random) -> tuple[list[int], tuple[int, ...]]:
    """Ranks to lay and the suits to lay them in."""
    suits = (0, 1, 2, 3)
    kinds = ("few", "jokers", "bomb", "house", "straight", "flush", "tube", "plate", "four", "five")
    kind = random.choices(kinds, (8, 7, 15, 7, 6, 10, 10, 6, 3, 1))[0]
    if kind in ("few", "bomb"):
        return [random.randrange(13)] * (random.randint(1, 3) if kind == "few" else random.randint(4, 10)), suits
    if kind == "jokers":
        return [random.choice((SMALL, BIG))] * random.randint(1, 3), suits
    if kind in ("four", "five"):
        return [SMALL, SMALL, BIG, BIG, *([random.choice((SMALL, BIG))] if kind == "five" else [])], suits
    if kind == "house":
        triple, pair = random.sample(range(15), 2)
        return [triple] * 3 + [pair] * 2, suits
    copies, length = {"tube": (2, 3), "plate": (3, 2)}.get(kind, (1, 5))
    start = random.choice((0, len(LADDER) - length, random.randrange(len(LADDER) - length + 1)))
    row = [r for r in LADDER[start : start + length] for _ in range(copies)]
    return row, (random.randrange(4),) if kind == "flush" else suits
