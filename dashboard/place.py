"""Where the stores are that the dashboard may show: DANPU_STORE names them, one a line."""

import os
from pathlib import Path

STORES = "DANPU_STORE"
DEFAULT_STORE = "store"


def stores() -> list[str]:
    """The stores, at least one."""
    return [s for s in os.environ.get(STORES, "").splitlines() if s] or [DEFAULT_STORE]


def state(store: Path) -> str:
    """A text that changes with what the store holds."""
    held = [*store.glob("batch=*"), *store.glob("batch=*/rules=*/engine=*")]
    return "\n".join(sorted(map(str, held)))
