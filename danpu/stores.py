"""Stores as they are asked for, filled and read, with every refusal said in both languages."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from danpu.errors import UNREADABLE, USAGE, Refused

if TYPE_CHECKING:
    import duckdb

    from ingest.report import Report

AUTO = "auto"


def existing(path: Path) -> Path:
    """The path of a store that is there. Raises Refused."""
    if not path.exists():
        raise Refused(
            f"没有库 {path}（先运行 danpu ingest PATH --store {path}）",
            f"there is no store {path} (danpu ingest PATH --store {path} makes one)",
            exit_code=UNREADABLE,
        )
    if (path / ".lock").exists() and next(path.glob("batch=*"), None) is None:
        raise Refused(
            f"库 {path} 还是空的（先运行 danpu ingest PATH --store {path}）",
            f"the store {path} holds nothing yet (danpu ingest PATH --store {path} fills it)",
            exit_code=UNREADABLE,
        )
    if not path.is_dir() or next(path.glob("batch=*"), None) is None:
        raise Refused(
            f"{path} 不是库，应为含 batch=… 的文件夹（先运行 danpu ingest PATH --store {path}）",
            f"{path} is no store, expected a folder with batch=... in it (danpu ingest PATH --store {path} fills one)",
            exit_code=UNREADABLE,
        )
    return path


@contextmanager
def refusing(exit_code: int) -> Iterator[None]:
    """What a store cannot do inside is refused with this exit code."""
    from ingest.commit import StoreError

    try:
        yield
    except StoreError as error:
        raise Refused(error.text("zh"), error.text("en"), exit_code=exit_code) from None


def filled(
    inputs: Sequence[str | Path],
    store: Path | str,
    *,
    format_name: str | None = None,
    rules: str = AUTO,
    skipped: Callable[[Path], None] = lambda _: None,
) -> "Report":
    """Read files and folders into a store; `skipped` is told of each store in a folder, which is no record. Raises Refused."""
    from danpu.books import book
    from danpu.sources import named
    from ingest.ingest import ingest

    asked = rules if rules == AUTO else book(rules).name
    asked_format = None if format_name is None else str(named(format_name).FORMAT)
    with refusing(USAGE):
        return ingest(inputs, store, format=asked_format, rules=asked, skipped=skipped)


def connected(store: Path) -> "duckdb.DuckDBPyConnection":
    """The views of a store. Raises Refused for one that is not there or cannot be read."""
    import duckdb

    from analytics import lake

    path = existing(store)
    try:
        for lost in lake.lost(path):
            raise duckdb.IOException(f"{lost} is missing")
        return lake.connect(path)
    except duckdb.Error as error:
        what = str(error).splitlines()[0]
        raise Refused(
            f"无法读取库 {path}：{what}（danpu doctor 可检查）",
            f"the store {path} cannot be read: {what} (danpu doctor looks at it)",
            exit_code=UNREADABLE,
        ) from None
