"""`danpu simulate`: matches of our own players, for samples, tests and measurements."""

from typing import Annotated

from danpu import errors
from danpu.cli import screen
from danpu.cli.language import say
from danpu.cli.options import Command, Force, Out, OutFormat, option
from danpu.cli.waiting import Tally, waiting

SEATS = 4

Matches = Annotated[int, option("--matches", "场数", "how many matches", "N")]
Seed = Annotated[
    int, option("--seed", "随机种子；同种子同结果", "seed of chance; the same seed gives the same matches", "S")
]
Rules = Annotated[str, option("--rules", "规则书", "rule book", "NAME")]
Players = Annotated[
    str,
    option(
        "--players",
        "座位 0 至 3 的打法，逗号分隔；只给一个则四家相同",
        "who plays at seats 0 to 3, with commas; one name means all four",
        "A,B,C,D",
    ),
]


def simulate(
    matches: Matches,
    format_name: OutFormat,
    out: Out,
    seed: Seed = 1,
    rules: Rules = "huaian_2017",
    players: Players = "greedy",
    force: Force = False,
) -> int:
    """Play matches and write them to a file."""
    from danpu.books import book
    from danpu.export import export
    from engine.simulate import simulate as played

    if matches < 1:
        raise errors.Refused(f"--matches 应为正整数，不是 {matches}", f"--matches is a positive number, not {matches}")
    done = Tally(played(matches, seed, book(rules), seated(players)))
    with waiting(say("已模拟场数", "matches played"), lambda: done.count, matches):
        written = export(done, format_name, out, force=force)
    screen.note(
        say(
            f"{out}：{written} 场（规则 {rules}，种子 {seed}）",
            f"{out}: {written} matches (rules {rules}, seed {seed})",
        )
    )
    return errors.FINE


def seated(players: str) -> tuple[str, str, str, str]:
    """The players at the four seats."""
    names = [name.strip() for name in players.split(",")]
    a, b, c, d = four(names * SEATS if len(names) == 1 else names)
    return a, b, c, d


def four(names: list[str]) -> list[str]:
    """The names if they are four and known. Raises Refused."""
    from engine.simulate import PLAYERS

    if len(names) != SEATS:
        raise errors.Refused(
            f"--players 应为一个或四个名字，实为 {len(names)} 个", f"--players takes one name or four, got {len(names)}"
        )
    for name in names:
        if name not in PLAYERS:
            listed = ", ".join(sorted(PLAYERS))
            raise errors.Refused(f"没有打法 {name}（已有：{listed}）", f"no player {name} (known: {listed})")
    return names


COMMAND = Command(
    "simulate",
    "让自带打法对局，写成任一格式。",
    "Let our own players play whole matches, and write them in any format.",
    (
        "danpu simulate --matches 10 --seed 1 --format danpu --out games.jsonl",
        "danpu simulate --matches 2 --format njupt_server --rules njupt_v1006 --players greedy,random,greedy,random --out server.log",
    ),
    simulate,
)
