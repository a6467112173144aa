"""Matches out to a file in any format that has a writer."""

import pkgutil
from collections.abc import Iterable
from importlib import import_module
from types import ModuleType

from danpu.errors import Refused
from danpu.writing import whole
from engine.records import Match
from engine.words import Text
from ingest import readers, writers


def names() -> list[str]:
    """The formats that can be written: those read that have a writer."""
    found = {module.name for module in pkgutil.iter_modules(writers.__path__)}
    return sorted(reader.FORMAT for reader in readers.READERS if reader.FORMAT in found)


def writer(name: str) -> ModuleType:
    """The writer of a format. Raises Refused."""
    if name not in names():
        listed = ", ".join(names())
        raise Refused(f"不能写成格式 {name}（可写：{listed}）", f"no writer for format {name} (known: {listed})")
    return import_module(f"{writers.__name__}.{name}")


def platform(name: str) -> str:
    """The rule book of the platform that writes a format. Raises Refused."""
    writer(name)
    return str(import_module(f"{readers.__name__}.{name}").RULES)


def export(matches: Iterable[Match], format_name: str, out: str, *, force: bool = False) -> int:
    """Write matches to a file that appears when it is whole; returns how many. Raises Refused."""
    written, now = 0, Text("", "")

    def counted() -> Iterable[Match]:
        nonlocal written, now
        for match in matches:
            called = "" if match.label is None else f" {match.label!r:.60}"
            now = Text(f"第 {written + 1} 场{called}：", f"match {written + 1}{called}: ")
            yield match
            written += 1

    chosen = writer(format_name)
    with whole(out, force=force) as file:
        try:
            chosen.write(counted(), file)
        except writers.UnwritableError as error:
            raise Refused(now.zh + error.said.zh, now.en + error.said.en) from None
    return written
