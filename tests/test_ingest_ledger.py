"""The ledger balances, and the status of a source follows from its counts."""

import json
from typing import Any

import pytest

from engine.records import Ignored, Quarantined
from engine.words import Text
from ingest import ledger, schema
from ingest.ledger import Entry, ImbalanceError, Shelf, Status
from ingest.report import report
from ingest.text import BLANK

BAD = Quarantined(7, Text("没有牌 X9", "no card X9"), Text("牌", "a card"), b"\xff\x00X9")


def entry(path: str = "a.log", **counts: object) -> Entry:
    made = Entry(path, sha256="ab" * 32, unit="line", size=10)
    for name, value in counts.items():
        setattr(made, name, value)
    return made


def concluded(**counts: object) -> Entry:
    made = entry("a.log", **counts)
    made.conclude()
    return made


def test_a_unit_without_a_fate_is_our_failure() -> None:
    with pytest.raises(ImbalanceError, match="5 units came in, 4 are accounted for"):
        concluded(read=5, stored=3, duplicate=1)


@pytest.mark.parametrize(
    ("counts", "status"),
    [
        ({"read": 3, "stored": 3}, "stored"),
        ({"read": 3, "stored": 1, "duplicate": 2}, "stored"),
        ({"read": 3, "duplicate": 3}, "duplicate"),
        ({"read": 3, "stored": 3, "cut": 1}, "partial"),
        ({"read": 3, "stored": 3, "damage": Text("损坏", "broken")}, "partial"),
        ({}, "rejected"),
    ],
)
def test_the_status_follows_from_the_counts(counts: dict[str, Any], status: str) -> None:
    made = concluded(**counts)
    assert made.status == status
    assert (made.reason is None) == (status == "stored")


def test_one_bad_piece_makes_it_partial_and_nothing_but_bad_pieces_rejected() -> None:
    some, none = entry(read=2, stored=2), entry()
    for made in (some, none):
        made.take(BAD)
        made.take(Ignored(BLANK, 4))
        made.conclude()
    assert (some.status, none.status) == ("partial", "rejected")
    assert some.reason == Text(
        "1 行无法读取；首处第 7 行：没有牌 X9（应为牌）",
        "1 line(s) could not be read; the first, line 7: no card X9 (expected a card)",
    )
    assert (some.read, some.quarantined, some.ignored) == (7, 1, {BLANK: 4})


def test_an_ignored_source_holds_no_match() -> None:
    made = entry()
    made.take(Ignored(Text("评语", "remark"), 3))
    made.conclude()
    assert (made.status, made.reason) == ("rejected", Text("没有对局", "no match in it"))


def test_a_row_of_the_ledger_has_all_counts_and_fits_its_schema() -> None:
    made = entry(read=2, stored=2)
    made.take(Ignored(BLANK))
    made.conclude()
    row = made.row()
    assert set(row) == set(schema.SOURCES.names)
    assert json.loads(str(row["ignored_by"])) == {"blank line": 1}
    assert json.loads(str(row["ignored_by_zh"])) == {"空行": 1}
    counts = {name: row[name] for name in ("read", "stored", "duplicate", "quarantined", "ignored")}
    assert counts == {"read": 3, "stored": 2, "duplicate": 0, "quarantined": 0, "ignored": 1}


@pytest.mark.parametrize(
    ("status", "again"), [("stored", "duplicate"), ("partial", "duplicate"), ("rejected", "rejected")]
)
def test_the_same_bytes_again_are_a_duplicate_unless_nothing_could_be_read_of_them(status: str, again: str) -> None:
    row = {"read": 9, "stored": 4, "duplicate": 2, "quarantined": 1, "path": "b.log"}
    row |= {"ignored_by": '{"a": 1, "remark": 1}', "ignored_by_zh": '{"甲": 1, "评语": 1}'}
    row |= {"status": status, "reason": "why", "reason_zh": "何故"}
    made = entry(read=1, stored=1, matches=1)
    made.repeat(row | dict.fromkeys(("format", "format_why", "format_why_zh", "encoding", "reader", "unit"), "x"))
    assert made.status == again
    assert made.ignored == {Text("甲", "a"): 1, Text("评语", "remark"): 1}
    assert (made.read, made.stored, made.duplicate, made.quarantined, made.matches) == (9, 0, 6, 1, 0)
    assert made.reason == (
        Text("何故", "why") if again == "rejected" else Text("已读过：b.log", "read before, as b.log")
    )


def test_a_shelf_keeps_raw_bytes_up_to_a_limit() -> None:
    shelf = Shelf()
    shelf.add(BAD)
    shelf.add(Quarantined(None, Text("长", "long"), Text("短", "short"), b"x" * 100_000, deal=3, event=4))
    (table,) = shelf.tables("c" * 16)
    assert table.schema.equals(schema.QUARANTINE, check_metadata=True)
    first, second = table.to_pylist()
    assert first == {
        "source": "c" * 16,
        "line": 7,
        "deal_no": None,
        "event_no": None,
        "reason": "no card X9",
        "reason_zh": "没有牌 X9",
        "expected": "a card",
        "expected_zh": "牌",
        "raw": b"\xff\x00X9",
    }
    assert len(second["raw"]) == ledger.RAW_LIMIT
    assert (second["deal_no"], second["event_no"]) == (3, 4)


def test_what_no_file_can_hold_is_kept_as_well_as_it_can_be() -> None:
    shelf = Shelf()
    shelf.add(
        Quarantined(1, Text("半个 \ud800 字", "half a \ud800 letter"), Text("全", "whole"), b"", deal=70_000, event=-1)
    )
    (table,) = shelf.tables("c" * 16)
    row = table.to_pylist()[0]
    assert (row["reason"], row["expected"]) == ("half a \ufffd\ufffd\ufffd letter", "whole")
    assert (row["reason_zh"], row["expected_zh"]) == ("半个 \ufffd\ufffd\ufffd 字", "全")
    assert (row["deal_no"], row["event_no"]) == (None, None)


def test_a_full_shelf_goes_to_disk_and_comes_back_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "SHELF_LIMIT", 3_000)
    shelf = Shelf()
    for number in range(40):
        shelf.add(Quarantined(number, Text("坏", "bad"), Text("好", "good"), b"%d" % number))
        assert len(shelf._held) < 12
    rows = [row for table in shelf.tables("c" * 16) for row in table.to_pylist()]
    assert [(row["source"], row["line"], row["raw"]) for row in rows] == [("c" * 16, n, b"%d" % n) for n in range(40)]


def statuses(*names: Status) -> list[Entry]:
    made = []
    for name in names:
        made.append(entry())
        made[-1].status = name
    return made


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["stored"], 0),
        (["stored", "duplicate"], 0),
        (["duplicate"], 0),
        (["stored", "rejected"], 1),
        (["duplicate", "partial"], 1),
        (["partial"], 1),
        (["rejected", "rejected"], 3),
        ([], 3),
    ],
)
def test_the_exit_code_follows_from_the_statuses(names: list[Status], code: int) -> None:
    assert report("store", "auto", statuses(*names)).exit_code == code


def test_a_report_adds_its_sources_up() -> None:
    one, two = entry(read=5, stored=4, duplicate=1, matches=2, rules="a"), entry(read=2, stored=2, matches=1, rules="a")
    one.conclude()
    two.conclude()
    made = report("store", "auto", [one, two])
    assert (made.rules, made.totals.read, made.totals.stored, made.totals.matches) == ("a", 7, 6, 3)
    assert made.totals.by_status == {"stored": 2}


@pytest.mark.parametrize(("books", "said"), [((None, None), "auto"), (("a", None), "a"), (("a", "b"), "auto")])
def test_a_report_names_the_book_if_there_is_one(books: tuple[str | None, str | None], said: str) -> None:
    assert report("store", "auto", [entry(rules=book) for book in books]).rules == said
