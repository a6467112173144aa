-- Hands before the first play, with how each card is known.
select
    match_id,
    deal_no::int as deal_no,
    seat::int as seat,
    "at" as hands_at,
    complete,
    card_texts(cards) as cards,
    how_texts(how) as how,
    rules,
    engine
from shown.hands
