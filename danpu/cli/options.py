"""What a command is made of, and the options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from danpu.cli.language import both

OPTIONS = both("选项", "Options")
ARGUMENTS = both("参数", "Arguments")
STORE = Path("store")


class Command(NamedTuple):
    """A command: its name, what it does in both languages, examples, and the function that runs it and returns the exit code.

    An open-ended one looks at options itself that the parser does not know.
    """

    name: str
    zh: str
    en: str
    examples: tuple[str, ...]
    run: Callable[..., int]
    open_ended: bool = False


def register(app: typer.Typer, command: Command) -> None:
    """Add a command to an app."""
    app.command(
        command.name,
        help=f"{command.zh}\n\n{command.en}",
        short_help=f"{command.zh.partition('。')[0]} · {command.en.partition('.')[0]}",
        epilog="\n\n".join((both("例", "Examples"), *(f"    {line}" for line in command.examples))),
        rich_help_panel=both("命令", "Commands"),
        context_settings={"allow_extra_args": command.open_ended, "ignore_unknown_options": command.open_ended},
    )(command.run)


def option(flag: str, zh: str, en: str, metavar: str | None = None) -> typer.models.OptionInfo:
    """An option with its help in both languages."""
    info: typer.models.OptionInfo = typer.Option(flag, help=both(zh, en), metavar=metavar, rich_help_panel=OPTIONS)
    return info


def argument(metavar: str, zh: str, en: str) -> typer.models.ArgumentInfo:
    """An argument with its help in both languages."""
    info: typer.models.ArgumentInfo = typer.Argument(help=both(zh, en), metavar=metavar, rich_help_panel=ARGUMENTS)
    return info


Json = Annotated[bool, option("--json", "结果为一份 JSON", "one JSON document")]
Csv = Annotated[
    bool, option("--csv", "结果为 CSV（带 BOM，可用表格软件打开）", "CSV with a BOM, as spreadsheets like it")
]
Force = Annotated[bool, option("--force", "覆盖已有文件", "write over a file that exists")]
Store = Annotated[Path, option("--store", "库目录", "folder of the store", "DIR")]
OptionalStore = Annotated[Path | None, option("--store", "库目录", "folder of the store", "DIR")]
Rules = Annotated[
    str | None,
    option("--rules", "规则书；缺省为格式自己的平台规则", "rule book; default: the format's own platform book", "NAME"),
]
DealNo = Annotated[
    int,
    option(
        "--deal", "该来源的第几副，从 1 起，残副也算", "which deal of the source, from 1, partial ones included", "N"
    ),
]
Paths = Annotated[
    list[str] | None,
    argument(
        "PATH...",
        "牌谱文件（可经 gzip、bz2、xz 压缩）或文件夹，- 为标准输入",
        "record files (also as gzip, bz2 or xz) or folders; - is standard input",
    ),
]
OnePath = Annotated[str, argument("PATH", "牌谱文件，- 为标准输入", "a record file; - is standard input")]
Format = Annotated[
    str | None, option("--format", "格式，缺省按内容识别", "format; detected by content unless said", "NAME")
]
OutFormat = Annotated[str, option("--format", "写成的格式", "format to write", "NAME")]
Out = Annotated[str, option("--out", "写入的文件，- 为标准输出", "file to write; - is standard output", "PATH")]
