"""The text of a rule book being read: where each key stands, and refusals that say the line, what stands there and what was expected."""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.words import Text

TABLE = re.compile(r"\s*\[\s*([\w-]+)\s*\]")
KEY = re.compile(r"\s*([\w-]+(?:\s*\.\s*[\w-]+)*)\s*=")
WORDS = {str: Text("文字", "text"), bool: Text(" true 或 false", "true or false")}


class RuleBookError(ValueError):
    """A rule book that cannot be used: which book and line, what stands there (key and value), and what was expected."""

    def __init__(self, book: str, line: int | None, found: Text, expected: Text) -> None:
        self.place = f"{book}:{line}" if line else book
        self.found = found
        self.expected = expected
        super().__init__(self.text("en"))

    def text(self, lang: str) -> str:
        """The refusal in one line, lang `zh` or `en`."""
        if lang == "zh":
            return f"{self.place}：{self.found.zh}，应为{self.expected.zh}"
        return f"{self.place}: {self.found.en}, expected {self.expected.en}"


def one_of(words: Sequence[str]) -> Text:
    """What may stand at a place that knows a few words."""
    return Text(f" {'、'.join(words)} 之一", f"one of {', '.join(words)}")


class Book(NamedTuple):
    """The text of a rule book being read: what it is called, on which line each key stands, what it says."""

    name: str
    places: Mapping[tuple[str, ...], int]
    data: Mapping[str, object]

    def error(self, path: tuple[str, ...], expected: Text) -> RuleBookError:
        """The refusal of what stands at a path, or of its absence."""
        there: object = self.data
        for key in path:
            there = there.get(key) if isinstance(there, Mapping) else None
        line = next((self.places[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.places), None)
        name = ".".join(path)
        said = (
            f"[{name}]"
            if isinstance(there, Mapping)
            else f"{name} = {json.dumps(there, ensure_ascii=False, default=str)}"
        )
        found = Text(f"缺 {name}", f"no {name}") if there is None else Text(said, said)
        return RuleBookError(self.name, line, found, expected)

    def table(self, key: str, fields: Mapping[str, type], extra: tuple[str, ...] = ()) -> Mapping[str, object]:
        """A table that has these fields, each of its type, and no other but the extra ones."""
        entry, known = self.data.get(key), (*extra, *fields)
        if not isinstance(entry, dict):
            raise self.error(
                (key,), Text(f"表 [{key}]（{'、'.join(known)}）", f"a table [{key}] of {', '.join(known)}")
            )
        for field in entry:
            if field not in known:
                raise self.error((key, field), one_of(known))
        for field, kind in fields.items():
            if type(entry.get(field)) is not kind or entry[field] == "":
                raise self.error((key, field), WORDS[kind])
        return entry


def places_of(text: str) -> dict[tuple[str, ...], int]:
    """The line of each table and of each key in one."""
    places: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if found := TABLE.match(line):
            table = (found[1],)
            places.setdefault(table, number)
        elif found := KEY.match(line):
            path = (*table, *(part.strip() for part in found[1].split(".")))
            for n in range(1, len(path) + 1):
                places.setdefault(path[:n], number)
    return places


def parsed(text: str, name: str) -> Book:
    """The tables of a TOML text; `name` is what errors call it. Raises RuleBookError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        found = Text(f"不是 TOML（{error}）", f"not TOML ({error})")
        raise RuleBookError(name, int(place[1]) if place else None, found, Text(" TOML 文本", "a TOML text")) from None
    return Book(name, places_of(text), data)
