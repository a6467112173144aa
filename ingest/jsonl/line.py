"""One line of our JSONL: its deal, or why it is refused.

Keys of the line that begin with `_` are the user's own and kept; every other unknown key is refused, and so is any card, seat, rank or type that is not
one. What is refused names its place by a JSON path.
"""

import re

import msgspec
from msgspec import Raw

from engine.records import EVENT_NAMES, Quarantined
from ingest.errors import Said
from ingest.jsonl.fields import VERSION, DealLine, Head, Stamp
from ingest.text import BINARY, UNKNOWN, Line

DEPTH = 32
NEWER = Said("written by a newer danpu", "由更新版本的 danpu 写成")
NOT_JSON = Said("not JSON", "不是 JSON")
TRUNCATED = Said("the line is cut off", "该行残缺")
TOO_LONG = Said("the line is longer than 16 MiB", "该行超过 16 MiB")
TOO_DEEP = Said("nested too deeply", "嵌套过深")
NO_TEXT = Said("not text", "不是文本")
UNKNOWN_KEY = Said("unknown key", "未知的键")
MISSING_KEY = Said("missing key", "缺少键")
WRONG_VALUE = Said("wrong value", "值不合规")
EXTRA_TWICE = Said("extra stated twice", "extra 重复")
CONTRADICTS = Said("contradicts an earlier line of its match", "与本场前文矛盾")
BLANK = Said("blank line", "空行")
A_DEAL = "a JSON object, danpu 1, one deal a line"
A_CARD = "a card (S H C D then 2-9 T J Q K A, or SB, HR)"
A_SEAT = "a seat (0 to 3)"
A_LEVEL = "a level (2-9 T J Q K A)"
EXPECTED = {
    "cards[]": A_CARD,
    "wild_as[]": A_CARD,
    "hand[]": A_CARD,
    "hands[][]": A_CARD,
    "rest[][]": A_CARD,
    "hands": "four hands, null for one not shown",
    "rest": "four hands, null for one not shown",
    "players": "four names, null for one not known",
    "seat": A_SEAT,
    "to": A_SEAT,
    "view": A_SEAT,
    "leader": A_SEAT,
    "finish[]": A_SEAT,
    "level": A_LEVEL,
    "levels[]": A_LEVEL,
    "as": "KIND:RANK, as in pair:K",
    "e": "an event (" + " ".join(EVENT_NAMES) + ")",
    "deal": "a number from 1 to 65535",
}

_line = msgspec.json.Decoder(DealLine)
_head = msgspec.json.Decoder(Head)
_stamp = msgspec.json.Decoder(Stamp)
_object = msgspec.json.Decoder(dict[str, Raw])
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')


def read(line: Line) -> DealLine | Quarantined:
    """The deal of a line, or what is wrong with it."""
    if line.cut:
        return refused(line, TOO_LONG, A_DEAL)
    if line.encoding in {BINARY, UNKNOWN}:
        return refused(line, NO_TEXT, A_DEAL)
    raw = line.raw if line.raw.isascii() else line.text.encode()
    try:
        return _decode(raw)
    except msgspec.ValidationError as error:
        return _wrong(line, raw, str(error))
    except RecursionError:
        return refused(line, TOO_DEEP, f"at most {DEPTH} levels")
    except msgspec.DecodeError as error:
        cut = not line.complete and "truncated" in str(error)
        return refused(line, TRUNCATED if cut else NOT_JSON, f"{A_DEAL} ({error})")


def _decode(raw: bytes) -> DealLine:
    if b'"_' not in raw:
        return _line.decode(raw)
    whole = _object.decode(raw)
    own = {key: value for key, value in whole.items() if key.startswith("_")}
    if not own:
        return _line.decode(raw)
    deal = _line.decode(msgspec.json.encode({k: v for k, v in whole.items() if k not in own}))
    if deal.extra is not None:
        raise msgspec.ValidationError(f"{EXTRA_TWICE.en} - at `$.extra`")
    if max(map(depth, own.values())) > DEPTH:
        raise RecursionError
    deal.extra = bytes(msgspec.json.encode(own)).decode()
    return deal


def depth(raw: Raw) -> int:
    """How deeply a value is nested."""
    now = deepest = 0
    for char in _STRING.sub(b"", bytes(raw)):
        now += (char in b"[{") - (char in b"]}")
        deepest = max(deepest, now)
    return deepest


def _wrong(line: Line, raw: bytes, message: str) -> Quarantined:
    what, _, path = message.partition(" - at `")
    path = path.rstrip("`") or "$"
    if stamp(raw) > VERSION:
        return refused(line, NEWER, f"$.danpu: {VERSION}", path="$.danpu", raw=raw)
    if what == EXTRA_TWICE.en:
        return refused(
            line, EXTRA_TWICE, "$.extra: extra, or keys that begin with _, not both", path="$.extra", raw=raw
        )
    reason = WRONG_VALUE
    if what.startswith("Object contains unknown field"):
        reason = UNKNOWN_KEY
    elif what.startswith("Object missing required field"):
        reason = MISSING_KEY
    last = re.sub(r"\d+", "", path.rpartition(".")[2])
    return refused(line, reason, f"{path}: {EXPECTED.get(last, what)}", path=path, raw=raw)


def refused(line: Line, reason: Said, expected: str, *, path: str = "", raw: bytes = b"") -> Quarantined:
    """A line kept with the reason it was refused; `raw` is its JSON if it is any."""
    place = head(raw)
    event = re.match(r"\$\.events\[(\d+)\]", path)
    return Quarantined(
        line=line.no,
        reason=reason.en,
        expected=expected,
        raw=line.raw,
        deal=place.deal if place else None,
        event=int(event[1]) + 1 if event else None,
        context={"path": path} if path else {},
    )


def head(raw: bytes) -> Head | None:
    """The match and deal that some JSON claims, if it claims any."""
    try:
        return _head.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        return None


def stamp(raw: bytes) -> int:
    """The version that some JSON claims, 0 if it claims none."""
    try:
        return _stamp.decode(raw).danpu
    except (msgspec.DecodeError, RecursionError):
        return 0
