import hashlib
import json
from pathlib import Path

import danpu
import engine
from engine import rules
from engine.replay import replay
from engine.simulate import simulate

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden" / "verdicts.json"
MATCHES = 6


def verdicts() -> str:
    """A digest of what the engine finds in the samples and makes of simulated matches, under every rule book."""
    digest = hashlib.sha256()
    samples = sorted(path for path in (ROOT / "data" / "samples").glob("*/*") if path.is_file())
    for name in rules.names():
        book = rules.load(name)
        records = [match for path in samples for match in danpu.read(path)]
        for match in (*records, *simulate(MATCHES, 11, book, ("random", "greedy", "random", "greedy"))):
            found = replay(match, book)
            digest.update(repr((found.results, found.findings)).encode())
    return digest.hexdigest()


def test_other_verdicts_carry_another_version() -> None:
    """Where this fails, some record gets another verdict than before: raise `engine.VERSION`, and add its digest to the file."""
    known: dict[str, str] = json.loads(GOLDEN.read_text("utf-8"))
    assert known[engine.VERSION] == verdicts()
    assert list(known) == sorted(known, key=int)
    assert list(known)[-1] == engine.VERSION
