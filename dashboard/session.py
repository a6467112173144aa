"""What a visit to the dashboard has: its language, its store, and the widgets that narrow what it sees.

A connection lasts as long as the store holds the same batches; every
reading goes through a cursor of its own, because Streamlit runs each visit in a thread of its own.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import duckdb
import pandas as pd
import streamlit as st

from analytics import lake, overview
from analytics.ask import Answer, AskError, ask
from analytics.question import Parameter, Value
from dashboard import i18n
from dashboard.place import state, stores
from engine import cards

LEVELS = list(cards.RANKS)
DASH = "–"
READ = 32


class Visit(NamedTuple):
    """The language and the store of a visit, and what tells one state of the store from another."""

    lang: str
    store: Path
    state: str

    def say(self, name: str, **values: object) -> str:
        """A sentence in the language of the visit."""
        return i18n.say(self.lang, name, **values)


def visit() -> Visit:
    """The present visit."""
    store = Path(st.session_state.get("store") or stores()[0])
    return Visit(language(), store, state(store))


def language() -> str:
    """The language chosen, else the browser's."""
    chosen = st.session_state.get("lang") or st.query_params.get("lang")
    return str(chosen) if chosen in i18n.LANGUAGES else i18n.language(st.context.locale)


@st.cache_resource(max_entries=4, show_spinner=False)
def _connection(store: Path, state: str, rules: str | None) -> duckdb.DuckDBPyConnection:  # noqa: ARG001  # state is part of the key
    return lake.connect(store, rules)


# What a page has read is shared by reruns and visits, and never changed: a key pressed on a deal reads nothing anew.
@st.cache_resource(max_entries=READ, show_spinner=False)
def _answer(store: Path, state: str, name: str, filters: dict[str, Value]) -> Answer:
    return ask(_connection(store, state, None), name, **filters)


@st.cache_resource(max_entries=READ, show_spinner=False)
def _glance(store: Path, state: str, rules: str | None, limit: int) -> overview.Overview:
    return overview.overview(_connection(store, state, rules), limit)


def glance(of: Visit, rules: str | None, limit: int) -> overview.Overview:
    """The store at a glance."""
    return _glance(of.store, of.state, rules, limit)


@st.cache_resource(max_entries=READ, show_spinner=False)
def _listed(
    store: Path, state: str, rules: str | None, chosen: overview.Filters, *, limit: int, offset: int
) -> overview.Listed:
    return overview.deals(_connection(store, state, rules), chosen, limit=limit, offset=offset)


def listed(of: Visit, rules: str | None, chosen: overview.Filters, *, limit: int, offset: int) -> overview.Listed:
    """A page of the deals that fit."""
    return _listed(of.store, of.state, rules, chosen, limit=limit, offset=offset)


@st.cache_resource(max_entries=READ, show_spinner=False)
def _whole(store: Path, state: str, rules: str | None, match: str, deal: int) -> overview.Whole | None:
    return overview.whole(_connection(store, state, rules), match, deal)


def whole(of: Visit, rules: str | None, match: str, deal: int) -> overview.Whole | None:
    """One deal, None if the store has no such deal."""
    return _whole(of.store, of.state, rules, match, deal)


def answer(of: Visit, name: str, filters: Mapping[str, Value]) -> Answer | AskError:
    """The answer to a question under some filters, or why there is none."""
    try:
        return _answer(of.store, of.state, name, dict(filters))
    except AskError as error:
        return error


@st.cache_data(max_entries=20, show_spinner=False)
def _choices(store: Path, state: str, what: str) -> overview.Choices:
    return overview.choices(_connection(store, state, None), what)


def filters(of: Visit, parameters: Mapping[str, Parameter]) -> dict[str, Value]:
    """A widget in the sidebar for each parameter, and what they are set to."""
    with st.sidebar:
        st.subheader(of.say("filters"))
        found = {p.name: _widget(of, p) for p in parameters.values()}
        st.button(of.say("reset"), on_click=_clear, args=(list(parameters.values()),), width="stretch")
    return found


def book(of: Visit) -> str | None:
    """The rule book chosen in the sidebar; None is each record's own."""
    rules = Parameter("rules", "text", None, i18n.texts()["under_rules"])
    with st.sidebar:
        chosen = _widget(of, rules)
    return None if chosen is None else str(chosen)


def _widget(of: Visit, parameter: Parameter) -> Value:
    label, key = parameter.label(of.lang), parameter.name
    if parameter.kind == "boolean":
        return st.toggle(label, value=bool(parameter.default), key=key, bind="query-params", persist_state="session")
    if parameter.kind == "integer":
        given = st.number_input(
            label, min_value=1, value=int(str(parameter.default)), key=key, bind="query-params", persist_state="session"
        )
        return int(given)
    options, names, cut = _options(of, parameter)
    chosen = _select(of, key, label, options, names)
    if cut:
        st.caption(of.say("choices_cut", n=len(options)))
    return chosen


def _options(of: Visit, parameter: Parameter) -> tuple[list[str], dict[str, str], bool]:
    """What can be chosen, how it is called, and whether that is not all."""
    if parameter.kind == "level":
        return LEVELS, {}, False
    if parameter.kind == "seat":
        return list("0123"), {}, False
    rows, cut = _choices(of.store, of.state, parameter.name)
    if parameter.name == "source":
        return [str(r["source"]) for r in rows], {str(r["source"]): str(r["path"]) for r in rows}, cut
    return [str(next(iter(r.values()))) for r in rows], {}, cut


def _select(of: Visit, key: str, label: str, options: list[str], names: Mapping[str, str]) -> str | None:
    return st.selectbox(
        label,
        options,
        index=None,
        format_func=lambda o: names.get(o, o),
        placeholder=of.say("own_book" if key == "rules" else "all"),
        key=key,
        bind="query-params",
        persist_state="session",
    )


def _clear(parameters: list[Parameter]) -> None:
    for parameter in parameters:
        st.session_state[parameter.name] = parameter.default


def table(of: Visit, columns: Mapping[str, Sequence[object]]) -> None:
    """A table whose columns are called by the ids of their sentences; what is not known is a dash."""
    frame = pd.DataFrame({of.say(name): values for name, values in columns.items()})
    st.dataframe(frame, hide_index=True, placeholder=DASH)
