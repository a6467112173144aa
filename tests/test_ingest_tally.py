"""What a deal comes to, as columns of results: against the events and plays it sums up."""

from collections.abc import Mapping
from itertools import pairwise

import pytest

from engine import rules
from engine.cards import parse
from engine.records import Deal, Event, EventKind, Match
from engine.simulate import simulate
from ingest import derive, tables

Row = Mapping[str, object]
BOOK = rules.load("huaian_2017")


def derived(*matches: Match) -> tuple[list[Row], list[Row], list[Row]]:
    facts = tables.facts(list(matches), "0" * 16, BOOK.name)
    made = derive.derive(facts, BOOK)
    return made["results"].to_pylist(), made["plays"].to_pylist(), facts["events"].to_pylist()


@pytest.fixture(scope="module")
def simulated() -> tuple[list[Row], list[Row], list[Row]]:
    return derived(*simulate(3, 11, BOOK, ("greedy", "random", "greedy", "random"), most_deals=5))


def of(rows: list[Row], deal: Row, kind: EventKind) -> list[Row]:
    return [
        e for e in rows if e["match_id"] == deal["match_id"] and e["deal_no"] == deal["deal_no"] and e["kind"] == kind
    ]


def test_payers_receivers_and_cards_are_those_of_the_events(simulated: tuple[list[Row], list[Row], list[Row]]) -> None:
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


def test_bombs_are_counted_for_each_team(simulated: tuple[list[Row], list[Row], list[Row]]) -> None:
    results, plays, _ = simulated
    assert sum(int(str(r["bombs_0"])) for r in results) > 0
    for deal in results:
        laid = [
            p
            for p in plays
            if p["match_id"] == deal["match_id"] and p["deal_no"] == deal["deal_no"] and int(str(p["kind"])) >= 8
        ]
        assert [deal["bombs_0"], deal["bombs_1"]] == [
            sum(int(str(p["seat"])) % 2 == team for p in laid) for team in (0, 1)
        ]


def test_where_tribute_is_refused_it_says_who_owed_whom(simulated: tuple[list[Row], list[Row], list[Row]]) -> None:
    results, _, _ = simulated
    refused = 0
    for before, deal in pairwise(results):
        order = _list(before["finish"])
        if deal["tribute"] == "anti_double":
            refused += 1
            assert set(_list(deal["payers"])) == {0, 1, 2, 3} - set(order)
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
    assert [(r["bombs_0"], r["bombs_1"]) for r in results] == [(0, 0), (0, 1), (0, 0)]


def _list(value: object) -> list[int]:
    assert isinstance(value, list)
    return value
