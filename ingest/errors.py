"""What ingest says when a file can't be read: where, what was expected and what was there, in English and Chinese.

`Unreadable` is the only exception that leaves a reader; a bad piece of a readable file is a `Quarantined` value instead.
"""

from pathlib import Path
from typing import Self

from engine.words import Text


class SaidError(ValueError):
    """What cannot be so; `said` is why, in both languages."""

    def __init__(self, said: Text) -> None:
        super().__init__(said.en)
        self.said = said


class Unreadable(Exception):
    """A source that can't be read; its text is one line."""

    def __init__(self, path: str | Path | None, line: int | None, expected: Text, got: Text) -> None:
        self.path = None if path is None else str(path)
        self.line = line
        self.expected = expected
        self.got = got
        super().__init__(self.text("en"))

    def text(self, lang: str = "en") -> str:
        """The message in `en` or `zh`."""
        if lang == "zh":
            line, what = f"第 {self.line} 行", f"应为{self.expected.zh}，实为{self.got.zh}"
        else:
            line, what = f"line {self.line}", f"expected {self.expected.en}, got {self.got.en}"
        place = [self.path, line if self.line else None, what]
        return " ".join(("：" if lang == "zh" else ": ").join(p for p in place if p).splitlines())

    def at(self, path: str | Path) -> Self:
        """The same, said of a path (readers and detection see bytes and don't know it)."""
        return type(self)(path, self.line, self.expected, self.got)
