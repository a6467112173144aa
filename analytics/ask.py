"""Asks a question of a store and answers with numbers that carry how many observations they rest on and how sure they are.

Every column of a question that is an estimate becomes four: its value, `_low` and `_high` of the 95 % interval clustered by match, and `_n`, the
observations behind it. A deal that does not count is counted: `excluded` says how many and why.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import duckdb

from analytics import lake, stats
from analytics.question import Parameter, Question, Text, Value, questions, value

BOOKS = ("results", "plays", "hands", "findings")
REASONS = {
    "incomplete": Text("不完整", "incomplete"),
    "undecided": Text("胜负不明", "of unknown winners"),
    "illegal": Text("有违规", "with illegal plays"),
    "inconsistent": Text("自相矛盾", "that contradict themselves"),
}
COUNT = """
select excluded, rules, count(*) as deals
from judged($source, $level, $player, $complete, $clean) group by all
"""


NOTHING = stats.Estimate(None, None, None, 0, 0)


class AskError(Exception):
    """A question that cannot be asked like this: what is wrong and what is known, in both languages."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(en)
        self.zh = zh
        self.en = en


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
        parameters = {k: v for k, v in given.items() if k != "rules"}
        counted = lake.rows(own, COUNT, {k: v for k, v in parameters.items() if f"${k}" in COUNT})
        found = lake.rows(own, asked.sql, parameters)
    n, excluded, rules = _counts(counted)
    estimates = tuple(k for k in asked.columns if any(isinstance(row.get(k), dict) for row in found))
    shares = tuple(k for k in estimates if any(isinstance(s := row[k], dict) and s["kind"] == "share" for row in found))
    rows = [_flat(row, estimates) for row in found]
    caveat = _caveat(asked, n, excluded, rules, _fewest(found))
    return Answer(name, n, given, rows, caveat, excluded, rules, estimates, shares, asked)


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
    except ValueError as error:
        raise AskError(
            f"{parameter.name}（{parameter.label.zh}）：{error}", f"{parameter.name} ({parameter.label.en}): {error}"
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


def _counts(counted: list[dict[str, object]]) -> tuple[int, dict[str, int], dict[str, int]]:
    excluded: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    for row in counted:
        deals = int(str(row["deals"]))
        if row["excluded"] is None:
            rules[str(row["rules"])] += deals
        else:
            excluded[str(row["excluded"])] += deals
    return rules.total(), dict(sorted(excluded.items())), dict(sorted(rules.items()))


def _caveat(asked: Question, n: int, excluded: Mapping[str, int], rules: Mapping[str, int], fewest: int | None) -> Text:
    total = n + sum(excluded.values())
    out = [Text(f"{k} 副{REASONS[why].zh}", f"{k} {REASONS[why].en}") for why, k in excluded.items()]
    zh = [f"共 {total} 副，计 {n} 副（{asked.counts.zh}）"]
    en = [f"{n} of {total} deals count ({asked.counts.en})"]
    if out:
        zh.append("未计：" + "、".join(t.zh for t in out))
        en.append("left out: " + ", ".join(t.en for t in out))
    if rules:
        zh.append("规则：" + "、".join(rules))
        en.append("rule book: " + ", ".join(rules))
    if n:
        zh.append("区间为 95 %，按场聚类")
        en.append("intervals are 95 %, clustered by match")
    if fewest is not None and fewest < stats.FEW_CLUSTERS:
        zh.append(f"有的行不足 {stats.FEW_CLUSTERS} 场，区间只是粗略的（一场则没有区间）")
        en.append(
            f"some rows rest on fewer than {stats.FEW_CLUSTERS} matches: their intervals are rough (with one match there is none)"
        )
    return Text("；".join(zh) + "。" + asked.caveat.zh, "; ".join(en) + ". " + asked.caveat.en)
