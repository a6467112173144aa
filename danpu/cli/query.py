"""`danpu query`: read-only SQL over the views of a store."""

from itertools import islice
from typing import Annotated

from danpu import errors
from danpu.cli import screen
from danpu.cli.language import say
from danpu.cli.options import STORE, Command, Csv, Json, Store, argument

SHOWN = 1000

Sql = Annotated[str, argument("SQL", "一条只读的 SQL 语句（DuckDB）", "one SQL statement that only reads (DuckDB)")]


def query(sql: Sql, store: Store = STORE, csv: Csv = False, json: Json = False) -> int:
    """Run a query and show its rows."""
    from danpu import sql as asking

    errors.one_of(csv=csv, json=json)
    answer = asking.query(store, sql)
    if json:
        screen.json_rows(dict(zip(answer.columns, row, strict=True)) for row in answer.rows)
    elif csv:
        screen.sheet(answer.columns, answer.rows)
    else:
        shown = list(islice(answer.rows, SHOWN))
        screen.table(answer.columns, [[screen.cell(value) for value in row] for row in shown])
        if next(answer.rows, None) is not None:
            screen.note(
                say(
                    f"只显示前 {SHOWN} 行；全部用 --csv 或 --json", f"the first {SHOWN} rows; --csv and --json give all"
                )
            )
    return errors.FINE


COMMAND = Command(
    "query",
    "在库的视图上运行只读 SQL。视图与列见 docs/schema.md。",
    "Run read-only SQL over the views of a store. Views and columns: docs/schema.md.",
    (
        'danpu query "select count(*) from deals"',
        'danpu query "select code, count(*) n from findings group by code order by n desc" --csv > findings.csv',
        'danpu query "show tables" --store store --json',
    ),
    query,
)
