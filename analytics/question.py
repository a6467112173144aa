"""A question: one SQL file, whose head says in Chinese and English what is asked, what a row is, what counts, and what to keep in mind.

The head is made of comment lines: `-- zh: ...` and `-- en: ...` (the question), `-- row.zh:`, `-- counts.zh:`, `-- caveat.zh:` and their English,
`-- parameter NAME: KIND = DEFAULT | zh | en` and `-- column NAME | zh | en`. Every question takes the shared parameters as well.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, NamedTuple, TypeAlias

from engine import cards
from engine.words import Text
from ingest.errors import SaidError

Kind: TypeAlias = Literal["text", "level", "seat", "integer", "boolean"]
KINDS: tuple[Kind, ...] = ("text", "level", "seat", "integer", "boolean")
YES, NO = ("true", "1", "yes"), ("false", "0", "no")
Value: TypeAlias = str | int | bool | None

_LINE = re.compile(r"-- (?P<key>(?:row\.|counts\.|caveat\.)?(?:zh|en)): (?P<text>.+)")
_PARAMETER = re.compile(
    r"-- parameter (?P<name>\w+): (?P<kind>\w+)(?: = (?P<default>\w+))? \| (?P<zh>.+) \| (?P<en>.+)"
)
_COLUMN = re.compile(r"-- column (?P<name>\w+) \| (?P<zh>.+) \| (?P<en>.+)")


class Parameter(NamedTuple):
    """What a question may be narrowed by; its default is what it is without being given."""

    name: str
    kind: Kind
    default: Value
    label: Text


@dataclass(frozen=True, slots=True)
class Question:
    """One question, as its file asks it; `columns` are its columns in order with their headings."""

    name: str
    title: Text
    row: Text
    counts: Text
    caveat: Text
    parameters: dict[str, Parameter]
    columns: dict[str, Text]
    sql: str


SHARED = (
    Parameter("source", "text", None, Text("只看此来源（编号或路径）", "only this source (id or path)")),
    Parameter("rules", "text", None, Text("按此规则的结论", "what the engine makes of it under this rule book")),
    Parameter("level", "level", None, Text("只看此级数", "only deals at this level")),
    Parameter("player", "text", None, Text("只看有此人（名字）的场", "only matches with this name")),
    Parameter("seat", "seat", None, Text("只看此座位", "only this seat")),
    Parameter("complete", "boolean", True, Text("只计完整的一副", "count complete deals only")),
    Parameter(
        "clean",
        "boolean",
        True,
        Text("只计无违规、无矛盾的一副", "count deals without illegal or inconsistent findings only"),
    ),
)


@cache
def questions() -> tuple[Question, ...]:
    """All questions, by name."""
    folder = resources.files("analytics") / "questions"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return tuple(read(f.name.removesuffix(".sql"), f.read_text("utf-8")) for f in files)


def read(name: str, sql: str) -> Question:
    """The question in an SQL text; ValueError names the line of the head that is not understood."""
    said: dict[str, str] = {}
    parameters = {p.name: p for p in SHARED}
    columns: dict[str, Text] = {}
    for line in sql.splitlines():
        if not line.startswith("--"):
            break
        if found := _PARAMETER.fullmatch(line):
            parameters[found["name"]] = _parameter(found)
        elif found := _COLUMN.fullmatch(line):
            columns[found["name"]] = Text(found["zh"], found["en"])
        elif found := _LINE.fullmatch(line):
            said[found["key"]] = found["text"]
        else:
            raise ValueError(f"{name}.sql: not a line of a question's head: {line}")
    texts = {key: Text(said[f"{key}zh"], said[f"{key}en"]) for key in ("", "row.", "counts.", "caveat.")}
    return Question(
        name=name,
        title=texts[""],
        row=texts["row."],
        counts=texts["counts."],
        caveat=texts["caveat."],
        parameters=parameters,
        columns=columns,
        sql=sql,
    )


def _parameter(found: re.Match[str]) -> Parameter:
    kind = next(k for k in KINDS if k == found["kind"])
    return Parameter(found["name"], kind, value(kind, found["default"]), Text(found["zh"], found["en"]))


def value(kind: Kind, given: object) -> Value:
    """A parameter's value from what was given (a text from a command line or an address, or the value itself). Raises SaidError.

    >>> value("boolean", "true"), value("seat", "3"), value("level", "10"), value("text", None)
    (True, 3, 'T', None)
    """
    if given is None or given == "":
        return None
    text = str(given)
    if kind == "text":
        return text
    if kind == "boolean":
        return _one_of(text.lower(), (*YES, *NO)) in YES
    if kind == "level":
        return _one_of(text.upper().replace("10", "T"), tuple(cards.RANKS))
    if kind == "seat":
        return int(_one_of(text, tuple("0123")))
    if not (text.isascii() and text.isdecimal()):
        raise SaidError(Text(f"{text!r} 不是自然数", f"{text!r} is no number from 0 on"))
    return int(text)


def _one_of(text: str, options: tuple[str, ...]) -> str:
    if text not in options:
        listed = " ".join(options)
        raise SaidError(Text(f"{text!r} 不是 {listed} 之一", f"{text!r} is not one of {listed}"))
    return text
