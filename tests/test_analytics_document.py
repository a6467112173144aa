"""The documents say what the views and the questions say."""

from analytics import document
from analytics.question import questions
from ingest.schema_doc import FILE, VIEWS


def test_the_views_are_described_as_they_are() -> None:
    _, mark, below = FILE.read_text("utf-8").partition(VIEWS + "\n")
    assert mark
    assert below == document.views(), "stale: run `python -m analytics.document`"


def test_the_questions_are_described_as_they_are() -> None:
    text = document.QUESTIONS.read_text("utf-8")
    assert text == document.of_questions(), "stale: run `python -m analytics.document`"
    assert all(f"## {question.name}\n" in text for question in questions())
