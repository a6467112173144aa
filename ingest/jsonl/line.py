"""One line of our JSONL: its deal, or why it is refused.

Keys of the line that begin with `_` are the user's own and kept; every other unknown key is refused, and so is any card, seat, rank or type that is not
one. What is refused names its place by a JSON path.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from msgspec import Raw

from engine.records import EVENT_NAMES, Quarantined
from engine.unsupported import OF_PLAYERS
from engine.words import Text
from ingest.jsonl.fields import VERSION, DealLine, Head, Stamp
from ingest.text import BINARY, UNKNOWN, Line

DEPTH = 32
NEWER = Text("由更新版本的 danpu 写成", "written by a newer danpu")
NOT_JSON = Text("不是 JSON", "not JSON")
TRUNCATED = Text("该行残缺", "the line is cut off")
TOO_LONG = Text("该行超过 16 MiB", "the line is longer than 16 MiB")
TOO_DEEP = Text("嵌套过深", "nested too deeply")
NO_TEXT = Text("不是文本", "not text")
UNKNOWN_KEY = Text("未知的键", "unknown key")
MISSING_KEY = Text("缺少键", "missing key")
WRONG_VALUE = Text("值不合规", "wrong value")
EXTRA_TWICE = Text("extra 重复", "extra stated twice")
KEY_TWICE = Text("同一个键出现两次", "a key stated twice")
CONTRADICTS = Text("与本场前文矛盾", "contradicts an earlier line of its match")
A_DEAL = Text("一个 JSON 对象，danpu 1，一行一副", "a JSON object, danpu 1, one deal a line")
A_CARD = Text("牌（花色 S H C D 加点数 2-9 T J Q K A，或 SB、HR）", "a card (S H C D then 2-9 T J Q K A, or SB, HR)")
A_SEAT = Text("座位（0 至 3）", "a seat (0 to 3)")
A_LEVEL = Text("级数（2-9 T J Q K A）", "a level (2-9 T J Q K A)")
FOUR_HANDS = Text("四家手牌，未亮者为 null", "four hands, null for one not shown")
SHALLOW = Text(f"至多 {DEPTH} 层", f"at most {DEPTH} levels")
ONCE = Text("每个键一次", "each key once")
PASSED_CARDS = Text("过牌无牌", "a pass has no cards")
ONE_EXTRA = Text("$.extra：extra 与以 _ 开头的键只能有其一", "$.extra: extra, or keys that begin with _, not both")
EXPECTED = {
    "cards[]": A_CARD,
    "wild_as[]": A_CARD,
    "hand[]": A_CARD,
    "hands[][]": A_CARD,
    "rest[][]": A_CARD,
    "hands": FOUR_HANDS,
    "rest": FOUR_HANDS,
    "players": Text("四个名字，不知者为 null", "four names, null for one not known"),
    "seat": A_SEAT,
    "to": A_SEAT,
    "view": A_SEAT,
    "at": Text("dealt 或 after_tribute，即 hands 所示的时点", "dealt or after_tribute: when the hands were as stated"),
    "leader": A_SEAT,
    "finish[]": A_SEAT,
    "finish": Text("座位的列表，不重复", "a list of seats, none twice"),
    "level": A_LEVEL,
    "levels[]": A_LEVEL,
    "as": Text("牌型:点数，如 pair:K", "KIND:RANK, as in pair:K"),
    "e": Text(f"事件（{' '.join(EVENT_NAMES)}）", f"an event ({' '.join(EVENT_NAMES)})"),
    "deal": Text("1 至 65535 的数", "a number from 1 to 65535"),
}

OF_SEATS = ("$.players", "$.hands")

_line = msgspec.json.Decoder(DealLine)
_head = msgspec.json.Decoder(Head)
_stamp = msgspec.json.Decoder(Stamp)
_object = msgspec.json.Decoder(dict[str, Raw])
_TYPES = {
    "int": Text("整数", "a whole number"),
    "float": Text("小数", "a decimal number"),
    "str": Text("字符串", "a string"),
    "bool": Text("true 或 false", "true or false"),
    "null": Text("null", "null"),
    "array": Text("列表", "a list"),
    "object": Text("对象", "an object"),
}
# What the decoder says, in English only, and how it is said here.
_SAID = (
    (r"Expected (.+) matching regex (.+)", r"\1，合乎 \2", r"\1 that matches \2"),
    (r"Expected (.+) without repeats", r"\1，不重复", r"\1, none twice"),
    (r"Expected (.+) ([<>]=?) (.+)", r"\1，\2 \3", r"\1 \2 \3"),
    (r"Expected (.+) of length (.+), got (.+)", r"\1，长 \2，实为 \3", r"\1 of length \2, got \3"),
    (r"Expected (.+) of length (.+)", r"\1，长 \2", r"\1 of length \2"),
    (r"Expected (.+), got (.+)", r"\1，实为 \2", r"\1, got \2"),
    (r"Object contains unknown field (.+)", r"没有键 \1", r"no key \1"),
    (r"Object missing required field (.+)", r"须有键 \1", r"key \1"),
    (r"Invalid enum value (.+)", r"没有值 \1", r"no value \1"),
    (r"JSON is malformed: .* \(byte (\d+)\)", r"第 \1 字节处不合 JSON", r"byte \1 is no JSON"),
    (r"Input data was truncated", "内容到此中断", "it breaks off"),
)
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
        return refused(line, TOO_DEEP, SHALLOW)
    except msgspec.DecodeError as error:
        cut = not line.complete and "truncated" in str(error)
        why = _told(str(error))
        wanted = Text(f"{A_DEAL.zh}（{why.zh}）", f"{A_DEAL.en} ({why.en})")
        return refused(line, TRUNCATED if cut else NOT_JSON, wanted)


def _decode(raw: bytes) -> DealLine:
    deal = _plain(raw)
    if twice := _stated_twice(raw):
        raise msgspec.ValidationError(f"{KEY_TWICE.en} - at `{twice}`")
    if deal.finish is not None and len(set(deal.finish)) < len(deal.finish):
        raise msgspec.ValidationError("Expected `array` without repeats - at `$.finish`")
    if deal.at is None and deal.hands is not None and any(hand is not None for hand in deal.hands):
        raise msgspec.ValidationError(f"{MISSING_KEY.en} - at `$.at`")
    passed = next((k for k, event in enumerate(deal.events) if event.e == "pass" and event.cards), None)
    if passed is not None:
        raise msgspec.ValidationError(f"{PASSED_CARDS.en} - at `$.events[{passed}].cards`")
    return deal


class _Twice(NamedTuple):
    """An object that has a key twice."""

    key: str


def _stated_twice(raw: bytes) -> str | None:
    """The JSON path of a key that an object has twice: the decoder would keep the last of them and drop the other."""

    def pairs(held: list[tuple[str, object]]) -> object:
        keys = Counter(key for key, _ in held)
        twice = next((key for key, n in keys.items() if n > 1), None)
        return dict(held) if twice is None else _Twice(twice)

    return _twice(json.loads(raw, object_pairs_hook=pairs), "$")


def _twice(value: object, path: str) -> str | None:
    if isinstance(value, _Twice):
        return f"{path}.{value.key}"
    inside: Iterable[tuple[str, object]] = ()
    if isinstance(value, dict):
        inside = ((f"{path}.{key}", held) for key, held in value.items())
    elif isinstance(value, list):
        inside = ((f"{path}[{k}]", held) for k, held in enumerate(value))
    return next((found for at, held in inside if (found := _twice(held, at))), None)


def _plain(raw: bytes) -> DealLine:
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
        return refused(line, NEWER, at("$.danpu", Text(f"{VERSION}", f"{VERSION}")), path="$.danpu", raw=raw)
    if what == EXTRA_TWICE.en:
        return refused(line, EXTRA_TWICE, ONE_EXTRA, path="$.extra", raw=raw)
    reason = WRONG_VALUE
    if path in OF_SEATS and (other := OF_PLAYERS.get(_seats(raw))):
        return refused(line, other, at(path, EXPECTED[path.removeprefix("$.")]), path=path, raw=raw)
    if what == KEY_TWICE.en:
        return refused(line, KEY_TWICE, at(path, ONCE), path=path, raw=raw)
    if what == PASSED_CARDS.en:
        return refused(line, WRONG_VALUE, at(path, PASSED_CARDS), path=path, raw=raw)
    if what.startswith("Object contains unknown field"):
        reason = UNKNOWN_KEY
    elif what.startswith(("Object missing required field", MISSING_KEY.en)):
        reason = MISSING_KEY
    last = re.sub(r"\d+", "", path.rpartition(".")[2])
    return refused(line, reason, at(path, EXPECTED.get(last) or _told(what)), path=path, raw=raw)


def _seats(raw: bytes) -> int:
    """How many a line that is not of four is of: as many as it names, else as it shows whole hands of; 0 where that is not told."""
    try:
        held = json.loads(raw)
    except (ValueError, RecursionError):  # it is wrong before that is seen
        return 0
    players, hands = held.get("players"), held.get("hands")
    if isinstance(players, list):
        return len(players)
    return len(hands) if isinstance(hands, list) and None not in hands else 0


def _told(what: str) -> Text:
    """A complaint of the decoder; one that is not known stays as it is."""
    for pattern, zh, en in _SAID:
        if found := re.fullmatch(pattern, what):
            return Text(_typed(found.expand(zh), "zh"), _typed(found.expand(en), "en"))
    return Text(what, what)


def _typed(said: str, language: str) -> str:
    """A text with the decoder's names of types, `int` and `int | null`, in words."""

    def worded(found: re.Match[str]) -> str:
        parts = found[1].split(" | ")
        if any(part not in _TYPES for part in parts):
            return found[0]
        joined = {"zh": " 或 ", "en": " or "}[language]
        return joined.join(getattr(_TYPES[part], language) for part in parts)

    return re.sub(r"`([^`]+)`", worded, said)


def at(path: str, what: Text) -> Text:
    """What was expected at a JSON path."""
    return Text(f"{path}：{what.zh}", f"{path}: {what.en}")


def refused(line: Line, reason: Text, expected: Text, *, path: str = "", raw: bytes = b"") -> Quarantined:
    """A line kept with the reason it was refused; `raw` is its JSON if it is any."""
    place = head(raw)
    event = re.match(r"\$\.events\[(\d+)\]", path)
    return Quarantined(
        line=line.no,
        reason=reason,
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
