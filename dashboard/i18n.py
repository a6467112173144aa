"""Every sentence of the dashboard in Chinese and English: `say(lang, id, ...)` reads `texts.toml`, where each id has both."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from engine.words import Text

LANGUAGES = {"zh": "中文", "en": "English"}


@cache
def texts() -> Mapping[str, Text]:
    """All sentences by id."""
    data = tomllib.loads((resources.files("dashboard") / "texts.toml").read_text("utf-8"))
    return {name: Text(said["zh"], said["en"]) for name, said in data.items()}


def say(lang: str, name: str, **values: object) -> str:
    """The sentence of this id with its values filled in."""
    return texts()[name](lang).format(**values)


def language(locale: str | None) -> str:
    """The language for a browser's locale: Chinese unless it asks for another.

    >>> language("zh-CN"), language(None), language("fr")
    ('zh', 'zh', 'en')
    """
    return "zh" if locale is None or locale.lower().startswith("zh") else "en"
