"""Every command once through: what it answers in JSON, what it says of bad input, and its exit code."""

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import danpu
from danpu import browsing, errors, planted
from danpu.cli import language, run

Said = Callable[..., tuple[int, str, str]]
FINDING_KEYS = [
    "code",
    "severity",
    "source",
    "line",
    "match",
    "deal",
    "event",
    "seat",
    "rules",
    "clause",
    "settled",
    "expected",
    "actual",
    "consequence_of",
]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    before = language.current()
    language.use("en")
    yield
    language.use(before)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two simulated matches in our own format."""
    path = tmp_path_factory.mktemp("records") / "matches.jsonl"
    assert run(["simulate", "--matches", "2", "--seed", "5", "--format", "danpu", "--out", str(path)]) == errors.FINE
    return path


@pytest.fixture(scope="module")
def store(record: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that holds them."""
    path = tmp_path_factory.mktemp("stores") / "store"
    assert run(["ingest", str(record), "--store", str(path)]) == errors.FINE
    return path


@pytest.fixture
def said(capsysbinary: pytest.CaptureFixture[bytes]) -> Said:
    """Runs a command and gives its exit code, stdout and stderr."""

    def call(*arguments: object) -> tuple[int, str, str]:
        capsysbinary.readouterr()
        code = run([str(a) for a in arguments] + ["--lang", "en"])
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return call


def test_simulate_is_the_same_for_the_same_seed_and_another_for_another(said: Said, tmp_path: Path) -> None:
    bytes_of = []
    for number, seed in enumerate((1, 1, 2)):
        path = tmp_path / f"{number}.jsonl"
        assert said("simulate", "--matches", 1, "--seed", seed, "--format", "danpu", "--out", path)[0] == errors.FINE
        bytes_of.append(path.read_bytes())
    assert bytes_of[0] == bytes_of[1] != bytes_of[2]


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--rules", "nothing", "no rule book nothing"),
        ("--format", "nothing", "no writer for format nothing"),
        ("--players", "greedy,random", "one name or four"),
        ("--players", "clever", "no player clever"),
    ],
)
def test_simulate_refuses_names_it_does_not_know(
    option: str, value: str, told: str, said: Said, tmp_path: Path
) -> None:
    given = {"--matches": "1", "--format": "danpu", "--out": str(tmp_path / "x"), option: value}
    code, out, err = said("simulate", *(word for pair in given.items() for word in pair))
    assert (code, out) == (errors.USAGE, "")
    assert told in err
    assert list(tmp_path.iterdir()) == []


def test_validate_answers_in_json(record: Path, said: Said) -> None:
    code, out, _ = said("validate", record, "--json")
    found = json.loads(out)
    assert code == errors.FINE
    assert list(found) == ["engine", "rules", "deals", "clean", "findings", "by_code"]
    assert found["rules"] == "huaian_2017"
    assert found["deals"] == found["clean"] == sum(len(m.deals) for m in danpu.read(record))


def test_validate_names_the_rule_book_always(record: Path, said: Said) -> None:
    assert "rule book: huaian_2017" in said("validate", record)[2]
    assert "rule book: njupt_v1006" in said("validate", record, "--rules", "njupt_v1006")[2]


def test_validate_ends_with_1_if_something_is_illegal_and_says_where(record: Path, said: Said) -> None:
    code, out, _ = said("validate", record, "--rules", "njupt_v1006", "--json")
    found = json.loads(out)
    assert code == errors.FOUND
    assert found["clean"] < found["deals"]
    first = next(f for f in found["findings"] if f["severity"] == "illegal")
    assert list(first) == FINDING_KEYS
    assert (first["source"], first["rules"]) == (str(record), "njupt_v1006")
    assert first["clause"]
    assert sum(found["by_code"].values()) == len(found["findings"])


def test_validate_by_path_and_by_store_agree(record: Path, store: Path, said: Said) -> None:
    for rules in ("huaian_2017", "njupt_v1006"):
        by_path = said("validate", record, "--rules", rules, "--json")
        by_store = said("validate", "--store", store, "--rules", rules, "--json")
        assert by_path[:2] == by_store[:2]


def test_validate_under_every_book(record: Path, said: Said) -> None:
    code, out, _ = said("validate", record, "--rules", "all", "--json")
    found = json.loads(out)
    books = {row["rules"]: row for row in found["books"]}
    assert code == errors.FINE
    assert list(found) == ["books"]
    assert set(books) >= {"huaian_2017", "njupt_v1006"}
    assert (books["huaian_2017"]["verdict"], books["huaian_2017"]["first"]) == ("consistent", None)
    assert books["njupt_v1006"]["illegal"] > 0
    assert list(books["njupt_v1006"]["first"]) == FINDING_KEYS


def test_validate_auto_says_which_books_agree(record: Path, said: Said) -> None:
    found = json.loads(said("validate", record, "--rules", "auto", "--json")[1])
    assert "huaian_2017" in found["consistent"]
    assert found["excluded_by"]["njupt_v1006"] == next(
        row["first"] for row in found["books"] if row["rules"] == "njupt_v1006"
    )


def test_one_unreadable_source_does_not_cost_the_others(record: Path, tmp_path: Path, said: Said) -> None:
    code, out, err = said("validate", tmp_path / "missing.log", record, "--json")
    assert code == errors.FOUND
    assert json.loads(out)["deals"] > 0
    assert "missing.log" in err


def empty(folder: Path) -> Path:
    (folder / "empty.log").write_bytes(b"")
    return folder / "empty.log"


def braces(folder: Path) -> Path:
    (folder / "braces.json").write_bytes(b"{}")
    return folder / "braces.json"


def nulls(folder: Path) -> Path:
    (folder / "nulls.log").write_bytes(b"\0" * 100)
    return folder / "nulls.log"


def chess(folder: Path) -> Path:
    (folder / "game.pgn").write_bytes(b'[Event "?"]\n\n1. e4 e5 2. Nf3 *\n')
    return folder / "game.pgn"


def missing(folder: Path) -> Path:
    return folder / "missing.log"


def folder_without_files(folder: Path) -> Path:
    (folder / "void").mkdir()
    return folder / "void"


BAD = (empty, braces, nulls, chess, missing, folder_without_files)


@pytest.mark.parametrize("make", BAD, ids=lambda m: m.__name__)
@pytest.mark.parametrize("command", ["validate", "hands", "replay", "export"])
def test_what_cannot_be_read_is_3_and_named(
    make: Callable[[Path], Path], command: str, tmp_path: Path, said: Said
) -> None:
    path = make(tmp_path)
    more = ["--format", "danpu", "--out", tmp_path / "out"] if command == "export" else []
    code, out, err = said(command, path, *more)
    assert (code, out) == (errors.UNREADABLE, "")
    assert path.name in err
    assert "Traceback" not in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("make", BAD, ids=lambda m: m.__name__)
def test_ingest_rejects_what_cannot_be_read(make: Callable[[Path], Path], tmp_path: Path, said: Said) -> None:
    path = make(tmp_path)
    code, out, _ = said("ingest", path, "--store", tmp_path / "store", "--json")
    found = json.loads(out)
    assert code == errors.UNREADABLE
    assert [s["status"] for s in found["sources"]] == ["rejected"]
    assert found["sources"][0]["reason"]


def test_ingest_answers_in_json_and_knows_a_duplicate(record: Path, tmp_path: Path, said: Said) -> None:
    first = said("ingest", record, "--store", tmp_path / "store", "--json")
    again = said("ingest", record, "--store", tmp_path / "store", "--json")
    for (code, out, _), status in ((first, "stored"), (again, "duplicate")):
        found = json.loads(out)
        assert code == errors.FINE
        assert list(found) == ["store", "rules", "sources", "totals"]
        assert found["sources"][0]["status"] == status
        totals = found["totals"]
        assert totals["read"] == totals["stored"] + totals["duplicate"] + totals["quarantined"] + totals["ignored"]


def test_a_store_that_cannot_be_written_is_2(record: Path, tmp_path: Path, said: Said) -> None:
    (tmp_path / "store").write_bytes(b"a file")
    code, out, err = said("ingest", record, "--store", tmp_path / "store")
    assert (code, out) == (errors.USAGE, "")
    assert err.count("\n") == 1


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(
    "arguments", [["query", "select 1"], ["ask", "bomb_usage"], ["validate"], ["dashboard"], ["export"]]
)
def test_a_store_that_is_not_there_is_3(
    arguments: list[str], lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ["--format", "danpu", "--out", str(tmp_path / "out")] if arguments[0] == "export" else []
    assert run([*arguments, *more, "--store", str(tmp_path / "none"), "--lang", lang]) == errors.UNREADABLE
    assert "danpu ingest PATH" in capsys.readouterr().err


def test_hands_answer_in_json(record: Path, said: Said) -> None:
    code, out, _ = said("hands", record, "--deal", 2, "--json")
    found = json.loads(out)
    assert code == errors.FINE
    assert list(found) == ["deal", "level", "rules", "at", "seats", "undecided"]
    assert (found["deal"], found["at"], found["undecided"]) == (2, "dealt", [])
    cards = [card["card"] for seat in found["seats"] for card in seat["cards"]]
    assert len(cards) == 108
    assert max(cards.count(card) for card in cards) == 2
    assert {card["how"] for seat in found["seats"] for card in seat["cards"]} == {"dealt"}


def test_hands_of_a_real_deal_leave_nine_cards_undecided(records: Path, said: Said) -> None:
    found = json.loads(said("hands", records / "njupt_v1006" / "server_last_round.log", "--json")[1])
    known = sum(len(seat["cards"]) for seat in found["seats"])
    assert [(len(u["cards"]), u["seats"], u["counts"]) for u in found["undecided"]] == [(9, [0, 2], [3, 6])]
    assert known + 9 == 108


@pytest.mark.parametrize("command", ["hands", "replay"])
@pytest.mark.parametrize("number", ["0", "999", "-1"])
def test_a_deal_that_is_not_there_is_2(command: str, number: str, record: Path, said: Said) -> None:
    code, out, err = said(command, record, f"--deal={number}")
    assert (code, out) == (errors.USAGE, "")
    assert "deals" in err


def test_deals_are_counted_over_the_whole_source(record: Path, said: Said) -> None:
    matches = danpu.read(record)
    last = sum(len(m.deals) for m in matches)
    code, out, _ = said("replay", record, "--deal", last)
    assert code == errors.FINE
    assert f"deal {last} of the source (match 2, deal {len(matches[1].deals)})" in out


def test_replay_shows_every_event_and_the_findings_at_theirs(record: Path, said: Said) -> None:
    found = json.loads(said("validate", record, "--rules", "njupt_v1006", "--json")[1])["findings"]
    first = next(f for f in found if f["event"] is not None and f["match"] == 1)
    code, out, _ = said("replay", record, "--deal", first["deal"], "--rules", "njupt_v1006")
    assert code == errors.FINE
    row = next(line for line in out.splitlines() if line.startswith(f"{first['event']} "))
    assert first["code"] in row
    events = danpu.read(record)[0].deals[first["deal"] - 1].events
    assert sum(line.split(" ")[0].isdigit() for line in out.splitlines()[7:]) >= len(events)


def test_replay_has_symbols_if_asked(record: Path, said: Said) -> None:
    assert "♠" in said("replay", record, "--symbols")[1]
    assert "♠" not in said("replay", record)[1]


def test_ask_lists_the_questions(said: Said) -> None:
    code, out, _ = said("ask", "--json")
    assert code == errors.FINE
    assert {row["question"] for row in json.loads(out)} >= {"bomb_usage", "partnership_win_rates", "tribute_impact"}


def test_ask_answers_alike_in_json_csv_and_python(store: Path, said: Said) -> None:
    code, out, _ = said("ask", "tribute_impact", "--by-level", "--store", store, "--json")
    found = json.loads(out)
    assert code == errors.FINE
    assert {"question", "n", "filters", "rows", "caveat"} <= set(found)
    assert found["rows"] == danpu.ask(store, "tribute_impact", by_level=True)["rows"]
    csv = said("ask", "tribute_impact", "--by-level", "--store", store, "--csv")[1]
    assert csv.startswith("\ufefftribute,")
    assert csv.count("\r\n") == len(found["rows"]) + 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["bomb_usage", "--nothing", "1"],
        ["bomb_usage", "--level", "1"],
        ["--by-level", "tribute_impact"],
        ["bomb_usage", "more"],
    ],
)
def test_ask_refuses_what_it_does_not_know(arguments: list[str], store: Path, said: Said) -> None:
    code, out, err = said("ask", *arguments, "--store", store)
    assert (code, out) == (errors.USAGE, "")
    assert err.count("\n") == 1


def test_query_answers_alike_in_json_csv_and_python(store: Path, said: Said) -> None:
    sql = "select deal_no, count(*) n from deals group by all order by all"
    found = json.loads(said("query", sql, "--store", store, "--json")[1])
    assert found == danpu.query(store, sql)
    assert list(found[0]) == ["deal_no", "n"]
    assert said("query", sql, "--store", store, "--csv")[1].count("\r\n") == len(found) + 1
    assert json.loads(said("query", "select 1 a where false", "--store", store, "--json")[1]) == []


@pytest.mark.parametrize(
    "sql",
    [
        "selec 1",
        "select * from nothing",
        "select 1; select 2",
        "",
        "drop view deals",
        "copy deals to 'x'",
        "attach 'x'",
        "set threads=1",
        "create table t (a int)",
    ],
)
def test_query_only_reads_and_an_error_is_one_line(
    sql: str, store: Path, said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = said("query", sql, "--store", store)
    assert (code, out) == (errors.USAGE, "")
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_export_gives_back_what_was_read(record: Path, store: Path, tmp_path: Path, said: Said) -> None:
    sources: tuple[list[object], ...] = ([record], ["--store", store])
    for number, source in enumerate(sources):
        out = tmp_path / f"{number}.jsonl"
        assert said("export", *source, "--format", "danpu", "--out", out)[0] == errors.FINE
        assert [m.deals for m in danpu.read(out)] == [m.deals for m in danpu.read(record)]
    assert said("export", record, "--format", "danpu", "--out", out)[0] == errors.USAGE
    assert said("export", record, "--format", "danpu", "--out", out, "--force")[0] == errors.FINE


def test_classify_and_beats_answer_in_json(said: Said) -> None:
    found = json.loads(said("rules", "classify", "S5 S6 S7 H9 H9", "--level", "9", "--json")[1])
    assert list(found) == ["cards", "level", "rules", "readings"]
    assert found["readings"][0] == {"kind": "straight_flush", "rank": "9", "size": 5, "wild_as": ["S8", "S9"]}
    given = ["rules", "beats", "S5 S6 S7 H9 H9", "--on", "C4 C4 D4 S4", "--level", "9", "--json"]
    assert json.loads(said(*given)[1])["beats"] is True
    assert json.loads(said(*given, "--as", "straight:9")[1])["beats"] is False


@pytest.mark.parametrize("cards", ["", "S1", "S5 S5 S5", "5S"])
def test_classify_refuses_what_are_no_cards(cards: str, said: Said) -> None:
    assert said("rules", "classify", cards, "--level", "2")[0] == errors.USAGE


def test_doctor_finds_a_healthy_store_well(store: Path, said: Said) -> None:
    code, out, _ = said("doctor", "--store", store, "--json")
    assert code == errors.FINE
    assert {row["status"] for row in json.loads(out)} <= {"ok", "warn"}


def test_doctor_finds_what_is_broken(record: Path, tmp_path: Path, said: Said) -> None:
    store = tmp_path / "store"
    said("ingest", record, "--store", store)
    (store / ".tmp-dead").mkdir()
    assert "warn" in {row["status"] for row in json.loads(said("doctor", "--store", store, "--json")[1])}
    next(store.glob("batch=*/events.parquet")).write_bytes(b"broken")
    code, out, _ = said("doctor", "--store", store, "--json")
    assert code == errors.FOUND
    assert any(row["status"] == "fail" and "events.parquet" in row["en"] for row in json.loads(out))


def test_a_port_that_is_taken_is_passed_by_or_refused() -> None:
    number = browsing.port(None)
    with socket.socket() as taken:
        taken.bind((browsing.HOST, number))
        taken.listen()
        assert browsing.port(None) != number
        with pytest.raises(errors.Refused, match=str(number)):
            browsing.port(number)


def test_the_dashboard_answers_on_loopback_and_ends_on_ctrl_c(store: Path) -> None:
    number = browsing.port(None)
    command = [sys.executable, "-m", "danpu", "dashboard", "--store", str(store), "--port", str(number), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == f"http://127.0.0.1:{number}\n"
        assert healthy(f"http://127.0.0.1:{number}/_stcore/health")
    finally:
        process.send_signal(signal.SIGINT if sys.platform != "win32" else signal.SIGTERM)
        _, told = process.communicate(timeout=30)
    assert "Traceback" not in told
    assert process.returncode in {errors.FINE, errors.INTERRUPTED} or sys.platform == "win32"


def healthy(url: str) -> bool:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            time.sleep(0.3)
    return False


def test_demo_finds_what_is_planted_no_more_and_no_fewer(tmp_path: Path, said: Said) -> None:
    code, out, err = said("demo", "--check", "--store", tmp_path / "store")
    assert code == errors.FINE, err
    assert f"all {len(planted.faults())} planted faults were found" in err
    for fault in planted.faults():
        assert fault.code in out


def test_demo_fails_on_one_more_and_on_one_fewer(tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    faults = planted.faults()
    for changed, told in (
        (faults[1:], "found, but not planted"),
        ([*faults, faults[0]._replace(deal=99)], "not found"),
    ):
        monkeypatch.setattr(planted, "faults", lambda changed=changed: changed)
        code, _, err = said("demo", "--check", "--store", tmp_path / "store")
        assert code == errors.FOUND
        assert told in err


def test_the_samples_hold_twelve_faults_of_eight_codes_in_every_format() -> None:
    faults = planted.faults()
    assert len(faults) >= 12
    assert len({fault.code for fault in faults}) >= 8
    assert {fault.sample.split("/")[0] for fault in faults} == {
        "njupt_server",
        "njupt_client",
        "guandan_world",
        "danpu",
    }


def test_python_does_the_same(record: Path, store: Path) -> None:
    by_path = danpu.validate(record, "njupt_v1006")
    assert by_path["by_code"] == json.loads(json.dumps(by_path))["by_code"]
    assert danpu.hands(record, 1)["at"] == "dealt"
    again = danpu.ingest(record, store)
    assert [s.status for s in again.sources] == ["duplicate"]
    played = [[deal.finish for deal in match.deals] for match in danpu.simulate(2, seed=5)]
    assert played == [[deal.finish for deal in match.deals] for match in danpu.read(record)]
    with pytest.raises(errors.Refused):
        danpu.ask(store, "nothing")
    assert set(danpu.__all__) <= set(dir(danpu))
