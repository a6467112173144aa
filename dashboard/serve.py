"""Serves the dashboard of a store on this machine, from our own process and without a configuration file."""

import os
import socket
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import streamlit as st

from dashboard.place import STORES

HOST = "127.0.0.1"
PORT = 8501
SETTINGS: Mapping[str, object] = {
    "server.address": HOST,
    "server.headless": True,
    "server.fileWatcherType": "none",
    "server.showEmailPrompt": False,
    "browser.serverAddress": HOST,
    "browser.gatherUsageStats": False,
    "client.toolbarMode": "viewer",
    "client.showErrorDetails": "type",
    "logger.hideWelcomeMessage": True,
    "logger.level": "warning",
    # A colour said for both, and not for `theme` as a whole, leaves it to the browser whether pages are light or dark.
    "theme.light.primaryColor": "#0072B2",
    "theme.dark.primaryColor": "#56B4E9",
}


def serve(store: Path, port: int | None = None) -> None:
    """Serve until the process is interrupted; without a port the usual one, or a free one if that is taken."""
    os.environ[STORES] = str(store.resolve())
    app = st.App(Path(__file__).resolve().parent / "app.py")
    app.run(config={**SETTINGS, "server.port": free_port() if port is None else port})


def free_port(wanted: int = PORT) -> int:
    """The wanted port if nobody has it, else one that is free."""
    for number in (wanted, 0):
        with closing(socket.socket()) as trying:
            try:
                trying.bind((HOST, number))
            except OSError:
                continue
            return int(trying.getsockname()[1])
    raise OSError(f"no port is free on {HOST}")
