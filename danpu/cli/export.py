"""`danpu export`: records, or a store, out to another format."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from danpu import errors
from danpu.cli import intake, screen
from danpu.cli.language import say
from danpu.cli.options import Command, Force, OptionalStore, Out, OutFormat, Paths
from danpu.cli.waiting import Tally, waiting
from danpu.wording import count

if TYPE_CHECKING:
    from engine.records import Match


def export(
    format_name: OutFormat, out: Out, paths: Paths = None, store: OptionalStore = None, force: Force = False
) -> int:
    """Write records in another format."""
    if bool(paths) == (store is not None):
        raise errors.Refused("请给出 PATH 或 --store 之一", "give either PATH or --store, and one of them")
    from danpu.export import export as write
    from danpu.export import platform

    lost: list[str] = []
    nameless: list[int] = []
    done = Tally(_counted(_matches(paths or [], store, lost), nameless))
    with waiting(say("已导出场数", "matches exported"), lambda: done.count):
        written = write(done, format_name, out, force=force)
    screen.note(say(f"{out}：{written} 场", f"{out}: {count(written, 'match', 'matches')}"))
    if nameless:
        own = platform(format_name)
        screen.note(
            say(
                f"{len(nameless)} 场未写明规则书：此文件将按 {own} 判，除非另加 --rules",
                f"{count(len(nameless), 'match', 'matches')} without a rule book of their own: in this file judged under {own} unless --rules says another",
            )
        )
    return errors.FOUND if lost else errors.FINE


def _counted(matches: Iterator["Match"], nameless: list[int]) -> Iterator["Match"]:
    """The matches, those that name no rule book noted down."""
    for match in matches:
        if match.rules is None:
            nameless.append(match.match_no)
        yield match


def _matches(paths: list[str], store: Path | None, lost: list[str]) -> Iterator["Match"]:
    if store is not None:
        yield from intake.stored(store)
        return
    yield from intake.matches(paths, lost)


COMMAND = Command(
    "export",
    "把牌谱或库写成另一种格式。",
    "Write records, or a store, in another format.",
    (
        "danpu export server.log --format danpu --out games.jsonl",
        "danpu export --store store --format danpu --out all.jsonl --force",
    ),
    export,
)
