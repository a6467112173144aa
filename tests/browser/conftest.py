"""A dashboard of its own for the browser: a store with names that want to be more than text, served on loopback until the tests are done."""

import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError

import pytest

from dashboard.serve import HOST, free_port
from tests.synthetic_plan import Plan
from tests.synthetic_store import build

HOSTILE = "<img src=x onerror=document.title='broken'>"
PATIENCE_S = 120.0


@pytest.fixture(scope="session")
def shown_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("browser") / "store"
    build(
        path,
        Plan(matches=30, deals=6, broken=0.1, pairs=((HOSTILE, "Bo"), ("Cy", "Di"), ("Eve", "Flo"), ("长" * 40, "Hu"))),
    )
    return path


@pytest.fixture(scope="session")
def url(shown_store: Path, chromium: str) -> Iterator[str]:
    """The address of a running dashboard; asks for the browser first, so without one nothing is started."""
    assert chromium
    port = free_port(0)
    code = f"from pathlib import Path; from dashboard.serve import serve; serve(Path({str(shown_store)!r}), {port})"
    server = subprocess.Popen([sys.executable, "-c", code], cwd=Path(__file__).parent.parent.parent)
    try:
        _wait(f"http://{HOST}:{port}/_stcore/health", server)
        yield f"http://{HOST}:{port}"
    finally:
        server.terminate()
        server.wait(20)


def _wait(health: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        assert server.poll() is None, "the dashboard ended by itself"
        try:
            with urllib.request.urlopen(health, timeout=2):
                return
        except (URLError, TimeoutError):
            time.sleep(0.2)
    pytest.fail(f"the dashboard did not answer within {PATIENCE_S:.0f} s")


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return browser_context_args | {"locale": "zh-CN", "viewport": {"width": 1300, "height": 1000}}
