"""What cannot be read or written is named in one line, with the exit code that says so."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from danpu import errors
from danpu.cli import run

Said = Callable[..., tuple[int, str, str]]


def test_one_unreadable_source_does_not_cost_the_others(simulated: Path, tmp_path: Path, said: Said) -> None:
    code, out, err = said("validate", tmp_path / "missing.log", simulated, "--json")
    assert code == errors.FOUND
    assert json.loads(out)["deals"] > 0
    assert "missing.log" in err


@pytest.mark.parametrize("command", ["validate", "ingest"])
def test_a_store_in_a_folder_is_left_out_and_told_and_a_folder_called_store_is_read(
    command: str, simulated: Path, tmp_path: Path, said: Said
) -> None:
    (tmp_path / "all" / "store").mkdir(parents=True)
    (tmp_path / "all" / "store" / "a.jsonl").write_bytes(simulated.read_bytes())
    said("ingest", simulated, "--store", tmp_path / "all" / "mine")
    code, out, err = said(
        command, tmp_path / "all", "--json", *(["--store", tmp_path / "new"] if command == "ingest" else [])
    )
    assert code == errors.FINE
    assert f"{tmp_path / 'all' / 'mine'}: a store, not read as a record" in err
    assert "a.jsonl" in out + err
    assert "parquet" not in out + err


@pytest.mark.parametrize(
    ("lang", "told"),
    [("zh", "未读入：不是 JSON（应为一个 JSON 对象"), ("en", "not read: not JSON (expected a JSON object")],
)
def test_a_piece_that_cannot_be_read_is_named_in_the_language_in_use(
    lang: str, told: str, simulated: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "damaged.jsonl"
    path.write_bytes(simulated.read_bytes() + b"hello\n")
    assert run(["validate", str(path), "--json", "--lang", lang]) == errors.FOUND
    out, err = capsys.readouterr()
    assert told in err
    (unread,) = json.loads(out)["unread"]
    assert "不是 JSON（应为一个 JSON 对象" in unread["reason_zh"]
    assert "not JSON (expected a JSON object" in unread["reason"]
    run(["ingest", str(path), "--store", str(tmp_path / "store"), "--lang", lang])
    assert ("不是 JSON" in capsys.readouterr().out) == (lang == "zh")


def empty(folder: Path) -> Path:
    (folder / "empty.log").write_bytes(b"")
    return folder / "empty.log"


def braces(folder: Path) -> Path:
    (folder / "braces.json").write_bytes(b"{}")
    return folder / "braces.json"


def nulls(folder: Path) -> Path:
    (folder / "nulls.log").write_bytes(b"\0" * 100)
    return folder / "nulls.log"


def chess(folder: Path) -> Path:
    (folder / "game.pgn").write_bytes(b'[Event "?"]\n\n1. e4 e5 2. Nf3 *\n')
    return folder / "game.pgn"


def missing(folder: Path) -> Path:
    return folder / "missing.log"


def folder_without_files(folder: Path) -> Path:
    (folder / "void").mkdir()
    return folder / "void"


BAD = (empty, braces, nulls, chess, missing, folder_without_files)


@pytest.mark.parametrize("make", BAD, ids=lambda m: m.__name__)
@pytest.mark.parametrize("command", ["validate", "hands", "replay", "export"])
def test_what_cannot_be_read_is_3_and_named(
    make: Callable[[Path], Path], command: str, tmp_path: Path, said: Said
) -> None:
    path = make(tmp_path)
    more = ["--format", "danpu", "--out", tmp_path / "out"] if command == "export" else []
    code, out, err = said(command, path, *more)
    assert (code, out) == (errors.UNREADABLE, "")
    assert path.name in err
    assert "Traceback" not in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("make", BAD, ids=lambda m: m.__name__)
def test_ingest_rejects_what_cannot_be_read(make: Callable[[Path], Path], tmp_path: Path, said: Said) -> None:
    path = make(tmp_path)
    code, out, _ = said("ingest", path, "--store", tmp_path / "store", "--json")
    found = json.loads(out)
    assert code == errors.UNREADABLE
    assert [s["status"] for s in found["sources"]] == ["rejected"]
    assert found["sources"][0]["reason"]


def test_a_store_that_cannot_be_written_is_2(simulated: Path, tmp_path: Path, said: Said) -> None:
    (tmp_path / "store").write_bytes(b"a file")
    code, out, err = said("ingest", simulated, "--store", tmp_path / "store")
    assert (code, out) == (errors.USAGE, "")
    assert err.count("\n") == 1


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(
    "arguments", [["query", "select 1"], ["ask", "bomb_usage"], ["validate"], ["dashboard"], ["export"]]
)
def test_a_store_that_is_not_there_is_3(
    arguments: list[str], lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ["--format", "danpu", "--out", str(tmp_path / "out")] if arguments[0] == "export" else []
    assert run([*arguments, *more, "--store", str(tmp_path / "none"), "--lang", lang]) == errors.UNREADABLE
    assert "danpu ingest PATH" in capsys.readouterr().err
