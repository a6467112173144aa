-- zh: 炸弹用得怎样？
-- en: How are bombs used?
-- row.zh: 每种炸弹（牌型与张数）一行，另有一行合计（牌型为空）
-- row.en: a kind and size of bomb, and one row for all of them (no kind)
-- counts.zh: 完整、无违规、无矛盾、胜负已定的一副牌
-- counts.en: complete deals without an illegal or inconsistent finding whose winners are known
-- caveat.zh: 谁手里有炸弹多半是牌运；赢的一方炸弹多，不等于多炸就会赢。
-- caveat.en: Holding bombs is mostly luck: that winners lay more of them does not mean that laying more wins.
-- parameter player: text | 只看此人（名字）出的炸弹 | only bombs of this name
-- parameter seat: seat | 只看此座位出的炸弹 | only bombs of this seat
-- column kind | 牌型 | kind
-- column size | 张数 | cards
-- column n | 炸弹数 | bombs
-- column matches | 场数 | matches
-- column per_deal | 每副出几个 | bombs a deal
-- column won_share | 赢得这一圈 | trick won
-- column rebombed_share | 被更大的炸弹压 | bombed over
-- column on_partner_share | 压在搭档牌上 | laid on the partner's play
-- column led_share | 领出 | led
-- column with_wilds_share | 用了逢人配 | made with wilds
-- column side_won_share | 出者一方赢下此副 | its side wins the deal
-- column more_bombs_win_share | 炸弹多的一方赢下此副 | side with more bombs wins the deal
with
deals as not materialized (
    select
        match_id, winner_team, bomb_seats, bomb_kinds, bomb_sizes, bomb_wilds, bomb_on, bomb_won,
        cluster_of(match_id) as cluster
    from counted($source, $level, $player, $complete, $clean)
),

laid as (
    select
        match_id,
        cluster,
        winner_team,
        unnest(bomb_seats) as seat,
        unnest(bomb_kinds) as kind,
        unnest(bomb_sizes) as size,
        unnest(bomb_wilds) as wilds,
        unnest(bomb_on) as laid_on,
        unnest(bomb_won) as won_trick
    from deals
),

bombs as (
    select *
    from laid
    where ($seat is null or seat = $seat)
        and ($player is null or (match_id, seat) in (select match_id, seat from seats where name = $player))
),

sides as materialized (
    select cluster, winner_team, 2 * len(list_filter(bomb_seats, lambda s: s % 2 = 0)) - len(bomb_seats) as more
    from deals
),

by_kind as materialized (
    select
        cluster,
        kind,
        size,
        count(*) as bombs,
        count(*) filter (won_trick) as won,
        count(*) filter (laid_on = 'partner') as on_partner,
        count(*) filter (laid_on = 'nothing') as led,
        count(*) filter (wilds > 0) as with_wilds,
        count(*) filter (seat % 2 = winner_team) as side_won
    from bombs
    group by cluster, kind, size
),

by_match as (
    from by_kind
    union all by name
    select
        cluster,
        sum(bombs) as bombs,
        sum(won) as won,
        sum(on_partner) as on_partner,
        sum(led) as led,
        sum(with_wilds) as with_wilds,
        sum(side_won) as side_won
    from by_kind
    group by cluster
),

dealt as (
    select cluster, count(*) as deals
    from sides
    group by cluster
),

dealt_sums as (
    select count(*) as clusters, sum(deals)::double as n, sum(deals::double * deals) as nn
    from dealt
),

balance as (
    select cluster, count(*) as deals, count(*) filter ((more > 0) = (winner_team = 0)) as wins
    from sides
    where more <> 0 and $seat is null and $player is null
    group by cluster
),

more_bombs as (
    select share(wins, deals) as win_share
    from balance
),

final as (
    select
        b.kind,
        b.size,
        sum(b.bombs)::bigint as n,
        matches_of(b.cluster) as matches,
        struct_pack(
            kind := 'mean',
            clusters := any_value(s.clusters),
            n := any_value(s.n),
            y := sum(b.bombs)::double,
            yy := sum(b.bombs::double * b.bombs),
            yn := sum(b.bombs::double * d.deals),
            nn := any_value(s.nn),
            least := 0::double,
            most := null::double
        ) as per_deal,
        share(b.won, b.bombs) as won_share,
        share(b.bombs - b.won, b.bombs) as rebombed_share,
        share(b.on_partner, b.bombs) as on_partner_share,
        share(b.led, b.bombs) as led_share,
        share(b.with_wilds, b.bombs) as with_wilds_share,
        share(b.side_won, b.bombs) as side_won_share,
        if(b.kind is null, any_value(m.win_share), null) as more_bombs_win_share
    from by_match as b
    join dealt as d on b.cluster = d.cluster
    cross join dealt_sums as s
    cross join more_bombs as m
    group by b.kind, b.size
    order by b.kind nulls last, b.size
)

select * from final
