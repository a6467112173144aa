"""What goes into the replay loop and what comes out: a few arrays for a batch of whole matches.

`D` deals, `E` events, `B` rule books; unknown is -1 everywhere (codes are signed, since numba's int() of an unsigned value does not mix).
Few arrays with named rows, not many arrays: numba's compile time grows with every array that a function is handed.
`books` has one row a rule book and a last row that permits everything, by which a wrong play is still read.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import switches as at
from . import values as val
from .switches import SWITCH_COUNT

I8 = NDArray[np.int8]
I64 = NDArray[np.int64]
U32 = NDArray[np.uint32]

# Rows of `Batch.events`.
KIND, SEAT, TO, DECLARED_KIND, DECLARED_RANK = range(5)
EVENT_ROWS = 5
# Columns of `Batch.deals`. CUT: what is missing (`WHOLE` and on). HANDS_AT: when the hands shown were held (`NOT_SHOWN` and on). ENDED and
# WINNER stand on the last deal of a match, as recorded. HAND and REST are the number of cards shown for each seat, plus `TOO_MANY` if the same card
# is among them a third time.
MATCH_FIRST, BOOK, LEVEL, STARTS, CUT, HANDS_AT, ENDED, WINNER, STEPS, TEAM_LEVEL = range(10)
FINISH = 11
HAND = 15
REST = 19
DEAL_COLUMNS = 23
TOO_MANY = 64
# Values of CUT, odd where the beginning is lost or in doubt, and of HANDS_AT.
WHOLE, HEAD_LOST, TAIL_LOST, BOTH_LOST, MIDDLE_LOST = 0, 1, 2, 3, 5
NOT_SHOWN, DEALT, AFTER_TRIBUTE = 0, 1, 2
# How much `levels`, `tribute` and `trick` keep of a match, an exchange and a trick.
STANDING_SIZE, EXCHANGE_ROWS, STATE_SIZE = 16, 7, 20
# Rows of `Verdicts.events`. TOP: the seat whose play was to be beaten, DUE: the seat whose turn it was.
TRICK, LEAD, WON, READ_KIND, READ_RANK, WILDS, READINGS, LEFT, TOP, DUE = range(10)
VERDICT_ROWS = 10
# Columns of `Verdicts.deals`. LEVEL_DUE: by the chain of results, 13 where the match was over. RECEIVER: who got each payer's card.
ORDER = 0
LEVEL_USED, LEVEL_DUE, GRANTED, TRIBUTE, LEADER, LEADER_DUE = range(4, 10)
RECEIVER = 10
COMPLETE, PLAYS = 14, 15
VERDICT_COLUMNS = 16


class Batch(NamedTuple):
    """Facts of whole matches, deals in order."""

    starts: I64  # D + 1: where each deal's events begin
    deals: I8  # D, DEAL_COLUMNS
    hands: I64  # D, 8, 2: masks of the four hands and the four leftovers shown
    events: I8  # EVENT_ROWS, E
    cards: I8
    offsets: I64  # E + 1: where each event's cards begin
    books: I64  # B + 1, SWITCH_COUNT


class Verdicts(NamedTuple):
    """What the loop finds; `err` and `deal_err` are bits of `engine.kernel.faults`."""

    err: U32  # E
    events: I8  # VERDICT_ROWS, E
    deal_err: U32  # D
    deals: I8  # D, VERDICT_COLUMNS


class Scratch(NamedTuple):
    """Working memory of the loop, made once a batch."""

    standing: I64  # of the match (engine.kernel.levels)
    chain: I64  # the same by the results alone
    prev: I64  # 4: finishing order of the deal before
    exchange: I64  # 7, 4 (engine.kernel.tribute)
    pre: I64  # 4, 2: hands before the exchange
    post: I64  # 4, 2: hands after it, and as they shrink
    deck: I64  # 4, 2: row 0 holds the cards laid so far
    full: I64  # 4: whose hand is known whole
    left: I64  # 4: cards left
    state: I64  # of the trick (engine.kernel.trick)


def scratch() -> Scratch:
    """Fresh working memory."""
    return Scratch(
        standing=np.zeros(STANDING_SIZE, np.int64),
        chain=np.zeros(STANDING_SIZE, np.int64),
        prev=np.zeros(4, np.int64),
        exchange=np.zeros((EXCHANGE_ROWS, 4), np.int64),
        pre=np.zeros((4, 2), np.int64),
        post=np.zeros((4, 2), np.int64),
        deck=np.zeros((4, 2), np.int64),
        full=np.zeros(4, np.int64),
        left=np.zeros(4, np.int64),
        state=np.zeros(STATE_SIZE, np.int64),
    )


def verdicts(deals: int, events: int) -> Verdicts:
    """Empty verdicts for so many deals and events."""
    rows = np.zeros((VERDICT_ROWS, events), np.int8)
    rows[[READ_RANK, TOP, DUE]] = -1
    columns = np.full((deals, VERDICT_COLUMNS), -1, np.int8)
    columns[:, [COMPLETE, PLAYS]] = 0
    return Verdicts(np.zeros(events, np.uint32), rows, np.zeros(deals, np.uint32), columns)


def permissive() -> I64:
    """Switches under which every reading that any rule book knows is read."""
    row = np.zeros(SWITCH_COUNT, np.int64)
    row[[at.WILD_CARD, at.WILD_AS_JOKER, at.PLATES, at.JOKER_KICKER, at.FLUSH_BEATS_FOUR, at.WILD_PAIR]] = 1
    row[at.SUITED_STRAIGHT] = val.SUITED_STRAIGHT_PLAIN_ALLOWED
    row[at.WILD_READING] = val.WILD_READING_DECLARED
    return row
