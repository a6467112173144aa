"""Levels, steps and the ace: what a finishing order does to the two teams' levels.

A *standing* is an int64 vector: the level of each team (-1 unknown), its failures and drops at A, the team whose level the deal is
played at (`OWNER`, -1 unknown), the team that has won the match (`WON`, -1 nobody), and where the book counts them each seat's running first and last
places (`HEADS`, `LASTS`). `order` holds the seats in finishing order, -1 where nobody did.
"""

from . import batch as bt
from . import switches as at
from . import values as val
from .deck import ACE
from .jit import Codes, Ints, jit, whole

LEVEL = 0  # and 1
FAILS = 2  # and 3
DROPS = 4  # and 5
OWNER = 6
WON = 7
HEADS = 8  # .. 11
LASTS = 12  # .. 15
STANDING_SIZE = bt.STANDING_SIZE
LONG_STREAK = 3  # a streak counts from its third deal on, by one level more each time
UNTOLD = -1
OVER = ACE + 1  # the level due where the match is over


@jit
def new_match(standing: Ints, switches: Ints) -> None:
    """Sets a standing to the start of a match."""
    for k in range(STANDING_SIZE):
        standing[k] = switches[at.START_LEVEL] if k < FAILS else 0
    standing[OWNER] = -1
    standing[WON] = -1


@jit
def unknown_match(standing: Ints) -> None:
    """Sets a standing to that of a match whose beginning is not recorded."""
    for k in range(STANDING_SIZE):
        standing[k] = -1 if k < FAILS else 0
    standing[OWNER] = -1
    standing[WON] = -1


@jit
def partner_place(order: Ints) -> int:
    """The place (1, 2 or 3) of the head's partner in a finishing order; -1 if the order does not tell."""
    if order[0] < 0 or order[1] < 0:
        return -1
    mate = (order[0] + 2) & 3
    if order[1] == mate:
        return 1
    if order[2] < 0:
        return -1
    return 2 if order[2] == mate else 3


@jit
def steps(place: int, switches: Ints) -> int:
    """Levels granted for the partner's place, before the cap at A; -1 for an unknown place."""
    return whole(switches[at.UP_SECOND + place - 1]) if place > 0 else -1


@jit
def fail_at_ace(standing: Ints, team: int, switches: Ints) -> None:
    """Counts a failure at A and drops the team when the book's limit is reached."""
    standing[FAILS + team] += 1
    if switches[at.A_FAIL_LIMIT] > 0 and standing[FAILS + team] >= switches[at.A_FAIL_LIMIT]:
        entry = at.A_FAIL_TO if standing[DROPS + team] == 0 else at.A_FAIL_TO_NEXT
        standing[LEVEL + team] = switches[entry]
        standing[DROPS + team] += 1
        standing[FAILS + team] = 0


@jit
def all_aces(cards: Codes, start: int, stop: int) -> int:
    """1 if `cards[start:stop]` are aces and nothing else."""
    for j in range(start, stop):
        if cards[j] >> 2 != ACE:
            return 0
    return 1 if start < stop else 0


@jit
def settle(standing: Ints, order: Ints, ace_finish: int, switches: Ints) -> int:
    """Applies a finished deal to the standing; returns the steps granted (-1 if the order does not tell).

    `ace_finish` says whether the head's last play was all aces (`UNTOLD` if that is not known). The winner of the deal owns the next one's level.
    """
    place = partner_place(order)
    up = steps(place, switches)
    if up < 0:
        for team in range(2):
            if order[0] < 0 or order[0] & 1 == team:
                standing[LEVEL + team] = -1
        standing[OWNER] = order[0] & 1 if order[0] >= 0 else -1
        return up
    team = order[0] & 1
    other = 1 - team
    owner = standing[OWNER]
    counts = switches[at.A_FAIL_COUNTS]
    if standing[LEVEL + team] == ACE:
        if owner == team and (place == 1 or (place == 2 and switches[at.PASS_A] == val.PASS_A_PARTNER_NOT_LAST)):
            standing[WON] = team
        elif counts == val.A_FAIL_COUNTS_HEADED or (owner == team and (counts == val.A_FAIL_COUNTS_ALL or place == 3)):
            fail_at_ace(standing, team, switches)
    elif standing[LEVEL + team] >= 0:
        standing[LEVEL + team] = min(ACE, standing[LEVEL + team] + up)
        if switches[at.MATCH_WON] == val.MATCH_WON_REACH_A and standing[LEVEL + team] == ACE:
            standing[WON] = team
    if owner == other and standing[LEVEL + other] == ACE:
        if counts == val.A_FAIL_COUNTS_ALL:
            fail_at_ace(standing, other, switches)
        if ace_finish and switches[at.ACE_FINISH_DEMOTES] and standing[LEVEL + other] != switches[at.START_LEVEL]:
            standing[LEVEL + other] = switches[at.START_LEVEL] if ace_finish > 0 else UNTOLD
    standing[OWNER] = team
    if switches[at.STREAK_RULE] == val.STREAK_RULE_N_MINUS_2:
        settle_streaks(standing, order, switches)
    return up


@jit
def settle_streaks(standing: Ints, order: Ints, switches: Ints) -> None:
    """Counts running first and last places and moves the levels for long ones: up for the head's, down for the longer of a pair's last places."""
    double = order[1] == (order[0] + 2) & 3
    losers = 1 - (order[0] & 1)
    down = 0
    for seat in range(4):
        last = seat != order[0] and seat != order[1] and (double or seat != order[2])
        standing[HEADS + seat] = standing[HEADS + seat] + 1 if seat == order[0] else 0
        standing[LASTS + seat] = standing[LASTS + seat] + 1 if last else 0
        if last:
            down = max(down, standing[LASTS + seat] - LONG_STREAK + 1)
            losers = seat & 1
    winners = order[0] & 1
    up = max(0, standing[HEADS + order[0]] - LONG_STREAK + 1)
    if standing[LEVEL + winners] >= 0 and standing[WON] < 0:
        standing[LEVEL + winners] = min(ACE, standing[LEVEL + winners] + up)
    if standing[LEVEL + losers] >= 0:
        standing[LEVEL + losers] = max(switches[at.START_LEVEL], standing[LEVEL + losers] - down)


@jit
def expected_level(standing: Ints) -> int:
    """The level of the next deal, -1 if unknown; while nobody has won, the owner's level, at the start the common one."""
    owner = standing[OWNER]
    if owner >= 0:
        return whole(standing[LEVEL + owner])
    return whole(standing[LEVEL]) if standing[LEVEL] == standing[LEVEL + 1] else -1


@jit
def level_due(standing: Ints) -> int:
    """The level of the next deal, `OVER` where somebody has won, -1 if unknown."""
    return OVER if standing[WON] >= 0 else expected_level(standing)


@jit
def copy(to: Ints, standing: Ints) -> None:
    """Makes a standing equal to another."""
    for k in range(STANDING_SIZE):
        to[k] = standing[k]


@jit
def accept_level(standing: Ints, level: int) -> None:
    """Goes on from the level that the record shows, whatever was expected."""
    if standing[OWNER] >= 0:
        standing[LEVEL + standing[OWNER]] = level
    standing[WON] = -1
