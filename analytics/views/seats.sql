-- Who sat where: a name in a record, not a person.
select
    match_id,
    seat::int as seat,
    player_id,
    name,
    source
from every.seats
