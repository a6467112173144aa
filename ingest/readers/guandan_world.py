"""The console log of guandan-world's match simulator: every play of all four seats, with all hands, in English and Chinese sentences.

    Player 0 (27 cards): [3C,3S,...,SJ,BJ]        hands after a deal, before tribute; `SJ` is the small joker, `BJ` the big one
    Event: Player 0 played 2 cards: [3C,3S]

A pool tribute names who paid and who chose; `to` is stated only where the log says who got the card. Hands printed again at each trick are ignored.
"""

import re
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

from engine.records import Event, EventKind, Ignored, Match, Quarantined
from engine.words import Text
from ingest.readers.guandan_world_fields import AS_MANY, AS_MANY_PLAYED, ClaimError, miscounted, parse, rank
from ingest.readers.guandan_world_state import Log, Unfinished
from ingest.text import BINARY, BLANK, NUL_BYTES, Line, decode, lines

FORMAT = "guandan_world"
UNIT = "line"
RULES = "huaian_2017"
VERSION = 1
WHY = Text(
    "含有形如 `Event: Player 0 played 1 cards: [3C]` 或 `Player 0 (27 cards): [...]` 的行",
    "lines like `Event: Player 0 played 1 cards: [3C]` or `Player 0 (27 cards): [...]`",
)
SEEMS_EVENT = re.compile(
    r"^Event:|^Player \d \(\d+ cards?\)|^Player ?\d .*(上贡|贡献|提交贡牌|还贡|选择)|^当前Deal Level|^队伍\d+ Level|^danpu:"
)
NO_MOVE = re.compile(r"^Player \d \(|^当前Deal Level|^队伍\d+ Level")
EXPECTED = Text(
    "Event: Player N played N cards: [...]、Event: Player N passed、Player N (N cards): [...] 之类",
    "Event: Player N played N cards: [...], Event: Player N passed, Player N (N cards): [...] and the like",
)
DAMAGED = Text("一行残缺或损坏", "a line that is damaged or cut short")
REPEATED = Text("每圈开头重印的手牌", "hands repeated at trick start")
FRAME = Text("边框、标题或小结", "frame, heading or summary")
TRICK = Text("圈的边框", "trick frame")


def sniff(head: bytes) -> bool:
    """Whether a file's beginning holds lines of this log."""
    text, _ = decode(head)
    return any(
        re.match(
            r"Event: (Player \d (played|passed)|Deal (Started|Ended)|Match (Started|Ended))|Player \d \(27 cards\): \[",
            t,
        )
        for t in text.splitlines()
    )


def read(file: BinaryIO) -> Iterator[Match | Quarantined | Ignored]:
    """The matches of a log as they end, then what was ignored, by reason."""
    log = Log()
    for line in lines(file):
        yield from take(log, line)
    log.close()
    yield from log.ready
    yield from (Ignored(reason, units) for reason, units in log.ignored.items())


class _Rule(NamedTuple):
    """What a line that matches a pattern does to the log."""

    pattern: re.Pattern[str]
    act: Callable[[Log, "re.Match[str]", Line], None]


def lose(log: Log, text: str) -> None:
    """Tells the deal going on that it has lost a line that may have held a move."""
    if log.open is not None and not NO_MOVE.search(text):
        log.open.lose()


def take(log: Log, line: Line) -> Iterator[Match | Quarantined]:
    """One more line; gives the matches it ends, or itself if it can't be read."""
    text = line.text.strip()
    rule, found = next(((r, m) for r in RULES_OF_LINES if (m := r.pattern.fullmatch(text))), (None, None))
    if line.encoding == BINARY or line.cut or (rule is None and SEEMS_EVENT.search(text)):
        yield Quarantined(
            line.no,
            NUL_BYTES if line.encoding == BINARY else DAMAGED,
            EXPECTED,
            line.raw,
        )
        lose(log, text)
    elif rule is None or found is None:
        log.ignored[FRAME if text else BLANK] += 1
    else:
        try:
            rule.act(log, found, line)
        except ClaimError as error:
            yield Quarantined(line.no, error.said, error.expected, line.raw)
            lose(log, text)
    yield from log.ready
    log.ready.clear()


def _match_started(log: Log, _: "re.Match[str]", __: Line) -> None:
    if log.open is not None:
        log.end_deal(None)
    if log.deals:
        log.end_match()
    log.begun = True
    log.units += 1


def _deal_started(log: Log, _: "re.Match[str]", line: Line) -> None:
    if log.open is not None and (log.open.events or log.open.hands != [None] * 4):
        log.end_deal(None)
    log.open = Unfinished(line.no, whole=True)
    log.units += 1


def _match_goes_on(log: Log, found: "re.Match[str]", line: Line) -> None:
    _match_started(log, found, line)
    log.begun = None


def _deal_cut(log: Log, found: "re.Match[str]", line: Line) -> None:
    """Our own writer states what a deal has lost."""
    _deal_started(log, found, line)
    log.open = Unfinished(line.no, whole=found[1] not in ("head", "both"), stated_cut=found[1])


def _hand(log: Log, found: "re.Match[str]", line: Line) -> None:
    deal = log.deal(line)
    seat = int(found[1])
    if deal.tricks or deal.hands[seat] is not None:
        log.ignored[REPEATED] += 1
        return
    held = parse(found[3])
    if len(held) != int(found[2]):
        raise ClaimError(miscounted(found), AS_MANY)
    deal.hands[seat] = held
    log.units += 1


def _trick(log: Log, found: "re.Match[str]", line: Line) -> None:
    deal = log.deal(line)
    deal.tricks += 1
    if deal.leader is None and deal.whole and deal.tricks == 1:
        deal.leader = int(found[1])
        log.units += 1
    else:
        log.ignored[TRICK] += 1


def _trick_ended(log: Log, _: "re.Match[str]", __: Line) -> None:
    log.ignored[TRICK] += 1


def _add(log: Log, line: Line, event: Event) -> None:
    log.deal(line).events.append(event)
    log.units += 1


def _played(log: Log, found: "re.Match[str]", line: Line) -> None:
    laid = parse(found[3])
    if len(laid) != int(found[2]) or not laid:
        raise ClaimError(miscounted(found), AS_MANY_PLAYED)
    _add(log, line, Event(EventKind.PLAY, int(found[1]), laid, line=line.no))


def _passed(log: Log, found: "re.Match[str]", line: Line) -> None:
    _add(log, line, Event(EventKind.PASS, int(found[1]), line=line.no))


def _paid(log: Log, found: "re.Match[str]", line: Line) -> None:
    _add(log, line, Event(EventKind.TRIBUTE, int(found[1]), parse(found[3]), to=int(found[2]), line=line.no))


def _pooled(log: Log, found: "re.Match[str]", line: Line) -> None:
    _add(log, line, Event(EventKind.TRIBUTE, int(found[1]), parse(found[2]), line=line.no))


def _chose(log: Log, found: "re.Match[str]", line: Line) -> None:
    """Whose card a winner picked from the pool: stated on that payer's tribute if only one paid such a card."""
    deal, picked = log.deal(line), parse(found[2])
    payers = [
        i for i, e in enumerate(deal.events) if e.kind == EventKind.TRIBUTE and e.cards == picked and e.to is None
    ]
    if len(payers) == 1:
        paid = deal.events[payers[0]]
        deal.events[payers[0]] = Event(paid.kind, paid.seat, paid.cards, to=int(found[1]), line=paid.line)
    log.units += 1


def _returned(log: Log, found: "re.Match[str]", line: Line) -> None:
    _add(log, line, Event(EventKind.RETURN, int(found[1]), parse(found[3]), to=int(found[2]), line=line.no))


def _resisted(log: Log, _: "re.Match[str]", line: Line) -> None:
    _add(log, line, Event(EventKind.ANTI_TRIBUTE, None, label=line.text.strip(), line=line.no))


def _not_resisted(log: Log, _: "re.Match[str]", line: Line) -> None:
    log.deal(line).refused = True
    log.ignored[FRAME] += 1


def _holder(log: Log, found: "re.Match[str]", line: Line) -> None:
    """The first holder named takes the place of the sentence that names none; further ones are events of their own."""
    deal = log.deal(line)
    if deal.refused:
        log.ignored[FRAME] += 1
        return
    last = deal.events[-1] if deal.events else None
    if last is not None and last.kind == EventKind.ANTI_TRIBUTE and last.seat is None:
        deal.events[-1] = Event(EventKind.ANTI_TRIBUTE, int(found[1]), label=last.label, line=line.no)
        log.units += 1
    else:
        _add(log, line, Event(EventKind.ANTI_TRIBUTE, int(found[1]), label=line.text.strip(), line=line.no))


def _level(log: Log, found: "re.Match[str]", line: Line) -> None:
    log.deal(line).level = rank(found[1])
    log.units += 1


def _team_level(log: Log, found: "re.Match[str]", line: Line) -> None:
    log.deal(line).team_levels[int(found[1])] = rank(found[2])
    log.units += 1


def _deal_ended(log: Log, found: "re.Match[str]", line: Line) -> None:
    log.deal(line)
    log.units += 1
    log.end_deal(tuple(int(seat) for seat in found[1].split()), line.no)


def _match_ended(log: Log, found: "re.Match[str]", line: Line) -> None:
    if log.open is not None:
        log.end_deal(None)
    log.ended = (int(found[1]) if found[1] else None, line.no)
    log.units += 1
    if log.deals:
        log.end_match()


RULES_OF_LINES = tuple(
    _Rule(re.compile(pattern), act)
    for pattern, act in (
        (r"Event: Player ([0-3]) played (\d{1,2}) cards?: \[(.*)\]", _played),
        (r"Event: Player ([0-3]) passed", _passed),
        (r"Player ([0-3]) \((\d{1,2}) cards?\): \[(.*)\]", _hand),
        (r"Event: New Trick Started, Leader: Player ([0-3])", _trick),
        (r"Event: Trick Ended, Winner: Player ([0-3])", _trick_ended),
        (r"Event: Deal Started|=== Deal \S+ Started ===", _deal_started),
        (r"Event: Deal Ended, Rankings: \[([0-3](?: [0-3]){0,3})\].*", _deal_ended),
        (r"Event: Match Started", _match_started),
        (r"Event: Match Ended(?:, Winner: Team ([01]))?", _match_ended),
        (r"Player ?([0-3]) 上贡给 Player ?([0-3])：(.*)", _paid),
        (r"Player ?([0-3]) (?:贡献|提交贡牌|上贡(?:到池)?)：(.*)", _pooled),
        (r"Player ?([0-3]) .*选择：(.*)", _chose),
        (r"Player ?([0-3]) 还贡给 Player ?([0-3])：(.*)", _returned),
        (r"抗贡结果：.*触发抗贡", _resisted),
        (r"抗贡结果：.*未达到抗贡条件.*", _not_resisted),
        (r"Player ([0-3]): ?\d张大王", _holder),
        (r"danpu: match goes on", _match_goes_on),
        (r"danpu: deal begins, cut: (head|tail|both|middle)", _deal_cut),
        (r"当前Deal Level: (\d{1,3})", _level),
        (r"队伍([01]) Level: (\d{1,3})(?!\d).*", _team_level),
    )
)
