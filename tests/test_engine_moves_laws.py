"""Laws of the generator of moves: it lists what the checker accepts, and nothing else."""

import dataclasses
from collections import Counter
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine import cards, moves, rules
from engine.kernel import hands, offers, order, pattern, pick, readings, shapes
from engine.kernel import moves as kernel
from engine.moves import Move, Top, legal_moves
from engine.records import Kind
from engine.rules import Rules
from tests import oracle
from tests.oracle import Cards

HUAIAN = rules.load("huaian_2017")
NJUPT = rules.load("njupt_v1006")
NO_WILDS = dataclasses.replace(NJUPT, wild_card="none")
BOOKS = (
    HUAIAN,
    NJUPT,
    NO_WILDS,
    dataclasses.replace(HUAIAN, suited_straight="sf_only", heart_level_single="above_level"),
    dataclasses.replace(HUAIAN, suited_straight="plain_if_wild", wild_as_joker=True, ace_low="forbidden"),
    dataclasses.replace(HUAIAN, wild_card="none", heart_level_single="above_level", joker_kicker=False),
    dataclasses.replace(NJUPT, plates=True, flush_beats_four=True, wild_pair=True, run_label="cards"),
    dataclasses.replace(HUAIAN, wild_reading="largest", wild_as_joker=True),
)
RANDOMS = st.randoms(use_true_random=False)
LEVELS = st.integers(0, 12)
BOOK = st.integers(0, len(BOOKS) - 1).map(BOOKS.__getitem__)


def drawn(random: Random, level: int, size: int) -> Cards:
    """A hand of few ranks, rich in wilds and jokers, so that most kinds come up."""
    start = random.randrange(13)
    ranks = [(start + i) % 13 for i in range(random.choice((1, 2, 3, 5, 6)))]
    pool = [c for c in cards.PACK if cards.rank_of(c) in ranks]
    pool += [c for c in cards.PACK if c == cards.wild(level) and c not in pool] * random.randrange(2)
    pool += [52, 52, 53, 53] * random.randrange(2)
    return tuple(random.sample(pool, min(size, len(pool))))


def table(random: Random, level: int, book: Rules) -> Top | None:
    """What lies on the table: nothing, or the readings of some cards, or one of them."""
    laid = oracle.draw(random, level)
    word = int(readings.readings(np.array(laid, np.int8), 0, len(laid), level, book.switches))
    if word == 0 or random.random() < 0.4:
        return None
    if random.random() < 0.5:
        word &= -word
    return Top(word, len(laid))


def subsets(hand: Cards) -> set[Cards]:
    """Every multiset of one to ten cards of a hand."""
    found: set[Cards] = {()}
    for card in sorted(hand):
        found |= {(*held, card) for held in found if len(held) < 10}
    return found - {()}


def may_play(held: Cards, level: int, book: Rules, on: Top | None) -> set[oracle.Reading]:
    """The readings with which some cards may be played, as the checker says."""
    laid = np.array(held, np.int8)
    if book.run_label == "leading_wild":
        word = offers.playable(laid, 0, len(held), level, *(on or (0, 0)), book.switches)
    else:
        word = readings.readings(laid, 0, len(held), level, book.switches)
        if on is not None:
            word = order.beating(word, len(held), on.word, on.size, book.switches)
    return oracle.unpack(int(word), len(held), level)


@given(RANDOMS, LEVELS, BOOK)
def test_what_the_generator_lists_is_what_the_checker_accepts(random: Random, level: int, book: Rules) -> None:
    hand = drawn(random, level, random.randrange(1, 9))
    on = table(random, level, book)
    ours = legal_moves(hand, level, book, on)
    assert (ours[:1] == [moves.PASS]) == (on is not None)
    ours = [move for move in ours if move.kind != Kind.PASS]
    assert len({(move.kind, move.rank, move.cards) for move in ours}) == len(ours)
    apart = book.heart_level_single == "above_level"
    generated = {
        (
            tuple(sorted(move.cards)),
            move.kind.name.lower(),
            oracle.LEVEL_HEART if apart and move.cards == (level * 4 + 1,) else move.rank,
        )
        for move in ours
    }
    accepted = {(held, kind, rank) for held in subsets(hand) for kind, rank in may_play(held, level, book, on)}
    assert generated == accepted


def key(move: Move, level: int, book: Rules) -> tuple[int, ...]:
    """The pattern to which a move belongs."""
    wild = level * 4 + 1 if book.wild_card != "none" else -1
    heart_apart = book.heart_level_single == "above_level" and move.cards == (level * 4 + 1,)
    naturals = [card for card in move.cards if card != wild]
    detail = -1
    if move.kind == Kind.STRAIGHT_FLUSH:
        detail = naturals[0] & 3
    if move.kind == Kind.FULL_HOUSE:
        pair = [cards.rank_of(card) for card in move.cards[3:] if card != wild]
        detail = pair[0] if pair else level
    rank = shapes.NO_RANK if move.rank is None else move.rank
    return move.kind, rank, move.size, 1 if heart_apart else move.cards.count(wild), detail


@given(RANDOMS, LEVELS, BOOK)
def test_every_pattern_can_be_laid_and_every_move_has_its_block_among_the_patterns(
    random: Random, level: int, book: Rules
) -> None:
    hand = drawn(random, level, random.randrange(1, 28))
    on = table(random, level, book)
    held = np.zeros((4, 2), np.int64)
    assert hands.fill(held, 0, np.array(hand, np.int8), 0, len(hand)) == 0
    rows = np.zeros((pattern.CAPACITY, pattern.PATTERN), np.int64)
    count = kernel.patterns(int(held[0, 0]), int(held[0, 1]), level, *(on or (0, 0)), book.switches, rows)
    found = [tuple(row) for row in rows[:count].tolist()]
    assert len(set(found)) == len(found)
    listed_keys = {key(move, level, book) for move in legal_moves(hand, level, book, on) if move.kind != Kind.PASS}
    assert set(found) <= listed_keys
    least = {(k[:3], k[4]): min(o[3] for o in listed_keys if (o[:3], o[4]) == (k[:3], k[4])) for k in listed_keys}
    assert {(k[:3], k[4]): min(o[3] for o in found if (o[:3], o[4]) == (k[:3], k[4])) for k in found} == least
    laid = np.zeros(16, np.int8)
    for row in found:
        size = pick.pick(int(held[0, 0]), int(held[0, 1]), level, np.array(row), book.switches, laid)
        shown = tuple(laid[:size].tolist())
        assert size == row[pattern.SIZE]
        assert not Counter(shown) - Counter(hand)
        rank = None if row[pattern.RANK] == shapes.NO_RANK else row[pattern.RANK]
        move = Move(Kind(row[pattern.KIND]), rank, size, shown)
        assert key(move, level, book) == row
        read = {r for k, r in may_play(shown, level, book, on) if k == move.kind.name.lower()}
        assert rank in read or (move.kind == Kind.SINGLE and read)


def test_a_wild_stands_where_it_lies() -> None:
    level = cards.level("7")
    straight = next(m for m in legal_moves(cards.parse("S3 D4 H7 S6 C7"), level, HUAIAN) if m.kind == Kind.STRAIGHT)
    assert cards.show(straight.cards) == "S3 D4 H7 S6 C7"
    assert straight.wild_as == ("*5",)
    flush = next(m for m in legal_moves(cards.parse("S3 S4 H7 S6 S7"), level, HUAIAN) if m.kind == Kind.STRAIGHT_FLUSH)
    assert flush.wild_as == ("S5",)
    pair = next(m for m in legal_moves(cards.parse("SB H7"), level, NJUPT) if m.kind == Kind.PAIR)
    assert pair.wild_as == ("SB",)


def test_following_a_straight_a_leading_wild_has_to_beat_by_the_levels_own_rank_too() -> None:
    hand, level = cards.parse("H8 CJ SQ DK SA"), cards.level("8")
    low = moves.top(Kind.STRAIGHT, cards.rank("7"), 5, level)
    high = moves.top(Kind.STRAIGHT, cards.rank("Q"), 5, level)
    ours = legal_moves(hand, level, NJUPT, low)
    assert [(m.rank, m.level_label) for m in ours if m.cards and m.cards[0] == hand[0]] == [(cards.rank("A"), True)]
    assert legal_moves(hand, level, NJUPT, high) == [moves.PASS]
    assert len(legal_moves(hand, level, HUAIAN, high)) == 2
    assert not any(m.level_label for m in legal_moves(hand, level, NJUPT))
