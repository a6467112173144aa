"""docs/cli.md names every command and every option that there is, and no other."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from danpu.cli.app import app

TEXT = (Path(__file__).resolve().parent.parent / "docs" / "cli.md").read_text(encoding="utf-8")
SECTIONS = {re.split(r"\W", part, maxsplit=1)[0]: part for part in re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]}


def commands() -> Iterator[tuple[str, typer.core.TyperCommand]]:
    """Every command with the section that describes it."""
    root = typer.main.get_command(app)
    assert isinstance(root, typer.core.TyperGroup)
    for name, command in root.commands.items():
        inner = command.commands.values() if isinstance(command, typer.core.TyperGroup) else [command]
        for one in inner:
            assert isinstance(one, typer.core.TyperCommand)
            yield name, one


def options() -> Iterator[tuple[str, str]]:
    """Every option with the section that describes its command."""
    for section, command in commands():
        for parameter in command.params:
            yield from ((section, flag) for flag in parameter.opts if flag.startswith("--") and flag != "--help")


@pytest.mark.parametrize(("section", "flag"), sorted(set(options())))
def test_every_option_is_documented(section: str, flag: str) -> None:
    assert re.search(rf"{flag}(?![\w-])", SECTIONS[section])


def test_every_option_documented_exists() -> None:
    known = {*options(), ("validate", "--json")}
    for section, text in SECTIONS.items():
        for flag in re.findall(r"--[a-z-]+", text):
            assert (section, flag) in known, f"{section} {flag}"


def test_every_command_has_help_and_examples_in_both_languages() -> None:
    for _, command in commands():
        assert re.search(r"[一-鿿].*\n\n.*[a-z]", command.help or "", re.DOTALL), command.name
        assert "danpu " in (command.epilog or ""), command.name
        for parameter in command.params:
            assert " · " in str(getattr(parameter, "help", "")), f"{command.name} {parameter.name}"
