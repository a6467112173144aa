"""Commands that need a store or none: ingest, ask, query, rules, doctor, and the Python API."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import danpu
from danpu import errors
from danpu.cli import run
from danpu.export import names
from ingest import lock
from ingest.commit import ALIVE
from ingest.readers import READERS

Said = Callable[..., tuple[int, str, str]]


def test_ingest_answers_in_json_and_knows_a_duplicate(simulated: Path, tmp_path: Path, said: Said) -> None:
    first = said("ingest", simulated, "--store", tmp_path / "store", "--json")
    again = said("ingest", simulated, "--store", tmp_path / "store", "--json")
    for (code, out, _), status in ((first, "stored"), (again, "duplicate")):
        found = json.loads(out)
        assert code == errors.FINE
        assert list(found) == ["store", "rules", "sources", "totals"]
        assert found["sources"][0]["status"] == status
        totals = found["totals"]
        assert totals["read"] == totals["stored"] + totals["duplicate"] + totals["quarantined"] + totals["ignored"]


def test_ingest_is_chinese_in_chinese(simulated: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for status in ("入库", "重复"):
        assert run(["ingest", str(simulated), "--store", str(tmp_path / "store"), "--lang", "zh"]) == errors.FINE
        told = capsys.readouterr()
        assert f"  {status}  " in told.out
        assert re.search("[一-鿿]", told.err)


def test_ask_lists_the_questions(said: Said) -> None:
    code, out, _ = said("ask", "--json")
    assert code == errors.FINE
    assert {row["question"] for row in json.loads(out)} >= {"bomb_usage", "partnership_win_rates", "tribute_impact"}


def test_ask_answers_alike_in_json_csv_and_python(simulated_store: Path, said: Said) -> None:
    code, out, _ = said("ask", "tribute_impact", "--by-level", "--store", simulated_store, "--json")
    found = json.loads(out)
    assert code == errors.FINE
    assert {"question", "n", "filters", "rows", "caveat"} <= set(found)
    assert found["rows"] == danpu.ask(simulated_store, "tribute_impact", by_level=True)["rows"]
    csv = said("ask", "tribute_impact", "--by-level", "--store", simulated_store, "--csv")[1]
    assert csv.startswith("\ufefftribute,")
    assert csv.count("\r\n") == len(found["rows"]) + 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["bomb_usage", "--nothing", "1"],
        ["bomb_usage", "--level", "1"],
        ["--by-level", "tribute_impact"],
        ["bomb_usage", "more"],
    ],
)
def test_ask_refuses_what_it_does_not_know(arguments: list[str], simulated_store: Path, said: Said) -> None:
    code, out, err = said("ask", *arguments, "--store", simulated_store)
    assert (code, out) == (errors.USAGE, "")
    assert err.count("\n") == 1


def test_query_answers_alike_in_json_csv_and_python(simulated_store: Path, said: Said) -> None:
    sql = "select deal_no, count(*) n from deals group by all order by all"
    found = json.loads(said("query", sql, "--store", simulated_store, "--json")[1])
    assert found == danpu.query(simulated_store, sql)
    assert list(found[0]) == ["deal_no", "n"]
    assert said("query", sql, "--store", simulated_store, "--csv")[1].count("\r\n") == len(found) + 1
    assert json.loads(said("query", "select 1 a where false", "--store", simulated_store, "--json")[1]) == []


@pytest.mark.parametrize(
    "sql",
    [
        "selec 1",
        "select * from nothing",
        "select 1; select 2",
        "",
        "drop view deals",
        "copy deals to 'x'",
        "attach 'x'",
        "set threads=1",
        "create table t (a int)",
    ],
)
def test_query_only_reads_and_an_error_is_one_line(
    sql: str, simulated_store: Path, said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = said("query", sql, "--store", simulated_store)
    assert (code, out) == (errors.USAGE, "")
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_classify_and_beats_answer_in_json(said: Said) -> None:
    found = json.loads(said("rules", "classify", "S5 S6 S7 H9 H9", "--level", "9", "--json")[1])
    assert list(found) == ["cards", "level", "rules", "readings", "settled", "rests_on"]
    said_of = {"settled": True, "rests_on": []}
    first = {"kind": "straight_flush", "rank": "9", "size": 5, "wild_as": ["S8", "S9"]}
    assert found["readings"][0] == first | said_of
    given = ["rules", "beats", "S5 S6 S7 H9 H9", "--on", "C4 C4 D4 S4", "--level", "9", "--json"]
    assert json.loads(said(*given)[1])["beats"] is True
    assert json.loads(said(*given, "--as", "straight:9")[1])["beats"] is False


def test_a_declared_reading_of_another_size_is_none(said: Said) -> None:
    given = ["rules", "beats", "H5", "--on", "S4", "--level", "2", "--json"]
    assert json.loads(said(*given, "--as", "single:5")[1])["beats"] is True
    for impossible in ("pair:5", "triple:5", "straight:5"):
        assert json.loads(said(*given, "--as", impossible)[1])["beats"] is False
    assert "pair needs its rank, as in pair:K" in said(*given, "--as", "pair")[2]


@pytest.mark.parametrize("size", [11, 12, 13, 27])
def test_more_cards_than_any_combination_has_are_none(size: int, said: Said) -> None:
    cards = " ".join(
        [*(suit + rank for rank in "34567" for suit in "SHCD"), *(f"S{rank}" for rank in "3456789")][:size]
    )
    code, out, _ = said("rules", "classify", cards, "--level", "2", "--json")
    assert (code, json.loads(out)["readings"]) == (errors.FINE, [])


def test_every_format_that_can_be_written_can_be_read(said: Said) -> None:
    assert set(names()) <= {reader.FORMAT for reader in READERS}
    assert "njupt_lists" in said("simulate", "--matches", 1, "--format", "njupt_lists", "--out", "-")[2]
    assert said("simulate", "--matches", 1, "--format", "njupt_lists", "--out", "-")[0] == errors.USAGE


@pytest.mark.parametrize("cards", ["", "S1", "S5 S5 S5", "5S"])
def test_classify_refuses_what_are_no_cards(cards: str, said: Said) -> None:
    assert said("rules", "classify", cards, "--level", "2")[0] == errors.USAGE


def test_doctor_finds_a_healthy_store_well(simulated_store: Path, said: Said) -> None:
    code, out, _ = said("doctor", "--store", simulated_store, "--json")
    assert code == errors.FINE
    assert {row["status"] for row in json.loads(out)} <= {"ok", "warn"}


def test_doctor_finds_what_is_broken(simulated: Path, tmp_path: Path, said: Said) -> None:
    store = tmp_path / "store"
    said("ingest", simulated, "--store", store)
    (store / ".tmp-dead").mkdir()
    assert "warn" in {row["status"] for row in json.loads(said("doctor", "--store", store, "--json")[1])}
    next(store.glob("batch=*/events.parquet")).write_bytes(b"broken")
    code, out, _ = said("doctor", "--store", store, "--json")
    assert code == errors.FOUND
    assert any(row["status"] == "fail" and "events.parquet" in row["en"] for row in json.loads(out))


def doctored(said: Said, store: Path) -> dict[str, str]:
    return {row["en"]: row["status"] for row in json.loads(said("doctor", "--store", store, "--json")[1])}


def test_doctor_ingest_and_the_ledger_agree_on_what_was_refused_and_on_duplicates(
    simulated: Path, tmp_path: Path, said: Said
) -> None:
    store, bad = tmp_path / "store", tmp_path / "bad.log"
    bad.write_bytes(b"nothing of ours\n")
    for paths in ((bad,), (simulated,), (bad, simulated)):
        said("ingest", *paths, "--store", store)
    found = doctored(said, store)
    assert set(found.values()) == {"ok"}
    assert found["sources in the ledger: rejected 1, stored 1"] == "ok"
    assert danpu.query(store, "select status, count(*) n from sources group by all order by all") == [
        {"status": "rejected", "n": 1},
        {"status": "stored", "n": 1},
    ]


def test_doctor_sees_a_dead_run_also_where_nothing_is_stored_yet(tmp_path: Path, said: Said) -> None:
    store = tmp_path / "store"
    assert doctored(said, store)[f"there is no store {store} (danpu demo makes one)"] == "warn"
    said("ingest", tmp_path / "missing.log", "--store", store)
    assert doctored(said, store)[f"store {store} can be written and holds 0 batches"] == "ok"
    assert "holds nothing yet" in said("query", "select 1", "--store", store)[2]
    dead, alive = store / ".tmp-dead", store / ".tmp-live"
    for one in (dead, alive):
        one.mkdir()
    held = lock.take(alive / ALIVE)
    found = doctored(said, store)
    lock.drop(held)
    died = "a run has died: .tmp-dead (reading the same again clears it away and completes it)"
    assert found[died] == "warn"
    assert found["a run is under way: .tmp-live"] == "ok"


def test_a_store_that_cannot_be_read_is_3_and_named(simulated: Path, tmp_path: Path, said: Said) -> None:
    store = tmp_path / "store"
    said("ingest", simulated, "--store", store)
    for broken in (*store.glob("batch=*/events.parquet"), *store.glob("batch=*/rules=*/*/results.parquet")):
        broken.write_bytes(b"broken")
    for arguments in (["ask", "bomb_usage"], ["query", "select 1"], ["validate"]):
        code, out, err = said(*arguments, "--store", store)
        assert (code, out) == (errors.UNREADABLE, "")
        assert str(store) in err
        assert err.count("\n") == 1
