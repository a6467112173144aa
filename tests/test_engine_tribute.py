"""Rulings on tribute, return and who leads after them: `cases/tribute.toml`, with hands shown, with moves alone, and with nobody saying who got a card."""

from dataclasses import replace

import pytest

from engine import cards
from engine.records import Deal, Event, EventKind, Match
from engine.replay import replay
from engine.rules import load
from tests import rulings, staged
from tests.rulings import Row

ROWS = rulings.cases("tribute.toml")


def deal_before(level: int, text: str) -> Deal:
    """The deal that ended so and leads to a level."""
    finish = [int(seat) for seat in text.split()]
    steps = 3 if len(finish) == 2 else 2 if (finish[0] + 2) % 4 in finish else 1
    return staged.finished(finish, level=level - steps, starts_match=level == steps or None)


def ruled(row: Row) -> Match:
    """The match of a row."""
    level = cards.level(row["level"])
    exchange = staged.moves(row["exchange"])
    number = 2 if "before" in row else 1
    if "stop" in row:
        hands = staged.filled([cards.parse(hand) for hand in row["hold"]], level, exchange)
        leader = row["leader"]
        lead = min(set(hands[leader]) - {card for e in exchange for card in e.cards})
        deal = staged.dealt(number, level, hands, [*exchange, Event(EventKind.PLAY, leader, (lead,))])
    else:
        deal = staged.finished(
            [int(seat) for seat in row.get("finish", "0 1 2").split()],
            level=level,
            deal_no=number,
            hold=row["hold"],
            exchange=exchange,
            leader=row["leader"],
            starts_match=number == 1,
        )
    if "late" in row:
        turn = len(exchange)
        deal = replace(deal, events=(deal.events[turn], *exchange, *deal.events[turn + 1 :]))
    return Match(1, (deal_before(level, row["before"]), deal) if number == 2 else (deal,))


def unsaid(match: Match) -> Match:
    """The match as a log that says who gave a card, not who got it."""
    deals = [replace(deal, events=tuple(replace(e, to=None) for e in deal.events)) for deal in match.deals]
    return replace(match, deals=tuple(deals))


@pytest.mark.parametrize(("row", "name"), rulings.ruled(ROWS))
def test_ruling(row: Row, name: str) -> None:
    match, rulebook = ruled(row), rulings.book(name, row.get("but", {}))
    shown, seen = rulings.verdict(row, name), staged.hidden(match)
    told = row.get("hidden", shown)
    for record, expected in ((match, shown), (seen, told), (unsaid(seen), row.get("unsaid", told))):
        assert rulings.said(replay(record, rulebook).findings) == rulings.words(expected), row["clause"]


def of(row: str) -> Row:
    return next(found for found in ROWS if found["id"] == row)


@pytest.mark.parametrize(
    ("row", "tribute", "receivers"),
    [
        ("V095", "single", (None, None, None, 0)),
        ("V104", "single", (None, None, 0, None)),
        ("V105, the larger to the head by the player before", "double", (None, 2, None, 0)),
        ("V105 by seat", "double", (None, 0, None, 2)),
        ("V098", "anti_single", (None,) * 4),
        ("V100, both say so", "anti_double", (None,) * 4),
        ("V101, as a log has it that never writes it down", "anti_double", (None,) * 4),
        ("nothing is paid", None, (None,) * 4),
        ("V093", "none", (None,) * 4),
    ],
)
def test_the_result_says_what_kind_of_exchange_it_was(
    row: str, tribute: str | None, receivers: tuple[int | None, ...]
) -> None:
    match = ruled(of(row))
    for record in (match, staged.hidden(match), unsaid(staged.hidden(match))):
        result = replay(record, load("huaian_2017")).results[-1]
        assert (result.tribute, result.receivers, result.leader) == (tribute, receivers, of(row)["leader"])


def test_of_a_deal_before_that_is_not_recorded_nothing_is_held_against_the_tribute() -> None:
    for row in ("V095", "V104", "V105 by seat", "V108", "V098"):
        record = Match(1, (replace(ruled(of(row)).deals[1], deal_no=1),))
        for seen in (record, staged.hidden(record), unsaid(staged.hidden(record))):
            assert rulings.said(replay(seen, load("huaian_2017")).findings) == set(), row


def test_after_a_deal_that_was_not_played_out_nothing_is_owed() -> None:
    first, second = ruled(of("nothing is paid")).deals
    cut = replace(first, events=first.events[:-9], cut="tail", finish=None)
    assert rulings.said(replay(Match(1, (cut, second)), load("huaian_2017")).findings) == set()


def test_after_a_deal_that_was_not_played_out_its_claimed_result_counts() -> None:
    first, second = ruled(of("nothing is paid")).deals
    cut = replace(first, events=first.events[:-9], cut="tail")
    assert rulings.said(replay(Match(1, (cut, second)), load("huaian_2017")).findings) == {"tribute_missing"}


def test_a_clause_stands_by_what_it_decides() -> None:
    book = load("huaian_2017")
    for row, code, parameter in (
        ("V105 by seat", "tribute_receiver", "double_assign"),
        ("the tribute goes to the second", "tribute_receiver", None),
        ("V109", "return_too_high", "return_limit"),
        ("V111 to the partner", "return_level_card", "return_level_card"),
        ("V102", "anti_tribute_unfounded", "anti_tribute_mode"),
    ):
        finding = next(f for f in replay(ruled(of(row)), book).findings if f.code == code)
        assert finding.clause == (book.clause(parameter).text if parameter else book.text)
        assert finding.settled == (parameter is None or book.clause(parameter).settled)
        assert finding.rules == "huaian_2017"
