"""Matches as hypothesis draws them: whatever `engine.records` can hold, sense or nonsense, because a container has to hold it all."""

import dataclasses

from hypothesis import strategies as st

from engine.records import Deal, Event, EventKind, LegalList, Match

CARDS = st.lists(st.integers(0, 53), max_size=8).map(tuple)
SEATS = st.none() | st.integers(0, 3)
LEVELS = st.none() | st.integers(0, 12)
TEXT = st.none() | st.text(max_size=8)
EXTRAS = TEXT | st.sampled_from(
    (
        '{"_own":1}',
        '{"_own": 1}',
        '{"_a":{"b":[1,"\\"]"]},"_c":null}',
        '{"_a":1,"b":2}',
        '{"_a"',
        "{}",
        "[[",
        '{"_a":' + "[" * 40 + "]" * 40 + "}",
    )
)
FOUR = st.tuples(*[st.none() | CARDS] * 4)

KINDS = st.tuples(st.sampled_from([k for k in EventKind if k != EventKind.PASS]), CARDS) | st.just((EventKind.PASS, ()))

EVENTS = st.builds(
    lambda kind_cards, **rest: Event(kind_cards[0], cards=kind_cards[1], **rest),
    KINDS,
    seat=SEATS,
    to=SEATS,
    declared_kind=st.none() | st.integers(0, 10),
    declared_rank=st.none() | st.integers(0, 14),
    wild_as=st.none() | CARDS,
    label=TEXT,
    choice=st.none() | st.integers(0, 2**16 - 1),
    time_ms=st.none() | st.integers(-(2**62), 2**62),
)

LISTS = st.builds(
    LegalList,
    deal_no=st.none() | st.integers(1, 5),
    line=st.none(),
    seat=SEATS,
    level=LEVELS,
    hand=st.none() | CARDS,
    top=TEXT,
    entries=st.text(max_size=8),
)


def deals(deal_no: int) -> st.SearchStrategy[Deal]:
    """Any deal of a number."""
    return st.builds(
        lambda hands, at, **rest: Deal(hands=hands, hands_at=at, **rest),
        hands=FOUR,
        at=st.sampled_from(("dealt", "after_tribute")),
        deal_no=st.just(deal_no),
        events=st.lists(EVENTS, max_size=4).map(tuple),
        level=LEVELS,
        starts_match=st.none() | st.booleans(),
        cut=st.sampled_from((None, "head", "tail", "both")),
        finish=st.none() | st.lists(st.integers(0, 3), max_size=4, unique=True).map(tuple),
        rest=FOUR,
        leader=SEATS,
        team_levels=st.tuples(LEVELS, LEVELS),
        steps=st.none() | st.integers(0, 127),
        extra=EXTRAS,
    )


def matches(*, lists: bool = True) -> st.SearchStrategy[Match]:
    """Any match of one to three deals; without `lists`, none has a platform's legal list."""
    numbers = st.lists(st.integers(1, 5), min_size=1, max_size=3, unique=True).map(sorted)
    return st.builds(
        Match,
        match_no=st.just(1),
        deals=numbers.flatmap(lambda found: st.tuples(*map(deals, found))),
        names=st.tuples(*[TEXT] * 4),
        seat_how=st.sampled_from(("stated", "names", "first_actor")),
        rules=TEXT,
        ended=st.none() | st.booleans(),
        winner_team=st.none() | st.integers(0, 1),
        label=TEXT,
        viewpoint=SEATS,
        extra=TEXT,
        legal_lists=st.lists(LISTS, max_size=3 if lists else 0).map(tuple),
    )


def placeless(match: Match, number: int = 1) -> Match:
    """The match without its places: no line numbers, no units, numbered anew."""
    return dataclasses.replace(
        match,
        match_no=number,
        units=0,
        ended_line=None,
        deals=tuple(
            dataclasses.replace(
                d, first_line=None, ended_line=None, events=tuple(dataclasses.replace(e, line=None) for e in d.events)
            )
            for d in match.deals
        ),
        legal_lists=tuple(dataclasses.replace(entry, line=None) for entry in match.legal_lists),
    )
