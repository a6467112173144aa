"""Matches become tables and come back; the id of a match is that of its facts, wherever they stand."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.records import Deal, Event, EventKind, LegalList, Match
from ingest import schema, tables
from tests import toy_format as toy
from tests.toy_store import match_id

T = TypeVar("T")
cards = st.lists(st.integers(0, 53), max_size=6).map(tuple)
seat = st.none() | st.integers(0, 3)
small = st.none() | st.integers(0, 14)
line = st.none() | st.integers(1, 2**32 - 1)
words = st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


def four(values: st.SearchStrategy[T]) -> st.SearchStrategy[tuple[T, T, T, T]]:
    return st.tuples(values, values, values, values)


events = st.builds(
    Event,
    kind=st.sampled_from(EventKind),
    seat=seat,
    cards=cards,
    to=seat,
    declared_kind=small,
    declared_rank=small,
    wild_as=st.none() | cards,
    label=words,
    choice=st.none() | st.integers(0, 65535),
    line=line,
    time_ms=st.none() | st.integers(-(2**53), 2**53),
)
deals = st.builds(
    Deal,
    deal_no=st.integers(1, 60),
    events=st.lists(events, max_size=5).map(tuple),
    level=small,
    hands=four(st.none() | cards),
    hands_at=st.sampled_from([None, "dealt", "after_tribute"]),
    starts_match=st.none() | st.booleans(),
    cut=st.sampled_from([None, "head", "tail", "both"]),
    finish=st.none() | st.lists(st.integers(0, 3), max_size=4).map(tuple),
    rest=four(st.none() | cards),
    leader=seat,
    team_levels=st.tuples(small, small),
    steps=small,
    first_line=line,
    ended_line=line,
    extra=words,
)
lists = st.builds(LegalList, small, line, seat, small, st.none() | cards, words, st.text("[]0123,", max_size=9))
matches = st.builds(
    Match,
    match_no=st.integers(1, 99),
    deals=st.lists(deals, max_size=3).map(tuple),
    names=four(words),
    seat_how=st.sampled_from(["stated", "names", "first_actor"]),
    rules=st.sampled_from([None, "huaian_2017", "of_nowhere"]),
    ended=st.none() | st.booleans(),
    winner_team=st.sampled_from([None, 0, 1]),
    ended_line=line,
    label=words,
    viewpoint=seat,
    extra=words,
    legal_lists=st.lists(lists, max_size=2).map(tuple),
)


def distinct(found: list[Match]) -> list[Match]:
    return list({match_id(match): match for match in found}.values())


@settings(max_examples=40)
@given(st.lists(matches, max_size=4).map(distinct))
def test_what_goes_into_tables_comes_out_of_them(found: list[Match]) -> None:
    facts = tables.facts(found, "0" * 16, "njupt_v1006")
    for name, table in facts.items():
        table.validate(full=True)
        assert table.schema.equals(schema.FACTS[name], check_metadata=True)
        assert not any(table[f.name].null_count for f in table.schema if not f.nullable)
    assert tables.matches(facts) == found


@settings(max_examples=40)
@given(st.lists(matches, min_size=1, max_size=4).map(distinct))
def test_an_id_is_the_same_in_any_company(found: list[Match]) -> None:
    facts = tables.facts(found, "0" * 16, "njupt_v1006")
    assert facts["matches"]["match_id"].to_pylist() == [match_id(match) for match in found]
    assert set(facts["events"]["match_id"].to_pylist()) == {
        match_id(m) for m in found if any(d.events for d in m.deals)
    }


def shifted(match: Match, by: int) -> Match:
    moved = [
        replace(
            d,
            first_line=by,
            ended_line=by,
            events=tuple(replace(e, line=by, time_ms=(e.time_ms or 0) + by) for e in d.events),
        )
        for d in match.deals
    ]
    return replace(match, deals=tuple(moved))


def test_an_id_does_not_depend_on_where_the_match_stands() -> None:
    match = toy.match(1, line=4)
    known = match_id(match)
    assert match_id(shifted(match, 900)) == known
    assert match_id(replace(match, match_no=7, ended_line=3, units=5)) == known


def test_an_id_does_not_depend_on_what_a_reader_makes_of_the_seats_and_the_book() -> None:
    match = toy.match(1)
    assert match_id(replace(match, seat_how="stated")) == match_id(match)
    of_one, of_other = (tables.facts([match], "0" * 16, book, book) for book in ("huaian_2017", "njupt_v1006"))
    assert of_one["matches"]["match_id"] == of_other["matches"]["match_id"]


def test_an_id_stays_what_it_was_in_earlier_versions() -> None:
    assert match_id(toy.match(2)) == "676da84b53c57a21"


def changed(match: Match) -> Iterator[Match]:
    deal, other = match.deals
    first, *rest = deal.events
    yield replace(match, label="another table")
    yield replace(match, names=(*match.names[:3], "Eve"))
    yield replace(match, ended=None)
    yield replace(match, rules="huaian_2017")
    yield replace(match, deals=(deal,))
    yield replace(match, deals=(replace(deal, level=None), other))
    yield replace(match, deals=(replace(deal, hands=(deal.hands[0], None, (), ())), other))
    yield replace(match, deals=(replace(deal, events=tuple(rest)), other))
    yield replace(match, deals=(replace(deal, events=(first, *rest, Event(EventKind.PASS, 0))), other))
    yield replace(match, deals=(replace(deal, events=(replace(first, seat=None), *rest)), other))
    yield replace(match, deals=(replace(deal, events=(replace(first, time_ms=0), *rest)), other))
    moved = (replace(deal, events=deal.events[:-1]), replace(other, events=(deal.events[-1], *other.events)))
    yield replace(match, deals=moved)
    yield replace(match, legal_lists=(LegalList(1, None, 0, None, None, None, "[]"),))


def test_any_change_of_a_fact_changes_the_id() -> None:
    match = toy.match(2)
    ids = [match_id(m) for m in (match, *changed(match))]
    assert len(set(ids)) == len(ids)


def test_the_book_a_match_is_shown_under_is_the_asked_one_else_its_own_else_its_platforms() -> None:
    found = [replace(toy.match(seed), rules=book) for seed, book in enumerate((None, "huaian_2017", "of_nowhere"))]
    shown = tables.facts(found, "0" * 16, "njupt_v1006")["matches"]["rules_default"]
    assert shown.to_pylist() == ["njupt_v1006", "huaian_2017", "njupt_v1006"]
    asked = tables.facts(found, "0" * 16, "njupt_v1006", "huaian_2017")["matches"]["rules_default"]
    assert asked.to_pylist() == ["huaian_2017"] * 3


def test_one_name_has_one_player_id_and_no_name_has_none() -> None:
    found = [toy.match(3), toy.match(6)]
    seats = tables.facts(found, "0" * 16, "njupt_v1006")["seats"].to_pylist()
    assert [row["seat"] for row in seats] == [0, 1, 2, 3] * 2
    assert seats[2]["player_id"] == seats[6]["player_id"] == tables.player_id("Cy")
    assert seats[3]["player_id"] is None
    assert tables.player_id("Cy") != tables.player_id("cy")


@given(st.lists(st.tuples(st.integers(0, 999), st.booleans()), max_size=6, unique_by=lambda pair: pair[0]))
def test_selecting_matches_is_the_same_as_never_having_had_the_others(pairs: list[tuple[int, bool]]) -> None:
    everything = [toy.match(seed, deals=seed % 3, plays=seed % 4) for seed, _ in pairs]
    kept = [match for match, (_, keep) in zip(everything, pairs, strict=True) if keep]
    facts = tables.facts(everything, "0" * 16, "njupt_v1006")
    selected = tables.select(facts, np.array([keep for _, keep in pairs], np.bool_))
    wanted = tables.facts(kept, "0" * 16, "njupt_v1006")
    assert all(selected[name].equals(wanted[name]) for name in tables.NAMES)


def test_tables_of_two_sources_stand_below_each_other() -> None:
    one, two = ([toy.match(1), toy.match(2)], [toy.match(3)])
    both = tables.concat([tables.facts(one, "a" * 16, "njupt_v1006"), tables.facts(two, "b" * 16, "njupt_v1006")])
    assert tables.matches(both) == [replace(match, units=0) for match in one + two]
    assert both["matches"]["source"].to_pylist() == ["a" * 16, "a" * 16, "b" * 16]


@pytest.mark.parametrize("field", [{"choice": 70_000}, {"time_ms": 2**63}, {"line": -1}, {"cards": (300,)}])
def test_a_value_that_no_column_can_hold_is_refused_not_wrapped(field: dict[str, Any]) -> None:
    match = toy.match(1)
    deal = replace(match.deals[0], events=(replace(match.deals[0].events[0], **field),))
    with pytest.raises((ValueError, OverflowError)):
        tables.columns([replace(match, deals=(deal,))])


def test_a_deal_of_more_events_than_can_be_numbered_is_refused_not_wrapped() -> None:
    deal = Deal(1, (Event(EventKind.PASS, 0),) * 65_536)
    with pytest.raises(pa.ArrowInvalid):
        tables.columns([Match(1, (deal,))])
