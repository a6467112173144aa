"""How the hands of a deal come out of a record: what is shown, what is played, what the exchange tells, and what nobody can know."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.cards import PACK, code, parse
from engine.reconstruct import HOW, Group, Hands, hands
from engine.records import FOUR_NONE, Deal, Match
from engine.replay import replay
from engine.rules import load
from tests import staged

BOOK = load("huaian_2017")
FIRST = staged.finished((0, 1, 2), level=0, starts_match=True)
EXCHANGE = "3 pays 0 HR, 0 returns 3 S3"
SECOND = staged.finished(
    (0, 1, 2), level=2, deal_no=2, hold=("S3", "", "", "HR SA"), exchange=staged.moves(EXCHANGE), leader=3
)
TRUE = [Counter(hand) for hand in SECOND.hands]


def told(second: Deal, first: Deal = FIRST) -> Hands:
    return hands(replay(Match(1, (first, second)), BOOK), 2)


def seen(**known: object) -> Deal:
    """The second deal with its moves alone, and what else is known."""
    return replace(SECOND, hands=FOUR_NONE, hands_at=None, finish=None, **known)  # type: ignore[arg-type]  # a Deal's names


def mine(found: Hands, seat: int) -> Counter[int]:
    return Counter(card for card, _ in found.hands[seat].cards)


def how(found: Hands, seat: int) -> Counter[str]:
    return Counter(way for _, way in found.hands[seat].cards)


def everything(found: Hands) -> Counter[int]:
    shared = [Counter(group.cards) for group in found.undecided]
    return sum((mine(found, seat) for seat in range(4)), sum(shared, Counter()))


def test_hands_shown_as_dealt_are_those_hands() -> None:
    found = told(SECOND)
    assert found.at == "dealt"
    assert found.level == 2
    assert found.undecided == ()
    for seat in range(4):
        assert mine(found, seat) == TRUE[seat]
        assert how(found, seat) == {"dealt": 27}
        assert found.hands[seat].complete


def test_hands_shown_after_the_tribute_are_taken_back_to_the_deal() -> None:
    after = [list(hand or ()) for hand in SECOND.hands]
    for giver, receiver, card in ((3, 0, code("HR")), (0, 3, code("S3"))):
        after[giver].remove(card)
        after[receiver].append(card)
    found = told(replace(SECOND, hands=staged.four(after), hands_at="after_tribute"))
    assert found.at == "dealt"
    for seat in range(4):
        assert mine(found, seat) == TRUE[seat]
    assert how(found, 3) == {"dealt": 26, "tribute": 1}


def test_what_is_played_is_known_and_the_exchange_is_taken_back() -> None:
    found = told(seen())
    assert found.at == "dealt"
    for seat in (0, 1, 2):
        assert mine(found, seat) == TRUE[seat]
        assert found.hands[seat].complete
    assert how(found, 0) == {"played": 26, "tribute": 1}
    assert how(found, 1) == {"played": 27}


def test_what_the_last_one_is_left_with_only_he_can_have_held() -> None:
    found = told(seen())
    assert found.undecided == ()
    assert mine(found, 3) == TRUE[3]
    left = TRUE[3] - Counter(card for event in SECOND.events if event.seat == 3 for card in event.cards)
    assert [card for card, way in found.hands[3].cards if way == "inferred"] == sorted(left.elements())
    assert found.hands[3].complete


def test_a_return_card_that_is_left_over_was_not_dealt_to_who_keeps_it() -> None:
    """S3 came to seat 3 and is not played again: seat 0 held it."""
    kept = [e for e in SECOND.events if not (e.seat == 3 and e.kind == 3 and code("S3") in e.cards)]
    found = told(replace(seen(), events=tuple(kept), cut="tail"))
    assert mine(found, 0)[code("S3")] == TRUE[0][code("S3")]
    assert all(mine(found, seat) <= TRUE[seat] for seat in range(4))


def test_two_losers_share_what_nobody_has_seen() -> None:
    deal = staged.finished((0, 2), level=0, starts_match=True)
    record = Match(1, (replace(deal, hands=FOUR_NONE, hands_at=None, finish=None),))
    found = hands(replay(record, BOOK), 1)
    laid = Counter(card for event in deal.events for card in event.cards)
    left = tuple(sorted((Counter(PACK) - laid).elements()))
    short = tuple(27 - sum(mine(found, seat).values()) for seat in (1, 3))
    assert found.undecided == (Group(left, (1, 3), short),)
    assert everything(found) == Counter(PACK)
    assert not found.hands[1].complete
    assert found.hands[0].complete


def test_one_hand_shown_decides_for_the_other_loser() -> None:
    deal = staged.finished((0, 2), level=0, starts_match=True)
    shown = (None, deal.hands[1], None, None)
    found = hands(replay(Match(1, (replace(deal, hands=shown, finish=None),)), BOOK), 1)
    assert found.undecided == ()
    assert how(found, 1) == {"dealt": 27}
    assert set(how(found, 3)) == {"played", "inferred"}
    assert [mine(found, seat) for seat in range(4)] == [Counter(hand) for hand in deal.hands]


def test_cards_shown_at_the_end_are_shown() -> None:
    deal = staged.finished((0, 2), level=0, starts_match=True)
    left = [
        Counter(deal.hands[seat] or ()) - Counter(c for e in deal.events if e.seat == seat for c in e.cards)
        for seat in range(4)
    ]
    rest = (None, tuple(left[1].elements()), None, tuple(left[3].elements()))
    record = replace(deal, hands=FOUR_NONE, hands_at=None, finish=None, rest=rest)
    found = hands(replay(Match(1, (record,)), BOOK), 1)
    assert found.undecided == ()
    assert how(found, 1)["shown"] == left[1].total()
    assert how(found, 1)["inferred"] == 0
    assert [mine(found, seat) for seat in range(4)] == [Counter(hand) for hand in deal.hands]


def test_who_got_a_tribute_card_is_taken_from_the_rule_where_nobody_says_so() -> None:
    events = tuple(replace(event, to=None) for event in SECOND.events)
    found = told(seen(events=events))
    assert found.at == "dealt"
    assert [mine(found, seat) for seat in range(4)] == TRUE


def test_where_nobody_can_know_who_got_which_card_the_hands_are_those_after_the_tribute() -> None:
    first = replace(staged.finished((0, 2), level=0, starts_match=True), finish=None)
    exchange = "1 pays 0 SA, 3 pays 2 DA, 0 returns 1 S3, 2 returns 3 D3"
    hold = ("S3", "SA", "D3", "DA")
    deal = staged.finished((0, 1, 2), level=3, deal_no=2, hold=hold, exchange=staged.moves(exchange), leader=1)
    unsaid = tuple(replace(event, to=None) for event in deal.events)
    record = replace(deal, events=unsaid, hands=FOUR_NONE, hands_at=None, finish=None)
    free = replace(BOOK, equal_assign="winners_choose", lead_on_equal="agreed")
    found = hands(replay(Match(1, (first, record)), free), 2)
    after = [list(hand or ()) for hand in deal.hands]
    for giver, receiver, card in ((1, 0, "SA"), (3, 2, "DA"), (0, 1, "S3"), (2, 3, "D3")):
        after[giver].remove(code(card))
        after[receiver].append(code(card))
    true = [Counter(hand) for hand in (deal.hands if found.at == "dealt" else after)]
    assert all(mine(found, seat) <= true[seat] for seat in range(4))
    assert everything(found) == Counter(PACK)


@pytest.mark.parametrize("cut", ["head", "both"])
def test_nothing_is_inferred_of_a_deal_that_lost_its_head(cut: str) -> None:
    late = SECOND.events[40:]
    found = told(seen(events=late, cut=cut))
    assert found.undecided == ()
    for seat in range(4):
        assert mine(found, seat) == Counter(c for e in late if e.seat == seat for c in e.cards)
        assert set(how(found, seat)) <= {"played"}


def test_a_deal_that_lost_its_tail_leaves_the_rest_to_all_who_still_hold_cards() -> None:
    found = told(seen(events=SECOND.events[:30], cut="tail"))
    assert everything(found) == Counter(PACK)
    assert all(mine(found, seat) <= TRUE[seat] for seat in range(4))


def test_a_card_that_was_not_held_still_makes_no_hand_of_more_than_27() -> None:
    events = list(SECOND.events)
    at = next(k for k, e in enumerate(events) if e.kind == 3 and e.seat == 1 and len(e.cards) == 1)
    stray = next(card for card in parse("SB HR S9 H9 D9 C9 ST HT") if card not in (SECOND.hands[1] or ()))
    events[at] = replace(events[at], cards=(stray,))
    found = told(seen(events=tuple(events)))
    assert all(len(hand.cards) <= 27 for hand in found.hands)


def test_every_way_of_knowing_has_a_name() -> None:
    assert {way for seat in range(4) for way in how(told(seen()), seat)} <= set(HOW)
