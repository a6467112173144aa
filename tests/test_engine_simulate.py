"""What the simulator plays is lawful, what is planted in it is found where it is and nowhere else, and what is hidden is claimed only where it is known."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine import rules
from engine.cards import PACK
from engine.findings import DIRTY, sentence
from engine.reconstruct import hands
from engine.records import FOUR_NONE, Deal, EventKind, Match
from engine.replay import Replay, replay
from engine.simulate import PLAYERS, UnknownPlayerError, simulate
from tests import spoilt, spoilt_exchange, staged
from tests.rulings import BOOKS
from tests.spoilt import Spoil

# Seed, players, most deals: both kinds of player, alone and against each other.
TABLES = (
    (1, ("random",) * 4, 3),
    (2, ("greedy",) * 4, 12),
    (3, ("greedy", "random") * 2, 6),
    (4, ("random", "greedy") * 2, 4),
)


@pytest.fixture(scope="module")
def played() -> list[Match]:
    """Matches of both books by all players."""
    return [
        match
        for name in BOOKS
        for seed, players, most in TABLES
        for match in simulate(1, seed, rules.load(name), players, most_deals=most)
    ]


def book(match: Match) -> rules.Rules:
    assert match.rules is not None
    return rules.load(match.rules)


def test_what_is_simulated_is_lawful_and_states_what_the_replay_finds(played: list[Match]) -> None:
    for match in played:
        found = replay(match, book(match))
        assert found.findings == ()
        assert all(result.complete for result in found.results)
        assert [result.finish for result in found.results] == [deal.finish for deal in match.deals]
        assert [result.steps for result in found.results] == [deal.steps for deal in match.deals]
        assert [result.level for result in found.results] == [deal.level for deal in match.deals]
        assert {result.level_how for result in found.results} == {"stated"}


def test_a_side_that_drops_for_the_aces_of_the_others_drops_at_the_table_as_before_the_judge() -> None:
    plain = replace(rules.load("huaian_2017"), start_level="Q", level_up=(1, 1, 1), pass_a="partner_second")
    book = replace(plain, ace_finish_demotes=True)
    for seed in (3, 14):
        match = next(simulate(1, seed, book, most_deals=20))
        assert replay(match, book).findings == ()
        assert {f.code for f in replay(match, plain).findings} == {"level_mismatch"}


def test_the_same_seed_plays_the_same_match_and_another_one_another() -> None:
    for name in BOOKS:
        one, two, other = (next(simulate(1, seed, rules.load(name), most_deals=2)) for seed in (7, 7, 8))
        assert one == two
        assert one.deals != other.deals


def test_a_match_goes_to_its_end_and_its_winner_passed_the_ace(played: list[Match]) -> None:
    ended = [match for match in played if match.ended]
    assert ended
    for match in ended:
        last = match.deals[-1]
        assert last.level == 12
        assert last.finish
        assert match.winner_team == last.finish[0] % 2


def test_a_player_nobody_knows_is_refused_by_name() -> None:
    with pytest.raises(UnknownPlayerError, match="nobody") as refused:
        list(simulate(1, 1, rules.load("huaian_2017"), ("nobody", *["greedy"] * 3)))
    assert all(name in str(refused.value) for name in PLAYERS)


def after_exchange(deal: Deal) -> list[list[int]]:
    return next(held for _, event, held in spoilt.steps(deal) if event.kind == EventKind.PLAY)


def test_there_are_108_cards_at_every_step(played: list[Match]) -> None:
    for match in played:
        found = replay(match, book(match))
        for deal in match.deals:
            laid: Counter[int] = Counter()
            steps = zip(spoilt.steps(deal), found.steps(deal.deal_no), strict=True)
            for (_, event, held), state in steps:
                assert laid + Counter(card for hand in held for card in hand) == Counter(PACK)
                assert state.event == event
                if event.kind == EventKind.PLAY and event.seat is not None:
                    laid.update(event.cards)
                    assert state.left[event.seat] == len(held[event.seat]) - len(event.cards)


@pytest.mark.parametrize("spoil", [*spoilt.SPOILS, *spoilt_exchange.SPOILS], ids=lambda spoil: spoil.__name__)
def test_a_fault_is_found_where_it_was_planted_and_nowhere_else(spoil: Spoil, played: list[Match]) -> None:
    planted = [(match, case) for match in played for case in spoil(match)]
    assert {match.rules for match, _ in planted} == set(BOOKS)
    for match, case in random.Random(spoil.__name__).sample(planted, min(6, len(planted))):
        found = replay(case.match, book(match)).findings
        first = [f for f in found if f.consequence_of is None and f.severity in (*DIRTY, "unsettled")]
        assert [(f.code, f.deal_no, f.event_no) for f in first] == [(case.code, case.deal_no, case.event_no)]
        assert all("?" not in sentence(f, "en") + sentence(f, "zh") for f in first)
        assert None not in (first[0].expected, first[0].actual)
        number = first[0].finding_no
        assert {f.consequence_of for f in found if f.severity in DIRTY and f is not first[0]} <= {number}


@pytest.mark.parametrize("spoil", [*spoilt.SPOILS, *spoilt_exchange.SPOILS], ids=lambda spoil: spoil.__name__)
def test_no_deal_is_held_to_be_wrong_only_because_its_hands_are_hidden(spoil: Spoil, played: list[Match]) -> None:
    planted = [(match, case) for match in played for case in spoil(match)]
    for match, case in random.Random(spoil.__name__).sample(planted, min(2, len(planted))):
        deals = tuple(replace(deal, hands=FOUR_NONE, hands_at=None) for deal in case.match.deals)
        shown, seen = (replay(m, book(match)) for m in (case.match, replace(case.match, deals=deals)))
        assert dirty(seen) <= dirty(shown)


def dirty(found: Replay) -> set[int]:
    return {finding.deal_no for finding in found.findings if finding.severity in DIRTY}


def test_a_fault_in_one_deal_leaves_the_others_clean(played: list[Match]) -> None:
    for match in played[1:4:2]:
        case = next(spoilt.acts_after_the_end(match))
        assert dirty(replay(case.match, book(match))) == {case.deal_no}


def unsaid(match: Match) -> Match:
    """The match as a referee's log has it, which does not say who got a card either."""
    seen = staged.hidden(match)
    deals = [replace(deal, events=tuple(replace(e, to=None) for e in deal.events)) for deal in seen.deals]
    return replace(seen, deals=tuple(deals))


def test_with_the_hands_hidden_nothing_is_held_against_anybody(played: list[Match]) -> None:
    for match in played:
        for seen in (
            replace(match, deals=tuple(replace(d, hands=FOUR_NONE, hands_at=None) for d in match.deals)),
            staged.hidden(match),
            unsaid(match),
        ):
            found = replay(seen, book(match))
            assert [f for f in found.findings if f.severity != "incomplete"] == []
            assert [result.finish for result in found.results] == [deal.finish for deal in match.deals]


def test_what_is_reconstructed_of_hidden_hands_is_true_and_nothing_is_lost(played: list[Match]) -> None:
    for match in played:
        for seen in (staged.hidden(match), unsaid(match)):
            found = replay(seen, book(match))
            for deal in match.deals:
                told = hands(found, deal.deal_no)
                true = deal.hands if told.at == "dealt" else after_exchange(deal)
                known = [Counter(card for card, _ in hand.cards) for hand in told.hands]
                assert all(mine <= Counter(truth) for mine, truth in zip(known, true, strict=True))
                assert all(
                    hand.complete == (sum(mine.values()) == 27) for hand, mine in zip(told.hands, known, strict=True)
                )
                shared = Counter(card for group in told.undecided for card in group.cards)
                assert sum(known, shared) == Counter(PACK)
                for group in told.undecided:
                    assert sum(group.counts) == len(group.cards)
                    assert [sum(known[s].values()) + n for s, n in zip(group.seats, group.counts, strict=True)] == (
                        [27] * len(group.seats)
                    )
