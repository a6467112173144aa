"""Which of its two languages danpu speaks, and saying a thing in it.

The language is that of `--lang`, else of DANPU_LANG, else of the locale (LC_ALL, LC_MESSAGES, LANG; on Windows that of the user's screen):
`zh*` is Chinese, anything else English, also a locale that says nothing (`C`), as such a terminal may not show Chinese at all.
"""

import locale
import os
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Literal

Language = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = ("zh", "en")
_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")

_current: ContextVar[Language] = ContextVar("language", default="en")


def chosen(asked: str | None, environment: Mapping[str, str] = os.environ) -> Language:
    """The language for what was asked and what the environment says.

    >>> chosen(None, {"LANG": "zh_CN.UTF-8"}), chosen("en", {"LANG": "zh_CN.UTF-8"}), chosen(None, {"LC_ALL": "C"})
    ('zh', 'en', 'en')
    """
    told = asked or environment.get("DANPU_LANG") or next(filter(None, map(environment.get, _LOCALE_VARIABLES)), None)
    if told is None and os.name == "nt":
        told = locale.getlocale()[0]
    return "zh" if told is not None and told.lower().startswith(("zh", "chinese")) else "en"


def use(language: Language) -> None:
    """Speak this language from here on."""
    _current.set(language)


def current() -> Language:
    """The language in use."""
    return _current.get()


def say(zh: str, en: str) -> str:
    """Of a sentence in both languages, the one in use."""
    return zh if current() == "zh" else en


def both(zh: str, en: str) -> str:
    """A text for help, which is shown in both languages at once."""
    return f"{zh} · {en}"
