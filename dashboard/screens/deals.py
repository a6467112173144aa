"""Page: the list of deals; choosing one leads to the page that steps through it."""

import pandas as pd
import streamlit as st

from analytics.overview import Filters, Row
from analytics.question import Parameter
from dashboard import i18n, words
from dashboard.session import DASH, Visit, filters, listed, visit
from engine.words import Text

PER_PAGE = 200
COUNTED = ("illegal", "inconsistent", "unsettled")


def show() -> None:
    """Draw the page."""
    here = visit()
    st.title(here.say("deals_title"))
    given = filters(here, {p.name: p for p in _parameters()})
    rules = given.pop("rules")
    chosen = Filters(**given)  # type: ignore[arg-type]  # each parameter is a field, of its type
    number = _page_number()
    book = None if rules is None else str(rules)
    found = listed(here, book, chosen, limit=PER_PAGE, offset=(number - 1) * PER_PAGE)
    if found.unjudged:
        st.warning(here.say("deals_unjudged", n=found.unjudged))
    if not found.total:
        st.info(here.say("no_deals"))
        return
    st.caption(here.say("deals_caveat", total=found.total, shown=len(found.rows)))
    st.space("small")  # a table's buttons stand above it
    _table(here, found.rows)
    pages = -(-found.total // PER_PAGE)
    if pages > 1:
        st.pagination(pages, key="page", bind="query-params")


def _page_number() -> int:
    """The page asked for, also where only the address asks yet."""
    asked = str(st.session_state.get("page") or st.query_params.get("page", "1"))
    return max(1, int(asked)) if asked.isdecimal() and len(asked) < 6 else 1


def _parameters() -> list[Parameter]:
    texts = i18n.texts()
    return [
        Parameter("source", "text", None, Text("来源", "source")),
        Parameter("rules", "text", None, texts["under_rules"]),
        Parameter("level", "level", None, Text("级数", "level")),
        Parameter("player", "text", None, Text("名字", "name")),
        Parameter("code", "text", None, texts["code"]),
        Parameter("only_complete", "boolean", default=False, label=texts["only_complete"]),
        Parameter("only_faulty", "boolean", default=False, label=texts["only_faulty"]),
    ]


def _table(here: Visit, rows: list[Row]) -> None:
    frame = pd.DataFrame(
        {
            here.say("col_path"): [_file(row["path"]) for row in rows],
            here.say("col_match_no"): [row["match_no"] for row in rows],
            here.say("col_deal"): [row["deal_no"] for row in rows],
            here.say("col_level"): [row["level"] for row in rows],
            **{words.severity(here.lang, name): [row[name] for row in rows] for name in COUNTED},
            here.say("col_finish"): [_order(row["finish"]) for row in rows],
            here.say("col_winner"): [_team(here, row["winner_team"]) for row in rows],
            here.say("col_steps"): [row["steps"] for row in rows],
            here.say("col_tribute"): [words.tribute(here.lang, row["tribute"]) for row in rows],
            here.say("col_complete"): [here.say("yes" if row["complete"] else "no") for row in rows],
            here.say("col_line"): [row["first_line"] for row in rows],
            here.say("col_match"): [row["match_id"] for row in rows],
        }
    )
    event = st.dataframe(
        frame,
        hide_index=True,
        placeholder=DASH,
        on_select="rerun",
        selection_mode="single-row",
        key="deals",
        height=600,
    )
    picked = event["selection"]["rows"]
    if picked:
        row = rows[picked[0]]
        to = {"match": str(row["match_id"]), "deal": str(row["deal_no"])}
        st.switch_page(st.session_state["pages"]["deal"], query_params=to)


def _file(path: object) -> str:
    """The last part of a path of any system."""
    return str(path).replace("\\", "/").rpartition("/")[2]


def _order(finish: object) -> str | None:
    return " ".join(map(str, finish)) if isinstance(finish, list) and finish else None


def _team(here: Visit, team: object) -> str | None:
    return None if team is None else here.say(f"team_{team}")
