"""Asks a question of a store and answers with numbers that carry how many observations they rest on and how sure they are.

Every column of a question that is an estimate becomes four: its value, `_low` and `_high` of the 95 % interval clustered by match, and `_n`, the
observations behind it. A deal that does not count is counted: `excluded` says how many and why.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import duckdb

from analytics import lake, stats
from analytics.question import Parameter, Question, Value, questions, value
from engine.words import Text
from ingest.errors import SaidError

BOOKS = ("results", "plays", "hands", "findings")
# The words by which a question says that only complete or only clean deals count.
CONDITIONS = {
    "complete": Text("完整、", "complete "),
    "clean": Text("无违规、无矛盾、", " without an illegal or inconsistent finding"),
}
REASONS = {
    "incomplete": Text("不完整", "incomplete"),
    "undecided": Text("胜负不明", "of unknown winners"),
    "illegal": Text("有违规", "with illegal plays"),
    "inconsistent": Text("自相矛盾", "that contradict themselves"),
    "unjudged": Text(
        "未按此规则书判过（库可写时 danpu ask --rules 会先判）",
        "not judged under this rule book (danpu ask --rules does so where the store can be written)",
    ),
}
COUNT = """
select excluded, rules, count(*) as deals
from judged($source, $level, $player, $complete, $clean) group by all
"""
LACKING = "select (select count(*) from deals) > (select count(*) from results) as lacking"
UNJUDGED = """
select 'unjudged' as excluded, null as rules, count(*) as deals
from deals
join matches using (match_id)
left join (select match_id, deal_no, any_value(level) as found from all_results group by all) using (match_id, deal_no)
anti join results using (match_id, deal_no)
where ($source is null or source = $source)
    and ($level is null or coalesce(level, found) = $level::level)
    and ($player is null or match_id in (select match_id from seats where name = $player))
"""
NARROWING = ("source", "level", "player")
COUNTED = (*NARROWING, "complete", "clean")
SAID_ANYWAY = ("rules", "complete", "clean")
NOTHING = stats.Estimate(None, None, None, 0, 0)


class AskError(Exception):
    """A question that cannot be asked like this: what is wrong and what is known, in both languages."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(en)
        self.zh = zh
        self.en = en


class Counts(NamedTuple):
    """The deals that count, by rule book, and those that don't, by reason."""

    n: int
    excluded: dict[str, int]
    rules: dict[str, int]


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows of an answer; `n` deals count, `excluded` ones don't, `rules` has the deals that count by rule book."""

    question: str
    n: int
    filters: dict[str, Value]
    rows: list[dict[str, object]]
    caveat: Text
    excluded: dict[str, int]
    rules: dict[str, int]
    estimates: tuple[str, ...]
    shares: tuple[str, ...]
    asked: Question = field(repr=False, compare=False)

    def document(self, lang: str = "en") -> dict[str, object]:
        """What `danpu ask --json` says."""
        return {
            "question": self.question,
            "n": self.n,
            "filters": dict(self.filters),
            "rows": self.rows,
            "caveat": self.caveat(lang),
            "excluded": dict(self.excluded),
            "rules": dict(self.rules),
        }


def question(name: str) -> Question:
    """The question of this name. Raises AskError."""
    for known in questions():
        if known.name == name:
            return known
    names = ", ".join(q.name for q in questions())
    raise AskError(f"没有问题“{name}”；有：{names}", f"there is no question {name!r}; there are: {names}")


def ask(con: duckdb.DuckDBPyConnection, name: str, **filters: object) -> Answer:
    """The answer to a question; filters are the question's parameters. Raises AskError."""
    asked = question(name)
    given = _filters(asked, filters)
    with con.cursor() as own:
        given["source"] = _source(own, given["source"])
        _choose(own, given["rules"])
        counts = _counts(_counted(own, given))
        found = lake.rows(own, asked.sql, {k: v for k, v in given.items() if k != "rules"})
        nothing = None if found else _nothing(own, asked, given, counts)
    estimates = tuple(k for k in asked.columns if any(isinstance(row.get(k), dict) for row in found))
    shares = tuple(k for k in estimates if any(isinstance(s := row[k], dict) and s["kind"] == "share" for row in found))
    rows = [_flat(row, estimates) for row in found]
    caveat = _caveat(_said(asked.counts, given), asked.caveat, counts, _fewest(found), nothing)
    return Answer(name, counts.n, given, rows, caveat, counts.excluded, counts.rules, estimates, shares, asked)


def _filters(asked: Question, filters: Mapping[str, object]) -> dict[str, Value]:
    for name in filters:
        if name not in asked.parameters:
            known = ", ".join(asked.parameters)
            raise AskError(
                f"{asked.name} 没有条件“{name}”；有：{known}", f"{asked.name} has no filter {name!r}; it has: {known}"
            )
    return {p.name: _given(p, filters.get(p.name)) for p in asked.parameters.values()}


def _given(parameter: Parameter, given: object) -> Value:
    try:
        found = value(parameter.kind, given)
    except SaidError as error:
        label, said = parameter.label, error.said
        raise AskError(
            f"{parameter.name}（{label.zh}）：{said.zh}", f"{parameter.name} ({label.en}): {said.en}"
        ) from None
    return parameter.default if found is None else found


def _source(con: duckdb.DuckDBPyConnection, given: Value) -> Value:
    """The id of a source given as its id, the beginning of its id, or its path."""
    if given is None:
        return None
    sql = "select source from sources where starts_with(source, $given) or path = $given order by source"
    found = lake.rows(con, sql, {"given": given})
    if not found:
        raise AskError(f"库中没有来源 {given}", f"there is no source {given} in the store")
    return str(found[0]["source"])


def _choose(con: duckdb.DuckDBPyConnection, rules: Value) -> None:
    """Let this connection's results be those of one book."""
    if rules is None:
        return
    known = [str(r["rules"]) for r in lake.rows(con, "select distinct rules from all_results order by rules")]
    if rules not in known:
        listed = ", ".join(known) or "-"
        raise AskError(
            f"库中没有按规则 {rules} 的结论；有：{listed}",
            f"the store has no results under the rule book {rules}; it has: {listed}",
        )
    for name in BOOKS:
        con.execute(f"create temp view {name} as select * from all_{name} where rules = '{rules}'")  # noqa: S608  # both are known names


def _counted(con: duckdb.DuckDBPyConnection, given: Mapping[str, Value]) -> list[dict[str, object]]:
    """The deals looked at, by why they don't count, and those that were never judged under the book asked for."""
    counted = lake.rows(con, COUNT, {name: given[name] for name in COUNTED})
    if lake.rows(con, LACKING)[0]["lacking"]:
        counted += lake.rows(con, UNJUDGED, {name: given[name] for name in NARROWING})
    return [row for row in counted if row["deals"]]


def _nothing(
    con: duckdb.DuckDBPyConnection, asked: Question, given: Mapping[str, Value], counts: Counts
) -> Text | None:
    """Why an answer has no row: the filters that leave none; of those that leave no deal at all, the ones that do so alone."""
    if counts.n or counts.excluded:
        own = [p.name for p in asked.parameters.values() if given[p.name] != p.default and p.name not in SAID_ANYWAY]
        return (
            Text(f"{_listed(own, given)} 之下没有一行", f"no row is left under {_listed(own, given)}") if own else None
        )
    narrow = [name for name in NARROWING if given[name] is not None]
    alone = [name for name in narrow if not _counted(con, {**given, **dict.fromkeys(NARROWING), name: given[name]})]
    listed = _listed(alone or narrow, given)
    return (
        Text(f"没有一副符合 {listed}", f"no deal has {listed}")
        if narrow
        else Text("库中没有一副牌", "the store holds no deal")
    )


def _listed(names: Sequence[str], given: Mapping[str, Value]) -> str:
    return ", ".join(f"{name} = {given[name]}" for name in names)


def _flat(row: Mapping[str, object], estimates: Sequence[str]) -> dict[str, object]:
    """A row with four columns an estimate, the same ones in every row."""
    flat: dict[str, object] = {}
    for name, cell in row.items():
        if name in estimates:
            found = _estimate(cell) if isinstance(cell, dict) else NOTHING
            flat |= {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high, f"{name}_n": found.n}
        else:
            flat[name] = cell
    return flat


def _estimate(cell: Mapping[str, object]) -> stats.Estimate:
    sums = stats.Sums(int(str(cell["clusters"])), *(float(str(cell[k])) for k in ("n", "y", "yy", "yn", "nn")))
    if cell["kind"] == "share":
        return stats.share(sums)
    least, most = (None if cell[k] is None else float(str(cell[k])) for k in ("least", "most"))
    return stats.mean(sums, least, most)


def _fewest(rows: list[dict[str, object]]) -> int | None:
    """The smallest number of clusters behind an estimate that has any data."""
    found = [int(c["clusters"]) for row in rows for c in row.values() if isinstance(c, dict) and c["n"]]
    return min(found, default=None)


def _counts(counted: list[dict[str, object]]) -> Counts:
    excluded: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    for row in counted:
        deals = int(str(row["deals"]))
        if row["excluded"] is None:
            rules[str(row["rules"])] += deals
        else:
            excluded[str(row["excluded"])] += deals
    return Counts(rules.total(), dict(sorted(excluded.items())), dict(sorted(rules.items())))


def _said(counted: Text, given: Mapping[str, Value]) -> Text:
    """What counts, as a question says it, without the conditions that were taken back."""
    for name, words in CONDITIONS.items():
        if given.get(name) is False:
            counted = Text(*(text.replace(word, "") for text, word in zip(counted, words, strict=True)))
    return counted


def _caveat(counted: Text, caveat: Text, counts: Counts, fewest: int | None, nothing: Text | None) -> Text:
    n, total = counts.n, counts.n + sum(counts.excluded.values())
    out = [Text(f"{k} 副{REASONS[why].zh}", f"{k} {REASONS[why].en}") for why, k in counts.excluded.items()]
    zh = [f"共 {total} 副，计 {n} 副（{counted.zh}）"] if total else []
    en = [f"{n} of {total} {'deal counts' if total == 1 else 'deals count'} ({counted.en})"] if total else []
    if nothing:
        zh.append(nothing.zh)
        en.append(nothing.en)
    if out:
        zh.append("未计：" + "、".join(t.zh for t in out))
        en.append("left out: " + ", ".join(t.en for t in out))
    if counts.rules:
        zh.append("规则：" + "、".join(counts.rules))
        en.append("rule book: " + ", ".join(counts.rules))
    if n:
        zh.append("区间为 95 %，按场聚类")
        en.append("intervals are 95 %, clustered by match")
    if fewest is not None and fewest < stats.FEW_CLUSTERS:
        zh.append(f"有的行不足 {stats.FEW_CLUSTERS} 场，区间只是粗略的（一场则没有区间）")
        en.append(
            f"some rows rest on fewer than {stats.FEW_CLUSTERS} matches: their intervals are rough (with one match there is none)"
        )
    return Text("；".join(zh) + "。" + caveat.zh, "; ".join(en) + ". " + caveat.en)
