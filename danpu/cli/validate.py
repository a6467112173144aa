"""`danpu validate`: what is wrong with records, where, and by which clause."""

from pathlib import Path
from typing import Annotated

from danpu import errors
from danpu.cli import intake, screen, verdict
from danpu.cli.language import say
from danpu.cli.options import Command, Json, OptionalStore, Paths, option
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
COMPARING = ("all", "auto")


def validate(paths: Paths = None, store: OptionalStore = None, rules: Books = None, json: Json = False) -> int:
    """Replay records and show what is wrong with them."""
    if bool(paths) == (store is not None):
        raise errors.Refused("请给出 PATH 或 --store 之一", "give either PATH or --store, and one of them")
    if rules in COMPARING:
        return _compare(paths or [], store, rules == "auto", json)
    from danpu.validation import Validation

    validation = Validation()
    with waiting(say("已检查副数", "deals checked"), lambda: validation.deals):
        lost = intake.judged([(rules, validation)], paths or [], store)
    if json:
        screen.json(validation.document())
    else:
        verdict.show(validation)
    return errors.FOUND if lost or validation.count("illegal") else errors.FINE


def _compare(paths: list[str], store: Path | None, auto: bool, json: bool) -> int:
    from danpu import validation
    from engine.rules import names

    validations = [(name, validation.Validation()) for name in names()]
    with waiting(say("已检查副数", "deals checked"), lambda: sum(v.deals for _, v in validations)):
        lost = intake.judged(validations, paths, store)
    rows = validation.verdicts(validations)
    if json:
        screen.json({"books": rows} | (validation.consistent(rows) if auto else {}))
    else:
        verdict.show_books(rows, auto=auto)
    return errors.FINE if not lost and any(r["verdict"] == "consistent" for r in rows) else errors.FOUND


COMMAND = Command(
    "validate",
    "校验牌谱：按规则书逐手重放，指出每处不对的位置与条款。",
    "Validate records: replay them under a rule book, and say what is wrong, where, and by which clause.",
    (
        "danpu validate server.log",
        "danpu validate server.log --rules huaian_2017 --json",
        "danpu validate logs/ --rules auto",
        "danpu validate --store store",
    ),
    validate,
)
