"""Under njupt_v1006 a straight that follows with a wild in its first slot must beat by its label, the level's rank, too."""

from engine import cards
from engine.records import Deal, Event, EventKind, Match
from engine.replay import replay
from engine.rules import load


def codes_after(lead: str, follow: str, level: str, book: str) -> list[str]:
    """What is found when seat 1 lays `follow` on seat 0's `lead` in a first deal."""
    plays = tuple(Event(EventKind.PLAY, seat, cards.parse(text)) for seat, text in ((0, lead), (1, follow)))
    match = Match(1, (Deal(1, plays, level=cards.level(level), starts_match=True, cut="tail"),))
    return [found.code for found in replay(match, load(book)).findings if found.event_no == 2]


def test_a_label_below_the_top_does_not_beat_although_the_cards_do() -> None:
    assert codes_after("S4 D5 S6 D7 S8", "H3 DJ SQ CK CA", "3", "njupt_v1006") == ["not_beating"]


def test_a_label_above_the_top_beats() -> None:
    assert codes_after("S4 D5 S6 D7 S8", "H8 DJ SQ CK CA", "8", "njupt_v1006") == []


def test_a_wild_elsewhere_in_the_run_has_no_label() -> None:
    assert codes_after("S4 D5 S6 D7 S8", "ST DJ SQ CK H3", "3", "njupt_v1006") == []


def test_the_official_rules_know_no_label() -> None:
    assert codes_after("S4 D5 S6 D7 S8", "H3 DJ SQ CK CA", "3", "huaian_2017") == []
