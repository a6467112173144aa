"""A store that is asked for, refused in both languages where there is none."""

from pathlib import Path

from danpu.errors import UNREADABLE, Refused


def existing(path: Path) -> Path:
    """The path of a store that is there. Raises Refused."""
    if not path.exists():
        raise Refused(
            f"没有库 {path}（先运行 danpu ingest PATH --store {path}）",
            f"there is no store {path} (danpu ingest PATH --store {path} makes one)",
            exit_code=UNREADABLE,
        )
    if not path.is_dir() or next(path.glob("batch=*"), None) is None:
        raise Refused(
            f"{path} 不是库，应为含 batch=… 的文件夹（先运行 danpu ingest PATH --store {path}）",
            f"{path} is no store, expected a folder with batch=... in it (danpu ingest PATH --store {path} fills one)",
            exit_code=UNREADABLE,
        )
    return path
