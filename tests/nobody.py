"""Someone whom permissions hold back, also where the tests run as root."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

NOBODY = 65534


@contextlib.contextmanager
def nobody(home: Path) -> Iterator[None]:
    """Be nobody, who can reach `home` but has no more rights there than anybody."""
    if sys.platform == "win32":
        pytest.skip("permissions of folders mean something else on Windows")
    for folder in (home, *home.parents):
        if not folder.stat().st_mode & 0o001:  # pytest's own folders are their owner's alone
            folder.chmod(folder.stat().st_mode | 0o011)
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
