"""Every sentence in both languages, with the same values in it; none asked for that isn't there, none there that isn't asked for."""

import re
import string
from pathlib import Path
from typing import get_args

import pytest

import dashboard
from analytics.question import questions
from dashboard import i18n
from engine import words
from engine.findings import catalogue
from engine.reconstruct import HOW
from engine.records import EVENT_NAMES, KIND_NAMES
from engine.replay import TRIBUTES
from ingest.ledger import WHOLE, Status
from ingest.readers import READERS

ROOM = Path(dashboard.__file__).parent
FAMILIES = ("col_", "team_")


def values(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("name", i18n.texts())
def test_a_sentence_has_both_languages_and_the_same_values(name: str) -> None:
    text = i18n.texts()[name]
    assert text.zh.strip()
    assert text.en.strip()
    assert values(text.zh) == values(text.en)


def test_sentences_asked_for_and_sentences_there_are_are_the_same() -> None:
    source = "\n".join(file.read_text("utf-8") for file in ROOM.rglob("*.py"))
    quoted = set(re.findall(r"[\"']([a-z_0-9]+)[\"']", source))
    counts = {f"{name}_count" for name in ("sources", "matches", "deals", "events", "complete", "clean")}
    asked = {name for name in i18n.texts() if name in quoted | counts or name.startswith(FAMILIES)}
    assert set(i18n.texts()) - asked == set()
    said = set(re.findall(r"say\([\"']([a-z_0-9]+)[\"']", source)) | set(re.findall(r'"(col_[a-z_]+)"', source))
    assert said <= set(i18n.texts())


def test_everything_that_has_a_code_has_a_word() -> None:
    assert set(EVENT_NAMES) == set(words.EVENTS)
    assert {"none", *KIND_NAMES[1:]} == set(words.KINDS)
    assert set(TRIBUTES) == set(words.TRIBUTES)
    assert set(HOW) == set(words.CARD_HOW)
    assert set(get_args(Status)) == set(words.STATUSES)
    assert {WHOLE, *(reader.UNIT for reader in READERS)} <= set(words.UNITS)
    assert {entry.severity for entry in catalogue().values()} <= set(words.SEVERITIES)


def test_every_question_is_asked_in_both_languages() -> None:
    for question in questions():
        for text in (question.title, question.row, question.counts, question.caveat, *question.columns.values()):
            assert re.search(r"[\u4e00-\u9fff]", text.zh + "中" if text.zh == text.en else text.zh), text
            assert not re.search(r"[\u4e00-\u9fff]", text.en), text
        for parameter in question.parameters.values():
            assert not re.search(r"[\u4e00-\u9fff]", parameter.label.en)


@pytest.mark.parametrize(
    ("locale", "lang"), [("zh-CN", "zh"), ("zh", "zh"), ("en-US", "en"), ("de", "en"), (None, "zh")]
)
def test_the_language_is_the_browsers(locale: str | None, lang: str) -> None:
    assert i18n.language(locale) == lang
