"""`danpu validate`: what is wrong with records, where, and by which clause."""

from pathlib import Path
from typing import Annotated, NamedTuple

from danpu import errors
from danpu.cli import intake, screen, verdict
from danpu.cli.language import say
from danpu.cli.options import Command, Format, Json, OptionalStore, Paths, option
from danpu.cli.waiting import waiting

Books = Annotated[
    str | None,
    option(
        "--rules",
        "规则书；缺省为格式自己的平台规则；all 为逐本判定，auto 为找出相容者",
        "rule book; default: the format's own; all: under each book; auto: which books agree with the record",
        "NAME|auto|all",
    ),
]
All = Annotated[
    bool, option("--all", "逐处列出，不归并同类", "a row for every finding, also for what is found over and over again")
]
Engine = Annotated[
    str | None,
    option(
        "--diff",
        "与此引擎版本的判定相比，列出结论不同的副（须 --store）",
        "compare with the verdicts of this engine version, and list the deals that differ (needs --store)",
        "ENGINE",
    ),
]
COMPARING = ("all", "auto")


def validate(
    paths: Paths = None,
    store: OptionalStore = None,
    rules: Books = None,
    format_name: Format = None,
    every: All = False,
    engine: Engine = None,
    json: Json = False,
) -> int:
    """Replay records and show what is wrong with them."""
    if bool(paths) == (store is not None):
        raise errors.Refused("请给出 PATH 或 --store 之一", "give either PATH or --store, and one of them")
    errors.one_of(store=store, format=format_name)
    if engine is not None:
        return _differ(store, engine, rules, json=json)
    intended = Intended(paths or [], store, format_name)
    if rules in COMPARING:
        return _compare(intended, auto=rules == "auto", json=json)
    from danpu.books import book
    from danpu.validation import Validation

    chosen = None if rules is None else book(rules).name
    validation = Validation()
    with waiting(say("已检查副数", "deals checked"), lambda: validation.deals):
        unread = intake.judged([(chosen, validation)], *intended)
    if json:
        screen.json(validation.document(unread))
    elif validation.deals:
        verdict.show(validation, every=every)
    _refuse_nothing(validation.deals)
    return errors.FOUND if unread or validation.count("illegal") else errors.FINE


def _differ(store: Path | None, engine: str, rules: str | None, *, json: bool) -> int:
    from danpu import differing
    from danpu.books import book

    if store is None or rules in COMPARING:
        raise errors.Refused(
            "--diff 须与 --store 同用，规则书至多一本", "--diff needs --store, and one rule book at most"
        )
    found = differing.document(store, engine, None if rules is None else book(rules).name)
    if json:
        screen.json(found)
    else:
        verdict.show_differences(found)
    return errors.FOUND if found["deals"] else errors.FINE


class Intended(NamedTuple):
    """What is to be judged."""

    paths: list[str]
    store: Path | None
    format_name: str | None


def _compare(intended: Intended, *, auto: bool, json: bool) -> int:
    from danpu import validation
    from engine.rules import names

    validations = [(name, validation.Validation()) for name in names()]
    with waiting(say("已检查副数", "deals checked"), lambda: sum(v.deals for _, v in validations)):
        unread = intake.judged(validations, *intended)
    rows = validation.verdicts(validations)
    deals = sum(row["deals"] for row in rows)
    if json:
        screen.json(validation.agreeing(rows, unread) if auto else validation.compared(rows, unread))
    elif deals:
        verdict.show_books(rows, auto=auto)
    _refuse_nothing(deals)
    return errors.FINE if not unread and any(r["verdict"] in validation.AGREEING for r in rows) else errors.FOUND


def _refuse_nothing(deals: int) -> None:
    if not deals:
        raise errors.Refused(
            "什么也没有检查：没有可读的对局", "nothing was checked: no deal could be read", exit_code=errors.UNREADABLE
        )


COMMAND = Command(
    "validate",
    "校验牌谱：按规则书逐手重放，指出每处不对的位置与条款。",
    "Validate records: replay them under a rule book, and say what is wrong, where, and by which clause.",
    (
        "danpu validate server.log",
        "danpu validate server.log --rules huaian_2017 --json",
        "danpu validate logs/ --rules auto",
        "danpu validate --store store",
        "danpu validate --store store --diff 1",
    ),
    validate,
)
