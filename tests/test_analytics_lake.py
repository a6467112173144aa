"""The views over a store: every column, spelled out; one book a deal; nothing else within reach."""

import shutil
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analytics import lake
from engine import cards, records
from ingest import schema
from tests.synthetic_plan import Plan
from tests.synthetic_store import build, table

RENAMED = {("hands", "at"): "hands_at"}  # "at" is a word of SQL
RESULTS = "match_id match_no deal_no source first_line complete starts_match level level_how finish finish_claimed winner_team steps rules engine"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lake")
    build(path, Plan(matches=12, deals=4))
    return path


@pytest.fixture(scope="module")
def con(store: Path) -> duckdb.DuckDBPyConnection:
    return lake.connect(store)


def columns(con: duckdb.DuckDBPyConnection, view: str) -> list[str]:
    return [str(row["column_name"]) for row in lake.rows(con, f"describe {view}")]


@pytest.mark.parametrize("name", schema.TABLES)
def test_a_view_has_every_column_of_its_table(con: duckdb.DuckDBPyConnection, name: str) -> None:
    wanted = {RENAMED.get((name, column), column) for column in schema.TABLES[name].names}
    assert wanted <= set(columns(con, name))
    if name in schema.DERIVED:
        assert columns(con, f"all_{name}") == columns(con, name)


def test_results_begin_with_the_columns_that_were_promised(con: duckdb.DuckDBPyConnection) -> None:
    assert columns(con, "results")[:15] == RESULTS.split()


def test_the_views_show_as_many_rows_as_the_files_have(con: duckdb.DuckDBPyConnection, store: Path) -> None:
    for name in schema.TABLES:
        assert lake.rows(con, f"select count(*) as n from {name}") == [{"n": len(table(store, name))}], name


@pytest.mark.parametrize(
    ("macro", "names"),
    [
        ("level_of", tuple(cards.RANKS)),
        ("rank_text", cards.RANK_NAMES),
        ("event_kind_of", records.EVENT_NAMES),
        ("combination_of", ("none", *records.KIND_NAMES[1:])),
    ],
)
def test_a_code_is_spelled_as_the_engine_means_it(
    con: duckdb.DuckDBPyConnection, macro: str, names: tuple[str, ...]
) -> None:
    found = lake.rows(con, f"select {macro}(code) as word from range({len(names)}) as t(code) order by code")
    assert [row["word"] for row in found] == list(names)
    assert lake.rows(con, f"select {macro}(null) as word") == [{"word": None}]


def test_cards_are_texts(con: duckdb.DuckDBPyConnection) -> None:
    assert lake.rows(con, "select card_texts(range(54)) as c")[0]["c"] == list(cards.CARD_NAMES)
    hand = lake.rows(con, "select cards, how from hands limit 1")[0]
    assert isinstance(hand["cards"], list)
    assert len(hand["cards"]) == 27
    assert set(hand["cards"]) <= set(cards.CARD_NAMES)
    assert hand["how"] == ["dealt"] * 27


def test_levels_are_ordered(con: duckdb.DuckDBPyConnection) -> None:
    found = lake.rows(con, "select distinct level from results where level > '9' order by level desc")
    assert [row["level"] for row in found] == [r for r in "AKQJT" if {"level": r} in found]
    assert found


def test_numbers_can_be_reckoned_with(con: duckdb.DuckDBPyConnection) -> None:
    assert lake.rows(
        con, "select min(steps - 4) < 0 as ok, min(seat - 4) < 0 as also from results join seats using (match_id)"
    ) == [{"ok": True, "also": True}]


def test_an_empty_store_has_views_of_the_right_types(tmp_path: Path, con: duckdb.DuckDBPyConnection) -> None:
    empty = lake.connect(tmp_path)
    for name in schema.TABLES:
        assert lake.rows(empty, f"select * from {name}") == []
        assert lake.rows(empty, f"describe {name}") == lake.rows(con, f"describe {name}")


def test_a_path_without_a_store_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(lake.NoStoreError, match="nowhere: no store there"):
        lake.connect(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["plain", "a [b] c*d?", "it's", "掼蛋 谱"])
def test_a_store_may_stand_anywhere(tmp_path: Path, store: Path, name: str) -> None:
    if "*" in name and __import__("os").name == "nt":
        pytest.skip("Windows knows no such name")
    shutil.copytree(store, tmp_path / name)
    assert lake.rows(lake.connect(tmp_path / name), "select count(*) > 0 as some from plays") == [{"some": True}]


def test_files_of_older_schemas_lack_columns_and_newer_ones_have_more(tmp_path: Path, store: Path) -> None:
    shutil.copytree(store, tmp_path / "s")
    file = next((tmp_path / "s").glob("batch=*/matches.parquet"))
    old = pq.ParquetFile(file).read().drop_columns(["rules_default", "label"])
    pq.write_table(old.append_column("mood", pa.array(["calm"] * len(old))), file)
    build(tmp_path / "s", Plan(matches=3, deals=2, seed=9, batch="0002"))
    found = lake.rows(lake.connect(tmp_path / "s"), "select count(*) as n, count(rules_default) as known from matches")
    assert found == [{"n": 15, "known": 3}]


def test_one_book_is_shown_and_every_book_is_there(tmp_path: Path) -> None:
    build(tmp_path, Plan(matches=5, deals=3))
    build(tmp_path, Plan(matches=5, deals=3, rules="njupt_v1006"))  # the same matches, also under another book
    matches = next(tmp_path.glob("batch=*/matches.parquet"))
    held = pq.ParquetFile(matches).read()
    own = held.set_column(
        held.schema.get_field_index("rules_default"), "rules_default", pa.array(["huaian_2017"] * len(held))
    )
    pq.write_table(own, matches)
    deals = len(table(tmp_path, "deals"))

    con = lake.connect(tmp_path)
    assert lake.rows(con, "select rules, count(*) as n from results group by rules") == [
        {"rules": "huaian_2017", "n": deals}
    ]
    assert lake.rows(con, "select count(*) as n from all_results") == [{"n": 2 * deals}]

    other = lake.connect(tmp_path, rules="njupt_v1006")
    assert lake.rows(other, "select rules, count(*) as n from plays group by rules")[0]["rules"] == "njupt_v1006"
    assert lake.rows(lake.connect(tmp_path, rules="unheard"), "select count(*) as n from results") == [{"n": 0}]


def test_of_two_engines_the_newer_one_is_seen(tmp_path: Path) -> None:
    build(tmp_path, Plan(matches=4, deals=2, engine="0.9.0"))
    build(tmp_path, Plan(matches=4, deals=2, engine="0.10.0"))
    for view in ("results", "all_results"):
        assert lake.rows(lake.connect(tmp_path), f"select distinct engine from {view}") == [{"engine": "0.10.0"}]


@pytest.mark.parametrize(
    "sql",
    [
        "select * from read_text('{outside}')",
        "copy (select 1) to '{outside}.csv'",
        "attach '{outside}.db'",
        "set enable_external_access = true",
        "set allowed_directories = ['/']",
    ],
)
def test_nothing_outside_the_store_can_be_reached(con: duckdb.DuckDBPyConnection, tmp_path: Path, sql: str) -> None:
    outside = tmp_path / "outside"
    outside.write_text("secret")
    with con.cursor() as own, pytest.raises(duckdb.Error):
        own.execute(sql.format(outside=outside)).fetchall()
    assert [f.name for f in tmp_path.iterdir()] == ["outside"]


def test_what_lies_in_a_variable_is_not_a_table(con: duckdb.DuckDBPyConnection) -> None:
    secret = pa.table({"word": ["secret"]})
    assert len(secret) == 1
    with con.cursor() as own, pytest.raises(duckdb.CatalogException):
        own.execute("select * from secret").fetchall()


def test_two_cursors_do_not_disturb_each_other(con: duckdb.DuckDBPyConnection) -> None:
    from concurrent.futures import ThreadPoolExecutor

    def count(_: int) -> object:
        with con.cursor() as own:
            return lake.rows(own, "select count(*) as n from plays")[0]["n"]

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(count, range(40)))) == 1
