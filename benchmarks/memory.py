"""How much memory a process has held; nothing else, so that what is measured loads nothing for it."""

import resource
from pathlib import Path


def peak() -> float:
    """The most memory this process has held, in MB; without what its parent held, which the system's own figure has too, where that can be told."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024
