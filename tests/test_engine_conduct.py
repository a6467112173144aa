"""What the four seeds say of reports, clocks, penalties, time-out and points."""

import json
from pathlib import Path

import pytest

from engine import cards, standings
from engine.conduct import score
from engine.conduct.docket import Docket, Fact
from engine.plain import levels as chain
from engine.records import team
from tests import matrix, seeds
from tests.matrix import Ruling

WORDS = {
    "own-1": "level_down",
    "opponents+1": "opponents_up_1",
    "opponents+3": "opponents_up_3",
    "points-2": "points_2",
    "points-4": "points_4",
    "points-10": "points_10",
}
MISCONDUCT = {"off_hand": "off_hand", "cheating": "cheating", "asked_after_report": "asking", "talk": "talk"}
KING = cards.level("K")
MATRIX = list(matrix.rulings("matrix/conduct.toml"))


def fact(text: str) -> tuple[Fact, int]:
    """A fact of a row, and how often it happened."""
    kind, who, *rest = text.split()
    said = dict(word.split("=") for word in rest if "=" in word)
    seat, times = int(who), int(said.get("times", 1))
    if kind == "timeout":
        stage = {"tribute": "pay"}.get(said["stage"], said["stage"])
        return Fact("slow", seat, int(said["seconds"]), stage=stage), times
    if kind == "late":
        return Fact("late", seat, int(said["minutes"]), excused="excused" in rest), times
    if kind in ("offline", "quit"):
        high = cards.level(said["level"]) >= KING if "level" in said else False
        offence = "high_quit" if (high and kind == "quit") or (high and int(said.get("minutes", 0)) >= 2) else kind
        if kind == "quit" and not high and "inside" in text:
            offence = "offline"
        return Fact(offence, seat, int(said.get("minutes", 99))), times
    if kind == "left":
        return Fact("no_report", seat, int(rest[0]), rounds=int(said.get("rounds", 0))), times
    if kind == "misconduct":
        return Fact(MISCONDUCT.get(said["what"], "gross_fault"), seat), times
    return Fact(kind, seat, int(rest[0]) if kind == "report" else None), times


def cost(row: Ruling) -> str:
    """What the last fact of a row costs, in the row's words."""
    docket = Docket(row.rules.conduct)
    told: str | None = None
    missing: Fact | None = None
    for text in row.texts("facts"):
        found, times = fact(text)
        if found.offence == "objection" and missing is not None:
            told = docket.rule(missing._replace(objected=team(found.seat) != team(missing.seat)))
            continue
        missing = found if found.offence == "no_report" else None
        if missing is not None and any("objection" in later for later in row.texts("facts")):
            continue
        for _ in range(times):
            told = docket.rule(found)
        if told is None and found.offence == "slow" and docket.is_slow(found):
            return "over_time"
    return "none" if told is None else told or "ok"


@pytest.mark.parametrize("row", [*seeds.rows("conduct"), *(r for r in MATRIX if "facts" in r.row)], ids=matrix.name)
def test_conduct(row: Ruling) -> None:
    wanted = {WORDS.get(word, word) for word in row.verdict.split()}
    assert set(cost(row).split()) == wanted, row.text("clause")


@pytest.mark.parametrize("row", [*seeds.rows("over"), *(r for r in MATRIX if "over" in r.row)], ids=matrix.name)
def test_time_is_up(row: Ruling) -> None:
    a, b = (cards.level(text) for text in row.text("over" if "over" in row.row else "levels").split())
    conduct = row.rules.conduct
    owner = int(row.text("owner")) if row.text("owner") else None
    assert score.at_time((a, b), owner, conduct.time_winner, conduct.tie_at_time) == row.verdict, row.text("clause")


@pytest.mark.parametrize("row", seeds.rows("score"), ids=matrix.name)
def test_points(row: Ruling) -> None:
    levels = [cards.level(text) for text in row.text("levels").split()]
    standing = list(standings.fresh(row.rules.switches))
    standing[:2] = levels
    standing[chain.OWNER] = int(row.text("owner") or -1)
    held, lasts = tuple(standing), row.row.get("lasts", [0, 0, 0, 0])
    assert isinstance(lasts, list)
    counted, total = list(lasts), [0, 0]
    way = row.rules.conduct.scoring
    for order in row.text("orders").split("|"):
        finish = tuple(int(seat) for seat in order.split())
        after = standings.after(held, standings.Outcome(finish, aces=0), row.rules.switches.tobytes())
        winner = team(finish[0])
        for seat in score.last_seats(finish):
            counted[seat] += 1
        up = row.rules.level_up[0 if len(finish) == 2 else 1 if (finish[0] + 2) % 4 in finish else 2]
        outcome = score.Outcome(finish, after[winner] - held[winner], up, after[chain.WON] >= 0)
        gained = score.points(outcome, way, counted)
        total = [total[0] + gained[0], total[1] + gained[1]]
        held = after
    told = "none" if way in ("none", *score.FIELD) else f"{total[0]} {total[1]}"
    assert told == row.verdict, row.text("clause")


@pytest.mark.parametrize("row", [r for r in MATRIX if "won" in r.row], ids=matrix.name)
def test_points_for_passing_the_ace(row: Ruling) -> None:
    way = row.rules.conduct.scoring
    won = score.Outcome((0, 2), 0, 3, passed_a=True)
    found = score.of_match(0, way) or score.points(won, way, [0, 0, 0, 0])
    assert f"{found[0]} {found[1]}" == row.verdict


def test_every_ruling_on_conduct_is_here(records: Path) -> None:
    every = json.loads((records / "vectors" / "rulings.json").read_text("utf-8"))
    assert {r["id"] for r in every if r["section"][:2] == "C7"} == {str(ruling.row["id"]) for ruling in MATRIX}
