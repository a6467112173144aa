"""Every illegal finding says by which clause, the text of the book itself where no switch decides."""

from engine import cards
from engine.records import Deal, Event, EventKind, Match
from engine.replay import replay
from engine.rules import load, names


def test_a_play_out_of_turn_rests_on_the_text_of_the_book() -> None:
    plays = tuple(Event(EventKind.PLAY, seat, cards.parse(text)) for seat, text in ((0, "S4"), (2, "S6")))
    match = Match(1, (Deal(1, plays, level=0, starts_match=True, cut="tail"),))
    for book in map(load, names()):
        found = [f for f in replay(match, book).findings if f.severity == "illegal"]
        assert [(f.code, f.clause) for f in found] == [("out_of_turn", book.text)]
