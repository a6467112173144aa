"""The messages that a client of the NJUPT platform logged."""

import json
from collections.abc import Sequence
from io import BytesIO

import pytest

from engine import cards
from engine.records import Deal, EventKind, Ignored, Match, Quarantined
from ingest.readers import njupt_client
from ingest.readers.njupt_messages import LARGEST
from ingest.readers.njupt_moves import MoveError, move

PASSED = "['PASS', 'PASS', 'PASS']"
HAND = ["S3"] * 2 + ["H4"] * 25
BEGINNING: dict[str, object] = {"type": "notify", "stage": "beginning", "handCards": HAND, "myPos": 2}
OVER: dict[str, object] = {
    "type": "notify",
    "stage": "episodeOver",
    "order": [3, 1, 0, 2],
    "curRank": "A",
    "restCards": [[0, ["C4"]], [2, ["S3", "C6"]]],
}


def matches(found: Sequence[Match | Quarantined | Ignored]) -> list[Match]:
    return [item for item in found if isinstance(item, Match)]


def received(message: object, name: str = "Test3") -> str:
    return f"[{name}] Received message: {json.dumps(message, indent=2)}"


def sent(index: object, name: str = "Test3") -> str:
    return f'[{name}] Sent response: {{"actIndex": {index}}}'


def played(seat: object, action: object) -> dict[str, object]:
    return {
        "type": "notify",
        "stage": "play",
        "curPos": seat,
        "curAction": action,
        "greaterPos": seat,
        "greaterAction": action,
    }


def asked(**more: object) -> dict[str, object]:
    return {
        "type": "act", "stage": "play", "handCards": ["S3"], "selfRank": "2", "oppoRank": "A", "curRank": "A",
        "curPos": 1, "curAction": PASSED, "greaterPos": 3, "greaterAction": "['Single', 'A', ['DA']]",
        "actionList": [["PASS", "PASS", "PASS"]], "indexRange": 0, **more,
    }  # fmt: skip


def heard(*messages: str) -> list[Match | Quarantined | Ignored]:
    return list(njupt_client.read(BytesIO("\n".join(messages).encode())))


def the_deal(*messages: str) -> Deal:
    [match] = matches(heard(*messages))
    [deal] = match.deals
    return deal


def test_a_deal_runs_from_beginning_to_episode_over() -> None:
    told = received(BEGINNING), received(played(3, "['Single', '9', ['S9']]")), received(OVER)
    deal = the_deal(*told)
    assert (deal.cut, deal.finish, deal.level, deal.first_line) == ("middle", (3, 1, 0, 2), 12, 1)
    assert deal.ended_line == sum(message.count("\n") + 1 for message in told[:2]) + 1
    assert (deal.hands_at, deal.hands[2], deal.hands[0]) == ("dealt", cards.parse("".join(HAND)), None)
    assert deal.rest == (cards.parse("C4"), None, cards.parse("S3 C6"), None)
    assert [(e.seat, e.kind, e.declared_rank) for e in deal.events] == [(3, EventKind.PLAY, cards.rank("9"))]


def test_only_the_clients_own_name_is_known() -> None:
    [match] = matches(heard(received(BEGINNING), received(OVER)))
    assert (match.names, match.viewpoint, match.seat_how) == ((None, None, "Test3", None), 2, "stated")


def test_what_came_before_the_first_beginning_has_lost_its_head_and_what_never_ended_its_tail() -> None:
    play = received(played(3, PASSED))
    [match] = matches(heard(play, received(OVER), play, received(BEGINNING), play))
    assert [(deal.deal_no, deal.cut, len(deal.events)) for deal in match.deals] == [
        (1, "head", 1),
        (2, "both", 1),
        (3, "tail", 1),
    ]


def test_tributes_returns_and_anti_tributes_say_from_whom_to_whom() -> None:
    tribute = {"type": "notify", "stage": "tribute", "result": [[3, 1, "SK"], [1, 0, "HR"]]}
    back = {"type": "notify", "stage": "back", "result": [[1, 3, "D9"]]}
    anti = {"type": "notify", "stage": "anti-tribute", "antiNum": 1, "antiPos": [0, 2]}
    deal = the_deal(received(BEGINNING), received(tribute), received(back), received(anti), received(OVER))
    told = [(e.kind, e.seat, e.to, e.cards) for e in deal.events]
    assert told[:3] == [
        (EventKind.TRIBUTE, 3, 1, (44,)),
        (EventKind.TRIBUTE, 1, 0, (53,)),
        (EventKind.RETURN, 1, 3, (31,)),
    ]
    assert told[3:] == [(EventKind.ANTI_TRIBUTE, 0, None, ()), (EventKind.ANTI_TRIBUTE, 2, None, ())]


def test_a_request_keeps_its_legal_list_and_an_answer_becomes_the_choice_of_the_next_own_move() -> None:
    move = received(played(2, "['Single', '3', ['S3']]"))
    [match] = matches(heard(received(BEGINNING), received(asked()), sent(7), move, received(OVER)))
    [legal] = match.legal_lists
    assert (legal.deal_no, legal.seat, legal.level, legal.hand, legal.line) == (1, 2, 12, (4,), 35)
    assert (legal.top, json.loads(legal.entries)) == ("['Single', 'A', ['DA']]", [["PASS", "PASS", "PASS"]])
    assert match.deals[0].events[0].choice == 7
    assert match.deals[0].team_levels == (0, 12)
    assert match.units == 5


def test_a_choice_of_a_tribute_goes_to_the_own_one_of_two() -> None:
    tribute = {"type": "notify", "stage": "tribute", "result": [[0, 3, "SK"], [2, 1, "HR"]]}
    deal = the_deal(received(BEGINNING), received(asked(stage="tribute")), sent(3), received(tribute), received(OVER))
    assert [event.choice for event in deal.events] == [None, 3]


def test_without_a_beginning_the_own_seat_is_whose_move_follows_the_answers() -> None:
    [match] = matches(heard(sent(4), received(played(1, PASSED)), received(played(2, PASSED))))
    assert (match.viewpoint, match.deals[0].events[0].choice) == (1, 4)
    [unknown] = matches(heard(received(asked()), received(played(1, PASSED))))
    assert (unknown.viewpoint, unknown.deals[0].team_levels, unknown.names) == (None, (None, None), (None,) * 4)


def test_actions_may_be_lists_instead_of_text() -> None:
    top = ["Single", "A", ["DA"]]
    [match] = matches(heard(received(BEGINNING), received(asked(greaterAction=top)), received(played(0, top))))
    assert match.deals[0].events[0].cards == (51,)
    assert match.legal_lists[0].top == '["Single", "A", ["DA"]]'


def test_the_end_of_a_match_is_told_with_its_winner_where_one_team_has_won_every_one() -> None:
    over = {"type": "notify", "stage": "gameOver", "curTimes": 1, "settingTimes": 2}
    result = {"type": "notify", "stage": "gameResult", "victoryNum": [0, 1, 0, 1], "draws": [0, 0, 0, 0]}
    log = [received(BEGINNING), received(OVER), received(over), received(result), received(BEGINNING), received(OVER)]
    first, second = matches(heard(*log))
    assert (first.ended, first.winner_team, second.ended, second.winner_team) == (True, 1, None, None)
    assert json.loads(first.extra or "")["gameResult"]["draws"] == [0, 0, 0, 0]
    assert (second.match_no, second.deals[0].deal_no, second.deals[0].starts_match) == (2, 1, True)
    [drawn] = matches(heard(received(OVER), received({**result, "victoryNum": [1, 1, 1, 1]})))
    assert (drawn.ended, drawn.winner_team) == (True, None)


def test_clients_that_share_a_log_are_told_apart() -> None:
    found = matches(
        heard(
            received(BEGINNING, "a"), received({**BEGINNING, "myPos": 0}, "b"), received(OVER, "a"), received(OVER, "b")
        )
    )
    assert [match.names for match in found] == [(None, None, "a", None), ("b", None, None, None)]
    assert [match.units for match in found] == [2, 2]


def test_pieces_of_messages_are_quarantined_and_remarks_ignored() -> None:
    found = heard('  "rest": 8,', "}", received(BEGINNING), "[Test3] Disconnected", received(OVER)[:60])
    bad = [(item.line, item.reason.en) for item in found if isinstance(item, Quarantined)]
    assert bad[0] == (1, "the rest of a message whose beginning is missing")
    assert bad[1][1] == "the last message is cut short"
    assert [item.units for item in found if isinstance(item, Ignored)] == [1]


@pytest.mark.parametrize(
    "message",
    [
        {**BEGINNING, "myPos": 4},
        {**BEGINNING, "handCards": ["X1"]},
        {**BEGINNING, "handCards": None},
        played("0", PASSED),
        played(0, "[None, None, None]"),
        played(0, None),
        {**OVER, "order": []},
        {**OVER, "order": 3},
        {**OVER, "restCards": [[0]]},
        {"type": "notify", "stage": "tribute", "result": [[1, 2]]},
        asked(actionList="PASS"),
    ],
)
def test_a_message_that_says_what_cannot_be_is_quarantined_alone(message: object) -> None:
    found = heard(received(BEGINNING), received(message), received(played(0, PASSED)), received(OVER))
    [bad] = [item for item in found if isinstance(item, Quarantined)]
    assert json.loads(bad.raw) == message
    assert [len(deal.events) for match in matches(found) for deal in match.deals] == [1]


def test_messages_of_other_kinds_and_blank_lines_are_ignored() -> None:
    found = heard("", received({"type": "notify", "stage": "weather"}), received({"type": "chat"}), received(OVER))
    assert sum(item.units for item in found if isinstance(item, Ignored)) == 3
    assert [match.units for match in matches(found)] == [1]


def test_a_message_of_nothing_but_brackets_or_of_a_list_is_quarantined() -> None:
    found = heard("[a] Received message: " + "[" * 9000, "[a] Received message: [1]", "[a] Sent response: ")
    assert [type(item) for item in found] == [Quarantined] * 3


def test_a_message_beyond_all_measure_is_quarantined_with_what_fits() -> None:
    [bad] = heard("[a] Received message: {" + " " * LARGEST + "}")
    assert isinstance(bad, Quarantined)
    assert (bad.reason.en, len(bad.raw)) == ("a message of more than 4 MiB", 65536)


def test_a_level_that_is_none_is_unknown() -> None:
    assert the_deal(received(BEGINNING), received(asked(curRank="?", selfRank=None))).level is None


def test_an_answer_that_no_own_move_follows_is_no_choice() -> None:
    deal = the_deal(received(BEGINNING), sent(5), received(played(1, PASSED)), sent(6), received(OVER))
    assert [event.choice for event in deal.events] == [None]


def test_a_move_is_refused_by_what_it_says() -> None:
    with pytest.raises(MoveError, match="unknown type 'FourKings'"):
        move(["FourKings", "JOKER", ["SB", "SB", "HR", "HR"]])
