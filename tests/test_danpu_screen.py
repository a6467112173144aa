"""What goes to a terminal or down a pipe: nothing of a record steers a terminal, tables are plain in pipes, CSV is safe in spreadsheets."""

import io
import json
import re
import sys
from collections.abc import Callable

import pytest

from danpu.cli import screen
from engine import words


def test_tables_are_plain_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    screen.table(("牌型", "n"), [("顺子", 12), ("同花顺", None)])
    assert capsys.readouterr().out == "牌型    n\n顺子    12\n同花顺  -\n"


def test_text_of_records_cannot_steer_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    screen.table(("name",), [("\x1b[2J\u202eabc",)])
    assert capsys.readouterr().out == "name\n\\x1b[2J\\u202eabc\n"
    screen.table(("\x1b[2J",), [(screen.Marked("\x9b1m", "illegal"),)])
    screen.out("a\x1b\nb")
    screen.note("a\x1b\nb")
    told = capsys.readouterr()
    assert told.out == "\\x1b[2J\n\\x9b1m\na\\x1b\\nb\n"
    assert told.err == "a\\x1b\\nb\n"


def test_json_of_records_cannot_steer_a_terminal_and_stays_what_it_is(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    name = "\x1b[2J\x7f\x9b1m\u00e9\u86cb"
    screen.json({"name": name})
    one = capsysbinary.readouterr().out
    screen.json_rows(iter([{"name": name}]))
    rows = capsysbinary.readouterr().out
    assert (json.loads(one), json.loads(rows)) == ({"name": name}, [{"name": name}])
    assert all(c.isprintable() or c == "\n" for c in (one + rows).decode())


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, show: Callable[[], None]) -> str:
    seen = io.BytesIO()
    stream = Terminal(seen, encoding="utf-8", newline="")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdout", stream)
    show()
    stream.flush()
    return seen.getvalue().decode()


def test_a_table_too_wide_for_the_terminal_is_shown_row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    headings = ("partner", "deals won", "mean steps", "unknown")
    rows = [("玩家1", "45.8% [13.2, 82.5]", -0.46, None)] * 2
    told = on_a_terminal(monkeypatch, lambda: screen.table(headings, rows))
    assert re.findall(r"deals won +45\.8% \[13\.2, 82\.5\]", re.sub(r"\x1b\[\d*m", "", told)) != []
    assert "unknown" not in told
    monkeypatch.setenv("COLUMNS", "100")
    assert "unknown" in on_a_terminal(monkeypatch, lambda: screen.table(headings, rows))


def test_csv_on_a_terminal_is_shown_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    told = on_a_terminal(monkeypatch, lambda: screen.sheet(("a",), [("\x1b[2J",)]))
    assert told == "a\n\\x1b[2J\n"


def test_a_cell_is_coloured_by_what_it_means_and_not_by_how_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    told = on_a_terminal(monkeypatch, lambda: screen.table(("name", "n"), [("illegal ok", "坏")]))
    assert "\x1b[31m" not in told
    assert "\x1b[1;31m" not in told
    assert "\x1b[1;31mx" in on_a_terminal(
        monkeypatch, lambda: screen.table(("name",), [(screen.Marked("x", "illegal"),)])
    )


def test_every_severity_but_the_mildest_has_a_style() -> None:
    assert set(words.SEVERITIES) - set(screen.STYLES) == {"incomplete", "note"}


def test_csv_has_a_mark_and_no_formulas(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    screen.sheet(("a", "b"), [("=1+1", -2), ("@x", "蛋")])
    assert capsysbinary.readouterr().out.decode("utf-8-sig") == "a,b\r\n'=1+1,-2\r\n'@x,蛋\r\n"


def test_rows_are_one_json_array_also_when_there_are_none(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    screen.json_rows(iter([{"a": 1}, {"a": float("nan")}]))
    assert json.loads(capsysbinary.readouterr().out) == [{"a": 1}, {"a": None}]
    screen.json_rows(iter([]))
    assert json.loads(capsysbinary.readouterr().out) == []
