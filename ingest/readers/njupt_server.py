"""The referee's console log of the NJUPT offline platform: one line an accepted move, all four seats, nothing else.

    [I 251124 22:40:05 server:96] Test1 send {'actIndex': 95} ['Straight', '8', ['H8', 'DJ', 'SQ', 'CK', 'CA']]

Deals, matches and seats are not in it: `engine.segment`, `engine.infer` and `engine.seating` find them. Levels stay None. The
clock is local time with a resolution of one second.
"""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import pairwise
from sys import intern
from typing import BinaryIO, NamedTuple

from engine.pile import finishing, is_over
from engine.records import Deal, Event, Ignored, Match, Quarantined
from engine.rules import load
from engine.seating import WINDOW, Names, seating, tables
from engine.segment import Piece, segment
from engine.words import Text
from ingest.readers.njupt_matches import numbered
from ingest.readers.njupt_moves import EXPECTED as MOVE_EXPECTED
from ingest.readers.njupt_moves import LARGEST_CHOICE, Move, MoveError, literal, parse
from ingest.text import BINARY, BLANK, NUL_BYTES, Line, decode, lines

FORMAT = "njupt_server"
UNIT = "line"
RULES = "njupt_v1006"
VERSION = 1
WHY = Text(
    "含有形如 `[I 251124 22:40:05 server:96] 名字 send {'actIndex': 0} [...]` 的行",
    "a line like `[I 251124 22:40:05 server:96] NAME send {'actIndex': 0} [...]`",
)
# With such a line our own writer states what begins with the next move, and what of that deal is lost; the platform's log never does.
MARK = re.compile(
    r"\[I \d{6} \d\d:\d\d:\d\d danpu:\d+\] (match begins|match goes on|deal begins)(?:, cut: (head|tail|both|middle))?"
)
ACTION = re.compile(r"\[I (\d{6} \d\d:\d\d:\d\d) server:\d+\] (.+?) send (\{.*?\}) (\[.*\])\s*")
SEEMS_ACTION = re.compile(r"server:\d+\]|actIndex|\bsend \{")
LINE_EXPECTED = Text(
    "[I 年月日 时:分:秒 server:N] 名字 send {'actIndex': n} [类型, 点数, 牌]",
    "[I YYMMDD hh:mm:ss server:N] NAME send {'actIndex': n} [type, rank, cards]",
)
DAMAGED = Text("一手残缺或损坏的牌", "a move that is cut short or damaged")
CUT_SHORT = Text("最后一行残缺", "the last line is cut short")
NO_ACTION = Text("不是出牌", "not a move")
MARKED = Text("开局标记", "a mark of what begins")
MATCH, DEAL = "match begins", "deal begins"
STARTS = {MATCH: True, DEAL: False}


class Action(NamedTuple):
    """A line of the log that is a move."""

    line: int
    clock: str
    name: str
    choice: int
    move: Move


class Mark(NamedTuple):
    """A line that states what begins with the next move; `cut` as in `Deal`."""

    what: str
    cut: str | None


def sniff(head: bytes) -> bool:
    """Whether a file's beginning holds a line of this log."""
    text, _ = decode(head)
    return any(ACTION.fullmatch(line) for line in text.splitlines())


def read(file: BinaryIO) -> Iterator[Match | Quarantined | Ignored]:
    """The matches of a log, then what could not be read, then what was ignored, by reason."""
    actions: list[Action] = []
    bad: list[Quarantined] = []
    ignored: Counter[Text] = Counter()
    marks: dict[int, Mark] = {}
    raws = _Raws()
    mark: Mark | None = None
    for line in lines(file):
        piece = classify(line)
        if isinstance(piece, Action):
            actions.append(piece)
            raws.keep(piece, line.raw)
            marks.update({piece.line: mark} if mark else {})
            mark = None
        elif isinstance(piece, Quarantined):
            bad.append(piece)
        else:
            ignored[MARKED if isinstance(piece, Mark) else piece] += 1
            mark = piece if isinstance(piece, Mark) else mark
    match_no = 0
    for seated, names in _tables(actions, marks):
        bad += [_stranger(act, names, raws.of.get(act.line, b"")) for act in seated if act.name not in names]
        table = [act for act in seated if act.name in names]
        lost = sorted(piece.line for piece in bad if piece.line is not None)
        for match in _matches(table, marks, _seconds(actions[0].clock), match_no, lost):
            match_no = match.match_no
            yield match
    yield from sorted(bad, key=lambda piece: piece.line or 0)
    yield from (Ignored(reason, units) for reason, units in ignored.items())


class _Raws:
    """The bytes of the lines of names that are rare so far: any that turns out to be no player's must be kept as it was."""

    def __init__(self) -> None:
        self.of: dict[int, bytes] = {}
        self._seen: Counter[str] = Counter()

    def keep(self, act: Action, raw: bytes) -> None:
        """Keeps the bytes of a line if need be."""
        self._seen[act.name] += 1
        if self._seen[act.name] <= WINDOW:
            self.of[act.line] = raw


def classify(line: Line) -> Action | Mark | Quarantined | Text:
    """The move in a line, or what it marks, or why it is quarantined, or the reason for which it is ignored."""
    text = line.text.strip()
    found = ACTION.fullmatch(text)
    if line.encoding == BINARY:
        return Quarantined(line.no, NUL_BYTES, LINE_EXPECTED, line.raw)
    if found is None:
        if SEEMS_ACTION.search(text):
            reason = DAMAGED if line.complete else CUT_SHORT
            return Quarantined(line.no, reason, LINE_EXPECTED, line.raw)
        return _remark(text)
    clock, name, choice, triple = found.groups()
    try:
        return Action(line.no, intern(clock), intern(name), _choice(choice), parse(triple))
    except MoveError as error:
        return Quarantined(line.no, error.said, MOVE_EXPECTED, line.raw)


def _remark(text: str) -> Mark | Text:
    marked = MARK.fullmatch(text)
    return Mark(marked[1], marked[2]) if marked else NO_ACTION if text else BLANK


@lru_cache(maxsize=4096)
def _choice(text: str) -> int:
    match literal(text):
        case {"actIndex": int(index)} if not isinstance(index, bool) and 0 <= index <= LARGEST_CHOICE:
            return index
    raise MoveError(Text(f"{text[:80]} 不是 {{'actIndex': n}}", f"{text[:80]} is no {{'actIndex': n}}"))


@lru_cache(maxsize=64)
def _seconds(clock: str) -> int | None:
    """Seconds of a local clock, None for a time that does not exist."""
    try:
        moment = datetime.strptime(clock, "%y%m%d %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        return None
    return int(moment.timestamp())


def _stranger(act: Action, names: Iterable[str], raw: bytes) -> Quarantined:
    seen, four = f"{act.name[:40]!r}", " ".join(sorted(names))
    return Quarantined(
        act.line,
        Text(f"{seen} 是桌上第五个名字", f"{seen} is a fifth name at the table"),
        Text(f"四人之一：{four}", four),
        raw,
    )


def _tables(actions: Sequence[Action], marks: Mapping[int, Mark]) -> Iterator[tuple[Sequence[Action], frozenset[str]]]:
    """The stretches with the same four players and their names; with a match that is marked others may sit down."""
    marked = [i for i, act in enumerate(actions) if act.line in marks and marks[act.line].what != DEAL] if marks else []
    for first, after in pairwise(sorted({0, *marked, len(actions)})):
        part = actions[first:after]
        for start, stop, names in tables([act.name for act in part]):
            yield part[start:stop], names


def _matches(
    table: Sequence[Action], marks: Mapping[int, Mark], zero: int | None, match_no: int, lost: Sequence[int]
) -> Iterator[Match]:
    """The matches of one table, numbered on from `match_no`.

    A deal with a line that could not be read (`lost`) between its first and its last has lost some of its middle.
    """
    names, how = seating([act.name for act in table])
    events = [_event(act, names, zero) for act in table]
    stated = {i: marks[act.line] for i, act in enumerate(table) if act.line in marks} if marks else {}
    deals = [
        Deal(
            0,
            tuple(events[piece.start : piece.stop]),
            cut="middle" if piece.cut in (None, "tail") and _gap(events[piece.start : piece.stop], lost) else piece.cut,
            starts_match=STARTS.get(stated[piece.start].what) if piece.start in stated else None,
            first_line=events[piece.start].line,
        )
        for piece in _pieces(events, stated)
    ]
    for no, found in enumerate(numbered(deals, RULES), match_no + 1):
        yield Match(no, found, names=names, seat_how=how, units=sum(len(deal.events) for deal in found))


def _pieces(events: Sequence[Event], stated: Mapping[int, Mark]) -> list[Piece]:
    """The deals: a log that marks one, or what it has lost, marks them all from there on."""
    if all(mark == (MATCH, None) for mark in stated.values()):
        return segment(events, load(RULES), stated)
    first = min(stated)
    pieces = segment(events[:first], load(RULES))
    for start, stop in pairwise([*sorted(stated), len(events)]):
        whole = is_over(finishing(events[start:stop]))
        pieces.append(Piece(start, stop, stated[start].cut or (None if whole else "tail")))
    return pieces


def _gap(events: Sequence[Event], lost: Sequence[int]) -> bool:
    """Whether a lost line stands among those of the events."""
    first, last = events[0].line or 0, events[-1].line or 0
    after = bisect(lost, first)
    return after < len(lost) and lost[after] < last


def _event(act: Action, names: Names, zero: int | None) -> Event:
    now, move = _seconds(act.clock), act.move
    return Event(
        move.event,
        names.index(act.name),
        move.cards,
        declared_kind=move.kind,
        declared_rank=move.rank,
        label=move.label,
        choice=act.choice,
        line=act.line,
        time_ms=None if now is None or zero is None else 1000 * (now - zero),
    )
