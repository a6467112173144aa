"""Bytes become lines of text whatever encoding they are in, and what is no text is told from what is."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.words import Text
from ingest import text
from ingest.errors import Unreadable
from ingest.text import Line, decode, lines

SAYING = "达到设定游戏次数，若想再次训练请重新运行"


def read(raw: bytes) -> list[Line]:
    return list(lines(io.BytesIO(raw)))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "gb18030"])
def test_a_whole_text_is_decoded_and_its_encoding_named(encoding: str) -> None:
    assert decode(SAYING.encode(encoding)) == (SAYING, encoding)


def test_traditional_text_of_taiwan_is_not_taken_for_that_of_the_mainland() -> None:
    assert decode("達到設定遊戲次數，若想再次訓練".encode("big5")) == ("達到設定遊戲次數，若想再次訓練", "big5")
    assert decode("達到設定遊戲次數，若想再次訓練".encode("gb18030"))[1] == "gb18030"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_seen_by_its_zero_bytes(encoding: str) -> None:
    raw = "[I 251124 22:40:45] 出牌\r\nTest1 send\n".encode(encoding)
    assert [(line.text, line.encoding) for line in read(raw)] == [
        ("[I 251124 22:40:45] 出牌", encoding),
        ("Test1 send", encoding),
    ]


def test_one_line_in_another_encoding_does_not_change_the_others() -> None:
    raw = b"[I] a\n" + SAYING.encode("gbk") + b"\n" + SAYING.encode() + b"\n[I] b\n"
    assert [(line.text, line.encoding) for line in read(raw)] == [
        ("[I] a", "utf-8"),
        (SAYING, "gb18030"),
        (SAYING, "utf-8"),
        ("[I] b", "utf-8"),
    ]


def test_bytes_of_no_encoding_are_kept_and_marked() -> None:
    (line,) = read(b"a\xff\x80b\n")
    assert (line.raw, line.encoding) == (b"a\xff\x80b", "unknown")
    assert "�" in line.text


def test_a_line_with_a_nul_is_no_text_and_its_neighbours_are() -> None:
    found = read(b"one\n\0\0\0\0\ntwo\n")
    assert [line.encoding for line in found] == ["utf-8", "binary", "utf-8"]


def test_lines_are_numbered_and_stripped_of_their_ends() -> None:
    assert [(line.no, line.raw) for line in read(b"a\r\n\nb\n")] == [(1, b"a"), (2, b""), (3, b"b")]


def test_only_the_last_line_of_a_file_can_lack_its_end() -> None:
    assert [line.complete for line in read(b"a\nb")] == [True, False]
    assert [line.complete for line in read(b"a\nb\n")] == [True, True]


def test_an_endless_line_is_cut_and_the_next_one_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "LIMIT", 10)
    monkeypatch.setattr(text, "CHUNK", 4)
    found = read(b"x" * 10 + b"\n" + b"y" * 35 + b"\nz\n" + b"w" * 11)
    assert [(len(line.raw), line.cut, line.complete) for line in found] == [
        (10, False, True),
        (10, True, False),
        (1, False, True),
        (10, True, False),
    ]


@given(st.binary(max_size=300))
def test_any_bytes_are_lines(raw: bytes) -> None:
    found = read(raw)
    assert [line.no for line in found] == list(range(1, len(found) + 1))
    if text.wide(raw) is None:
        assert b"\n".join(line.raw for line in found).split() == raw.replace(b"\r\n", b"\n").split()


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\r\n\0")))
def test_any_text_is_itself_again(saying: str) -> None:
    assert decode(saying.encode("utf-16")) == (saying, "utf-16")
    assert "".join(line.text for line in read(b"\xef\xbb\xbf" + saying.encode())) == saying


def test_a_folder_and_a_missing_path_are_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"expected a file, got a folder$"):
        text.opened(tmp_path)
    with pytest.raises(Unreadable) as error:
        text.opened(tmp_path / "none.log")
    assert str(error.value) == f"{tmp_path / 'none.log'}: expected a file, got nothing (there is no such path)"
    assert error.value.text("zh") == f"{tmp_path / 'none.log'}：应为文件，实为空（没有这个路径）"


def test_a_file_is_opened(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_bytes(b"one\n")
    with text.opened(tmp_path / "a.log") as file:
        assert file.read() == b"one\n"


def test_what_is_unreadable_is_one_line_with_its_place() -> None:
    error = Unreadable(None, 3, Text("一副牌", "a deal"), Text("换行", "a newline\nin it"))
    assert str(error.at("x.jsonl")).startswith("x.jsonl: line 3: expected a deal, got ")
    assert "\n" not in str(error)
