"""Our JSONL: everything a record can state survives it, and what is wrong is named by its place."""

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.records import Match, Quarantined
from ingest.errors import Unreadable
from ingest.readers import danpu
from ingest.tables import Columns
from tests.any_match import matches, placeless
from tests.our_lines import LINE, dumps, loads


def refusal(line: str, before: str = LINE) -> Quarantined:
    """Why the second of two lines is refused; the first one is kept."""
    kept, refused = sorted(loads(f"{before}\n{line}\n".encode()), key=lambda item: isinstance(item, Quarantined))
    assert isinstance(kept, Match)
    assert isinstance(refused, Quarantined)
    assert (refused.line, refused.raw) == (2, line.encode())
    return refused


@settings(max_examples=60)
@given(st.lists(matches(), max_size=3))
def test_what_is_written_is_read_back_but_for_its_lines(found: list[Match]) -> None:
    back = loads(dumps(found))
    assert [placeless(m, i) for i, m in enumerate(back, 1)] == [placeless(m, i) for i, m in enumerate(found, 1)]
    assert [m.units for m in back] == [len(m.deals) for m in found]


@pytest.mark.parametrize(
    ("old", "new", "path", "reason"),
    [
        ('"finish":[0,2]', '"finish":[0,0]', "$.finish", "wrong value"),
        ('"steps":3', '"steps":3,"steps":2', "$.steps", "a key stated twice"),
        ('"e":"pass"', '"seat":1,"e":"pass"', "$.events[2].seat", "a key stated twice"),
        ('"steps":3', '"steps":200', "$.steps", "wrong value"),
        ('"e":"pass"', '"e":"pass","cards":["S3"]', "$.events[2].cards", "wrong value"),
        ('"at":"dealt",', "", "$.at", "missing key"),
        ('"at":"dealt",', '"at":null,', "$.at", "missing key"),
        ('"HT"', '"TH"', "$.events[1].cards[1]", "wrong value"),
        ('"wild_as":["S3"]', '"wild_as":["S1"]', "$.events[1].wild_as[0]", "wrong value"),
        ('"seat":3,"to"', '"seat":4,"to"', "$.events[0].seat", "wrong value"),
        ('"to":0', '"to":"0"', "$.events[0].to", "wrong value"),
        ('"level":"T"', '"level":"10"', "$.level", "wrong value"),
        ('"pair:3"', '"pair:"', "$.events[1].as", "wrong value"),
        ('"pass"', '"fold"', "$.events[2].e", "wrong value"),
        ('"finish":[0,2]', '"finish":[0,4]', "$.finish[1]", "wrong value"),
        ('["S3","HR"],null,', '["S3","HR"],', "$.hands", "wrong value"),
        ('"t":1234', '"t":12.5', "$.events[1].t", "wrong value"),
        ('"winner":0', '"winner":2', "$.winner", "wrong value"),
        ('"steps":3', '"step":3', "$", "unknown key"),
        ('"to":0', '"from":0', "$.events[0]", "unknown key"),
        ('"e":"pass",', "", "$.events[2]", "missing key"),
        ('"deal":1,', "", "$", "missing key"),
        ('"deal":1', '"deal":0', "$.deal", "wrong value"),
    ],
)
def test_what_is_wrong_is_named_by_its_place(old: str, new: str, path: str, reason: str) -> None:
    found = refusal(LINE.replace(old, new))
    assert found.reason.en == reason
    assert found.context["path"] == path
    assert found.expected.en.startswith(f"{path}: ")
    assert found.expected.zh.startswith(f"{path}：")
    assert not re.search("Expected|Object|Invalid", found.expected.zh)
    event = re.match(r"\$\.events\[(\d)]", path)
    assert found.event == (int(event[1]) + 1 if event else None)


@pytest.mark.parametrize(
    ("old", "new", "en", "zh"),
    [
        ('"t":1234', '"t":12.5', "a whole number or null, got a decimal number", "整数 或 null，实为 小数"),
        ('"as":"pair:3"', '"label":7', "a string or null, got a whole number", "字符串 或 null，实为 整数"),
    ],
)
def test_a_value_of_another_type_is_said_in_words(old: str, new: str, en: str, zh: str) -> None:
    expected = refusal(LINE.replace(old, new)).expected
    assert (expected.en.partition(": ")[2], expected.zh.partition("：")[2]) == (en, zh)


def test_hands_that_are_not_shown_need_no_time() -> None:
    bare = re.sub(r'"hands":\[.*?\],"events"', '"hands":[null,null,null,null],"events"', LINE).replace(
        '"at":"dealt",', ""
    )
    (found,) = loads(bare.encode())
    assert isinstance(found, Match)
    assert found.deals[0].hands_at is None


def test_a_card_that_is_none_says_what_a_card_is() -> None:
    found = refusal(LINE.replace('"HT"', '"TH"'))
    assert found.expected.en == "$.events[1].cards[1]: a card (S H C D then 2-9 T J Q K A, or SB, HR)"
    assert found.deal == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (LINE[:200], "not JSON"),
        ("hello", "not JSON"),
        ("[]", "wrong value"),
        ("null", "wrong value"),
        ("{}", "missing key"),
        (LINE[:-1] + ',"_deep":' + "[" * 40 + "]" * 40 + "}", "nested too deeply"),
        (LINE[:-1] + ',"_deep":' + "[" * 90000 + "]" * 90000 + "}", "nested too deeply"),
        (LINE[:-1] + ',"_a":1,"extra":"x"}', "extra stated twice"),
        ("\0" * 20, "not text"),
        (LINE.replace('"danpu":1', '"danpu":2'), "written by a newer danpu"),
    ],
)
def test_a_line_that_is_no_deal_is_kept_aside_with_the_reason(line: str, reason: str) -> None:
    assert refusal(line).reason.en == reason


def test_the_last_line_cut_off_is_told_from_a_line_that_is_no_json() -> None:
    kept, refused = reversed(loads(f"{LINE}\n{LINE[:300]}".encode()))
    assert isinstance(kept, Match)
    assert (refused.reason.en, refused.line) == ("the line is cut off", 2)


def test_a_newer_danpus_file_is_refused_whole() -> None:
    raw = LINE.replace('"danpu":1', '"danpu":2').encode()
    with pytest.raises(Unreadable) as error:
        loads(raw)
    assert (
        str(error.value.at("a.jsonl"))
        == "a.jsonl: line 1: expected version 1 of danpu's JSONL, got one written by a newer danpu"
    )
    assert (
        error.value.at("a.jsonl").text("zh")
        == "a.jsonl：第 1 行：应为danpu JSONL 第 1 版，实为由更新版本的 danpu 写成的文件"
    )
    with pytest.raises(Unreadable):
        list(danpu.read_batches(io.BytesIO(raw)))


def test_keys_of_the_users_own_are_kept_word_for_word() -> None:
    own = '"_note":{"by":"小王" ,"n":[1, 2]},"_x":null'
    (found,) = loads(f"{LINE[:-1]},{own}}}".encode())
    assert found.deals[0].extra == '{"_note":{"by":"小王" ,"n":[1, 2]},"_x":null}'
    assert own.encode() in dumps([found])


def test_a_match_is_the_lines_of_one_name_while_deals_grow() -> None:
    names = [("a", 1), ("a", 2), ("a", 4), ("a", 1), ("b", 2), ("b", 2), ("#1", 3), ("#2", 4)]
    raw = "\n".join(f'{{"danpu":1,"match":"{m}","deal":{d},"events":[]}}' for m, d in names)
    found = loads(raw.encode())
    assert [[d.deal_no for d in m.deals] for m in found] == [[1, 2, 4], [1], [2], [2], [3], [4]]
    assert [m.label for m in found] == ["a", "a", "b", "b", None, None]
    assert [m.match_no for m in found] == [1, 2, 3, 4, 5, 6]


def test_a_refused_line_still_parts_the_matches_beside_it() -> None:
    lines = [
        '{"danpu":1,"match":"a","deal":1,"events":[]}',
        '{"danpu":1,"match":"b","deal":1,"events":[{}]}',
        '{"danpu":1,"match":"a","deal":2,"events":[]}',
    ]
    found = [m for m in loads("\n".join(lines).encode()) if isinstance(m, Match)]
    assert [[d.deal_no for d in m.deals] for m in found] == [[1], [2]]


def test_a_line_that_contradicts_its_match_is_refused() -> None:
    second = LINE.replace('"deal":1', '"deal":2').replace('"A","B"', '"A","C"')
    found = refusal(second)
    assert (found.reason.en, found.expected.en, found.deal) == (
        "contradicts an earlier line of its match",
        "$.players: as on line 1",
        2,
    )


def test_the_end_is_as_the_last_line_that_states_it_has_it() -> None:
    lines = [LINE.replace('"ended":true,"winner":0', '"ended":false'), LINE.replace('"deal":1', '"deal":2')]
    (found,) = loads("\n".join(lines).encode())
    assert (found.ended, found.winner_team, found.ended_line) == (True, 0, 2)


def test_it_is_recognised_by_its_first_line() -> None:
    assert danpu.sniff(LINE.encode()[:200])
    assert danpu.sniff(LINE.encode("utf-16")[:200])
    assert danpu.sniff(b'\n {"match": "a", "danpu" : 1, "deal"')
    assert not danpu.sniff(b'{"match": "danpu"}')
    assert not danpu.sniff(b"{}")
    assert not danpu.sniff(b"")


def test_a_match_without_deals_is_no_line() -> None:
    with pytest.raises(ValueError, match="match 1 has no deal"):
        dumps([Match(1, ())])


@settings(max_examples=200)
@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_but_unreadable(raw: bytes) -> None:
    for read in (danpu.read, danpu.read_batches):
        try:
            found = list(read(io.BytesIO(raw)))
        except Unreadable:
            continue
        assert not any(isinstance(item, Match | Columns) for item in found)
