"""What every test may ask for: the real records beside the project, a browser, and the certainty of testing this tree."""

import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

import engine
from danpu import errors
from danpu.cli import run

ROOT = Path(__file__).resolve().parent.parent
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
BROWSER_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("ci")


def pytest_configure() -> None:
    """Refuse to test another copy of the packages than the one these tests stand beside; let Ctrl-C reach what tests start."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as a shell sets it for what runs in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not Path(engine.__file__).resolve().is_relative_to(ROOT):
        raise pytest.UsageError(f"these tests belong to {ROOT}, but engine comes from {engine.__file__}")


@pytest.fixture(scope="session")
def records() -> Path:
    """The folder of real records beside the project, which is never copied into it."""
    folder = ROOT.parent / "shared" / "records"
    if folder.is_dir():
        return folder
    if os.environ.get("DANPU_RECORDS") == "required":
        pytest.fail(f"DANPU_RECORDS=required, but there is no {folder}")
    pytest.skip("the real records (../shared/records) are not on this machine")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The Chromium to drive: $CHROMIUM, else the first one on the path; without one a skip, or a failure if REQUIRE_BROWSER=1."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found:
        return found
    if os.environ.get("REQUIRE_BROWSER") == "1":
        pytest.fail("REQUIRE_BROWSER=1, but there is no Chromium on the path and CHROMIUM is not set")
    pytest.skip("no Chromium on the path: install it, or set CHROMIUM to the path of a Chrome or Edge")


@pytest.fixture(scope="session")
def browser_type_launch_args(chromium: str) -> dict[str, object]:
    """What pytest-playwright starts: the installed browser, with no download and no calls home."""
    return {"executable_path": chromium, "args": list(BROWSER_ARGUMENTS)}


@pytest.fixture(scope="session")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of two simulated matches in our own format."""
    path = tmp_path_factory.mktemp("records") / "matches.jsonl"
    assert run(["simulate", "--matches", "2", "--seed", "5", "--format", "danpu", "--out", str(path)]) == errors.FINE
    return path


@pytest.fixture(scope="session")
def simulated_store(simulated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that holds them."""
    path = tmp_path_factory.mktemp("stores") / "store"
    assert run(["ingest", str(simulated), "--store", str(path)]) == errors.FINE
    return path


@pytest.fixture
def said(capsysbinary: pytest.CaptureFixture[bytes]) -> Callable[..., tuple[int, str, str]]:
    """Runs a command in English and gives its exit code, stdout and stderr."""

    def call(*arguments: object) -> tuple[int, str, str]:
        capsysbinary.readouterr()
        code = run([str(a) for a in arguments] + ["--lang", "en"])
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return call
