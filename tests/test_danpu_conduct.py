"""Facts of conduct in a record are judged alike from a file and from a store, and what they cost is said in both languages."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from danpu.cli import run
from engine import rules
from engine.conduct.book import SANCTIONS
from engine.findings import Finding, sentence
from engine.records import Event, EventKind
from engine.simulate import simulate
from ingest.writers import danpu as writer


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A match of the league in which a clock ran out."""
    (match,) = simulate(1, 5, rules.load("college_league"))
    first, *rest = match.deals
    slow = Event(EventKind.TIMEOUT, 1, amount=38, about="play")
    path = tmp_path / "a.jsonl"
    with path.open("wb") as file:
        writer.write([replace(match, deals=(replace(first, events=(*first.events, slow)), *rest))], file)
    return path


def test_a_store_tells_what_the_file_tells(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    assert run(["ingest", str(record), "--store", str(tmp_path / "store")]) == 0
    for given in ([str(record)], ["--store", str(tmp_path / "store")]):
        capsys.readouterr()
        assert run(["validate", *given, "--json"]) == 1
        told.append(json.loads(capsys.readouterr().out)["findings"])
    assert [f["code"] for f in told[0]] == ["too_slow"]
    assert [f["sanction"] for f in told[0]] == ["foul"]
    assert [{**f, "source": ""} for f in told[0]] == [{**f, "source": ""} for f in told[1]]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("word", SANCTIONS)
def test_a_sentence_says_what_it_costs(word: str, lang: str) -> None:
    finding = Finding("too_slow", "illegal", 1, 1, "x", settled=True, seat=0, expected="25 s", sanction=f"{word} foul")
    told = sentence(finding, lang)
    assert SANCTIONS[word](lang) in told
    assert SANCTIONS["foul"](lang) in told
    assert sentence(replace(finding, sanction=None), lang) in told
