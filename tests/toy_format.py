"""A format of our own for tests of what comes after the readers: every line says what becomes of it, so every count is known beforehand.

toy                      the first line: ignored, as a header
match SEED DEALS PLAYS   a match drawn from SEED, the same wherever it stands
bad WHY                  a piece that can't be read
# ...                    ignored, as a remark
stop                     the rest is unreadable
"""

import os
import random
import signal
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import BinaryIO, NamedTuple

import msgspec
import pyarrow as pa
import pytest

from engine import cards
from engine.records import Deal, Event, EventKind, Ignored, Match, Quarantined
from engine.rules import Rules
from engine.words import Text
from ingest import batch, schema
from ingest import ingest as orchestration
from ingest.batch import Deriver
from ingest.errors import Unreadable
from ingest.tables import Facts

FORMAT = "toy"
UNIT = "line"
RULES = "njupt_v1006"
VERSION = 1
WHY = Text("写着 toy", "it says toy")
HEADER = "toy\n"
FORM = Text("match 种子 副数 手数", "match SEED DEALS PLAYS")
FIRST, REMARK = Text("开头", "header"), Text("评语", "remark")


class Detected(NamedTuple):
    """What detection answers."""

    reader: ModuleType
    why: Text


def sniff(head: bytes) -> bool:
    return head.startswith(b"toy")


def detect(head: bytes) -> Detected:
    """Nothing but this format."""
    if not sniff(head):
        raise Unreadable(None, 1, Text("toy", "toy"), Text("别的东西", "another thing"))
    return Detected(sys.modules[__name__], WHY)


def read(file: BinaryIO) -> Iterator[Match | Quarantined | Ignored]:
    """Line by line."""
    number = 0
    for line, raw in enumerate(file, 1):
        word, *rest = raw.decode().split() or [""]
        if word == "match" and len(rest) == 3:
            number += 1
            seed, deals, plays = map(int, rest)
            yield replace(match(seed, deals, plays, line), match_no=number)
        elif word in ("bad", "match", "matc", "mat", "ma", "m"):
            yield Quarantined(line, Text("坏了", " ".join(rest)), FORM, raw)
        elif word == "stop":
            raise Unreadable(None, line, Text("toy", "toy"), Text("到此为止", "the end of reason"))
        else:
            yield Ignored(FIRST if word == "toy" else REMARK, line=line)


def match(seed: int, deals: int = 2, plays: int = 8, line: int | None = None) -> Match:
    """The match of a seed; every third has no fourth name, every fifth names its rule book."""
    draw = random.Random(seed)
    names = (f"甲{draw.randrange(40)}", f"Bo{draw.randrange(40)}", "Cy", None if seed % 3 == 0 else "Di")
    played = tuple(_deal(draw, number, plays, line) for number in range(1, deals + 1))
    stated = "huaian_2017" if seed % 5 == 0 else None
    return Match(1, played, names, "names", stated, ended=bool(seed % 2), label=f"table {seed}", units=1)


def _deal(draw: random.Random, number: int, plays: int, line: int | None) -> Deal:
    pack = list(cards.PACK)
    draw.shuffle(pack)
    clock = draw.randrange(10_000)
    events = []
    for index in range(plays):
        clock += draw.randrange(5_000)
        held = tuple(pack[index * 3 : index * 3 + draw.randrange(4)])
        kind = EventKind.PLAY if held else EventKind.PASS
        events.append(Event(kind, index % 4, held, line=line, time_ms=clock))
    hand = tuple(pack[:27])
    return Deal(number, tuple(events), level=draw.randrange(13), hands=(hand, None, None, ()), first_line=line)


def source(seeds: range, deals: int = 2, plays: int = 8) -> str:
    """The text of a source: a header, and a match a line."""
    return HEADER + "".join(f"match {seed} {deals} {plays}\n" for seed in seeds)


def derive(facts: Facts, rules: Rules) -> Mapping[str, pa.Table]:
    """A derivation that tells only which deals it has seen, and under which book."""
    deals = facts["deals"]
    known = {name: deals[name] for name in ("match_id", "deal_no", "event_count")}
    known |= {
        name: pa.repeat(word, len(deals))
        for name, word in (("source", "0" * 16), ("rules", rules.name), ("engine", "toy"))
    }
    columns = [known[f.name] if f.name in known else _blank(f, len(deals)) for f in schema.RESULTS]
    empty = {name: table.empty_table() for name, table in schema.DERIVED.items()}
    return empty | {"results": pa.Table.from_arrays(columns, schema=schema.RESULTS)}


def _blank(column: pa.Field, rows: int) -> pa.Array:
    if column.nullable:
        return pa.nulls(rows, column.type)
    nothing: list[int] | int = [] if pa.types.is_list(column.type) else 0
    return pa.array([False if pa.types.is_boolean(column.type) else nothing] * rows, column.type)


DERIVER = Deriver("toy", derive)


def install(patch: pytest.MonkeyPatch) -> None:
    """Let ingest know this format and no other."""
    patch.setattr(orchestration, "detect", detect)
    patch.setattr(orchestration, "READERS", (sys.modules[__name__],))


def write(folder: Path, name: str, text: str) -> Path:
    """A file."""
    path = folder / name
    path.write_text(text, "utf-8")
    return path


class Order(msgspec.Struct):
    """One run that a child process is asked for; `forked`: in a process of its own, whose number is said instead of a report."""

    store: str
    paths: list[str]
    forked: bool = False
    events: int = 400


def main() -> None:
    """`python -m tests.toy_format`: an order a line in, a report a line out, so that many runs share one start."""
    patch = pytest.MonkeyPatch()
    install(patch)
    say("ready")
    for line in sys.stdin:
        order = msgspec.json.decode(line, type=Order)
        patch.setattr(batch, "MOST_EVENTS", order.events)
        if order.forked:
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            number = os.fork()
            if number:
                say(str(number))
                continue
        report = orchestration.ingest(order.paths, order.store, deriver=DERIVER)
        if order.forked:
            os._exit(0)
        say(msgspec.json.encode(report).decode())


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
