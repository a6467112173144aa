"""The kernel's decorator for the compiled files of this folder, with a cache that sees an edit in any of them."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from numba.core import config

from engine.kernel import jit as kernel

F = TypeVar("F", bound=Callable[..., object])


def _sources_hash() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


_FOLDER = f"jsonl-{_sources_hash()}"


def jit(function: F) -> F:
    """The function compiled as the kernel is, its code kept in a folder of our own below the kernel's."""
    theirs = config.CACHE_DIR
    config.CACHE_DIR = str(Path(theirs) / _FOLDER)
    compiled = kernel.jit(function)
    config.CACHE_DIR = theirs
    return compiled
