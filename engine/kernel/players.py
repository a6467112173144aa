"""Who can play a simulated deal: each player is a function from the patterns it may lay (`moves`) to the row of one, or -1 for a pass.

`RANDOM` plays any lawful move. `GREEDY` leads long and low, follows with the least that wins, keeps bombs for danger and lets its partner have the trick.
"""

from .chance import below
from .jit import Ints, inner, whole
from .shapes import BOMB, FULL_HOUSE, NO_RANK, SINGLE, is_run, place_of

RANDOM, GREEDY = 0, 1
KIND, RANK, SIZE, WILDS = 0, 1, 2, 3
BOMB_PRICE, CARD_PRICE, WILD_PRICE, RID_OF_A_CARD = 400, 40, 60, 4
HIGH_PLACE = 9
FEW = 10


@inner
def cost(rows: Ints, row: int, level: int) -> int:
    """How dear a pattern is: bombs most, then wilds, then high ranks."""
    kind, rank = whole(rows[row, KIND]), whole(rows[row, RANK])
    place = rank if is_run(kind) else place_of(rank, level) if rank < NO_RANK else NO_RANK
    bomb = BOMB_PRICE + CARD_PRICE * whole(rows[row, SIZE]) if kind >= BOMB else 0
    return bomb + WILD_PRICE * whole(rows[row, WILDS]) + place


@inner
def cheapest(rows: Ints, count: int, level: int, leads: bool) -> int:
    """The least dear pattern; a lead also counts the cards it gets rid of."""
    best = -1
    least = 0
    for row in range(count):
        price = cost(rows, row, level)
        if leads:
            price -= RID_OF_A_CARD * whole(rows[row, SIZE])
        if best < 0 or price < least:
            best = row
            least = price
    return best


@inner
def goes_out(rows: Ints, count: int, held: int) -> int:
    """A pattern that lays all the cards held; -1 if there is none."""
    for row in range(count):
        if rows[row, SIZE] == held:
            return row
    return -1


@inner
def greedy(rows: Ints, count: int, seat: int, top_seat: int, top_place: int, level: int, left: Ints) -> int:
    """The greedy player's choice."""
    if count == 0:
        return -1
    out = goes_out(rows, count, whole(left[seat]))
    if out >= 0:
        return out
    row = cheapest(rows, count, level, top_seat < 0)
    if top_seat < 0:
        return row
    mate = top_seat == (seat + 2) & 3
    if mate and (
        left[top_seat] <= FEW
        or top_place >= HIGH_PLACE
        or whole(rows[row, KIND]) > FULL_HOUSE
        or cost(rows, row, level) > HIGH_PLACE
    ):
        return -1
    threat = min(whole(left[(seat + 1) & 3]), whole(left[(seat + 3) & 3]))
    if cost(rows, row, level) >= BOMB_PRICE and not (threat <= FEW or left[seat] <= FEW):
        return -1
    if cost(rows, row, level) >= WILD_PRICE and whole(rows[row, KIND]) == SINGLE and threat > FEW:
        return -1
    return row


@inner
def choose(
    player: int, rows: Ints, count: int, seat: int, top_seat: int, top_place: int, level: int, left: Ints, chance: Ints
) -> int:
    """The choice of any player; a lead is never passed."""
    if player == GREEDY:
        return greedy(rows, count, seat, top_seat, top_place, level, left)
    if top_seat < 0:
        return below(chance, count)
    return below(chance, count + 1) - 1
