"""Where each rule-book switch stands in the int64 vector that the kernel gets; `engine.rules` fills it by these names.

A switch's value is the index of its word in the matching tuple of `engine.rules.Rules`; booleans are 0 and 1, an absent number is -1.
"""

WILD_CARD = 0  # none, heart_level
HEART_LEVEL_SINGLE = 1  # equal, above_level
ACE_LOW = 2  # allowed, forbidden
SUITED_STRAIGHT = 3  # sf_only, plain_if_wild, plain_allowed
WILD_READING = 4  # largest, declared_else_largest, declared
PASS_POLICY = 5  # may_reenter, out_for_trick
JIEFENG = 6  # partner, next_player
JIEFENG_TIMING = 7  # after_all_pass, after_partner_pass
WILD_AS_JOKER = 8
PLATES = 9
WILD_FLUSH_SUIT = 10  # any, own
FLUSH_BEATS_FOUR = 11
RUN_LABEL = 12  # cards, leading_wild
JOKER_KICKER = 13
TRIBUTE_EXEMPT = 14  # heart_level, big_joker
DOUBLE_ASSIGN = 15  # larger_to_head, by_seat, pool
EQUAL_ASSIGN = 16  # clockwise, winners_choose, by_agreement
RETURN_LIMIT = 17  # le10, le10_to_partner, any, any_but_tribute
RETURN_LEVEL_CARD = 18
ANTI_TRIBUTE_MODE = 19  # automatic, optional
LEAD_AFTER_DOUBLE = 20  # larger_payer, last_finisher
LEAD_ON_EQUAL = 21  # head_next, last_finisher, agreed
UP_SECOND = 22
UP_THIRD = 23
UP_LAST = 24
PASS_A = 25  # partner_not_last, partner_second
A_FAIL_LIMIT = 26
A_FAIL_COUNTS = 27  # all, only_1_4, headed
A_FAIL_TO = 28
A_FAIL_TO_NEXT = 29
ACE_FINISH_DEMOTES = 30
START_LEVEL = 31
WILD_PAIR = 32
PADDED_PASSES = 33
DEAL_LEADER = 34  # by_tribute, seat_zero
ANTI_TRIBUTE_HOLDERS = 35  # payers, losing_team
MATCH_WON = 36  # pass_a, reach_a
STREAK_RULE = 37  # none, n_minus_2
FREE_RETURNS = 38
LEAD_AFTER_ANTI = 39  # head, winners
SWITCH_COUNT = 40
