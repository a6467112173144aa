"""`danpu validate` for a person: what is wrong with it, what could be checked at all, and what could not be read."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import danpu
from danpu import errors, planted
from danpu.cli import run
from danpu.habits import ALIKE, each, habits
from danpu.validation import Placed, Validation, verdicts
from engine.findings import Finding

Said = Callable[..., tuple[int, str, str]]


def sample(name: str) -> Path:
    return planted.folder() / name


@pytest.fixture
def partial(simulated: Path, tmp_path: Path) -> Path:
    """A record of which one line cannot be read."""
    path = tmp_path / "partial.jsonl"
    path.write_bytes(simulated.read_bytes() + b"no json\n")
    return path


def test_the_verdict_on_a_clean_record_stands_on_stdout(simulated: Path, said: Said) -> None:
    code, out, err = said("validate", simulated)
    deals = sum(len(m.deals) for m in danpu.read(simulated))
    assert code == errors.FINE
    assert out == f"rule book: huaian_2017\n{deals} deals: {deals} clean; 0 illegal findings\n"
    assert err.count("\n") == 1, "only what the record was taken for"


def test_one_deal_is_one_deal(simulated: Path, tmp_path: Path, said: Said) -> None:
    one = tmp_path / "one.jsonl"
    one.write_bytes(b"".join(simulated.read_bytes().splitlines(keepends=True)[:1]))
    assert "\n1 deal: 1 clean; " in said("validate", one)[1]
    assert "there is no deal 2" in said("hands", one, "--deal", 2)[2]
    assert "has 1 deal," in said("hands", one, "--deal", 2)[2]
    assert ": 1 match\n" in said("export", one, "--format", "danpu", "--out", tmp_path / "out.jsonl")[2]


def test_a_deal_that_could_not_be_checked_whole_is_not_clean(tmp_path: Path, said: Said) -> None:
    log = tmp_path / "server.log"  # as the platform writes it, which does not say where a deal begins
    lines = sample("njupt_server/server.log").read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(line for line in lines if b" danpu:1] " not in line))
    found = danpu.validate(log)
    wrong = {(f["match"], f["deal"]) for f in found["findings"] if f["severity"] in ("illegal", "inconsistent")}
    unsure = {(f["match"], f["deal"]) for f in found["findings"] if f["severity"] == "incomplete"} - wrong
    assert found["partly_checked"] == len(unsure) == 1
    assert found["clean"] == found["deals"] - len(wrong) - len(unsure)
    out = said("validate", log)[1]
    assert "1 checked only in part, with nothing wrong there" in out.splitlines()[-1]


def test_nothing_is_consistent_with_no_deal_at_all(tmp_path: Path, said: Said) -> None:
    assert verdicts([("huaian_2017", Validation())])[0]["verdict"] == "unchecked"
    bad = tmp_path / "bad.log"
    bad.write_bytes(b"nothing of ours\n")
    said("ingest", bad, "--store", tmp_path / "store")
    for rules in ([], ["--rules", "all"], ["--rules", "auto"]):
        for source in ([bad], ["--store", tmp_path / "store"]):
            code, out, err = said("validate", *source, *rules)
            assert (code, out) == (errors.UNREADABLE, "")
            assert "nothing was checked" in err
            code, out, err = said("validate", *source, *rules, "--json")
            assert code == errors.UNREADABLE
            found = json.loads(out)
            assert [row["verdict"] for row in found.get("books", ())] == ["unchecked"] * len(found.get("books", ()))
            assert found.get("deals", 0) == 0
            assert [row["source"] for row in found["unread"]] == ([str(bad)] if source == [bad] else [])


def test_json_says_what_could_not_be_read(partial: Path, tmp_path: Path, said: Said) -> None:
    code, out, _ = said("validate", partial, tmp_path / "missing.log", "--json")
    found = json.loads(out)
    assert code == errors.FOUND
    assert found["deals"] > 0
    assert [(row["status"], row["quarantined"]) for row in found["unread"]] == [("partial", 1), ("rejected", 0)]
    assert all(row["reason"] and row["reason_zh"] for row in found["unread"])
    assert danpu.validate(partial)["unread"] == found["unread"][:1]


@pytest.mark.parametrize("command", [["validate"], ["validate", "--rules", "all"], ["export", "--format", "danpu"]])
def test_a_source_read_in_part_is_1(command: list[str], partial: Path, tmp_path: Path, said: Said) -> None:
    more = ["--out", tmp_path / "out.jsonl"] if command[0] == "export" else []
    assert said(*command, partial, *more)[0] == errors.FOUND
    assert said("validate", partial)[1].splitlines()[-1].endswith("0 illegal findings")


@pytest.mark.parametrize("command", ["validate", "hands", "replay"])
def test_the_reader_may_be_named(command: str, simulated: Path, said: Said) -> None:
    assert said(command, simulated, "--format", "danpu")[0] == errors.FINE
    assert said(command, simulated, "--format", "njupt_server")[0] == errors.UNREADABLE
    code, out, err = said(command, simulated, "--format", "nope")
    assert (code, out) == (errors.USAGE, "")
    assert "no format nope" in err


def test_a_book_that_is_not_there_is_2_whatever_the_source(tmp_path: Path, said: Said) -> None:
    assert said("validate", tmp_path / "missing.log", "--rules", "nope")[0] == errors.USAGE


def placed(
    code: str, line: int, *, deal: int = 1, cause: int | None = None, number: int = 1, event: int | None = 1
) -> Placed:
    found = Finding(code, "illegal", deal, number, "book", True, event_no=event, line=line, consequence_of=cause)
    return Placed("a.log", 1, deal, found)


def test_what_is_found_over_and_over_again_is_one_habit_and_the_rest_stands_alone() -> None:
    often = [placed("holder_passed", line, number=line) for line in range(1, 6)]
    rare = [placed("extra_pass", line, deal=2, number=line) for line in range(1, ALIKE + 1)]
    assert [len(h.found) for h in habits([*rare, *often])] == [1] * ALIKE + [5]
    assert [len(h.found) for h in each([*rare, *often])] == [1] * (ALIKE + 5)


def test_findings_under_different_clauses_are_different_habits() -> None:
    often = [placed("wrong_leader", line, number=line) for line in range(1, 11)]
    under = [replace(p, finding=replace(p.finding, clause="AB"[n % 2])) for n, p in enumerate(often)]
    assert [(h.found[0].finding.clause, len(h.found)) for h in habits(under)] == [("A", 5), ("B", 5)]


def test_findings_with_different_causes_or_kinds_of_place_are_different_habits() -> None:
    causes = [placed("holder_passed", line, deal=line) for line in range(1, 6)]
    follows = [placed("extra_pass", line, deal=line, cause=1, number=2) for line in range(1, 6)]
    alone = [placed("extra_pass", line, deal=line, number=3) for line in range(1, 6)]
    of_deal = [placed("extra_pass", line, deal=line, number=4, event=None) for line in range(1, 6)]
    found = habits([*causes, *follows, *alone, *of_deal])
    assert [(h.found[0].finding.code, len(h.found), h.deals) for h in found] == [
        ("holder_passed", 5, 5),
        ("extra_pass", 5, 5),
        ("extra_pass", 5, 5),
        ("extra_pass", 5, 5),
    ]
    assert [h.causes[0] and h.causes[0].finding.code for h in found] == [None, "holder_passed", None, None]


def test_the_answer_on_a_real_record_is_a_screenful_and_all_of_it_on_demand(records: Path, said: Said) -> None:
    path = records / "guandan_world" / "match_a.log"
    code, out, err = said("validate", path)
    found = json.loads(said("validate", path, "--json")[1])["findings"]
    assert code == errors.FOUND
    assert len(found) > 400
    assert len(out.splitlines()) < 25
    assert "--all" in err
    passed = [f for f in found if f["code"] == "holder_passed"]
    row = next(line for line in out.splitlines() if " holder_passed " in line)
    assert f"match_a.log:{','.join(str(f['line']) for f in passed[:3])},…" in row
    assert f"; {len(passed) - 1} more of this kind, in 6 deals" in row
    every = said("validate", path, "--all")[1]
    assert len(every.splitlines()) > len(found)


def test_the_table_is_chinese_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", str(sample("njupt_server/server.log")), "--lang", "zh"]) == errors.FOUND
    table = capsys.readouterr().out.split("\n\n")[0]
    assert "座位" in table
    assert "seat " not in table
