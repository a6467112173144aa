"""Points of a rule book that no switch decides: every book that speaks of them says the same, but some are silent, and what rests on such a point is unsettled.

A table `[name]` of a book's TOML holds `clause` and `settled` for a point, and no value; a book that leaves it out settles it by its text.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from engine.cards import rank_of, wild
from engine.records import Kind

POINTS: Mapping[str, str] = MappingProxyType(
    {
        "run_end": "顺子绕过 A",
        "group_end": "三连对与钢板绕过 A",
        "joker_run": "顺子含王",
        "level_in_run": "级牌在连牌中的位置",
        "ace_tube": "A 在三连对中",
        "ace_plate": "A 在钢板中",
        "ace_low_flush": "A 作小的同花顺",
        "joker_pair": "王对",
        "bomb_as_full_house": "五张同点当三带二",
        "heart_in_pair": "红桃级牌对的大小",
        "level_in_triple": "级牌三张的大小",
        "level_in_group": "级牌三带二与炸弹的大小",
        "group_reading": "三连对与钢板的多种读法",
        "wild_kicker": "逢人配与王对同用",
        "large_bombs": "六张以上炸弹之间的大小",
        "beat_partner": "压对家",
        "trick_end": "有人出完后的一圈",
        "second_jiefeng": "上游之外的接风",
        "double_ends": "双下即止",
        "three_end": "三家出完即止",
        "double_exempt": "双贡时的贡牌除外",
        "single_receiver": "单贡归谁",
        "anti_tribute_double": "双贡抗贡",
        "anti_tribute_needs": "抗贡所需之王",
        "partner_pays": "进贡给搭档",
        "return_to_partner": "还贡给搭档",
        "return_same": "还所贡之牌",
        "return_all_high": "无可还之牌",
        "lead_after_single": "单贡后领出",
        "last_of_two": "双下谁为末家",
        "lead_by_payer": "由进贡者领出",
        "lead_returned": "先出还贡",
        "level_cap": "不越过 A",
        "streak_count": "连头连末如何计",
        "own_ace": "只在打己方 A 时过 A",
    }
)

RUNS = (Kind.STRAIGHT, Kind.TUBE, Kind.PLATE, Kind.STRAIGHT_FLUSH)
GROUPS = (Kind.TUBE, Kind.PLATE)
OF_A_RANK = (Kind.TRIPLE, Kind.FULL_HOUSE, Kind.BOMB)
# Ranks of `engine.cards`: 2..A are 0..12, the jokers 13 and 14. A run whose top card has one of these ranks begins with the ace.
TWO, ACE, JOKER = 0, 12, 13
LOW_TOPS: Mapping[int, int] = MappingProxyType({Kind.STRAIGHT: 3, Kind.STRAIGHT_FLUSH: 3, Kind.TUBE: 1, Kind.PLATE: 0})
RUN_SIZE, GROUP_SIZE = 5, 6
LARGE_BOMB = 6
Reading = tuple[Kind, int | None, int]


def of_reading(kind: Kind, rank: int | None, cards: Sequence[int], level: int | None, wilds: int) -> Iterator[str]:
    """The points that a combination touches by itself; `wilds` of its cards are wild."""
    if kind in RUNS and any(rank_of(card) == level and card != wild(level) for card in cards):
        yield "level_in_run"
    if kind in GROUPS and rank in (ACE, LOW_TOPS[kind]):
        yield "ace_tube" if kind == Kind.TUBE else "ace_plate"
    if kind == Kind.STRAIGHT_FLUSH and rank == LOW_TOPS[kind]:
        yield "ace_low_flush"
    if kind == Kind.PAIR and rank is not None and rank >= JOKER:
        yield "joker_pair"
    if kind == Kind.FULL_HOUSE and wilds and _jokers(cards) > 1:
        yield "wild_kicker"


def of_order(kind: Kind, rank: int | None, level: int | None) -> Iterator[str]:
    """The points that a comparison with a combination touches, by the combination itself."""
    if kind in OF_A_RANK and rank == level:
        yield "level_in_triple" if kind == Kind.TRIPLE else "level_in_group"


def of_both(mine: Reading, other: Reading, hearts: bool) -> Iterator[str]:  # noqa: FBT001  # a fact of the cards
    """The points that a comparison touches by both plays: kinds, ranks and sizes, and whether one is a pair of heart level cards."""
    if mine == other and hearts:
        yield "heart_in_pair"
    if mine[0] == other[0] == Kind.BOMB and mine[2] != other[2] and min(mine[2], other[2]) >= LARGE_BOMB:
        yield "large_bombs"


def of_ambiguous(kinds: Collection[Kind]) -> Iterator[str]:
    """The points that cards of several readings touch whose player says nothing."""
    if len(kinds) > 1 and any(kind in GROUPS for kind in kinds):
        yield "group_reading"


def of_none(cards: Sequence[int]) -> str | None:
    """The point by which cards are no combination; None where the text itself says so."""
    ranks, jokers = {rank_of(card) for card in cards}, _jokers(cards)
    if len(cards) == RUN_SIZE and jokers and len(ranks) == RUN_SIZE:
        return "joker_run"
    if len(cards) in (RUN_SIZE, GROUP_SIZE) and {ACE, TWO} <= ranks:
        return "group_end" if len(cards) == GROUP_SIZE else "run_end"
    return "joker_pair" if len(cards) == jokers == len("BR") else None


def of_low_ace(cards: Sequence[int]) -> str | None:
    """The point by which a run may not begin with the ace: None for straights, of which every book speaks."""
    ranks = {rank_of(card) for card in cards}
    if len(cards) != GROUP_SIZE or ranks not in ({ACE, TWO, TWO + 1}, {ACE, TWO}):
        return None
    return "ace_tube" if TWO + 1 in ranks else "ace_plate"


def of_full_house(cards: Sequence[int]) -> str | None:
    """The point by which cards may not be declared a full house."""
    return "bomb_as_full_house" if len({rank_of(card) for card in cards}) == 1 else None


def _jokers(cards: Sequence[int]) -> int:
    return sum(rank_of(card) >= JOKER for card in cards)
