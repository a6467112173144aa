"""The Arrow schemas of the store: the only truth about columns. docs/schema.md and the views are checked against it.

Facts (`sources matches seats deals events legal_lists quarantine`) are what records say and never change; derived tables (`results plays hands findings`)
are what the engine makes of them under one rule book and can be made again. Rows of `deals` stand in match order, rows of `events` and
`plays` in the order of `deals`, so `event_count` cuts them without a join. Codes (cards, kinds, ranks, levels) are those of `engine.cards` and
`engine.records`; the views spell them out.
"""

import pyarrow as pa

from ingest import SCHEMA_VERSION
from ingest.fields import CARDS, DEAL, ENGINE, EVENT, LINE, MATCH_ID, RULES, SEAT, SOURCE, column, per_seat, table, told

__all__ = ["CARDS", "DERIVED", "FACTS", "SCHEMA_VERSION", "SOURCE", "TABLES"]

SOURCES = table(
    "sources",
    "Files that were read, with what became of each.",
    "读过的来源及其结果。",
    SOURCE,
    column("sha256", pa.string(), "sha256 of the bytes (after decompression)", "内容（解压后）的 sha256", null=False),
    column("path", pa.string(), "path as given", "给出的路径", null=False),
    column("format", pa.string(), "format it was read as", "格式"),
    *told("format_why", "why it was taken for that format", "判定格式的理由"),
    column("encoding", pa.string(), "text encoding used", "文本编码"),
    column("reader", pa.string(), "reader and its version", "读取器及版本"),
    column(
        "status",
        pa.string(),
        "stored, partial, duplicate or rejected",
        "stored、partial、duplicate 或 rejected",
        null=False,
    ),
    *told("reason", "why it is partial, duplicate or rejected", "partial、duplicate 或 rejected 的原因"),
    column(
        "unit",
        pa.string(),
        "what is counted: line, element or row; source for one that nothing could be counted in",
        "计数单位：line、element 或 row；无可计数者为 source",
    ),
    column("read", pa.uint64(), "units read = stored + duplicate + quarantined + ignored", "读到的单位数", null=False),
    column("stored", pa.uint64(), "units that became facts", "入库的单位数", null=False),
    column("duplicate", pa.uint64(), "units of matches already in the store", "重复的单位数", null=False),
    column("quarantined", pa.uint64(), "units that could not be read", "隔离的单位数", null=False),
    column("ignored", pa.uint64(), "units with nothing to store", "无可入库内容的单位数", null=False),
    *told("ignored_by", "ignored units by reason, as JSON", "各原因忽略的单位数（JSON）"),
    column("bytes", pa.uint64(), "size in bytes (after decompression)", "字节数（解压后）", null=False),
    column("ingested_at", pa.timestamp("ms", "UTC"), "when it was read", "读入时间", null=False),
)

MATCHES = table(
    "matches",
    "A match as its record states it.",
    "记录所述的一场。",
    MATCH_ID,
    SOURCE,
    column("match_no", pa.uint32(), "match within its source, from 1", "来源中的第几场，从 1 起", null=False),
    column("label", pa.string(), "the record's own name of the match", "记录自己的场次名"),
    column("seat_how", pa.string(), "why seat 0 is seat 0: stated, names or first_actor", "座位 0 的依据", null=False),
    column("viewpoint", pa.uint8(), "seat whose view the record is; null if all are seen", "记录视角的座位"),
    column("rules_stated", pa.string(), "rule book the record names", "记录注明的规则"),
    column("rules_platform", pa.string(), "rule book of the format's own platform", "该格式平台的规则", null=False),
    column("rules_default", pa.string(), "rule book shown unless another is asked for", "默认所示之规则", null=False),
    column("deal_count", pa.uint16(), "deals recorded", "记录的副数", null=False),
    column("ended", pa.bool_(), "the record says the match is over", "记录称本场已结束"),
    column("winner_team", pa.uint8(), "team the record says won: 0 is seats 0 and 2", "记录所称胜方"),
    column("ended_line", pa.uint32(), "line that says so", "所在行"),
    column("extra", pa.string(), "fields danpu does not know, as JSON, kept verbatim", "未知字段（JSON，原样）"),
)

SEATS = table(
    "seats",
    "Who sat where: a name in a record, not a person.",
    "座次：记录中的名字。",
    MATCH_ID,
    column("seat", pa.uint8(), "seat 0..3 in the order of play", "座位 0..3，按出牌次序", null=False),
    column("player_id", pa.string(), "id of the name", "名字的编号"),
    column("name", pa.string(), "name as the record has it", "记录中的名字"),
    SOURCE,
)

DEALS = table(
    "deals",
    "A deal as its record states it.",
    "记录所述的一副牌。",
    *DEAL,
    column("level", pa.uint8(), "level the record states, 0..12 for 2..A", "记录所述级数，0..12 即 2..A"),
    *per_seat("hand", CARDS, "hand the record shows", "记录所示手牌"),
    column("hands_at", pa.string(), "when the hands were shown: dealt or after_tribute", "手牌所示时点"),
    column("starts_match", pa.bool_(), "a new match begins here; null if it can't be told", "此副是否为新一场之首"),
    column(
        "cut",
        pa.string(),
        "the source lost the head, the tail, both or some of the middle",
        "来源缺头、缺尾、两者皆缺或缺中间",
    ),
    column("finish_claimed", CARDS, "finishing order the record claims, as seats", "记录所称名次（座位）"),
    *per_seat("rest", CARDS, "cards the record says were left", "记录所称余牌"),
    column("leader_claimed", pa.uint8(), "seat the record says leads", "记录所称首出者"),
    column("team_level_0", pa.uint8(), "level of seats 0 and 2 before the deal, as recorded", "座位 0、2 一方的级数"),
    column("team_level_1", pa.uint8(), "level of seats 1 and 3 before the deal, as recorded", "座位 1、3 一方的级数"),
    column("steps_claimed", pa.uint8(), "steps the record says were granted", "记录所称升级数"),
    column("first_line", pa.uint32(), "line of the source where the deal begins", "该副起始行"),
    column("ended_line", pa.uint32(), "line of the source that says how the deal ended", "记录该副结果的行"),
    column("event_count", pa.uint16(), "number of its events", "事件数", null=False),
    column("extra", pa.string(), "fields danpu does not know, as JSON, kept verbatim", "未知字段（JSON，原样）"),
)

EVENTS = table(
    "events",
    "Everything the record says happened, in order.",
    "记录所述的每一事件，按序。",
    *EVENT,
    column("kind", pa.uint8(), "kind of event, index of EventKind", "事件种类", null=False),
    SEAT,
    column("to_seat", pa.uint8(), "seat that received the card of a tribute or return", "受贡或受还者"),
    column("cards", CARDS, "cards in the record's order", "牌，按记录次序", null=False),
    column("declared_kind", pa.uint8(), "kind the record states, index of Kind", "记录所述牌型"),
    column(
        "declared_rank",
        pa.uint8(),
        "rank the record states, normalised to the top card of a run",
        "记录所述牌点（顺子取最大）",
    ),
    column("wild_as", CARDS, "card each wild stands for, in the order of the wilds", "各逢人配所代之牌"),
    column("label", pa.string(), "the platform's own words for the play, where they differ", "平台原文"),
    column("choice", pa.uint16(), "index chosen in the platform's legal list", "平台合法列表中的序号"),
    LINE,
    column("time_ms", pa.int64(), "milliseconds from the source's own zero", "毫秒，自来源零点"),
    column("amount", pa.uint16(), "cards reported, seconds used, minutes late", "所报张数、所用秒数、迟到分钟数"),
    column("about", pa.string(), "stage of the clock, way of leaving, what was done", "计时阶段、离开方式、所犯何事"),
)

LEGAL_LISTS = table(
    "legal_lists",
    "Legal lists that a platform wrote into its own log.",
    "平台自己写下的合法列表。",
    MATCH_ID,
    column("deal_no", pa.uint16(), "deal within the match, null outside one", "第几副"),
    LINE,
    SEAT,
    column("level", pa.uint8(), "level stated with the request", "请求所述级数"),
    column("hand", CARDS, "hand stated with the request", "请求所述手牌"),
    column("top", pa.string(), "play to be beaten, in the platform's words", "须压之牌，平台原文"),
    column("entries", pa.string(), "the list as JSON, verbatim", "列表（JSON，原样）", null=False),
)

QUARANTINE = table(
    "quarantine",
    "Pieces of sources that could not be read, with their bytes.",
    "无法读取的片段及其原始字节。",
    SOURCE,
    LINE,
    column("deal_no", pa.uint16(), "deal it belongs to, if known", "所属副"),
    column("event_no", pa.uint16(), "event it belongs to, if known", "所属事件"),
    *told("reason", "what is wrong", "原因", null=False),
    *told("expected", "what was expected", "应为", null=False),
    column("raw", pa.binary(), "the bytes, cut at 64 KiB", "原始字节，至多 64 KiB", null=False),
)

RESULTS = table(
    "results",
    "What the engine makes of a deal.",
    "引擎对一副牌的结论。",
    *DEAL,
    column("match_no", pa.uint32(), "match within its source, from 1", "来源中的第几场", null=False),
    SOURCE,
    column("first_line", pa.uint32(), "line of the source where the deal begins", "该副起始行"),
    column("complete", pa.bool_(), "the deal was played to its end from a known beginning", "该副完整", null=False),
    column("starts_match", pa.bool_(), "a new match begins here; null if it can't be told", "此副是否为新一场之首"),
    column("level", pa.uint8(), "level of the deal, 0..12 for 2..A; null if it can't be inferred", "级数"),
    column("level_how", pa.string(), "stated, wilds, chain or start", "级数的依据"),
    column("finish", CARDS, "seats that emptied their hands, in order", "出完者，按序", null=False),
    column("finish_claimed", CARDS, "finishing order the record claims", "记录所称名次"),
    column("winner_team", pa.uint8(), "team of the first to finish; null if nobody did", "胜方"),
    column("steps", pa.uint8(), "levels granted before the cap at A", "升级数（未计封顶）"),
    column("leader", pa.uint8(), "seat that led the first trick", "首出者"),
    column("tribute", pa.string(), "none, single, double, anti_single, anti_double; null if unknown", "进贡情形"),
    column(
        "payers",
        CARDS,
        "seats that paid tribute, or would have where it was refused",
        "进贡者（抗贡时为应进贡者）",
        null=False,
    ),
    column(
        "receivers",
        CARDS,
        "who received from each payer, in the order of payers, as far as known",
        "各贡的受贡者",
        null=False,
    ),
    column("paid", CARDS, "card each payer paid, in the order of payers", "各进贡者所贡之牌", null=False),
    column("returned", CARDS, "cards given back, in the record's order", "所还之牌", null=False),
    column(
        "bomb_seats",
        CARDS,
        "seats of the bombs laid, in order; the next five lists go with it",
        "各炸弹的座位，按序；下五列与之对应",
        null=False,
    ),
    column("bomb_kinds", CARDS, "kind of each bomb, index of Kind", "各炸弹的牌型", null=False),
    column("bomb_sizes", CARDS, "cards of each bomb", "各炸弹的张数", null=False),
    column("bomb_wilds", CARDS, "wild cards in each bomb", "各炸弹中的逢人配张数", null=False),
    column(
        "bomb_on",
        CARDS,
        "what each bomb was laid on: 0 nothing, 1 an opponent's play, 2 the partner's",
        "各炸弹所压：0 无（领出）1 对手 2 搭档",
        null=False,
    ),
    column("bomb_won", CARDS, "1 where nobody beat the bomb", "1 即未被压过", null=False),
    column("event_count", pa.uint16(), "events of the deal", "事件数", null=False),
    column("play_count", pa.uint16(), "plays of the deal", "出牌数", null=False),
    column("illegal", pa.uint16(), "illegal findings", "违规数", null=False),
    column("inconsistent", pa.uint16(), "inconsistent findings", "矛盾数", null=False),
    column("unsettled", pa.uint16(), "unsettled findings", "未定数", null=False),
    RULES,
    ENGINE,
)

PLAYS = table(
    "plays",
    "Each play, as the engine reads it (passes are events only).",
    "引擎所读的每一手牌。",
    *EVENT,
    column("seat", pa.uint8(), "seat 0..3 in the order of play", "座位 0..3，按出牌次序", null=False),
    column(
        "trick_no", pa.uint8(), "trick within the deal, from 1; null where the deal lost its head", "第几圈；缺头则空"
    ),
    column("is_lead", pa.bool_(), "the play leads its trick", "是否领出", null=False),
    column("kind", pa.uint8(), "kind it is read as, index of Kind; 0 if no combination", "读作的牌型", null=False),
    column("card_rank", pa.uint8(), "rank it is read as; null for joker bombs and no combination", "读作的牌点"),
    column("size", pa.uint8(), "number of cards", "张数", null=False),
    column("wilds", pa.uint8(), "wild cards in it", "其中逢人配张数", null=False),
    column("reading_count", pa.uint8(), "readings (kind, rank) the rule book permits", "规则允许的读法数", null=False),
    column(
        "cards_left",
        pa.uint8(),
        "cards the seat holds after it; null where the deal lost its head",
        "出后余牌数；缺头则空",
    ),
    column("top_seat", pa.uint8(), "seat whose play it had to beat; null on a lead", "须压之人"),
    column("won_trick", pa.bool_(), "nobody beat it", "未被压过", null=False),
    RULES,
    ENGINE,
)

HANDS = table(
    "hands",
    "Hands before the first play, with how each card is known.",
    "首出前的手牌及每张牌的依据。",
    *DEAL,
    column("seat", pa.uint8(), "seat 0..3 in the order of play", "座位 0..3，按出牌次序", null=False),
    column("at", pa.string(), "dealt or after_tribute", "时点", null=False),
    column("complete", pa.bool_(), "all 27 cards are known", "27 张全知", null=False),
    column("cards", CARDS, "cards known to be in the hand", "已知手牌", null=False),
    column(
        "how",
        CARDS,
        "how each card is known: 0 dealt 1 shown 2 played 3 tribute 4 inferred",
        "每张牌的依据",
        null=False,
    ),
    RULES,
    ENGINE,
)

FINDINGS = table(
    "findings",
    "What is wrong, unclear or missing, each at its place under a rule book.",
    "每处违规、不明或缺失及其位置。",
    *DEAL,
    column("event_no", pa.uint16(), "event within the deal; null for the deal itself", "第几个事件"),
    column("code", pa.string(), "stable code of the catalogue", "代码", null=False),
    column("severity", pa.string(), "illegal, unsettled, inconsistent, incomplete or note", "级别", null=False),
    SOURCE,
    LINE,
    SEAT,
    RULES,
    column("clause", pa.string(), "clause of the rule book", "条款"),
    column("settled", pa.bool_(), "the source settles the clause", "来源是否确定"),
    column("expected", pa.string(), "what the rule or the record itself asks for", "应为"),
    column("actual", pa.string(), "what the record has", "实为"),
    column("consequence_of", pa.uint16(), "finding_no, within the deal, of what caused this one", "所由之第几条"),
    column("finding_no", pa.uint16(), "finding within the deal, from 1", "该副的第几条", null=False),
    column("sanction", pa.string(), "what it costs at the table by the rule book", "规则书所定处罚"),
    column("parameter", pa.string(), "parameter or point of the rule book that decides", "所依参数"),
    ENGINE,
)

FACTS = {s.metadata[b"table"].decode(): s for s in (SOURCES, MATCHES, SEATS, DEALS, EVENTS, LEGAL_LISTS, QUARANTINE)}
DERIVED = {s.metadata[b"table"].decode(): s for s in (RESULTS, PLAYS, HANDS, FINDINGS)}
TABLES = FACTS | DERIVED
