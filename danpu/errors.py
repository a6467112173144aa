"""What danpu refuses to do, said in both languages with the exit code that tells of it.

FINE and FOUND end a run that did what it was asked to; the others end one that could not.
"""

FINE = 0
FOUND = 1
USAGE = 2
UNREADABLE = 3
FAILURE = 4
INTERRUPTED = 130
READER_GONE = 141


class Refused(Exception):
    """A request that cannot be met: what is wrong and what would help, in Chinese and in English."""

    def __init__(self, zh: str, en: str, *, exit_code: int = USAGE) -> None:
        super().__init__(en)
        self.zh = zh
        self.en = en
        self.exit_code = exit_code


def one_of(**chosen: object) -> None:
    """Refuse options that exclude each other."""
    given = [f"--{name.rstrip('_').replace('_', '-')}" for name, value in chosen.items() if value]
    if len(given) > 1:
        listed = ", ".join(given)
        raise Refused(f"{listed} 只能选一个", f"{listed} exclude each other")
