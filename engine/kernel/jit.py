"""The one decorator of the kernel, and a cache folder that sees an edit in any of its files.

numba's own cache looks only at the file of the function it compiles, so an edited callee would go unnoticed; here the folder's
name holds the hash of every source of the package. Loaded as `engine.plain` the same sources run as plain Python, without numba.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., object])
Ints = NDArray[np.int64]
Codes = NDArray[np.int8]
PLAIN = not __name__.startswith("engine.kernel.")


def _sources_hash(version: str) -> str:
    digest = hashlib.sha256(f"numba {version}".encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_root() -> Path:
    home = os.environ.get("DANPU_CACHE") or os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(home) / "danpu" if home else Path.home() / ".cache" / "danpu"


def _cache_folder(version: str) -> str:
    name = f"kernel-{_sources_hash(version)}"
    folder = _cache_root() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"danpu-{name}"
    return str(folder)


if PLAIN:

    def jit(function: F) -> F:
        """The function as it is."""
        return function

    inner = jit
    owning = jit
else:
    BLAS = "scipy.linalg"
    without_blas = BLAS not in sys.modules
    if without_blas:  # numba would import it for np.dot, which no rule uses: a quarter of a second at each start
        sys.modules[BLAS] = None  # type: ignore[assignment]  # how Python spells a module that cannot be imported
    import numba
    from numba.core import config
    from numba.np import arraymath  # noqa: F401  # what asks for it

    if without_blas:
        del sys.modules[BLAS]

    if not os.environ.get("NUMBA_CACHE_DIR"):
        config.CACHE_DIR = _cache_folder(numba.__version__)

    # No other function of the kernel makes arrays, so none needs numba's reference counts (_nrt), whose atomic steps took two thirds of its time.
    def jit(function: F) -> F:
        """The function compiled by numba, cached on disk and free of the GIL; itself when NUMBA_DISABLE_JIT is set."""
        compiled: F = numba.njit(cache=True, nogil=True, _nrt=False)(function)
        return compiled

    def owning(function: F) -> F:
        """As `jit`, for a function that makes arrays."""
        compiled: F = numba.njit(cache=True, nogil=True)(function)
        return compiled

    def inner(function: F) -> F:
        """As `jit`, for a function that only other jitted functions call: it is put whole into its callers, and needs no wrapper for Python.

        A call would hand on every array as seven values; without the calls the replay runs half as fast again.
        """
        alone = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": True}
        compiled: F = numba.njit(cache=True, nogil=True, _nrt=False, **alone)(function)
        return compiled


@jit
def whole(value: int) -> int:
    """A value loaded from an array as a full-width int, jitted or not; loads go through this, so that each function has one signature."""
    return int(value) + 0
