"""What users tried first: streams that are closed, queries without end, books that do not exist, stores with a hole."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from danpu.cli import run

LINE = '{"danpu":1,"match":"x","deal":1,"rules":"nosuch","level":"2","events":[{"e":"play","seat":0,"cards":["S3"]}]}\n'
ENDLESS = "select count(*) from range(1000000000000) a"


@pytest.mark.skipif(os.name == "nt", reason="signals and closed streams are POSIX's")
def test_a_query_without_end_stops_at_ctrl_c(simulated_store: Path) -> None:
    command = [sys.executable, "-m", "danpu", "query", ENDLESS, "--store", str(simulated_store)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as asking:
        try:
            time.sleep(3)
            asking.send_signal(signal.SIGINT)
            assert asking.wait(20) == 130
        finally:
            asking.kill()


@pytest.mark.skipif(os.name == "nt", reason="signals and closed streams are POSIX's")
def test_a_closed_output_is_no_failure() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$0" -m danpu rules list >&-', sys.executable], check=False, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_book_that_a_record_names_and_nobody_knows_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.jsonl").write_text(LINE)
    run(["validate", str(tmp_path / "x.jsonl"), "--lang", "en"])
    assert "names rule book nosuch, which is not known; it is judged under huaian_2017" in capsys.readouterr().err


def test_an_export_says_under_which_book_its_file_will_be_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.jsonl").write_text(LINE.replace('"rules":"nosuch",', ""))
    out = tmp_path / "y.jsonl"
    assert run(["export", str(tmp_path / "x.jsonl"), "--format", "danpu", "--out", str(out), "--lang", "en"]) == 0
    assert "1 match without a rule book of their own" in capsys.readouterr().err


def test_a_store_that_lost_a_file_is_not_counted_without_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.jsonl").write_text(LINE.replace('"rules":"nosuch",', ""))
    store = str(tmp_path / "store")
    assert run(["ingest", str(tmp_path / "x.jsonl"), "--store", store]) == 0
    next((tmp_path / "store").glob("batch=*/events.parquet")).unlink()
    assert run(["query", "select count(*) from events", "--store", store, "--lang", "en"]) == 3
    assert "events.parquet is missing" in capsys.readouterr().err


RUNS = ("['ST', 'CJ', 'SQ', 'DK']", "['ST', 'CJ', 'SQ', 'DK', 'SA', 'S3']", "[]")


@pytest.mark.parametrize("cards", RUNS)
def test_a_run_of_too_few_or_too_many_cards_is_no_failure_of_ours(
    cards: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = f"[I 251124 22:40:45 server:96] Test1 send {{'actIndex': 1}} ['Straight', 'T', {cards}]\n"
    (tmp_path / "x.log").write_text(line)
    assert run(["validate", str(tmp_path / "x.log")]) in (0, 1, 3)
    assert "internal failure" not in capsys.readouterr().err


@pytest.mark.parametrize("given", ["a" * 300, ""], ids=["a name too long", "no path"])
def test_a_path_that_is_none_is_one_line(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", given, "--lang", "en"]) == 3
    assert "internal failure" not in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="signals and closed streams are POSIX's")
def test_a_closed_input_is_told_so() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$0" -m danpu validate - <&-', sys.executable], check=False, capture_output=True
    )
    assert done.returncode == 3
    assert b"internal" not in done.stderr
