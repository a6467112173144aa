"""Questions: the same numbers as a slow count in Python, what was planted is found, and no number without its n and interval."""

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from analytics import lake, overview, stats
from analytics.ask import ask
from analytics.question import questions
from tests.counted import Key, Row, answered, asked_con, asked_store, counted, key, only, same
from tests.synthetic_plan import Plan
from tests.synthetic_store import build, table

store = asked_store
con = asked_con


def test_partnerships_are_as_counted_slowly(con: duckdb.DuckDBPyConnection, store: Path) -> None:
    seats: dict[tuple[object, int], list[object]] = defaultdict(list)
    for s in table(store, "seats"):
        seats[s["match_id"], int(str(s["seat"])) % 2].append(s["name"])
    pairs: dict[Key, list[tuple[object, int]]] = defaultdict(list)
    met: dict[Key, set[Key]] = defaultdict(set)
    against_itself = 0
    for (match, _), deal in counted(store).items():
        teams = [_pair(seats[match, 0], "0+2"), _pair(seats[match, 1], "1+3")]
        if teams[0] == teams[1]:
            against_itself += 1
            continue
        for t in (0, 1):
            steps = int(str(deal["steps"]))
            pairs[teams[t]].append((match, steps if deal["winner_team"] == t else -steps))
            met[teams[t]] |= {teams[1 - t]} if teams[1 - t][0] else set()
    answer = ask(con, "partnership_win_rates")
    assert against_itself > 0
    assert sum(int(str(r["self_deals"])) for r in answer.rows) == against_itself
    assert sum(int(str(r["n"])) for r in answer.rows) == 2 * (answer.n - against_itself)
    for (a, b), observed in pairs.items():
        row = only(answer, player_a=a, player_b=b) if a else only(answer, seats=b)
        assert (row["n"], row["matches"]) == (len(observed), len({m for m, _ in observed}))
        assert row["opponents"] == (len(met[a, b]) or None)
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


def test_opponents_without_a_name_are_not_counted_as_one(tmp_path: Path) -> None:
    build(tmp_path, Plan(matches=3, deals=4, pairs=((None, None),) * 4))
    rows = ask(lake.connect(tmp_path), "partnership_win_rates").rows
    assert [row["opponents"] for row in rows] == [None, None]


def test_a_list_of_deals_says_how_many_of_its_deals_were_never_judged(tmp_path: Path) -> None:
    build(tmp_path, Plan(matches=3, deals=4, pairs=(("A", "B"), ("C", "D"))))
    ours = len(table(tmp_path, "deals"))
    build(tmp_path, Plan(matches=2, deals=5, seed=2, batch="0002", rules="njupt_v1006", pairs=(("A", "B"), ("E", "F"))))
    theirs = len(table(tmp_path, "deals")) - ours
    source = f"{2:016x}"
    for rules, narrowed, wanted in (
        (None, overview.Filters(), (ours + theirs, 0)),
        ("huaian_2017", overview.Filters(), (ours, theirs)),
        ("njupt_v1006", overview.Filters(), (theirs, ours)),
        ("huaian_2017", overview.Filters(source=source), (0, theirs)),
        ("njupt_v1006", overview.Filters(source=source), (theirs, 0)),
        ("huaian_2017", overview.Filters(player="E"), (0, theirs)),
        ("huaian_2017", overview.Filters(player="C"), (ours, 0)),
    ):
        assert overview.deals(lake.connect(tmp_path, rules), narrowed, limit=5)[1:] == wanted


def test_a_choice_that_is_cut_says_so(con: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    players = overview.choices(con, "player")
    assert not players.cut
    monkeypatch.setitem(overview.MOST_CHOICES, "player", len(players.rows))
    assert overview.choices(con, "player") == players
    monkeypatch.setitem(overview.MOST_CHOICES, "player", 2)
    assert overview.choices(con, "player") == (players.rows[:2], True)


@pytest.mark.parametrize("name", [q.name for q in questions()])
def test_a_condition_that_was_taken_back_is_not_said_to_hold(con: duckdb.DuckDBPyConnection, name: str) -> None:
    for lang, complete, clean in (("zh", "完整", "无违规"), ("en", "complete", "without an illegal")):
        said = ask(con, name).caveat(lang)
        assert complete in said
        assert clean in said
        assert (
            complete
            not in ask(con, name, complete=False).caveat(lang).partition("未计" if lang == "zh" else "left out")[0]
        )
        assert (
            clean not in ask(con, name, clean=False).caveat(lang).partition("未计" if lang == "zh" else "left out")[0]
        )
