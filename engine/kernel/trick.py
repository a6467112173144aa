"""Turns, tricks and finishing: a small state machine on an int64 vector, fed one play or pass at a time.

It never refuses: a wrong play or pass is answered with its fault bits (`faults`) and the state goes on from what lies on the table.
`PEND` is the set of seats that may still answer the top play, `HEIR` who leads when they have all passed (接风: the partner of a
finished seat), `CLOSED` the holder of a trick that has just been closed by passes.
"""

import numpy as np
from numpy.typing import NDArray

from . import batch as bt
from . import faults
from . import switches as at
from . import values as val
from .deck import ALL_SEATS
from .jit import Ints, inner, whole
from .order import beating, largest

TURN = 0
TOP_SEAT = 1
TOP_WORD = 2
TOP_SIZE = 3
TOP_EVENT = 4
PEND = 5
PASSED = 6
OUT = 7
OUT_COUNT = 8
ENDED = 9
TRICK = 10
CLOSED = 11
PADDED = 12
LOOSE = 13
WON_EVENT = 14
ORDER = 16  # .. 19
STATE_SIZE = bt.STATE_SIZE
PASSES_A_TRICK = 3


def _next(mask: int, seat: int) -> int:
    return next(((seat + step) % 4 for step in range(1, 5) if mask >> (seat + step) % 4 & 1), -1)


NEXT: NDArray[np.int8] = np.array([_next(mask, seat) for mask in range(16) for seat in range(4)], np.int8)


@inner
def start(state: Ints, leader: int) -> None:
    """A deal before its first play; `leader` is -1 if it is not known who leads."""
    for k in range(STATE_SIZE):
        state[k] = 0 if k < ORDER else -1
    state[TURN] = leader
    state[TOP_SEAT] = -1
    state[CLOSED] = -1
    state[WON_EVENT] = -1
    state[TRICK] = 1


@inner
def next_in(mask: int, seat: int) -> int:
    """The first seat after `seat` that is in the mask; -1 if there is none."""
    return whole(NEXT[4 * mask + seat])


@inner
def heir(state: Ints, switches: Ints) -> int:
    """Who leads next if the top play stays unbeaten."""
    top = whole(state[TOP_SEAT])
    active = ALL_SEATS & ~whole(state[OUT])
    if active >> top & 1:
        return top
    mate = (top + 2) & 3
    if switches[at.JIEFENG] == val.JIEFENG_PARTNER and active >> mate & 1:
        return mate
    return next_in(active, top)


@inner
def close(state: Ints, switches: Ints) -> None:
    """Ends the trick: its top play has won, its heir is to lead."""
    leader = heir(state, switches)
    state[CLOSED] = state[TOP_SEAT]
    state[WON_EVENT] = state[TOP_EVENT]
    state[TURN] = leader
    state[TOP_SEAT] = -1
    state[TOP_WORD] = 0
    state[TOP_SIZE] = 0
    state[PEND] = 0
    state[TRICK] += 1


@inner
def passes_on_lead(state: Ints, seat: int) -> int:
    """A pass where a lead is due."""
    if seat == state[CLOSED]:
        state[PADDED] += 1
        return faults.HOLDER_PASSED
    if state[PADDED]:
        return faults.EXTRA_PASS
    if seat == state[TURN] or state[TURN] < 0:
        state[LOOSE] = 1
        return faults.LEADER_PASSED
    return faults.EXTRA_PASS if state[PASSED] >> seat & 1 else faults.OUT_OF_TURN


@inner
def fills_up(state: Ints, seat: int, switches: Ints) -> bool:
    """Whether a pass that nobody asked for is one of those by which the book fills every trick up to three, by the holder or one who has passed."""
    if switches[at.PADDED_PASSES] == 0:
        return False
    passed = whole(state[PASSED])
    count = (passed & 1) + (passed >> 1 & 1) + (passed >> 2 & 1) + (passed >> 3 & 1) + whole(state[PADDED])
    holder = whole(state[TOP_SEAT] if state[TOP_SEAT] >= 0 else state[CLOSED])
    return count < PASSES_A_TRICK and (seat == holder or passed >> seat & 1 == 1)


@inner
def passes(state: Ints, seat: int, switches: Ints) -> int:
    """A pass by a seat; returns its fault bits."""
    state[WON_EVENT] = -1
    if state[ENDED]:
        return faults.AFTER_END
    if state[OUT] >> seat & 1:
        return faults.FINISHED_SEAT
    if state[TOP_SEAT] < 0 or not state[PEND] >> seat & 1:
        if fills_up(state, seat, switches):
            state[PADDED] += 1
            return 0
    if state[TOP_SEAT] < 0:
        return passes_on_lead(state, seat)
    if seat == state[TOP_SEAT]:
        state[PADDED] += 1
        return faults.HOLDER_PASSED
    if not state[PEND] >> seat & 1:
        return faults.EXTRA_PASS
    err = 0 if seat == state[TURN] else faults.OUT_OF_TURN
    state[PEND] &= ~(1 << seat)
    state[PASSED] |= 1 << seat
    at_once = switches[at.JIEFENG_TIMING] == val.JIEFENG_TIMING_AFTER_PARTNER_PASS
    if state[PEND] == 0 or (at_once and state[OUT] >> state[TOP_SEAT] & 1 and seat == (state[TOP_SEAT] + 2) & 3):
        close(state, switches)
    elif err == 0:
        state[TURN] = next_in(whole(state[PEND]), seat)
    return err


@inner
def turn_fault(state: Ints, seat: int, switches: Ints) -> int:
    """What is wrong with this seat playing now; closes the trick if the seat can only be its heir leading the next one."""
    if seat == state[TURN]:
        return 0
    if state[TOP_SEAT] < 0:
        return 0 if state[LOOSE] or state[TURN] < 0 else faults.WRONG_LEADER
    if seat == heir(state, switches) and (seat == state[TOP_SEAT] or state[PASSED] >> seat & 1):
        close(state, switches)
        return faults.NOT_ASKED
    if switches[at.PASS_POLICY] == val.PASS_POLICY_OUT_FOR_TRICK and state[PASSED] >> seat & 1:
        return faults.REENTERED
    return faults.OUT_OF_TURN


@inner
def read_play(state: Ints, word: int, size: int, declared: int, switches: Ints) -> int:
    """The readings a play keeps on the table, negative if none of those it may be read as beats the top.

    A declared reading counts if the cards allow it; undeclared, the larger of each kind counts unless the book wants a declaration.
    """
    kept = word
    if state[TOP_SEAT] >= 0 and state[TOP_WORD] != 0:
        kept = beating(word, size, whole(state[TOP_WORD]), whole(state[TOP_SIZE]), switches)
    stated = declared & word
    if stated:
        return stated if kept & stated else -stated
    if kept == 0:
        return -largest(word)
    return kept if switches[at.WILD_READING] == val.WILD_READING_DECLARED else largest(kept)


@inner
def lay(state: Ints, seat: int, word: int, size: int, event: int, goes_out: bool, switches: Ints) -> None:
    """Puts a play on the table and moves the turn on; ends the deal when a team is out or three seats are."""
    if state[TOP_SEAT] < 0 or switches[at.PASS_POLICY] == val.PASS_POLICY_MAY_REENTER:
        state[PASSED] = 0
    state[TOP_SEAT] = seat
    state[TOP_WORD] = word
    state[TOP_SIZE] = size
    state[TOP_EVENT] = event
    state[CLOSED] = -1
    state[PADDED] = 0
    state[LOOSE] = 0
    if goes_out:
        state[OUT] |= 1 << seat
        state[ORDER + state[OUT_COUNT]] = seat
        state[OUT_COUNT] += 1
        mates = 1 << seat | 1 << ((seat + 2) & 3)
        if state[OUT] & mates == mates or state[OUT_COUNT] == 3:
            state[ENDED] = 1
            state[WON_EVENT] = event
            return
    answering = ALL_SEATS & ~whole(state[OUT]) & ~(1 << seat) & ~whole(state[PASSED])
    state[PEND] = answering
    state[TURN] = next_in(answering, seat)
    if answering == 0:
        close(state, switches)
