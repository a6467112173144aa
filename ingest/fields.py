"""How a column and a table are described, in both languages, and the columns that many tables share."""

import pyarrow as pa

from ingest import SCHEMA_VERSION

WORD = pa.dictionary(pa.int32(), pa.string())  # for what many rows repeat
CARDS = pa.list_(pa.field("item", pa.uint8(), nullable=False))


def column(name: str, kind: pa.DataType, en: str, zh: str, *, null: bool = True) -> pa.Field:
    """A field with its description in both languages."""
    return pa.field(name, kind, nullable=null, metadata={"en": en, "zh": zh})


def told(name: str, en: str, zh: str, *, null: bool = True) -> tuple[pa.Field, pa.Field]:
    """Two columns that say the same: `name` in English, `name_zh` in Chinese."""
    return (
        column(name, pa.string(), f"{en}, in English", f"{zh}（英文）", null=null),
        column(f"{name}_zh", pa.string(), f"{en}, in Chinese", f"{zh}（中文）", null=null),
    )


def table(name: str, en: str, zh: str, *columns: pa.Field) -> pa.Schema:
    """A schema that knows its table's name, version and description."""
    about = {"table": name, "version": str(SCHEMA_VERSION), "en": en, "zh": zh}
    return pa.schema(columns, metadata=about)


MATCH_ID = column(
    "match_id",
    WORD,
    "id of the match: 16 hex digits of the hash of its facts",
    "一场的编号：其事实散列的 16 位十六进制",
    null=False,
)
DEAL_NO = column(
    "deal_no", pa.uint16(), "deal within the match as recorded, from 1", "记录中该场的第几副，从 1 起", null=False
)
EVENT_NO = column("event_no", pa.uint16(), "event within the deal, from 1", "该副的第几个事件，从 1 起", null=False)
DEAL = (MATCH_ID, DEAL_NO)
EVENT = (*DEAL, EVENT_NO)
SEAT = column("seat", pa.uint8(), "seat 0..3 in the order of play", "座位 0..3，按出牌次序")
SOURCE = column(
    "source",
    pa.string(),
    "id of the source: the first 16 hex digits of its sha256",
    "来源编号：sha256 的前 16 位",
    null=False,
)
LINE = column("line", pa.uint32(), "line of the source, from 1", "来源中的行号，从 1 起")
RULES = column("rules", WORD, "rule book the row was derived under", "所依规则", null=False)
ENGINE = column("engine", WORD, "engine version that derived the row", "引擎版本", null=False)


def per_seat(name: str, kind: pa.DataType, en: str, zh: str) -> tuple[pa.Field, ...]:
    """Four columns `name_0 .. name_3`, one a seat."""
    return tuple(column(f"{name}_{s}", kind, f"{en}, seat {s}", f"{zh}，座位 {s}") for s in range(4))
