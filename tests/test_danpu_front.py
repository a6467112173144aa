"""The front door: languages, exit codes, pipes, and what is imported when."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from danpu import errors
from danpu.cli import language, parsed, run, usage, waiting
from danpu.cli.language import chosen
from danpu.writing import whole

HEAVY = ("pandas", "duckdb", "pyarrow", "streamlit", "numba", "plotly", "scipy", "numpy")
PROGRAM = (
    "import sys; from danpu.cli import run; code = run(sys.argv[1:]); print(sorted(set(sys.modules) & set({heavy})))"
)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    before = language.current()
    language.use("en")
    yield
    language.use(before)


def called(*arguments: str, stdin: str = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "danpu", *arguments]
    full = {**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})}
    return subprocess.run(command, input=stdin, capture_output=True, encoding="utf-8", env=full, check=False)


@pytest.mark.parametrize(
    "arguments", [["--version"], ["--help"], ["validate", "--help"], ["rules", "beats", "--help"], []]
)
def test_help_and_version_import_nothing_heavy(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(heavy=HEAVY), *arguments], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_version_costs_little() -> None:
    costs = []
    for _ in range(3):
        before = os.times()
        subprocess.run([sys.executable, "-m", "danpu", "--version"], capture_output=True, check=True)
        after = os.times()
        costs.append(after.children_user + after.children_system - before.children_user - before.children_system)
    assert min(costs) <= 0.4


@pytest.mark.parametrize(
    ("asked", "environment", "expected"),
    [
        (None, {"LANG": "zh_CN.UTF-8"}, "zh"),
        (None, {"LANG": "zh_CN.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        (None, {"LC_ALL": "", "LANG": "zh_TW.UTF-8"}, "zh"),
        (None, {"DANPU_LANG": "zh", "LANG": "en_US.UTF-8"}, "zh"),
        (None, {"LANG": "C"}, "en"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
        ("zh", {"DANPU_LANG": "en"}, "zh"),
        ("en", {"LANG": "zh_CN"}, "en"),
    ],
)
def test_the_language_is_the_nearest_that_was_said(
    asked: str | None, environment: dict[str, str], expected: str
) -> None:
    assert chosen(asked, environment) == expected


def test_lang_and_debug_stand_anywhere_but_after_two_dashes() -> None:
    assert parsed(["--debug", "query", "select 1", "--lang=en"]) == (["query", "select 1"], "en", True)
    assert parsed(["query", "--", "--lang"]).rest == ["query", "--", "--lang"]


def test_a_wrong_command_names_the_right_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["vaildate", "a.log"]) == errors.USAGE
    told = capsys.readouterr()
    assert "Did you mean 'validate'" in told.err
    assert told.err.count("\n") == 1
    assert not told.out


def test_a_wrong_command_is_told_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["vaildate", "--lang", "zh"]) == errors.USAGE
    assert "没有命令 'vaildate'，是不是 'validate'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate", "--nonsense"],
        ["query"],
        ["rules", "show"],
        ["rules", "nothing"],
        ["rules", "show", "njupt"],
        ["validate"],
        ["validate", "a.log", "--store", "b"],
        ["query", "select 1", "--csv", "--json"],
        ["rules", "list", "--lang", "fr"],
        ["rules", "list", "--lang"],
        ["rules", "classify", "S5", "--level", "1"],
        ["simulate", "--matches", "0", "--format", "danpu", "--out", "-"],
        ["simulate", "--matches", "x", "--format", "danpu", "--out", "-"],
    ],
)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_wrong_usage_is_one_line_and_2(arguments: list[str], lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = arguments if "--lang" in arguments else [*arguments, "--lang", lang]
    assert run(given) == errors.USAGE
    told = capsys.readouterr()
    assert told.err.startswith("danpu: ")
    assert told.err.count("\n") == 1
    assert not told.out


def test_every_complaint_of_the_parser_that_we_know_has_its_chinese() -> None:
    language.use("zh")
    for english in (
        "No such command 'x'.",
        "No such option: --x",
        "No such option: --x (Possible options: --y)",
        "Missing argument 'PATH'.",
        "Missing option '--out'.",
        "Option '--out' requires an argument.",
        "Got unexpected extra argument (x)",
        "Invalid value for '--matches': not a number",
    ):
        assert not usage.complaint(english).startswith("用法不对")
    asked = "Invalid value for '--matches': Input should be a valid integer, unable to parse string as an integer"
    assert usage.complaint(asked) == "--matches 应为整数。"


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["rules"], ["rules", "--help"]])
def test_help_is_bilingual_and_0(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == errors.FINE
    out = capsys.readouterr().out
    assert "Guandan" in out or "Rule books" in out
    assert "规则书" in out


def test_a_failure_of_ours_is_one_line_with_a_hint_and_4(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError("first\nsecond")

    monkeypatch.setattr("danpu.books.book", broken)
    assert run(["rules", "show", "x"]) == errors.FAILURE
    told = capsys.readouterr().err
    assert told == "danpu: internal failure: ZeroDivisionError: first (--debug shows the details)\n"
    assert run(["rules", "show", "x", "--debug"]) == errors.FAILURE
    assert "Traceback" in capsys.readouterr().err


def test_a_reader_that_goes_away_is_no_crash() -> None:
    program = f"{sys.executable} -m danpu rules show huaian_2017 --lang zh"
    done = subprocess.run(f"{program} | head -1", shell=True, capture_output=True, encoding="utf-8", check=False)
    assert done.stdout.startswith("huaian_2017: ")
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["rules", "list"], ["rules", "list", "--json"]])
def test_a_full_disk_is_one_line_and_2(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "danpu", *arguments]
    env = {**os.environ, "DANPU_LANG": "en"}
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", env=env, check=False)
    assert (done.returncode, done.stderr) == (errors.USAGE, f"danpu: cannot write: {os.strerror(errno.ENOSPC)}\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_an_answer_does_not_depend_on_messages_being_heard(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "danpu", "validate", str(tmp_path / "missing.log"), "--json"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, encoding="utf-8", check=False)
    assert done.returncode == errors.UNREADABLE
    assert json.loads(done.stdout)["unread"][0]["status"] == "rejected"


def test_output_that_the_locale_lacks_is_no_crash() -> None:
    done = called("rules", "list", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == errors.FINE
    assert "\\u6dee" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_ctrl_c_ends_with_130_and_no_traceback() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "danpu", "ingest", "-", "--store", os.devnull + ".none"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=20)
    assert process.returncode == errors.INTERRUPTED
    assert "Traceback" not in told


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"

    def broken() -> None:
        with whole(str(target)) as file:
            file.write(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken()
    assert list(tmp_path.iterdir()) == []
    with whole(str(target)) as file:
        file.write(b"one")
        assert not target.exists()
    assert target.read_bytes() == b"one"


def test_a_file_is_written_over_only_if_asked(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_bytes(b"old")
    with pytest.raises(errors.Refused, match="--force"), whole(str(target)):
        pass
    with whole(str(target), force=True) as file:
        file.write(b"new")
    assert target.read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes by name here")
def test_a_pipe_is_written_into_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with whole(str(pipe), force=True) as file:
        file.write(b"a deal")
    assert os.read(reading, 99) == b"a deal"
    assert pipe.is_fifo()
    os.close(reading)


def test_a_link_is_written_through(tmp_path: Path) -> None:
    link, real = tmp_path / "link", tmp_path / "real"
    link.symlink_to(real)
    with whole(str(link)) as file:
        file.write(b"new")
    assert (link.is_symlink(), real.read_bytes()) == (True, b"new")


@pytest.mark.parametrize("where", ["missing/out.txt", "."])
def test_a_place_that_takes_no_file_is_refused(tmp_path: Path, where: str) -> None:
    with pytest.raises(errors.Refused), whole(str(tmp_path / where)):
        pass


def test_a_long_job_says_how_far_it_is_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(waiting, "PATIENCE_S", 0.0)
    monkeypatch.setattr(waiting, "PAUSE_S", 0.01)
    language.use("zh")
    for terminal in (False, True):
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=terminal: terminal)
        with waiting.waiting("场", lambda: 5, 10):
            time.sleep(0.2)
        err = capsys.readouterr().err
        assert ("还需" in err) == terminal
    assert err.endswith(waiting.WIPE)
