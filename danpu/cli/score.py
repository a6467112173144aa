"""`danpu score`: the score sheets of the matches of a record."""

from typing import TYPE_CHECKING

from danpu import errors
from danpu.cli import intake, screen, words
from danpu.cli.language import say
from danpu.cli.options import Command, Format, Json, OnePath, Rules

if TYPE_CHECKING:
    from danpu.scoring import Sheet

TEAMS = ("0+2", "1+3")


def score(path: OnePath, rules: Rules = None, format_name: Format = None, json: Json = False) -> int:
    """Carry levels and results from deal to deal, and compare them with what the record claims."""
    from danpu import scoring, sources

    with sources.opened(path, format_name) as source:
        intake.recognised(source)
        found = list(scoring.sheets(source, rules))
    if not found:
        raise errors.Refused(
            f"{path} 没有可读的对局", f"no match could be read from {path}", exit_code=errors.UNREADABLE
        )
    if json:
        screen.json({"matches": found})
    else:
        for sheet in found:
            _show(sheet)
    return errors.FOUND if any(sheet["first_break"] is not None for sheet in found) else errors.FINE


def _show(sheet: "Sheet") -> None:
    columns = (
        ("副", "deal"),
        ("级", "level"),
        ("名次", "went out"),
        ("胜方", "won by"),
        ("升", "steps"),
        ("其后 0+2", "then 0+2"),
        ("其后 1+3", "then 1+3"),
        ("得分", "points"),
        ("不符", "breaks"),
    )
    screen.out(
        say(f"第 {sheet['match']} 场，规则书 {sheet['rules']}", f"match {sheet['match']}, rule book {sheet['rules']}")
    )
    screen.table(
        [say(*column) for column in columns],
        [
            (
                row["deal"],
                row["level"],
                words.seats(row["finish"]),
                None if row["winner"] is None else TEAMS[row["winner"]],
                row["steps"],
                *row["levels"],
                None if row["points"] is None else " : ".join(map(str, row["points"])),
                ", ".join(row["breaks"]),
            )
            for row in sheet["deals"]
        ],
    )
    _foot(sheet)


def _foot(sheet: "Sheet") -> None:
    if sheet["first_break"] is not None:
        number = sheet["first_break"]
        screen.out(say(f"与记录首次不符：第 {number} 副", f"the record first breaks the chain at deal {number}"))
    if sheet["winner"] is not None:
        team = TEAMS[sheet["winner"]]
        screen.out(say(f"{team} 方胜", f"seats {team} win the match"))
    for way, points in sheet["by_scoring"].items():
        screen.out(say(f"{way} 计分：{points[0]} : {points[1]}", f"points by {way}: {points[0]} : {points[1]}"))


COMMAND = Command(
    "score",
    "记分表：逐副承接级数与名次，与记录所称相核，并计分。",
    "Score sheet: levels and results from deal to deal, compared with what the record claims, and the points.",
    ("danpu score server.log", "danpu score server.log --rules huaian_folk --json"),
    score,
)
