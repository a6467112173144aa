"""What docs say of views and questions, from the views and questions themselves; a test compares them.

`python -m analytics.document` writes docs/questions.md anew, and docs/schema.md from its `VIEWS` mark down.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from analytics import lake, stats
from analytics.question import SHARED, Parameter, Question, questions
from ingest import schema
from ingest.schema_doc import FILE, VIEWS

QUESTIONS = FILE.parent / "questions.md"
OF_VIEWS = """## Views · 视图

What `danpu query` sees: the tables above with their codes spelled out, renamed and cast, no more. `results plays hands findings` show one rule book, the one
a match was read under; `all_results all_plays all_hands all_findings` have the same columns and every book. A level is an ordered enum (`level > '9'`).
`danpu query` 所见：上列各表，编码换成文字。`results plays hands findings` 只按一本规则（读入时所依）；`all_...` 列相同而含各本规则。级数为有序枚举。
"""
OF_QUESTIONS = f"""# Questions · 问题

Written by `python -m analytics.document` from `analytics/questions/*.sql`; a test compares them.
由 `python -m analytics.document` 写成，有测试核对。

    danpu ask                                     lists the questions · 列出问题
    danpu ask partnership_win_rates --store DIR   answers one · 回答其一；--json、--csv

Every estimate has four columns: its value, `_low` and `_high` of its 95 % interval, and `_n`, the observations behind it.
Deals that do not count are counted: `excluded` says how many and why.
每个估计有四列：值、95 % 区间两端、所据个数；未计入的副牌也有数目与原因。

Intervals are clustered by match, because the deals of a match are alike in players and levels: the cluster-robust standard
error (CR1) of a ratio of sums, and Student's t with G* - 1 degrees of freedom, where G* = (sum n)^2 / sum n^2 is the number of
equally large matches that the matches are worth. A share's interval is made on the log-odds. Where all matches agree exactly there
is no variance to see: a share gets Wilson's interval with each match counted once, a mean gets none. One match gives no interval;
below {stats.FEW_CLUSTERS} matches the answer says that its intervals are rough. Simulated coverage is 0.92 to 0.99 from five matches up.
Above 20,000 matches they are pooled into 4,096 groups by a hash of their ids.
区间按场聚类，因为同一场的各副在人与级数上相似：比率用聚类稳健标准误（CR1）与 t 分布，比例在对数几率上做。
各场完全相同时，比例用 Wilson 区间（每场算一次），均值不给区间；只有一场不给区间；不足 {stats.FEW_CLUSTERS} 场则注明粗略。
"""


def views() -> str:
    """The part of docs/schema.md that describes the views."""
    with tempfile.TemporaryDirectory() as empty:
        con = lake.connect(Path(empty))
        described = {name: lake.rows(con, f"describe {name}") for name in schema.TABLES}
        con.close()
    lines = [OF_VIEWS]
    for name, columns in described.items():
        lines += [f"### View `{name}`\n", "| column | type |", "|---|---|"]
        lines += [f"| `{row['column_name']}` | {_kind(str(row['column_type']))} |" for row in columns]
        lines.append("")
    return "\n".join(lines)


def _kind(kind: str) -> str:
    for name, first in (("level", "ENUM('2'"), ("event kind", "ENUM('tribute'"), ("combination", "ENUM('none'")):
        if kind.startswith(first):
            return f"{name}{kind[kind.index(')') + 1 :]}"
    return kind.lower()


def of_questions() -> str:
    """docs/questions.md."""
    shared = ["## Shared filters · 共有条件", "", *_parameters(SHARED), ""]
    return "\n".join([OF_QUESTIONS, *shared, *(line for question in questions() for line in _question(question))])


def _question(question: Question) -> Iterator[str]:
    yield f"## {question.name}\n"
    yield f"**{question.title.en} · {question.title.zh}**\n"
    yield f"- A row is {question.row.en}. {question.row.zh}。"
    yield f"- Counted: {question.counts.en}. 计入：{question.counts.zh}。"
    yield f"- {question.caveat.en} {question.caveat.zh}\n"
    own = [p for p in question.parameters.values() if p not in SHARED]
    yield from _parameters(own)
    yield ""
    yield "| column | meaning | 含义 |\n|---|---|---|"
    yield from (f"| `{name}` | {text.en} | {text.zh} |" for name, text in question.columns.items())
    yield ""


def _parameters(parameters: tuple[Parameter, ...] | list[Parameter]) -> Iterator[str]:
    yield "| filter | kind | default | meaning | 含义 |\n|---|---|---|---|---|"
    for p in parameters:
        default = "" if p.default is None else str(p.default).lower()
        yield f"| `{p.name}` | {p.kind} | {default} | {p.label.en} | {p.label.zh} |"


def main() -> None:
    """Write both documents."""
    above, mark, _ = FILE.read_text("utf-8").partition(VIEWS + "\n")
    FILE.write_text(above + mark + views(), "utf-8")
    QUESTIONS.write_text(of_questions(), "utf-8")


if __name__ == "__main__":
    main()
