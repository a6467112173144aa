"""What a deal comes to, as columns of `results`: who paid tribute to whom with which card, and the bombs that were laid.

They could be had from `events` and `plays`, at the price of reading a hundred rows for each row of `results`.
"""

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from engine.explain import Judged
from engine.kernel import batch as bt
from engine.records import EventKind, Kind
from engine.replay import TRIBUTES
from ingest import schema
from ingest.columns import from_rows

Codes = NDArray[np.int8]
Ints = NDArray[np.int64]
ANTI_SINGLE, ANTI_DOUBLE = TRIBUTES.index("anti_single"), TRIBUTES.index("anti_double")
SEATS = 0 + 1 + 2 + 3
ON_NOTHING, ON_OPPONENT, ON_PARTNER = range(3)


def tribute(judged: Judged) -> dict[str, pa.Array]:
    """The columns payers, receivers, paid and returned; the first two also say who would have paid whom where tribute was refused."""
    kind, seat = judged.batch.events[bt.KIND], judged.batch.events[bt.SEAT]
    has_card = np.diff(judged.batch.offsets) > 0
    card = np.full(len(kind), -1, np.int8)
    card[has_card] = judged.batch.cards[judged.batch.offsets[:-1][has_card]]
    told = (seat >= 0) & has_card
    pays, returns = (
        np.flatnonzero(told & (kind == EventKind.TRIBUTE)),
        np.flatnonzero(told & (kind == EventKind.RETURN)),
    )
    payers, paid = _by_deal(judged, pays, seat), _by_deal(judged, pays, card)
    received = judged.verdicts.deals[:, bt.RECEIVER : bt.RECEIVER + 4]
    receivers = np.where(payers >= 0, np.take_along_axis(received, np.maximum(payers, 0).astype(np.int64), axis=1), -1)
    _add_refused(judged, payers, receivers)
    columns = {"payers": payers, "receivers": receivers, "paid": paid, "returned": _by_deal(judged, returns, card)}
    return {name: from_rows(table, schema.CARDS) for name, table in columns.items()}


def bombs(judged: Judged) -> dict[str, pa.Array]:
    """The columns bomb_seats, bomb_kinds and so on: one entry a bomb, in order."""
    seat, found = judged.batch.events[bt.SEAT], judged.verdicts.events
    laid = (judged.batch.events[bt.KIND] == EventKind.PLAY) & (seat >= 0) & (found[bt.READ_KIND] >= Kind.BOMB)
    at = np.flatnonzero(laid)
    counts = np.bincount(_owner(judged)[at], minlength=len(judged.batch.deals))
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


def _owner(judged: Judged) -> Ints:
    """The deal of each event."""
    return np.repeat(np.arange(len(judged.batch.deals)), np.diff(judged.batch.starts))


def _by_deal(judged: Judged, at: Ints, values: Codes) -> Codes:
    """The values at some events: those of a deal in one row, at most four."""
    table = np.full((len(judged.batch.deals), 4), -1, np.int8)
    deal = _owner(judged)[at]
    place = np.arange(len(at)) - np.searchsorted(deal, deal)
    fits = place < 4
    table[deal[fits], place[fits]] = values[at[fits]]
    return table


def _add_refused(judged: Judged, payers: Codes, receivers: Codes) -> None:
    """Who owed tribute that was refused, by the finishing order of the deal before; which winner would have got which loser's card is not known."""
    kind = judged.verdicts.deals[:, bt.TRIBUTE]
    order = judged.verdicts.deals[:, bt.ORDER : bt.ORDER + 4]
    order = np.where(
        judged.verdicts.deals[:, bt.COMPLETE, None] == 1, order, judged.batch.deals[:, bt.FINISH : bt.FINISH + 4]
    )
    before = np.roll(order, 1, axis=0)
    before[judged.batch.deals[:, bt.MATCH_FIRST] == 1] = -1
    head = before[:, 0]
    last = np.where(before[:, 2] >= 0, SEATS - before[:, :3].sum(axis=1), -1).astype(np.int8)
    single = (kind == ANTI_SINGLE) & (last >= 0)
    double = (kind == ANTI_DOUBLE) & (head >= 0)
    for place, payer in enumerate(((head + 1) & 3, (head + 3) & 3)):
        payers[double, place] = payer[double]
    payers[single, 0], receivers[single, 0] = last[single], head[single]
