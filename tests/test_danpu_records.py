"""Commands that take a record: simulate, validate, hands, replay, export."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import danpu
from danpu import errors, judging
from danpu.export import export

Said = Callable[..., tuple[int, str, str]]
FINDING_KEYS = [
    "code",
    "severity",
    "source",
    "line",
    "match",
    "deal",
    "event",
    "seat",
    "rules",
    "clause",
    "settled",
    "expected",
    "actual",
    "consequence_of",
    "sanction",
]


def test_simulate_is_the_same_for_the_same_seed_and_another_for_another(said: Said, tmp_path: Path) -> None:
    bytes_of = []
    for number, seed in enumerate((1, 1, 2)):
        path = tmp_path / f"{number}.jsonl"
        assert said("simulate", "--matches", 1, "--seed", seed, "--format", "danpu", "--out", path)[0] == errors.FINE
        bytes_of.append(path.read_bytes())
    assert bytes_of[0] == bytes_of[1] != bytes_of[2]


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--rules", "nothing", "no rule book nothing"),
        ("--format", "nothing", "no writer for format nothing"),
        ("--players", "greedy,random", "one player or four"),
        ("--players", "clever", "no player clever"),
    ],
)
def test_simulate_refuses_names_it_does_not_know(
    option: str, value: str, told: str, said: Said, tmp_path: Path
) -> None:
    given = {"--matches": "1", "--format": "danpu", "--out": str(tmp_path / "x"), option: value}
    code, out, err = said("simulate", *(word for pair in given.items() for word in pair))
    assert (code, out) == (errors.USAGE, "")
    assert told in err
    assert list(tmp_path.iterdir()) == []


def test_validate_answers_in_json(simulated: Path, said: Said) -> None:
    code, out, _ = said("validate", simulated, "--json")
    found = json.loads(out)
    assert code == errors.FINE
    assert list(found) == ["engine", "rules", "deals", "clean", "findings", "by_code", "partly_checked", "unread"]
    assert found == danpu.validate(simulated)
    assert found["rules"] == "huaian_2017"
    assert found["deals"] == found["clean"] == sum(len(m.deals) for m in danpu.read(simulated))


def test_validate_names_the_rule_book_always(simulated: Path, said: Said) -> None:
    assert "rule book: huaian_2017" in said("validate", simulated)[1]
    assert "rule book: njupt_v1006" in said("validate", simulated, "--rules", "njupt_v1006")[1]


def test_validate_ends_with_1_if_something_is_illegal_and_says_where(simulated: Path, said: Said) -> None:
    code, out, _ = said("validate", simulated, "--rules", "njupt_v1006", "--json")
    found = json.loads(out)
    assert code == errors.FOUND
    assert found["clean"] < found["deals"]
    first = next(f for f in found["findings"] if f["severity"] == "illegal")
    assert list(first) == FINDING_KEYS
    assert (first["source"], first["rules"]) == (str(simulated), "njupt_v1006")
    assert first["clause"]
    assert sum(found["by_code"].values()) == len(found["findings"])


def test_validate_by_path_and_by_store_agree(simulated: Path, simulated_store: Path, said: Said) -> None:
    for rules in ("huaian_2017", "njupt_v1006"):
        by_path = said("validate", simulated, "--rules", rules, "--json")
        by_store = said("validate", "--store", simulated_store, "--rules", rules, "--json")
        assert by_path[:2] == by_store[:2]


def test_validate_under_every_book(simulated: Path, said: Said) -> None:
    code, out, _ = said("validate", simulated, "--rules", "all", "--json")
    found = json.loads(out)
    books = {row["rules"]: row for row in found["books"]}
    assert code == errors.FINE
    assert list(found) == ["books", "unread"]
    assert set(books) >= {"huaian_2017", "njupt_v1006"}
    assert (books["huaian_2017"]["verdict"], books["huaian_2017"]["first"]) == ("legal", None)
    assert books["njupt_v1006"]["illegal"] > 0
    assert list(books["njupt_v1006"]["first"]) == FINDING_KEYS


def test_validate_auto_says_which_books_agree(simulated: Path, said: Said) -> None:
    found = json.loads(said("validate", simulated, "--rules", "auto", "--json")[1])
    assert "huaian_2017" in found["consistent"]
    assert found["excluded_by"]["njupt_v1006"] == next(
        row["first"] for row in found["books"] if row["rules"] == "njupt_v1006"
    )


def test_hands_answer_in_json(simulated: Path, said: Said) -> None:
    code, out, _ = said("hands", simulated, "--deal", 2, "--json")
    found = json.loads(out)
    assert code == errors.FINE
    assert list(found) == ["deal", "level", "rules", "at", "seats", "undecided"]
    assert (found["deal"], found["at"], found["undecided"]) == (2, "dealt", [])
    cards = [card["card"] for seat in found["seats"] for card in seat["cards"]]
    assert len(cards) == 108
    assert max(cards.count(card) for card in cards) == 2
    assert {card["how"] for seat in found["seats"] for card in seat["cards"]} == {"dealt"}


def test_hands_of_a_real_deal_leave_nine_cards_undecided(records: Path, said: Said) -> None:
    found = json.loads(said("hands", records / "njupt_v1006" / "server_last_round.log", "--json")[1])
    known = sum(len(seat["cards"]) for seat in found["seats"])
    assert [(len(u["cards"]), u["seats"], u["counts"]) for u in found["undecided"]] == [(9, [0, 2], [3, 6])]
    assert known + 9 == 108


@pytest.mark.parametrize("command", ["hands", "replay"])
@pytest.mark.parametrize("number", ["0", "999", "-1"])
def test_a_deal_that_is_not_there_is_2(command: str, number: str, simulated: Path, said: Said) -> None:
    code, out, err = said(command, simulated, f"--deal={number}")
    assert (code, out) == (errors.USAGE, "")
    assert "deals" in err


def test_deals_are_counted_over_the_whole_source(simulated: Path, said: Said) -> None:
    matches = danpu.read(simulated)
    last = sum(len(m.deals) for m in matches)
    code, out, _ = said("replay", simulated, "--deal", last)
    assert code == errors.FINE
    assert f"deal {last} of the source (match 2, deal {len(matches[1].deals)})" in out


def test_replay_shows_every_event_and_the_findings_at_theirs(simulated: Path, said: Said) -> None:
    found = json.loads(said("validate", simulated, "--rules", "njupt_v1006", "--json")[1])["findings"]
    first = next(f for f in found if f["event"] is not None and f["match"] == 1)
    code, out, _ = said("replay", simulated, "--deal", first["deal"], "--rules", "njupt_v1006")
    assert code == errors.FINE
    row = next(line for line in out.splitlines() if line.startswith(f"{first['event']} "))
    assert first["code"] in row
    events = danpu.read(simulated)[0].deals[first["deal"] - 1].events
    assert sum(line.split(" ")[0].isdigit() for line in out.splitlines()[7:]) >= len(events)


def test_replay_has_symbols_if_asked(simulated: Path, said: Said) -> None:
    assert "♠" in said("replay", simulated, "--symbols")[1]
    assert "♠" not in said("replay", simulated)[1]


def test_export_gives_back_what_was_read(simulated: Path, simulated_store: Path, tmp_path: Path, said: Said) -> None:
    sources: tuple[list[object], ...] = ([simulated], ["--store", simulated_store])
    for number, source in enumerate(sources):
        out = tmp_path / f"{number}.jsonl"
        assert said("export", *source, "--format", "danpu", "--out", out)[0] == errors.FINE
        assert [m.deals for m in danpu.read(out)] == [m.deals for m in danpu.read(simulated)]
    assert said("export", simulated, "--format", "danpu", "--out", out)[0] == errors.USAGE
    assert said("export", simulated, "--format", "danpu", "--out", out, "--force")[0] == errors.FINE


@pytest.mark.parametrize("rules", [None, "njupt_v1006"])
def test_many_matches_are_judged_as_one_by_one(
    simulated: Path, rules: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "MANY_EVENTS", 2**60)
    one_by_one = danpu.validate(simulated, rules)
    monkeypatch.setattr(judging, "MANY_EVENTS", 0)
    monkeypatch.setattr(judging, "CHUNK_EVENTS", 1)
    assert danpu.validate(simulated, rules) == one_by_one
    monkeypatch.setattr(judging, "LARGE_BYTES", 0)
    assert danpu.validate(simulated, rules) == one_by_one


@pytest.mark.parametrize("large", [0, 2**60])
def test_a_match_that_stands_twice_in_a_record_is_judged_twice_at_its_places(
    simulated: Path, large: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "MANY_EVENTS", 0)
    monkeypatch.setattr(judging, "LARGE_BYTES", large)
    once = [m for m in danpu.read(simulated) if m.match_no == 1]
    twice = tmp_path / "twice.jsonl"
    export([*once, *once], "danpu", str(twice))
    found = danpu.validate(twice, "njupt_v1006")
    single = danpu.validate(simulated, "njupt_v1006")
    of_first = [f for f in single["findings"] if f["match"] == 1]
    assert found["deals"] == 2 * len(once[0].deals)
    assert len(found["findings"]) == 2 * len(of_first)


def test_a_path_given_twice_is_judged_once(simulated: Path, said: Said) -> None:
    once, twice = (json.loads(said("validate", *[simulated] * n, "--json")[1]) for n in (1, 2))
    assert once == twice
