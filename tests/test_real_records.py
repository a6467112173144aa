"""Real records come out as docs/real-records.md says: every kind of finding with its count, and no other."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine import cards
from engine.reconstruct import hands
from engine.records import EventKind, Match
from engine.replay import Replay, replay
from engine.rules import load
from ingest.detect import detect

PAGE = Path(__file__).parents[1] / "docs" / "real-records.md"
ROW = re.compile(r"\| (\S+) \| (\w+) \| (\w+) \| (\w+) \| (\d+) \| (\d+) \| (.+?) \| ([\d,; ]+)(…?) \|")
RECORDS = (
    "njupt_v1006/server_part1.log",
    "njupt_v1006/server_last_round.log",
    "njupt_v1006/client_Test1.log",
    "njupt_v1006/client_Test3.log",
    "guandan_world/match_a.log",
)
RECORD_ROWS = ("| njupt_v1006/", "| guandan_world/")
REFEREE = RECORDS[0]


@cache
def judged(path: Path, book: str) -> tuple[Replay, ...]:
    with path.open("rb") as file:
        reader = detect(file.read(65536)).reader
        file.seek(0)
        matches = [piece for piece in reader.read(file) if isinstance(piece, Match)]
    return tuple(replay(match, load(book), load(reader.RULES)) for match in matches)


def rows(record: str, book: str) -> dict[tuple[str, str], re.Match[str]]:
    """The rows of the page for a record under a book, by code and severity."""
    found = (ROW.fullmatch(line) for line in PAGE.read_text("utf-8").splitlines())
    return {(r[3], r[4]): r for r in found if r and r[1] == record and r[2] == book}


def clauses(found: set[str | None]) -> str:
    """The Chinese of some clauses, as the page has them."""
    return "；".join(sorted("-" if clause is None else clause.partition(" / ")[0] for clause in found))


def books(record: str) -> tuple[str, ...]:
    return ("huaian_2017",) if record.startswith("guandan_world") else ("njupt_v1006", "huaian_2017")


@pytest.mark.parametrize(("record", "book"), [(record, book) for record in RECORDS for book in books(record)])
def test_every_kind_of_finding_is_on_the_page_with_its_count_and_clause(records: Path, record: str, book: str) -> None:
    rests_on: dict[tuple[str, str], set[str | None]] = defaultdict(set)
    own: Counter[tuple[str, str]] = Counter()
    following: Counter[tuple[str, str]] = Counter()
    for found in (f for match in judged(records / record, book) for f in match.findings):
        (own if found.consequence_of is None else following)[found.code, found.severity] += 1
        rests_on[found.code, found.severity].add(found.clause)
    kinds = {kind: (own[kind], following[kind], clauses(rests_on[kind])) for kind in own | following}
    assert kinds == {kind: (int(r[5]), int(r[6]), r[7]) for kind, r in rows(record, book).items()}


@pytest.mark.parametrize(("record", "book"), [(record, book) for record in RECORDS for book in books(record)])
def test_findings_stand_at_the_lines_of_the_page(records: Path, record: str, book: str) -> None:
    lines: dict[tuple[str, str], set[int | None]] = defaultdict(set)
    for found in (f for match in judged(records / record, book) for f in match.findings):
        if found.consequence_of is None:
            lines[found.code, found.severity].add(found.line)
    for kind, row in rows(record, book).items():
        listed = set(map(int, re.findall(r"\d+", row[8])))
        assert listed <= lines[kind] if row[9] else listed == lines[kind], kind


def test_every_row_of_the_page_is_read() -> None:
    found = sum(len(rows(record, book)) for record in RECORDS for book in books(record))
    assert found == sum(line.startswith(RECORD_ROWS) for line in PAGE.read_text("utf-8").splitlines())


def complete(records: Path) -> Iterator[tuple[int, tuple[int, ...], Counter[EventKind]]]:
    for match in judged(records / REFEREE, "njupt_v1006"):
        for deal, result in zip(match.match.deals, match.results, strict=True):
            if result.complete and deal.first_line is not None:
                yield deal.first_line, result.finish, Counter(event.kind for event in deal.events)


def test_the_referees_log_is_all_events_and_42_complete_deals(records: Path) -> None:
    with (records / REFEREE).open("rb") as file:
        pieces = list(detect(file.read(65536)).reader.read((records / REFEREE).open("rb")))
    assert sum(len(deal.events) for match in pieces if isinstance(match, Match) for deal in match.deals) == 5872
    deals = list(complete(records))
    kinds = sum((counts for _, _, counts in deals), Counter[EventKind]())
    assert len(deals) == 42
    assert min(line for line, _, _ in deals) == 139
    assert (kinds[EventKind.PLAY], kinds[EventKind.PASS]) == (2393, 3237)
    assert (kinds[EventKind.TRIBUTE], kinds[EventKind.RETURN]) == (52, 52)
    assert sum(len(finish) == 2 for _, finish, _ in deals) == 20
    assert sum(counts[EventKind.TRIBUTE] == 0 for _, _, counts in deals) == 5
    assert [finish for _, finish, _ in deals[:3]] == [(2, 1, 3), (3, 0, 1), (3, 0, 2)]
    assert deals[-1][1] == (2, 0)


def test_counting_27_cards_from_the_first_line_would_invent_a_deal(records: Path) -> None:
    lines = (records / REFEREE).read_text("utf-8").splitlines()[:122]
    played: Counter[str] = Counter()
    for line in lines:
        who, move = line.split("] ", 1)[1].split(" send ", 1)
        played[who] += 0 if "PASS" in move else len(re.findall(r"'[SHCD][2-9TJQKA]'|'SB'|'HR'", move))
    assert sum(count >= 27 for count in played.values()) >= 2
    first = judged(records / REFEREE, "njupt_v1006")[0]
    lost = [
        result for deal, result in zip(first.match.deals, first.results, strict=True) if (deal.first_line or 0) < 139
    ]
    assert len(lost) == 2
    assert not any(result.complete for result in lost)


def test_levels_matches_and_anti_tributes_of_the_referees_log(records: Path) -> None:
    matches = judged(records / REFEREE, "njupt_v1006")
    known = {
        deal.first_line: result
        for match in matches
        for deal, result in zip(match.match.deals, match.results, strict=True)
    }
    wanted = {139: "6", 280: "7", 401: "4", 539: "5", 674: "8", 5164: "2", 5315: "5", 5475: "6", 5610: "A", 5720: "2"}
    assert {line: cards.RANKS[known[line].level or 0] for line in wanted} == wanted
    assert all(result.level_how for line, result in known.items() if line is not None and line >= 139)
    assert [line for line, result in known.items() if result.starts_match] == [2925, 3898]
    assert [line for line, result in known.items() if result.tribute == "none"] == [2925, 3898]
    assert [line for line, r in known.items() if r.tribute in ("anti_single", "anti_double")] == [2159, 4301, 5610]
    assert len(matches) == 3


def test_the_last_rounds_losers_keep_nine_undecided_cards(records: Path) -> None:
    match = judged(records / RECORDS[1], "njupt_v1006")[0]
    found = hands(match, 1)
    known = sum(len(hand.cards) for hand in found.hands)
    assert [(group.seats, group.counts) for group in found.undecided] == [((0, 2), (3, 6))]
    assert known + len(found.undecided[0].cards) == 108
    assert [hand.complete for hand in found.hands] == [False, True, False, True]


def test_the_world_log_deals_two_full_packs_six_times(records: Path) -> None:
    match = judged(records / RECORDS[-1], "huaian_2017")[0].match
    assert len(match.deals) == 6
    for deal in match.deals:
        assert sorted(card for hand in deal.hands for card in hand or ()) == sorted(cards.PACK)


def test_the_world_logs_faults_stand_at_their_places(records: Path) -> None:
    found = judged(records / RECORDS[-1], "huaian_2017")[0].findings
    assert [f.deal_no for f in found if f.code == "anti_tribute_unfounded"] == [2, 3, 6]
    leaders = [(f.expected, f.actual) for f in found if f.code == "wrong_leader" and f.line == 2987]
    assert leaders == [("seat 3", "seat 0")]
    assert [f.deal_no for f in found if f.code == "match_ended_early"] == [6]
