"""`danpu ask`: no deal is left out without being counted, under any rule book, and no filter that leaves nothing goes unnamed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import danpu
from danpu import answers, errors
from danpu.export import export
from engine.words import Text as Both
from ingest.commit import StoreError
from ingest.store import Store

Said = Callable[..., tuple[int, str, str]]
OTHER = "njupt_v1006"


@pytest.fixture
def store(simulated: Path, tmp_path: Path) -> Path:
    """A store of two batches, shown under two books."""
    more = tmp_path / "more.jsonl"
    danpu.ingest(simulated, tmp_path / "store")
    export(danpu.simulate(1, seed=9), "danpu", str(more))
    danpu.ingest(more, tmp_path / "store", rules=OTHER)
    return tmp_path / "store"


def deals(store: Path) -> int:
    return int(str(danpu.query(store, "select count(*) n from deals")[0]["n"]))


def test_what_was_not_judged_under_the_book_asked_for_is_judged_first_and_kept(store: Path, said: Said) -> None:
    code, out, err = said("ask", "bomb_usage", "--rules", OTHER, "--store", store, "--json")
    found = json.loads(out)
    assert code == errors.FINE
    assert f"1 batch had not been judged under {OTHER}: that is done" in err
    assert found["n"] + sum(found["excluded"].values()) == deals(store)
    assert "unjudged" not in found["excluded"]
    assert set(found["rules"]) == {OTHER}
    assert "been judged" not in said("ask", "bomb_usage", "--rules", OTHER, "--store", store)[2]
    assert danpu.ask(store, "bomb_usage")["rules"] != found["rules"], "the store is shown under its own books as before"


def test_where_the_store_cannot_be_written_the_deals_left_out_are_counted(
    store: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise StoreError(store, Both("只读", "read-only"))

    monkeypatch.setattr(Store, "derive", refuse)
    of_other = int(str(danpu.query(store, f"select count(*) n from results where rules = '{OTHER}'")[0]["n"]))
    found = danpu.ask(store, "bomb_usage", rules=OTHER)
    excluded = found["excluded"]
    assert isinstance(excluded, dict)
    assert excluded["unjudged"] == deals(store) - of_other > 0
    assert f"{excluded['unjudged']} not judged under this rule book" in str(found["caveat"])
    told = said("ask", "bomb_usage", "--rules", OTHER, "--store", store)[2]
    assert "been judged" not in told, "what was not done is not said to be done"
    of_level = danpu.ask(store, "bomb_usage", rules=OTHER, level="2")["excluded"]
    assert isinstance(of_level, dict)
    assert 0 < of_level["unjudged"] < excluded["unjudged"]


def test_a_batch_that_is_judged_or_holds_no_match_is_not_judged_again(store: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.log"
    bad.write_bytes(b"nothing of ours\n")
    danpu.ingest(bad, store)
    assert len(answers.unjudged(store, OTHER)) == 1
    assert answers.unjudged(store, "nope") == []
    danpu.ask(store, "bomb_usage", rules=OTHER)
    assert answers.unjudged(store, OTHER) == []


@pytest.mark.parametrize(
    ("filters", "told"),
    [
        (["--player", "nobody"], "no deal has player = nobody"),
        (["--player", "nobody", "--level", "2"], "no deal has player = nobody"),
        (["--player", "nobody", "--level", "2", "--seat", "1"], "no deal has player = nobody"),
        (["--complete", "false"], None),
    ],
)
def test_the_filter_that_leaves_nothing_is_named(
    filters: list[str], told: str | None, simulated_store: Path, said: Said
) -> None:
    code, out, _ = said("ask", "bomb_usage", *filters, "--store", simulated_store)
    assert code == errors.FINE
    assert (told in out) if told else ("no deal has" not in out)
    assert "0 of 0" not in out
    assert "holds no deal" not in out


def test_filters_that_leave_nothing_only_together_are_named_together(simulated_store: Path, said: Said) -> None:
    sql = "select level from results group by level having count(distinct match_id) = 1 order by level limit 1"
    level = danpu.query(simulated_store, sql)[0]["level"]
    source = danpu.query(simulated_store, "select source from sources")[0]["source"]
    name = "partnership_win_rates"
    out = said("ask", name, "--level", level, "--min-deals", "9999", "--store", simulated_store)[1]
    assert f"no row is left under level = {level}, min_deals = 9999" in out
    assert str(source) not in out


def test_a_store_without_a_deal_says_so(tmp_path: Path, said: Said) -> None:
    bad = tmp_path / "bad.log"
    bad.write_bytes(b"nothing of ours\n")
    said("ingest", bad, "--store", tmp_path / "store")
    assert "the store holds no deal" in said("ask", "bomb_usage", "--store", tmp_path / "store")[1]


def test_the_answer_stands_on_stdout_and_says_n_once(simulated_store: Path, said: Said) -> None:
    code, out, err = said("ask", "bomb_usage", "--store", simulated_store)
    assert (code, err) == (errors.FINE, "")
    assert out.startswith("How are bombs used?\n")
    assert out.count("deals count") == 1
    assert "n = " not in out


def test_an_estimate_that_rests_on_another_n_than_its_row_says_so(simulated_store: Path, said: Said) -> None:
    found = danpu.ask(simulated_store, "bomb_usage")
    rows = found["rows"]
    assert isinstance(rows, list)
    row = rows[-1]
    assert row["per_deal_n"] != row["n"]
    line = said("ask", "bomb_usage", "--store", simulated_store)[1].splitlines()[len(rows) + 1]
    assert f" n={row['per_deal_n']}" in line
    assert f" n={row['n']}" not in line


@pytest.mark.parametrize(
    ("filters", "said_of_it"), [(("--player", ""), "--player is empty"), (("--min-deals", "-3"), "'-3' is no number")]
)
def test_a_filter_that_says_nothing_is_refused(
    filters: tuple[str, str], said_of_it: str, store: Path, said: Said
) -> None:
    code, _, err = said("ask", "partnership_win_rates", *filters, "--store", store)
    assert code == errors.USAGE
    assert said_of_it in err
