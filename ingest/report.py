"""What an ingest says of itself: one row a source, and their sum."""

from collections.abc import Iterable

import msgspec

from ingest.ledger import Entry

ALL_WELL = 0
IN_PART = 1
NOTHING = 3
SUMMED = ("read", "stored", "duplicate", "quarantined", "ignored", "matches", "deals", "events")


class Source(msgspec.Struct, frozen=True):
    """One source. Counts of units balance: read = stored + duplicate + quarantined + ignored; matches, deals and events are those stored under it."""

    path: str
    sha256: str | None
    format: str | None
    status: str
    matches: int
    deals: int
    events: int
    quarantined: int
    ignored: int
    reason: str | None
    reason_zh: str | None
    why: str | None
    why_zh: str | None
    encoding: str | None
    rules: str | None
    unit: str | None
    read: int
    stored: int
    duplicate: int
    ignored_by: dict[str, int]
    ignored_by_zh: dict[str, int]


class Totals(msgspec.Struct, frozen=True):
    """The sum over all sources, and how many there are of each status."""

    sources: int
    read: int
    stored: int
    duplicate: int
    quarantined: int
    ignored: int
    matches: int
    deals: int
    events: int
    by_status: dict[str, int]


class Report(msgspec.Struct, frozen=True):
    """What `ingest` did; `rules` is the book that was asked for, or that all sources were read under, or "auto" where they differ."""

    store: str
    rules: str
    sources: list[Source]
    totals: Totals

    @property
    def exit_code(self) -> int:
        """0: all stored or known before; 1: some rejected or taken in part; 3: nothing could be read."""
        statuses = set(self.totals.by_status)
        if statuses <= {"rejected"}:
            return NOTHING
        return IN_PART if statuses & {"rejected", "partial"} else ALL_WELL


def report(store: str, asked: str, entries: Iterable[Entry]) -> Report:
    """The report of some entries, all of them concluded; `asked` is the rule book asked for, or "auto"."""
    sources = [_source(entry) for entry in entries]
    counts = {name: sum(getattr(source, name) for source in sources) for name in SUMMED}
    statuses = [source.status for source in sources]
    by_status = {status: statuses.count(status) for status in dict.fromkeys(statuses)}
    books = {source.rules for source in sources if source.rules}
    return Report(
        store=store,
        rules=books.pop() if len(books) == 1 else asked,
        sources=sources,
        totals=Totals(sources=len(sources), by_status=by_status, **counts),
    )


def _source(entry: Entry) -> Source:
    return Source(
        path=entry.path,
        sha256=entry.sha256,
        format=entry.format,
        status=str(entry.status),
        matches=entry.matches,
        deals=entry.deals,
        events=entry.events,
        quarantined=entry.quarantined,
        ignored=entry.ignored.total(),
        reason=entry.reason and entry.reason.en,
        reason_zh=entry.reason and entry.reason.zh,
        why=entry.format_why and entry.format_why.en,
        why_zh=entry.format_why and entry.format_why.zh,
        encoding=entry.encoding,
        rules=entry.rules,
        unit=entry.unit,
        read=entry.read,
        stored=entry.stored,
        duplicate=entry.duplicate,
        ignored_by=entry.ignored_by("en"),
        ignored_by_zh=entry.ignored_by("zh"),
    )
