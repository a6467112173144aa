"""The referee's log of the NJUPT platform, and the messages its clients logged."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cards, infer, rules
from engine.cards import PACK
from engine.pile import finishing
from engine.records import Deal, Event, EventKind, Ignored, Kind, Match, Quarantined
from engine.seating import ring, seating, tables
from ingest.readers import njupt_client, njupt_server
from ingest.readers.njupt_messages import LARGEST
from ingest.readers.njupt_moves import KINDS, MoveError, move, normalised, parse, rank_text

FOUR = ("Test1", "Test2", "Test3", "Test4")
PASSED = "['PASS', 'PASS', 'PASS']"


def line(name: str, action: str = PASSED, *, index: int = 0, at: str = "251124 22:40:03") -> str:
    return f"[I {at} server:96] {name} send {{'actIndex': {index}}} {action}"


def single(name: str, card: str) -> str:
    rank = {"SB": "B", "HR": "R"}.get(card, card[1])
    return line(name, f"['Single', '{rank}', ['{card}']]")


def read(*rows: str, encoding: str = "utf-8") -> list[Match | Quarantined | Ignored]:
    return list(njupt_server.read(BytesIO("".join(row + "\n" for row in rows).encode(encoding))))


def matches(found: Sequence[Match | Quarantined | Ignored]) -> list[Match]:
    return [item for item in found if isinstance(item, Match)]


def only(*rows: str) -> Event:
    """The one event of a log."""
    [match] = matches(read(*rows))
    [deal] = match.deals
    return deal.events[0]


def table_talk(names: Sequence[str], first: int = 0, *, tribute: bool = True) -> list[str]:
    """A deal laid down card by card in turn, the player before the first keeping one card."""
    around = [*names[first:], *names[:first]]
    hands = [PACK[seat::4] for seat in range(4)]
    cards_of = [cards.name(hands[i % 4][i // 4]) for i in range(107)]
    rows = [single(around[i % 4], card) for i, card in enumerate(cards_of)]
    exchange = [line(around[3], "['tribute', 'tribute', ['HR']]"), line(around[0], "['back', 'back', ['S2']]")]
    return [*exchange, *rows] if tribute else rows


def test_a_line_is_an_event_with_what_it_says() -> None:
    event = only(line("Test1", "['Straight', '8', ['S8', 'D9', 'ST', 'CJ', 'CQ']]", index=95))
    assert (event.kind, event.cards, event.choice, event.line) == (EventKind.PLAY, cards.parse("S8 D9 ST CJ CQ"), 95, 1)
    assert (event.declared_kind, event.declared_rank, event.label) == (Kind.STRAIGHT, cards.rank("Q"), None)
    assert event.wild_as is None


def test_a_pass_a_tribute_and_a_return_are_told_apart() -> None:
    assert only(line("a")).kind == EventKind.PASS
    tribute = only(line("a", "['tribute', 'tribute', ['HR']]"))
    assert (tribute.kind, tribute.cards, tribute.to, tribute.declared_kind) == (EventKind.TRIBUTE, (53,), None, None)
    assert only(line("a", "['back', 'back', ['C2']]")).kind == EventKind.RETURN


def test_a_run_takes_the_rank_of_its_top_card() -> None:
    low = parse("['Straight', 'A', ['SA', 'H2', 'S3', 'S4', 'S5']]")
    assert (low.rank, low.label) == (cards.rank("5"), None)
    assert parse("['ThreePair', 'A', ['SA', 'HA', 'S2', 'D2', 'S3', 'H3']]").rank == cards.rank("3")
    assert parse("['TwoTrips', 'K', ['SK', 'HK', 'DK', 'SA', 'HA', 'DA']]").rank == cards.rank("A")
    assert parse("['ThreeWithTwo', 'R', ['HR', 'HR', 'HA', 'S3', 'S3']]").rank == cards.rank("HR")


def test_a_label_that_is_not_the_runs_is_kept_word_for_word() -> None:
    lying = parse("['Straight', '8', ['H8', 'DJ', 'SQ', 'CK', 'CA']]")
    assert (lying.rank, lying.label) == (cards.rank("Q"), "8")
    beyond = parse("['Straight', 'J', ['HJ', 'D3', 'S4', 'C5', 'C6']]")
    assert (beyond.rank, beyond.label) == (None, "J")
    assert parse("['Straight', '4', ['C4', 'D5', 'S6', 'HK', 'D8']]").label is None


def test_a_bomb_of_jokers_is_a_joker_bomb() -> None:
    said = parse("['Bomb', 'JOKER', ['SB', 'SB', 'HR', 'HR']]")
    assert (said.kind, said.rank, said.label) == (Kind.JOKER_BOMB, None, None)
    assert rank_text(Kind.JOKER_BOMB, None) == "JOKER"


@pytest.mark.parametrize(("kind", "rank"), tuple(product(KINDS.values(), (*cards.RANKS, "B", "R"))))
def test_ranks_can_be_said_in_the_platforms_words_again(kind: Kind, rank: str) -> None:
    ours = normalised(kind, rank)
    assert ours is None or rank_text(kind, ours) == rank


@pytest.mark.parametrize(
    "action",
    [
        "['Single', '5', ['H5']",
        "['Single', '5', []]",
        "['Single', '5', ['X5']]",
        "['Single', '5', [5]]",
        "['Quartet', '5', ['H5']]",
        "['tribute', 'tribute', ['H5', 'H6']]",
        "['Single', 5, ['H5']]",
        "[" * 400,
        "[" + "'PASS', " * 200 + "]",
        "[__import__('os')]",
        "[1, 2]",
    ],
)
def test_a_move_that_cannot_be_read_is_quarantined_with_its_bytes(action: str) -> None:
    row = line("Test1", action)
    found = read(single("Test1", "H5"), row, single("Test2", "H6"))
    [bad] = [item for item in found if isinstance(item, Quarantined)]
    assert (bad.line, bad.raw) == (2, row.encode())
    assert bad.reason
    assert bad.expected
    assert [match.units for match in matches(found)] == [2]


@pytest.mark.parametrize("index", ["-1", "65536", "True", "'0'", "{}"])
def test_a_choice_that_is_no_index_is_quarantined(index: str) -> None:
    row = line("Test1").replace("'actIndex': 0", f"'actIndex': {index}")
    assert [type(item) for item in read(row)] == [Quarantined]


def test_what_is_no_move_is_ignored_by_reason_and_every_line_is_accounted_for() -> None:
    found = read(
        line("a"),
        "",
        "[I 251124 22:40:45 game:323] 达到设定游戏次数",
        "hello",
        line("b"),
        "[I 251124 22:40:45 server:96] c se",
    )
    ignored = {item.reason: item.units for item in found if isinstance(item, Ignored)}
    assert ignored == {njupt_server.BLANK: 1, njupt_server.NO_ACTION: 2}
    assert sum(match.units for match in matches(found)) == 2
    assert [item.line for item in found if isinstance(item, Quarantined)] == [6]


def test_a_last_line_that_is_cut_short_is_quarantined_and_its_deal_has_lost_its_tail() -> None:
    rows = "\n".join([*table_talk(FOUR)[:60], line("Test1")[:40]])
    found = list(njupt_server.read(BytesIO(rows.encode())))
    assert [item.reason for item in found if isinstance(item, Quarantined)] == ["the last line is cut short"]
    assert [deal.cut for match in matches(found) for deal in match.deals] == ["tail"]


def test_a_last_line_that_only_lacks_its_end_of_line_is_read() -> None:
    found = list(njupt_server.read(BytesIO(line("a").encode())))
    assert [match.units for match in matches(found)] == [1]


def test_nul_bytes_are_quarantined() -> None:
    found = list(njupt_server.read(BytesIO(line("a").encode() + b"\n" + line("b\0").encode() + b"\n")))
    assert [item.reason for item in found if isinstance(item, Quarantined)] == ["NUL bytes"]


def test_times_count_from_the_first_line() -> None:
    [match] = matches(read(line("a"), line("b", at="251125 00:00:01"), line("c", at="251399 00:00:01")))
    assert [event.time_ms for event in match.deals[0].events] == [0, 4798000, None]


def test_the_order_of_play_gives_the_ring_and_the_names_give_seat_0() -> None:
    [match] = matches(read(*table_talk(FOUR, first=2)))
    assert (match.names, match.seat_how) == (FOUR, "names")
    assert match.deals[0].events[2].seat == 2
    assert finishing(match.deals[0].events) == (2, 3, 0)


@pytest.mark.parametrize(
    ("names", "how"),
    [
        (("甲", "丙", "乙", "丁"), "first_actor"),
        (("<script>", "a b", "z", "周 先生"), "names"),
        (("b", "a", "d", "c"), "first_actor"),
    ],
)
def test_any_names_sit_in_the_order_in_which_they_play(names: tuple[str, str, str, str], how: str) -> None:
    [match] = matches(read(*table_talk(names, tribute=False), *table_talk(names)))
    assert (match.names, match.seat_how) == (names, how)


def test_chinese_names_are_read_in_the_encoding_of_their_line() -> None:
    [match] = matches(read(*table_talk(("张三", "李四", "王五", "赵六")), encoding="gb18030"))
    assert match.names == ("张三", "李四", "王五", "赵六")


def test_a_ring_needs_no_full_round() -> None:
    assert ring([]) == ()
    assert seating(["b", "c"]) == (("b", "c", None, None), "first_actor")
    assert seating(["c", "d", "b", "a", "d", "b", "c", "d"]) == (("c", "d", "b", "a"), "first_actor")


def test_a_fifth_name_that_stands_alone_is_no_player() -> None:
    rows = table_talk(FOUR)
    rows[50] = rows[50].replace("Test", "Tess")
    found = read(*rows)
    [bad] = [item for item in found if isinstance(item, Quarantined)]
    assert (bad.line, bad.raw) == (51, rows[50].encode())
    assert matches(found)[0].names == FOUR


def test_other_players_are_another_table_and_another_match() -> None:
    found = matches(read(*table_talk(FOUR), *table_talk(("e", "f", "g", "h"))))
    assert [(match.match_no, match.names) for match in found] == [(1, FOUR), (2, ("e", "f", "g", "h"))]
    assert tables([]) == []


def test_our_own_writer_may_state_where_a_match_and_a_deal_begin() -> None:
    deal = table_talk(FOUR, tribute=False)
    mark = "[I 251124 22:40:03 danpu:1] {} begins"
    found = read(mark.format("match"), *deal, *deal, mark.format("match"), *deal[:50], mark.format("deal"), *deal)
    deals = [(match.match_no, deal.cut, deal.starts_match) for match in matches(found) for deal in match.deals]
    assert deals[0] == (1, None, True)
    assert deals[1][:2] == (1, None)
    assert deals[2:] == [(2, "tail", True), (2, None, False)]
    assert Counter(type(item) for item in found)[Ignored] == 2


def test_the_beginning_of_a_file_gives_the_format_away() -> None:
    assert njupt_server.sniff(f"noise\n{line('a')}\n".encode())
    assert not njupt_server.sniff(b"{}")
    assert njupt_client.sniff(received(BEGINNING).encode())
    assert not njupt_client.sniff(line("a").encode())


ROWS = [*table_talk(FOUR)[:30], "[I 251124 22:40:45 game:323] end"]


@given(st.binary(max_size=300))
def test_random_bytes_raise_nothing(raw: bytes) -> None:
    for reader in (njupt_server, njupt_client):
        assert all(isinstance(item, Match | Quarantined | Ignored) for item in reader.read(BytesIO(raw)))
        assert reader.sniff(raw) in (True, False)


@given(st.lists(st.tuples(st.integers(0, 2000), st.binary(max_size=4)), max_size=6))
def test_mutated_lines_raise_nothing_and_every_line_is_accounted_for(changes: list[tuple[int, bytes]]) -> None:
    raw = bytearray("\n".join(ROWS).encode())
    for at, new in changes:
        raw[at : at + len(new)] = new.replace(b"\n", b"")
    found = list(njupt_server.read(BytesIO(bytes(raw))))
    units = sum(item.units for item in found if isinstance(item, Match | Ignored))
    assert units + sum(isinstance(item, Quarantined) for item in found) == bytes(raw).count(b"\n") + 1


# --- what a client logged ---

HAND = ["S3"] * 2 + ["H4"] * 25
BEGINNING: dict[str, object] = {"type": "notify", "stage": "beginning", "handCards": HAND, "myPos": 2}
OVER: dict[str, object] = {
    "type": "notify",
    "stage": "episodeOver",
    "order": [3, 1, 0, 2],
    "curRank": "A",
    "restCards": [[0, ["C4"]], [2, ["S3", "C6"]]],
}


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
    deal = the_deal(received(BEGINNING), received(played(3, "['Single', '9', ['S9']]")), received(OVER))
    assert (deal.cut, deal.finish, deal.level, deal.first_line) == (None, (3, 1, 0, 2), 12, 1)
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
    bad = [(item.line, item.reason) for item in found if isinstance(item, Quarantined)]
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
    assert (bad.reason, len(bad.raw)) == ("a message of more than 4 MiB", 65536)


def test_a_level_that_is_none_is_unknown() -> None:
    assert the_deal(received(BEGINNING), received(asked(curRank="?", selfRank=None))).level is None


def test_an_answer_that_no_own_move_follows_is_no_choice() -> None:
    deal = the_deal(received(BEGINNING), sent(5), received(played(1, PASSED)), sent(6), received(OVER))
    assert [event.choice for event in deal.events] == [None]


def test_a_move_is_refused_by_what_it_says() -> None:
    with pytest.raises(MoveError, match="unknown type 'FourKings'"):
        move(["FourKings", "JOKER", ["SB", "SB", "HR", "HR"]])


# --- the real records ---


@pytest.fixture(scope="module")
def platform(records: Path) -> Path:
    return records / "njupt_v1006"


@pytest.fixture(scope="module")
def log(platform: Path) -> list[Match | Quarantined | Ignored]:
    return list(njupt_server.read(BytesIO((platform / "server_part1.log").read_bytes())))


def test_every_line_of_the_real_log_is_an_event(log: list[Match | Quarantined | Ignored]) -> None:
    assert [(match.match_no, match.units, len(match.deals)) for match in matches(log)] == [
        (1, 2924, 23),
        (2, 973, 7),
        (3, 1975, 14),
    ]
    assert all(isinstance(item, Match) for item in log)
    lines = [event.line for match in matches(log) for deal in match.deals for event in deal.events]
    assert lines == list(range(1, 5873))


def test_the_real_log_sits_as_its_names_sort(log: list[Match | Quarantined | Ignored]) -> None:
    assert {(match.names, match.seat_how) for match in matches(log)} == {(FOUR, "names")}


def test_one_label_of_the_real_log_is_not_the_runs(log: list[Match | Quarantined | Ignored]) -> None:
    events = (event for match in matches(log) for deal in match.deals for event in deal.events)
    assert [(event.line, event.label) for event in events if event.label] == [(677, "8")]


@pytest.mark.parametrize(("old", "new"), [(b"Test1", b"<script>"), (b"Test3", "张三".encode("gbk")), (b"Test2", b"zz")])
def test_other_names_change_nothing_but_the_seats(platform: Path, log: list[Match], old: bytes, new: bytes) -> None:
    raw = (platform / "server_part1.log").read_bytes().replace(old + b" send", new + b" send")
    renamed = matches(list(njupt_server.read(BytesIO(raw))))
    assert [[len(deal.events) for deal in match.deals] for match in renamed] == [
        [len(deal.events) for deal in match.deals] for match in matches(log)
    ]


def test_the_last_round_is_the_same_for_the_referee_and_for_two_clients(platform: Path) -> None:
    [referee] = matches(list(njupt_server.read(BytesIO((platform / "server_last_round.log").read_bytes()))))
    [deal] = referee.deals
    assert (deal.cut, deal.starts_match, deal.level, len(deal.events)) == (None, False, None, 92)
    assert infer.levels([deal], rules.load("njupt_v1006")) == [(cards.level("A"), "wilds")]
    for name, lists, hand in (("client_Test1.log", 58, 0), ("client_Test3.log", 40, 2)):
        [match] = matches(list(njupt_client.read(BytesIO((platform / name).read_bytes()))))
        head, last = match.deals
        assert (head.cut, head.finish, last.cut, last.finish, last.level) == (
            "head",
            (1, 0, 2, 3),
            None,
            (3, 1, 0, 2),
            12,
        )
        assert [replace(e, choice=None, to=None, line=None) for e in last.events] == [
            replace(e, choice=None, line=None, time_ms=None) for e in deal.events
        ]
        assert all(e.choice in (None, told.choice) for e, told in zip(last.events, deal.events, strict=True))
        assert (len(match.legal_lists), match.viewpoint, match.winner_team) == (lists, hand, 1)
        assert [seat for seat in range(4) if last.hands[seat]] == [hand]


def test_every_element_of_the_clients_logs_is_accounted_for(platform: Path) -> None:
    for name in ("client_Test1.log", "client_Test3.log"):
        raw = (platform / name).read_bytes()
        elements = raw.count(b"\n[") + 1
        found = list(njupt_client.read(BytesIO(raw)))
        units = sum(item.units for item in found if isinstance(item, Match | Ignored))
        assert units + sum(isinstance(item, Quarantined) for item in found) == elements
