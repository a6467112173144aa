"""What the findings of a batch cost at the table, and what else its records hold for a referee: `engine.conduct.judge` over facts in columns."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from engine.conduct import judge
from engine.findings import Finding
from engine.records import Deal, EventKind
from engine.rules import Rules
from ingest import tables
from ingest.tables import Facts

Explained = dict[int, list[Finding]]


def conducted(facts: Facts, rules: Rules, found: Mapping[int, list[Finding]]) -> Explained:
    """The findings of each deal, by its row, with those of the conduct."""
    counts = facts["matches"]["deal_count"].to_numpy().astype(np.int64)
    first = np.cumsum(counts) - counts
    owner = np.repeat(np.arange(len(counts)), counts)
    told = _with_facts(facts)
    of_match: dict[int, list[int]] = defaultdict(list)
    for d in found:
        of_match[int(owner[d])].append(d)
    numbers = facts["deals"]["deal_no"].to_pylist() if told or judge.has_prices(rules.conduct) else []
    done = dict(found)
    for match in sorted(told.keys() | of_match.keys()) if numbers else ():
        rows = range(int(first[match]), int(first[match] + counts[match]))
        row_of = {numbers[d]: d for d in rows}
        own = [finding for d in rows for finding in found.get(d, ())]
        for d in rows:
            done.pop(d, None)
        for finding in judge.judged(told.get(match, ()), rules, own):
            done.setdefault(row_of[finding.deal_no], []).append(finding)
    return done


def _with_facts(facts: Facts) -> Mapping[int, Sequence[Deal]]:
    """The deals of each match that holds facts beside its moves, by the match's row."""
    events = facts["events"]
    kinds = events["kind"].to_numpy()
    if not len(kinds) or kinds.max() <= EventKind.PASS:
        return {}
    ids = pc.unique(events["match_id"].filter(pc.greater(events["kind"], int(EventKind.PASS)))).cast(pa.string())
    keep = pc.is_in(facts["matches"]["match_id"].cast(pa.string()), ids).to_numpy(zero_copy_only=False)
    held = tables.matches(tables.select(facts, keep))
    return {int(row): match.deals for row, match in zip(np.flatnonzero(keep), held, strict=True)}
