"""Games of other kinds than four at a table whose level moves: recognised by what a record calls itself or by what it shows, and never judged as if they were.

The three-handed game (三人掼蛋; seed 000, section twelve) is told by name or by who acts, one with fixed levels (转蛋) by name or by its levels. 不洗牌,
where the pack is not shuffled between deals, is told by name only: no single record shows it.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from engine.cards import RANKS
from engine.kernel.deck import ACE
from engine.records import Deal, EventKind, Match
from engine.words import Text

EXPECTED = Text("四人、两副牌、级数随胜负而动的掼蛋", "Guandan of four players whose level moves with the results")
THREE = Text("三人掼蛋，尚不支持", "three-handed Guandan is not supported")
MORE = Text("六人与八人掼蛋，尚不支持", "Guandan of six or eight players is not supported")
OF_PLAYERS: Mapping[int, Text] = MappingProxyType({3: THREE, 6: MORE, 8: MORE})
FIXED = Text("固定级数的掼蛋（转蛋），尚不支持", "Guandan at a fixed level (转蛋) is not supported")
NAMED: Mapping[str, Text] = MappingProxyType(
    {
        r"三人(掼蛋|玩法)?|three[ _-]?(handed|players?)|3[ _-]?(人|p|players?)": THREE,
        r"[六八]人(掼蛋|玩法)?|(six|eight)[ _-]?(handed|players?)|[68][ _-]?(人|p|players?)": MORE,
        r"不洗牌(掼蛋|玩法)?|no[ _-]?shuffle|unshuffled": Text(
            "不洗牌的掼蛋，尚不支持", "Guandan without shuffling between deals is not supported"
        ),
        r"转蛋|固定级(数|别)?(掼蛋|玩法)?|fixed[ _-]?level": FIXED,
    }
)
IN_A_LABEL = re.compile(r"[三六八]人掼蛋|不洗牌|转蛋|three-handed|no-shuffle|fixed-level", re.IGNORECASE)
MOVES = (EventKind.PLAY, EventKind.PASS)
ENOUGH_MOVES = 4  # of each of the three who play
ENOUGH_DEALS = 3  # two deals in a row may be played at one level, by either side


def unsupported(match: Match) -> Text | None:
    """Why a match is no game that danpu judges, None if it is one."""
    return by_name(match.rules, match.label) or _three_handed(match) or _fixed_level(match)


def by_name(rules: str | None, label: str | None) -> Text | None:
    """What the rule book or the label that a record states says of its kind of game.

    >>> by_name("three_handed", None).en, by_name(None, "周末转蛋赛").en, by_name("huaian_2017", "三人行")
    ('three-handed Guandan is not supported', 'Guandan at a fixed level (转蛋) is not supported', None)
    """
    shown = IN_A_LABEL.search(label or "")
    for name in filter(None, ((rules or "").strip(), shown and shown[0])):
        for pattern, told in NAMED.items():
            if re.fullmatch(pattern, name, re.IGNORECASE):
                return told
    return None


def _three_handed(match: Match) -> Text | None:
    """Passes are recorded, and one seat neither plays nor passes from the first deal to the last."""
    moves = [event for deal in match.deals for event in deal.events if event.kind in MOVES and event.seat is not None]
    counts = [sum(event.seat == seat for event in moves) for seat in range(4)]
    absent = counts.index(min(counts))
    others = counts[:absent] + counts[absent + 1 :]
    passes = {event.seat for event in moves if event.kind == EventKind.PASS}
    if counts[absent] or min(others) < ENOUGH_MOVES or len(passes) < len(others):
        return None
    return Text(
        f"座位 {absent} 自始至终既不出牌也不过：{THREE.zh}",
        f"seat {absent} neither plays nor passes in any deal: {THREE.en}",
    )


def _fixed_level(match: Match) -> Text | None:
    """Deal after deal at one stated level, though every result moves it: under no book can three in a row be, short of A."""
    levels = {deal.level for deal in match.deals}
    if len(match.deals) < ENOUGH_DEALS or len(levels) > 1 or levels & {None, ACE}:
        return None
    follow = zip(match.deals, match.deals[1:], strict=False)
    if any(not _follows(first, second) for first, second in follow):
        return None
    (level,) = levels
    shown = RANKS[level or 0]
    return Text(
        f"{len(match.deals)} 副都打 {shown}，级数不随胜负而动：{FIXED.zh}",
        f"all {len(match.deals)} deals are at level {shown}, whatever their results: {FIXED.en}",
    )


def _follows(first: Deal, second: Deal) -> bool:
    """Whether nothing is missing between two deals, and no new match begins."""
    whole = first.cut is None and second.cut in (None, "tail") and bool(first.events)
    return whole and second.deal_no == first.deal_no + 1 and not second.starts_match
