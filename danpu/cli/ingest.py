"""`danpu ingest`: records into a store."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from danpu.cli import intake, screen, words
from danpu.cli.language import say
from danpu.cli.options import STORE, Command, Format, Json, Store, argument, option
from danpu.cli.waiting import waiting

if TYPE_CHECKING:
    from ingest.report import Report

Inputs = Annotated[
    list[str],
    argument(
        "PATH",
        "牌谱文件（可经 gzip、bz2、xz 压缩）或文件夹，- 为标准输入",
        "record files (also as gzip, bz2 or xz) or folders; - is standard input",
    ),
]
Rules = Annotated[
    str, option("--rules", "规则书，auto 为各格式自己的平台规则", "rule book; auto: each format's own", "NAME|auto")
]


def ingest(
    paths: Inputs, store: Store = STORE, format_name: Format = None, rules: Rules = "auto", json: Json = False
) -> int:
    """Read records into a store and say what became of each."""
    from danpu.stores import filled

    stores: list[Path] = []
    with waiting(say("入库中", "reading")):
        report = filled(paths, store, format_name=format_name, rules=rules, skipped=stores.append)
    for folder in stores:
        intake.a_store(folder)
    if json:
        screen.json(report)
    else:
        show(report)
    return report.exit_code


def show(report: "Report") -> None:
    """What became of each source, and the sum; on stderr what each was taken for, and why."""
    for source in report.sources:
        if source.format and source.why:
            screen.note(f"{source.path}: {source.format} ({say(source.why_zh or '', source.why)})")
    columns = (
        ("来源", "source"),
        ("格式", "format"),
        ("结果", "status"),
        ("场", "matches"),
        ("副", "deals"),
        ("事件", "events"),
        ("隔离", "quarantined"),
        ("忽略", "ignored"),
        ("规则书", "rules"),
        ("原因", "reason"),
    )
    screen.table(
        [say(*c) for c in columns],
        [
            (
                screen.short(s.path),
                s.format,
                words.status(s.status),
                s.matches,
                s.deals,
                s.events,
                s.quarantined,
                s.ignored,
                s.rules,
                say(s.reason_zh or "", s.reason or ""),
            )
            for s in report.sources
        ],
    )
    total = report.totals
    screen.out(
        say(
            f"{report.store}：读 {total.read}，入库 {total.stored}，重复 {total.duplicate}，隔离 {total.quarantined}，忽略 {total.ignored}",
            f"{report.store}: read {total.read} = stored {total.stored} + duplicate {total.duplicate}"
            f" + quarantined {total.quarantined} + ignored {total.ignored}",
        )
    )


COMMAND = Command(
    "ingest",
    "把牌谱读入库中。同一内容重复读入不增加任何东西。",
    "Read records into a store. Reading the same thing twice adds nothing and says so.",
    (
        "danpu ingest server.log",
        "danpu ingest logs/ more.jsonl.gz --store store --json",
        "cat server.log | danpu ingest - --rules huaian_2017",
    ),
    ingest,
)
