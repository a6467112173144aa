-- zh: 哪些搭档赢得多？
-- en: Which partnerships win?
-- row.zh: 每对搭档一行（可再按对手分）；没有名字的按座位
-- row.en: a pair of partners (on demand against one pair of opponents); by seats where the record has no names
-- counts.zh: 完整、无违规、无矛盾、胜负已定的一副牌；自己打自己的不计入胜率
-- counts.en: complete deals without an illegal or inconsistent finding whose winners are known; a pair against itself is left out of the rates
-- caveat.zh: 胜率按副计，不按场计；名字不等于人；对手强弱未作调整。
-- caveat.en: Rates are of deals, not matches; a name is not a person; the strength of opponents is not adjusted for.
-- parameter by_opponent: boolean = false | 按对手分开 | apart by opponents
-- parameter player: text | 只看有此人（名字）的搭档 | only pairs with this name
-- parameter seat: seat | 只看坐此座位的搭档 | only the pair at this seat
-- parameter min_deals: integer = 1 | 至少多少副 | with at least this many deals
-- column player_a | 搭档甲 | partner A
-- column player_b | 搭档乙 | partner B
-- column seats | 座位 | seats
-- column opponent_a | 对手甲 | opponent A
-- column opponent_b | 对手乙 | opponent B
-- column n | 副数 | deals
-- column matches | 场数 | matches
-- column opponents | 对手数 | opponents
-- column self_deals | 自己打自己的副数 | deals against itself
-- column win_share | 胜率（副） | deals won
-- column steps | 平均升级（输为负） | mean steps (lost ones negative)
-- column up_3_share | 升 3（双上） | +3 (double win)
-- column up_2_share | 升 2 | +2
-- column up_1_share | 升 1 | +1
-- column down_1_share | 对方升 1 | -1
-- column down_2_share | 对方升 2 | -2
-- column down_3_share | 对方升 3（双下） | -3 (double loss)
with
by_match as materialized (
    select
        match_id,
        count(*) as deals,
        count(*) filter (winner_team = 0) as wins,
        sum(if(winner_team = 0, steps, -steps)) as steps,
        count(*) filter (winner_team = 0 and steps = 3) as up_3,
        count(*) filter (winner_team = 0 and steps = 2) as up_2,
        count(*) filter (winner_team = 0 and steps = 1) as up_1,
        count(*) filter (winner_team = 1 and steps = 1) as down_1,
        count(*) filter (winner_team = 1 and steps = 2) as down_2,
        count(*) filter (winner_team = 1 and steps = 3) as down_3
    from counted($source, $level, $player, $complete, $clean)
    group by match_id
),

named as (
    select match_id, seat % 2 as team, min(name) as a, max(name) as b
    from seats
    group by match_id, team
    having count(name) = 2
),

sides as (
    select m.match_id, t.team, n.a, n.b, if(n.a is null, ['0+2', '1+3'][t.team + 1], null) as seats
    from by_match as m
    cross join (values (0), (1)) as t(team)
    left join named as n on m.match_id = n.match_id and t.team = n.team
),

of_pairs as (
    select
        own.team,
        own.a,
        own.b,
        own.seats,
        their.a as opponent_a,
        their.b as opponent_b,
        coalesce(own.a = their.a and own.b = their.b, false) as is_self,
        m.match_id,
        m.deals,
        if(own.team = 0, m.wins, m.deals - m.wins) as wins,
        if(own.team = 0, m.steps, -m.steps) as steps,
        if(own.team = 0, m.up_3, m.down_3) as up_3,
        if(own.team = 0, m.up_2, m.down_2) as up_2,
        if(own.team = 0, m.up_1, m.down_1) as up_1,
        if(own.team = 0, m.down_1, m.up_1) as down_1,
        if(own.team = 0, m.down_2, m.up_2) as down_2,
        if(own.team = 0, m.down_3, m.up_3) as down_3
    from by_match as m
    join sides as own on m.match_id = own.match_id
    join sides as their on m.match_id = their.match_id and their.team = 1 - own.team
    where ($seat is null or own.team = $seat % 2)
        and ($player is null or own.a = $player or own.b = $player)
),

against as (
    select
        * exclude (deals),
        if(is_self, 0, deals) as deals,
        if(is_self and team = 0, deals, 0) as self_deals
    from of_pairs
),

final as (
    select
        a as player_a,
        b as player_b,
        seats,
        if($by_opponent, opponent_a, null) as opponent_a,
        if($by_opponent, opponent_b, null) as opponent_b,
        sum(deals)::bigint as n,
        count(*) filter (not is_self) as matches,
        -- A pair of opponents without a name is not one opponent: nobody knows how many there were.
        nullif(count(distinct (opponent_a, opponent_b)) filter (not is_self and opponent_a is not null), 0) as opponents,
        sum(self_deals)::bigint as self_deals,
        share(wins, deals) as win_share,
        mean_steps(steps, deals) as steps,
        share(up_3, deals) as up_3_share,
        share(up_2, deals) as up_2_share,
        share(up_1, deals) as up_1_share,
        share(down_1, deals) as down_1_share,
        share(down_2, deals) as down_2_share,
        share(down_3, deals) as down_3_share
    from against
    group by all
    having sum(deals) + sum(self_deals) >= $min_deals
    order by n desc, player_a, player_b, seats, opponent_a, opponent_b
)

select * from final
