"""The exchange of cards in a simulated deal: what the rule book makes the losers pay, and a lawful card back.

The same functions judge it afterwards (`tribute`); here they are only asked which card and which seat the book wants.
"""

from . import gifts
from . import switches as at
from . import tribute as tb
from . import values as val
from .chance import below
from .deck import CARDS, PACKS
from .hands import add, take
from .jit import Ints, inner, whole


@inner
def best_card(hands: Ints, seat: int, level: int, switches: Ints) -> int:
    """The card that a seat must pay."""
    best = -1
    for card in range(CARDS):
        if hands[seat, 0] >> card & 1 and not tb.exempt(card, level, switches):
            if best < 0 or tb.worth(card, level, switches) > tb.worth(best, level, switches):
                best = card
    return best


@inner
def lowest_card(hands: Ints, seat: int, level: int, but: int, switches: Ints) -> int:
    """The lowest card of a hand other than `but`."""
    best = -1
    for card in range(CARDS):
        if hands[seat, 0] >> card & 1 and card != but:
            if best < 0 or tb.worth(card, level, switches) < tb.worth(best, level, switches):
                best = card
    return best


@inner
def card_back(hands: Ints, seat: int, level: int, got: int, switches: Ints, chance: Ints) -> int:
    """A lawful card to give back: one at or below ten at random, else the lowest."""
    count = 0
    chosen = -1
    for card in range(CARDS):
        same = switches[at.RETURN_LIMIT] == val.RETURN_LIMIT_ANY_BUT_TRIBUTE and card == got
        if hands[seat, 0] >> card & 1 and tb.returnable(card, level, switches) and not same:
            count += 1
            if below(chance, count) == 0:
                chosen = card
    return chosen if chosen >= 0 else lowest_card(hands, seat, level, got, switches)


@inner
def pay(hands: Ints, due: int, level: int, prev: Ints, exchange: Ints, switches: Ints) -> None:
    """The losers pay, each to whom the book says (where it leaves that open, to the seat before)."""
    for seat in range(4):
        if due >> seat & 1:
            exchange[tb.PAY_CARD, seat] = best_card(hands, seat, level, switches)
    for seat in range(4):
        if due >> seat & 1:
            to = tb.receiver_due(seat, exchange, prev, level, switches)
            exchange[tb.GOT_BY, seat] = to if to >= 0 else (seat + 3) & 3
            take(hands, seat, whole(exchange[tb.PAY_CARD, seat]))
    for seat in range(4):
        if due >> seat & 1:
            add(hands, whole(exchange[tb.GOT_BY, seat]), whole(exchange[tb.PAY_CARD, seat]))


@inner
def give_back(hands: Ints, due: int, level: int, exchange: Ints, switches: Ints, chance: Ints) -> None:
    """The winners give a card back to whom they got one from."""
    for payer in range(4):
        if due >> payer & 1:
            giver = whole(exchange[tb.GOT_BY, payer])
            card = card_back(hands, giver, level, whole(exchange[tb.PAY_CARD, payer]), switches, chance)
            exchange[tb.RET_CARD, giver] = card
            exchange[tb.RET_TO, giver] = payer
            take(hands, giver, card)
            add(hands, payer, card)


@inner
def settle_tribute(hands: Ints, level: int, prev: Ints, exchange: Ints, switches: Ints, chance: Ints) -> int:
    """Carries out the whole exchange of a deal that is not the first of its match; returns its kind."""
    gifts.clear(exchange)
    due = tb.payers(prev)
    double = due & (due - 1) != 0
    if tb.big_jokers(hands, tb.anti_holders(prev, due, switches)) == PACKS:
        return tb.ANTI_DOUBLE if double else tb.ANTI_SINGLE
    pay(hands, due, level, prev, exchange, switches)
    give_back(hands, due, level, exchange, switches, chance)
    return tb.DOUBLE if double else tb.SINGLE
