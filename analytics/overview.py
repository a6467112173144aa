"""What a store holds: sources, how much of it is legal, what was found and what was refused; lists of deals, and one deal whole."""

from dataclasses import dataclass
from typing import NamedTuple

import duckdb

from analytics import lake

Row = dict[str, object]

TOTALS = """
select
    (select count(*) from sources) as sources,
    (select count(*) from matches) as matches,
    (select count(*) from deals) as deals,
    (select coalesce(sum(event_count), 0)::bigint from deals) as events,
    (select count(*) from quarantine) as quarantined,
    count(*) as judged,
    count(*) filter (complete) as complete,
    count(*) filter (illegal = 0 and inconsistent = 0) as clean
from results
"""
BOOKS = "select rules, count(*) as deals, count(*) filter (illegal = 0 and inconsistent = 0) as clean from results group by rules order by deals desc"
SOURCES = """
select path, format, status, reason, reason_zh, unit, read, stored, duplicate, quarantined, ignored
from sources
order by ingested_at desc, path
limit $limit
"""
STATUSES = "select status, count(*) as sources from sources group by status order by status"
FINDINGS = """
select code, severity, rules, count(*) as findings, count(distinct (match_id, deal_no)) as deals
from findings
where consequence_of is null
group by code, severity, rules
order by findings desc, code
"""
QUARANTINE = """
select s.path, q.line, q.reason, q.reason_zh, q.expected, q.expected_zh, q.raw[:120] as raw
from quarantine as q
left join (select source, min(path) as path from sources group by source) as s on q.source = s.source
order by s.path, q.line
limit $limit
"""
CHOICES = {
    "source": "select path, source from sources where stored > 0 order by path limit $limit",
    "rules": "select distinct rules from all_results order by rules",
    "player": "select name, count(*) as seats from seats where name is not null group by name order by seats desc, name limit $limit",
    "code": "select distinct code from findings order by code",
}
CHOSEN = """
from results as r
where ($source is null or source = $source)
    and ($level is null or level = $level::level)
    and (not $only_complete or complete)
    and (not $only_faulty or illegal > 0 or inconsistent > 0)
    and ($player is null or match_id in (select match_id from seats where name = $player))
    and ($code is null or (match_id, deal_no) in (select match_id, deal_no from findings where code = $code))
"""
# The page is cut before anything else is looked up, or every deal of the store would be joined to its source.
DEALS = f"""
with page as (
    select
        source, match_id, match_no, deal_no, first_line, level, complete, finish, winner_team, steps, tribute, illegal, inconsistent, unsettled
    {CHOSEN}
    order by source, match_no, match_id, deal_no
    limit $limit offset $offset
)

select * exclude (source), (select min(path) from sources as s where s.source = page.source) as path
from page
order by source, match_no, match_id, deal_no
"""  # noqa: S608  # both halves are ours
COUNT = f"select count(*) as n {CHOSEN}"
# What is known of a deal before it is judged: whence it comes and who plays.
NARROWED = "($source is null or source = $source) and ($player is null or match_id in (select match_id from seats where name = $player))"
UNJUDGED = f"""
select
    (select coalesce(sum(deal_count), 0)::bigint from matches where {NARROWED})
    - (select count(*) from results where {NARROWED}) as n
"""  # noqa: S608  # both halves are ours
# A list to choose from is cut where nobody would read on; one more is asked for, so that the cut can be told.
MOST_CHOICES = {"source": 500, "player": 1000}
ONE = {
    "result": """
        select level, level_how, complete, finish, winner_team, steps, tribute, payers, receivers, rules
        from results where match_id = $match and deal_no = $deal
    """,
    "deal": "select deal_no, first_line, cut from deals where match_id = $match and deal_no = $deal",
    "source": "select path from sources where source = (select source from matches where match_id = $match) order by ingested_at limit 1",
    "seats": "select seat, name from seats where match_id = $match order by seat",
    "hands": "select seat, hands_at, cards from hands where match_id = $match and deal_no = $deal order by seat",
    "events": "select event_no, kind, seat, to_seat, cards, line from events where match_id = $match and deal_no = $deal order by event_no",
    "plays": "select event_no, kind, is_lead from plays where match_id = $match and deal_no = $deal order by event_no",
    "findings": """
        select code, severity, deal_no, finding_no, rules, settled, event_no, line, seat, clause, expected, actual, consequence_of,
            sanction, parameter
        from findings where match_id = $match and deal_no = $deal order by finding_no
    """,
    "around": "select deal_no from deals where match_id = $match order by deal_no",
}


@dataclass(frozen=True, slots=True)
class Overview:
    """A store at a glance."""

    totals: dict[str, int]
    books: list[Row]
    statuses: list[Row]
    sources: list[Row]
    findings: list[Row]
    quarantine: list[Row]


class Filters(NamedTuple):
    """What a list of deals may be narrowed by."""

    source: str | None = None
    level: str | None = None
    player: str | None = None
    code: str | None = None
    only_complete: bool = False
    only_faulty: bool = False


class Listed(NamedTuple):
    """A page of deals, how many fit in all, and how many of the source and player were never judged under the rule book and so can't be listed."""

    rows: list[Row]
    total: int
    unjudged: int


@dataclass(frozen=True, slots=True)
class Whole:
    """All that the store has of one deal; `names` by seat, `deals` are the numbers of its match."""

    match_id: str
    result: Row
    deal: Row
    path: str
    names: tuple[str | None, ...]
    hands: list[Row]
    events: list[Row]
    plays: list[Row]
    findings: list[Row]
    deals: list[int]


def overview(con: duckdb.DuckDBPyConnection, limit: int = 500) -> Overview:
    """The store at a glance; at most `limit` sources and quarantined pieces."""
    with con.cursor() as own:
        (totals,) = lake.rows(own, TOTALS)
        return Overview(
            totals={name: int(str(value)) for name, value in totals.items()},
            books=lake.rows(own, BOOKS),
            statuses=lake.rows(own, STATUSES),
            sources=lake.rows(own, SOURCES, {"limit": limit}),
            findings=lake.rows(own, FINDINGS),
            quarantine=lake.rows(own, QUARANTINE, {"limit": limit}),
        )


class Choices(NamedTuple):
    """What there is to choose from, and whether that is not all."""

    rows: list[Row]
    cut: bool


def choices(con: duckdb.DuckDBPyConnection, what: str) -> Choices:
    """What there is to choose from: sources, rules, players or codes."""
    most = MOST_CHOICES.get(what)
    with con.cursor() as own:
        rows = lake.rows(own, CHOICES[what], {} if most is None else {"limit": most + 1})
    return Choices(rows[:most], most is not None and len(rows) > most)


def deals(con: duckdb.DuckDBPyConnection, filters: Filters, *, limit: int, offset: int = 0) -> Listed:
    """The deals that fit, in the order of their records."""
    given = filters._asdict()
    with con.cursor() as own:
        (total,) = lake.rows(own, COUNT, given)
        (unjudged,) = lake.rows(own, UNJUDGED, {name: given[name] for name in ("source", "player")})
        rows = lake.rows(own, DEALS, given | {"limit": limit, "offset": offset})
    return Listed(rows, int(str(total["n"])), int(str(unjudged["n"])))


def whole(con: duckdb.DuckDBPyConnection, match: str, deal: int) -> Whole | None:
    """One deal, or None if the store has no such deal."""
    given = {"match": match, "deal": deal}
    with con.cursor() as own:
        found = {name: lake.rows(own, sql, {k: given[k] for k in given if f"${k}" in sql}) for name, sql in ONE.items()}
    if not found["deal"]:
        return None
    names = {row["seat"]: row["name"] for row in found["seats"]}
    return Whole(
        match_id=match,
        result=next(iter(found["result"]), {}),
        deal=found["deal"][0],
        path=str(next((row["path"] for row in found["source"]), "")),
        names=tuple(None if names.get(s) is None else str(names[s]) for s in range(4)),
        hands=found["hands"],
        events=found["events"],
        plays=found["plays"],
        findings=found["findings"],
        deals=[int(str(row["deal_no"])) for row in found["around"]],
    )
