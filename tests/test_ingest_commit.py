"""Batches go into a store whole or not at all, matches and sources once, whoever else is writing; what can't be written is refused in one line."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ingest import lock
from ingest.commit import StoreError
from ingest.ledger import Entry, ImbalanceError
from ingest.store import Store
from tests import toy_format as toy
from tests.nobody import nobody
from tests.toy_store import batch, inside, part, put

ROOT = Path(__file__).resolve().parent.parent


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
    assert error.value.text("zh") == f"库 {tmp_path / 'store'}：这是文件；应为文件夹"
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
from ingest.commit import StoreError
from tests.toy_store import *
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


def test_batches_are_numbered_on_in_the_order_they_come_in(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(3):
        put(store, batch(range(number * 5 + 1, number * 5 + 3), f"{number}" * 64))
    assert [b.name.split("-")[0] for b in store.batches()] == ["batch=000001", "batch=000002", "batch=000003"]
    assert store.sources()["sha256"].to_pylist() == ["0" * 64, "1" * 64, "2" * 64]


def test_units_and_matches_of_a_batch_may_come_from_many_sources(tmp_path: Path) -> None:
    made = batch(range(1, 4))
    other = Entry("b.toy", "b" * 64, 10, unit="line")
    made.add(part(other, range(3, 8)))
    made.ended.append(other)
    put(Store(tmp_path), made)
    assert [(e.stored, e.duplicate) for e in made.ended] == [(3, 0), (4, 1)]
    assert Store(tmp_path).sources()["path"].to_pylist() == ["a.toy", "b.toy"]
    assert np.unique([m.label for m in Store(tmp_path).matches()]).size == 7
