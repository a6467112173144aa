"""A user's own rule book: a TOML file that extends a named one, checked on loading, each mistake by its line."""

import json
from pathlib import Path

import pytest

from danpu.cli import run
from engine import rules
from engine.simulate import simulate
from ingest.writers import danpu as writer

CLUB = """extends = "huaian_2017"

[title]
en = "Club"
zh = "俱乐部"
clause = "俱乐部规则 / the club's rules"

[level_up]
value = [4, 2, 1]
clause = "升级：双下升四级 / levels: four up for a double win"
settled = true
"""


def record(folder: Path) -> str:
    """A match played by the official book, in which somebody wins double."""
    path = folder / "a.jsonl"
    with path.open("wb") as file:
        writer.write(simulate(1, 5, rules.load("huaian_2017")), file)
    return str(path)


def club(folder: Path, text: str = CLUB) -> str:
    """The club's book as a file."""
    (folder / "club.toml").write_text(text, "utf-8")
    return str(folder / "club.toml")


def test_a_book_in_a_file_is_used_and_called_by_name_and_hash(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["validate", record(tmp_path), "--rules", club(tmp_path), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["rules"].startswith("club@")
    assert set(found["by_code"]) == {"level_mismatch", "steps_mismatch"}
    levels = [f["clause"] for f in found["findings"] if f["code"] == "level_mismatch"]
    assert set(levels) == {"升级：双下升四级 / levels: four up for a double win"}
    assert run(["rules", "show", club(tmp_path)]) == 0
    assert run(["rules", "diff", "huaian_2017", club(tmp_path), "--json"]) == 0
    assert run(["rules", "classify", "S5 H5", "--level", "2", "--rules", club(tmp_path)]) == 0


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ("[level_up]", "[level_ups]", 8, "level_up"),
        ("[4, 2, 1]", "[4, 2]", 9, "three whole numbers"),
        ('"huaian_2017"', '"huaian_1999"', 1, "huaian_2017"),
        ("settled = true", 'settled = "yes"', 11, "true or false"),
        ("[level_up]", "[level_up", 8, "TOML"),
    ],
)
def test_a_mistake_in_it_is_told_by_its_line(  # noqa: PLR0917  # fixtures and what a row has
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, line: int, expected: str
) -> None:
    assert run(["rules", "show", club(tmp_path, CLUB.replace(old, new)), "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert f"club.toml:{line}" in told
    assert expected in told


def test_a_file_that_is_no_text_or_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe\x00")
    assert run(["rules", "show", str(tmp_path / "bad.toml"), "--lang", "en"]) == 2
    assert run(["rules", "show", str(tmp_path / "none.toml"), "--lang", "en"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_what_a_book_extends_it_keeps() -> None:
    book = rules.loads(CLUB, "club")
    official = rules.load("huaian_2017")
    assert book.level_up == (4, 2, 1)
    assert {p for p in rules.PARAMETERS if book.value(p) != official.value(p)} == {"level_up"}
    assert book.clause("beat_partner") == official.clause("beat_partner")
