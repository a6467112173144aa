"""Pages over stores of every sort, without a browser: the numbers are those of `ask`, and nothing a person does ends in an exception."""

from pathlib import Path
from unittest.mock import Mock

import pytest
from streamlit.testing.v1 import AppTest

import dashboard
from analytics import lake, overview, shown
from analytics.ask import ask
from analytics.question import questions
from dashboard import i18n, serve, words
from dashboard.place import STORES
from engine import rules
from engine.words import SEVERITIES
from tests.synthetic_plan import Plan
from tests.synthetic_store import build

APP = str(Path(dashboard.__file__).parent / "app.py")
HOSTILE = "<script>alert(1)</script> **x** [y](http://z)"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages")
    build(path, Plan(matches=25, deals=5, broken=0.1, pairs=((HOSTILE, "Bo"), ("Cy", "Di"), ("Eve", "Flo"))))
    return path


def opened(monkeypatch: pytest.MonkeyPatch, store: Path, lang: str = "en", **query: str) -> AppTest:
    monkeypatch.setenv(STORES, str(store))
    app = AppTest.from_file(APP, default_timeout=60)
    for name, value in ({"lang": lang} | query).items():
        app.query_params[name] = value
    return app.run()


def texts(app: AppTest) -> str:
    return "\n".join(
        str(e.value)
        for kind in (app.title, app.header, app.text, app.caption, app.info, app.error, app.warning)
        for e in kind
    )


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_the_overview_counts_what_the_store_holds(monkeypatch: pytest.MonkeyPatch, store: Path, lang: str) -> None:
    app = opened(monkeypatch, store, lang=lang)
    assert not app.exception
    totals = overview.overview(lake.connect(store)).totals
    assert [m.value for m in app.metric][:4] == [f"{totals[k]:,}" for k in ("sources", "matches", "deals", "events")]
    assert f"{totals['clean']}" in app.metric[5].value
    assert i18n.say(lang, "overview_title") == app.title[0].value
    assert len(app.dataframe) == 3


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("question", questions(), ids=lambda q: q.name)
def test_a_question_page_shows_the_numbers_of_ask(
    monkeypatch: pytest.MonkeyPatch, store: Path, question: object, lang: str
) -> None:
    name = str(getattr(question, "name", ""))
    answer = ask(lake.connect(store), name)
    table = shown.cells(answer, lang)
    app = _question(monkeypatch, store, name, lang)
    assert not app.exception
    assert app.title[0].value == answer.asked.title(lang)
    frame = app.dataframe[0].value
    assert list(frame.columns) == table.headings
    assert frame.astype(object).where(frame.notna(), None).to_numpy().tolist() == table.rows
    assert answer.caveat(lang) in texts(app)


def _question(monkeypatch: pytest.MonkeyPatch, store: Path, name: str, lang: str = "en", **query: str) -> AppTest:
    asked = f"question.show(next(q for q in questions() if q.name == {name!r}))"
    script = f"from analytics.question import questions\nfrom dashboard.screens import question\n{asked}"
    return _run(monkeypatch, store, script, lang, **query)


def _screen(monkeypatch: pytest.MonkeyPatch, store: Path, name: str, lang: str = "en", **query: str) -> AppTest:
    script = f"""
import streamlit as st
from dashboard.screens import deal, deals
st.session_state["pages"] = {{"deal": st.Page(deal.show, url_path="deal"), "deals": st.Page(deals.show, url_path="deals")}}
{name}.show()
"""
    return _run(monkeypatch, store, script, lang, **query)


def _run(monkeypatch: pytest.MonkeyPatch, store: Path, script: str, lang: str, **query: str) -> AppTest:
    monkeypatch.setenv(STORES, str(store))
    app = AppTest.from_string(script, default_timeout=60)
    for key, value in ({"lang": lang} | query).items():
        app.query_params[key] = value
    return app.run()


def test_filters_of_the_address_hold_and_can_be_cleared(monkeypatch: pytest.MonkeyPatch, store: Path) -> None:
    app = _question(monkeypatch, store, "bomb_usage", seat="2", level="T")
    narrow = ask(lake.connect(store), "bomb_usage", seat=2, level="T")
    assert narrow.caveat.en in texts(app)
    app.button[0].click().run()
    assert not app.exception
    assert ask(lake.connect(store), "bomb_usage").caveat.en in texts(app)


def test_filters_that_leave_nothing_say_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    build(tmp_path, Plan(matches=1, deals=1, broken=1.0))
    app = _question(monkeypatch, tmp_path, "tribute_impact", "zh")
    assert not app.exception
    assert i18n.say("zh", "nothing_counts") in texts(app)
    assert "未计" in texts(app)


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_the_deals_are_listed(monkeypatch: pytest.MonkeyPatch, store: Path, lang: str) -> None:
    app = _screen(monkeypatch, store, "deals", lang)
    assert not app.exception
    deals = overview.deals(lake.connect(store), overview.Filters(), limit=1000)
    assert len(app.dataframe[0].value) == min(200, deals.total)
    faulty = _screen(monkeypatch, store, "deals", lang, only_faulty="true")
    found = faulty.dataframe[0].value
    assert 0 < len(found) < deals.total
    wrong = [SEVERITIES[s](lang) for s in ("illegal", "inconsistent")]
    assert (found[wrong].sum(axis=1) > 0).all()


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_what_a_list_leaves_out_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lang: str) -> None:
    build(tmp_path, Plan(matches=2, deals=3))
    build(tmp_path, Plan(matches=1, deals=4, seed=2, batch="0002", rules="njupt_v1006"))
    here = _screen(monkeypatch, tmp_path, "deals", lang)
    everything = overview.deals(lake.connect(tmp_path), overview.Filters(), limit=1).total
    assert i18n.say(lang, "choices_cut", n=1) not in texts(here)
    assert not here.warning
    monkeypatch.setitem(overview.MOST_CHOICES, "player", 1)
    build(tmp_path, Plan(matches=1, deals=1, seed=3, batch="0003"))  # another state of the store, read anew
    book = _screen(monkeypatch, tmp_path, "deals", lang, rules="njupt_v1006")
    shown_deals = overview.deals(lake.connect(tmp_path, "njupt_v1006"), overview.Filters(), limit=1).total
    assert i18n.say(lang, "choices_cut", n=1) in texts(book)
    assert i18n.say(lang, "deals_unjudged", n=everything + 1 - shown_deals) in texts(book)


def test_a_deal_is_stepped_through(monkeypatch: pytest.MonkeyPatch, store: Path) -> None:
    con = lake.connect(store)
    row = lake.rows(con, "select match_id, deal_no from findings where event_no = 2 order by all limit 1")[0]
    at = {"match": str(row["match_id"]), "deal": str(row["deal_no"])}
    app = _screen(monkeypatch, store, "deal", **at)
    assert not app.exception
    assert i18n.say("en", "before_first") in texts(app)
    for _ in range(2):
        app.button[1].click().run()
    assert app.query_params["event"] == "2"
    assert "event 2 of" in texts(app)
    assert any(SEVERITIES["illegal"]("en") in str(e.value) for e in app.error)
    app.button[0].click().run()
    assert app.query_params["event"] == "1"
    assert not app.exception


def test_stepping_through_a_deal_reads_it_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    build(tmp_path, Plan(matches=1, deals=1))
    read = Mock(side_effect=overview.whole)
    monkeypatch.setattr(overview, "whole", read)
    row = lake.rows(lake.connect(tmp_path), "select match_id from deals")[0]
    app = _screen(monkeypatch, tmp_path, "deal", match=str(row["match_id"]), deal="1")
    for _ in range(3):
        app.button[1].click().run()
    assert "event 3 of" in texts(app)
    assert read.call_count == 1


def test_a_long_answer_is_listed_in_part_and_says_so(monkeypatch: pytest.MonkeyPatch, store: Path) -> None:
    monkeypatch.setattr("dashboard.screens.question.MOST_LISTED", 2)
    app = _question(monkeypatch, store, "partnership_win_rates")
    assert len(app.dataframe[0].value) == 2
    assert "lists the first 2 of" in texts(app)


def test_a_hostile_name_is_shown_as_it_is(monkeypatch: pytest.MonkeyPatch, store: Path) -> None:
    con = lake.connect(store)
    row = lake.rows(con, "select match_id from seats where starts_with(name, '<') limit 1")[0]
    app = _screen(monkeypatch, store, "deal", match=str(row["match_id"]), deal="1")
    assert any(HOSTILE in e.value for e in app.text)
    assert not any("<script" in str(e.value) for kind in (app.markdown, app.caption, app.error) for e in kind)


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"match": "none", "deal": "1"},
        {"match": "none"},
        {"match": "x", "deal": "-1"},
        {"match": "x", "deal": "9" * 30},
    ],
)
def test_an_address_of_no_deal_says_where_to_choose_one(
    monkeypatch: pytest.MonkeyPatch, store: Path, query: dict[str, str]
) -> None:
    app = _screen(monkeypatch, store, "deal", **query)
    assert not app.exception
    assert "list of deals" in texts(app)


@pytest.mark.parametrize("event", ["-3", "9999", "x", "1e3"])
def test_an_event_that_is_not_there_is_not_looked_for(monkeypatch: pytest.MonkeyPatch, store: Path, event: str) -> None:
    row = lake.rows(lake.connect(store), "select match_id from deals limit 1")[0]
    app = _screen(monkeypatch, store, "deal", match=str(row["match_id"]), deal="1", event=event)
    assert not app.exception


def test_a_store_that_is_not_there_or_empty_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere", tmp_path):
        app = opened(monkeypatch, path)
        assert not app.exception
        assert "danpu ingest" in texts(app)


def test_a_store_that_breaks_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    build(tmp_path, Plan(matches=2, deals=2))
    next(tmp_path.glob("batch=*/sources.parquet")).write_bytes(b"not parquet")
    app = opened(monkeypatch, tmp_path)
    assert not app.exception
    assert "danpu doctor" in texts(app)


def test_new_batches_are_seen_without_a_restart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    build(tmp_path, Plan(matches=2, deals=2))
    before = opened(monkeypatch, tmp_path).metric[1].value
    build(tmp_path, Plan(matches=3, deals=2, seed=5, batch="0002"))
    assert (before, opened(monkeypatch, tmp_path).metric[1].value) == ("2", "5")


def test_a_port_that_is_taken_is_left_to_its_owner() -> None:
    import socket

    with socket.socket() as owner:
        owner.bind((serve.HOST, 0))
        taken = owner.getsockname()[1]
        assert serve.free_port(taken) != taken


def test_nothing_is_sent_home_and_nobody_outside_is_served() -> None:
    assert serve.SETTINGS["browser.gatherUsageStats"] is False
    assert serve.SETTINGS["server.address"] == "127.0.0.1"
    assert serve.SETTINGS["server.headless"] is True


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_a_deal_is_judged_under_every_rule_book_when_asked(
    monkeypatch: pytest.MonkeyPatch, store: Path, lang: str
) -> None:
    (first,) = overview.deals(lake.connect(store), overview.Filters(only_faulty=True), limit=1).rows
    app = _screen(monkeypatch, store, "deal", lang, match=str(first["match_id"]), deal=str(first["deal_no"]))
    before = len(app.dataframe)
    next(t for t in app.toggle if t.label == i18n.say(lang, "judge_under_books")).set_value(True).run()
    assert not app.exception
    assert len(app.dataframe) == before + 1
    judged = app.dataframe[1].value
    assert tuple(judged[i18n.say(lang, "col_book")]) == rules.known()
    assert {words.verdict(lang, "illegal")} <= set(judged[i18n.say(lang, "col_verdict")])
