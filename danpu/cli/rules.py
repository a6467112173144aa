"""`danpu rules`: the rule books, what sets them apart, and what cards make under one."""

from typing import TYPE_CHECKING, Annotated

import typer

from danpu import errors
from danpu.cli import screen, words
from danpu.cli.language import say
from danpu.cli.options import Command, Json, argument, option, register
from danpu.wording import count

if TYPE_CHECKING:
    from engine.rules import Rules

Name = Annotated[str, argument("NAME", "规则书名", "name of a rule book")]
Book = Annotated[
    str | None, option("--rules", "规则书，缺省为官方规则", "rule book, the official one unless said", "NAME")
]
Level = Annotated[str, option("--level", "级数 2..A", "level 2..A", "L")]
Cards = Annotated[str, argument("CARDS", '牌，如 "S5 H5 SB"', 'cards, as in "S5 H5 SB"')]

RULES = typer.Typer(
    help="规则书：列出、查看、比较、判牌型、判大小。\n\nRule books: list, show, compare; what cards make and whether they beat.",
    short_help="规则书与牌型 · rule books, and what cards make",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@RULES.callback(invoke_without_command=True)
def _root(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        screen.out(context.get_help())


def _settled(settled: bool) -> str:
    return say("已定", "settled") if settled else say("未定", "open")


def _written(value: object) -> str:
    if value is None:
        return say("不限", "no limit")
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _rows(book: "Rules") -> list[dict[str, object]]:
    from engine.rules import PARAMETERS

    return [
        {
            "parameter": parameter,
            "zh": zh,
            "value": book.value(parameter),
            "clause": book.clause(parameter).text,
            "settled": book.clause(parameter).settled,
        }
        for parameter, zh in PARAMETERS.items()
    ]


def list_books(json: Json = False) -> int:
    """List the rule books."""
    from engine import rules

    books = [rules.load(name) for name in rules.names()]
    if json:
        screen.json([{"name": b.name, "en": b.title_en, "zh": b.title_zh} for b in books])
    else:
        screen.table((say("规则书", "rule book"), "中文", "English"), [(b.name, b.title_zh, b.title_en) for b in books])
    return errors.FINE


def show(name: Name, json: Json = False) -> int:
    """Show one rule book, parameter by parameter."""
    from danpu.books import book

    rules = book(name)
    rows = _rows(rules)
    if json:
        screen.json({"name": rules.name, "en": rules.title_en, "zh": rules.title_zh, "parameters": rows})
        return errors.FINE
    screen.out(f"{rules.name}: {say(rules.title_zh, rules.title_en)}")
    columns = (
        say("参数", "parameter"),
        "中文",
        say("取值", "value"),
        say("是否已定", "settled"),
        say("条款", "clause"),
    )
    screen.table(
        columns,
        [
            (str(r["parameter"]), str(r["zh"]), _written(r["value"]), _settled(bool(r["settled"])), str(r["clause"]))
            for r in rows
        ],
    )
    return errors.FINE


def diff(
    first: Annotated[str, argument("A", "规则书名", "name of a rule book")],
    second: Annotated[str, argument("B", "规则书名", "name of a rule book")],
    json: Json = False,
) -> int:
    """Show where two rule books differ; 0 also when they do."""
    from danpu.books import book

    a, b = book(first), book(second)
    pairs = [(x, y) for x, y in zip(_rows(a), _rows(b), strict=True) if x["value"] != y["value"]]
    if json:
        screen.json(
            {
                "a": a.name,
                "b": b.name,
                "differences": [
                    {"parameter": x["parameter"], "zh": x["zh"], "a": x["value"], "b": y["value"]} for x, y in pairs
                ],
            }
        )
        return errors.FINE
    screen.table(
        (say("参数", "parameter"), "中文", a.name, b.name),
        [(str(x["parameter"]), str(x["zh"]), _written(x["value"]), _written(y["value"])) for x, y in pairs],
    )
    screen.out(say(f"{len(pairs)} 处不同", count(len(pairs), "difference")))
    return errors.FINE


def classify(cards: Cards, level: Level, rules: Book = None, json: Json = False) -> int:
    """Show every reading of some cards, strongest first."""
    from danpu import plays

    answer = plays.classify(cards, level, rules)
    readings = answer["readings"]
    if json:
        screen.json(answer)
    elif not readings:
        screen.out(say(f"{answer['cards']} 不成牌型", f"{answer['cards']} is no combination"))
    else:
        columns = (say("牌型", "kind"), say("牌点", "rank"), say("张数", "size"), say("逢人配作", "wild as"))
        screen.table(
            columns,
            [
                (say(f"{r['kind']} {words.kind(r['kind'])}", r["kind"]), r["rank"], r["size"], " ".join(r["wild_as"]))
                for r in readings
            ],
        )
    if not json:
        _open(sorted({name for row in readings for name in row["rests_on"]} | set(answer["rests_on"])))
        screen.out(_under(answer["rules"], answer["level"]))
    return errors.FINE


def beats(
    cards: Cards,
    on: Annotated[str, option("--on", "要压的牌", "the cards to be beaten", "CARDS")],
    level: Level,
    rules: Book = None,
    as_: Annotated[
        str | None, option("--as", "所出之牌声明的读法", "declared reading of the first", "KIND:RANK")
    ] = None,
    on_as: Annotated[
        str | None, option("--on-as", "被压之牌声明的读法", "declared reading of the second", "KIND:RANK")
    ] = None,
    json: Json = False,
) -> int:
    """Show whether some cards may be laid on others; 0 either way."""
    from danpu import plays
    from danpu.books import book

    answer, rests = plays.beats(cards, on, level, rules, as_=as_, on_as=on_as)
    if json:
        screen.json({"beats": answer.beats, "why": answer.why, "settled": not rests, "rests_on": rests})
        return errors.FINE
    screen.out(f"{say('能压', 'yes') if answer.beats else say('不能压', 'no')}: {say(answer.why_zh, answer.why)}")
    _open(rests)
    screen.out(_under(book(rules).name, level))
    return errors.FINE


def _open(rests: list[str]) -> None:
    """Say what the book leaves open that an answer rests on."""
    if rests:
        names = ", ".join(rests)
        screen.out(say(f"本书未定，据拟定之值：{names}", f"not settled by this book, by the value proposed: {names}"))


def _under(rules: str, level: str) -> str:
    return say(f"规则 {rules}，打 {level}", f"rules {rules}, level {level}")


for _command in (
    Command("list", "列出规则书。", "List the rule books.", ("danpu rules list",), list_books),
    Command(
        "show",
        "逐条查看规则书：参数、取值、条款、来源是否确定。",
        "Show a rule book: parameter, value, clause, and whether the source settles it.",
        ("danpu rules show huaian_2017",),
        show,
    ),
    Command("diff", "比较两本规则书。", "Compare two rule books.", ("danpu rules diff huaian_2017 njupt_v1006",), diff),
    Command(
        "classify",
        "一组牌的全部读法，大者在前。",
        "Every reading of some cards, strongest first.",
        ('danpu rules classify "S5 S6 S7 H9 H9" --level 9', 'danpu rules classify "S5S5H2" --level 2 --json'),
        classify,
    ),
    Command(
        "beats",
        "甲能否压乙；未声明的乙按规则书读，否则取其最大读法。",
        "May the first be laid on the second? An undeclared second is read as the book says, else as its strongest.",
        (
            'danpu rules beats "S9 H9" --on "S8 D8" --level 2',
            'danpu rules beats "S5 S6 S7 H9 H9" --on "C4 C4 D4 S4" --level 9 --as straight_flush:9',
        ),
        beats,
    ),
):
    register(RULES, _command)
