"""What every answer keeps to: planted effects are found, nothing is left out unsaid, no estimate stands without n."""

from pathlib import Path

import duckdb
import pytest

from analytics import lake, shown
from analytics.ask import AskError, ask
from analytics.question import read, value
from engine.words import Text
from ingest.errors import SaidError
from tests.counted import NAMES, Key, Row, answered, asked_con, asked_store, counted, key, only, reckon
from tests.synthetic_plan import Plan
from tests.synthetic_store import build, table

store = asked_store
con = asked_con


def test_a_strong_pair_is_found(tmp_path: Path) -> None:
    build(tmp_path, Plan(matches=60, deals=10, seed=3, edges=(1.2, 0.0, 0.0, 0.0), spread=0.3))
    row = only(ask(lake.connect(tmp_path), "partnership_win_rates"), player_a="Ann")
    assert row["win_share_low"] is not None
    assert float(str(row["win_share_low"])) > 0.5


def test_equal_pairs_are_not_told_apart(tmp_path: Path) -> None:
    build(tmp_path, Plan(matches=80, deals=10, seed=8))
    for row in ask(lake.connect(tmp_path), "partnership_win_rates").rows:
        assert float(str(row["win_share_low"])) < 0.5 < float(str(row["win_share_high"]))


def test_what_tribute_costs_is_found_where_it_is_paid_and_only_there(tmp_path: Path) -> None:
    build(tmp_path, Plan(matches=400, deals=10, seed=5, payer_edge=-0.8, plays=1))
    answer = ask(lake.connect(tmp_path), "tribute_impact")
    for tribute, to in (("single", "opponents"), ("single", "partner"), ("double", "opponents")):
        assert float(str(only(answer, tribute=tribute, paid_to=to)["paying_win_share_high"])) < 0.5
    refused = only(answer, tribute="anti_double")
    assert float(str(refused["paying_win_share_low"])) < 0.5 < float(str(refused["paying_win_share_high"]))


@pytest.mark.parametrize("name", NAMES)
def test_every_deal_left_out_is_accounted_for(con: duckdb.DuckDBPyConnection, store: Path, name: str) -> None:
    rows = table(store, "results")
    answer = ask(con, name)
    reasons = {"incomplete": [r for r in rows if not r["complete"]]}
    reasons["illegal"] = [r for r in rows if r["complete"] and r["illegal"]]
    reasons["inconsistent"] = [r for r in rows if r["complete"] and not r["illegal"] and r["inconsistent"]]
    assert answer.excluded == {why: len(of) for why, of in reasons.items()}
    assert answer.n + sum(answer.excluded.values()) == len(rows)
    for text in answer.caveat:
        assert f"{answer.n}" in text
        assert all(f"{k}" in text for k in answer.excluded.values())
    every = ask(con, name, complete=False, clean="false")
    assert (every.n, every.excluded) == (len(rows), {})


@pytest.mark.parametrize("name", NAMES)
def test_no_estimate_stands_without_n_and_interval(con: duckdb.DuckDBPyConnection, name: str) -> None:
    answer = ask(con, name)
    for row in answer.rows:
        assert list(row) == list(answer.rows[0])
        for estimate in answer.estimates:
            found, low, high, n = answered(row, estimate)
            if found is None:
                assert n == 0
            else:
                assert int(str(n)) > 0
                assert low is None or float(str(low)) <= float(str(found)) <= float(str(high))


@pytest.mark.parametrize("name", NAMES)
def test_every_column_has_a_heading_in_both_languages(con: duckdb.DuckDBPyConnection, name: str) -> None:
    answer = ask(con, name)
    added = {f"{e}{end}" for e in answer.estimates for end in ("_low", "_high", "_n")}
    assert set(answer.rows[0]) - added == set(answer.asked.columns)
    for lang in ("zh", "en"):
        headings, rows = shown.cells(answer, lang)
        assert len(rows) == len(answer.rows)
        assert len(set(headings)) == len(headings) == len(rows[0])


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_store_answers_with_no_rows(tmp_path: Path, name: str) -> None:
    answer = ask(lake.connect(tmp_path), name)
    assert (answer.n, answer.rows) == (0, [])
    assert list(answer.document())[:5] == ["question", "n", "filters", "rows", "caveat"]


@pytest.mark.parametrize("name", NAMES)
def test_filters_narrow(con: duckdb.DuckDBPyConnection, store: Path, name: str) -> None:
    everything = ask(con, name)
    first, second = (ask(con, name, source=f"{k:016x}") for k in (1, 2))
    assert first.n + second.n == everything.n > first.n > second.n > 0
    assert ask(con, name, source="synthetic_2.jsonl").rows == second.rows
    at_ten = [d for d in counted(store).values() if d["level"] == 8]
    assert ask(con, name, level="10").n == len(at_ten) > 0
    of_ann = {s["match_id"] for s in table(store, "seats") if s["name"] == "Ann"}
    assert ask(con, name, player="Ann").n == sum(k[0] in of_ann for k in counted(store))
    assert ask(con, name, rules="huaian_2017").rows == everything.rows


def test_bombs_of_a_seat_and_of_a_name_are_theirs(con: duckdb.DuckDBPyConnection, store: Path) -> None:
    deals = counted(store)
    at = {(s["match_id"], s["seat"]) for s in table(store, "seats") if s["name"] == "Ann"}
    bombs = [p for p in table(store, "plays") if int(str(p["kind"])) >= 8 and key(p) in deals]
    assert only(ask(con, "bomb_usage", seat=2), kind=None)["n"] == sum(p["seat"] == 2 for p in bombs)
    of_ann = sum((p["match_id"], p["seat"]) in at for p in bombs)
    assert only(ask(con, "bomb_usage", player="Ann"), kind=None)["n"] == of_ann > 0


def test_tribute_paid_by_a_name_or_a_seat(con: duckdb.DuckDBPyConnection) -> None:
    everyone = [ask(con, "tribute_impact", seat=s) for s in range(4)]
    single = [sum(int(str(r["n"])) for r in a.rows if r["tribute"] == "single") for a in everyone]
    whole = sum(int(str(r["n"])) for r in ask(con, "tribute_impact").rows if r["tribute"] == "single")
    assert sum(single) == whole
    assert all(r["tribute"] != "none" for a in everyone for r in a.rows)
    by_level = ask(con, "tribute_impact", by_level=True, player="Ann")
    assert {r["level"] for r in by_level.rows} <= set("23456789TJQKA")
    assert sum(int(str(r["n"])) for r in by_level.rows) == sum(
        int(str(r["n"])) for r in ask(con, "tribute_impact", player="Ann").rows
    )


def test_a_name_is_a_value_and_never_sql(con: duckdb.DuckDBPyConnection) -> None:
    assert ask(con, "bomb_usage", player="x' or 1=1 --").n == 0


@pytest.mark.parametrize(
    ("name", "filters", "said"),
    [
        ("who_knows", {}, "there are: bomb_usage"),
        ("bomb_usage", {"colour": "red"}, "no filter 'colour'"),
        ("bomb_usage", {"seat": 4}, "'4' is not one of 0 1 2 3"),
        ("bomb_usage", {"level": "1"}, "'1' is not one of 2 3"),
        ("bomb_usage", {"complete": "maybe"}, "'maybe' is not one of"),
        ("partnership_win_rates", {"min_deals": "many"}, "many"),
        ("bomb_usage", {"source": "nothing"}, "no source nothing"),
        ("bomb_usage", {"rules": "o'hare"}, "it has: huaian_2017"),
    ],
)
def test_what_cannot_be_asked_is_said_in_both_languages(
    con: duckdb.DuckDBPyConnection, name: str, filters: dict[str, object], said: str
) -> None:
    with pytest.raises(AskError) as refused:
        ask(con, name, **filters)
    assert said in str(refused.value)
    assert refused.value.zh


def test_many_matches_are_pooled_without_moving_the_interval(tmp_path: Path) -> None:
    build(tmp_path, Plan(matches=20_100, deals=2, plays=1, seed=6, spread=1.0, events=False))
    con = lake.connect(tmp_path)
    clusters = lake.rows(con, "select count(distinct cluster_of(match_id)) as n from matches")[0]["n"]
    assert 2000 < int(str(clusters)) <= 4096
    answer = ask(con, "tribute_impact")
    row = only(answer, tribute="double")
    before: dict[Key, Row] = {(r["match_id"], int(str(r["deal_no"])) + 1): r for r in table(tmp_path, "results")}
    pairs = [
        (k[0], float(d["winner_team"] != before[k]["winner_team"]))
        for k, d in counted(tmp_path).items()
        if d["tribute"] == "double"
    ]
    found, low, high, n = reckon(pairs)
    assert row["matches"] is None
    assert (row["paying_win_share"], row["paying_win_share_n"]) == pytest.approx((found, n))
    assert (row["paying_win_share_low"], row["paying_win_share_high"]) == pytest.approx((low, high), abs=0.002)


def test_a_head_that_is_not_understood_is_named() -> None:
    with pytest.raises(ValueError, match=r"odd\.sql: not a line of a question's head: -- who: me"):
        read("odd", "-- who: me\nselect 1")


@pytest.mark.parametrize(
    ("kind", "given", "found"), [("level", "10", "T"), ("level", "q", "Q"), ("boolean", "no", False), ("seat", 0, 0)]
)
def test_values_are_read_as_people_write_them(kind: str, given: object, found: object) -> None:
    assert value(kind, given) == found  # type: ignore[arg-type]  # parametrised over the kinds


@pytest.mark.parametrize(
    ("kind", "given", "zh", "en"),
    [
        ("seat", "4", "'4' 不是 0 1 2 3 之一", "'4' is not one of 0 1 2 3"),
        (
            "boolean",
            "perhaps",
            "'perhaps' 不是 true 1 yes false 0 no 之一",
            "'perhaps' is not one of true 1 yes false 0 no",
        ),
        ("integer", "many", "'many' 不是自然数", "'many' is no number from 0 on"),
    ],
)
def test_values_that_are_none_are_refused_in_both_languages(kind: str, given: str, zh: str, en: str) -> None:
    with pytest.raises(SaidError) as refused:
        value(kind, given)  # type: ignore[arg-type]  # parametrised over the kinds
    assert refused.value.said == Text(zh, en)
