"""`danpu replay`: a deal as text, event by event, with the findings where they fall."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from danpu import errors
from danpu.cli import hands, intake, language, screen, verdict, words
from danpu.cli.language import say
from danpu.cli.options import Command, DealNo, Format, OnePath, Rules, option
from danpu.wording import count

if TYPE_CHECKING:
    from engine.findings import Finding
    from engine.replay import Replay, Result, State

Symbols = Annotated[bool, option("--symbols", "花色用 ♠♥♣♦", "suits as ♠♥♣♦ instead of S H C D")]


def replay(
    path: OnePath, deal: DealNo = 1, rules: Rules = None, format_name: Format = None, symbols: Symbols = False
) -> int:
    """Show a deal event by event."""
    from danpu.books import book
    from engine.reconstruct import hands as reconstructed
    from engine.replay import replay as replayed

    chosen = intake.one_deal(path, deal, format_name)
    name = rules or chosen.rules
    found = replayed(chosen.match, book(name), book(chosen.platform_rules))
    of_deal = [f for f in found.findings if f.deal_no == chosen.deal.deal_no]
    result = next(r for r in found.results if r.deal_no == chosen.deal.deal_no)
    _head(found, result, deal)
    hands.show(reconstructed(found, chosen.deal.deal_no), name)
    screen.out()
    for finding in of_deal:
        if finding.event_no is None:
            screen.out(_told(finding))
    states = found.steps(chosen.deal.deal_no)
    screen.table(_columns(), [_row(n, s, result, of_deal, symbols) for n, s in enumerate(states, 1)])
    _foot(result)
    return errors.FINE


def _head(found: "Replay", result: "Result", number: int) -> None:
    from engine.cards import RANKS

    level = "?" if result.level is None else RANKS[result.level]
    match = found.match
    screen.out(
        say(
            f"来源第 {number} 副（第 {match.match_no} 场第 {result.deal_no} 副），打 {level}（{words.how(result.level_how)}）",
            f"deal {number} of the source (match {match.match_no}, deal {result.deal_no}), level {level} ({words.how(result.level_how)})",
        )
    )
    for seat, name in enumerate(match.names):
        if name is not None:
            screen.out(say(f"座位 {seat}：{name}", f"seat {seat}: {name}"))


def _columns() -> list[str]:
    titles = (
        ("#", "#"),
        ("行", "line"),
        ("圈", "trick"),
        ("座位", "seat"),
        ("动作", "action"),
        ("牌", "cards"),
        ("余", "left"),
        ("发现", "findings"),
    )
    return [say(*title) for title in titles]


def _row(
    number: int, state: "State", result: "Result", findings: Sequence["Finding"], symbols: bool
) -> list[screen.Cell]:
    event, seat = state.event, state.event.seat
    of_event = [f for f in findings if f.event_no == number]
    return [
        number,
        event.line,
        state.trick_no or None,
        seat,
        _action(state, result),
        words.shown(event.cards, result.level, symbols=symbols),
        None if seat is None else state.left[seat],
        screen.Marked("\n".join(map(_told, of_event)), of_event[0].severity if of_event else None),
    ]


def _action(state: "State", result: "Result") -> str:
    from engine.cards import RANK_NAMES
    from engine.records import EVENT_NAMES, KIND_NAMES, EventKind

    event, read = state.event, state.read
    if read is None or not read.kind:
        to = event.to
        if to is None and event.kind == EventKind.TRIBUTE and event.seat is not None:
            to = result.receivers[event.seat]
        return words.event(EVENT_NAMES[event.kind]) + ("" if to is None else f" → {to}")
    rank = "" if read.rank is None else f" {RANK_NAMES[read.rank]}"
    return words.kind(KIND_NAMES[read.kind]) + rank


def _told(finding: "Finding") -> str:
    from engine.findings import sentence

    said = f"{words.severity(finding.severity)} {finding.code}: {sentence(finding, language.current())}"
    return said if finding.clause is None else f"{said} [{verdict.clause(finding.clause)}]"


def _foot(result: "Result") -> None:
    if not result.finish:
        screen.out(say("没有人出完", "nobody has gone out"))
        return
    steps = "" if result.steps is None else say(f"，升 {result.steps} 级", f", {count(result.steps, 'step')}")
    side = "0 2" if result.winner_team == 0 else "1 3"
    screen.out(
        say(
            f"出完次序：{words.seats(result.finish)}；{side} 方胜{steps}",
            f"went out in order: {words.seats(result.finish)}; seats {side} win{steps}",
        )
    )


COMMAND = Command(
    "replay",
    "文字复盘：逐手列出一副牌，违规标在其处。",
    "Replay a deal as text, event by event, with the findings where they fall.",
    ("danpu replay server.log --deal 3", "danpu replay server.log --deal 3 --symbols --rules huaian_2017"),
    replay,
)
