"""The commands of `danpu` under one roof."""

from collections.abc import Sequence
from typing import Annotated

import typer
from typer.exceptions import TyperException

from danpu import errors
from danpu.cli import (
    ask,
    complain,
    dashboard,
    demo,
    doctor,
    export,
    hands,
    ingest,
    query,
    replay,
    score,
    screen,
    simulate,
    usage,
    validate,
)
from danpu.cli import version as versions
from danpu.cli.language import both, say
from danpu.cli.options import Command, option, register
from danpu.cli.rules import RULES

COMMANDS: tuple[Command, ...] = tuple(
    module.COMMAND
    for module in (demo, ingest, validate, hands, replay, score, ask, query, simulate, export, dashboard, doctor)
)
app = typer.Typer(
    help="蛋谱：读取、校验、分析掼蛋牌谱。\n\ndanpu reads, validates and analyses Guandan (掼蛋) records.",
    epilog=f"{both('第一步', 'First step')}    danpu demo",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _command in COMMANDS:
    register(app, _command)
app.add_typer(RULES, name="rules", rich_help_panel=both("命令", "Commands"))


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[bool, option("--version", "版本", "versions of danpu and of Python")] = False,
    lang: Annotated[
        str | None, option("--lang", "语言，可写在任何位置", "language, anywhere on the line", "zh|en")
    ] = None,
    debug: Annotated[
        bool, option("--debug", "出错时给出细节，可写在任何位置", "details of a failure, anywhere on the line")
    ] = False,
) -> None:
    # `lang` and `debug` stand here for the help alone: they are taken off the line before it is parsed.
    del lang, debug
    if version:
        screen.out(versions())
        raise typer.Exit
    if context.invoked_subcommand is None:
        screen.out(context.get_help())


def called(arguments: Sequence[str]) -> int:
    """Run a command line and return the exit code of its command."""
    try:
        code: int | None = app(list(arguments), standalone_mode=False, prog_name="danpu")
    except TyperException as error:
        return _misused(error)
    except SystemExit as end:  # typer's way out when the reader of a pipe has gone
        raise BrokenPipeError from end
    return complain(say("已中断", "interrupted"), code) if code == errors.INTERRUPTED else code or errors.FINE


def _misused(error: TyperException) -> int:
    context: typer.Context | None = getattr(error, "ctx", None)
    path = context.command_path if context else "danpu"
    hint = say(f"（用法见 {path} --help）", f" (see {path} --help)")
    return complain(usage.complaint(error.format_message()) + hint, errors.USAGE)
