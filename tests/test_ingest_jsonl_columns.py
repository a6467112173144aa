"""Our JSONL read as columns is what its lines give one by one, and takes nothing that a line alone is refused for."""

import io
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.records import Ignored, Match, Quarantined
from ingest import tables, text
from ingest.jsonl import blocks, columns
from ingest.jsonl.arrays import Unusual
from ingest.tables import Columns
from tests.any_match import matches
from tests.our_lines import LINE, dumps, loads, mangled


def slowly(raw: bytes) -> tuple[Columns, list[Any]]:
    found = loads(raw)
    return tables.columns([m for m in found if isinstance(m, Match)]), [m for m in found if not isinstance(m, Match)]


def fast(raw: bytes, size: int) -> tuple[list[Columns], list[Any]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "WORTHWHILE", 0)
        found = list(blocks.read(io.BytesIO(raw), size=size))
    return [c for c in found if isinstance(c, Columns)], [c for c in found if not isinstance(c, Columns)]


def assert_same(parts: list[Columns], whole: Columns) -> None:
    joined = tables.concat([part.tables for part in parts])
    assert {name: t.to_pylist() for name, t in joined.items()} == {n: t.to_pylist() for n, t in whole.tables.items()}
    assert [n for p in parts for n in p.units.tolist()] == whole.units.tolist()
    assert [n for p in parts for n in p.list_counts.tolist()] == whole.list_counts.tolist()


@settings(max_examples=60)
@given(st.lists(matches(lists=False), min_size=1, max_size=4), st.sampled_from((2**24, 3000, 300)))
def test_columns_are_what_the_lines_one_by_one_are(found: list[Match], size: int) -> None:
    parts, rest = fast(dumps(found), size)
    whole, refused = slowly(dumps(found))
    assert rest == refused == []
    assert_same(parts, whole)


def test_a_match_has_the_same_id_both_ways() -> None:
    one = tables.sign(slowly(LINE.encode())[0], "s", "huaian_2017")
    other = tables.sign(columns.parse(LINE.encode(), 1), "s", "huaian_2017")
    assert one["matches"]["match_id"] == other["matches"]["match_id"]


def test_columns_take_nothing_that_a_line_alone_is_refused_for() -> None:
    taken = 0
    rng = random.Random(20261201)
    for _ in range(1000):
        raw = mangled(rng)
        try:
            found = columns.parse(raw, 1)
        except Unusual:
            continue
        taken += 1
        whole, refused = slowly(raw)
        assert refused == [], raw
        assert_same([found], whole)
    assert 20 < taken < 900


def test_a_bad_line_costs_its_deal_and_no_other_in_both_ways() -> None:
    lines = [LINE.replace('"deal":1', f'"deal":{n}').replace("final", f"m{n // 4}") for n in range(1, 20)]
    lines[5] = lines[5].replace('"HT"', '"XT"')
    lines[9] = lines[9][:80]
    lines.insert(12, "")
    raw = "\n".join(lines).encode()
    whole, refused = slowly(raw)
    parts, rest = fast(raw, 1500)
    assert [(q.line, type(q)) for q in refused] == [(6, Quarantined), (10, Quarantined), (13, Ignored)]
    assert rest == refused
    assert_same(parts, whole)
    assert whole.units.sum() == 17
    assert len(parts) > 1


def test_a_line_over_the_limit_is_kept_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "LIMIT", len(LINE) + 10)
    monkeypatch.setattr("ingest.jsonl.arrays.LIMIT", len(LINE) + 10)
    long = LINE.replace("final", "final" * 10)
    raw = f"{LINE}\n{long}\n{LINE}".encode()
    whole, refused = slowly(raw)
    assert [(q.line, q.reason.en, len(q.raw)) for q in refused] == [
        (2, "the line is longer than 16 MiB", len(LINE) + 10)
    ]
    for size in (2**24, 100):
        parts, rest = fast(raw, size)
        assert rest == refused
        assert_same(parts, whole)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "gb18030"])
def test_names_are_read_in_any_encoding(encoding: str) -> None:
    raw = f"{LINE}\r\n{LINE}".encode(encoding)
    found = loads(raw)
    assert [m.names[3] for m in found] == ["丁", "丁"]
    assert_same(fast(raw, 2**24)[0], slowly(raw)[0])
