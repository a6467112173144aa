"""Matches as Arrow tables and back: `Columns` are matches without an id, *facts* are signed with one and exact to `ingest.schema`.

Rows of every table stand in match order. A match has four rows in `seats`; `deal_count`, `event_count` and `list_counts` cut the other tables, so nothing
is joined. `select` and `concat` keep that order.
"""

import hashlib
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from engine import rules
from engine.records import Cards, Deal, Event, EventKind, LegalList, Match
from ingest import fingerprint, schema
from ingest.columns import repeated
from ingest.fields import MATCH_ID

Facts: TypeAlias = Mapping[str, pa.Table]
Ints: TypeAlias = NDArray[np.int64]
Get: TypeAlias = Callable[[Any], object]  # a row is a Match, a Deal, an Event or a LegalList, as its table has it
Four: TypeAlias = tuple[Cards | None, Cards | None, Cards | None, Cards | None]

NAMES = ("matches", "seats", "deals", "events", "legal_lists")
SIGNED = ("match_id", "source", "rules_platform", "rules_default")
BARE: Mapping[str, pa.Schema] = {
    name: pa.schema([f for f in schema.FACTS[name] if f.name not in SIGNED], schema.FACTS[name].metadata)
    for name in NAMES
}
_KINDS = tuple(EventKind)
_FIELDS = {
    "rules_stated": "rules",
    "finish_claimed": "finish",
    "leader_claimed": "leader",
    "steps_claimed": "steps",
    "to_seat": "to",
}


@dataclass(frozen=True, slots=True)
class Columns:
    """Whole matches before they are signed: tables exact to `BARE`, and for each match its units and the number of its legal lists."""

    tables: Facts
    units: Ints
    list_counts: Ints

    def cuts(self) -> dict[str, Ints]:
        """Per table, the row numbers at which each match begins, and the end."""
        each = np.arange(len(self.units) + 1)
        deals = _ends(self.tables["matches"]["deal_count"].to_numpy())
        events = _ends(self.tables["deals"]["event_count"].to_numpy())[deals]
        lists = _ends(self.list_counts)
        return {"matches": each, "seats": each * 4, "deals": deals, "events": events, "legal_lists": lists}


def columns(matches: Sequence[Match]) -> Columns:
    """Matches as tables, unsigned. Raises ArrowInvalid, OverflowError or ValueError for a value that its column cannot hold."""
    deals = [d for m in matches for d in m.deals]
    counts = np.array([len(d.events) for d in deals], np.int64)
    places = {
        "deal_no": np.repeat(np.array([d.deal_no for d in deals], np.int64), counts),
        "event_no": np.arange(counts.sum()) - np.repeat(_ends(counts)[:-1], counts) + 1,
    }
    tables = {
        "matches": _table("matches", matches),
        "seats": _seats([name for m in matches for name in m.names]),
        "deals": _table("deals", deals),
        "events": _table("events", [e for d in deals for e in d.events], places),
        "legal_lists": _table("legal_lists", [entry for m in matches for entry in m.legal_lists]),
    }
    units = np.array([m.units for m in matches], np.int64)
    return Columns(tables, units, np.array([len(m.legal_lists) for m in matches], np.int64))


def sign(bare: Columns, source: str, platform: str, default: str | None = None) -> dict[str, pa.Table]:
    """The facts: with ids, the source, and the rule books (`default` is the one asked for at the ingest, if any)."""
    cuts = bare.cuts()
    ids = pa.array(fingerprint.ids(bare.tables, cuts), pa.string())
    signed: dict[str, pa.Table] = {}
    for name in NAMES:
        table = bare.tables[name]
        known = {"match_id": repeated(ids, np.diff(cuts[name]))}
        if name in ("matches", "seats"):
            known["source"] = pa.repeat(source, len(table))
        if name == "matches":
            known["rules_platform"] = pa.repeat(platform, len(table))
            known["rules_default"] = _defaults(table["rules_stated"], platform, default)
        arrays = [known[f.name] if f.name in known else table[f.name] for f in schema.FACTS[name]]
        signed[name] = pa.Table.from_arrays(arrays, schema=schema.FACTS[name])
    return signed


def facts(
    matches: Sequence[Match], source: str, platform_rules: str, default: str | None = None
) -> dict[str, pa.Table]:
    """Matches as signed tables, keyed matches seats deals events legal_lists."""
    return sign(columns(matches), source, platform_rules, default)


def player_id(name: str) -> str:
    """The id of a name: one name has one id, in every source."""
    return hashlib.sha256(b"danpu player 1\0" + name.encode()).hexdigest()[: fingerprint.ID_LENGTH]


def select(facts: Facts, keep: NDArray[np.bool_]) -> dict[str, pa.Table]:
    """The facts of the matches that `keep` marks, in the same order."""
    if keep.all():
        return dict(facts)
    counts = {"matches": np.ones(len(keep), np.int64), "seats": np.full(len(keep), 4)}
    counts["deals"] = facts["matches"]["deal_count"].to_numpy().astype(np.int64)
    cuts = _ends(counts["deals"])
    counts["events"] = np.diff(_ends(facts["deals"]["event_count"].to_numpy())[cuts])
    kept = {name: facts[name].filter(pa.array(np.repeat(keep, many))) for name, many in counts.items()}
    ids = kept["matches"]["match_id"].cast(pa.string()).combine_chunks()
    columns = {name: repeated(ids, many[keep]) for name, many in counts.items()}
    owners = facts["legal_lists"]["match_id"].cast(pa.string())
    listed = pc.is_in(owners, ids)
    kept["legal_lists"] = facts["legal_lists"].filter(listed)
    columns["legal_lists"] = owners.filter(listed).dictionary_encode()
    # No dictionary keeps the id of a match that is not here.
    return {name: table.set_column(0, MATCH_ID, columns[name]) for name, table in kept.items()}


def concat(parts: Sequence[Facts]) -> dict[str, pa.Table]:
    """Tables of the same names, one below the other."""
    return {name: pa.concat_tables([part[name] for part in parts]) for name in parts[0]}


def matches(facts: Facts) -> list[Match]:
    """The matches that facts hold; `units` is not a fact and comes back as 0."""
    deals = _deals(facts)
    names = iter(facts["seats"]["name"].to_pylist())
    lists: dict[str, list[LegalList]] = {}
    for row in facts["legal_lists"].to_pylist():
        lists.setdefault(row.pop("match_id"), []).append(LegalList(**row | {"hand": _tuple(row["hand"])}))
    as_they_are = ("match_no", "seat_how", "ended", "winner_team", "ended_line", "label", "viewpoint", "extra")
    return [
        Match(
            deals=tuple(next(deals) for _ in range(row["deal_count"])),
            names=(next(names), next(names), next(names), next(names)),
            rules=row["rules_stated"],
            legal_lists=tuple(lists.get(row["match_id"], ())),
            **{key: row[key] for key in as_they_are},
        )
        for row in facts["matches"].to_pylist()
    ]


def _deals(facts: Facts) -> Iterator[Deal]:
    events = _events(facts["events"])
    as_they_are = ("deal_no", "level", "hands_at", "starts_match", "cut", "first_line", "ended_line", "extra")
    for row in facts["deals"].to_pylist():
        yield Deal(
            events=tuple(next(events) for _ in range(row["event_count"])),
            hands=_four(row, "hand"),
            rest=_four(row, "rest"),
            finish=_tuple(row["finish_claimed"]),
            leader=row["leader_claimed"],
            team_levels=(row["team_level_0"], row["team_level_1"]),
            steps=row["steps_claimed"],
            **{key: row[key] for key in as_they_are},
        )


def _events(table: pa.Table) -> Iterator[Event]:
    lists = {name: _tuples(table[name].combine_chunks()) for name in ("cards", "wild_as")}
    kinds = {"kind": map(_KINDS.__getitem__, table["kind"].to_pylist())}
    order = ("kind", "seat", "cards", "to_seat", "declared_kind", "declared_rank", "wild_as", "label", "choice", "line")
    columns = {name: table[name].to_pylist() for name in (*order, "time_ms", "amount", "about")} | lists | kinds
    yield from itertools.starmap(Event, zip(*columns.values(), strict=True))


def _tuples(lists: pa.ListArray) -> list[Cards | None]:
    """The lists as tuples, many times faster than `to_pylist`."""
    items = lists.flatten().to_numpy().tobytes()
    cuts = _ends(pc.list_value_length(lists).fill_null(0).to_numpy()).tolist()
    held = lists.is_valid().to_pylist()
    return [tuple(items[a:b]) if ok else None for a, b, ok in zip(cuts, cuts[1:], held, strict=False)]


def _tuple(values: list[int] | None) -> Cards | None:
    return None if values is None else tuple(values)


def _four(row: Mapping[str, list[int] | None], name: str) -> Four:
    return (_tuple(row[f"{name}_0"]), _tuple(row[f"{name}_1"]), _tuple(row[f"{name}_2"]), _tuple(row[f"{name}_3"]))


def _table(name: str, rows: Sequence[object], known: Mapping[str, Ints] | None = None) -> pa.Table:
    known = known or {}
    arrays = [
        pa.array(known[f.name]).cast(f.type) if f.name in known else _column(rows, f.type, _get(f.name))
        for f in BARE[name]
    ]
    return pa.Table.from_arrays(arrays, schema=BARE[name])


def _column(rows: Sequence[object], kind: pa.DataType, get: Get) -> pa.Array:
    values: list[Any] = list(map(get, rows))  # what the column's own type says
    return _lists(values) if pa.types.is_list(kind) else pa.array(values, kind)


def _get(column: str) -> Get:
    return _GET.get(column) or attrgetter(_FIELDS.get(column, column))


def _lists(values: Sequence[Sequence[int] | None]) -> pa.Array:
    offsets = _ends(np.array([len(v) if v else 0 for v in values], np.int64)).astype(np.int32)
    items = np.frombuffer(bytes(itertools.chain.from_iterable(v for v in values if v)), np.uint8)
    missing = pa.array([v is None for v in values], pa.bool_())
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(items), schema.CARDS, mask=missing)


def _seats(names: Sequence[str | None]) -> pa.Table:
    ids: dict[str | None, str] = {name: player_id(name) for name in set(names) if name is not None}
    seats = np.tile(np.arange(4, dtype=np.uint8), len(names) // 4)
    arrays = [pa.array(seats), pa.array([ids.get(n) for n in names], pa.string()), pa.array(names, pa.string())]
    return pa.Table.from_arrays(arrays, schema=BARE["seats"])


def _defaults(stated: pa.ChunkedArray, platform: str, asked: str | None) -> pa.Array:
    """Per match the book asked for, else the one it states (if we have it), else its platform's."""
    if asked is not None:
        return pa.repeat(asked, len(stated))
    ours = pc.is_in(stated, pa.array(rules.names(), pa.string()))
    return pc.if_else(ours, stated, platform).combine_chunks()


def _ends(counts: NDArray[np.generic]) -> Ints:
    """Where consecutive runs of `counts` rows begin, and the end of the last."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)))


def _at(attribute: str, place: int) -> Get:
    whole = attrgetter(attribute)
    return lambda row: whole(row)[place]


_GET: Mapping[str, Get] = {
    "deal_count": lambda match: len(match.deals),
    "event_count": lambda deal: len(deal.events),
    **{f"hand_{s}": _at("hands", s) for s in range(4)},
    **{f"rest_{s}": _at("rest", s) for s in range(4)},
    **{f"team_level_{t}": _at("team_levels", t) for t in range(2)},
}
