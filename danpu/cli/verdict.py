"""Findings as a person reads them: a table of places, sentences and clauses, and their sum by code."""

import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from danpu.cli import language, screen
from danpu.cli.language import say

if TYPE_CHECKING:
    from danpu.validation import BookRow, Placed, Validation

DRAWN = 400
DRAWN_ALIKE = 3


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
    """A table of findings: a terminal gets the first few of each code in each deal, a pipe gets all."""
    if sys.stdout.isatty():
        _draw(placed)
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
    causes = Causes(placed)
    screen.table(headings, [_line(p, causes.of(p)) for p in placed])


class Causes:
    """Finds what a finding follows from: `consequence_of` counts within a deal."""

    def __init__(self, placed: Sequence["Placed"]) -> None:
        self._known = {(p.source, p.deal_of_source, p.finding.rules, p.finding.finding_no): p for p in placed}

    def of(self, placed: "Placed") -> str | None:
        """The code and place of the cause of a finding, None if it follows from nothing."""
        f = placed.finding
        cause = self._known.get((placed.source, placed.deal_of_source, f.rules, f.consequence_of or 0))
        if cause is None:
            return None
        where = cause.finding.line or f"#{cause.finding.event_no}"
        return f"{cause.finding.code}:{where}"


def _line(placed: "Placed", cause: str | None) -> tuple[screen.Cell, ...]:
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
        cause,
        clause(f.clause),
        _sentence(placed),
    )


def _draw(placed: Sequence["Placed"]) -> None:
    columns = (say("位置", "place"), say("级别与代码", "severity, code"), say("说明", "what is wrong"))
    total = Counter(map(_kind, placed))
    seen: Counter[tuple[str, int, str]] = Counter()
    rows: list[tuple[str, str, str]] = []
    source, causes = None, Causes(placed)
    for one in placed:
        kind = _kind(one)
        seen[kind] += 1
        if seen[kind] > DRAWN_ALIKE or len(rows) >= DRAWN:
            continue
        if one.source != source:
            source = one.source
            rows.append((source, "", ""))
        more = total[kind] - DRAWN_ALIKE if seen[kind] == DRAWN_ALIKE else 0
        rows.append(_drawn(one, causes.of(one), more))
    screen.table(columns, rows)
    if len(seen) and sum(total.values()) > len(rows):
        screen.note(
            say(
                "同类只列前几处；全部见 --json 或管道", "only the first of a kind are shown; --json and a pipe give all"
            )
        )


def _kind(placed: "Placed") -> tuple[str, int, str]:
    return placed.source, placed.deal_of_source, placed.finding.code


def _drawn(placed: "Placed", cause: str | None, more: int) -> tuple[str, str, str]:
    f = placed.finding
    where = [say(f"第 {f.line} 行", f"line {f.line}")] if f.line is not None else []
    where.append(say(f"第 {placed.deal_of_source} 副", f"deal {placed.deal_of_source}"))
    if f.event_no is not None:
        where.append(say(f"事件 {f.event_no}", f"event {f.event_no}"))
    told = [_sentence(placed)]
    if f.clause is not None:
        told.append(f"[{clause(f.clause)}]")
    if cause is not None:
        told.append(say(f"由 {cause} 引起", f"follows from {cause}"))
    if more:
        told.append(say(f"……此副另有 {more} 处同类", f"... {more} more of this kind in this deal"))
    return f"  {say('，', ', ').join(where)}", f"{screen.severity(f.severity)} {f.code}", "\n".join(told)


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
    columns = (say("代码", "code"), say("级别", "severity"), say("处", "n"), say("副", "deals"), say("首处", "first"))
    rows = []
    for code, n in validation.by_code().items():
        of_code = [p for p in validation.findings if p.finding.code == code]
        deals = len({(p.source, p.deal_of_source) for p in of_code})
        rows.append((code, screen.severity(of_code[0].finding.severity), n, deals, _place(of_code[0])))
    screen.table(columns, rows)


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
