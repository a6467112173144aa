"""A store gives back what was put in, match by match, source by source, and is small."""

from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from engine import rules
from engine.records import Match, Quarantined
from engine.words import Text
from ingest import commit, parquet, schema
from ingest.commit import StoreError
from ingest.store import Store
from tests import toy_format as toy
from tests.toy_store import batch, books, inside, match_id, put

ROOT = Path(__file__).resolve().parent.parent


def without_units(seeds: range) -> list[Match]:
    return [replace(toy.match(seed, line=n), units=0) for n, seed in enumerate(seeds, 1)]


def test_a_store_that_is_not_there_is_empty(tmp_path: Path) -> None:
    store = Store(tmp_path / "none")
    assert (store.batches(), store.tables("events"), store.matches()) == ([], [], [])
    assert len(store.sources()) == 0
    assert not store.path.exists()


def test_what_is_put_in_comes_out_by_match_and_by_source(tmp_path: Path) -> None:
    store = Store(tmp_path / "deep" / "store")
    put(store, batch(range(1, 5)), batch(range(6, 9), "b" * 64))
    assert store.matches(source="a" * 64) == without_units(range(1, 5))
    assert store.matches(source="b" * 16) == without_units(range(6, 9))
    assert store.matches([match_id(toy.match(7)), "f" * 16]) == without_units(range(6, 9))[1:2]
    assert store.matches([]) == []
    assert len(store.matches()) == 7


def test_every_file_has_the_columns_of_its_schema_with_their_descriptions(tmp_path: Path) -> None:
    store = Store(tmp_path)
    put(store, batch(range(6)))
    for name, wanted in schema.TABLES.items():
        assert store.tables(name)
        for path in store.tables(name):
            assert parquet.read(path).schema.equals(wanted, check_metadata=True)


def test_a_folder_of_derived_tables_covers_its_whole_batch(tmp_path: Path) -> None:
    store = Store(tmp_path)
    put(store, batch(range(11)))
    assert books(tmp_path) == {("rules=huaian_2017", "engine=toy"), ("rules=njupt_v1006", "engine=toy")}
    assert len(store.batches()) == 2
    for folder in store.batches():
        (results,) = folder.glob("rules=*/engine=toy/results.parquet")
        assert parquet.read(results)["match_id"].equals(parquet.read(folder / "deals.parquet")["match_id"])
        (book,) = set(parquet.read(folder / "matches.parquet")["rules_default"].to_pylist())
        assert results.parts[-3] == f"rules={book}"


def test_another_rule_book_is_derived_beside_the_first_and_no_fact_is_touched(tmp_path: Path) -> None:
    store = Store(tmp_path)
    put(store, batch(range(11)), batch(range(11, 14), "b" * 64))
    before = inside(tmp_path)
    store.derive("huaian_2017", toy.DERIVER)
    store.derive(rules.load("huaian_2017"), toy.DERIVER)
    after = inside(tmp_path)
    assert {name: after[name] for name in before} == before
    assert [path.parts[-4] for path in store.tables("results", "huaian_2017", "toy")] == [
        b.name for b in store.batches()
    ]
    assert sum(len(parquet.read(path)) for path in store.tables("results", "huaian_2017")) == 2 * 14


def test_a_batch_is_one_row_group_and_lines_and_times_are_deltas(tmp_path: Path) -> None:
    store = Store(tmp_path)
    put(store, batch(range(1, 300)))
    (path, *_) = store.tables("events")
    group = pq.ParquetFile(path).metadata
    assert group.num_row_groups == 1
    columns = {
        c["path_in_schema"]: c for c in (group.row_group(0).column(i).to_dict() for i in range(group.num_columns))
    }
    assert {c["compression"] for c in columns.values()} == {"ZSTD"}
    for name in ("line", "time_ms"):
        assert "DELTA_BINARY_PACKED" in columns[name]["encodings"]


def test_a_batch_that_is_not_whole_is_named(tmp_path: Path) -> None:
    store = Store(tmp_path)
    put(store, batch(range(3)))
    store.tables("events")[0].write_bytes(b"PAR1 not at all")
    with pytest.raises(StoreError, match=r"batch=000001-\w+: events.parquet can't be read"):
        store.matches()
    store.tables("matches")[0].unlink()
    with pytest.raises(StoreError, match=r"matches.parquet can't be read"):
        put(store, batch(range(5, 6), "b" * 64))


def test_quarantined_bytes_are_kept_with_their_source(tmp_path: Path) -> None:
    made = batch(range(2))
    made.ended[0].take(Quarantined(9, Text("否", "no"), Text("是", "yes"), b"\x00\xff"))
    put(Store(tmp_path), made)
    rows = [row for path in Store(tmp_path).tables("quarantine") for row in parquet.read(path).to_pylist()]
    assert [(row["source"], row["line"], row["raw"]) for row in rows] == [("a" * 16, 9, b"\x00\xff")]
    assert made.ended[0].reason == Text(
        "1 行无法读取；首处第 9 行：否（应为是）", "1 line(s) could not be read; the first, line 9: no (expected yes)"
    )


def test_every_table_of_facts_is_in_every_batch_also_if_nothing_is_in_it(tmp_path: Path) -> None:
    again = batch(range(3), "b" * 64)
    put(Store(tmp_path), batch(range(3)), again)
    assert again.ended[0].status == "duplicate"
    for folder in Store(tmp_path).batches():
        assert {p.name for p in folder.glob("*.parquet")} == {f"{name}.parquet" for name in schema.FACTS}


def test_events_take_few_bytes(tmp_path: Path) -> None:
    store = Store(tmp_path)
    put(store, batch(range(1, 400), plays=36))
    (path, *_) = store.tables("events")
    with pq.ParquetFile(path) as file:
        rows, group = file.metadata.num_rows, file.metadata.row_group(0)
    sizes = {
        c.path_in_schema: c.total_compressed_size / rows for c in (group.column(i) for i in range(group.num_columns))
    }
    assert sizes["time_ms"] < 2.5
    assert sizes["line"] < 0.1
    assert sum(size for name, size in sizes.items() if name not in ("time_ms", "cards.list.item")) < 1.0


def test_the_lock_and_leftovers_are_no_part_of_what_is_read(tmp_path: Path) -> None:
    put(Store(tmp_path), batch(range(3)))
    (tmp_path / f"{commit.TEMPORARY}x" / "batch=1").mkdir(parents=True)
    assert len(Store(tmp_path).tables("events")) == len(Store(tmp_path).batches())


def test_a_store_written_before_a_column_was_there_is_read_and_added_to(tmp_path: Path) -> None:
    store = Store(tmp_path)
    put(store, batch(range(3)))
    for name, lacking in (("sources", "format_why_zh"), ("sources", "ignored_by_zh"), ("deals", "ended_line")):
        for path in store.tables(name):
            parquet.write(parquet.read(path).drop_columns([lacking]), path)
    put(store, batch(range(3, 5), "b" * 64))
    assert len(store.matches()) == 5
    assert store.sources()["format_why_zh"].null_count == 2
