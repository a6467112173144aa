"""Findings as a person reads them: a table of places, sentences and clauses, and their sum by code."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from danpu.cli import language, screen
from danpu.cli.language import say

if TYPE_CHECKING:
    from danpu.validation import BookRow, Placed, Validation

DRAWN = 200


def show(validation: "Validation") -> None:
    """The findings, their sum by code, and under which rule book."""
    screen.note(say(f"规则书：{', '.join(validation.rules)}", f"rule book: {', '.join(validation.rules)}"))
    findings(validation.findings)
    if validation.findings:
        screen.out()
        _by_code(validation)
    screen.note(
        say(
            f"{validation.deals} 副，其中 {validation.clean} 副无违规无矛盾；违规 {validation.count('illegal')} 处",
            f"{validation.deals} deals, {validation.clean} of them clean; {validation.count('illegal')} illegal findings",
        )
    )


def findings(placed: Sequence["Placed"]) -> None:
    """A table of findings; a terminal gets the first ones, a pipe all."""
    if sys.stdout.isatty():
        columns = (say("位置", "place"), say("级别与代码", "severity, code"), say("说明", "what is wrong"))
        screen.table(columns, [_drawn(p) for p in placed[:DRAWN]])
        if len(placed) > DRAWN:
            more = len(placed) - DRAWN
            screen.note(say(f"另有 {more} 处；全部见 --json 或输出到文件", f"{more} more: use --json, or a pipe"))
        return
    headings = tuple(
        say(*title)
        for title in (
            ("位置", "place"),
            ("级别", "severity"),
            ("代码", "code"),
            ("场", "match"),
            ("副", "deal"),
            ("事件", "event"),
            ("座位", "seat"),
            ("应为", "expected"),
            ("实为", "actual"),
            ("由", "follows from"),
            ("条款", "clause"),
            ("说明", "what is wrong"),
        )
    )
    screen.table(headings, [_line(p) for p in placed])


def _line(placed: "Placed") -> tuple[screen.Cell, ...]:
    f = placed.finding
    return (
        _place(placed),
        screen.severity(f.severity),
        f.code,
        placed.match_no,
        f.deal_no,
        f.event_no,
        f.seat,
        f.expected,
        f.actual,
        f.consequence_of,
        clause(f.clause),
        _sentence(placed),
    )


def _drawn(placed: "Placed") -> tuple[str, str, str]:
    f = placed.finding
    where = [say(f"第 {placed.match_no} 场第 {f.deal_no} 副", f"match {placed.match_no} deal {f.deal_no}")]
    if f.event_no is not None:
        where.append(say(f"事件 {f.event_no}", f"event {f.event_no}"))
    if f.seat is not None:
        where.append(say(f"座位 {f.seat}", f"seat {f.seat}"))
    told = [_sentence(placed)]
    if f.expected is not None or f.actual is not None:
        told.append(
            say(
                f"应为 {f.expected or '-'}，实为 {f.actual or '-'}",
                f"expected {f.expected or '-'}, was {f.actual or '-'}",
            )
        )
    if f.clause is not None:
        told.append(f"[{clause(f.clause)}]")
    if f.consequence_of is not None:
        told.append(say(f"由该副第 {f.consequence_of} 条引起", f"follows from finding {f.consequence_of} of the deal"))
    place = f"{_place(placed)}\n{' '.join(where)} (--deal {placed.deal_of_source})"
    return place, f"{screen.severity(f.severity)}\n{f.code}", "\n".join(told)


def _place(placed: "Placed") -> str:
    line = placed.finding.line
    return placed.source if line is None else f"{placed.source}:{line}"


def _sentence(placed: "Placed") -> str:
    from engine.findings import sentence

    return sentence(placed.finding, language.current())


def clause(text: str | None) -> str:
    """The half of a clause that is in the language in use: rule books write both, Chinese first."""
    chinese, _, english = (text or "-").partition(" / ")
    return say(chinese, english or chinese)


def _by_code(validation: "Validation") -> None:
    severity = {p.finding.code: p.finding.severity for p in validation.findings}
    columns = (say("代码", "code"), say("级别", "severity"), say("处", "n"))
    screen.table(columns, [(c, screen.severity(severity[c]), n) for c, n in validation.by_code().items()])


def show_books(rows: Sequence["BookRow"], *, auto: bool) -> None:
    """The verdict under each rule book, and where the first fault is."""
    columns = (say("规则书", "rule book"), say("结论", "verdict"), say("违规", "illegal"), say("首处", "first"))
    words = {"consistent": say("相容", "consistent"), "excluded": say("不容", "excluded")}
    screen.table(columns, [(r["rules"], words[r["verdict"]], r["illegal"], _first(r)) for r in rows])
    if auto:
        agreeing = [r["rules"] for r in rows if r["verdict"] == "consistent"]
        screen.note(say(f"相容：{', '.join(agreeing) or '无'}", f"consistent: {', '.join(agreeing) or 'none'}"))


def _first(row: "BookRow") -> str | None:
    first = row["first"]
    return None if first is None else f"{first['source']}:{first['line'] or '-'} {first['code']}"
