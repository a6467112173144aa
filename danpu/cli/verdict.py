"""Findings as a person reads them: a table of places, sentences and clauses, and their sum by code.

What is found over and over again is one row with its first places, unless every finding is asked for.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from danpu.cli import language, screen, words
from danpu.cli.language import say
from danpu.wording import count

if TYPE_CHECKING:
    from danpu.differing import Compared
    from danpu.habits import Habit
    from danpu.validation import BookRow, Placed, Validation

FIRST_PLACES = 3
COLUMNS = (
    ("位置", "place"),
    ("级别", "severity"),
    ("代码", "code"),
    ("处", "n"),
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


def show(validation: "Validation", *, every: bool = False) -> None:
    """Under which rule book, the findings, their sum by code, and the verdict; `every`: no finding is told together with others."""
    from danpu.habits import each, habits

    screen.out(say(f"规则书：{', '.join(validation.rules)}", f"rule book: {', '.join(validation.rules)}"))
    told = each(validation.findings) if every else habits(validation.findings)
    _findings(told)
    if told:
        screen.out()
        _by_code(validation)
    screen.out(_verdict(validation))
    if len(told) < len(validation.findings):
        screen.note(
            say(
                "反复出现的归为一行，只列前几处；逐处列出用 --all",
                "what is found over and over again is one row with its first places; --all lists every one",
            )
        )


def _verdict(validation: "Validation") -> str:
    deals, clean, partly = validation.deals, validation.clean, validation.partly_checked
    wrong, illegal = deals - clean - partly, validation.count("illegal")
    zh = [f"{clean} 副无误"] + [f"{partly} 副只能查一部分，所查无误"] * bool(partly) + [f"{wrong} 副有错"] * bool(wrong)
    en = (
        [f"{clean} clean"]
        + [f"{partly} checked only in part, with nothing wrong there"] * bool(partly)
        + [f"{wrong} with faults"] * bool(wrong)
    )
    return say(
        f"{deals} 副：{'，'.join(zh)}；违规 {illegal} 处",
        f"{count(deals, 'deal')}: {', '.join(en)}; {count(illegal, 'illegal finding')}",
    )


def _findings(told: Sequence["Habit"]) -> None:
    if sys.stdout.isatty():
        columns = (say("位置", "place"), say("级别与代码", "severity, code"), say("说明", "what is wrong"))
        screen.table(columns, list(_drawn(told)))
    else:
        screen.table([say(*title) for title in COLUMNS], [_line(habit) for habit in told])


def _line(habit: "Habit") -> tuple[screen.Cell, ...]:
    first = habit.found[0]
    return (
        _places(habit),
        screen.Marked(words.severity(first.finding.severity), first.finding.severity),
        first.finding.code,
        len(habit.found),
        _common(habit, lambda p: p.match_no),
        _common(habit, lambda p: p.finding.deal_no),
        _common(habit, lambda p: p.finding.event_no),
        _common(habit, lambda p: p.finding.seat),
        _common(habit, lambda p: _words(p.finding.expected)),
        _common(habit, lambda p: _words(p.finding.actual)),
        _cause(habit),
        clause(first.finding.clause),
        _told(habit),
    )


def _common(habit: "Habit", of: Callable[["Placed"], screen.Cell]) -> screen.Cell:
    """What all findings of a habit agree in, None where they do not."""
    values = {of(placed) for placed in habit.found}
    return values.pop() if len(values) == 1 else None


def _words(text: str | None) -> str | None:
    from engine import findings

    return None if text is None else findings.words(text, language.current())


def _cause(habit: "Habit") -> str | None:
    """The code that the findings follow from, with its place if that is one."""
    first = habit.causes[0]
    if first is None:
        return None
    f = first.finding
    return f.code if len(habit.found) > 1 else f"{f.code}:{f.line or f'#{f.event_no}'}"


def _places(habit: "Habit") -> str:
    """The first places, by their lines where the source has lines."""
    first = habit.found[0]
    here = [p.finding.line for p in habit.found[:FIRST_PLACES] if p.source == first.source]
    lines = ",".join(str(line) for line in here if line is not None)
    more = ",…" if len(habit.found) > len(here) else ""
    return f"{first.source}:{lines}{more}" if lines else first.source


def _told(habit: "Habit") -> str:
    """The sentence of the first finding, and how many more there are."""
    said = _sentence(habit.found[0])
    if len(habit.found) == 1:
        return said
    more, deals = len(habit.found) - 1, habit.deals
    return said + say(f"；另有 {more} 处同类，共 {deals} 副", f"; {more} more of this kind, in {count(deals, 'deal')}")


def _drawn(told: Iterable["Habit"]) -> Iterable[tuple[screen.Cell, ...]]:
    source = None
    for habit in told:
        first = habit.found[0]
        if first.source != source:
            source = first.source
            yield source, "", ""
        parts = [_told(habit)]
        if first.finding.clause is not None:
            parts.append(f"[{clause(first.finding.clause)}]")
        if cause := _cause(habit):
            parts.append(say(f"由 {cause} 引起", f"follows from {cause}"))
        where = [_where(placed, source) for placed in habit.found[:FIRST_PLACES]]
        if len(habit.found) > len(where):
            where.append("  …")
        severity = first.finding.severity
        named = screen.Marked(f"{words.severity(severity)} {first.finding.code}", severity)
        yield "\n".join(where), named, "\n".join(parts)


def _where(placed: "Placed", source: str) -> str:
    f = placed.finding
    parts = [placed.source] * (placed.source != source)
    parts += [say(f"第 {f.line} 行", f"line {f.line}")] * (f.line is not None)
    parts.append(say(f"第 {placed.deal_of_source} 副", f"deal {placed.deal_of_source}"))
    parts += [say(f"事件 {f.event_no}", f"event {f.event_no}")] * (f.event_no is not None)
    return f"  {say('，', ', ').join(parts)}"


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
        severity = of_code[0].finding.severity
        rows.append((code, screen.Marked(words.severity(severity), severity), n, deals, _place(of_code[0])))
    screen.table(columns, rows)


def show_books(rows: Sequence["BookRow"], *, auto: bool) -> None:
    """The verdict under each rule book, on how many deals it rests, and where the first fault is."""
    titles = (
        ("规则书", "rule book"),
        ("结论", "verdict"),
        ("副", "deals"),
        ("只查一部分", "partly checked"),
        ("违规", "illegal"),
        ("未定", "unsettled"),
        ("首处", "first"),
    )
    screen.table(
        [say(*title) for title in titles],
        [
            (
                r["rules"],
                words.verdict(r["verdict"]),
                r["deals"],
                r["partly_checked"],
                r["illegal"],
                r["unsettled"],
                say(r["why_zh"] or "", r["why"] or "") or None,
            )
            for r in rows
        ],
    )
    if auto:
        from danpu.validation import agreement

        found = agreement(rows)
        agreeing, nearest = ", ".join(found["consistent"]), ", ".join(found["nearest"])
        screen.out(say(f"相容：{agreeing or '无'}", f"consistent: {agreeing or 'none'}"))
        if not agreeing:
            screen.out(say(f"最相近：{nearest}", f"nearest: {nearest}"))


def show_differences(found: "Compared") -> None:
    """The deals that two versions of the engine judge differently, and by what."""
    titles = (
        ("来源", "source"),
        ("副", "deal"),
        ("规则书", "rules"),
        ("原判", "before"),
        ("今判", "now"),
        ("缘由", "why"),
    )
    rows = [
        (
            d["source"],
            d["deal"],
            d["rules"],
            d["before"],
            d["now"],
            "; ".join([*(f"- {gone}" for gone in d["gone"]), *(f"+ {new}" for new in d["appeared"]), *d["results"]]),
        )
        for d in found["deals"]
    ]
    if rows:
        screen.table([say(*title) for title in titles], rows)
    n, old, new = len(rows), found["compared_with"], found["engine"]
    screen.out(
        say(f"引擎 {old} 与 {new} 有 {n} 副不同", f"engines {old} and {new}: {count(n, 'deal')} judged differently")
    )
