"""Every move a hand may make, with every choice of suits, in the order of the NJUPT platform's legal lists: `legal_moves`.

The kernel says which patterns a hand can lay and which cards may be played as what (`engine.kernel.moves`, `offers`); here cards are put into the *slots*
of a pattern. A slot's *pool* is what can fill it: its rank's cards by suit, then the wilds. In a group of equal cards all but the last go
upwards and the last goes downwards, as the platform lists them.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple

import numpy as np

from engine import cards as deck
from engine.combos import stands_for
from engine.plain import moves as kernel
from engine.plain import offers, pattern, shapes
from engine.records import Cards, Kind
from engine.rules import Rules

ORDER = (
    Kind.SINGLE,
    Kind.PAIR,
    Kind.TRIPLE,
    Kind.TUBE,
    Kind.FULL_HOUSE,
    Kind.PLATE,
    Kind.STRAIGHT,
    Kind.BOMB,
    Kind.JOKER_BOMB,
    Kind.STRAIGHT_FLUSH,
)
ANY_RANK = 15
JOKERS = (deck.SMALL_JOKER, deck.SMALL_JOKER, deck.BIG_JOKER, deck.BIG_JOKER)


class Top(NamedTuple):
    """What lies on the table to be beaten: its readings word and its number of cards."""

    word: int
    size: int


class Move(NamedTuple):
    """A move; a run's rank is its top card's, a pass and a joker bomb have none. `wild_as` is what each wild in `cards` stands for (`engine.combos`).

    `level_label` says that the book calls this run by the rank of the level.
    """

    kind: Kind
    rank: int | None
    size: int
    cards: Cards
    wild_as: tuple[str, ...] = ()
    level_label: bool = False


class Block(NamedTuple):
    """The moves of one kind, rank and size."""

    kind: Kind
    rank: int
    size: int


class Laid(NamedTuple):
    """Cards, and the ranks of the slots they fill."""

    cards: Cards
    ranks: Cards


PASS = Move(Kind.PASS, None, 0, ())


class Stock:
    """A hand sorted into pools."""

    def __init__(self, hand: Sequence[int], level: int, *, wild_card: bool) -> None:
        self.level = level
        self.wild = deck.wild(level) if wild_card else -1
        self.wilds = sum(card == self.wild for card in hand)
        self.by_rank: dict[int, list[int]] = {}
        for card in deck.sort(hand, level):
            self.by_rank.setdefault(deck.rank_of(card), []).append(card)

    def groups(self, rank: int, size: int) -> list[Cards]:
        """Every choice of `size` cards to stand for a rank, wilds alone included."""
        pool = self.by_rank.get(rank, []) + [self.wild] * (self.wilds if rank != self.level else 0)
        if size == 1:
            return [(card,) for card in dict.fromkeys(pool)]
        found = (
            (*(pool[i] for i in chosen), pool[last])
            for chosen in combinations(range(len(pool)), size - 1)
            for last in reversed(range(chosen[-1] + 1, len(pool)))
        )
        return list(dict.fromkeys(found))

    def is_own(self, group: Cards, rank: int) -> bool:
        """Whether a group is of its rank by more than its wilds."""
        return rank == self.level or any(card != self.wild for card in group)


def top(kind: Kind, rank: int | None, size: int, level: int) -> Top:
    """What lies on the table after a play of this kind, rank and size."""
    return Top(int(shapes.word_of(kind, 0 if rank is None else rank, level)), size)


def legal_moves(hand: Sequence[int], level: int, rules: Rules, on: Top | None = None) -> list[Move]:
    """Every move of a hand on what lies on the table, None for a lead; a pass comes first where one may pass."""
    stock = Stock(hand, level, wild_card=rules.wild_card != "none")
    listed = [(block, laid) for block in _blocks(hand, level, rules, on) for laid in _laid(block, stock)]
    kept = _offered(listed, level, rules, on)
    follows_run = on is not None and rules.run_label == "leading_wild"
    found = [_move(block, laid, stock, may_be_labelled=follows_run) for block, laid in kept]
    return found if on is None else [PASS, *found]


def _blocks(hand: Sequence[int], level: int, rules: Rules, on: Top | None) -> list[Block]:
    first, second = masks(hand)
    rows = np.zeros((pattern.CAPACITY, pattern.PATTERN), np.int64)
    word, size = on or (0, 0)
    count = kernel.patterns(first, second, level, word, size, rules.switches, rows)
    found = {Block(Kind(kind), rank, size) for kind, rank, size in rows[:count, :3].tolist()}
    return sorted(found, key=lambda block: (ORDER.index(block.kind), block.size, _place(block, level)))


def _place(block: Block, level: int) -> int:
    return block.rank if shapes.is_run(block.kind) else int(shapes.place_of(block.rank, level))


def masks(hand: Sequence[int]) -> tuple[int, int]:
    """A hand as two masks: the cards there is at least one of, and those there are two of."""
    first = second = 0
    for card in hand:
        bit = 1 << card
        second |= first & bit
        first |= bit
    return first, second


def _laid(block: Block, stock: Stock) -> Iterator[Laid]:
    """Every way to lay a block's cards, also such as the book refuses."""
    if block.kind == Kind.JOKER_BOMB:
        return iter([Laid(JOKERS, (13, 13, 14, 14))])
    if shapes.is_run(block.kind):
        ways = _flushes(block, stock) if block.kind == Kind.STRAIGHT_FLUSH else _runs(block, stock)
    elif block.kind == Kind.FULL_HOUSE:
        ways = _houses(block, stock)
    else:
        ranks = (block.rank,) * block.size
        ways = (Laid(group, ranks) for group in stock.groups(block.rank, block.size))
    return (laid for laid in ways if laid.cards.count(stock.wild) <= stock.wilds)


def _houses(block: Block, stock: Stock) -> Iterator[Laid]:
    triples = stock.groups(block.rank, 3)
    for triple in triples:
        for rank in stock.by_rank:
            if rank != block.rank:
                pairs = (pair for pair in stock.groups(rank, 2) if stock.is_own(pair, rank))
                yield from (Laid(triple + pair, (block.rank,) * 3 + (rank,) * 2) for pair in pairs)
        if block.rank == stock.level and stock.wilds == 2:
            yield Laid((*triple, stock.wild, stock.wild), (block.rank,) * 3 + (ANY_RANK,) * 2)


def _runs(block: Block, stock: Stock) -> Iterator[Laid]:
    copies = int(shapes.COPIES[block.kind])
    ranks = _ranks(block)
    for groups in product(*(stock.groups(rank, copies) for rank in ranks)):
        yield Laid(tuple(chain.from_iterable(groups)), tuple(rank for rank in ranks for _ in range(copies)))


def _flushes(block: Block, stock: Stock) -> Iterator[Laid]:
    ranks = _ranks(block)
    for suit in range(4):
        slots = [[c for (c,) in stock.groups(rank, 1) if c in (rank * 4 + suit, stock.wild)] for rank in ranks]
        for chosen in product(*slots):
            if any(card & 3 == suit and card != stock.wild for card in chosen):
                yield Laid(chosen, ranks)


def _ranks(block: Block) -> Cards:
    run = int(shapes.RUN[block.kind])
    return tuple(rank % 13 for rank in range(block.rank - run + 1, block.rank + 1))


def _offered(
    listed: Sequence[tuple[Block, Laid]], level: int, rules: Rules, on: Top | None
) -> list[tuple[Block, Laid]]:
    offsets = np.cumsum([0, *(block.size for block, _ in listed)])
    held = np.fromiter(chain.from_iterable(laid.cards for _, laid in listed), np.int8, int(offsets[-1]))
    words = np.array([_word(block, level) for block, _ in listed], np.int64)
    out = np.zeros(len(listed), np.int64)
    word, size = on or (0, 0)
    offers.offered(held, offsets, words, level, word, size, rules.switches, out)
    return [entry for entry, good in zip(listed, out.tolist(), strict=True) if good]


def _word(block: Block, level: int) -> int:
    return int(shapes.named(block.kind, block.rank, level))


def _move(block: Block, laid: Laid, stock: Stock, *, may_be_labelled: bool) -> Move:
    suit = deck.SUITS[next(c for c in laid.cards if c != stock.wild) & 3] if block.kind == Kind.STRAIGHT_FLUSH else "*"
    slots = zip(laid.cards, laid.ranks, strict=True)
    filled = [rank for card, rank in slots if card == stock.wild]
    wild_as = tuple("**" if rank == ANY_RANK else stands_for(rank, suit, stock.level) for rank in filled)
    led = may_be_labelled and block.kind == Kind.STRAIGHT and laid.cards[0] == stock.wild
    rank = None if block.kind == Kind.JOKER_BOMB else block.rank
    return Move(block.kind, rank, block.size, laid.cards, wild_as, led and stock.level not in laid.ranks)
