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

    lost: list[str] = []
    done = Tally(_matches(paths or [], store, lost))
    with waiting(say("已导出场数", "matches exported"), lambda: done.count):
        written = write(done, format_name, out, force=force)
    screen.note(say(f"{out}：{written} 场", f"{out}: {count(written, 'match', 'matches')}"))
    return errors.FOUND if lost else errors.FINE


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
