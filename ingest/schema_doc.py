"""docs/schema.md: every column of the store, from the schemas themselves.

`python -m ingest.schema_doc` writes it anew, down to the `VIEWS` mark; what follows that mark is others' and stays.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pyarrow as pa

from ingest import SCHEMA_VERSION, schema
from ingest.fields import WORD

FILE = Path(__file__).resolve().parent.parent / "docs" / "schema.md"
VIEWS = "<!-- views: from here on analytics describes them -->"
OPENING = f"""# The store's columns · 存储的列

Written by `python -m ingest.schema_doc` from `ingest/schema.py`, version {SCHEMA_VERSION}; a test compares them.
The files hold codes; the views below spell them out.
由 `python -m ingest.schema_doc` 据 `ingest/schema.py` 第 {SCHEMA_VERSION} 版写成，有测试核对。文件中存编码，下文的视图给出文字。

    store/batch=<id>/<table>.parquet                                  facts · 事实
    store/batch=<id>/rules=<book>/engine=<version>/<table>.parquet    derived · 推导

- A card (牌) is `rank * 4 + suit`: ranks 0..12 are 2..A, suits 0..3 are S H C D; 52 is the small joker (小王), 53 the big joker (大王).
  Ranks 13 and 14 are the jokers.
- A level (级) is a rank 0..12. Seats (座位) are 0..3 in the order of play; team 0 is seats 0 and 2, team 1 seats 1 and 3.
- Kinds of event and of combination are the indices of `EventKind` and `Kind` in `engine/records.py`.
- Null (空) means that the record does not say: 空即记录未载明。
"""
PARTS = (("Facts · 事实", schema.FACTS), ("Derived · 推导", schema.DERIVED))


def markdown() -> str:
    """The document, down to and with the mark."""
    return "\n".join((OPENING, *(line for title, tables in PARTS for line in _part(title, tables)), VIEWS, ""))


def _part(title: str, tables: Mapping[str, pa.Schema]) -> Iterator[str]:
    yield f"## {title}\n"
    for name, table in tables.items():
        yield f"### {name}\n\n{_said(table.metadata, 'en')} · {_said(table.metadata, 'zh')}\n"
        yield "| column | type | null | meaning | 含义 |\n|---|---|---|---|---|"
        yield from (_row(field) for field in table)
        yield ""


def _row(field: pa.Field) -> str:
    kind = "list of uint8" if pa.types.is_list(field.type) else "string" if field.type == WORD else str(field.type)
    null = "yes" if field.nullable else ""
    return f"| `{field.name}` | {kind} | {null} | {_said(field.metadata, 'en')} | {_said(field.metadata, 'zh')} |"


def _said(metadata: Mapping[bytes, bytes], lang: str) -> str:
    return metadata[lang.encode()].decode().replace("|", "\\|")


def main() -> None:
    """Write the document anew."""
    _, _, views = FILE.read_text("utf-8").partition(VIEWS + "\n") if FILE.exists() else ("", "", "")
    FILE.write_text(markdown() + views, "utf-8")


if __name__ == "__main__":
    main()
