"""The kernel's decorator for the compiled files of this folder, with a cache that sees an edit in any of them, and arrays as bare pointers."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from numba import types
from numba.core import config
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from engine.kernel import jit as kernel

F = TypeVar("F", bound=Callable[..., object])
A = TypeVar("A", bound=NDArray)  # type: ignore[type-arg]  # of any items


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
    compiled = kernel.owning(function)
    config.CACHE_DIR = theirs
    return compiled


def pointer(array: A) -> A:
    """A flat array for passing on: when compiled a pointer, which costs no counting of references at every call; its caller keeps it alive."""
    return array


@intrinsic
def _pointer(_context, array):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202  # numba's own objects
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), codegen


@overload(pointer)
def _(_array):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return lambda _array: _pointer(_array)  # noqa: PLW0108  # numba wants a Python function
