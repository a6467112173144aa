"""`danpu demo`: the samples through the whole house, from the records to the dashboard."""

from typing import TYPE_CHECKING, Annotated

from danpu import errors
from danpu.cli import ingest as ingest_command
from danpu.cli import screen, verdict
from danpu.cli.dashboard import NoBrowser, Port, serve
from danpu.cli.language import say
from danpu.cli.options import STORE, Command, Store, option
from danpu.cli.waiting import waiting

if TYPE_CHECKING:
    from danpu.validation import Placed

Check = Annotated[
    bool, option("--check", "与样例所埋之错核对后结束", "compare with the faults planted in the samples, and end")
]


def demo(store: Store = STORE, port: Port = None, no_browser: NoBrowser = False, check: Check = False) -> int:
    """Take the samples into a store, show what is wrong with them, and serve the dashboard."""
    from danpu import planted
    from danpu.stored import judge_store
    from danpu.stores import filled
    from danpu.validation import Validation

    screen.note(say(f"样例：{planted.folder()}", f"samples: {planted.folder()}"))
    with waiting(say("入库中（首次运行要编译规则）", "reading (the first run compiles the rules)")):
        report = filled(planted.samples(), store)
    ingest_command.show(report)
    validation = Validation()
    judge_store(store, [(None, validation)], planted.sources())
    screen.out()
    verdict.show(validation)
    if check:
        return _checked(validation.findings)
    return serve(store, port, no_browser)


def _checked(findings: list["Placed"]) -> int:
    from danpu import planted

    found = [planted.fault(placed) for placed in findings if placed.finding.severity in planted.COMPARED]
    missing, surplus = planted.compare(found)
    for fault in missing:
        screen.out(say(f"未找到：{fault.text('zh')}", f"not found: {fault.text('en')}"))
    for fault in surplus:
        screen.out(say(f"多出：{fault.text('zh')}", f"found, but not planted: {fault.text('en')}"))
    if missing or surplus:
        return errors.FOUND
    screen.out(
        say(f"所埋 {len(found)} 处错全部找到，不多不少", f"all {len(found)} planted faults were found, and no others")
    )
    return errors.FINE


COMMAND = Command(
    "demo",
    "样例全流程：入库、检查、看板。",
    "The samples through the whole house: store, findings, dashboard.",
    ("danpu demo", "danpu demo --check", "danpu demo --store /tmp/store --no-browser"),
    demo,
)
