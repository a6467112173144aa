"""What it costs to start: the version, a small validation, for which nothing is compiled, the kernel from its cache, and the kernel from an empty cache."""

import os
import pickle
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.corpus import matches, report
from benchmarks.kernel import built

ROUNDS = 3
SAMPLE = Path(__file__).parent.parent / "data" / "samples" / "njupt_server" / "server.log"
KERNEL = """
import pickle, sys
from engine.kernel import batch as bt
from engine.plain import module
with open(sys.argv[1], "rb") as file:
    facts = pickle.load(file)
module("replay", 10**9).replay(facts, bt.verdicts(len(facts.deals), facts.events.shape[1]), bt.scratch())
"""


def main() -> None:
    """Prints the figures."""
    danpu = Path(sys.executable).with_name("danpu")
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "DANPU_CACHE": cache}
        env.pop("NUMBA_CACHE_DIR", None)
        facts = Path(cache) / "facts"
        facts.write_bytes(pickle.dumps(built(matches(1))))
        run = [sys.executable, "-c", KERNEL, str(facts)]
        cold = seconds(run, env)
        compiled = len(list(Path(cache).rglob("*.nbi")))
        cached = min(seconds(run, env) for _ in range(ROUNDS))
    figures: dict[str, object] = {
        "version_s": min(seconds([str(danpu), "--version"]) for _ in range(ROUNDS)),
        "help_s": min(seconds([str(danpu), "--help"]) for _ in range(ROUNDS)),
        "validate_sample_s": min(seconds([str(danpu), "validate", str(SAMPLE)], accept=1) for _ in range(ROUNDS)),
        "kernel_cached_s": cached,
        "kernel_first_s": cold,
        "first_minus_cached_s": cold - cached,
        "functions_compiled": compiled,
    }
    report("startup", figures)


def seconds(command: list[str], env: dict[str, str] | None = None, accept: int = 0) -> float:
    """How long a command takes that ends with a code."""
    began = time.perf_counter()
    done = subprocess.run(command, check=False, capture_output=True, env=env)
    if done.returncode != accept:
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
