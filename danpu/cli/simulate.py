"""`danpu simulate`: matches of our own players, for samples, tests and measurements."""

from typing import Annotated

from danpu import errors
from danpu.cli import screen
from danpu.cli.language import say
from danpu.cli.options import Command, Force, Out, OutFormat, option
from danpu.cli.waiting import Tally, waiting
from danpu.wording import count

Matches = Annotated[int, option("--matches", "场数", "how many matches", "N")]
Seed = Annotated[
    int, option("--seed", "随机种子；同种子同结果", "seed of chance; the same seed gives the same matches", "S")
]
Rules = Annotated[
    str | None,
    option(
        "--rules",
        "规则书，缺省为该格式自己的平台规则",
        "rule book, that of the format's own platform unless said",
        "NAME",
    ),
]
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
    rules: Rules = None,
    players: Players = "greedy",
    force: Force = False,
) -> int:
    """Play matches and write them to a file."""
    from danpu.books import book
    from danpu.export import export, platform
    from danpu.playing import played

    chosen = book(rules or platform(format_name)).name
    done = Tally(played(matches, seed, chosen, [name.strip() for name in players.split(",")]))
    with waiting(say("已模拟场数", "matches played"), lambda: done.count, matches):
        written = export(done, format_name, out, force=force)
    screen.note(
        say(
            f"{out}：{written} 场（规则 {chosen}，种子 {seed}）",
            f"{out}: {count(written, 'match', 'matches')} (rules {chosen}, seed {seed})",
        )
    )
    return errors.FINE


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
