"""Values of rule-book parameters: whether one fits its parameter, and what was expected where it does not."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, get_args, get_origin

from engine import cards
from engine.book_text import WORDS, one_of
from engine.words import Text

MOST_DROPS = 2  # the kernel keeps the first drop at A and the one of all later times
_LEVEL_TEXTS = tuple(cards.RANKS)


def fits(value: object, hint: object) -> bool:
    """Whether a value, lists as tuples, is of the type that a parameter has.

    >>> fits((3, 2, 1), tuple[int, int, int]), fits("any", Literal["one", "none"]), fits(True, int)
    (True, False, False)
    """
    options = get_args(hint)
    if get_origin(hint) is Literal:
        return value in options
    if get_origin(hint) is tuple:
        items = options[:1] * len(value) if isinstance(value, tuple) and Ellipsis in options else options
        return isinstance(value, tuple) and len(value) == len(items) and all(map(fits, value, items))
    if options:
        return any(fits(value, option) for option in options)
    return type(value) is hint


class Limit:
    """What the type of a parameter does not say of its values, and how that is told."""

    def __init__(self, holds: Callable[[object], bool], expected: Text) -> None:
        self.holds = holds
        self.expected = expected


def expected(hint: object, limit: Limit | None) -> Text:
    """What may stand at a parameter."""
    if limit is not None:
        return limit.expected
    if get_origin(hint) is Literal:
        return one_of(get_args(hint))
    return WORDS[bool if hint is bool else str]


def _are_levels(value: object) -> bool:
    levels = value if isinstance(value, tuple) else (value,)
    return len(levels) <= MOST_DROPS and all(text in _LEVEL_TEXTS for text in levels)


def _are_steps(value: object) -> bool:
    return isinstance(value, tuple) and all(0 <= step < len(_LEVEL_TEXTS) for step in value)


def _is_count(value: object) -> bool:
    return value is None or (isinstance(value, int) and value > 0)


COUNT = Limit(_is_count, Text("1 以上的整数，不限则无此值", "a whole number from 1, or no value for no limit"))
PLAY_LIMITS: Mapping[str, Limit] = MappingProxyType(
    {
        "start_level": Limit(_are_levels, Text("级数（2-9 T J Q K A）", "a level (2-9 T J Q K A)")),
        "level_up": Limit(_are_steps, Text("三个 0 至 12 的整数", "three whole numbers from 0 to 12")),
        "a_fail_limit": COUNT,
        "a_fail_to": Limit(
            _are_levels, Text("至多两个级数的列表（2-9 T J Q K A）", "a list of at most two levels (2-9 T J Q K A)")
        ),
    }
)
