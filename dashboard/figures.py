"""Figures: values in, a Plotly figure out, nothing else touched. Labels come from records and are escaped, because Plotly reads tags in text.

A `Point` is one estimate with its 95 % interval and the n behind it; one with little behind it is grey.
"""

import html
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple
from unicodedata import east_asian_width

import plotly.graph_objects as go

BLUE, VERMILION, PURPLE, ORANGE, SKY = "#0072B2", "#D55E00", "#CC79A7", "#E69F00", "#56B4E9"
GREY = "#8A8A8A"
FEW = 30
LONGEST = 56  # in widths of a Latin letter, of which a phone has so many in a line
ROW_HEIGHT = 46
LABEL_RISE = 16
CONFIG: dict[str, object] = {"showSendToCloud": False, "displaylogo": False, "displayModeBar": False}
SEVERITY_COLOURS = {"illegal": VERMILION, "inconsistent": PURPLE, "unsettled": ORANGE, "incomplete": SKY, "note": GREY}


class Point(NamedTuple):
    """One estimate: what it is of, its value and interval (None: no data or no interval), and the n behind it."""

    label: str
    value: float | None
    low: float | None
    high: float | None
    n: int


class Bar(NamedTuple):
    """One count of something that has a colour; `tail` is the end of its label, which is never cut."""

    label: str
    number: int
    colour: str
    hover: str
    tail: str = ""


def forest(points: Sequence[Point], *, share: bool, reference: float | None) -> go.Figure:
    """Estimates below each other, each a dot with its interval; a dotted line where there would be no effect."""
    known = [p for p in points if p.value is not None]
    scale = 100 if share else 1
    figure = go.Figure()
    labels = _labels([(p.label, f" · n = {p.n}") for p in known])
    figure.add_scatter(
        x=[_scaled(p.value, scale) for p in known],
        y=labels,
        cliponaxis=False,
        mode="markers",
        marker={"size": 10, "color": [GREY if p.n < FEW else BLUE for p in known]},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [_reach(p.value, p.high, scale) for p in known],
            "arrayminus": [_reach(p.low, p.value, scale) for p in known],
            "color": "#6B6B6B",
            "thickness": 1.5,
        },
        customdata=[_hover(p, share=share) for p in known],
        hovertemplate="%{customdata}<extra></extra>",
    )
    if reference is not None:
        figure.add_vline(x=reference * scale, line={"color": GREY, "dash": "dot", "width": 1})
    _frame(figure, labels)
    if share:
        figure.update_xaxes(range=[-2, 102], ticksuffix=" %")
    return figure


def bars(counts: Sequence[Bar]) -> go.Figure:
    """Counts as horizontal bars."""
    figure = go.Figure()
    labels = _labels([(c.label, c.tail) for c in counts])
    figure.add_bar(
        x=[c.number for c in counts],
        y=labels,
        orientation="h",
        width=0.4,
        marker={"color": [c.colour for c in counts]},
        text=[str(c.number) for c in counts],
        textposition="outside",
        cliponaxis=False,
        customdata=[html.escape(c.hover) for c in counts],
        hovertemplate="%{customdata}<extra></extra>",
    )
    _frame(figure, labels)
    figure.update_xaxes(
        rangemode="tozero", tickformat=",d", dtick=1 if max((c.number for c in counts), default=0) < 10 else None
    )
    return figure


def _frame(figure: go.Figure, labels: Sequence[str]) -> None:
    """Each label above its row, where it has the whole width of a phone."""
    figure.update_layout(
        height=88 + ROW_HEIGHT * max(len(labels), 1),
        margin={"l": 16, "r": 32, "t": 24, "b": 56},
        showlegend=False,
        yaxis={"autorange": "reversed", "type": "category", "showticklabels": False},
        hoverlabel={"align": "left"},
    )
    for label in labels:
        figure.add_annotation(
            x=0, xref="paper", xanchor="left", y=label, yshift=LABEL_RISE, text=label, showarrow=False, align="left"
        )


def _labels(texts: Sequence[tuple[str, str]]) -> list[str]:
    """Escaped labels; a repeated one is made different by blanks, or its rows would fall together."""
    seen: dict[str, int] = {}
    labels = []
    for text, tail in texts:
        short = _cut(text, LONGEST - len(tail)) + tail
        seen[short] = seen.get(short, 0) + 1
        labels.append(html.escape(short) + "\u200b" * (seen[short] - 1))
    return labels


def _cut(text: str, room: int) -> str:
    """A text that is no wider than there is room; a Chinese character is as wide as two letters."""
    widths = accumulate(2 if east_asian_width(c) in "WF" else 1 for c in text)
    fitting = sum(width < room for width in widths)
    return text if fitting + 1 >= len(text) else text[:fitting] + "…"


def _hover(point: Point, *, share: bool) -> str:
    scale, mark = (100, " %") if share else (1, "")
    value = f"{(point.value or 0) * scale:.2f}{mark}"
    interval = (
        ""
        if point.low is None or point.high is None
        else f"<br>95 %: {point.low * scale:.2f} – {point.high * scale:.2f}{mark}"
    )
    return f"{html.escape(point.label)}<br>{value}{interval}<br>n = {point.n}"


def _scaled(value: float | None, scale: int) -> float | None:
    return None if value is None else value * scale


def _reach(low: float | None, high: float | None, scale: int) -> float:
    return 0.0 if low is None or high is None else (high - low) * scale
