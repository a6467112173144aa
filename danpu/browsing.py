"""A port to serve on, and a browser to look at it with where there is a screen."""

import os
import socket
import sys
import threading
import time
import webbrowser
from contextlib import closing

from danpu.errors import Refused

PORTS = range(1, 65536)
PATIENCE_S = 30.0
PAUSE_S = 0.2


def port(asked: int | None) -> int:
    """The port asked for, else the usual one or one that is free. Raises Refused for a port that is taken."""
    from dashboard.serve import free_port

    if asked is None:
        return free_port()
    if asked not in PORTS or free_port(asked) != asked:
        raise Refused(
            f"端口 {asked} 不可用（换一个，或不写 --port）",
            f"port {asked} cannot be used (take another, or leave --port out)",
        )
    return asked


def has_screen() -> bool:
    """Whether a browser would be seen by anyone."""
    if sys.platform in ("win32", "darwin"):
        return not os.environ.get("SSH_CONNECTION")
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_when_up(url: str, host: str, number: int) -> None:
    """Open a page as soon as its port answers, without waiting for it here."""
    threading.Thread(target=_open, args=(url, host, number), daemon=True).start()


def _open(url: str, host: str, number: int) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        with closing(socket.socket()) as trying:
            if trying.connect_ex((host, number)) == 0:
                webbrowser.open(url)
                return
        time.sleep(PAUSE_S)
