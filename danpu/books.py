"""Rule books by name or file, with the refusal said in both languages."""

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from danpu.errors import Refused

if TYPE_CHECKING:
    from engine.rules import Rules

SUFFIX = ".toml"
SHOWN = 8  # hex digits of a file's hash in the name of its book
MOST_BYTES = 2**20


def book(name: str | None) -> "Rules":
    """The rule book of a name (None: the official one) or in a TOML file. Raises Refused."""
    from difflib import get_close_matches

    from engine import rules

    if name is not None and name.endswith(SUFFIX):
        return _read(Path(name))
    known = rules.known()
    if name is None or name in known:
        return rules.load(name or rules.DEFAULT)
    near = get_close_matches(name, known, 1)
    zh = f"，是不是 {near[0]}？" if near else ""
    en = f"; did you mean {near[0]}?" if near else ""
    listed = ", ".join(known)
    raise Refused(f"没有规则书 {name}{zh}（已有：{listed}）", f"no rule book {name}{en} (known: {listed})")


def _read(path: Path) -> "Rules":
    """A user's own book: it is called by its file's name and the beginning of its hash, so that two states of one file are two books."""
    from engine import rules
    from engine.book_text import RuleBookError

    try:
        data = path.read_bytes()
    except OSError as error:
        raise Refused(
            f"读不了规则书 {path}：{error.strerror}", f"cannot read rule book {path}: {error.strerror}"
        ) from None
    if len(data) > MOST_BYTES:
        raise Refused(f"规则书 {path} 超过 1 MiB", f"rule book {path} is larger than 1 MiB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(f"规则书 {path} 不是 UTF-8 文本", f"rule book {path} is no UTF-8 text") from None
    try:
        found = rules.loads(text, path.name)
    except RuleBookError as error:
        raise Refused(error.text("zh"), error.text("en")) from None
    named = replace(found, name=f"{path.stem}@{hashlib.sha256(data).hexdigest()[:SHOWN]}")
    rules.add(named)
    return named
