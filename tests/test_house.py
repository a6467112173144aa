"""The house itself: rooms look one way, the README and CI say the same, and no file names a host or a machine."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "ingest", "analytics", "dashboard", "danpu")
ROOMS = (*PACKAGES, "data", "tests", "benchmarks", "docs")
MODULE_LINES = 300
# Spelt in pieces, for this file is searched too.
FOREIGN = "|".join(
    ("pypi" + r"\.org", "python" + "hosted", r"\bmirrors?\.", "/opt/" + "pypi", r"(?<![\w.])/(work|root|home)" + "/")
)


def committed() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def modules() -> Iterator[Path]:
    for room in (*PACKAGES, "tests", "benchmarks"):
        yield from (ROOT / room).rglob("*.py")


def imported(path: Path) -> Iterator[str]:
    """The top-level packages a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def readme_commands() -> list[str]:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.startswith("    python3 ")]


def requirement_names() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(line for extra in extras for line in extra)]
    return {re.split(r"[<>=!~;\[ ]", line)[0] for line in wanted}


def test_rooms_look_one_way() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]
    done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_engine_imports_numpy_numba_and_the_standard_library_only() -> None:
    allowed = {"engine", "numpy", "numba", *sys.stdlib_module_names}
    strange = {
        (path.name, name) for path in (ROOT / "engine").rglob("*.py") for name in imported(path) if name not in allowed
    }
    assert not strange


def test_no_module_is_longer_than_three_hundred_lines() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in modules()
    }
    assert lengths
    assert {path: length for path, length in lengths.items() if length > MODULE_LINES} == {}


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_says_what_belongs_in_it(room: str) -> None:
    assert (ROOT / room / "README.md").read_text(encoding="utf-8").startswith(f"# {room}")


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_room_says_to_import_is_there(room: str) -> None:
    """Lines of code in a README that import stand indented by four."""
    said = (ROOT / room / "README.md").read_text(encoding="utf-8").splitlines()
    for line in said:
        if line.startswith(("    from ", "    import ")):
            exec(line.strip(), {})  # our own README


@pytest.mark.parametrize("room", PACKAGES)
def test_every_package_is_typed_and_says_what_it_is(room: str) -> None:
    assert (ROOT / room / "py.typed").is_file()
    assert ast.get_docstring(ast.parse((ROOT / room / "__init__.py").read_text(encoding="utf-8")))


def test_no_committed_file_names_a_registry_host_or_a_machine_path() -> None:
    found = []
    for path in committed():
        text = path.read_bytes().decode("utf-8", errors="replace")
        found += [(path.relative_to(ROOT).as_posix(), hit.group()) for hit in re.finditer(FOREIGN, text)]
    assert found == []


def test_the_readme_opens_with_the_main_job_and_the_tests() -> None:
    main_job, tests = readme_commands()
    setup = "python3 -m venv .venv && .venv/bin/pip install -c constraints.txt"
    assert main_job == f"{setup} . && .venv/bin/danpu demo"
    assert tests == f"{setup} -e '.[test]' && .venv/bin/python -m pytest -n 2 --dist worksteal"


def test_ci_runs_the_readme_s_second_command_word_for_word() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    taken = re.search(r"grep -m 1 -- '(.+)' README\.md", script)
    assert taken
    assert 'run "$command"' in script
    readme = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    first = next(line.strip() for line in readme if re.search(taken.group(1), line))
    assert first == readme_commands()[1]


def test_every_requirement_has_an_exact_version() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    exact = {line.partition("==")[0] for line in lines if "==" in line}
    assert len(lines) == sum("==" in line for line in lines)
    assert requirement_names() <= exact


def test_a_thing_has_one_word_in_our_own_chinese() -> None:
    """库, 忽略 and 还贡; the clauses of rule books quote their sources, which say 还牌."""
    told = [
        p for room in (*PACKAGES, "data") for kind in ("*.py", "*.toml", "*.sql") for p in (ROOT / room).rglob(kind)
    ]
    ours = {p: p.read_text("utf-8") for p in told if p.parent.name != "rulesets"}
    assert [(str(p), word) for p, text in ours.items() for word in ("数据仓", "略过", "还牌") if word in text] == []
