"""The part of a deal's page that says what the deal is under each rule book, once that is asked for: the match is replayed under all of them."""

from pathlib import Path

import streamlit as st

from analytics.overview import Whole
from dashboard import words
from dashboard.faces import in_text
from dashboard.session import Visit, table
from engine import rules
from engine.findings import Finding, sentence
from engine.profiles import Profile, profiles
from ingest import tables
from ingest.store import Store

KEPT = 16


def under_books(here: Visit, found: Whole) -> None:
    """Draw the table."""
    st.header(here.say("under_books"))
    number = int(str(found.deal["deal_no"]))
    if not st.toggle(here.say("judge_under_books"), key=f"books_of_{number}"):
        return
    told = _profiles(here.store, here.state, found.match_id, number)
    table(
        here,
        {
            "col_book": [p.rules for p in told],
            "col_verdict": [words.verdict(here.lang, p.verdict) for p in told],
            "col_illegal": [p.illegal for p in told],
            "col_unsettled": [p.unsettled for p in told],
            "col_first": [None if p.first is None else _told(here, p.first) for p in told],
            "col_clause": [None if p.first is None else words.clause(here.lang, p.first.clause) for p in told],
        },
    )
    st.caption(here.say("under_books_caveat"))


@st.cache_resource(max_entries=KEPT, show_spinner=False)
def _profiles(store: Path, state: str, match_id: str, deal_no: int) -> list[Profile]:  # noqa: ARG001  # state is part of the key
    facts = Store(store).facts([match_id])
    platform = rules.load(facts["matches"]["rules_platform"][0].as_py())
    return profiles(tables.matches(facts)[0], deal_no, platform)


def _told(here: Visit, first: Finding) -> str:
    where = f"{here.say('event')} {first.event_no}: " if first.event_no else ""
    return where + in_text(sentence(first, here.lang), here.lang)
