"""Read-only SQL over a store's views."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import duckdb

from danpu.errors import Refused
from danpu.stores import connected

READING = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN, duckdb.StatementType.MULTI)
CHUNK = 10_000
HEARTBEAT_S = 0.2  # how soon an interrupt is heard
Result = TypeVar("Result")


@dataclass(frozen=True)
class Answer:
    """The columns of a query, and its rows as they come."""

    columns: Sequence[str]
    rows: Iterator[Sequence[object]]


def query(store: Path, sql: str) -> Answer:
    """The answer to one statement that only reads. Raises Refused for anything else, and for what DuckDB does not understand."""
    con = connected(store)
    try:
        done = _one(con, sql)
    except duckdb.Error as error:
        raise _refused(error) from None
    return Answer(_distinct([column[0] for column in done.description or ()]), _rows(done))


def _one(con: duckdb.DuckDBPyConnection, sql: str) -> duckdb.DuckDBPyConnection:
    statements = con.extract_statements(sql)
    if len(statements) != 1:
        raise Refused(
            f"应为一条 SQL 语句，实为 {len(statements)} 条", f"expected one SQL statement, got {len(statements)}"
        )
    if statements[0].type not in READING:
        kind = statements[0].type.name
        raise Refused(f"只能查询，不能 {kind}", f"only queries are allowed here, not {kind}")
    return _interruptible(con, lambda: con.execute(statements[0]))


def _interruptible(con: duckdb.DuckDBPyConnection, work: Callable[[], Result]) -> Result:
    """What some work on a connection gives, done beside: DuckDB hears no signal, so that an interrupted wait has to tell it to stop."""
    with ThreadPoolExecutor(1) as beside:
        waiting = beside.submit(work)
        try:
            while True:
                with suppress(TimeoutError):
                    return waiting.result(HEARTBEAT_S)
        except KeyboardInterrupt:
            con.interrupt()
            raise


def _rows(done: duckdb.DuckDBPyConnection) -> Iterator[Sequence[object]]:
    while chunk := _chunk(done):
        yield from chunk


def _chunk(done: duckdb.DuckDBPyConnection) -> list[tuple[object, ...]]:
    try:
        return _interruptible(done, lambda: done.fetchmany(CHUNK))
    except duckdb.Error as error:
        raise _refused(error) from None


def _refused(error: duckdb.Error) -> Refused:
    said = " ".join(line.strip(" ^") for line in str(error).splitlines() if line.strip(" ^"))
    return Refused(f"SQL 有误：{said}", f"SQL: {said}")


def _distinct(names: Sequence[str]) -> list[str]:
    """Column names of which no two are equal, so that each row can be an object.

    >>> _distinct(["a", "b", "a"])
    ['a', 'b', 'a_2']
    """
    found: list[str] = []
    for name in names:
        again = 2
        told = name
        while told in found:
            told = f"{name}_{again}"
            again += 1
        found.append(told)
    return found
