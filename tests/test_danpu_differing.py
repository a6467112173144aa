"""Verdicts of two versions of the engine, compared deal by deal."""

import json
import shutil
from pathlib import Path

import pyarrow.compute as pc
import pytest

from danpu.cli import run
from engine import VERSION
from ingest import parquet

OLD = "0"


def store_with_an_older_verdict(folder: Path, sample: Path) -> Path:
    """A store that also holds what an older engine would have said: it did not know one code."""
    store = folder / "store"
    assert run(["ingest", str(sample), "--store", str(store)]) == 0
    for now in store.glob(f"batch=*/rules=*/engine={VERSION}"):
        then = now.with_name(f"engine={OLD}")
        shutil.copytree(now, then)
        findings = parquet.read(then / "findings.parquet")
        kept = pc.not_equal(findings["code"], "steps_mismatch")
        parquet.write(findings.filter(kept), then / "findings.parquet")
    return store


def test_the_deals_whose_verdict_has_changed_are_listed_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sample = Path(__file__).parents[1] / "data" / "samples" / "danpu" / "matches.jsonl"
    store = store_with_an_older_verdict(tmp_path, sample)
    capsys.readouterr()
    assert run(["validate", "--store", str(store), "--diff", OLD, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["engine"], found["compared_with"]) == (VERSION, OLD)
    assert found["deals"]
    assert all(deal["gone"] == [] and deal["results"] == [] for deal in found["deals"])
    assert all(code.startswith("steps_mismatch ") for deal in found["deals"] for code in deal["appeared"])
    assert run(["validate", "--store", str(store), "--diff", VERSION, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["deals"] == []


def test_a_version_that_the_store_does_not_hold_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample = Path(__file__).parents[1] / "data" / "samples" / "danpu" / "matches.jsonl"
    store = store_with_an_older_verdict(tmp_path, sample)
    assert run(["validate", "--store", str(store), "--diff", "99", "--lang", "en"]) == 2
    assert f"no verdicts of engine 99 (it holds those of: {OLD}, {VERSION})" in capsys.readouterr().err
