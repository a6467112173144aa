import dataclasses
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from engine import cards, moves, rules
from engine.moves import Move, Top, legal_moves
from engine.records import Event, Kind, Match
from engine.replay import PlayRead, replay
from engine.rules import Rules
from ingest.readers import njupt_client, njupt_moves, njupt_server
from tests.oracle import Cards

HUAIAN = rules.load("huaian_2017")
NJUPT = rules.load("njupt_v1006")
NO_WILDS = dataclasses.replace(NJUPT, wild_card="none")
Entry = tuple[str, str, tuple[str, ...]]


def entry(move: Move, level: int) -> Entry:
    """A move as the platform lists it."""
    if move.kind == Kind.PASS:
        return "PASS", "PASS", ("PASS",)
    rank = cards.RANKS[level] if move.level_label else njupt_moves.rank_text(move.kind, move.rank)
    return njupt_moves.TYPES[move.kind], rank, tuple(cards.name(card) for card in move.cards)


def listed(text: str) -> list[Entry]:
    """A list of the platform's."""
    return [(kind, rank, (held,) if isinstance(held, str) else tuple(held)) for kind, rank, held in json.loads(text)]


def alike(entries: Sequence[Entry]) -> Counter[tuple[str, str, tuple[str, ...]]]:
    """A list without its order and without the order of cards."""
    return Counter((kind, rank, tuple(sorted(held))) for kind, rank, held in entries)


def matches(path: Path) -> list[Match]:
    reader = njupt_client if path.name.startswith("client") else njupt_server
    with path.open("rb") as file:
        return [item for item in reader.read(file) if isinstance(item, Match)]


def on_table(text: str | None, level: int) -> Top | None:
    """What a request says is to be beaten."""
    if text is None or text.startswith("[None"):
        return None
    said = njupt_moves.parse(text)
    assert said.kind is not None
    return moves.top(said.kind, said.rank, len(said.cards), level)


def test_the_legal_list_is_the_platforms_for_every_request_two_clients_logged(records: Path) -> None:
    rows = [
        row
        for name in ("client_Test1.log", "client_Test3.log")
        for match in matches(records / "njupt_v1006" / name)
        for row in match.legal_lists
    ]
    assert len(rows) == 98
    for row in rows:
        assert row.hand is not None
        assert row.level is not None
        ours = [
            entry(move, row.level) for move in legal_moves(row.hand, row.level, NJUPT, on_table(row.top, row.level))
        ]
        theirs = listed(row.entries)
        assert alike(ours) == alike(theirs), row.line
        assert ours == theirs, f"line {row.line}: the same moves in another order"


def test_a_list_that_lost_its_head_is_told_by_its_length_its_choice_and_its_tail(records: Path) -> None:
    path = records / "njupt_v1006" / "client_Test1.log"
    match = matches(path)[0]
    row, play = match.legal_lists[0], match.deals[0].events[0]
    assert row.hand is not None
    assert row.level is not None
    ours = [entry(move, row.level) for move in legal_moves(row.hand + play.cards, row.level, NJUPT)]
    head = path.read_text("utf-8", "replace").split("[Test1]")[0]
    last = re.search(r'"indexRange": (\d+)', head)
    tail = [
        (k, r, tuple(re.findall(r'"(\w+)"', c)))
        for k, r, c in re.findall(r'\[\s*"(\w+)",\s*"(\w+)",\s*\[([^\]]*)\]', head)
    ]
    assert last is not None
    assert len(ours) == int(last[1]) + 1 == 1393
    assert ours[1021][2] == tuple(cards.name(card) for card in play.cards)
    assert len(tail) == 54
    assert ours[-54:] == tail


@pytest.mark.parametrize(
    ("line", "levels", "on"),
    [
        (0, "2", ("single", "3")),
        (1, "2", ("single", "3")),
        (2, "26A", None),
        (3, "2", ("straight", "6")),
        (3, "2", ("straight", "T")),
    ],
)
def test_a_bare_list_is_what_the_cards_it_names_may_play(
    records: Path, line: int, levels: str, on: tuple[str, str] | None
) -> None:
    text = (records / "njupt_v1006" / "action_lists.jsonl").read_text("utf-8").splitlines()[line]
    theirs = listed(text)
    hand: Counter[str] = Counter()
    for _, _, held in theirs:
        hand |= Counter(held)
    del hand["PASS"]
    for name in levels:
        level = cards.level(name)
        top = (
            None
            if on is None
            else moves.top(Kind[on[0].upper()], cards.rank(on[1]), 1 if on[0] == "single" else 5, level)
        )
        ours = [entry(move, level) for move in legal_moves([cards.code(c) for c in hand.elements()], level, NJUPT, top)]
        assert ours == theirs


class Asked(NamedTuple):
    """A play of a hand that is known because its seat went out."""

    event: Event
    read: PlayRead
    hand: Cards
    level: int
    on: Top | None


def known_plays(match: Match, rest: Sequence[Cards | None] = ()) -> Iterator[Asked]:
    """The plays of every seat that goes out, and of those whose last cards are in `rest`."""
    told = replay(match, NJUPT)
    for deal, result in zip(match.deals, told.results, strict=True):
        if not result.complete or result.level is None:
            continue
        held: list[list[int]] = [[], [], [], []]
        for event in deal.events:
            if event.seat is not None and event.kind == event.kind.PLAY:
                held[event.seat] += event.cards
        for seat, left in enumerate(rest):
            held[seat] += left or ()
        before: PlayRead | None = None
        for read in told.plays(deal.deal_no):
            on = (
                None
                if read.is_lead or before is None
                else moves.top(before.kind, before.rank, before.size, result.level)
            )
            if read.seat in result.finish or rest:
                yield Asked(deal.events[read.event_no - 1], read, tuple(held[read.seat]), result.level, on)
            for card in deal.events[read.event_no - 1].cards:
                held[read.seat].remove(card)
            before = read


def chosen(asked: Asked, book: Rules) -> Move | None:
    """The move that stands in our list where the log says the choice was."""
    ours = legal_moves(asked.hand, asked.level, book, asked.on)
    choice = asked.event.choice
    return ours[choice] if choice is not None and choice < len(ours) else None


def test_every_choice_of_a_known_hand_falls_on_its_own_move_in_our_list(records: Path) -> None:
    plays = list(chain.from_iterable(map(known_plays, matches(records / "njupt_v1006" / "server_part1.log"))))
    assert len(plays) == 1565
    outside, elsewhere, without_wilds = [], [], []
    for asked in plays:
        move = chosen(asked, NJUPT)
        block = (asked.read.kind, asked.read.rank, asked.read.size)
        if move is None or (move.kind, move.rank, move.size) != block:
            outside.append(asked.event.line)
        elif move.cards != asked.event.cards:
            elsewhere.append(asked.event.line)
        move = chosen(asked, NO_WILDS)
        if move is None or (move.kind, move.rank, move.size) != block:
            without_wilds.append(asked.event.line)
    assert outside == []
    assert elsewhere == [], "in the right block, but the index is another choice of suits"
    assert len(without_wilds) > 40, "a model without wilds must miss many, else this test could not fail"


def test_a_deal_whose_four_hands_are_known_shows_every_choice_of_all_seats(records: Path) -> None:
    folder = records / "njupt_v1006"
    rest = matches(folder / "client_Test1.log")[0].deals[-1].rest
    plays = list(known_plays(matches(folder / "server_last_round.log")[0], rest))
    assert len(plays) == 37
    assert {asked.read.seat for asked in plays} == {0, 1, 2, 3}
    assert [
        asked.event.line for asked in plays if getattr(chosen(asked, NJUPT), "cards", None) != asked.event.cards
    ] == []
