"""What a deal comes to, as columns of `results`: who paid tribute to whom with which card, and the bombs that were laid.

They could be had from `events` and `plays`, at the price of reading a hundred rows for each row of `results`.
"""

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from engine.expected import previous_orders
from engine.explain import Judged
from engine.kernel import batch as bt
from engine.plain import tribute as tribute_rules
from engine.records import EventKind, Kind
from engine.replay import TRIBUTES
from ingest import schema
from ingest.columns import from_rows

Codes = NDArray[np.int8]
Ints = NDArray[np.int64]
ANTI = (TRIBUTES.index("anti_single"), TRIBUTES.index("anti_double"))
UNKNOWN = -1
NOTHING_PAID = np.full((tribute_rules.EXCHANGE_ROWS, 4), UNKNOWN, np.int64)
ON_NOTHING, ON_OPPONENT, ON_PARTNER = range(3)


def tribute(judged: Judged) -> dict[str, pa.Array]:
    """The columns payers, receivers, paid and returned; the first two also say who would have paid whom where tribute was refused."""
    batch = judged.batch
    kind = batch.events[bt.KIND]
    at = np.flatnonzero((kind == EventKind.TRIBUTE) | (kind == EventKind.RETURN))
    first = batch.offsets[at]
    at, first = at[batch.offsets[at + 1] > first], first[batch.offsets[at + 1] > first]
    seat, card = batch.events[bt.SEAT, at], batch.cards[first]
    pays, returns = ((seat >= 0) & (kind[at] == what) for what in (EventKind.TRIBUTE, EventKind.RETURN))
    payers, paid = _by_deal(judged, at[pays], seat[pays]), _by_deal(judged, at[pays], card[pays])
    received = judged.verdicts.deals[:, bt.RECEIVER : bt.RECEIVER + 4]
    receivers = np.where(payers >= 0, np.take_along_axis(received, np.maximum(payers, 0).astype(np.int64), axis=1), -1)
    _add_refused(judged, payers, receivers)
    columns = {
        "payers": payers,
        "receivers": receivers,
        "paid": paid,
        "returned": _by_deal(judged, at[returns], card[returns]),
    }
    return {name: from_rows(table, schema.CARDS) for name, table in columns.items()}


def bombs(judged: Judged) -> dict[str, pa.Array]:
    """The columns bomb_seats, bomb_kinds and so on: one entry a bomb, in order."""
    seat, found = judged.batch.events[bt.SEAT], judged.verdicts.events
    laid = (judged.batch.events[bt.KIND] == EventKind.PLAY) & (seat >= 0) & (found[bt.READ_KIND] >= Kind.BOMB)
    at = np.flatnonzero(laid)
    counts = np.bincount(_owner(judged, at), minlength=len(judged.batch.deals))
    offsets = pa.array(np.r_[0, np.cumsum(counts)].astype(np.int32))
    top = found[bt.TOP, at]
    on = np.where(top < 0, ON_NOTHING, np.where((top + 2) & 3 == seat[at], ON_PARTNER, ON_OPPONENT))
    columns = {
        "bomb_seats": seat[at],
        "bomb_kinds": found[bt.READ_KIND, at],
        "bomb_sizes": np.diff(judged.batch.offsets)[at],
        "bomb_wilds": found[bt.WILDS, at],
        "bomb_on": on,
        "bomb_won": found[bt.WON, at],
    }
    return {
        n: pa.ListArray.from_arrays(offsets, pa.array(v.astype(np.uint8)), schema.CARDS) for n, v in columns.items()
    }


def _owner(judged: Judged, at: Ints) -> Ints:
    """The deal of each of some events."""
    owner: Ints = np.searchsorted(judged.batch.starts, at, side="right") - 1
    return owner


def _by_deal(judged: Judged, at: Ints, values: Codes) -> Codes:
    """The values of some events: those of a deal in one row, at most four."""
    table = np.full((len(judged.batch.deals), 4), -1, np.int8)
    deal = _owner(judged, at)
    place = np.arange(len(at)) - np.searchsorted(deal, deal)
    fits = place < 4
    table[deal[fits], place[fits]] = values[fits]
    return table


def _add_refused(judged: Judged, payers: Codes, receivers: Codes) -> None:
    """Who owed tribute that was refused, after the deal before; which winner would have got which of two losers' cards is not known."""
    batch = judged.batch
    refused = np.flatnonzero(np.isin(judged.verdicts.deals[:, bt.TRIBUTE], ANTI))
    cases = np.column_stack([previous_orders(batch, judged.verdicts, refused), batch.deals[refused, bt.BOOK]])
    kinds, which = np.unique(cases, axis=0, return_inverse=True)  # few, so the rule is asked once for each
    owing = np.full((len(kinds), 4), UNKNOWN, np.int8)
    due = np.full((len(kinds), 4), UNKNOWN, np.int8)
    for k, (*before, book) in enumerate(kinds.astype(np.int64)):
        order = np.array(before)
        seats = [seat for seat in range(4) if tribute_rules.payers(order) >> seat & 1]
        owing[k, : len(seats)] = seats
        if len(seats) == 1:
            due[k, 0] = tribute_rules.receiver_due(seats[0], NOTHING_PAID, order, UNKNOWN, batch.books[book])
    stated = owing[which] >= 0
    payers[refused] = np.where(stated, owing[which], payers[refused])
    receivers[refused] = np.where(due[which] >= 0, due[which], receivers[refused])
