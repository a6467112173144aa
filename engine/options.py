"""The other values that the switches of a rule book might have, and which of those that a book leaves open decide an answer."""

from collections.abc import Callable
from typing import Literal, get_args, get_origin, get_type_hints

from engine.rules import PLAY, Rules

# Values that only a platform's program has: no silence of a text means them.
OF_PLATFORMS = ("by_seat", "seat_zero", "leading_wild", "after_partner_pass")
HINTS = get_type_hints(Rules)


def alternatives(parameter: str, value: object) -> tuple[object, ...]:
    """The other values that a switch can have; () where they are not a short list."""
    hint = HINTS[parameter]
    options = (False, True) if hint is bool else get_args(hint) if get_origin(hint) is Literal else ()
    return tuple(option for option in options if option not in (value, *OF_PLATFORMS))


def others(rules: Rules) -> list[tuple[str, object]]:
    """Each switch that a book leaves open with each of its other values."""
    return [
        (name, value)
        for name in PLAY
        if not rules.clause(name).settled
        for value in alternatives(name, getattr(rules, name))
    ]


def turning(rules: Rules, answer: Callable[[Rules], object]) -> set[str]:
    """The switches that a book leaves open and of which another value changes an answer."""
    stands = answer(rules)
    return {name for name, value in others(rules) if answer(rules.but(**{name: value})) != stands}
