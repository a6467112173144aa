"""The referee's log of the NJUPT platform."""

from collections.abc import Sequence
from io import BytesIO
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cards
from engine.cards import PACK
from engine.pile import finishing
from engine.records import Event, EventKind, Ignored, Kind, Match, Quarantined
from engine.seating import ring, seating, tables
from ingest.readers import njupt_client, njupt_server
from ingest.readers.njupt_moves import KINDS, normalised, parse, rank_text
from ingest.text import BLANK

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
    assert ignored == {BLANK: 1, njupt_server.NO_ACTION: 2}
    assert sum(match.units for match in matches(found)) == 2
    assert [item.line for item in found if isinstance(item, Quarantined)] == [6]


def test_a_last_line_that_is_cut_short_is_quarantined_and_its_deal_has_lost_its_tail() -> None:
    rows = "\n".join([*table_talk(FOUR)[:60], line("Test1")[:40]])
    found = list(njupt_server.read(BytesIO(rows.encode())))
    assert [item.reason.en for item in found if isinstance(item, Quarantined)] == ["the last line is cut short"]
    assert [deal.cut for match in matches(found) for deal in match.deals] == ["tail"]


def test_a_last_line_that_only_lacks_its_end_of_line_is_read() -> None:
    found = list(njupt_server.read(BytesIO(line("a").encode())))
    assert [match.units for match in matches(found)] == [1]


def test_nul_bytes_are_quarantined() -> None:
    found = list(njupt_server.read(BytesIO(line("a").encode() + b"\n" + line("b\0").encode() + b"\n")))
    assert [item.reason.en for item in found if isinstance(item, Quarantined)] == ["NUL bytes"]


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
    assert [item.units for item in found if isinstance(item, Ignored)] == [3]


def test_the_beginning_of_a_file_gives_the_format_away() -> None:
    assert njupt_server.sniff(f"noise\n{line('a')}\n".encode())
    assert not njupt_server.sniff(b"{}")
    assert njupt_client.sniff(b'[Test3] Received message: {\n  "type": "notify"\n}')
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
