"""Figures say what they are of, draw their intervals, and never take a name for anything but text."""

import pytest

from dashboard import figures
from dashboard.faces import coloured, face, faces
from dashboard.figures import Bar, Point, bars, forest
from dashboard.literal import literal

HOSTILE = "<script>alert(1)</script>"


def test_an_interval_reaches_from_low_to_high() -> None:
    figure = forest([Point("a", 0.5, 0.4, 0.7, 100)], share=True, reference=0.5)
    (dots,) = figure.data
    assert list(dots.x) == [50.0]
    assert dots.error_x.array[0] == pytest.approx(20)
    assert dots.error_x.arrayminus[0] == pytest.approx(10)
    assert figure.layout.xaxis.ticksuffix == " %"
    assert "n = 100" in dots.customdata[0]


def test_what_rests_on_little_is_grey_and_what_has_no_value_is_not_drawn() -> None:
    points = [
        Point("a", 1.0, None, None, figures.FEW - 1),
        Point("b", 1.5, 1.0, 2.0, figures.FEW),
        Point("c", None, None, None, 0),
    ]
    (dots,) = forest(points, share=False, reference=None).data
    assert list(dots.marker.color) == [figures.GREY, figures.BLUE]
    assert dots.error_x.array[0] == 0
    assert "95 %" not in dots.customdata[0]


def test_names_are_text_and_equal_names_stay_apart() -> None:
    figure = forest([Point(HOSTILE, 0.1, 0.0, 0.2, 1)] * 2, share=True, reference=None)
    (dots,) = figure.data
    assert len(set(dots.y)) == 2
    said = [note.text for note in figure.layout.annotations]
    assert said == list(dots.y)
    assert not any("<script" in text for text in (*said, *dots.customdata))
    (bar,) = bars([Bar(HOSTILE, 3, figures.BLUE, HOSTILE)]).data
    assert not any("<" in text for text in (*bar.y, *bar.customdata))


@pytest.mark.parametrize(("letter", "width"), [("长", 2), ("m", 1)])
def test_long_names_are_cut_to_what_a_phone_has_room_for(letter: str, width: int) -> None:
    (bar,) = bars([Bar(letter * 80, 3, figures.BLUE, "")]).data
    assert bar.y[0] == letter * ((figures.LONGEST - 1) // width) + "…"
    (fits,) = bars([Bar(letter * (figures.LONGEST // width), 3, figures.BLUE, "")]).data
    assert "…" not in fits.y[0]


def test_what_a_row_rests_on_is_never_cut() -> None:
    figure = forest([Point("长" * 80, 0.5, None, None, 12)], share=True, reference=None)
    (note,) = figure.layout.annotations
    assert note.text.endswith("长… · n = 12")


def test_each_row_says_how_many_observations_its_estimate_rests_on() -> None:
    figure = forest([Point("a", 0.5, None, None, 7)], share=True, reference=None)
    assert [note.text for note in figure.layout.annotations] == ["a · n = 7"]


def test_no_figure_offers_to_send_itself_anywhere() -> None:
    assert (figures.CONFIG["showSendToCloud"], figures.CONFIG["displaylogo"]) == (False, False)


def test_cards_have_faces() -> None:
    assert faces(["S3", "HR", "H7", "SB", "D7", "ST"], "7", "en") == "bJ sJ ♦︎7 ♥︎7★ ♠︎T ♠︎3"
    assert face("SB", None, "zh") == "小王"
    assert "★" not in face("H7", None, "zh")


def test_red_suits_are_red_and_nothing_else_is() -> None:
    assert coloured("bJ ♦︎7 ♥︎7★ ♠︎T") == ":red[bJ] :red[♦︎7] :red[♥︎7★] ♠︎T"


def test_markdown_means_nothing_in_a_record() -> None:
    for text in (HOSTILE, "**b**", "[x](http://a)", ":red[x]", "`c`", "$x$", "# h", "&lt;"):
        plain = literal(text)
        assert plain.replace("\\", "") == text
        assert all(plain[i - 1] == "\\" for i, c in enumerate(plain) if c in "<*[`$#&:")
