-- The words of the views: what the codes of the store mean (engine/cards.py, engine/records.py; a test compares them), and how a question sums.

create type level as enum ('2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A');
create type event_kind as enum ('tribute', 'return', 'anti_tribute', 'play', 'pass', 'report', 'timeout', 'takeover',
    'late', 'exposed', 'left', 'objection', 'misconduct');
create type combination as enum ('none', 'single', 'pair', 'triple', 'full_house', 'straight', 'tube', 'plate', 'bomb', 'straight_flush', 'joker_bomb');

create macro level_of(code) as
    case code when 0 then '2'::level when 1 then '3'::level when 2 then '4'::level when 3 then '5'::level when 4 then '6'::level
    when 5 then '7'::level when 6 then '8'::level when 7 then '9'::level when 8 then 'T'::level when 9 then 'J'::level when 10 then 'Q'::level
    when 11 then 'K'::level when 12 then 'A'::level end;
create macro event_kind_of(code) as
    case code when 0 then 'tribute'::event_kind when 1 then 'return'::event_kind when 2 then 'anti_tribute'::event_kind
    when 3 then 'play'::event_kind when 4 then 'pass'::event_kind when 5 then 'report'::event_kind when 6 then 'timeout'::event_kind
    when 7 then 'takeover'::event_kind when 8 then 'late'::event_kind when 9 then 'exposed'::event_kind when 10 then 'left'::event_kind
    when 11 then 'objection'::event_kind when 12 then 'misconduct'::event_kind end;
create macro combination_of(code) as
    case code when 0 then 'none'::combination when 1 then 'single'::combination when 2 then 'pair'::combination when 3 then 'triple'::combination
    when 4 then 'full_house'::combination when 5 then 'straight'::combination when 6 then 'tube'::combination when 7 then 'plate'::combination
    when 8 then 'bomb'::combination when 9 then 'straight_flush'::combination when 10 then 'joker_bomb'::combination end;

create macro rank_text(code) as [
        '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', 'SB', 'HR'
    ][code + 1];
create macro card_texts(codes) as list_transform(codes, lambda code: [
        'S2', 'H2', 'C2', 'D2', 'S3', 'H3', 'C3', 'D3', 'S4', 'H4', 'C4', 'D4', 'S5', 'H5', 'C5', 'D5', 'S6', 'H6', 'C6', 'D6', 'S7', 'H7', 'C7',
        'D7', 'S8', 'H8', 'C8', 'D8', 'S9', 'H9', 'C9', 'D9', 'ST', 'HT', 'CT', 'DT', 'SJ', 'HJ', 'CJ', 'DJ', 'SQ', 'HQ', 'CQ', 'DQ', 'SK', 'HK',
        'CK', 'DK', 'SA', 'HA', 'CA', 'DA', 'SB', 'HR'
    ][code + 1]);
create macro how_texts(codes) as list_transform(codes, lambda code: ['dealt', 'shown', 'played', 'tribute', 'inferred'][code + 1]);

-- An estimate in the making: y is a match's total and n how many observations it is the total of. analytics/stats.py makes a value with its interval of it;
-- least and most are what the value can be, null where there is no bound.
create macro clustered(kind, y, n, least, most) as struct_pack(
    kind := kind,
    clusters := count(*) filter (n > 0),
    n := coalesce(sum(n), 0)::double,
    y := coalesce(sum(y) filter (n > 0), 0)::double,
    yy := coalesce(sum(y::double * y) filter (n > 0), 0),
    yn := coalesce(sum(y::double * n), 0),
    nn := coalesce(sum(n::double * n), 0),
    least := least::double,
    most := most::double
);
create macro share(y, n) as clustered('share', y, n, 0, 1);
create macro mean_steps(y, n) as clustered('mean', y, n, -3, 3);
