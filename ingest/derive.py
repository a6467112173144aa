"""The unit of work: facts of whole matches in, what the engine makes of them out, Arrow to Arrow.

`derive(facts, rules)` is pure and releases the GIL where it works. Matches whose record lacks
levels or hands go through `engine.replay` and `engine.reconstruct` one by one; all others stay columns from end to end.
"""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

import engine
from engine import infer
from engine import rules as books
from engine.arrays import CUTS, HANDS_AT, book_table
from engine.explain import Judged
from engine.kernel import batch as bt
from engine.plain import module
from engine.rules import Rules
from ingest import derived, tables
from ingest.columns import code, codes, lists, ragged
from ingest.conducted import conducted
from ingest.tables import Facts

ENGINE = engine.VERSION
TABLES = ("results", "plays", "hands", "findings")
EXPLAINED = {"results", "findings"}


class Levels(NamedTuple):
    """The level of each deal (-1 unknown) and how it is known."""

    level: NDArray[np.int8]
    how: pa.Array


def derive(facts: Facts, rules: Rules, only: Collection[str] = TABLES) -> dict[str, pa.Table]:
    """The tables results, plays, hands and findings of some facts under a rule book, or only some of them."""
    facts = {name: table.combine_chunks() for name, table in facts.items()}
    levels = known_levels(facts)
    judged = judge(facts, rules, levels.level)
    found = {} if EXPLAINED.isdisjoint(only) else conducted(facts, rules, derived.explain(facts, judged))
    made: dict[str, pa.Table] = {}
    if "results" in only:
        made["results"] = derived.results(facts, judged, levels.how, found)
    if "plays" in only:
        made["plays"] = derived.plays(facts, judged)
    if "hands" in only:
        made["hands"] = derived.hands(facts, judged)
    if "findings" in only:
        made["findings"] = derived.findings(facts, found)
    return made


def judge(facts: Facts, rules: Rules, level: NDArray[np.int8]) -> Judged:
    """Facts as a kernel batch, with its verdicts."""
    batch = batch_of(facts, rules, level)
    verdicts = bt.verdicts(len(batch.deals), batch.events.shape[1])
    module("replay", batch.events.shape[1]).replay(batch, verdicts, bt.scratch())
    return Judged(batch, verdicts, [rules])


def batch_of(facts: Facts, rules: Rules, level: NDArray[np.int8]) -> bt.Batch:
    """The kernel's arrays of some facts; the same as `engine.arrays.batch` makes of the records."""
    deals, events = facts["deals"], facts["events"]
    hands = np.zeros((len(deals), 8, 2), np.int64)
    table = _deal_table(facts, level)
    for seat in range(4):
        table[:, bt.HAND + seat] = _masks(deals[f"hand_{seat}"], hands[:, seat])
        table[:, bt.REST + seat] = _masks(deals[f"rest_{seat}"], hands[:, 4 + seat])
    names = ("kind", "seat", "to_seat", "declared_kind", "declared_rank")
    values, offsets = lists(events["cards"])
    return bt.Batch(
        starts=np.concatenate([[0], np.cumsum(deals["event_count"].to_numpy(), dtype=np.int64)]),
        deals=table,
        hands=hands,
        events=np.stack([codes(events[name]) for name in names]),
        cards=values,
        offsets=offsets,
        books=book_table([rules]),
    )


def _deal_table(facts: Facts, level: NDArray[np.int8]) -> NDArray[np.int8]:
    deals, matches = facts["deals"], facts["matches"]
    table = np.full((len(deals), bt.DEAL_COLUMNS), -1, np.int8)
    table[:, bt.BOOK] = 0
    table[:, bt.LEVEL] = level
    table[:, bt.STARTS] = codes(pc.cast(deals["starts_match"], pa.uint8()))
    table[:, bt.CUT] = code(deals["cut"], CUTS)
    table[:, bt.HANDS_AT] = code(deals["hands_at"], HANDS_AT)
    table[:, bt.STEPS] = codes(deals["steps_claimed"])
    for team in range(2):
        table[:, bt.TEAM_LEVEL + team] = codes(deals[f"team_level_{team}"])
    table[:, bt.FINISH : bt.FINISH + 4] = ragged(deals["finish_claimed"], 4)
    counts = matches["deal_count"].to_numpy().astype(np.int64)
    ends = np.cumsum(counts)[counts > 0]
    numbers = deals["deal_no"].to_numpy().astype(np.int64)
    table[1:, bt.MATCH_FIRST] = np.diff(numbers) != 1
    table[ends - counts[counts > 0], bt.MATCH_FIRST] = 1
    table[ends - 1, bt.ENDED] = codes(pc.cast(matches["ended"], pa.uint8()))[counts > 0]
    table[ends - 1, bt.WINNER] = codes(matches["winner_team"])[counts > 0]
    return table


def _masks(column: pa.ChunkedArray, target: NDArray[np.int64]) -> NDArray[np.int8]:
    """Fills card masks (N, 2) from a column of hands; returns their sizes, -1 for null."""
    sizes = np.zeros(len(column), np.int8)
    if column.null_count < len(column):
        values, offsets = lists(column)
        masks = np.zeros((len(column), 2), np.int64)
        module("hands", len(values)).masks(values, offsets, masks, sizes)
        target[:] = masks
    if column.null_count:
        sizes[column.is_null().to_numpy()] = -1
    return sizes


def known_levels(facts: Facts) -> Levels:
    """The stated level of each deal, and for matches that do not state all of them, what their platform's chain of results infers."""
    level = codes(facts["deals"]["level"])
    how = np.full(len(level), "stated", object)
    how[level < 0] = None
    counts = facts["matches"]["deal_count"].to_numpy().astype(np.int64)
    owner = np.repeat(np.arange(len(counts)), counts)
    lacking = np.zeros(len(counts), np.bool_)
    lacking[owner[level < 0]] = True
    if lacking.any():
        found = _inferred(tables.select(facts, lacking))
        at = np.flatnonzero(lacking[owner])
        level[at] = [-1 if known is None else known for known, _ in found]
        how[at] = [why for _, why in found]
    return Levels(level, pa.array(how, pa.string()))


def _inferred(facts: Facts) -> list[tuple[int | None, str | None]]:
    platforms = facts["matches"]["rules_platform"].to_pylist()
    found: list[tuple[int | None, str | None]] = []
    for match, platform in zip(tables.matches(facts), platforms, strict=True):
        found += infer.levels(match.deals, books.load(platform))
    return found
