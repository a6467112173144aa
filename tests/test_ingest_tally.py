"""What a deal comes to, as columns of results: against the events and plays it sums up."""

from collections.abc import Mapping
from itertools import pairwise

import pytest

from engine import rules
from engine.cards import parse
from engine.records import Deal, Event, EventKind, Kind, Match
from engine.simulate import simulate
from ingest import derive, tables

Row = Mapping[str, object]
Tables = tuple[list[Row], list[Row], list[Row]]
BOOK = rules.load("huaian_2017")


def derived(*matches: Match) -> Tables:
    facts = tables.facts(list(matches), "0" * 16, BOOK.name)
    made = derive.derive(facts, BOOK)
    return made["results"].to_pylist(), made["plays"].to_pylist(), facts["events"].to_pylist()


@pytest.fixture(scope="module")
def simulated() -> Tables:
    return derived(*simulate(3, 11, BOOK, ("greedy", "random", "greedy", "random"), most_deals=5))


def of(rows: list[Row], deal: Row, kind: EventKind) -> list[Row]:
    return [
        e for e in rows if e["match_id"] == deal["match_id"] and e["deal_no"] == deal["deal_no"] and e["kind"] == kind
    ]


def test_payers_receivers_and_cards_are_those_of_the_events(simulated: Tables) -> None:
    results, _, events = simulated
    met = set()
    for deal in results:
        paid, returned = of(events, deal, EventKind.TRIBUTE), of(events, deal, EventKind.RETURN)
        met.add(deal["tribute"])
        if deal["tribute"] in ("single", "double"):
            assert deal["payers"] == [e["seat"] for e in paid]
            assert deal["receivers"] == [e["to_seat"] for e in paid]
        assert [deal["paid"], deal["returned"]] == [
            [card for e in rows for card in _list(e["cards"])] for rows in (paid, returned)
        ]
    assert {"none", "double"} <= met


def test_bombs_are_listed_as_they_were_laid(simulated: Tables) -> None:
    results, plays, _ = simulated
    assert sum(len(_list(r["bomb_seats"])) for r in results) > 0
    for deal in results:
        laid = [p for p in plays if _of(p) == _of(deal) and int(str(p["kind"])) >= Kind.BOMB]
        for name, column in (
            ("seats", "seat"),
            ("kinds", "kind"),
            ("sizes", "size"),
            ("wilds", "wilds"),
            ("won", "won_trick"),
        ):
            assert deal[f"bomb_{name}"] == [p[column] for p in laid]
        assert deal["bomb_on"] == [_on(p["top_seat"], int(str(p["seat"]))) for p in laid]


def _of(row: Row) -> tuple[object, object]:
    return row["match_id"], row["deal_no"]


def _on(top: object, seat: int) -> int:
    return 0 if top is None else 2 if int(str(top)) == (seat + 2) % 4 else 1


def test_where_tribute_is_refused_it_says_who_owed_whom(simulated: Tables) -> None:
    results, _, _ = simulated
    refused = 0
    for before, deal in pairwise(results):
        order = _list(before["finish"])
        if deal["tribute"] == "anti_double":
            refused += 1
            assert set(_list(deal["payers"])) == {0, 1, 2, 3} - set(order)
            assert deal["receivers"] == []
        if deal["tribute"] == "anti_single":
            refused += 1
            assert (_list(deal["payers"]), _list(deal["receivers"])) == ([6 - sum(order)], order[:1])
        assert deal["paid"] == [] or not str(deal["tribute"]).startswith("anti")
    assert refused


def test_a_deal_without_events_has_none_of_it() -> None:
    results, _, _ = derived(
        Match(
            1, (Deal(1, (), level=0), Deal(2, (Event(EventKind.PLAY, 1, parse("S3 H3 C3 D3")),), level=0), Deal(3, ()))
        )
    )
    assert [r["payers"] for r in results] == [[], [], []]
    assert [r["bomb_seats"] for r in results] == [[], [1], []]


def _list(value: object) -> list[int]:
    assert isinstance(value, list)
    return value
