"""What is written for people is true: docs/cli.md of every command and option, READMEs of their code, figures of the script that makes them."""

import ast
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from danpu.cli.app import app

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
SAMPLE = ROOT / "data" / "samples" / "njupt_server" / "server.log"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
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


def python_of(readme: Path) -> str:
    """The indented lines of a README that are Python: blocks that begin with an import."""
    blocks = re.split(r"\n(?!    )", readme.read_text(encoding="utf-8"))
    code = (re.sub(r"^    ", "", block[block.find("\n    ") + 1 :], flags=re.MULTILINE) for block in blocks)
    return "\n".join(block for block in code if block.startswith(("from ", "import ")))


def test_the_rooms_that_show_python_are_seen() -> None:
    assert {room for room in PACKAGES if python_of(ROOT / room / "README.md")} >= {"engine", "danpu"}


@pytest.mark.parametrize("room", PACKAGES)
def test_the_python_of_a_readme_runs(room: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(SAMPLE, tmp_path / "server.log")
    monkeypatch.chdir(tmp_path)
    exec(python_of(ROOT / room / "README.md"), {})  # our own README


def test_every_benchmark_is_run_by_make_and_named_in_the_readme() -> None:
    scripts = {
        path.stem for path in (ROOT / "benchmarks").glob("*.py") if re.search(r"^    report\(", _text(path), re.M)
    }
    made = re.search(r"for bench in ([\w ]+);", _text(ROOT / "Makefile"))
    told = re.search(r"benchmarks\.NAME` for ([\w, ]+\w)", _text(ROOT / "README.md"))
    assert made
    assert told
    assert set(made[1].split()) == set(told[1].split(", ")) == scripts - {"corpus"}


def test_every_figure_names_the_benchmark_that_makes_it() -> None:
    table = [
        line.split(" | ") for line in _text(ROOT / "docs" / "performance.md").splitlines() if line.startswith("| ")
    ]
    named = [re.findall(r"`(\w+)`", row[-1]) for row in table[1:]]
    assert all(named)
    assert all((ROOT / "benchmarks" / f"{name}.py").is_file() for names in named for name in names)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_the_doctests_of_every_room_run() -> None:
    options = PROJECT["tool"]["pytest"]["ini_options"]
    assert "--doctest-modules" in options["addopts"]
    assert set(PACKAGES) <= set(options["testpaths"])


def test_what_the_rooms_import_is_required_and_what_is_required_is_imported() -> None:
    sources = [path for room in PACKAGES for path in (ROOT / room).rglob("*.py")]
    nodes = [node for path in sources for node in ast.walk(ast.parse(_text(path)))]
    plain = {alias.name.partition(".")[0] for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    parts = {
        str(node.module).partition(".")[0] for node in nodes if isinstance(node, ast.ImportFrom) and not node.level
    }
    required = {re.split(r"[<>=!~;\[ ]", line)[0] for line in PROJECT["project"]["dependencies"]}
    only_for_mypy = {"_typeshed"}
    assert (plain | parts) - {*PACKAGES, *sys.stdlib_module_names, *only_for_mypy} == required
