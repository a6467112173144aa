"""Records as they come from a path, without a store: found, opened, recognised, read match by match.

A source is read once, from the beginning; what could not be read of it is counted as it goes by.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from danpu.errors import UNREADABLE, Refused
from danpu.wording import count
from engine.records import Deal, Match, Quarantined
from engine.rules import names
from engine.words import Text
from ingest import archive, detect, readers
from ingest.errors import Unreadable
from ingest.text import HEAD
from ingest.unsupported import sifted

if TYPE_CHECKING:
    from danpu.validation import Unread
    from ingest.tables import Columns


@dataclass
class Source:
    """A record that has been recognised; `matches` may be run through once."""

    path: str
    reader: ModuleType
    why: Text
    content: archive.Content
    quarantined: list[Quarantined] = field(default_factory=list)
    unknown_books: set[str] = field(default_factory=set)

    @property
    def format(self) -> str:
        """The name of its format."""
        return str(self.reader.FORMAT)

    @property
    def platform_rules(self) -> str:
        """The rule book of its format's own platform."""
        return str(self.reader.RULES)

    def matches(self) -> Iterator[Match]:
        """Its matches in order; what could not be read is kept aside."""
        with self._named():
            for piece in sifted(self.reader.read(self.content.stream())):
                if isinstance(piece, Match):
                    self._named_book(piece.rules)
                    yield piece
                elif isinstance(piece, Quarantined):
                    self.quarantined.append(piece)

    def _named_book(self, name: str | None) -> None:
        if name is not None and name not in names():
            self.unknown_books.add(name)

    @contextmanager
    def _named(self) -> Iterator[None]:
        """A complaint of the reader, which knows no path, is made one of this source."""
        try:
            yield
        except Unreadable as error:
            raise error.at(self.path) from None

    @property
    def unread(self) -> "Unread | None":
        """What of it could not be read, once it has been run through; None if everything could."""
        zh, en = self.content.damage or ("", "")
        if not self.quarantined and not en:
            return None
        if self.quarantined:
            first = self.quarantined[0]
            place = Text("", "") if first.line is None else Text(f"第 {first.line} 行：", f"line {first.line}: ")
            en = "; ".join(filter(None, (en, f"{place.en}{first.reason.en} (expected {first.expected.en})")))
            zh = "；".join(filter(None, (zh, f"{place.zh}{first.reason.zh}（应为{first.expected.zh}）")))
        return {
            "source": self.path,
            "status": "partial",
            "quarantined": sum(piece.units for piece in self.quarantined),
            "reason": en,
            "reason_zh": zh,
        }

    @property
    def has_columns(self) -> bool:
        """Whether its reader makes columns at once, which is faster by far."""
        return hasattr(self.reader, "read_batches")

    def columns(self) -> Iterator["Columns"]:
        """Its matches as columns; what could not be read is kept aside."""
        from ingest.tables import Columns

        with self._named():
            for piece in self.reader.read_batches(self.content.stream()):
                if isinstance(piece, Columns):
                    for name in piece.tables["matches"]["rules_stated"].unique().to_pylist():
                        self._named_book(name)
                    yield piece
                elif isinstance(piece, Quarantined):
                    self.quarantined.append(piece)


@contextmanager
def opened(path: str, format_name: str | None = None) -> Iterator[Source]:
    """The record at a path. Raises Unreadable for what can't be read, and Refused for a format that does not exist."""
    with archive.opened(path) as content:
        yield _recognised(path, content, format_name)


def found(paths: Iterable[str], skipped: Callable[[Path], None] = lambda _: None) -> Iterator[str | Unreadable]:
    """The files behind paths, folders walked, each path once; one that leads nowhere is its own complaint. `skipped` is told of each store."""
    for item in archive.walk(dict.fromkeys(paths), skipped=skipped):
        yield item.problem or item.path


def _recognised(path: str, content: archive.Content, format_name: str | None) -> Source:
    if format_name is not None:
        reader = named(format_name)
        return Source(path, reader, detect.AS_ASKED, content)
    head = content.stream().read(HEAD)
    try:
        detection = detect.detect(head)
    except Unreadable as error:
        raise error.at(path) from None
    return Source(path, detection.reader, detection.why, content)


def named(format_name: str) -> ModuleType:
    """The reader of a format. Raises Refused."""
    from ingest import ingest

    try:
        return ingest.named(format_name)
    except ingest.UnknownFormatError:
        listed = ", ".join(str(reader.FORMAT) for reader in readers.READERS)
        raise Refused(
            f"没有格式 {format_name}（已有：{listed}）", f"no format {format_name} (known: {listed})"
        ) from None


@dataclass(frozen=True)
class Chosen:
    """One deal of a source with its match, the rule book it is judged under unless another is asked for, and that of its platform."""

    match: Match
    deal: Deal
    rules: str
    platform_rules: str


def deal(source: Source, number: int) -> Chosen:
    """The deal of a number, counted over the whole source from 1. Raises Refused."""
    seen = 0
    for match in source.matches():
        if seen < number <= seen + len(match.deals):
            rules = match.rules if match.rules in names() else None
            chosen = match.deals[number - seen - 1]
            return Chosen(match, chosen, rules or source.platform_rules, source.platform_rules)
        seen += len(match.deals)
    if not seen:
        raise Refused(
            f"{source.path} 没有可读的对局", f"no match could be read from {source.path}", exit_code=UNREADABLE
        )
    raise Refused(
        f"{source.path} 共 {seen} 副，没有第 {number} 副",
        f"{source.path} has {count(seen, 'deal')}, there is no deal {number}",
    )
