"""The command `danpu`: what happens to every command alike (language, errors, exit codes); `app` holds the commands, one file each.

`--lang` and `--debug` may stand anywhere on the line. A command returns its exit code and imports what it needs when it runs; this module
imports not even typer, so that `danpu --version` is quick.
"""

import errno
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

from danpu import errors
from danpu.cli import language, screen
from danpu.cli.language import say
from engine import VERSION
from ingest import SCHEMA_VERSION
from ingest.errors import Unreadable

# What the system answers where nothing more can be written.
NO_ROOM = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


class Line(NamedTuple):
    """A command line without what may stand anywhere on it."""

    rest: list[str]
    lang: str | None
    debug: bool


def parsed(arguments: Sequence[str]) -> Line:
    """Take `--lang` and `--debug` out of a command line; after `--` everything is an argument.

    >>> parsed(["validate", "a.log", "--lang", "zh", "--", "--debug"])
    Line(rest=['validate', 'a.log', '--', '--debug'], lang='zh', debug=False)
    """
    rest: list[str] = []
    lang, debug = None, False
    waiting = list(arguments)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            rest += [word, *waiting]
            break
        if word == "--debug":
            debug = True
        elif word == "--lang":
            lang = waiting.pop(0) if waiting else ""
        elif word.startswith("--lang="):
            lang = word.removeprefix("--lang=")
        else:
            rest.append(word)
    return Line(rest, lang, debug)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and end the process with its exit code."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code."""
    screen.prepare()
    line = parsed(arguments)
    language.use(language.chosen(line.lang))
    if line.lang is not None and line.lang not in language.LANGUAGES:
        return complain(
            say(f"--lang 应为 zh 或 en，不是“{line.lang}”", f"--lang is zh or en, not '{line.lang}'"), errors.USAGE
        )
    try:
        return _called(line)
    except KeyboardInterrupt:
        return complain(say("已中断", "interrupted"), errors.INTERRUPTED)
    except Exception as error:  # noqa: BLE001  # the last door: a failure of ours is one line, not a traceback
        return _ended(error, debug=line.debug)


def _ended(error: Exception, *, debug: bool) -> int:
    """Say why a command could not go on, and the exit code for it."""
    match error:
        case errors.Refused():
            return complain(say(error.zh, error.en), error.exit_code)
        case Unreadable():
            return complain(error.text(language.current()), errors.UNREADABLE)
        case BrokenPipeError():
            _close_stdout()
            return errors.READER_GONE
        case OSError(errno=number) if number in NO_ROOM:
            _close_stdout()
            return complain(say(f"写不下：{error.strerror}", f"cannot write: {error.strerror}"), errors.USAGE)
    return _failed(error, debug=debug)


def _called(line: Line) -> int:
    if line.rest == ["--version"]:
        screen.out(version())
        return errors.FINE
    from danpu.cli import app

    code = app.called(line.rest)
    sys.stdout.flush()
    return code


def version() -> str:
    """The versions that a report of a fault should name."""
    import platform
    from importlib import metadata

    told = f"danpu {metadata.version('danpu')} · engine {VERSION} · schema {SCHEMA_VERSION}"
    return f"{told} · Python {platform.python_version()}"


def complain(text: str, code: int) -> int:
    """Say in one line why this is the exit code."""
    screen.note("danpu: " + " ".join(text.splitlines()))
    return code


def _close_stdout() -> None:
    # The interpreter flushes stdout once more on its way out, which must not fail again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _failed(error: Exception, *, debug: bool) -> int:
    if debug:
        import traceback

        for line in "".join(traceback.format_exception(error)).splitlines():
            screen.note(line)
    lines = f"{type(error).__name__}: {error}".splitlines()
    hint = "" if debug else say("（加 --debug 看细节）", " (--debug shows the details)")
    return complain(say(f"内部错误：{lines[0]}{hint}", f"internal failure: {lines[0]}{hint}"), errors.FAILURE)
