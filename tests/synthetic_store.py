"""A store of random matches with planted effects, schema-exact: the ground truth for questions and pages.

The deals obey no rule book (cards are drawn at random); finishing orders, tribute, bombs and findings are drawn so that what a question must
find is known: how strong each pair is, what paying tribute costs, how bombs end. Everything is drawn a column at a time, so a million deals take a minute.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from ingest import schema
from tests.synthetic_plan import FINDINGS, TRIBUTES, Drawn, Ints, Plan, Table, draw


def build(path: Path, plan: Plan | None = None) -> Drawn:
    """Write one batch of a store into `path` and say what was drawn."""
    plan = plan or Plan()
    rng = np.random.default_rng(plan.seed)
    drawn = draw(plan, rng)
    tables = facts(plan, drawn, rng)
    folder = path / f"batch={plan.batch}"
    derived = folder / f"rules={plan.rules}" / f"engine={plan.engine}"
    derived.mkdir(parents=True, exist_ok=True)
    for name, columns in tables.items():
        where = folder if name in schema.FACTS else derived
        pq.write_table(arrow(name, columns), where / f"{name}.parquet", compression="zstd")
    return drawn


def arrow(name: str, columns: Table) -> pa.Table:
    """Columns as a table of the named schema; a column that is left out is null."""
    wanted = schema.TABLES[name]
    rows = len(next(iter(columns.values())))  # type: ignore[arg-type]  # every column is a sequence
    arrays = [_array(columns.get(f.name), f, rows) for f in wanted]
    return pa.Table.from_arrays(arrays, schema=wanted)


def _array(values: object, field: pa.Field, rows: int) -> pa.Array:
    if values is None:
        return pa.nulls(rows, field.type)
    if isinstance(values, pa.Array | pa.ChunkedArray):
        return values.cast(field.type)
    if pa.types.is_dictionary(field.type):
        return pa.array(values, pa.string()).dictionary_encode()
    return pa.array(values, field.type)


def facts(plan: Plan, drawn: Drawn, rng: np.random.Generator) -> dict[str, Table]:
    """Every table of the store, by name."""
    ids = np.array([f"{number:016x}" for number in rng.integers(0, 2**63, plan.matches)])
    source = f"{plan.seed:016x}"
    n = len(drawn.match)
    deal = {"match_id": _words(ids, drawn.match), "deal_no": drawn.deal_no}
    last = np.flatnonzero(np.r_[drawn.match[1:] != drawn.match[:-1], True])
    tables: dict[str, Table] = {
        "sources": _source(plan, source, n),
        "matches": {"match_id": ids, "source": [source] * plan.matches, "match_no": np.arange(1, plan.matches + 1),
                    "seat_how": ["stated"] * plan.matches, "rules_platform": [plan.rules] * plan.matches,
                    "rules_default": [plan.rules] * plan.matches,
                    "deal_count": drawn.deal_no[last]},
        "seats": _seats(plan, drawn, ids, source),
        "quarantine": {"source": [source], "line": [7], "reason": ["cut off"], "reason_zh": ["残缺"],
                       "expected": ["a whole line"], "expected_zh": ["整行"], "raw": [b"{\"a"]},
        "legal_lists": {"match_id": [], "entries": []},
    }  # fmt: skip
    moves = _moves(plan, drawn, rng)
    hands, plays, events = _hands(plan, drawn, rng), _plays(plan, moves, ids), _events(plan, drawn, moves, ids, rng)
    counts = moves.counts + _tribute_events(drawn)
    tables["deals"] = {**deal, "level": drawn.level, "first_line": np.arange(n) * 100 + 1, "event_count": counts,
                       "hands_at": ["dealt"] * n, **{f"hand_{s}": hands[s] for s in range(4)}}  # fmt: skip
    tables["hands"] = {"match_id": _words(ids, np.repeat(drawn.match, 4)), "deal_no": np.repeat(drawn.deal_no, 4), "seat": np.tile(np.arange(4), n),
                       "at": ["dealt"] * (4 * n), "complete": [True] * (4 * n), "cards": hands["all"], "how": hands["how"],
                       **_stamp(plan, 4 * n)}  # fmt: skip
    tables["results"] = _results(plan, drawn, deal, source, moves)
    tables["plays"] = plays
    tables["findings"] = _findings(plan, drawn, ids, source)
    if plan.events:
        tables["events"] = events
    return tables


def _stamp(plan: Plan, n: int) -> Table:
    return {
        "rules": _words(np.array([plan.rules]), np.zeros(n, np.int64)),
        "engine": _words(np.array([plan.engine]), np.zeros(n, np.int64)),
    }


def _words(words: NDArray[np.str_], at: Ints) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(at, pa.int32()), pa.array(words)).cast(pa.string())


def _source(plan: Plan, source: str, n: int) -> Table:
    return {"source": [source], "sha256": [source * 4], "path": [f"synthetic_{plan.seed}.jsonl"], "format": ["danpu"],
            "format_why": ["drawn"], "format_why_zh": ["抽得"], "encoding": ["utf-8"],
            "reader": ["danpu 1"], "status": ["partial"], "reason": ["1 line could not be read"],
            "reason_zh": ["1 行无法读取"], "unit": ["line"],
            "read": [n + 1], "stored": [n], "duplicate": [0], "quarantined": [1], "ignored": [0], "bytes": [n * 1000],
            "ingested_at": [0]}  # fmt: skip


def _seats(plan: Plan, drawn: Drawn, ids: NDArray[np.str_], source: str) -> Table:
    names = [plan.pairs[drawn.pairs[m, s % 2]][s // 2] for m in range(plan.matches) for s in range(4)]
    return {"match_id": _words(ids, np.repeat(np.arange(plan.matches), 4)), "seat": np.tile(np.arange(4), plan.matches),
            "player_id": names, "name": names, "source": [source] * len(names)}  # fmt: skip


def _results(plan: Plan, drawn: Drawn, deal: Table, source: str, moves: "Moves") -> Table:
    n = len(drawn.match)
    double = drawn.steps == 3
    lists = pa.ListArray.from_arrays(pa.array(np.r_[0, np.cumsum(np.where(double, 2, 3))], pa.int32()),
                                     pa.array(drawn.finish[np.arange(4) < np.where(double, 2, 3)[:, None]], pa.uint8()))  # fmt: skip
    return {**deal, "match_no": drawn.match + 1, "source": _words(np.array([source]), np.zeros(n, np.int64)), "first_line": np.arange(n) * 100 + 1,
            "complete": drawn.complete, "starts_match": drawn.deal_no == 1, "level": drawn.level, "level_how": ["stated"] * n, "finish": lists,
            **_tallies(drawn, moves),
            "winner_team": drawn.winner, "steps": drawn.steps, "leader": drawn.leader, "tribute": _words(TRIBUTES, drawn.tribute),
            "event_count": moves.counts + _tribute_events(drawn), "play_count": np.full(n, plan.plays), "illegal": drawn.illegal,
            "inconsistent": drawn.inconsistent, "unsettled": np.zeros(n, np.int64), **_stamp(plan, n)}  # fmt: skip


def _tallies(drawn: Drawn, moves: "Moves") -> Table:
    count = np.where(drawn.tribute == 0, 0, np.where(drawn.tribute % 2 == 0, 2, 1))
    paying = np.where(drawn.tribute < 3, count, 0)
    at = np.flatnonzero(moves.kind >= 8)
    offsets = pa.array(np.r_[0, np.cumsum(np.bincount(moves.deal[at], minlength=len(drawn.match)))], pa.int32())
    on = np.where(moves.top < 0, 0, np.where((moves.top + 2) % 4 == moves.seat, 2, 1))
    bombs = {
        "seats": moves.seat, "kinds": moves.kind, "sizes": moves.size, "wilds": moves.wilds, "on": on, "won": moves.won.astype(np.int64)
    }  # fmt: skip
    of_bombs = {f"bomb_{k}": pa.ListArray.from_arrays(offsets, pa.array(v[at], pa.uint8())) for k, v in bombs.items()}
    return {"payers": _lists(drawn.payers, count), "receivers": _lists(drawn.receivers, count), "paid": _lists(drawn.paid, paying),
            "returned": _lists(drawn.returned, paying), **of_bombs}  # fmt: skip


def _lists(table: Ints, count: Ints) -> pa.Array:
    """The first `count` values of each row."""
    values = table[np.arange(table.shape[1]) < count[:, None]]
    return pa.ListArray.from_arrays(pa.array(np.r_[0, np.cumsum(count)], pa.int32()), pa.array(values, pa.uint8()))


def _findings(plan: Plan, drawn: Drawn, ids: NDArray[np.str_], source: str) -> Table:
    at = [np.flatnonzero(drawn.illegal), np.flatnonzero(drawn.inconsistent)]
    rows = np.concatenate(at)
    kinds = [FINDINGS[0]] * len(at[0]) + [FINDINGS[1]] * len(at[1])
    n = len(rows)
    return {"match_id": ids[drawn.match[rows]], "deal_no": drawn.deal_no[rows], "event_no": [2] * len(at[0]) + [None] * len(at[1]),
            "code": [k[0] for k in kinds], "severity": [k[1] for k in kinds], "source": [source] * n, "line": rows * 100 + 1,
            "seat": [1] * n, "clause": ["4.2"] * n, "settled": [True] * n, "expected": ["HA"] * n, "actual": ["H9"] * n,
            "finding_no": [1] * n, **_stamp(plan, n)}  # fmt: skip


@dataclass(frozen=True)
class Moves:
    """Plays and passes: one row a move, deal by deal; `counts` is moves a deal."""

    deal: Ints
    event_no: Ints
    seat: Ints
    kind: Ints
    size: Ints
    wilds: Ints
    top: Ints
    won: NDArray[np.bool_]
    lead: NDArray[np.bool_]
    counts: Ints
    match: Ints
    deal_no: Ints


def _moves(plan: Plan, drawn: Drawn, rng: np.random.Generator) -> Moves:
    n, p = len(drawn.match), plan.plays
    rows = n * p
    kind = rng.choice(np.arange(1, 11), rows, p=(0.4, 0.22, 0.06, 0.11, 0.08, 0.04, 0.03, 0.045, 0.01, 0.005))
    size = np.array((0, 1, 2, 3, 5, 5, 6, 6, 4, 5, 4))[kind]
    size += np.where(kind == 8, rng.choice(4, rows, p=(0.6, 0.25, 0.1, 0.05)), 0)
    lead = (np.arange(rows) % p == 0) | (rng.random(rows) < 0.4)
    won = np.r_[lead[1:], True]
    seat = rng.integers(0, 4, rows)
    top = np.where(lead, -1, np.roll(seat, 1))
    offset = np.repeat(_tribute_events(drawn), p)
    event_no = offset + np.tile(np.arange(1, p + 1), n)
    wilds = (rng.random(rows) < 0.1).astype(np.int64)
    return Moves(np.repeat(np.arange(n), p), event_no, seat, kind, size, wilds, top, won, lead, np.full(n, p), np.repeat(drawn.match, p),
                 np.repeat(drawn.deal_no, p))  # fmt: skip


def _tribute_events(drawn: Drawn) -> Ints:
    return np.asarray(np.where(np.isin(drawn.tribute, (1, 2)), 2 * drawn.tribute, np.where(drawn.tribute > 2, 1, 0)))


def _plays(plan: Plan, moves: Moves, ids: NDArray[np.str_]) -> Table:
    n = len(moves.deal)
    top = pa.array(moves.top, pa.int64(), mask=moves.top < 0)
    return {"match_id": _words(ids, moves.match), "deal_no": moves.deal_no, "event_no": moves.event_no, "seat": moves.seat,
            "trick_no": np.minimum(255, np.cumsum(moves.lead) % 200), "is_lead": moves.lead, "kind": moves.kind, "card_rank": np.where(moves.kind == 10, 0, 5),
            "size": moves.size, "wilds": moves.wilds, "reading_count": np.ones(n, np.int64), "cards_left": np.full(n, 10), "top_seat": top,
            "won_trick": moves.won, **_stamp(plan, n)}  # fmt: skip


def _hands(plan: Plan, drawn: Drawn, rng: np.random.Generator) -> dict[int | str, pa.Array]:
    n = len(drawn.match)
    pack = np.tile(np.arange(54, dtype=np.uint8), 2)
    hands = rng.permuted(np.tile(pack, (n, 1)), axis=1) if plan.events else np.tile(pack, (n, 1))
    whole = pa.ListArray.from_arrays(pa.array(np.arange(0, 108 * n + 1, 27), pa.int32()), pa.array(hands.ravel()))
    seats: dict[int | str, pa.Array] = {s: whole.take(pa.array(np.arange(n) * 4 + s)) for s in range(4)}
    how = pa.ListArray.from_arrays(whole.offsets, pa.array(np.zeros(108 * n, np.uint8)))
    return {**seats, "all": whole, "how": how}


def _events(plan: Plan, drawn: Drawn, moves: Moves, ids: NDArray[np.str_], rng: np.random.Generator) -> Table:
    """Tributes, returns and refusals first, then the plays; each has random cards."""
    pays = [np.flatnonzero(np.isin(drawn.tribute, (1, 2))), np.flatnonzero(drawn.tribute == 2)]
    anti = np.flatnonzero(drawn.tribute > 2)
    parts: list[tuple[Ints, ...]] = []
    for i, rows in enumerate(pays):
        both = drawn.tribute[rows]
        payer, receiver = drawn.payers[rows, i], drawn.receivers[rows, i]
        parts.append(
            (rows, np.full(len(rows), i + 1), np.zeros(len(rows), np.int64), payer, receiver, drawn.paid[rows, i])
        )
        parts.append((rows, both + i + 1, np.ones(len(rows), np.int64), receiver, payer, drawn.returned[rows, i]))
    none = np.full(len(anti), -1)
    parts.append((anti, np.ones(len(anti), np.int64), np.full(len(anti), 2), drawn.payers[anti, 0], none, none))
    before = [np.concatenate(columns) for columns in zip(*parts, strict=True)]
    deal, event_no = np.r_[before[0], moves.deal], np.r_[before[1], moves.event_no]
    kind, seat = np.r_[before[2], np.full(len(moves.deal), 3)], np.r_[before[3], moves.seat]
    to = np.r_[before[4], np.full(len(moves.deal), -1)]
    size = np.r_[np.where(before[2] == 2, 0, 1), moves.size]
    order = np.lexsort((event_no, deal))
    deal, size, to = deal[order], size[order], to[order]
    cards = rng.integers(0, 54, int(size.sum()), np.uint8)
    exchanged = np.r_[before[5], np.full(len(moves.deal), -1)][order]
    at = np.flatnonzero(exchanged >= 0)
    cards[(np.cumsum(size) - size)[at]] = exchanged[at]
    lists = pa.ListArray.from_arrays(pa.array(np.r_[0, np.cumsum(size)], pa.int32()), pa.array(cards))
    return {"match_id": _words(ids, drawn.match[deal]), "deal_no": drawn.deal_no[deal], "event_no": event_no[order], "kind": kind[order],
            "seat": seat[order], "to_seat": pa.array(to, pa.int64(), mask=to < 0), "cards": lists, "line": np.arange(len(deal)) + 1}  # fmt: skip


def table(path: Path, name: str) -> list[Mapping[str, object]]:
    """All rows of one table of a store, as the file has them."""
    rows: list[Mapping[str, object]] = []
    for file in sorted(path.glob(f"batch=*/**/{name}.parquet")):
        rows += pq.ParquetFile(file).read().to_pylist()
    return rows
