"""A simulated match: deals, exchanges and plays until somebody has passed A, written as the record of what happened.

`Log` holds that record: rows of deals and events, and flat cards, filled up to what the counters say. The turns are those of `trick`, the
levels those of `levels`: what the judge asks later, the table asks while it plays.
"""

from typing import NamedTuple

import numpy as np

from . import batch as bt
from . import levels as lv
from . import tribute as tb
from . import trick as tr
from .bargain import settle_tribute
from .batch import I8, I64
from .chance import below, deal
from .deck import BIG_JOKER, HAND_SIZE, PACKS
from .deck import CARDS as CARDS_OF_A_PACK
from .hands import clear, copy, take
from .jit import Ints, inner, jit, whole
from .moves import patterns
from .pattern import CAPACITY, PATTERN
from .pick import pick
from .players import KIND, RANK, choose
from .readings import MOST_CARDS, readings
from .shapes import FIELD, JOKER_BOMB, top_bit, word_of

MOST_EVENTS = 1200
SPARE_EVENTS = 20
MOST_LAID = 120  # a pack and the exchange
DEALS, EVENTS, CARDS = 0, 1, 2
# Rows of `Log.deals`: level, kind of exchange, leader, finishing order, steps. Rows of `Log.events`: those of `Batch.events`, and the number of cards.
LEVEL, EXCHANGE, LEADER, FINISH, STEPS = 0, 1, 2, 3, 7
DEAL_COLUMNS = 8
SIZE = bt.EVENT_ROWS
EVENT_COLUMNS = bt.EVENT_ROWS + 1


class Log(NamedTuple):
    """What happened, and how much of it (`used`: deals, events, cards)."""

    used: I64  # 3
    deals: I8  # most deals, DEAL_COLUMNS
    hands: I64  # most deals, 4, 2
    starts: I64  # most deals + 1: where each deal's events begin
    events: I8  # most events, EVENT_COLUMNS
    cards: I8


class Room(NamedTuple):
    """Working memory of the table."""

    chance: I64  # 2
    pack: I64  # 108
    hands: I64  # 4, 2
    left: I64  # 4
    prev: I64  # 4
    exchange: I64  # 7, 4
    standing: I64
    state: I64
    rows: I64  # patterns
    laid: I8  # cards of one play


def log(deals: int) -> Log:
    """Room for the record of so many deals."""
    return Log(
        np.zeros(3, np.int64),
        np.full((deals, DEAL_COLUMNS), -1, np.int8),
        np.zeros((deals, 4, 2), np.int64),
        np.zeros(deals + 1, np.int64),
        np.full((deals * MOST_EVENTS, EVENT_COLUMNS), -1, np.int8),
        np.zeros(deals * MOST_LAID, np.int8),
    )


def room() -> Room:
    """Fresh working memory."""
    return Room(
        np.zeros(2, np.int64),
        np.repeat(np.arange(CARDS_OF_A_PACK), PACKS),
        np.zeros((4, 2), np.int64),
        np.zeros(4, np.int64),
        np.zeros(4, np.int64),
        np.zeros((tb.EXCHANGE_ROWS, 4), np.int64),
        np.zeros(lv.STANDING_SIZE, np.int64),
        np.zeros(tr.STATE_SIZE, np.int64),
        np.zeros((CAPACITY, PATTERN), np.int64),
        np.zeros(MOST_CARDS, np.int8),
    )


@inner
def write(out: Log, kind: int, seat: int, to: int, declared_kind: int, declared_rank: int, size: int) -> None:
    """One more event; its cards have been written already."""
    row = out.used[EVENTS]
    out.events[row, bt.KIND] = kind
    out.events[row, bt.SEAT] = seat
    out.events[row, bt.TO] = to
    out.events[row, bt.DECLARED_KIND] = declared_kind
    out.events[row, bt.DECLARED_RANK] = declared_rank
    out.events[row, SIZE] = size
    out.used[EVENTS] += 1


@inner
def write_exchange(out: Log, exchange: Ints, kind: int, prev: Ints, hands: Ints) -> None:
    """The exchange as events: tributes, then returns; or who shows big jokers."""
    if kind >= tb.ANTI_SINGLE:
        due = tb.payers(prev)
        for seat in range(4):
            if due >> seat & 1 and hands[seat, 0] >> BIG_JOKER & 1:
                write(out, tb.ANTI_TRIBUTE, seat, -1, -1, -1, 0)
        return
    for row in (tb.PAY_CARD, tb.RET_CARD):
        for seat in range(4):
            if exchange[row, seat] >= 0:
                out.cards[out.used[CARDS]] = exchange[row, seat]
                out.used[CARDS] += 1
                to = exchange[tb.GOT_BY, seat] if row == tb.PAY_CARD else exchange[tb.RET_TO, seat]
                write(out, tb.TRIBUTE if row == tb.PAY_CARD else tb.RETURN, seat, to, -1, -1, 1)


@inner
def lay_down(out: Log, desk: Room, row: int, seat: int, level: int, switches: Ints) -> None:
    """A seat plays a pattern."""
    state = desk.state
    size = pick(whole(desk.hands[seat, 0]), whole(desk.hands[seat, 1]), level, desk.rows[row], switches, desk.laid)
    for i in range(size):
        take(desk.hands, seat, whole(desk.laid[i]))
        out.cards[out.used[CARDS]] = desk.laid[i]
        out.used[CARDS] += 1
    desk.left[seat] -= size
    kind, rank = whole(desk.rows[row, KIND]), whole(desk.rows[row, RANK])
    word = readings(desk.laid, 0, size, level, switches)
    tr.turn_fault(state, seat, switches)
    kept = tr.read_play(state, word, size, word_of(kind, rank, level), switches)
    write(out, tb.PLAY, seat, -1, kind, rank if kind != JOKER_BOMB else -1, size)
    tr.lay(state, seat, kept, size, whole(out.used[EVENTS]), desk.left[seat] == 0, switches)


@inner
def play(out: Log, desk: Room, players: Ints, level: int, leader: int, switches: Ints) -> None:
    """Plays a deal out."""
    state = desk.state
    tr.start(state, leader)
    limit = out.used[EVENTS] + MOST_EVENTS - SPARE_EVENTS
    while state[tr.ENDED] == 0 and out.used[EVENTS] < limit:
        seat = whole(state[tr.TURN])
        top, top_size, top_seat = whole(state[tr.TOP_WORD]), whole(state[tr.TOP_SIZE]), whole(state[tr.TOP_SEAT])
        count = patterns(
            whole(desk.hands[seat, 0]), whole(desk.hands[seat, 1]), level, top, top_size, switches, desk.rows
        )
        place = top_bit(top & FIELD)
        row = choose(whole(players[seat]), desk.rows, count, seat, top_seat, place, level, desk.left, desk.chance)
        if row < 0:
            write(out, tb.PASS, seat, -1, -1, -1, 0)
            tr.passes(state, seat, switches)
        else:
            lay_down(out, desk, row, seat, level, switches)


@inner
def ace_finish(out: Log, d: int, head: int) -> int:
    """Whether the last play of the head of deal `d`, the last so far, was all aces."""
    end = whole(out.used[CARDS])
    for i in range(out.used[EVENTS] - 1, out.starts[d] - 1, -1):
        start = end - whole(out.events[i, SIZE])
        if out.events[i, bt.KIND] == tb.PLAY and out.events[i, bt.SEAT] == head:
            return lv.all_aces(out.cards, start, end)
        end = start
    return lv.UNTOLD


@inner
def play_deal(out: Log, desk: Room, players: Ints, first: bool, switches: Ints) -> None:
    """One deal of a match, with its exchange, its result and the levels after it."""
    d = whole(out.used[DEALS])
    level = lv.expected_level(desk.standing)
    clear(desk.hands)
    deal(desk.chance, desk.pack, desk.hands)
    copy(desk.hands, out.hands[d])
    leader = below(desk.chance, 4)
    kind = tb.NONE
    if not first:
        kind = settle_tribute(desk.hands, level, desk.prev, desk.exchange, switches, desk.chance)
        write_exchange(out, desk.exchange, kind, desk.prev, desk.hands)
    due = tb.leaders_due(desk.exchange, desk.prev, kind, level, switches)
    if due:
        leader = tr.next_in(due, leader)
    for seat in range(4):
        desk.left[seat] = HAND_SIZE
    play(out, desk, players, level, leader, switches)
    for k in range(4):
        desk.prev[k] = desk.state[tr.ORDER + k]
        out.deals[d, FINISH + k] = desk.prev[k]
    out.deals[d, LEVEL] = level
    out.deals[d, EXCHANGE] = kind
    out.deals[d, LEADER] = leader
    out.deals[d, STEPS] = lv.settle(desk.standing, desk.prev, ace_finish(out, d, whole(desk.prev[0])), switches)
    out.used[DEALS] += 1
    out.starts[d + 1] = out.used[EVENTS]


@jit
def play_match(out: Log, desk: Room, players: Ints, most: int, switches: Ints) -> None:
    """A match to its end, or to the most deals there is room for. `players` are four ids of `players`."""
    for k in range(3):
        out.used[k] = 0
    lv.new_match(desk.standing, switches)
    while out.used[DEALS] < most and desk.standing[lv.WON] < 0:
        play_deal(out, desk, players, out.used[DEALS] == 0, switches)
