from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cards

CODES = st.integers(0, cards.CARD_COUNT - 1)
LEVELS = st.integers(0, 12)


def test_two_packs_hold_each_of_54_cards_twice() -> None:
    assert len(cards.PACK) == 108 == 4 * cards.HAND_SIZE
    assert Counter(cards.PACK) == dict.fromkeys(range(54), 2)


def test_a_card_is_its_rank_times_four_and_its_suit() -> None:
    assert [cards.name(c) for c in (0, 1, 2, 3, 32, 49, 52, 53)] == ["S2", "H2", "C2", "D2", "ST", "HA", "SB", "HR"]
    assert len(set(cards.CARD_NAMES)) == 54


@given(CODES)
def test_a_code_and_its_text_lead_to_each_other(card: int) -> None:
    assert cards.code(cards.name(card)) == card


@given(st.lists(CODES))
def test_cards_written_out_are_read_back_in_their_order(hand: list[int]) -> None:
    text = cards.show(hand)
    assert (
        cards.parse(text) == cards.parse(text.replace(" ", "")) == cards.parse(text.replace(" ", ", ")) == tuple(hand)
    )


@pytest.mark.parametrize("text", ["", "S", "S1", "S10", "s2", "2S", "BJ", "S2 ", "XX", "黑2"])
def test_what_is_no_card_is_named(text: str) -> None:
    with pytest.raises(cards.CardError, match="is not a card") as error:
        cards.code(text)
    assert error.value.text == text
    assert repr(text) in str(error.value)


@pytest.mark.parametrize(("text", "bad"), [("S2S", "S"), ("S2 X3 S4", "X3"), ("S10", "S1"), ("S2;S3", ";S")])
def test_in_a_row_of_cards_the_one_that_is_none_is_named(text: str, bad: str) -> None:
    with pytest.raises(cards.CardError) as error:
        cards.parse(text)
    assert error.value.text == bad


@pytest.mark.parametrize(("text", "rank"), [("2", 0), ("9", 7), ("T", 8), ("10", 8), ("A", 12)])
def test_levels_go_from_2_to_a(text: str, rank: int) -> None:
    assert cards.level(text) == rank


@pytest.mark.parametrize("text", ["", "1", "11", "SB", "HR", "t", "过A"])
def test_what_is_no_level_is_named(text: str) -> None:
    with pytest.raises(cards.CardError, match="is not a level"):
        cards.level(text)


def test_ranks_have_jokers_above_the_ace() -> None:
    assert [cards.rank(text) for text in cards.RANK_NAMES] == list(range(15))
    with pytest.raises(cards.CardError, match="is not a rank"):
        cards.rank("10")


@given(CODES)
def test_the_rank_of_a_card_is_what_its_text_says(card: int) -> None:
    text = cards.name(card)
    assert cards.RANK_NAMES[cards.rank_of(card)] == (text if card >= cards.SMALL_JOKER else text[1])


@given(LEVELS)
def test_the_wild_is_the_heart_of_the_level(level: int) -> None:
    assert cards.name(cards.wild(level)) == "H" + cards.RANKS[level]


@given(LEVELS)
def test_single_cards_go_from_2_to_a_then_level_small_joker_big_joker(level: int) -> None:
    ladder = [r * 4 for r in range(13) if r != level] + [level * 4, cards.SMALL_JOKER, cards.BIG_JOKER]
    places = [cards.strength(card, level) for card in ladder]
    assert all(low < high for low, high in pairwise(places))
    assert {cards.strength(level * 4 + suit, level) for suit in range(4)} == {cards.strength(level * 4, level)}


@given(st.lists(CODES), LEVELS)
def test_sorting_keeps_the_cards_and_never_lets_one_stand_after_a_stronger(hand: list[int], level: int) -> None:
    ordered = cards.sort(hand, level)
    assert Counter(ordered) == Counter(hand)
    assert all(cards.strength(a, level) <= cards.strength(b, level) for a, b in pairwise(ordered))
