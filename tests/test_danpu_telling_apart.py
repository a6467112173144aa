"""`--rules auto` names the book that a record was played under, and of the others only those that nothing in the record excludes."""

import json
import re
from pathlib import Path

import pytest

from benchmarks.telling_apart import DOCUMENT, MATCHES, markdown, rows
from danpu.cli import run
from engine import rules

PLATFORMS = (("njupt_v1006/server_part1.log", "njupt_v1006"), ("guandan_world/match_a.log", "guandan_world"))
ROW = re.compile(r"\| `(\w+)` \| ([\d |]+) \|")


@pytest.mark.parametrize("book", rules.names())
def test_the_book_played_under_agrees_with_every_match(book: str) -> None:
    ((_, found),) = rows(2, [book])
    assert found[book] == 2


def test_the_document_has_every_book_and_a_full_diagonal() -> None:
    found = {row[1]: row[2] for row in ROW.finditer(DOCUMENT.read_text("utf-8"))}
    assert tuple(found) == rules.names()
    for place, counts in enumerate(found.values()):
        assert int(counts.split(" | ")[place]) == MATCHES


@pytest.mark.slow
def test_the_document_is_what_is_found() -> None:
    assert markdown(dict(rows())) == DOCUMENT.read_text("utf-8")


@pytest.mark.parametrize(("record", "book"), PLATFORMS)
def test_the_record_of_a_platform_tells_its_book(
    records: Path, record: str, book: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["validate", str(records / record), "--rules", "auto", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["consistent"] == [book]
    assert set(found["excluded_by"]) == set(rules.names()) - {book}
    assert all(finding["severity"] == "illegal" and finding["clause"] for finding in found["excluded_by"].values())
