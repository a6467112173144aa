"""The guandan-world console log: what it states becomes facts, what it repeats is counted, what is damaged is kept aside."""

import io
from collections import Counter
from pathlib import Path

import pytest

from engine import cards
from engine.records import Event, EventKind, Ignored, Match, Quarantined
from ingest.readers import guandan_world
from ingest.readers.guandan_world_fields import parse

DEALT = "=== 发牌完成，玩家手牌 ==="


def read(*lines: str, end: str = "\n") -> list[Match | Quarantined | Ignored]:
    return list(guandan_world.read(io.BytesIO(("\n".join(lines) + end).encode())))


def one(*lines: str) -> Match:
    (match,) = [item for item in read("Event: Match Started", "Event: Deal Started", *lines) if isinstance(item, Match)]
    return match


def balance(items: list[Match | Quarantined | Ignored]) -> int:
    return sum(item.units if isinstance(item, Match | Ignored) else 1 for item in items)


def test_cards_are_rank_then_suit_and_the_small_joker_is_not_the_jack_of_spades() -> None:
    assert cards.show(parse("SJ,JS,10H,BJ,2D")) == "SB SJ HT HR D2"


def test_a_deal_is_its_hands_its_moves_and_what_the_log_claims() -> None:
    (deal,) = one(
        "当前Deal Level: 11",
        "队伍0 Level: 2 (玩家 0,2)",
        "队伍1 Level: 11 (玩家 1,3)",
        DEALT,
        "Player 0 (2 cards): [3C,SJ]",
        "===========================",
        "Event: New Trick Started, Leader: Player 2",
        "=== Player Hands at Trick Start ===",
        "Player 0 (1 cards): [3C]",
        "Event: Player 2 played 2 cards: [10S,10H]",
        "Event: Player 3 passed",
        "Event: Trick Ended, Winner: Player 2",
        "Event: Deal Ended, Rankings: [2 1 0 3], Victory Type: single_last",
    ).deals
    assert (deal.level, deal.team_levels, deal.leader, deal.finish, deal.cut) == (9, (0, 9), 2, (2, 1, 0, 3), None)
    assert (deal.first_line, deal.ended_line) == (2, 15)
    assert (deal.hands[0], deal.hands[1], deal.hands_at) == (parse("3C,SJ"), None, "dealt")
    assert [(e.kind, e.seat, cards.show(e.cards), e.line) for e in deal.events] == [
        (EventKind.PLAY, 2, "ST HT", 12),
        (EventKind.PASS, 3, "", 13),
    ]


def exchanged(*lines: str) -> list[tuple[EventKind, int | None, int | None, str]]:
    return [(e.kind, e.seat, e.to, cards.show(e.cards)) for e in one(*lines).deals[0].events]


def test_a_tribute_names_giver_receiver_and_card() -> None:
    assert exchanged("=== 上贡完成 ===", "Player 3 上贡给 Player 0：BJ", "Player 0 还贡给 Player 3：2D") == [
        (EventKind.TRIBUTE, 3, 0, "HR"),
        (EventKind.RETURN, 0, 3, "D2"),
    ]


def test_a_pool_names_who_paid_and_the_choice_who_got_it() -> None:
    assert exchanged(
        "=== 双下贡牌池创建 ===",
        "贡献详情：",
        "  Player 0 贡献：BJ",
        "  Player 2 贡献：AS",
        "Player 3 (第一次选择) 选择：BJ",
        "Player 1 (第二次选择) 选择：AS",
    ) == [(EventKind.TRIBUTE, 0, 3, "HR"), (EventKind.TRIBUTE, 2, 1, "SA")]


def test_two_equal_cards_in_the_pool_leave_the_receiver_unsaid() -> None:
    assert exchanged("Player 0 提交贡牌：AS", "Player 2 提交贡牌：AS", "Player 3 选择：AS") == [
        (EventKind.TRIBUTE, 0, None, "SA"),
        (EventKind.TRIBUTE, 2, None, "SA"),
    ]


def anti(*lines: str) -> list[Event]:
    return [e for e in one(*lines).deals[0].events if e.kind == EventKind.ANTI_TRIBUTE]


def test_an_anti_tribute_has_one_event_for_each_holder_that_is_named() -> None:
    found = anti(
        "=== 抗贡检查 ===",
        "抗贡结果：败方队伍(Team 1)持有2张大王，触发抗贡",
        "大王持有者详情：",
        "  Player 1: 1张大王",
        "  Player 3: 1张大王",
        "结果：触发抗贡，本局跳过上贡阶段",
    )
    assert [e.seat for e in found] == [1, 3]
    assert [e.seat for e in anti("抗贡结果：败方队伍(Team 1)持有2张大王，触发抗贡")] == [None]


def test_a_check_that_finds_too_few_jokers_is_no_anti_tribute() -> None:
    assert (
        anti(
            "抗贡结果：败方队伍(Team 1)持有1张大王，未达到抗贡条件(需要2张)",
            "  Player 1: 1张大王",
            "Event: Player 0 passed",
        )
        == []
    )


def test_a_log_that_breaks_off_keeps_its_deal_as_cut() -> None:
    items = read("Event: Deal Started", "Event: Player 0 played 1 cards: [3C]", "Event: Player 1 pas", end="")
    (match,) = [item for item in items if isinstance(item, Match)]
    (piece,) = [item for item in items if isinstance(item, Quarantined)]
    assert match.deals[0].cut == "tail"
    assert (piece.line, piece.raw) == (3, b"Event: Player 1 pas")
    assert balance(items) == 3


def test_a_card_that_is_none_costs_its_line_and_no_other() -> None:
    items = read(
        "Event: Deal Started",
        "Event: Player 0 played 1 cards: [3X]",
        "Event: Player 1 passed",
        "Event: Player 2 played 2 cards: [3C]",
    )
    assert [item.line for item in items if isinstance(item, Quarantined)] == [2, 4]
    assert balance(items) == 4


@pytest.mark.parametrize(
    "line", ["当前Deal Level: 15", "当前Deal Level: 1", "当前Deal Level: A", "队伍0 Level: 100", "队伍2 Level: 5"]
)
def test_a_level_that_is_none_is_kept_aside_and_costs_no_play(line: str) -> None:
    items = read(
        "Event: Deal Started", line, "Event: Player 0 played 1 cards: [3C]", "Event: Deal Ended, Rankings: [0 2]"
    )
    [match] = [item for item in items if isinstance(item, Match)]
    assert [item.line for item in items if isinstance(item, Quarantined)] == [2]
    assert (match.deals[0].level, match.deals[0].team_levels, match.deals[0].cut) == (None, (None, None), None)


def test_a_hand_of_other_numbers_than_it_says_is_kept_aside() -> None:
    items = read(
        "Event: Deal Started",
        "Player 0 (2 cards): [3C]",
        "Event: Player 0 passed",
        "Event: Deal Ended, Rankings: [0 2]",
    )
    [match] = [item for item in items if isinstance(item, Match)]
    assert [item.line for item in items if isinstance(item, Quarantined)] == [2]
    assert (match.deals[0].hands_at, match.deals[0].cut) == (None, None)


def test_a_lost_first_tribute_is_a_lost_line_of_its_deal() -> None:
    broken = one("Player 3 上贡给 Player", "Player 0 还贡给 Player 3：2D", "Event: Deal Ended, Rankings: [0 2]")
    assert broken.deals[0].cut == "middle"


def test_the_real_match_is_six_deals_of_two_full_packs(records: Path) -> None:
    raw = (records / "guandan_world" / "match_a.log").read_bytes()
    items = list(guandan_world.read(io.BytesIO(raw)))
    (match,) = [item for item in items if isinstance(item, Match)]
    assert not [item for item in items if isinstance(item, Quarantined)]
    assert len(match.deals) == 6
    for deal in match.deals:
        assert Counter(card for hand in deal.hands for card in hand or ()) == Counter(cards.PACK)
        assert (deal.finish, deal.leader, deal.cut) == ((0, 1, 2, 3), 0, None)
    assert [any(e.kind == EventKind.ANTI_TRIBUTE for e in d.events) for d in match.deals] == [
        False,
        True,
        True,
        False,
        True,
        True,
    ]
    assert sum(e.kind == EventKind.PASS for d in match.deals for e in d.events) == 1440
    assert sum(e.kind == EventKind.PLAY for d in match.deals for e in d.events) == 486
    assert (match.ended, match.winner_team) == (True, 0)
    assert balance(items) == raw.count(b"\n")
