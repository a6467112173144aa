"""The elements of an NJUPT client's transcript: messages received, responses sent, and whatever else stands between them.

    [Test1] Received message: {
      "type": "notify", ...
    }
    [Test1] Sent response: {"actIndex": 1021}

An *element* runs from such a line to the next; what stands before the first is the rest of a message whose beginning was lost.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.records import Quarantined
from engine.words import Text
from ingest.text import BINARY, Line

HEADING = re.compile(r"\[([^\[\]\n]{1,200})\] (?:(Received message|Sent response): )?(.*)")
# A remark of the client is no message; a remark with lines of JSON below is the heading of a message, damaged.
JSON_LINE = re.compile(r'\n\s*["{}\[\]]')
LARGEST = 4 * 2**20
KEPT = 64 * 2**10
EXPECTED = Text(
    "[名字] Received message: {...} 或 [名字] Sent response: {...}",
    "[NAME] Received message: {...} or [NAME] Sent response: {...}",
)
HEADLESS = Text("一条消息的后半，开头已失", "the rest of a message whose beginning is missing")
TOO_LONG = Text("一条消息超过 4 MiB", "a message of more than 4 MiB")
DAMAGED = Text("一条损坏的消息", "a damaged message")
CUT_SHORT = Text("最后一条消息不完整", "the last message is cut short")


class Message(NamedTuple):
    """A JSON object that was received, or sent, by the client of a name."""

    line: int
    name: str
    sent: bool
    value: dict[str, object]


class Chatter(NamedTuple):
    """An element that is no message: the client's own remarks."""

    line: int


class Damaged(NamedTuple):
    """An element that cannot be read, with the name of the client whose it is, if that can be."""

    name: str | None
    piece: Quarantined


class _Raw(NamedTuple):
    line: int
    name: str | None
    what: str | None
    text: list[str]
    complete: bool


def elements(lines: Iterable[Line]) -> Iterator[Message | Chatter | Damaged]:
    """The elements of a transcript, in order."""
    for raw in _raw(lines):
        yield _element(raw)


def _raw(lines: Iterable[Line]) -> Iterator[_Raw]:
    now: _Raw | None = None
    for line in lines:
        text = line.text if line.encoding != BINARY else "\0"
        heading = HEADING.fullmatch(text)
        if heading or now is None:
            if now:
                yield now
            name, what, rest = heading.groups() if heading else (None, None, text)
            now = _Raw(line.no, name, what, [rest], line.complete)
        else:
            now.text.append(text)
            now = now._replace(complete=line.complete)
    if now:
        yield now


def _element(raw: _Raw) -> Message | Chatter | Damaged:
    text = "\n".join(raw.text)
    if raw.name and not raw.what and not JSON_LINE.search(text):
        return Chatter(raw.line)
    if not text.strip() and not raw.what:
        return Chatter(raw.line)
    if not raw.name:
        return _bad(raw, text, HEADLESS)
    if len(text) > LARGEST:
        return _bad(raw, text, TOO_LONG)
    value = _object(text) if raw.what else None
    if value is None:
        return _bad(raw, text, DAMAGED if raw.complete else CUT_SHORT)
    return Message(raw.line, raw.name, raw.what == "Sent response", value)


def _object(text: str) -> dict[str, object] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _bad(raw: _Raw, text: str, reason: Text) -> Damaged:
    kept = text.encode("utf-8", "replace")[:KEPT]
    return Damaged(raw.name, Quarantined(raw.line, reason, EXPECTED, kept))
