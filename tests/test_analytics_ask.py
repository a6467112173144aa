"""Questions: the same numbers as a slow count in Python, what was planted is found, and no number without its n and interval."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import duckdb
import pytest

from analytics import lake, shown, stats
from analytics.ask import Answer, AskError, ask
from analytics.question import questions, read, value
from tests.synthetic_store import Plan, build, table

Row = Mapping[str, object]
Key = tuple[object, object]
NAMES = [q.name for q in questions()]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ask")
    build(path, Plan(matches=40, deals=6, spread=0.5, broken=0.08))
    build(
        path,
        Plan(matches=6, deals=4, seed=2, batch="0002", pairs=((None, None), (None, "X"), ("Me", "Me"), ("Me", "Me"))),
    )
    return path


@pytest.fixture(scope="module")
def con(store: Path) -> duckdb.DuckDBPyConnection:
    return lake.connect(store)


def key(row: Row) -> Key:
    return row["match_id"], row["deal_no"]


def counted(store: Path) -> dict[Key, Row]:
    """The deals that count, by match and number."""
    rows = table(store, "results")
    return {key(r): r for r in rows if r["complete"] and not r["illegal"] and not r["inconsistent"]}


def reckon(pairs: Iterable[tuple[object, float]], *, share: bool = True) -> tuple[float | None, ...]:
    """Value, interval and n of observations, each with its match, by the formulas of `stats`."""
    by_match: dict[object, list[float]] = defaultdict(list)
    for match, observed in pairs:
        by_match[match].append(observed)
    of = stats.sums([sum(v) for v in by_match.values()], [len(v) for v in by_match.values()])
    found = stats.share(of) if share else stats.mean(of, -3, 3)
    return found.value, found.low, found.high, found.n


def answered(row: Row, name: str) -> tuple[object, ...]:
    return row[name], row[f"{name}_low"], row[f"{name}_high"], row[f"{name}_n"]


def same(row: Row, name: str, pairs: Iterable[tuple[object, float]], *, share: bool = True) -> None:
    assert answered(row, name) == pytest.approx(reckon(pairs, share=share)), name


def only(answer: Answer, **wanted: object) -> Row:
    (row,) = [r for r in answer.rows if all(r[k] == v for k, v in wanted.items())]
    return row


def test_partnerships_are_as_counted_slowly(con: duckdb.DuckDBPyConnection, store: Path) -> None:
    seats: dict[tuple[object, int], list[object]] = defaultdict(list)
    for s in table(store, "seats"):
        seats[s["match_id"], int(str(s["seat"])) % 2].append(s["name"])
    pairs: dict[Key, list[tuple[object, int]]] = defaultdict(list)
    against_itself = 0
    for (match, _), deal in counted(store).items():
        teams = [_pair(seats[match, 0], "0+2"), _pair(seats[match, 1], "1+3")]
        if teams[0] == teams[1]:
            against_itself += 1
            continue
        for t in (0, 1):
            steps = int(str(deal["steps"]))
            pairs[teams[t]].append((match, steps if deal["winner_team"] == t else -steps))
    answer = ask(con, "partnership_win_rates")
    assert against_itself > 0
    assert sum(int(str(r["self_deals"])) for r in answer.rows) == against_itself
    assert sum(int(str(r["n"])) for r in answer.rows) == 2 * (answer.n - against_itself)
    for (a, b), observed in pairs.items():
        row = only(answer, player_a=a, player_b=b) if a else only(answer, seats=b)
        assert (row["n"], row["matches"]) == (len(observed), len({m for m, _ in observed}))
        same(row, "win_share", [(m, float(s > 0)) for m, s in observed])
        same(row, "steps", observed, share=False)
        for name, steps in {"up_3": 3, "up_2": 2, "up_1": 1, "down_1": -1, "down_2": -2, "down_3": -3}.items():
            same(row, f"{name}_share", [(m, float(s == steps)) for m, s in observed])


def _pair(names: list[object], seats: str) -> Key:
    if None in names:
        return None, seats
    first, second = sorted(map(str, names))
    return first, second


def test_a_pair_that_met_only_itself_has_no_rate(tmp_path: Path) -> None:
    build(tmp_path, Plan(matches=5, deals=3, pairs=(("A", "B"), ("B", "A"))))
    answer = ask(lake.connect(tmp_path), "partnership_win_rates")
    (row,) = answer.rows
    assert (row["player_a"], row["player_b"], row["n"], row["matches"], row["win_share"]) == ("A", "B", 0, 0, None)
    assert row["self_deals"] == answer.n > 0


def test_bombs_are_as_counted_slowly(con: duckdb.DuckDBPyConnection, store: Path) -> None:
    deals = counted(store)
    bombs = [p for p in table(store, "plays") if int(str(p["kind"])) >= 8 and key(p) in deals]
    sides: dict[Key, int] = defaultdict(int)
    for p in bombs:
        sides[key(p)] += 1 - 2 * (int(str(p["seat"])) % 2)
    answer = ask(con, "bomb_usage")
    kinds = {8: "bomb", 9: "straight_flush", 10: "joker_bomb"}
    wanted: dict[Key, list[Row]] = defaultdict(list)
    for p in bombs:
        wanted[kinds[int(str(p["kind"]))], p["size"]].append(p)
        wanted[None, None].append(p)
    assert {(r["kind"], r["size"]) for r in answer.rows} == set(wanted)
    measures: dict[str, Callable[[Row], bool]] = {
        "won_share": lambda p: bool(p["won_trick"]),
        "rebombed_share": lambda p: not p["won_trick"],
        "on_partner_share": lambda p: p["top_seat"] is not None and p["top_seat"] == (int(str(p["seat"])) + 2) % 4,
        "led_share": lambda p: bool(p["is_lead"]),
        "with_wilds_share": lambda p: int(str(p["wilds"])) > 0,
        "side_won_share": lambda p: int(str(p["seat"])) % 2 == deals[key(p)]["winner_team"],
    }
    for (kind, size), of in wanted.items():
        row = only(answer, kind=kind, size=size)
        assert row["n"] == len(of)
        for name, is_so in measures.items():
            same(row, name, [(p["match_id"], float(is_so(p))) for p in of])
        per_match: dict[object, list[int]] = defaultdict(lambda: [0, 0])
        for deal in deals.values():
            per_match[deal["match_id"]][1] += 1
        for p in of:
            per_match[p["match_id"]][0] += 1
        found = stats.mean(stats.sums(*zip(*per_match.values(), strict=True)), 0)
        assert answered(row, "per_deal") == pytest.approx((found.value, found.low, found.high, found.n))
    uneven = [(k[0], float((more > 0) == (deals[k]["winner_team"] == 0))) for k, more in sides.items() if more]
    same(only(answer, kind=None), "more_bombs_win_share", uneven)


def test_tribute_is_as_counted_slowly(con: duckdb.DuckDBPyConnection, store: Path) -> None:
    deals = counted(store)
    paid: dict[Key, list[Row]] = defaultdict(list)
    for e in table(store, "events"):
        if int(str(e["kind"])) <= 2:
            paid[key(e)].append(e)
    groups: dict[Key, list[tuple[Row, list[Row], Row | None]]] = defaultdict(list)
    before: dict[Key, Row] = {(r["match_id"], int(str(r["deal_no"])) + 1): r for r in table(store, "results")}
    for k, deal in deals.items():
        events = paid[k]
        to: str | None = None
        if deal["tribute"] in ("single", "anti_single"):
            head = before[k]["finish"]
            assert isinstance(head, list)
            to = "partner" if (int(str(events[0]["seat"])) - head[0]) % 2 == 0 else "opponents"
        elif deal["tribute"] != "none":
            to = "opponents"
        groups[deal["tribute"], to].append((deal, events, before.get(k)))
    answer = ask(con, "tribute_impact")
    assert {(r["tribute"], r["paid_to"]) for r in answer.rows} == set(groups)
    assert sum(int(str(r["n"])) for r in answer.rows) == answer.n == len(deals)
    for (tribute, paid_to), of in groups.items():
        row = only(answer, tribute=tribute, paid_to=paid_to)
        paying = [(d["match_id"], _steps(d, int(str(e[0]["seat"])) % 2)) for d, e, _ in of if e]
        same(row, "paying_win_share", [(m, float(s > 0)) for m, s in paying])
        same(row, "paying_steps", paying, share=False)
        same(row, "paying_down_3_share", [(m, float(s == -3)) for m, s in paying])
        same(
            row,
            "leading_win_share",
            [(d["match_id"], float(int(str(d["leader"])) % 2 == d["winner_team"])) for d, _, _ in of],
        )
        same(row, "double_win_share", [(d["match_id"], float(d["steps"] == 3)) for d, _, _ in of])
        cards = [(d, e) for d, events, _ in of for e in events]
        same(row, "paid_joker_share", [(d["match_id"], float(_card(e) >= 52)) for d, e in cards if e["kind"] == 0])
        same(
            row,
            "paid_level_share",
            [(d["match_id"], float(_rank(e) == d["level"])) for d, e in cards if e["kind"] == 0],
        )
        same(
            row,
            "paid_ace_share",
            [(d["match_id"], float(_rank(e) == 12 != d["level"])) for d, e in cards if e["kind"] == 0],
        )
        same(
            row,
            "returned_low_share",
            [(d["match_id"], float(_rank(e) < 9 and _rank(e) != d["level"])) for d, e in cards if e["kind"] == 1],
        )


def _steps(deal: Row, team: int) -> float:
    steps = int(str(deal["steps"]))
    return float(steps if deal["winner_team"] == team else -steps)


def _card(event: Row) -> int:
    cards = event["cards"]
    assert isinstance(cards, list)
    return int(cards[0])


def _rank(event: Row) -> int:
    return _card(event) // 4 if _card(event) < 52 else 13


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
