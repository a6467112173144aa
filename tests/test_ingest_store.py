"""A store holds batches that are there whole or not at all, gives back what was put in, and refuses in one line."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from engine import rules
from engine.records import Match, Quarantined
from ingest import commit, lock, parquet, schema, tables
from ingest.batch import Batch, Part
from ingest.commit import StoreError
from ingest.errors import Said
from ingest.ledger import Entry, ImbalanceError
from ingest.store import Store
from tests import toy_format as toy
from tests.nobody import nobody

ROOT = Path(__file__).resolve().parent.parent


def part(entry: Entry, seeds: range, **shape: int) -> Part:
    columns = tables.columns([toy.match(seed, line=n, **shape) for n, seed in enumerate(seeds, 1)])
    entry.read += len(seeds)
    return Part(entry, tables.sign(columns, entry.source, toy.RULES), columns.units)


def batch(seeds: range, sha256: str = "a" * 64, **shape: int) -> Batch:
    entry = Entry("a.toy", sha256, 10, unit="line")
    made = Batch(ended=[entry])
    made.add(part(entry, seeds, **shape))
    return made


def put(store: Store, *made: Batch) -> None:
    with store.writer(toy.DERIVER) as writer:
        for one in made:
            writer.commit(one)


def inside(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def without_units(seeds: range) -> list[Match]:
    return [replace(toy.match(seed, line=n), units=0) for n, seed in enumerate(seeds, 1)]


def test_a_store_that_is_not_there_is_empty(tmp_path: Path) -> None:
    store = Store(tmp_path / "none")
    assert (store.batches(), store.tables("events"), store.rules(), store.matches()) == ([], [], [], [])
    assert len(store.sources()) == 0
    assert not store.path.exists()


def test_what_is_put_in_comes_out_by_match_and_by_source(tmp_path: Path) -> None:
    store = Store(tmp_path / "deep" / "store")
    put(store, batch(range(1, 5)), batch(range(6, 9), "b" * 64))
    assert store.matches(source="a" * 64) == without_units(range(1, 5))
    assert store.matches(source="b" * 16) == without_units(range(6, 9))
    assert store.matches([tables.match_id(toy.match(7)), "f" * 16]) == without_units(range(6, 9))[1:2]
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
    assert store.rules() == [("huaian_2017", "toy"), ("njupt_v1006", "toy")]
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


def test_the_same_matches_from_another_source_are_known(tmp_path: Path) -> None:
    store = Store(tmp_path)
    again = batch(range(3, 8), "b" * 64)
    put(store, batch(range(1, 5)), again)
    (entry,) = again.ended
    assert (entry.status, entry.stored, entry.duplicate, entry.matches) == ("stored", 3, 2, 3)
    assert len(store.matches()) == 7


def test_a_match_that_occurs_twice_in_a_source_is_stored_once(tmp_path: Path) -> None:
    twice = batch(range(1, 4))
    twice.add(part(twice.ended[0], range(2, 6)))
    put(Store(tmp_path), twice)
    (entry,) = twice.ended
    assert (entry.read, entry.stored, entry.duplicate) == (7, 5, 2)
    assert len(Store(tmp_path).matches()) == 5


def test_what_a_killed_run_left_of_a_source_counts_as_stored_when_it_is_completed(tmp_path: Path) -> None:
    begun = batch(range(1, 4))
    begun.ended.clear()
    put(Store(tmp_path), begun)
    assert len(Store(tmp_path).sources()) == 0
    whole = batch(range(1, 6))
    put(Store(tmp_path), whole)
    (entry,) = whole.ended
    assert (entry.status, entry.stored, entry.duplicate, entry.matches, entry.deals) == ("stored", 5, 0, 5, 10)
    assert len(Store(tmp_path).matches()) == 5
    (row,) = Store(tmp_path).sources().to_pylist()
    assert (row["read"], row["stored"]) == (5, 5)


def test_two_writers_with_the_same_matches_put_them_in_once(tmp_path: Path) -> None:
    first, second = batch(range(1, 6)), batch(range(3, 9), "b" * 64)
    with Store(tmp_path).writer(toy.DERIVER) as one, Store(tmp_path).writer(toy.DERIVER) as other:
        one.commit(first)
        other.commit(second)
    assert (first.ended[0].stored, second.ended[0].stored, second.ended[0].duplicate) == (5, 3, 3)
    assert len(Store(tmp_path).matches()) == 8
    assert len(list(tmp_path.glob(".tmp-*"))) == 0


def test_two_writers_with_the_same_source_enter_it_once(tmp_path: Path) -> None:
    first, second = batch(range(1, 6)), batch(range(1, 6))
    with Store(tmp_path).writer(toy.DERIVER) as one, Store(tmp_path).writer(toy.DERIVER) as other:
        one.commit(first)
        other.commit(second)
    assert [b.ended[0].status for b in (first, second)] == ["stored", "duplicate"]
    assert (second.ended[0].read, second.ended[0].duplicate, second.ended[0].matches) == (5, 5, 0)
    assert len(Store(tmp_path).sources()) == 1


def test_a_unit_that_gets_lost_stops_the_commit(tmp_path: Path) -> None:
    lost = batch(range(1, 4))
    lost.ended[0].read += 1
    with pytest.raises(ImbalanceError):
        put(Store(tmp_path), lost)
    assert Store(tmp_path).batches() == []


def test_a_dead_writers_leftovers_are_cleared_and_a_live_ones_are_not(tmp_path: Path) -> None:
    dead = tmp_path / ".tmp-dead"
    (dead / "1").mkdir(parents=True)
    (dead / "1" / "events.parquet").write_bytes(b"half")
    (dead / "alive").touch()
    with Store(tmp_path).writer(toy.DERIVER) as alive:
        with Store(tmp_path).writer(toy.DERIVER):
            left = list(tmp_path.glob(".tmp-*"))
        assert dead not in left
        assert len(left) == 2
        alive.commit(batch(range(3)))
    assert list(tmp_path.glob(".tmp-*")) == []


def test_a_lock_is_free_when_nobody_holds_it(tmp_path: Path) -> None:
    held = lock.take(tmp_path / "lock")
    assert not lock.is_free(tmp_path / "lock")
    lock.drop(held)
    assert lock.is_free(tmp_path / "lock")
    assert lock.is_free(tmp_path / "missing")


def test_a_store_that_is_a_file_is_refused_in_one_line_of_each_language(tmp_path: Path) -> None:
    (tmp_path / "store").write_text("mine")
    with pytest.raises(StoreError) as error, Store(tmp_path / "store").writer(toy.DERIVER):
        pass
    assert error.value.text("en") == f"store {tmp_path / 'store'}: this is a file; a folder was expected"
    assert error.value.text("zh") == f"数据仓 {tmp_path / 'store'}：这是文件；应为文件夹"
    assert (tmp_path / "store").read_text() == "mine"


def test_a_store_inside_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(StoreError, match="this is a file"), Store(tmp_path / "file" / "store").writer(toy.DERIVER):
        pass


def test_a_read_only_store_is_refused_and_stays_as_it_was(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    put(store, batch(range(3)))
    store.path.chmod(0o555)
    (store.path / ".lock").chmod(0o444)
    before = inside(store.path)
    with (
        nobody(tmp_path),
        pytest.raises(StoreError, match=r"store .*: can't be written \(Permission denied\); nothing was changed"),
    ):
        put(store, batch(range(5, 9), "b" * 64))
    assert inside(store.path) == before
    assert len(store.matches()) == 3


def test_a_full_disk_is_refused_and_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    put(Store(tmp_path), batch(range(3)))
    before = inside(tmp_path)
    script = f"""
import resource, sys
sys.path[:0] = [{str(ROOT)!r}]
from tests.test_ingest_store import *
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    put(Store({str(tmp_path)!r}), batch(range(10, 600), "b" * 64))
except StoreError as error:
    print(error)
"""
    if sys.platform == "win32":
        pytest.skip("no limit of file sizes on Windows")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == f"store {tmp_path}: can't be written (File too large); nothing was changed\n"
    assert inside(tmp_path) == before


def test_a_batch_that_is_not_whole_is_named(tmp_path: Path) -> None:
    store = Store(tmp_path)
    put(store, batch(range(3)))
    store.tables("events")[0].write_bytes(b"PAR1 not at all")
    with pytest.raises(StoreError, match=r"batch=000001-\w+: events.parquet can't be read"):
        store.matches()
    store.tables("matches")[0].unlink()
    with pytest.raises(StoreError, match=r"matches.parquet can't be read"):
        put(store, batch(range(5, 6), "b" * 64))


def test_batches_are_numbered_on_in_the_order_they_come_in(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(3):
        put(store, batch(range(number * 5 + 1, number * 5 + 3), f"{number}" * 64))
    assert [b.name.split("-")[0] for b in store.batches()] == ["batch=000001", "batch=000002", "batch=000003"]
    assert store.sources()["sha256"].to_pylist() == ["0" * 64, "1" * 64, "2" * 64]


def test_quarantined_bytes_are_kept_with_their_source(tmp_path: Path) -> None:
    made = batch(range(2))
    made.ended[0].take(Quarantined(9, "no", "yes", b"\x00\xff"))
    put(Store(tmp_path), made)
    rows = [row for path in Store(tmp_path).tables("quarantine") for row in parquet.read(path).to_pylist()]
    assert [(row["source"], row["line"], row["raw"]) for row in rows] == [("a" * 16, 9, b"\x00\xff")]
    assert made.ended[0].reason == Said(
        "1 line(s) could not be read; the first, line 9: no", "1 行无法读取；首处第 9 行：no"
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


def test_units_and_matches_of_a_batch_may_come_from_many_sources(tmp_path: Path) -> None:
    made = batch(range(1, 4))
    other = Entry("b.toy", "b" * 64, 10, unit="line")
    made.add(part(other, range(3, 8)))
    made.ended.append(other)
    put(Store(tmp_path), made)
    assert [(e.stored, e.duplicate) for e in made.ended] == [(3, 0), (4, 1)]
    assert Store(tmp_path).sources()["path"].to_pylist() == ["a.toy", "b.toy"]
    assert np.unique([m.label for m in Store(tmp_path).matches()]).size == 7


def test_the_lock_and_leftovers_are_no_part_of_what_is_read(tmp_path: Path) -> None:
    put(Store(tmp_path), batch(range(3)))
    (tmp_path / f"{commit.TEMPORARY}x" / "batch=1").mkdir(parents=True)
    assert len(Store(tmp_path).tables("events")) == len(Store(tmp_path).batches())
