"""The samples that come with danpu, and the faults planted in them.

In a clone they stand in `data/samples`, in an installed danpu beside this file. `expected.toml` lists every fault by its place; no more and no
fewer than these may be found.
"""

import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from danpu.errors import FAILURE, Refused

if TYPE_CHECKING:
    from danpu.validation import Placed

EXPECTED = "expected.toml"
COMPARED = ("illegal", "inconsistent", "unsettled")


class Fault(NamedTuple):
    """Where a fault is: the sample, the code of its finding, and the place in it."""

    sample: str
    code: str
    match: int
    deal: int
    event: int | None
    line: int | None

    def text(self, lang: str) -> str:
        """Its code and place, in `en` or `zh`."""
        place = self.sample if self.line is None else f"{self.sample}:{self.line}"
        zh = f"第 {self.match} 场第 {self.deal} 副" + ("" if self.event is None else f"，事件 {self.event}")
        en = f"match {self.match}, deal {self.deal}" + ("" if self.event is None else f", event {self.event}")
        return f"{place}：{self.code}（{zh}）" if lang == "zh" else f"{place}: {self.code} ({en})"


def folder() -> Path:
    """Where the samples are. Raises Refused if they are not there, which is our own failure."""
    here = Path(__file__).parent
    for place in (here / "samples", here.parent / "data" / "samples"):
        if (place / EXPECTED).is_file():
            return place
    raise Refused(
        "找不到自带样例，安装不完整", "the samples are missing: danpu is not installed whole", exit_code=FAILURE
    )


def samples() -> list[Path]:
    """The sample records, sorted."""
    listed = tomllib.loads((folder() / EXPECTED).read_text("utf-8"))["samples"]
    return [folder() / name for name in sorted(listed)]


def sources() -> dict[str, str]:
    """The name of each sample by the id that a store knows it by."""
    root = folder()
    return {hashlib.sha256(path.read_bytes()).hexdigest()[:16]: path.relative_to(root).as_posix() for path in samples()}


def faults() -> list[Fault]:
    """The faults planted, in order."""
    listed = tomllib.loads((folder() / EXPECTED).read_text("utf-8"))["fault"]
    return [
        Fault(row["sample"], row["code"], row["match"], row["deal"], row.get("event"), row.get("line"))
        for row in listed
    ]


def fault(placed: "Placed") -> Fault:
    """A finding as a fault, by its place."""
    f = placed.finding
    return Fault(placed.source, f.code, placed.match_no, f.deal_no, f.event_no, f.line)


class Comparison(NamedTuple):
    """What was planted and not found, and what was found and not planted."""

    missing: list[Fault]
    surplus: list[Fault]


def compare(found: Iterable[Fault]) -> Comparison:
    """Hold what was found against what was planted."""
    planted, seen = Counter(faults()), Counter(found)
    missing, surplus = ((a - b).elements() for a, b in ((planted, seen), (seen, planted)))
    return Comparison(*(sorted(some, key=lambda fault: fault.text("en")) for some in (missing, surplus)))
