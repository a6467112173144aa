"""Page: what is in the store, how much of it is legal, what was refused and why."""

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from analytics.overview import Overview, Row
from dashboard import figures, words
from dashboard.session import Visit, book, glance, table, visit

LIMIT = 500
MOST_BARS = 20
COUNTS = ("sources", "matches", "deals", "events")


def show() -> None:
    """Draw the page."""
    here = visit()
    st.title(here.say("overview_title"))
    found = glance(here, book(here), LIMIT)
    _counts(here, found)
    _legal(here, found)
    _found(here, found)
    _refused(here, found)
    _sources(here, found)


def _counts(here: Visit, found: Overview) -> None:
    judged = found.totals["judged"]
    with st.container(horizontal=True):
        for name in COUNTS:
            st.metric(here.say(f"{name}_count"), f"{found.totals[name]:,}", width="content")
    with st.container(horizontal=True):
        for name in ("complete", "clean"):
            st.metric(here.say(f"{name}_count"), _of(here, found.totals[name], judged), width="content")


def _of(here: Visit, part: int, whole: int) -> str:
    return here.say("of", part=f"{part:,}", whole=f"{whole:,}", share=_percent(part, whole))


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "–"


def _legal(here: Visit, found: Overview) -> None:
    st.header(here.say("legal_by_book"))
    for row in found.books:
        clean, deals = int(str(row["clean"])), int(str(row["deals"]))
        st.text(here.say("clean_sentence", rules=row["rules"], deals=deals, clean=clean, share=_percent(clean, deals)))
    st.caption(here.say("overview_caveat", deals=found.totals["deals"]))


def _found(here: Visit, found: Overview) -> None:
    st.header(here.say("found"))
    if not found.findings:
        st.text(here.say("found_none"))
        return
    books = Counter(row["code"] for row in found.findings)
    counts = [_bar(here, row, of_book=books[row["code"]] > 1) for row in found.findings[:MOST_BARS]]
    figure = figures.bars(counts)
    st.caption(here.say("found_axis"))
    st.plotly_chart(figure, config=figures.CONFIG, key="found", alt=here.say("found_axis"))
    columns: dict[str, Sequence[object]] = {
        "col_severity": [words.severity(here.lang, row["severity"]) for row in found.findings],
        "col_sentence": [words.about(here.lang, row["code"]) for row in found.findings],
        "col_findings": [row["findings"] for row in found.findings],
        "col_deals": [row["deals"] for row in found.findings],
        "col_code": [row["code"] for row in found.findings],
        "col_rules": [row["rules"] for row in found.findings],
    }
    table(here, columns)


def _bar(here: Visit, row: Row, *, of_book: bool) -> figures.Bar:
    count, deals = int(str(row["findings"])), row["deals"]
    severity = words.severity(here.lang, row["severity"])
    tail = f" · {row['rules'] if of_book else severity}"
    hover = f"{row['code']} · {severity} · n = {count} · {here.say('deals_count')} {deals}"
    colour = figures.SEVERITY_COLOURS.get(str(row["severity"]), figures.GREY)
    return figures.Bar(words.about(here.lang, row["code"]), count, colour, hover, tail)


def _refused(here: Visit, found: Overview) -> None:
    st.header(here.say("refused"))
    if not found.quarantine:
        st.text(here.say("refused_none"))
        return
    zh = "_zh" if here.lang == "zh" else ""
    columns: dict[str, Sequence[object]] = {
        "col_path": [row["path"] for row in found.quarantine],
        "col_line": [row["line"] for row in found.quarantine],
        "col_reason": [row[f"reason{zh}"] or row["reason"] for row in found.quarantine],
        "col_expected": [row[f"expected{zh}"] or row["expected"] for row in found.quarantine],
        "col_raw": [_shown(row["raw"]) for row in found.quarantine],
    }
    table(here, columns)
    st.caption(here.say("refused_caveat", n=found.totals["quarantined"], limit=LIMIT))


def _shown(raw: object) -> str:
    """Bytes as text in which nothing steers anything."""
    text = bytes(raw).decode("utf-8", "backslashreplace") if isinstance(raw, bytes | bytearray) else ""
    return "".join(c if c.isprintable() else "·" for c in text)


def _sources(here: Visit, found: Overview) -> None:
    st.header(here.say("sources_read"))
    counts = " · ".join(f"{words.status(here.lang, row['status'])} {row['sources']}" for row in found.statuses)
    st.text(counts)
    st.space("small")  # a table's buttons stand above it
    reason = "reason_zh" if here.lang == "zh" else "reason"
    columns: dict[str, Sequence[object]] = {
        "col_path": [row["path"] for row in found.sources],
        "col_format": [row["format"] for row in found.sources],
        "col_status": [words.status(here.lang, row["status"]) for row in found.sources],
        "col_reason": [row[reason] or row["reason"] for row in found.sources],
        "col_read": [row["read"] for row in found.sources],
        "col_unit": [words.unit(here.lang, row["unit"]) for row in found.sources],
        **{f"col_{k}": [row[k] for row in found.sources] for k in ("stored", "duplicate", "quarantined", "ignored")},
    }
    table(here, columns)
    st.caption(here.say("sources_caveat", limit=LIMIT))
