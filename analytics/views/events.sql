-- Everything the record says happened, in order.
select
    match_id,
    deal_no::int as deal_no,
    event_no::int as event_no,
    event_kind_of(kind) as kind,
    seat::int as seat,
    to_seat::int as to_seat,
    card_texts(cards) as cards,
    combination_of(declared_kind) as declared_kind,
    rank_text(declared_rank) as declared_rank,
    card_texts(wild_as) as wild_as,
    label,
    choice::int as choice,
    line::bigint as line,
    time_ms,
    amount::int as amount,
    about
from every.events
