"""Records on their way into a command: what can't be read is said on stderr, and the rest goes on."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from danpu import errors
from danpu.cli import language, screen
from danpu.cli.language import say
from danpu.wording import count
from ingest.errors import Unreadable

if TYPE_CHECKING:
    from danpu.sources import Chosen, Source
    from danpu.validation import Judged, Unread
    from engine.records import Match

SHOWN_QUARANTINED = 5


def judged(books: "Judged", paths: list[str], store: Path | None, format_name: str | None) -> list["Unread"]:
    """Replay what stands at paths, or in a store, under each rule book; what of it could not be read."""
    if store is not None:
        from danpu.stored import judge_store

        judge_store(store, books)
        return []
    from danpu import sources

    unread: list[Unread] = []
    for path in sources.found(paths, a_store):
        try:
            unread += _judged(books, path, format_name)
        except Unreadable as unreadable:
            unread.append(_rejected(unreadable))
    return unread


def _judged(books: "Judged", path: str | Unreadable, format_name: str | None) -> list["Unread"]:
    from danpu import sources
    from danpu.judging import judge

    with sources.opened(_path(path), format_name) as source:
        recognised(source)
        judge(source, books)
        quarantined(source)
        return [source.unread] if source.unread else []


def matches(paths: list[str], lost: list[str]) -> Iterator["Match"]:
    """The matches at paths; a path that could not be read, or only in part, is put on the list. Raises Refused if no match could."""
    from danpu import sources

    any_match = False
    for path in sources.found(paths, a_store):
        try:
            for match in _matches(path, lost):
                any_match = True
                yield match
        except Unreadable as unreadable:
            lost.append(_rejected(unreadable)["source"])
    if not any_match:
        raise errors.Refused("没有可读的对局", "no match could be read", exit_code=errors.UNREADABLE)


def _matches(path: str | Unreadable, lost: list[str]) -> Iterator["Match"]:
    from danpu import sources

    with sources.opened(_path(path)) as source:
        recognised(source)
        yield from source.matches()
        quarantined(source)
        if source.unread:
            lost.append(source.path)


def one_deal(path: str, number: int, format_name: str | None) -> "Chosen":
    """A deal of the record at a path, counted from 1. Raises Refused and Unreadable."""
    from danpu import sources

    with sources.opened(path, format_name) as source:
        recognised(source)
        return sources.deal(source, number)


def stored(store: Path) -> Iterator["Match"]:
    """The matches of a store, source by source."""
    from danpu.stores import existing, refusing
    from ingest.store import Store

    opened = Store(existing(store))
    with refusing(errors.UNREADABLE):
        for source in opened.sources()["source"].to_pylist():
            yield from opened.matches(source=source)


def _path(path: str | Unreadable) -> str:
    if isinstance(path, Unreadable):
        raise path
    return path


def _rejected(unreadable: Unreadable) -> "Unread":
    screen.note(unreadable.text(language.current()))
    return {
        "source": str(unreadable.path),
        "status": "rejected",
        "quarantined": 0,
        "reason": unreadable.text("en"),
        "reason_zh": unreadable.text("zh"),
    }


def a_store(folder: "Path") -> None:
    """Say that a store was left out of a folder."""
    screen.note(say(f"{folder}: 是库，不当牌谱读", f"{folder}: a store, not read as a record"))


def recognised(source: "Source") -> None:
    """Say what a source was taken for, and why."""
    screen.note(f"{source.path}: {source.format} ({say(*source.why)})")


def quarantined(source: "Source") -> None:
    """Say what of a source could not be read."""
    pieces = source.quarantined
    for piece in pieces[:SHOWN_QUARANTINED]:
        place = source.path if piece.line is None else f"{source.path}:{piece.line}"
        (zh, en), expected = piece.reason, piece.expected
        said = say(f"未读入：{zh}（应为{expected.zh}）", f"not read: {en} (expected {expected.en})")
        screen.note(f"{place}: {said}")
    if len(pieces) > SHOWN_QUARANTINED:
        more = len(pieces) - SHOWN_QUARANTINED
        pieces_more = count(more, "more piece")
        screen.note(say(f"{source.path}: 另有 {more} 处未读入", f"{source.path}: {pieces_more} not read"))
    for name in sorted(source.unknown_books):
        screen.note(
            say(
                f"{source.path}: 记录所称规则书 {name} 不存在，按 {source.platform_rules} 判",
                f"{source.path}: the record names rule book {name}, which is not known; it is judged under {source.platform_rules}",
            )
        )
    if source.content.damage:
        screen.note(f"{source.path}: {say(*source.content.damage)}")
