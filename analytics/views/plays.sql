-- Each play, as the engine reads it (passes are events only).
select
    match_id,
    deal_no::int as deal_no,
    event_no::int as event_no,
    seat::int as seat,
    trick_no::int as trick_no,
    is_lead,
    combination_of(kind) as kind,
    kind >= 8 as is_bomb,
    rank_text(card_rank) as card_rank,
    size::int as size,
    wilds::int as wilds,
    reading_count::int as reading_count,
    cards_left::int as cards_left,
    top_seat::int as top_seat,
    won_trick,
    rules,
    engine
from shown.plays
