"""The derived tables from facts and verdicts: results, plays, hands, findings, exact to `ingest.schema`."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from engine import VERSION
from engine.explain import Judged, faulty_deals
from engine.explain import findings as explained
from engine.findings import Finding
from engine.kernel import batch as bt
from engine.reconstruct import HOW, Hands
from engine.reconstruct import of_deal as hands_of
from engine.records import EventKind
from engine.replay import TRIBUTES, result
from ingest import schema, tables, tally
from ingest.columns import constant, flat, from_rows, interleaved, nullable
from ingest.tables import Facts

Explained: TypeAlias = Mapping[int, list[Finding]]

SEVERITIES = ("illegal", "inconsistent", "unsettled")


def results(facts: Facts, judged: Judged, level_how: pa.Array, found: Explained) -> pa.Table:
    """One row a deal."""
    deals, rows = facts["deals"], judged.verdicts.deals
    order = rows[:, bt.ORDER : bt.ORDER + 4]
    winner = np.where(order[:, 0] >= 0, order[:, 0] & 1, -1)
    level = rows[:, bt.LEVEL_USED]
    how = pc.if_else(pa.array(level < 0), pa.scalar(None, pa.string()), pc.coalesce(level_how, pa.scalar("chain")))
    tribute = pa.array(TRIBUTES).take(nullable(rows[:, bt.TRIBUTE], pa.int8()))
    counts = _severities(found, len(deals))
    columns = {
        "match_id": deals["match_id"],
        "deal_no": deals["deal_no"],
        **_match_columns(facts, ("match_no", "source")),
        "first_line": deals["first_line"],
        "complete": pa.array(rows[:, bt.COMPLETE] == 1),
        "starts_match": deals["starts_match"],
        "level": nullable(level, pa.uint8()),
        "level_how": how,
        "finish": from_rows(order, schema.CARDS),
        "finish_claimed": deals["finish_claimed"],
        "winner_team": nullable(winner, pa.uint8()),
        "steps": nullable(rows[:, bt.GRANTED], pa.uint8()),
        "leader": nullable(rows[:, bt.LEADER], pa.uint8()),
        "tribute": tribute,
        **tally.tribute(judged),
        **tally.bombs(judged),
        "event_count": deals["event_count"],
        "play_count": pa.array(rows[:, bt.PLAYS].astype(np.uint16)),
        **{name: pa.array(counts[name]) for name in SEVERITIES},
        **_stamp(judged, len(deals)),
    }
    return _exact(columns, schema.RESULTS)


def _stamp(judged: Judged, count: int) -> dict[str, pa.Array]:
    return {"rules": constant(judged.books[0].name, count), "engine": constant(VERSION, count)}


def _exact(columns: dict[str, pa.Array], wanted: pa.Schema) -> pa.Table:
    return pa.table([columns[name] for name in wanted.names], names=wanted.names).cast(wanted)


def _match_columns(facts: Facts, names: tuple[str, ...]) -> dict[str, pa.Array]:
    """Columns of `matches`, repeated for each of their deals."""
    counts = facts["matches"]["deal_count"].to_numpy().astype(np.int64)
    at = pa.array(np.repeat(np.arange(len(counts)), counts))
    return {name: facts["matches"][name].take(at) for name in names}


def explain(facts: Facts, judged: Judged) -> Explained:
    """The findings of each deal with any fault."""
    deals = facts["deals"]
    faulty = faulty_deals(judged)
    numbers, first, ended = (
        deals[name].take(pa.array(faulty, pa.int64())).to_pylist() for name in ("deal_no", "first_line", "ended_line")
    )
    line = facts["events"]["line"]
    found = {}
    for d, number, *of_deal in zip(faulty, numbers, first, ended, strict=True):
        start, stop = int(judged.batch.starts[d]), int(judged.batch.starts[d + 1])
        found[d] = explained(judged, d, number, line.slice(start, stop - start).to_pylist(), (of_deal[0], of_deal[1]))
    return found


def _severities(found: Explained, count: int) -> dict[str, NDArray[np.uint16]]:
    counts = {name: np.zeros(count, np.uint16) for name in SEVERITIES}
    for d, ones in found.items():
        for severity, many in Counter(finding.severity for finding in ones).items():
            if severity in counts:
                counts[severity][d] = many
    return counts


def plays(facts: Facts, judged: Judged) -> pa.Table:
    """One row a play with a seat."""
    events, found = facts["events"], judged.verdicts.events
    at = np.flatnonzero((judged.batch.events[bt.KIND] == EventKind.PLAY) & (judged.batch.events[bt.SEAT] >= 0))
    rows = found[:, at]
    index = pa.array(at)
    taken = {name: events[name].take(index) for name in ("match_id", "deal_no", "event_no", "seat")}
    sizes = np.diff(judged.batch.offsets)[at]
    columns = {
        **taken,
        "trick_no": nullable(np.where(rows[bt.TRICK] > 0, rows[bt.TRICK], -1), pa.uint8()),
        "is_lead": pa.array(rows[bt.LEAD] == 1),
        "kind": pa.array(rows[bt.READ_KIND].view(np.uint8)),
        "card_rank": nullable(rows[bt.READ_RANK], pa.uint8()),
        "size": pa.array(sizes.astype(np.uint8)),
        "wilds": pa.array(rows[bt.WILDS].view(np.uint8)),
        "reading_count": pa.array(rows[bt.READINGS].view(np.uint8)),
        "cards_left": nullable(rows[bt.LEFT], pa.uint8()),
        "top_seat": nullable(rows[bt.TOP], pa.uint8()),
        "won_trick": pa.array(rows[bt.WON] == 1),
        **_stamp(judged, len(at)),
    }
    return _exact(columns, schema.PLAYS)


def hands(facts: Facts, judged: Judged) -> pa.Table:
    """Four rows a deal: the hands dealt where the record shows them all, else what can be reconstructed."""
    deals = facts["deals"]
    shown = np.ones(len(deals), np.bool_)
    for seat in range(4):
        shown &= deals[f"hand_{seat}"].is_valid().to_numpy()
    shown &= pc.equal(deals["hands_at"], "dealt").fill_null(False).to_numpy(zero_copy_only=False)
    parts = [_shown_hands(facts, judged, np.flatnonzero(shown))]
    if not shown.all():
        parts.append(_reconstructed(facts, judged, np.flatnonzero(~shown)))
        where = np.concatenate([np.flatnonzero(shown), np.flatnonzero(~shown)])
        rows = (np.argsort(where, kind="stable")[:, None] * 4 + np.arange(4)).ravel()
        return pa.concat_tables(parts).combine_chunks().take(pa.array(rows))
    return parts[0]


def _shown_hands(facts: Facts, judged: Judged, at: NDArray[np.int64]) -> pa.Table:
    deals = facts["deals"].take(pa.array(at))
    count = 4 * len(at)
    cards = interleaved([flat(deals[f"hand_{seat}"]) for seat in range(4)])
    zeros = pa.array(np.zeros(len(cards.values), np.uint8))
    sizes = judged.batch.deals[at, bt.HAND : bt.HAND + 4].ravel()
    repeat = pa.array(np.repeat(np.arange(len(at)), 4))
    columns = {
        "match_id": deals["match_id"].take(repeat),
        "deal_no": deals["deal_no"].take(repeat),
        "seat": pa.array(np.tile(np.arange(4, dtype=np.uint8), len(at))),
        "at": constant("dealt", count),
        "complete": pa.array(sizes == 27),
        "cards": cards,
        "how": pa.ListArray.from_arrays(cards.offsets, zeros, schema.CARDS),
        **_stamp(judged, count),
    }
    return _exact(columns, schema.HANDS)


def _reconstructed(facts: Facts, judged: Judged, at: NDArray[np.int64]) -> pa.Table:
    """Hands of deals whose record does not show them, by way of the records themselves."""
    counts = facts["matches"]["deal_count"].to_numpy().astype(np.int64)
    ends = np.cumsum(counts)
    wanted = set(at.tolist())
    touched = np.array(
        [any(d in wanted for d in range(end - n, end)) for end, n in zip(ends.tolist(), counts.tolist(), strict=True)],
        np.bool_,
    )
    matches = iter(tables.matches(tables.select(facts, touched)))
    ids = facts["matches"]["match_id"].to_pylist()
    rows = []
    for m in np.flatnonzero(touched):
        match = next(matches)
        first = int(ends[m] - counts[m])
        for d in range(first, int(ends[m])):
            if d in wanted:
                found = result(judged, d, match.deals[d - first], None)
                rows += _hand_rows(ids[m], hands_of(match.deals[d - first], found.level, found.receivers))
    table = pa.Table.from_pylist(
        rows, schema.HANDS.remove(schema.HANDS.get_field_index("engine")).remove(schema.HANDS.get_field_index("rules"))
    )
    return _exact({**{name: table[name] for name in table.column_names}, **_stamp(judged, len(table))}, schema.HANDS)


def _hand_rows(match_id: str, found: Hands) -> list[dict[str, object]]:
    return [
        {
            "match_id": match_id,
            "deal_no": found.deal_no,
            "seat": hand.seat,
            "at": found.at,
            "complete": hand.complete,
            "cards": [card for card, _ in hand.cards],
            "how": [HOW.index(how) for _, how in hand.cards],
        }
        for hand in found.hands
    ]


def findings(facts: Facts, found: Explained) -> pa.Table:
    """One row a finding."""
    at = pa.array(list(found), pa.int64())
    matches = facts["deals"]["match_id"].take(at).to_pylist()
    sources = _match_columns(facts, ("source",))["source"].take(at).to_pylist()
    rows = [
        _finding_row(match, source, finding)
        for match, source, ones in zip(matches, sources, found.values(), strict=True)
        for finding in ones
    ]
    return pa.Table.from_pylist(rows, schema.FINDINGS)


def _finding_row(match_id: str, source: str, finding: Finding) -> dict[str, object]:
    return {
        "match_id": match_id,
        "source": source,
        "engine": VERSION,
        **{
            name: getattr(finding, name)
            for name in schema.FINDINGS.names
            if name not in ("match_id", "source", "engine")
        },
    }
