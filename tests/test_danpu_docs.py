"""docs/cli.md names every command and every option that there is, and no other."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from danpu.cli.app import app

TEXT = (Path(__file__).resolve().parent.parent / "docs" / "cli.md").read_text(encoding="utf-8")
SECTIONS = {re.split(r"\W", part, maxsplit=1)[0]: part for part in re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]}


def options() -> Iterator[tuple[str, str]]:
    """Every command (by its section) with each of its options."""
    root = typer.main.get_command(app)
    for name, command in root.commands.items():
        for one in getattr(command, "commands", {"": command}).values():
            for parameter in one.params:
                yield from ((name, flag) for flag in parameter.opts if flag.startswith("--") and flag != "--help")


@pytest.mark.parametrize(("section", "flag"), sorted(set(options())))
def test_every_option_is_documented(section, flag):
    assert re.search(rf"{flag}(?![\w-])", SECTIONS[section])


def test_every_option_documented_exists():
    known = {*options(), ("validate", "--json")}
    for section, text in SECTIONS.items():
        for flag in re.findall(r"--[a-z-]+", text):
            assert (section, flag) in known, f"{section} {flag}"


def test_every_command_has_help_and_examples_in_both_languages():
    root = typer.main.get_command(app)
    for command in root.commands.values():
        for one in getattr(command, "commands", {"": command}).values():
            assert re.search(r"[一-鿿].*\n\n.*[a-z]", one.help, re.DOTALL), one.name
            assert "danpu " in one.epilog, one.name
            for parameter in one.params:
                told = getattr(parameter, "help", "")
                assert " · " in told, f"{one.name} {parameter.name}"
