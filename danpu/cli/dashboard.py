"""`danpu dashboard`: the pages over a store, on this machine only."""

from pathlib import Path
from typing import Annotated

from danpu import errors
from danpu.cli import screen
from danpu.cli.language import say
from danpu.cli.options import STORE, Command, Store, option

Port = Annotated[
    int | None, option("--port", "端口，缺省 8501，被占则另取空闲者", "port; 8501 or a free one unless said", "P")
]
NoBrowser = Annotated[bool, option("--no-browser", "只印网址，不开浏览器", "print the URL, open no browser")]


def dashboard(store: Store = STORE, port: Port = None, no_browser: NoBrowser = False) -> int:
    """Serve the dashboard until Ctrl-C."""
    from danpu.stores import existing

    return serve(existing(store), port, no_browser)


def serve(store: Path, asked_port: int | None, no_browser: bool) -> int:
    """Print the URL, open it where there is a screen, and serve until Ctrl-C."""
    from danpu import browsing
    from dashboard import serve as pages

    number = browsing.port(asked_port)
    url = f"http://{pages.HOST}:{number}"
    screen.out(url)
    screen.note(say("看板在此，按 Ctrl-C 结束", "the dashboard is there; Ctrl-C ends it"))
    if not no_browser and browsing.has_screen():
        browsing.open_when_up(url, pages.HOST, number)
    pages.serve(store, number)
    return errors.FINE


COMMAND = Command(
    "dashboard",
    "打开库的看板，只在本机。",
    "Serve the dashboard of a store, on this machine only.",
    ("danpu dashboard", "danpu dashboard --store store --port 8600"),
    dashboard,
)
