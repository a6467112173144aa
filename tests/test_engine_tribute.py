"""Rulings on tribute, return and who leads after them: `cases/tribute.toml`, with hands shown, with moves alone, and with nobody saying who got a card."""

from dataclasses import replace

import pytest

from engine import cards
from engine.records import Deal, Event, EventKind, Match
from engine.replay import replay
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
