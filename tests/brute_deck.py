"""Hands for a deal: shuffled badly, so that every kind of combination is at hand, and rigged, so that rare tributes come about."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from engine.cards import BIG_JOKER, PACK, SMALL_JOKER
from tests.oracle import FACE

Hands = list[list[int]]
ACE, TEN = 12, 8


def dealt(random: Random, wild: int | None) -> Hands:
    """Two packs dealt (27 each, no talon: A1): well shuffled, or with ranks or suits in clumps; now and then the largest bombs in one hand."""
    style = random.choice(("well", "ranks", "ranks", "suits"))
    pack = random.sample(PACK, len(PACK))
    if style != "well":
        noise = random.choice((0.5, 1.5, 4.0))
        by_suit = 13 if style == "suits" else 0
        pack.sort(key=lambda card: card % 4 * by_suit + FACE[card] + random.gauss(0, noise))
    hands: Hands = [[], [], [], []]
    while pack:
        seat = random.choice([s for s in range(4) if len(hands[s]) < 27])
        for _ in range(min(random.randint(1, 7) if style != "well" else 1, 27 - len(hands[seat]))):
            hands[seat].append(pack.pop())
    if random.random() < 0.2:
        _gather(hands, wild, random)
    return hands


def _gather(hands: Hands, wild: int | None, random: Random) -> None:
    """All of a rank, or all jokers, and the wilds in one hand."""
    rank, seat = random.randrange(13), random.randrange(4)
    most = [SMALL_JOKER, BIG_JOKER] if random.random() < 0.4 else [rank * 4 + suit for suit in range(4)]
    most += [] if wild is None or wild in most else [wild]
    for card in most:
        put(hands, card, (seat, seat), random, keep=most)


def put(hands: Hands, card: int, seats: Sequence[int], random: Random, keep: Sequence[int] = ()) -> None:
    """Sees to it that the two copies of a card are with these seats, by swaps for other cards than these."""
    have = [seat for seat in range(4) for held in hands[seat] if held == card]
    want = list(seats)
    for seat in list(have):
        if seat in want:
            want.remove(seat)
            have.remove(seat)
    for giver, taker in zip(have, want, strict=True):
        hands[giver].remove(card)
        other = random.choice([c for c in hands[taker] if c < SMALL_JOKER and c != card and c not in keep])
        hands[taker].remove(other)
        hands[giver].append(other)
        hands[taker].append(card)


def _one_hand(hands: Hands, finish: Sequence[int], _: int, random: Random) -> None:
    """Both big jokers with one payer."""
    payer = random.choice([seat for seat in range(4) if seat not in finish])
    put(hands, BIG_JOKER, (payer, payer), random)


def _split(hands: Hands, finish: Sequence[int], _: int, random: Random) -> None:
    """The big jokers split over the losing side, of which only one need be a payer."""
    loser = (finish[0] + 1) % 2
    put(hands, BIG_JOKER, (loser, loser + 2), random)


def _away(hands: Hands, finish: Sequence[int], _: int, random: Random) -> None:
    """The jokers where nobody pays them."""
    for joker in (SMALL_JOKER, BIG_JOKER):
        put(hands, joker, (finish[0], finish[1]), random)


def _equal(hands: Hands, finish: Sequence[int], level: int, random: Random) -> None:
    """Payers with equal best cards: a small joker each, or level cards."""
    payers = [seat for seat in range(4) if seat not in finish]
    _away(hands, finish, level, random)
    if random.random() < 0.5:
        put(hands, SMALL_JOKER, (payers[0], payers[-1]), random)
    else:
        put(hands, level * 4 + 1, (finish[0], finish[1]), random)
        put(hands, level * 4, (payers[0], payers[-1]), random)


def _one_big(hands: Hands, finish: Sequence[int], _: int, random: Random) -> None:
    """A payer who holds one big joker, the other with the head."""
    payer = random.choice([seat for seat in range(4) if seat not in finish])
    put(hands, BIG_JOKER, (payer, finish[0]), random)


def _both_and_own(hands: Hands, finish: Sequence[int], level: int, random: Random) -> None:
    """Wilds with the payers, who may not pay them in most books."""
    payers = [seat for seat in range(4) if seat not in finish]
    _away(hands, finish, level, random)
    put(hands, level * 4 + 1, (payers[0], payers[-1]), random)


def all_high(hands: Hands, finish: Sequence[int], level: int, random: Random) -> None:
    """A head without a card of at most ten, and no joker or wild with the payers that he might get instead."""
    _away(hands, finish, level, random)
    head = hands[finish[0]]
    for card in [c for c in head if FACE[c] <= TEN]:
        giver, high = random.choice(
            [(s, c) for s in range(4) if s != finish[0] for c in hands[s] if TEN < FACE[c] <= ACE]
        )
        head.remove(card)
        hands[giver].remove(high)
        hands[giver].append(card)
        head.append(high)


Rig = Callable[[Hands, Sequence[int], int, Random], None]
RIGS: Mapping[str, Rig] = {
    "one hand": _one_hand,
    "split": _split,
    "away": _away,
    "equal": _equal,
    "one big": _one_big,
    "wilds": _both_and_own,
}
