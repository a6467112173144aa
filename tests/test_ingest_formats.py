"""Every format through a whole run: no line is lost between a file and the ledger, and a second time nothing is new."""

import gzip
import io
import re
from pathlib import Path

import pytest

from engine.records import Quarantined
from engine.words import CHINESE, Text
from ingest.ingest import ingest
from ingest.readers import READERS
from ingest.report import Report, Source
from ingest.store import Store
from tests import toy_format as toy

SAMPLES = Path(__file__).resolve().parent.parent / "data" / "samples"
FILES = sorted(
    path for folder in SAMPLES.iterdir() if folder.is_dir() for path in folder.iterdir() if path.suffix != ".md"
)


def run(store: Path, *paths: Path) -> Report:
    return ingest(paths, store, deriver=toy.DERIVER)


def lines(path: Path) -> int:
    data = path.read_bytes()
    return data.count(b"\n") + (not data.endswith(b"\n"))


def holds(source: Source, path: Path) -> None:
    """That its counts balance, and with the file itself where lines are what is counted."""
    assert source.read == source.stored + source.duplicate + source.quarantined + source.ignored
    assert source.unit != "line" or source.read == lines(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_line_of_a_sample_is_lost(tmp_path: Path, path: Path) -> None:
    report = run(tmp_path / "store", path)
    (source,) = report.sources
    assert source.status in ("stored", "partial")
    assert source.format == path.parent.name
    holds(source, path)
    zipped = tmp_path / "other.name"
    zipped.write_bytes(gzip.compress(path.read_bytes()))
    assert [again.status for again in run(tmp_path / "store", path, zipped).sources] == ["duplicate", "duplicate"]
    assert len(Store(tmp_path / "store").matches()) == source.matches


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_is_wrong_with_a_damaged_sample_is_said_in_both_languages(path: Path) -> None:
    (reader,) = (reader for reader in READERS if path.parent.name == reader.FORMAT)
    whole = path.read_bytes().split(b"\n")
    said = set[Text]()
    for found, damaged in (
        (rb"\b[SHCD]([3-9TJQKA])\b", rb"Z\1"),
        (rb"\b\d([SHCD])\b", rb"1\1"),
        (rb":", b"\0"),
        (rb"[\]}]", b""),
    ):
        broken = [re.sub(found, damaged, line) if n % 5 == 3 else line for n, line in enumerate(whole)]
        pieces = [p for p in reader.read(io.BytesIO(b"\n".join(broken))) if isinstance(p, Quarantined)]
        said.update(text for piece in pieces for text in (piece.reason, piece.expected))
    assert said
    for text in said:
        assert re.search(f"[{CHINESE}]", text.zh)
        assert not re.search(f"[{CHINESE}]", text.en)


def test_there_are_samples() -> None:
    assert FILES


def test_no_line_of_a_real_record_is_lost_and_a_second_time_nothing_is_new(tmp_path: Path, records: Path) -> None:
    paths = [*sorted((records / "njupt_v1006").glob("*.log")), *sorted((records / "guandan_world").glob("*.log"))]
    first, second = run(tmp_path / "store", *paths), run(tmp_path / "store", *paths)
    for path, source in zip(paths, first.sources, strict=True):
        assert source.status in ("stored", "partial")
        holds(source, path)
    assert [source.status for source in second.sources] == ["duplicate"] * len(paths)
    assert (second.totals.read, second.totals.stored) == (first.totals.read, 0)


def test_every_line_of_the_referee_log_is_an_event(tmp_path: Path, records: Path) -> None:
    (source,) = run(tmp_path / "store", records / "njupt_v1006" / "server_part1.log").sources
    assert (source.read, source.stored, source.events, source.quarantined) == (5872, 5872, 5872, 0)
    events = [event for match in Store(tmp_path / "store").matches() for deal in match.deals for event in deal.events]
    assert sorted(event.line or 0 for event in events) == list(range(1, 5873))
