"""The frame: page settings, the store and language of the visit, navigation. Pages are `screens/`."""

import duckdb
import streamlit as st

from analytics.question import questions
from dashboard import i18n, session
from dashboard.literal import literal
from dashboard.place import stores
from dashboard.screens import deal, deals, overview, question

ICON = "🀄"


def main() -> None:
    """Draw the frame and the page in it."""
    here = session.visit()
    st.set_page_config(page_title=here.say("title"), page_icon=ICON, layout="wide")
    pages = {
        "overview": st.Page(overview.show, title=here.say("overview"), default=True),
        **{q.name: st.Page(question.page(q), title=q.title(here.lang), url_path=q.name) for q in questions()},
        "deals": st.Page(deals.show, title=here.say("deals"), url_path="deals"),
        "deal": st.Page(deal.show, title=here.say("deal"), url_path="deal"),
    }
    st.session_state["pages"] = pages
    asked = [pages[q.name] for q in questions()]
    sections = {
        here.say("title"): [pages["overview"]],
        here.say("questions"): asked,
        here.say("records"): [pages["deals"], pages["deal"]],
    }
    chosen = st.navigation(sections)
    with st.sidebar:
        _switches(here)
    if _is_ready(here):
        try:
            chosen.run()
        except (duckdb.Error, OSError) as error:
            st.error(literal(here.say("broken_store", path=here.store, why=type(error).__name__)))


def _switches(here: session.Visit) -> None:
    st.session_state.setdefault("lang", here.lang)
    st.selectbox(
        here.say("language"),
        list(i18n.LANGUAGES),
        format_func=lambda name: i18n.LANGUAGES.get(name, name),
        key="lang",
        persist_state="session",
    )
    # The address carries the language where it isn't the browser's own (a bound widget would write its label there).
    if here.lang == i18n.language(st.context.locale):
        st.query_params.pop("lang", None)
    else:
        st.query_params["lang"] = here.lang
    known = stores()
    if len(known) > 1:
        st.selectbox(here.say("store"), known, key="store", persist_state="session")
    else:
        st.caption(here.say("store"))
        st.text(known[0])


def _is_ready(here: session.Visit) -> bool:
    if not here.store.is_dir():
        st.info(literal(here.say("no_store", path=here.store)))
    elif not any(here.store.glob("batch=*")):
        st.info(literal(here.say("empty_store", path=here.store)))
    else:
        return True
    return False


main()
