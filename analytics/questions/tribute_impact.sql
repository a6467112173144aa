-- zh: 进贡影响多大？
-- en: How much does tribute matter?
-- row.zh: 每种进贡情形一行（单贡再分贡给对方或搭档；可再按级数分）
-- row.en: a kind of tribute (single ones apart by whether they go to an opponent or the partner; on demand also by level)
-- counts.zh: 完整、无违规、无矛盾、胜负已定的一副牌
-- counts.en: complete deals without an illegal or inconsistent finding whose winners are known
-- caveat.zh: 进贡的一方上一副输了，所以差别里也有实力之差，不全是进贡所致。
-- caveat.en: The side that pays lost the deal before, so part of the difference is strength and not tribute.
-- parameter by_level: boolean = false | 按级数分开 | apart by level
-- parameter player: text | 只看此人（名字）进贡的 | only deals in which this name pays
-- parameter seat: seat | 只看此座位进贡的 | only deals in which this seat pays
-- column tribute | 进贡 | tribute
-- column paid_to | 贡给 | paid to
-- column level | 级数 | level
-- column n | 副数 | deals
-- column matches | 场数 | matches
-- column paying_win_share | 进贡方胜率 | paying side wins
-- column paying_steps | 进贡方平均升级（输为负） | mean steps of the paying side (lost ones negative)
-- column paying_up_3_share | 进贡方升 3 | paying side +3
-- column paying_up_2_share | 进贡方升 2 | paying side +2
-- column paying_up_1_share | 进贡方升 1 | paying side +1
-- column paying_down_1_share | 对方升 1 | paying side -1
-- column paying_down_2_share | 对方升 2 | paying side -2
-- column paying_down_3_share | 对方升 3 | paying side -3
-- column leading_win_share | 首出方胜率 | side that leads wins
-- column double_win_share | 双上 | double wins
-- column paid_joker_share | 贡出王 | jokers among cards paid
-- column paid_level_share | 贡出级牌 | level cards among cards paid
-- column paid_ace_share | 贡出 A | aces among cards paid
-- column returned_low_share | 还贡为 2 至 10（非级牌） | 2 to 10 (not the level) among cards returned
with
deals as (
    select
        *,
        cluster_of(match_id) as cluster,
        len(payers) > 0 as is_known,
        case
            when tribute in ('single', 'anti_single') then if(payers[1] % 2 = receivers[1] % 2, 'partner', 'opponents')
            when tribute in ('double', 'anti_double') then 'opponents'
        end as paid_to,
        if(winner_team = payers[1] % 2, steps, -steps) as steps_of_payer
    from counted($source, $level, $player, $complete, $clean)
    where tribute is not null
        and ($seat is null or list_contains(payers, $seat))
),

asked as (
    select *, case when is_known then steps_of_payer end as paying_steps
    from deals
    where $player is null or exists (
        select 1 from seats as s where s.match_id = deals.match_id and s.name = $player and list_contains(deals.payers, s.seat)
    )
),

by_match as (
    select
        cluster,
        tribute,
        paid_to,
        case when $by_level then level end as level,
        count(*) as deals,
        count(paying_steps) as paying,
        sum(paying_steps) as steps,
        count(*) filter (paying_steps > 0) as wins,
        count(*) filter (paying_steps = 3) as up_3,
        count(*) filter (paying_steps = 2) as up_2,
        count(*) filter (paying_steps = 1) as up_1,
        count(*) filter (paying_steps = -1) as down_1,
        count(*) filter (paying_steps = -2) as down_2,
        count(*) filter (paying_steps = -3) as down_3,
        count(leader) as led,
        count(*) filter (leader % 2 = winner_team) as leading_wins,
        count(*) filter (len(finish) = 2) as double_wins,
        sum(len(paid)) as paid,
        sum(len(list_filter(paid, lambda c: c in ('SB', 'HR')))) as jokers,
        sum(len(list_filter(paid, lambda c: c[2] = level::varchar))) as levels,
        sum(len(list_filter(paid, lambda c: c[2] = 'A' and level <> 'A'))) as aces,
        sum(len(returned)) as returned,
        sum(len(list_filter(returned, lambda c: c[2] in ('2', '3', '4', '5', '6', '7', '8', '9', 'T') and c[2] <> level::varchar))) as low
    from asked
    group by all
),

final as (
    select
        tribute,
        paid_to,
        level,
        sum(deals)::bigint as n,
        matches_of(cluster) as matches,
        share(wins, paying) as paying_win_share,
        mean_steps(steps, paying) as paying_steps,
        share(up_3, paying) as paying_up_3_share,
        share(up_2, paying) as paying_up_2_share,
        share(up_1, paying) as paying_up_1_share,
        share(down_1, paying) as paying_down_1_share,
        share(down_2, paying) as paying_down_2_share,
        share(down_3, paying) as paying_down_3_share,
        share(leading_wins, led) as leading_win_share,
        share(double_wins, deals) as double_win_share,
        share(jokers, paid) as paid_joker_share,
        share(levels, paid) as paid_level_share,
        share(aces, paid) as paid_ace_share,
        share(low, returned) as returned_low_share
    from by_match
    group by tribute, paid_to, level
    order by list_position(['none', 'single', 'double', 'anti_single', 'anti_double'], tribute), paid_to, level
)

select * from final
