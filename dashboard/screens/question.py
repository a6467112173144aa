"""Page: one question. Title, filters, one figure, the table behind it, one caveat with the number of deals."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import pandas as pd
import streamlit as st

from analytics import shown
from analytics.ask import Answer, AskError
from analytics.question import Question
from dashboard import figures
from dashboard.literal import literal
from dashboard.session import DASH, Visit, answer, filters, visit

MOST_ROWS = 30
MOST_LISTED = 1000


class Picture(NamedTuple):
    """What a question's figure shows first, what its rows are called by, and where there is no effect, by measure."""

    measure: str
    labels: tuple[str, ...]
    references: dict[str, float]


PICTURES = {
    "tribute_impact": Picture(
        "paying_win_share",
        ("tribute", "paid_to", "level"),
        {"paying_win_share": 0.5, "paying_steps": 0, "leading_win_share": 0.5},
    ),
    "bomb_usage": Picture("won_share", ("kind", "size"), {"side_won_share": 0.5, "more_bombs_win_share": 0.5}),
    "partnership_win_rates": Picture(
        "win_share", ("player_a", "player_b", "seats", "opponent_a", "opponent_b"), {"win_share": 0.5, "steps": 0}
    ),
}


def page(asked: Question) -> Callable[[], None]:
    """The page of a question."""
    draw = partial(show, asked)
    draw.__name__ = asked.name  # type: ignore[attr-defined]  # Streamlit tells pages apart by name
    return draw


def show(asked: Question) -> None:
    """Draw the page."""
    here = visit()
    st.title(asked.title(here.lang))
    found = answer(here, asked.name, filters(here, asked.parameters))
    if isinstance(found, AskError):
        st.warning(literal(found.zh if here.lang == "zh" else str(found)))
        return
    if not found.rows:
        st.info(here.say("nothing_counts"))
    else:
        _figure(here, found)
        _table(here, found)
    st.text(found.caveat(here.lang))


def _figure(here: Visit, found: Answer) -> None:
    picture = PICTURES.get(found.question) or Picture(found.estimates[0], tuple(found.asked.columns)[:1], {})
    headings = {name: found.asked.columns[name](here.lang) for name in found.estimates}
    measure = st.selectbox(
        here.say("measure"),
        list(headings),
        index=list(headings).index(picture.measure) if picture.measure in headings else 0,
        format_func=lambda name: headings.get(name, name),
        key=f"measure_{found.question}",
        bind="query-params",
    )
    points = [_point(here, found, row, measure, picture.labels) for row in found.rows]
    known = [p for p in points if p.value is not None]
    share = measure in found.shares
    notes = [here.say("grey_is_few", few=figures.FEW)]
    if len(known) > MOST_ROWS:
        notes.append(here.say("first_rows", shown=MOST_ROWS, total=len(known)))
    st.caption(" ".join(notes))
    figure = figures.forest(known[:MOST_ROWS], share=share, reference=picture.references.get(measure))
    alt = here.say("figure_alt", measure=headings[measure])
    st.plotly_chart(figure, config=figures.CONFIG, key="figure", alt=alt)


def _point(here: Visit, found: Answer, row: dict[str, object], measure: str, labels: tuple[str, ...]) -> figures.Point:
    parts = [shown.cell(found, row, name, here.lang) for name in labels]
    label = " · ".join(str(part) for part in parts if part is not None)
    value, low, high = (_number(row[k]) for k in (measure, f"{measure}_low", f"{measure}_high"))
    return figures.Point(label, value, low, high, int(str(row[f"{measure}_n"])))


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _table(here: Visit, found: Answer) -> None:
    table = shown.cells(replace(found, rows=found.rows[:MOST_LISTED]), here.lang)
    st.dataframe(pd.DataFrame(table.rows, columns=table.headings), hide_index=True, placeholder=DASH)
    st.caption(here.say("row_is", row=found.asked.row(here.lang)))
    if len(found.rows) > MOST_LISTED:
        st.caption(here.say("first_listed", shown=MOST_LISTED, total=len(found.rows)))
    st.download_button(
        here.say("download"), partial(shown.sheet, found), f"{found.question}.csv", "text/csv", on_click="ignore"
    )
