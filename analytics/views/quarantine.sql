-- Pieces of sources that could not be read, with their bytes.
select
    source,
    line::bigint as line,
    deal_no::int as deal_no,
    event_no::int as event_no,
    reason,
    reason_zh,
    expected,
    expected_zh,
    raw
from every.quarantine
