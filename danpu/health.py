"""What `danpu doctor` looks at: the packages, the folders that are written to, and a store."""

import platform
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator
from importlib import metadata
from pathlib import Path
from typing import Literal, NamedTuple

from danpu.wording import count
from engine.words import STATUSES

OLDEST_PYTHON = (3, 11)
BALANCE = ("stored", "duplicate", "quarantined", "ignored")


class Check(NamedTuple):
    """One thing that was looked at, and what was seen."""

    status: Literal["ok", "warn", "fail"]
    zh: str
    en: str


def checks(store: Path) -> Iterator[Check]:
    """Everything in order."""
    yield python()
    yield from packages()
    yield kernel_cache()
    yield temporary()
    yield from stored(store)


def python() -> Check:
    """The interpreter."""
    text = f"Python {platform.python_version()} ({sys.executable})"
    return Check("ok" if sys.version_info >= OLDEST_PYTHON else "fail", text, text)


def packages() -> Iterator[Check]:
    """What danpu needs, each with its version."""
    from packaging.requirements import Requirement

    yield Check("ok", f"danpu {metadata.version('danpu')}", f"danpu {metadata.version('danpu')}")
    for line in metadata.requires("danpu") or ():
        needed = Requirement(line)
        if needed.marker is None or needed.marker.evaluate({"extra": ""}):
            yield _package(needed.name, str(needed.specifier))


def _package(name: str, wanted: str) -> Check:
    from packaging.specifiers import SpecifierSet

    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Check("fail", f"缺少 {name}（需 {wanted}）", f"{name} is missing (needed: {wanted})")
    if version in SpecifierSet(wanted):
        return Check("ok", f"{name} {version}", f"{name} {version}")
    return Check("warn", f"{name} {version}，需 {wanted}", f"{name} {version}, needed: {wanted}")


def kernel_cache() -> Check:
    """Where compiled rules are kept: without it every run compiles them again."""
    from numba.core import config

    from engine.kernel import jit

    del jit
    folder = Path(config.CACHE_DIR)
    if _writable(folder):
        return Check("ok", f"编译缓存可写：{folder}", f"the cache of compiled rules can be written: {folder}")
    return Check(
        "warn",
        f"编译缓存不可写，每次运行都要重新编译：{folder}（可设 DANPU_CACHE）",
        f"the cache of compiled rules cannot be written, so every run compiles again: {folder} (set DANPU_CACHE)",
    )


def temporary() -> Check:
    """Where standard input and large answers wait."""
    folder = Path(tempfile.gettempdir())
    if _writable(folder):
        return Check("ok", f"临时文件夹可写：{folder}", f"the temporary folder can be written: {folder}")
    return Check("fail", f"临时文件夹不可写：{folder}", f"the temporary folder cannot be written: {folder}")


def _writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def stored(path: Path) -> Iterator[Check]:
    """A store: is it whole, has a run died in it, does its ledger balance?"""
    from ingest.store import Store, StoreError

    if path.exists() and not path.is_dir():
        yield Check("fail", f"{path} 不是文件夹，不能是库", f"{path} is no folder and so no store")
        return
    if not path.is_dir():
        yield Check("warn", f"{path} 没有库（danpu demo 可建一个）", f"there is no store {path} (danpu demo makes one)")
        return
    batches = Store(path).batches()
    held = count(len(batches), "batch", "batches")
    if _writable(path):
        yield Check("ok", f"库 {path} 可写，共 {len(batches)} 批", f"store {path} can be written and holds {held}")
    else:
        yield Check("warn", f"库 {path} 只读，不能再入库", f"store {path} is read-only: nothing more can go in")
    yield from runs(path)
    statuses: Counter[str] = Counter()
    for batch in batches:
        try:
            statuses += yield from _batch(batch)
        except StoreError as error:
            yield Check("fail", error.text("zh"), error.text("en"))
    if statuses:
        listed = {lang: _listed(statuses, lang) for lang in ("zh", "en")}
        yield Check("ok", f"账上的来源：{listed['zh']}", f"sources in the ledger: {listed['en']}")


def _listed(statuses: Counter[str], lang: str) -> str:
    return ", ".join(f"{STATUSES[status](lang)} {n}" for status, n in sorted(statuses.items()))


def runs(path: Path) -> Iterator[Check]:
    """Runs that are under way in a store, and what those that died have left behind, which the next run clears away."""
    from ingest.commit import TEMPORARY

    left = sorted(path.glob(f"{TEMPORARY}*"))
    dead = [folder.name for folder in left if _is_dead(folder)]
    alive = [folder.name for folder in left if folder.name not in dead]
    if dead:
        listed = ", ".join(dead)
        yield Check(
            "warn",
            f"有运行曾中断：{listed}（再次入库会清理并补完）",
            f"a run has died: {listed} (reading the same again clears it away and completes it)",
        )
    if alive:
        listed = ", ".join(alive)
        yield Check("ok", f"有运行正在进行：{listed}", f"a run is under way: {listed}")
    if not left:
        yield Check("ok", "没有中断的运行留下的文件", "no run has left anything behind")


def _is_dead(run: Path) -> bool:
    from ingest import lock
    from ingest.commit import ALIVE

    try:
        return lock.is_free(run / ALIVE)
    except OSError:  # in a store that is read-only nothing runs
        return True


def _batch(batch: Path) -> Generator[Check, None, Counter[str]]:
    """What is wrong with a batch; its sources by status."""
    from ingest import schema
    from ingest.commit import read

    facts = {name: read(batch, name) for name in schema.FACTS}
    deals = sum(facts["matches"]["deal_count"].to_pylist())
    events = sum(facts["deals"]["event_count"].to_pylist())
    if deals != len(facts["deals"]) or events != len(facts["events"]):
        said = f"{deals}/{len(facts['deals'])}, {events}/{len(facts['events'])}"
        yield Check("fail", f"{batch}：副与事件数不符（{said}）", f"{batch}: deals and events do not add up ({said})")
    for row in facts["sources"].to_pylist():
        if row["read"] != sum(row[name] for name in BALANCE):
            yield Check("fail", f"{row['path']} 的账不平", f"the ledger of {row['path']} does not balance")
    yield from _derived(batch, len(facts["matches"]))
    return Counter(facts["sources"]["status"].to_pylist())


def _derived(batch: Path, matches: int) -> Iterator[Check]:
    import pyarrow.parquet as pq

    files = sorted(batch.glob("rules=*/engine=*/*.parquet"))
    if matches and not files:  # a batch without matches only enters its sources in the ledger
        yield Check("warn", f"{batch} 尚无引擎结论", f"{batch} holds nothing derived")
    for file in files:
        try:
            pq.read_metadata(file)
        except (OSError, ValueError) as error:
            what = str(error).splitlines()[0]
            yield Check(
                "fail", f"无法读取 {file}：{what}（可重新生成）", f"cannot read {file}: {what} (can be made again)"
            )
