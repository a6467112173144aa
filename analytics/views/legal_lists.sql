-- Legal lists that a platform wrote into its own log.
select
    match_id,
    deal_no::int as deal_no,
    line::bigint as line,
    seat::int as seat,
    level_of(level) as level,
    card_texts(hand) as hand,
    top,
    entries
from every.legal_lists
