-- A match as its record states it.
select
    match_id,
    source,
    match_no::int as match_no,
    label,
    seat_how,
    viewpoint::int as viewpoint,
    rules_stated,
    rules_platform,
    rules_default,
    deal_count::int as deal_count,
    ended,
    winner_team::int as winner_team,
    ended_line::bigint as ended_line,
    extra
from every.matches
