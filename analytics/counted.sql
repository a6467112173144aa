-- What every question counts and by what it clusters.

-- Up to 20,000 matches each match is a cluster. With more, matches fall into 4,096 clusters by a hash of their id: clusters stay independent and the
-- interval stays what it is, but there is far less to group.
create macro is_pooled() as (select count(*) > 20000 from matches);
create macro cluster_of(id) as if(is_pooled(), hash(id) % 4096, hash(id));

-- How many matches a group's clusters are; null where they are not matches.
create macro matches_of(cluster) as if(is_pooled(), null, count(distinct cluster));

-- The deals that a question looks at, each with the reason why it does not count; null where it does.
create macro judged(the_source, the_level, the_player, only_complete, only_clean) as table
select
    *,
    case
        when only_complete and not complete then 'incomplete'
        when winner_team is null or steps is null then 'undecided'
        when only_clean and illegal > 0 then 'illegal'
        when only_clean and inconsistent > 0 then 'inconsistent'
    end as excluded
from results
where (the_source is null or source = the_source)
    and (the_level is null or level = the_level::level)
    and (the_player is null or match_id in (select match_id from seats where name = the_player));
create macro counted(the_source, the_level, the_player, only_complete, only_clean) as table
select * exclude (excluded)
from judged(the_source, the_level, the_player, only_complete, only_clean)
where excluded is null;
