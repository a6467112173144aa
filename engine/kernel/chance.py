"""Chance: a small generator that gives the same numbers jitted and as plain Python, and the deal of two packs.

The generator is L'Ecuyer's combination of two multiplicative ones (CACM 31, 1988): period about 2.3e18, all products below 2**47. Its state is an
int64 vector of two.
"""

from .deck import CARDS, HAND_SIZE, PACKS
from .hands import add
from .jit import Ints, jit, whole

MODULUS_1 = 2147483563
MODULUS_2 = 2147483399
PACK_CARDS = PACKS * CARDS


@jit
def seed(state: Ints, number: int) -> None:
    """Sets the state from a number of at most 62 bits."""
    state[0] = number % (MODULUS_1 - 1) + 1
    state[1] = (number // (MODULUS_1 - 1)) % (MODULUS_2 - 1) + 1
    for _ in range(8):
        below(state, 2)


@jit
def below(state: Ints, count: int) -> int:
    """A number of 0 .. count - 1."""
    one = whole(state[0]) * 40014 % MODULUS_1
    two = whole(state[1]) * 40692 % MODULUS_2
    state[0] = one
    state[1] = two
    return (one - two) % (MODULUS_1 - 1) % count


@jit
def deal(state: Ints, pack: Ints, hands: Ints) -> None:
    """Shuffles the pack (108 codes) and deals it to the four hands, which are empty before."""
    for i in range(PACK_CARDS - 1, 0, -1):
        j = below(state, i + 1)
        card = pack[i]
        pack[i] = pack[j]
        pack[j] = card
    for i in range(PACK_CARDS):
        add(hands, i // HAND_SIZE, whole(pack[i]))
