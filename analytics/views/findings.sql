-- What is wrong, unclear or missing, each at its place under a rule book.
select
    match_id,
    deal_no::int as deal_no,
    event_no::int as event_no,
    code,
    severity,
    source,
    line::bigint as line,
    seat::int as seat,
    rules,
    clause,
    settled,
    expected,
    actual,
    consequence_of::int as consequence_of,
    finding_no::int as finding_no,
    sanction,
    parameter,
    engine
from shown.findings
