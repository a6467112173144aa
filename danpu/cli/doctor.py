"""`danpu doctor`: is everything here that danpu needs, and is the store well?"""

from danpu import errors
from danpu.cli import screen
from danpu.cli.language import say
from danpu.cli.options import STORE, Command, Json, Store


def doctor(store: Store = STORE, json: Json = False) -> int:
    """Look at packages, folders and the store."""
    from danpu.health import checks

    seen = list(checks(store))
    words = {"ok": say("好", "ok"), "warn": say("注意", "warn"), "fail": say("坏", "fail")}
    if json:
        screen.json([check._asdict() for check in seen])
    else:
        screen.table(
            (say("状态", "state"), say("所见", "what was seen")),
            [(screen.Marked(words[c.status], c.status), say(c.zh, c.en)) for c in seen],
        )
    return errors.FOUND if any(check.status == "fail" for check in seen) else errors.FINE


COMMAND = Command(
    "doctor",
    "自检：依赖版本、编译缓存、库是否完好。",
    "Check versions, the compilation cache, and whether the store is well.",
    ("danpu doctor", "danpu doctor --store store"),
    doctor,
)
