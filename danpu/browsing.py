"""A port to serve on, and a browser to look at it with where there is a screen."""

import os
import socket
import sys
import threading
import time
import webbrowser
from contextlib import closing

from danpu.errors import Refused

HOST = "127.0.0.1"
USUAL_PORT = 8501
TRIED_PORTS = 20
PATIENCE_S = 30.0
PAUSE_S = 0.2


def port(asked: int | None) -> int:
    """The port asked for, else the usual one or the next that is free. Raises Refused for a port that is taken."""
    if asked is not None:
        if not _is_free(asked):
            raise Refused(
                f"端口 {asked} 不可用（换一个，或不写 --port）",
                f"port {asked} cannot be used (take another, or leave --port out)",
            )
        return asked
    for number in range(USUAL_PORT, USUAL_PORT + TRIED_PORTS):
        if _is_free(number):
            return number
    raise Refused("没有空闲端口，请用 --port 指定", "no port is free, name one with --port")


def _is_free(number: int) -> bool:
    with closing(socket.socket()) as trying:
        try:
            trying.bind((HOST, number))
        except (OSError, OverflowError):
            return False
    return True


def has_screen() -> bool:
    """Whether a browser would be seen by anyone."""
    if sys.platform in ("win32", "darwin"):
        return not os.environ.get("SSH_CONNECTION")
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_when_up(url: str, number: int) -> None:
    """Open a page as soon as its port answers, without waiting for it here."""
    threading.Thread(target=_open, args=(url, number), daemon=True).start()


def _open(url: str, number: int) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        with closing(socket.socket()) as trying:
            if trying.connect_ex((HOST, number)) == 0:
                webbrowser.open(url)
                return
        time.sleep(PAUSE_S)
