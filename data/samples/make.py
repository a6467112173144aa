"""Make the samples again: simulate, plant faults, write them in every format, and list what was planted in `expected.toml`.

    python data/samples/make.py

The same seeds give the same bytes. A fault is taken only if reading the written file back finds it, at its place, and nothing else besides
what was planted before; so each listed fault is one that the edit meant and no consequence of another.
"""

import io
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import plant

from danpu import sources
from danpu.export import writer
from danpu.planted import COMPARED, EXPECTED
from danpu.validation import Placed, Validation
from engine import rules
from engine.cards import RANKS
from engine.records import FOUR_NONE, Match
from engine.replay import replay
from engine.simulate import simulate

HERE = Path(__file__).resolve().parent
TRIED = 4000
SEEDS = 20
# What a format does not hold of a deal; a fault is tried without it before it is written, which takes longer.
SILENT: dict[str, dict[str, Any]] = {  # Any: values of different fields
    "njupt_server": {
        "hands": FOUR_NONE,
        "hands_at": None,
        "rest": FOUR_NONE,
        "finish": None,
        "steps": None,
        "team_levels": (None, None),
    },
    "njupt_client": {"hands": FOUR_NONE, "hands_at": None, "steps": None, "team_levels": (None, None)},
}


class NoPlaceError(RuntimeError):
    """These matches have no room for a fault; others may have."""


class Fault(NamedTuple):
    """A fault to plant: the code it is found by, what plants it, and its story."""

    code: str
    planter: plant.Planter
    zh: str
    en: str


class Sample(NamedTuple):
    """A file to make: `deals` of each match are kept (0: all), and the faults go into the matches in turn."""

    name: str
    format: str
    rules: str
    seed: int
    matches: int
    deals: int
    faults: tuple[Fault, ...]


TOO_LOW = Fault("not_beating", plant.too_low, "出的牌压不过", "a lower single is laid on a higher one")
LOST_PASS = Fault("out_of_turn", plant.lost_pass, "漏记一次不出", "a pass is missing")

SAMPLES = (
    Sample("njupt_server/server.log", "njupt_server", "njupt_v1006", 14, 2, 4, (
        TOO_LOW,
        LOST_PASS,
        Fault("declared_reading", plant.wrong_label, "三带二按对子报牌点", "a full house is declared by its pair"),
        Fault("card_copies", plant.third_copy, "同一张牌出现第三次", "a card is played a third time"),
    )),
    Sample("njupt_client/client.log", "njupt_client", "njupt_v1006", 12, 1, 2, (
        Fault("finish_mismatch", plant.other_order, "名次与出牌不合", "another finishing order is claimed"),
        Fault("holder_passed", plant.holder_pass, "牌最大者自己不出", "the holder of the trick passes"),
        Fault("rest_mismatch", plant.other_rest, "余牌漏记一张", "a card left over is not listed"),
    )),
    Sample("guandan_world/match.log", "guandan_world", "huaian_2017", 13, 1, 3, (
        Fault("holder_passed", plant.holder_pass, "牌最大者自己不出", "the holder of the trick passes"),
        Fault("tribute_not_highest", plant.kept_back, "贡的不是最大的牌", "the payer keeps a higher card back"),
        Fault("finish_mismatch", plant.other_order, "名次与出牌不合", "another finishing order is claimed"),
        Fault("finished_seat", plant.pass_when_out, "出完牌者又不出", "a seat that has gone out passes"),
    )),
    Sample("danpu/matches.jsonl", "danpu", "huaian_2017", 14, 3, 0, (
        Fault("no_combination", plant.mixed, "两张不成对", "two cards that are no pair"),
        Fault("card_not_held", plant.foreign_card, "出了手中没有的牌", "a card that the seat does not hold"),
        Fault("winner_mismatch", plant.other_winner, "胜方写反", "the other team is claimed to have won"),
        Fault("tribute_not_highest", plant.kept_back, "贡的不是最大的牌", "the payer keeps a higher card back"),
        Fault("team_level_mismatch", plant.other_team_level, "一方级数写错", "another level is claimed for a team"),
        Fault("return_too_high", plant.higher_return, "还贡大于 10", "a card above ten is returned"),
        Fault("deck_mismatch", plant.third_in_hand, "所示手牌有第三张", "a third copy in a hand shown"),
        Fault("steps_mismatch", plant.other_steps, "升级数写错", "other steps are claimed"),
        Fault("extra_pass", plant.doubled_pass, "一次不出记了两遍", "a pass is written twice"),
        Fault("after_end", plant.pass_after_end, "该副结束后又不出", "a pass after the end of the deal"),
    )),
)  # fmt: skip


def simulated(sample: Sample) -> list[Match]:
    """The matches of a sample before anything is planted."""
    matches = [claiming(m) for m in simulate(sample.matches, sample.seed, rules.load(sample.rules))]
    if not sample.deals:
        return matches
    return [replace(m, deals=m.deals[: sample.deals], ended=None, winner_team=None, ended_line=None) for m in matches]


def claiming(match: Match) -> Match:
    """The match with what real records claim besides: the cards left over and both teams' levels."""
    levels = [0, 0]
    deals = []
    for deal in match.deals:
        rest = plant.left_over(deal)
        deals.append(replace(deal, rest=(rest[0], rest[1], rest[2], rest[3]), team_levels=(levels[0], levels[1])))
        winner = (deal.finish or (0,))[0] % 2
        levels[winner] = min(len(RANKS) - 1, levels[winner] + (deal.steps or 0))
    return replace(match, deals=tuple(deals))


def written(sample: Sample, matches: Sequence[Match]) -> bytes:
    """Matches in the sample's format."""
    file = io.BytesIO()
    writer(sample.format).write(matches, file)
    return file.getvalue()


def found(sample: Sample, raw: bytes) -> list[Placed]:
    """What is found wrong when the file is read back."""
    validation = Validation()
    before = 0
    for piece in sources.named(sample.format).read(io.BytesIO(raw)):
        if not isinstance(piece, Match):
            continue
        validation.add(sample.name, before, replay(piece, rules.load(sample.rules)))
        before += len(piece.deals)
    return [p for p in validation.findings if p.finding.severity in COMPARED]


def planted(sample: Sample) -> tuple[bytes, list[tuple[Fault, Placed]]]:
    """The sample's bytes with every fault in it, and where each was found. Raises NoPlaceError."""
    matches = simulated(sample)
    raw = written(sample, matches)
    if clean := found(sample, raw):
        raise NoPlaceError(f"not clean before planting: {clean[0].finding}")
    placed: list[tuple[Fault, Placed]] = []
    for fault in sample.faults:
        for changed in candidates(sample, matches, fault, {p.deal_of_source for _, p in placed}):
            raw = written(sample, changed)
            new = added(found(sample, raw), [p for _, p in placed])
            if new and new.finding.code == fault.code:
                matches = changed
                placed.append((fault, new))
                break
        else:
            raise NoPlaceError(f"no place for {fault.code}")
    return written(sample, matches), placed


def candidates(sample: Sample, matches: list[Match], fault: Fault, taken: set[int]) -> Iterator[list[Match]]:
    """The matches with the fault planted in one of them, deals that have none yet first."""
    before = [sum(len(m.deals) for m in matches[:i]) for i in range(len(matches))]
    edits = [(i, edit) for i, match in enumerate(matches) for edit in islice(fault.planter(match), TRIED)]
    edits.sort(key=lambda item: before[item[0]] + item[1].deal_no in taken)
    for i, edit in edits:
        if codes(sample, edit.match) == codes(sample, matches[i]) + Counter([fault.code]):
            yield [edit.match if k == i else match for k, match in enumerate(matches)]


def codes(sample: Sample, match: Match) -> Counter[str]:
    """What is found wrong with a match as the format will hold it, before it is written."""
    silent = SILENT.get(sample.format, {})
    held = replace(match, deals=tuple(replace(deal, **silent) for deal in match.deals))
    found = replay(held, rules.load(sample.rules)).findings
    return Counter(f.code for f in found if f.severity in COMPARED)


def added(now: Sequence[Placed], before: Sequence[Placed]) -> Placed | None:
    """The one finding that is new, if the others are all as they were."""
    old = [(p.deal_of_source, p.finding.code) for p in before]
    new = []
    for p in now:
        key = (p.deal_of_source, p.finding.code)
        if key in old:
            old.remove(key)
        else:
            new.append(p)
    return new[0] if len(new) == 1 and not old else None


def listed(rows: Sequence[tuple[str, Fault, Placed]]) -> str:
    """`expected.toml`."""
    names = ", ".join(f'"{sample.name}"' for sample in SAMPLES)
    lines = [
        "# Made by make.py. Every fault planted in the samples: no more and no fewer may be found.",
        "",
        f"samples = [{names}]",
    ]
    for sample, fault, placed in rows:
        f = placed.finding
        lines += [
            "",
            "[[fault]]",
            f'sample = "{sample}"',
            f'code = "{f.code}"',
            f"match = {placed.match_no}",
            f"deal = {f.deal_no}",
        ]
        lines += [f"{key} = {value}" for key, value in (("event", f.event_no), ("line", f.line)) if value is not None]
        lines += [f'zh = "{fault.zh}"', f'en = "{fault.en}"']
    return "\n".join(lines) + "\n"


def first_planted(sample: Sample) -> tuple[bytes, list[tuple[Fault, Placed]]]:
    """The sample from its seed, or the first after it whose matches have room for every fault."""
    for seed in range(sample.seed, sample.seed + SEEDS):
        try:
            return planted(sample._replace(seed=seed))
        except NoPlaceError as error:
            sys.stderr.write(f"{sample.name}: seed {seed}: {error}\n")
    raise NoPlaceError(f"{sample.name}: {SEEDS} seeds tried")


def main() -> None:
    """Write the samples and the list of their faults."""
    rows: list[tuple[str, Fault, Placed]] = []
    for sample in SAMPLES:
        raw, placed = first_planted(sample)
        path = HERE / sample.name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(raw)
        # Events may move when a later fault goes in before them, so places are those of the finished file.
        final = {(p.deal_of_source, p.finding.code): p for p in found(sample, raw)}
        rows += [(sample.name, fault, final[p.deal_of_source, fault.code]) for fault, p in placed]
        sys.stderr.write(f"{sample.name}: {len(raw)} bytes, {len(placed)} faults\n")
    (HERE / EXPECTED).write_text(listed(rows), "utf-8")


if __name__ == "__main__":
    main()
