"""The words of codes that records and the engine use, in both languages; a code nobody knows is shown as it is."""

from collections.abc import Mapping
from dataclasses import fields

from analytics import shown
from dashboard import i18n
from engine import findings
from engine.findings import Finding


def word(lang: str, kind: str, code: object) -> str:
    """The word for a code of some kind of thing."""
    name = f"{kind}_{code}"
    return i18n.say(lang, name) if name in i18n.texts() else ("" if code is None else str(code))


def severity(lang: str, code: object) -> str:
    """The word for a severity."""
    return word(lang, "severity", code)


def status(lang: str, code: object) -> str:
    """The word for what became of a source."""
    return word(lang, "status", code)


def unit(lang: str, code: object) -> str:
    """The word for what is counted in a source."""
    return word(lang, "unit", code)


def event(lang: str, code: object) -> str:
    """The word for a kind of event."""
    return word(lang, "event", code)


def combination(lang: str, code: object) -> str:
    """The word for a kind of combination."""
    known = shown.KINDS.get(str(code))
    return known(lang) if known else ""


def tribute(lang: str, code: object) -> str:
    """The word for a kind of tribute."""
    known = shown.TRIBUTES.get(str(code))
    return known(lang) if known else "–"


def about(lang: str, code: object) -> str:
    """What a kind of finding is about, without its particulars."""
    entry = findings.catalogue().get(str(code))
    return str(code) if entry is None else entry.title(lang)


def sentence(lang: str, row: Mapping[str, object]) -> str:
    """One finding as a sentence."""
    if str(row["code"]) not in findings.catalogue():
        return f"{row['code']}: {row['expected']} / {row['actual']}"
    given = {f.name: row[f.name] for f in fields(Finding)}
    return findings.sentence(Finding(**given), lang)  # type: ignore[arg-type]  # the columns of the view are the fields


def clause(lang: str, text: object) -> str | None:
    """A rule book's clause, which it writes as Chinese, a stroke and English.

    >>> clause("zh", "圈：三家不出 / trick: three passes"), clause("en", "4.2"), clause("en", None)
    ('圈：三家不出', '4.2', None)
    """
    if text is None:
        return None
    zh, _, en = str(text).partition(" / ")
    return zh if lang == "zh" or not en else en
