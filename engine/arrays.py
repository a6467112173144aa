"""Matches as the arrays of the kernel: `batch(matches, books, levels)`."""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from engine.kernel import batch as bt
from engine.plain import module
from engine.records import FOUR_NONE, Cards, Deal, Match
from engine.rules import Rules

MOST = 127  # what a claim is held to; every bound is below it
# The words of a record for what the kernel has as codes; None is what a record has when all is there or nothing is shown.
CUTS = {
    None: bt.WHOLE,
    "head": bt.HEAD_LOST,
    "tail": bt.TAIL_LOST,
    "both": bt.BOTH_LOST,
    "middle": bt.MIDDLE_LOST,
}
HANDS_AT = {None: bt.NOT_SHOWN, "dealt": bt.DEALT, "after_tribute": bt.AFTER_TRIBUTE}
CUT_WORDS, HANDS_AT_WORDS = (tuple(word for word in codes if word is not None) for codes in (CUTS, HANDS_AT))


def batch(matches: Sequence[Match], rules: Sequence[Rules], levels: Sequence[int | None]) -> bt.Batch:
    """The arrays of some matches; `rules` has one book a match, `levels` one level a deal (None if unknown)."""
    deals = [deal for match in matches for deal in match.deals]
    events = [event for deal in deals for event in deal.events]
    books = {book.name: book for book in rules}
    table = np.full((len(deals), bt.DEAL_COLUMNS), -1, np.int8)
    index = {name: i for i, name in enumerate(books)}
    table[:, bt.BOOK] = [index[book.name] for match, book in zip(matches, rules, strict=True) for _ in match.deals]
    table[:, bt.LEVEL] = small(levels)
    _fill_deals(table, matches, deals)
    hands = np.zeros((len(deals), 8, 2), np.int64)
    for seat in range(4):
        table[:, bt.HAND + seat] = card_sets(hands[:, seat], [deal.hands[seat] for deal in deals])
        table[:, bt.REST + seat] = card_sets(hands[:, 4 + seat], [deal.rest[seat] for deal in deals])
    columns = [(e.kind, e.seat, e.to, e.declared_kind, e.declared_rank) for e in events]
    return bt.Batch(
        starts=offsets(len(deal.events) for deal in deals),
        deals=table,
        hands=hands,
        events=small(chain.from_iterable(columns)).reshape(-1, bt.EVENT_ROWS).T.copy(),
        cards=small(chain.from_iterable(event.cards for event in events)),
        offsets=offsets(len(event.cards) for event in events),
        books=book_table(list(books.values())),
    )


def _fill_deals(table: NDArray[np.int8], matches: Sequence[Match], deals: Sequence[Deal]) -> None:
    numbers = [(0, *(deal.deal_no for deal in match.deals)) for match in matches]
    table[:, bt.MATCH_FIRST] = [i == 0 or no[i + 1] != no[i] + 1 for no in numbers for i in range(len(no) - 1)]
    table[:, bt.STARTS] = small(deal.starts_match for deal in deals)
    table[:, bt.CUT] = [CUTS[deal.cut] for deal in deals]
    table[:, bt.HANDS_AT] = [HANDS_AT[deal.hands_at] if deal.hands != FOUR_NONE else 0 for deal in deals]
    table[:, bt.STEPS] = small(deal.steps for deal in deals)
    for team in range(2):
        table[:, bt.TEAM_LEVEL + team] = small(deal.team_levels[team] for deal in deals)
    for d, deal in enumerate(deals):
        finish = (deal.finish or ())[:4]
        table[d, bt.FINISH : bt.FINISH + len(finish)] = finish
    ends = np.cumsum([len(match.deals) for match in matches]) - 1
    table[ends, bt.ENDED] = small(match.ended for match in matches)
    table[ends, bt.WINNER] = small(match.winner_team for match in matches)


def card_sets(hands: NDArray[np.int64], sets: Sequence[Cards | None]) -> NDArray[np.int8]:
    """Fills hands (N, 2) from N card sets; returns their sizes, -1 for None."""
    sizes = np.zeros(len(sets), np.int8)
    flat = small(chain.from_iterable(cards or () for cards in sets))
    masks = np.zeros((len(sets), 2), np.int64)
    module("hands", len(flat)).masks(flat, offsets(len(cards or ()) for cards in sets), masks, sizes)
    hands[:] = masks
    sizes[[cards is None for cards in sets]] = -1
    return sizes


def book_table(books: Sequence[Rules]) -> NDArray[np.int64]:
    """The switches of some rule books, one a row, and the row that permits everything."""
    return np.stack([*(book.switches for book in books), bt.permissive()])


def small(values: Iterable[int | bool | None]) -> NDArray[np.int8]:
    """An int8 array with -1 for None; a claim beyond any bound stays beyond it."""
    return np.fromiter((-1 if v is None else min(v, MOST) for v in values), np.int8)


def offsets(lengths: Iterable[int]) -> NDArray[np.int64]:
    """Where each of some pieces begins, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(np.fromiter(lengths, np.int64))]).astype(np.int64)
