import dataclasses
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cards, moves, rules
from engine.kernel import hands, offers, order, pattern, pick, readings, shapes
from engine.kernel import moves as kernel
from engine.moves import Move, Top, legal_moves
from engine.records import Event, Kind, Match
from engine.replay import PlayRead, replay
from engine.rules import Rules
from ingest.readers import njupt_client, njupt_moves, njupt_server
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
)
Entry = tuple[str, str, tuple[str, ...]]


def entry(move: Move, level: int) -> Entry:
    """A move as the platform lists it."""
    if move.kind == Kind.PASS:
        return "PASS", "PASS", ("PASS",)
    rank = cards.RANKS[level] if move.level_label else njupt_moves.rank_text(move.kind, move.rank)
    return njupt_moves.TYPES[move.kind], rank, tuple(cards.name(card) for card in move.cards)


def listed(text: str) -> list[Entry]:
    """A list of the platform's."""
    return [(kind, rank, (held,) if isinstance(held, str) else tuple(held)) for kind, rank, held in json.loads(text)]


def alike(entries: Sequence[Entry]) -> Counter[tuple[str, str, tuple[str, ...]]]:
    """A list without its order and without the order of cards."""
    return Counter((kind, rank, tuple(sorted(held))) for kind, rank, held in entries)


def matches(path: Path) -> list[Match]:
    reader = njupt_client if path.name.startswith("client") else njupt_server
    with path.open("rb") as file:
        return [item for item in reader.read(file) if isinstance(item, Match)]


def on_table(text: str | None, level: int) -> Top | None:
    """What a request says is to be beaten."""
    if text is None or text.startswith("[None"):
        return None
    said = njupt_moves.parse(text)
    assert said.kind is not None
    return moves.top(said.kind, said.rank, len(said.cards), level)


def test_the_legal_list_is_the_platforms_for_every_request_two_clients_logged(records: Path) -> None:
    rows = [
        row
        for name in ("client_Test1.log", "client_Test3.log")
        for match in matches(records / "njupt_v1006" / name)
        for row in match.legal_lists
    ]
    assert len(rows) == 98
    for row in rows:
        assert row.hand is not None
        assert row.level is not None
        ours = [
            entry(move, row.level) for move in legal_moves(row.hand, row.level, NJUPT, on_table(row.top, row.level))
        ]
        theirs = listed(row.entries)
        assert alike(ours) == alike(theirs), row.line
        assert ours == theirs, f"line {row.line}: the same moves in another order"


def test_a_list_that_lost_its_head_is_told_by_its_length_its_choice_and_its_tail(records: Path) -> None:
    path = records / "njupt_v1006" / "client_Test1.log"
    match = matches(path)[0]
    row, play = match.legal_lists[0], match.deals[0].events[0]
    assert row.hand is not None
    assert row.level is not None
    ours = [entry(move, row.level) for move in legal_moves(row.hand + play.cards, row.level, NJUPT)]
    head = path.read_text("utf-8", "replace").split("[Test1]")[0]
    last = re.search(r'"indexRange": (\d+)', head)
    tail = [
        (k, r, tuple(re.findall(r'"(\w+)"', c)))
        for k, r, c in re.findall(r'\[\s*"(\w+)",\s*"(\w+)",\s*\[([^\]]*)\]', head)
    ]
    assert last is not None
    assert len(ours) == int(last[1]) + 1 == 1393
    assert ours[1021][2] == tuple(cards.name(card) for card in play.cards)
    assert len(tail) == 54
    assert ours[-54:] == tail


@pytest.mark.parametrize(
    ("line", "levels", "on"),
    [
        (0, "2", ("single", "3")),
        (1, "2", ("single", "3")),
        (2, "26A", None),
        (3, "2", ("straight", "6")),
        (3, "2", ("straight", "T")),
    ],
)
def test_a_bare_list_is_what_the_cards_it_names_may_play(
    records: Path, line: int, levels: str, on: tuple[str, str] | None
) -> None:
    text = (records / "njupt_v1006" / "action_lists.jsonl").read_text("utf-8").splitlines()[line]
    theirs = listed(text)
    hand: Counter[str] = Counter()
    for _, _, held in theirs:
        hand |= Counter(held)
    del hand["PASS"]
    for name in levels:
        level = cards.level(name)
        top = (
            None
            if on is None
            else moves.top(Kind[on[0].upper()], cards.rank(on[1]), 1 if on[0] == "single" else 5, level)
        )
        ours = [entry(move, level) for move in legal_moves([cards.code(c) for c in hand.elements()], level, NJUPT, top)]
        assert ours == theirs


class Asked(NamedTuple):
    """A play of a hand that is known because its seat went out."""

    event: Event
    read: PlayRead
    hand: Cards
    level: int
    on: Top | None


def known_plays(match: Match, rest: Sequence[Cards | None] = ()) -> Iterator[Asked]:
    """The plays of every seat that goes out, and of those whose last cards are in `rest`."""
    told = replay(match, NJUPT)
    for deal, result in zip(match.deals, told.results, strict=True):
        if not result.complete or result.level is None:
            continue
        held: list[list[int]] = [[], [], [], []]
        for event in deal.events:
            if event.seat is not None and event.kind == event.kind.PLAY:
                held[event.seat] += event.cards
        for seat, left in enumerate(rest):
            held[seat] += left or ()
        before: PlayRead | None = None
        for read in told.plays(deal.deal_no):
            on = (
                None
                if read.is_lead or before is None
                else moves.top(before.kind, before.rank, before.size, result.level)
            )
            if read.seat in result.finish or rest:
                yield Asked(deal.events[read.event_no - 1], read, tuple(held[read.seat]), result.level, on)
            for card in deal.events[read.event_no - 1].cards:
                held[read.seat].remove(card)
            before = read


def chosen(asked: Asked, book: Rules) -> Move | None:
    """The move that stands in our list where the log says the choice was."""
    ours = legal_moves(asked.hand, asked.level, book, asked.on)
    choice = asked.event.choice
    return ours[choice] if choice is not None and choice < len(ours) else None


def test_every_choice_of_a_known_hand_falls_on_its_own_move_in_our_list(records: Path) -> None:
    plays = list(chain.from_iterable(map(known_plays, matches(records / "njupt_v1006" / "server_part1.log"))))
    assert len(plays) == 1565
    outside, elsewhere, without_wilds = [], [], []
    for asked in plays:
        move = chosen(asked, NJUPT)
        block = (asked.read.kind, asked.read.rank, asked.read.size)
        if move is None or (move.kind, move.rank, move.size) != block:
            outside.append(asked.event.line)
        elif move.cards != asked.event.cards:
            elsewhere.append(asked.event.line)
        move = chosen(asked, NO_WILDS)
        if move is None or (move.kind, move.rank, move.size) != block:
            without_wilds.append(asked.event.line)
    assert outside == []
    assert elsewhere == [], "in the right block, but the index is another choice of suits"
    assert len(without_wilds) > 40, "a model without wilds must miss many, else this test could not fail"


def test_a_deal_whose_four_hands_are_known_shows_every_choice_of_all_seats(records: Path) -> None:
    folder = records / "njupt_v1006"
    rest = matches(folder / "client_Test1.log")[0].deals[-1].rest
    plays = list(known_plays(matches(folder / "server_last_round.log")[0], rest))
    assert len(plays) == 37
    assert {asked.read.seat for asked in plays} == {0, 1, 2, 3}
    assert [
        asked.event.line for asked in plays if getattr(chosen(asked, NJUPT), "cards", None) != asked.event.cards
    ] == []


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
