"""A run of ingest from paths to store and report: what it says of each source, and what it adds."""

import gzip
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
import pytest

from engine.book_text import RuleBookError
from ingest import batch, parquet
from ingest import ingest as orchestration
from ingest.ingest import UnknownFormatError, ingest
from ingest.report import Report
from ingest.store import Store, StoreError
from tests import toy_format as toy
from tests.toy_store import books, inside, labels


@pytest.fixture(autouse=True)
def only_toys(monkeypatch: pytest.MonkeyPatch) -> None:
    toy.install(monkeypatch)


def run(store: Path, *paths: Path | str, rules: str | None = "auto") -> Report:
    report = ingest(paths, store, rules=rules, deriver=toy.DERIVER)
    for source in report.sources:
        assert source.read == source.stored + source.duplicate + source.quarantined + source.ignored
        assert source.ignored == sum(source.ignored_by.values())
    return report


def statuses(report: Report) -> list[str]:
    return [source.status for source in report.sources]


def test_a_run_says_what_became_of_every_line(tmp_path: Path) -> None:
    text = toy.source(range(1, 5)) + "# a remark\nbad luck\nmatch 2 2 8\n"
    path = toy.write(tmp_path, "a.toy", text)
    report = run(tmp_path / "store", path)
    (source,) = report.sources
    assert (source.status, source.format, source.why, source.unit, source.encoding) == (
        "partial",
        "toy",
        "it says toy",
        "line",
        "utf-8",
    )
    assert (source.read, source.stored, source.duplicate, source.quarantined) == (8, 4, 1, 1)
    assert source.ignored_by == {"header": 1, "remark": 1}
    assert source.ignored_by_zh == {"开头": 1, "评语": 1}
    assert (source.matches, source.deals, source.events) == (4, 8, 64)
    assert source.reason == "1 line(s) could not be read; the first, line 7: luck (expected match SEED DEALS PLAYS)"
    assert source.reason_zh == "1 行无法读取；首处第 7 行：坏了（应为match 种子 副数 手数）"
    assert source.why_zh == "写着 toy"
    assert report.exit_code == 1
    assert (report.store, report.rules) == (str(tmp_path / "store"), "njupt_v1006")


def test_the_report_is_the_documented_json(tmp_path: Path) -> None:
    report = msgspec.json.decode(
        msgspec.json.encode(run(tmp_path / "store", toy.write(tmp_path, "a.toy", toy.source(range(3)))))
    )
    assert {"store", "rules", "sources", "totals"} == set(report)
    documented = {
        "path",
        "sha256",
        "format",
        "status",
        "matches",
        "deals",
        "events",
        "quarantined",
        "ignored",
        "reason",
    }
    assert documented <= set(report["sources"][0])
    assert report["totals"]["matches"] == 3


def test_a_file_that_an_older_store_has_is_a_duplicate(tmp_path: Path) -> None:
    path = toy.write(tmp_path, "a.toy", toy.source(range(1, 3)) + "# a remark\n")
    run(tmp_path / "store", path)
    for sources in Store(tmp_path / "store").tables("sources"):
        parquet.write(parquet.read(sources).drop_columns(["format_why_zh", "reason_zh", "ignored_by_zh"]), sources)
    (again,) = run(tmp_path / "store", path).sources
    assert (again.status, again.why_zh) == ("duplicate", "it says toy")
    assert again.ignored_by_zh == again.ignored_by == {"header": 1, "remark": 1}


def test_the_same_file_again_renamed_and_gzipped_adds_nothing(tmp_path: Path) -> None:
    path = toy.write(tmp_path, "a.toy", toy.source(range(1, 9)))
    assert statuses(run(tmp_path / "store", path)) == ["stored"]
    before = inside(tmp_path / "store")
    renamed = toy.write(tmp_path, "b.toy", path.read_text())
    zipped = tmp_path / "c.gz"
    zipped.write_bytes(gzip.compress(path.read_bytes()))
    report = run(tmp_path / "store", path, renamed, zipped)
    assert statuses(report) == ["duplicate"] * 3
    assert report.exit_code == 0
    assert [s.reason for s in report.sources] == [f"read before, as {path}"] * 3
    assert (report.totals.matches, report.totals.stored, report.totals.duplicate) == (0, 0, 24)
    assert inside(tmp_path / "store") == before


def test_the_same_file_twice_in_one_run_is_stored_once(tmp_path: Path) -> None:
    path = toy.write(tmp_path, "a.toy", toy.source(range(1, 9)))
    assert statuses(run(tmp_path / "store", path, path)) == ["stored", "duplicate"]
    assert set(labels(tmp_path / "store").values()) == {1}


def test_a_partial_source_again_is_a_duplicate_and_a_rejected_one_is_rejected_again(tmp_path: Path) -> None:
    partial = toy.write(tmp_path, "a.toy", toy.source(range(3)) + "bad luck\n")
    rejected = toy.write(tmp_path, "b.toy", "toy\nbad luck\n")
    unknown = toy.write(tmp_path, "c.txt", "{}")
    assert statuses(run(tmp_path / "store", partial, rejected, unknown)) == ["partial", "rejected", "rejected"]
    before = inside(tmp_path / "store")
    report = run(tmp_path / "store", partial, rejected, unknown)
    assert statuses(report) == ["duplicate", "rejected", "rejected"]
    assert report.sources[2].reason == "line 1: expected toy, got another thing"
    assert inside(tmp_path / "store") == before


def test_other_bytes_with_the_same_matches_are_duplicates_unit_by_unit(tmp_path: Path) -> None:
    run(tmp_path / "store", toy.write(tmp_path, "a.toy", toy.source(range(1, 9))))
    shuffled = toy.HEADER + "# copied\n" + "".join(f"match {seed} 2 8\n" for seed in (5, 2, 8))
    report = run(tmp_path / "store", toy.write(tmp_path, "b.toy", shuffled))
    assert statuses(report) == ["duplicate"]
    assert (report.sources[0].duplicate, report.sources[0].ignored) == (3, 2)
    assert len(labels(tmp_path / "store")) == 8
    assert Store(tmp_path / "store").sources()["status"].to_pylist() == ["stored", "duplicate"]


def test_one_new_match_among_known_ones_is_stored(tmp_path: Path) -> None:
    run(tmp_path / "store", toy.write(tmp_path, "a.toy", toy.source(range(1, 9))))
    report = run(tmp_path / "store", toy.write(tmp_path, "b.toy", toy.source(range(8, 10))))
    assert statuses(report) == ["stored"]
    assert (report.totals.stored, report.totals.duplicate, report.totals.matches) == (1, 1, 1)


def test_what_cannot_be_read_is_a_row_and_costs_the_others_nothing(tmp_path: Path) -> None:
    good = toy.write(tmp_path, "good.toy", toy.source(range(3)))
    (tmp_path / "empty folder").mkdir()
    paths: list[Path | str] = [tmp_path / "nowhere", tmp_path / "empty folder", os.devnull, good]
    report = run(tmp_path / "store", *paths)
    assert statuses(report) == ["rejected", "rejected", "rejected", "stored"]
    assert [source.sha256 is None for source in report.sources] == [True, True, True, False]
    assert report.exit_code == 1
    for source in report.sources[:3]:
        assert source.reason
        assert source.reason_zh
        assert source.path in source.reason
        assert "\n" not in source.reason


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text elsewhere")
def test_a_name_that_is_no_text_is_no_obstacle(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.toy"))
    path.write_text(toy.source(range(3)), "utf-8")
    report = run(tmp_path / "store", path, Path(f"{path}.not"))
    assert statuses(report) == ["stored", "rejected"]
    assert msgspec.json.encode(report)


def test_nothing_readable_is_exit_3_and_stores_no_match(tmp_path: Path) -> None:
    report = run(tmp_path / "store", toy.write(tmp_path, "a", ""), tmp_path / "nowhere")
    assert (statuses(report), report.exit_code) == (["rejected", "rejected"], 3)
    assert Store(tmp_path / "store").matches() == []


def test_a_rejected_source_is_kept_with_its_first_bytes(tmp_path: Path) -> None:
    report = run(tmp_path / "store", toy.write(tmp_path, "a", '{"a game": "of chess"}'))
    assert (report.sources[0].unit, report.sources[0].quarantined) == ("source", 1)
    (path,) = Store(tmp_path / "store").tables("quarantine")
    assert parquet.read(path)["raw"].to_pylist() == [b'{"a game": "of chess"}']


def test_a_source_that_becomes_unreadable_keeps_what_came_before(tmp_path: Path) -> None:
    report = run(tmp_path / "store", toy.write(tmp_path, "a.toy", toy.source(range(4)) + "stop\nmatch 9 2 8\n"))
    assert statuses(report) == ["partial"]
    assert report.sources[0].reason == "line 6: expected toy, got the end of reason"
    assert len(labels(tmp_path / "store")) == 4


def test_a_match_that_fits_no_table_is_put_aside_alone(tmp_path: Path) -> None:
    report = run(tmp_path / "store", toy.write(tmp_path, "a.toy", toy.source(range(3)) + "match 7 1 66000\n"))
    assert statuses(report) == ["partial"]
    assert (report.sources[0].stored, report.sources[0].quarantined) == (3, 1)


def test_a_gzip_that_breaks_off_is_partial_and_the_whole_one_completes_it(tmp_path: Path) -> None:
    packed = gzip.compress(toy.source(range(1, 1000)).encode())
    (tmp_path / "cut.gz").write_bytes(packed[: len(packed) // 2])
    (tmp_path / "whole.gz").write_bytes(packed)
    first = run(tmp_path / "store", tmp_path / "cut.gz")
    assert statuses(first) == ["partial"]
    assert "breaks off" in str(first.sources[0].reason)
    assert statuses(run(tmp_path / "store", tmp_path / "whole.gz")) == ["stored"]
    assert len(labels(tmp_path / "store")) == 999


def test_a_file_written_over_while_it_is_read_is_read_again_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = toy.write(tmp_path, "a.toy", toy.source(range(1, 9)))

    as_ever = toy.read

    def read(file: BinaryIO) -> Iterator[object]:
        yield from as_ever(file)
        path.write_text("")

    with monkeypatch.context() as patch:
        patch.setattr(toy, "read", read)
        report = run(tmp_path / "store", path)
    assert (statuses(report), report.sources[0].reason) == (["partial"], "it changed while it was read")
    assert len(Store(tmp_path / "store").sources()) == 0
    toy.write(tmp_path, "a.toy", toy.source(range(1, 9)))
    report = run(tmp_path / "store", path)
    assert (statuses(report), report.totals.stored) == (["stored"], 8)
    assert set(labels(tmp_path / "store").values()) == {1}


def test_a_folder_is_read_file_by_file_and_the_store_inside_it_is_not(tmp_path: Path) -> None:
    for name in ("b", "a", "c"):
        toy.write(tmp_path, name, toy.source(range(ord(name), ord(name) + 2)))
    for _ in range(2):
        report = run(tmp_path / "store", tmp_path)
        assert [Path(source.path).name for source in report.sources] == ["a", "b", "c"]


def test_the_rules_asked_for_win_and_are_said(tmp_path: Path) -> None:
    path = toy.write(tmp_path, "a.toy", toy.source(range(11)))
    assert run(tmp_path / "one", path).rules == "huaian_2017, njupt_v1006"
    assert run(tmp_path / "other", path, rules="huaian_2017").rules == "huaian_2017"
    assert books(tmp_path / "other") == {("rules=huaian_2017", "engine=toy")}


def test_wrong_names_are_refused_before_anything_is_touched(tmp_path: Path) -> None:
    path = toy.write(tmp_path, "a.toy", toy.source(range(3)))
    with pytest.raises(RuleBookError):
        run(tmp_path / "store", path, rules="of_nowhere")
    with pytest.raises(UnknownFormatError, match="'of_nowhere' is no format; known: toy"):
        ingest([path], tmp_path / "store", format="of_nowhere")
    assert not (tmp_path / "store").exists()


def test_a_format_asked_for_is_not_questioned(tmp_path: Path) -> None:
    path = toy.write(tmp_path, "a.txt", "match 1 1 4\n")
    assert statuses(run(tmp_path / "store", path)) == ["rejected"]
    report = ingest([path], tmp_path / "other", format="toy", deriver=toy.DERIVER)
    assert (statuses(report), report.sources[0].why) == (["stored"], "as asked")
    assert report.sources[0].why_zh == "指定"


def test_a_source_larger_than_a_batch_makes_several_and_is_entered_with_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "MOST_EVENTS", 160)
    monkeypatch.setattr(orchestration, "CHUNK_EVENTS", 80)
    seeds = [seed for seed in range(1, 60) if seed % 5]
    text = toy.HEADER + "".join(f"match {seed} 2 8\n" for seed in seeds)
    report = run(tmp_path / "store", toy.write(tmp_path, "a.toy", text))
    batches = Store(tmp_path / "store").batches()
    assert [len(parquet.read(b / "events.parquet")) for b in batches] == [160] * 4 + [16 * len(seeds) - 640]
    assert [len(parquet.read(b / "sources.parquet")) for b in batches] == [0, 0, 0, 0, 1]
    assert (report.totals.matches, report.totals.stored) == (len(seeds), len(seeds))


def test_many_small_sources_share_a_batch(tmp_path: Path) -> None:
    paths = [toy.write(tmp_path, f"{n}.toy", toy.source(range(5 * n + 1, 5 * n + 3))) for n in range(20)]
    run(tmp_path / "store", *paths)
    assert len(Store(tmp_path / "store").batches()) == 1
    assert len(Store(tmp_path / "store").sources()) == 20


def test_the_first_bytes_of_many_refused_sources_are_not_held_all_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "MOST_BYTES", 25_000)
    paths = [toy.write(tmp_path, f"{n}.txt", f"{n:02} " * 5_000) for n in range(12)]
    report = run(tmp_path / "store", *paths)
    assert statuses(report) == ["rejected"] * 12
    assert len(Store(tmp_path / "store").batches()) == 6
    assert Store(tmp_path / "store").sources()["path"].to_pylist() == [str(path) for path in paths]


def test_a_store_that_cannot_be_used_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "store").write_text("mine")
    with pytest.raises(StoreError):
        run(tmp_path / "store", toy.write(tmp_path, "a.toy", toy.source(range(3))))
    assert (tmp_path / "store").read_text() == "mine"
