"""What is wrong with records: their matches replayed under a rule book, and the findings as the documents of `danpu validate`.

A deal is *clean* if all of it could be checked and no finding of it is illegal or inconsistent, *partly checked* if nothing is wrong as far as its
record tells. A *place* is where a finding points: source, line, match, deal, event, seat.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from engine import VERSION
from engine.findings import DIRTY, Finding, sentence
from engine.profiles import profile
from engine.replay import Replay


class Row(TypedDict):
    """A finding in JSON."""

    code: str
    severity: str
    source: str
    line: int | None
    match: int
    deal: int
    event: int | None
    seat: int | None
    rules: str
    clause: str | None
    settled: bool | None
    expected: str | None
    actual: str | None
    consequence_of: int | None
    sanction: str | None


class Unread(TypedDict):
    """A source that could not be read, or only in part: `rejected` or `partial`, as `danpu ingest` calls it, and why."""

    source: str
    status: str
    quarantined: int
    reason: str
    reason_zh: str


class Document(TypedDict):
    """The answer of `danpu validate --json`."""

    engine: str
    rules: str
    deals: int
    clean: int
    findings: list[Row]
    by_code: dict[str, int]
    partly_checked: int
    unread: list[Unread]


UNCHECKED = "incomplete"


@dataclass(frozen=True, slots=True)
class Placed:
    """A finding with the source it was found in and the number of its deal there, as `--deal` counts."""

    source: str
    match_no: int
    deal_of_source: int
    finding: Finding

    @property
    def place(self) -> tuple[str, int]:
        """The source and the deal in it."""
        return self.source, self.deal_of_source

    def row(self) -> Row:
        """The finding in JSON."""
        f = self.finding
        return Row(
            code=f.code,
            severity=f.severity,
            source=self.source,
            line=f.line,
            match=self.match_no,
            deal=f.deal_no,
            event=f.event_no,
            seat=f.seat,
            rules=f.rules,
            clause=f.clause,
            settled=f.settled,
            expected=f.expected,
            actual=f.actual,
            consequence_of=f.consequence_of,
            sanction=f.sanction,
        )


@dataclass
class Validation:
    """The findings of some records, each record under its rule book."""

    rules: list[str] = field(default_factory=list)
    deals: int = 0
    clean: int = 0
    partly_checked: int = 0
    findings: list[Placed] = field(default_factory=list)

    def add(self, source: str, before: int, replay: Replay) -> None:
        """Take in a match replayed; `before` deals of its source came earlier."""
        match = replay.match
        order = {deal.deal_no: before + place for place, deal in enumerate(match.deals, 1)}
        found = [Placed(source, match.match_no, order[f.deal_no], f) for f in replay.findings]
        self.add_all(replay.rules.name, len(match.deals), found)

    def add_all(self, rules: str, deals: int, found: Sequence[Placed]) -> None:
        """Take in some whole deals judged under a rule book, with all their findings."""
        if rules not in self.rules:
            self.rules.append(rules)
        self.deals += deals
        wrong = {p.place for p in found if p.finding.severity in DIRTY}
        partly = {p.place for p in found if p.finding.severity == UNCHECKED} - wrong
        self.clean += deals - len(wrong) - len(partly)
        self.partly_checked += len(partly)
        self.findings += found

    def count(self, severity: str) -> int:
        """How many findings have a severity."""
        return sum(p.finding.severity == severity for p in self.findings)

    def by_code(self) -> dict[str, int]:
        """Findings by code, the most frequent first."""
        return dict(Counter(p.finding.code for p in self.findings).most_common())

    def document(self, unread: Sequence[Unread] = ()) -> Document:
        """The answer in JSON; `unread` is what could not be read."""
        return Document(
            engine=VERSION,
            rules=", ".join(self.rules),
            deals=self.deals,
            clean=self.clean,
            findings=[p.row() for p in self.findings],
            by_code=self.by_code(),
            partly_checked=self.partly_checked,
            unread=list(unread),
        )


Judged = Sequence[tuple[str | None, Validation]]


class BookRow(TypedDict):
    """What records are under one rule book: `legal`, `illegal`, `unsettled` (nothing but what the book leaves open) or, without a deal, `unchecked`.

    `first` is the first illegal finding, else the first unsettled one; `why` and `why_zh` say it as a sentence.
    """

    rules: str
    verdict: str
    illegal: int
    unsettled: int
    first: Row | None
    why: str | None
    why_zh: str | None
    deals: int
    partly_checked: int


AGREEING = ("legal", "unsettled")


def verdicts(validations: Iterable[tuple[str, Validation]]) -> list[BookRow]:
    """The verdict under each rule book."""
    return [_verdict(name, validation) for name, validation in validations]


def _verdict(name: str, validation: Validation) -> BookRow:
    found = profile(name, (p.finding for p in validation.findings))
    first = next((p for p in validation.findings if p.finding is found.first), None)
    return BookRow(
        rules=name,
        verdict=found.verdict if validation.deals else "unchecked",
        illegal=found.illegal,
        unsettled=found.unsettled,
        first=None if first is None else first.row(),
        why=None if first is None else _evidence(first, "en"),
        why_zh=None if first is None else _evidence(first, "zh"),
        deals=validation.deals,
        partly_checked=validation.partly_checked,
    )


def _evidence(placed: Placed, lang: str) -> str:
    """Where a finding is and what it says, with its clause."""
    f, no = placed.finding, placed.deal_of_source
    clause = None if f.clause is None else dict(zip(("zh", "en"), f.clause.split(" / ", 1), strict=False)).get(lang)
    if lang == "zh":
        place = f"第 {no} 副" + (f"第 {f.event_no} 手" if f.event_no else "")
        return f"{place}：{sentence(f, lang)}" + (f"（{clause}）" if clause else "")
    place = f"deal {no}" + (f", event {f.event_no}" if f.event_no else "")
    return f"{place}: {sentence(f, lang)}" + (f" ({clause})" if clause else "")


class Agreement(TypedDict):
    """What `--rules auto` adds: the books that agree with the records, what excludes each of the others, and where none agrees those that come nearest."""

    consistent: list[str]
    excluded_by: dict[str, Row | None]
    nearest: list[str]


def agreement(rows: Iterable[BookRow]) -> Agreement:
    """Which rule books agree with the records."""
    listed = list(rows)
    agreeing = [r["rules"] for r in listed if r["verdict"] in AGREEING]
    fewest = min((r["illegal"] for r in listed), default=0)
    return Agreement(
        consistent=agreeing,
        excluded_by={r["rules"]: r["first"] for r in listed if r["verdict"] == "illegal"},
        nearest=[] if agreeing else [r["rules"] for r in listed if r["illegal"] == fewest],
    )


class Compared(TypedDict):
    """The answer of `danpu validate --rules all --json`."""

    books: list[BookRow]
    unread: list[Unread]


class Agreeing(Compared, Agreement):
    """The answer of `danpu validate --rules auto --json`."""


def compared(rows: list[BookRow], unread: list[Unread]) -> Compared:
    """The verdict under each rule book in JSON; `unread` is what could not be read."""
    return Compared(books=rows, unread=unread)


def agreeing(rows: list[BookRow], unread: list[Unread]) -> Agreeing:
    """The same with the books that agree with the records."""
    return Agreeing(books=rows, **agreement(rows), unread=unread)
