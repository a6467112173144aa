"""The kernel's very sources, run as plain Python: for few cards or few deals, where compiling would cost more than it saves.

numba takes seconds to import and compile, a handful of deals takes milliseconds either way. `kernel(events)` picks; both give the same answers,
which a test holds them to.
"""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.kernel import (
        evidence,
        gifts,
        hands,
        levels,
        moves,
        offers,
        order,
        pattern,
        readings,
        shapes,
        table,
        tribute,
        trick,
    )

__all__ = [
    "evidence",
    "gifts",
    "hands",
    "levels",
    "module",
    "moves",
    "offers",
    "order",
    "pattern",
    "readings",
    "shapes",
    "table",
    "tribute",
    "trick",
]

NAME = "engine.kernel_as_python"
MANY_EVENTS = 40_000


def _load_package() -> None:
    folder = Path(__file__).parent / "kernel"
    spec = importlib.util.spec_from_file_location(
        NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"no kernel in {folder}")
    package = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = package
    spec.loader.exec_module(package)


def module(name: str, events: int = 0) -> ModuleType:
    """A module of the kernel, for work on so many events: compiled if they are many, else plain."""
    if events >= MANY_EVENTS:
        return importlib.import_module(f"engine.kernel.{name}")
    if NAME not in sys.modules:
        _load_package()
    return importlib.import_module(f"{NAME}.{name}")


if not TYPE_CHECKING:

    def __getattr__(name: str) -> ModuleType:
        """`from engine.plain import readings` gives the plain module."""
        try:
            return module(name)
        except ModuleNotFoundError:
            raise AttributeError(name) from None
