"""`danpu ask`: a question of a store, answered with how many deals it rests on and how sure it is."""

from collections.abc import Sequence
from typing import Annotated

import typer

from danpu import errors
from danpu.cli import language, screen
from danpu.cli.language import say
from danpu.cli.options import STORE, Command, Csv, Json, Store, argument, option
from danpu.cli.waiting import waiting
from danpu.wording import count

Question = Annotated[
    str | None, argument("QUESTION", "问题的名字；不给则列出", "name of a question; without one they are listed")
]
Source = Annotated[
    str | None, option("--source", "只看此来源（编号或路径）", "only this source (id or path)", "SOURCE")
]
Rules = Annotated[
    str | None, option("--rules", "按此规则书的结论", "what the engine makes of it under this book", "NAME")
]
Level = Annotated[str | None, option("--level", "只看此级数", "only deals at this level", "L")]
Player = Annotated[str | None, option("--player", "只看此人（名字）", "only this name", "NAME")]
Seat = Annotated[str | None, option("--seat", "只看此座位", "only this seat", "S")]
Complete = Annotated[
    str | None, option("--complete", "只计完整的一副，缺省 true", "count complete deals only; default true", "BOOL")
]
Clean = Annotated[
    str | None, option("--clean", "只计无违规无矛盾的一副，缺省 true", "count clean deals only; default true", "BOOL")
]


def ask(
    context: typer.Context,
    question: Question = None,
    store: Store = STORE,
    source: Source = None,
    rules: Rules = None,
    level: Level = None,
    player: Player = None,
    seat: Seat = None,
    complete: Complete = None,
    clean: Clean = None,
    csv: Csv = False,
    json: Json = False,
) -> int:
    """Answer a question, or list the questions."""
    errors.one_of(csv=csv, json=json)
    if question is not None and question.startswith("--"):
        raise errors.Refused(f"先写问题，再写条件 {question}", f"write the question first, then its filter {question}")
    if question is None:
        return _list(context.args, csv, json)
    from danpu.answers import answer, unjudged

    lacking = 0 if rules is None else len(unjudged(store, rules))
    shared = {
        "source": source,
        "rules": rules,
        "level": level,
        "player": player,
        "seat": seat,
        "complete": complete,
        "clean": clean,
    }
    if empty := next((name for name, value in shared.items() if value == ""), None):
        raise errors.Refused(f"--{empty} 为空", f"--{empty} is empty")
    given: dict[str, object] = {name: value for name, value in shared.items() if value is not None}
    with waiting(say("判定与计算中", "judging and counting")):
        found = answer(store, question, given | filters(context.args))
    if rules is not None and (done := lacking - len(unjudged(store, rules))):
        screen.note(
            say(
                f"库中有 {done} 批此前未按 {rules} 判过，已判，结论存入库中",
                f"{count(done, 'batch', 'batches')} had not been judged under {rules}: that is done, and kept in the store",
            )
        )
    if json:
        screen.json(found.document(language.current()))
    elif csv:
        columns = list(found.rows[0]) if found.rows else list(found.asked.columns)
        screen.sheet(columns, [list(row.values()) for row in found.rows])
    else:
        from analytics.shown import cells

        screen.out(found.asked.title(language.current()))
        table = cells(found, language.current())
        screen.table(table.headings, table.rows)
        screen.out(found.caveat(language.current()))
    if csv:
        screen.note(found.caveat(language.current()))
    return errors.FINE


def filters(words: Sequence[str]) -> dict[str, object]:
    """A question's own filters off the command line; one without a value is true.

    >>> filters(["--by-level", "--min-deals", "20", "--seat=2"])
    {'by_level': 'true', 'min_deals': '20', 'seat': '2'}
    """
    found: dict[str, object] = {}
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if not word.startswith("--"):
            raise errors.Refused(f"多余的参数：{word}", f"unexpected argument {word}")
        name, assigned, value = word[2:].partition("=")
        if not assigned:
            value = waiting.pop(0) if waiting and not waiting[0].startswith("--") else "true"
        found[name.replace("-", "_")] = value
    return found


def _list(words: Sequence[str], csv: bool, json: bool) -> int:
    from analytics.question import SHARED, questions

    if words:
        raise errors.Refused(f"没有问题，却有条件 {words[0]}", f"a filter ({words[0]}) without a question")
    shared = {p.name for p in SHARED}
    rows = [
        {
            "question": q.name,
            "zh": q.title.zh,
            "en": q.title.en,
            "filters": [f"--{name.replace('_', '-')}" for name in q.parameters if name not in shared],
        }
        for q in questions()
    ]
    if json:
        screen.json(rows)
        return errors.FINE
    columns = ("question", "zh", "en", "filters")
    cells = [[screen.cell(value) for value in row.values()] for row in rows]
    if csv:
        screen.sheet(columns, cells)
    else:
        headings = (say("问题", "question"), "中文", "English", say("自己的条件", "own filters"))
        screen.table(headings, cells)
        screen.note(say("回答其一：danpu ask 名字 --store 库", "an answer: danpu ask QUESTION --store DIR"))
    return errors.FINE


COMMAND = Command(
    "ask",
    "对库提问，答案带样本量与 95 % 区间。不给名字则列出问题。每个问题还有自己的条件（见列表），写法相同。",
    "Ask a store a question; answers carry n and 95 % intervals. Without a name the questions are listed, with the filters of their own.",
    (
        "danpu ask",
        "danpu ask partnership_win_rates --store store",
        "danpu ask tribute_impact --by-level --player Test1 --csv > tribute.csv",
    ),
    ask,
    open_ended=True,
)
