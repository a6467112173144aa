"""The words of codes that records and the engine use, in both languages; a code nobody knows is shown as it is."""

from collections.abc import Mapping
from dataclasses import fields

from dashboard import faces
from engine import findings, words
from engine.findings import Finding
from engine.words import Words


def known(lang: str, table: Words, code: object) -> str:
    """The word of a table for a code."""
    said = table.get(str(code))
    return said(lang) if said else ("" if code is None else str(code))


def severity(lang: str, code: object) -> str:
    """The word for a severity."""
    return known(lang, words.SEVERITIES, code)


def verdict(lang: str, code: object) -> str:
    """The word for what a record is under a rule book."""
    return known(lang, words.VERDICTS, code)


def status(lang: str, code: object) -> str:
    """The word for what became of a source."""
    return known(lang, words.STATUSES, code)


def unit(lang: str, code: object) -> str:
    """The word for what is counted in a source."""
    return known(lang, words.UNITS, code)


def event(lang: str, code: object) -> str:
    """The word for a kind of event."""
    return known(lang, words.EVENTS, code)


def combination(lang: str, code: object) -> str:
    """The word for a kind of combination."""
    return known(lang, words.KINDS, code)


def tribute(lang: str, code: object) -> str:
    """The word for a kind of tribute."""
    return known(lang, words.TRIBUTES, code) or "–"


def level_how(lang: str, code: object) -> str:
    """How a level is known."""
    return known(lang, words.LEVEL_HOW, code)


def about(lang: str, code: object) -> str:
    """What a kind of finding is about, without its particulars."""
    entry = findings.catalogue().get(str(code))
    return str(code) if entry is None else entry.title(lang)


def sentence(lang: str, row: Mapping[str, object]) -> str:
    """One finding as a sentence, its cards with their faces."""
    if str(row["code"]) not in findings.catalogue():
        return f"{row['code']}: {row['expected']} / {row['actual']}"
    given = {f.name: row[f.name] for f in fields(Finding)}
    return faces.in_text(findings.sentence(Finding(**given), lang), lang)  # type: ignore[arg-type]  # the columns of the view are the fields


def clause(lang: str, text: object) -> str | None:
    """A rule book's clause, which it writes as Chinese, a stroke and English.

    >>> clause("zh", "圈：三家不出 / trick: three passes"), clause("en", "4.2"), clause("en", None)
    ('圈：三家不出', '4.2', None)
    """
    if text is None:
        return None
    zh, _, en = str(text).partition(" / ")
    return zh if lang == "zh" or not en else en
