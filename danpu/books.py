"""Rule books by name, with the refusal said in both languages."""

from typing import TYPE_CHECKING

from danpu.errors import Refused

if TYPE_CHECKING:
    from engine.rules import Rules


def book(name: str | None) -> "Rules":
    """The rule book of a name (None: the official one). Raises Refused."""
    from difflib import get_close_matches

    from engine import rules

    known = rules.names()
    if name is None or name in known:
        return rules.load(name or rules.DEFAULT)
    near = get_close_matches(name, known, 1)
    zh = f"，是不是 {near[0]}？" if near else ""
    en = f"; did you mean {near[0]}?" if near else ""
    listed = ", ".join(known)
    raise Refused(f"没有规则书 {name}{zh}（已有：{listed}）", f"no rule book {name}{en} (known: {listed})")
