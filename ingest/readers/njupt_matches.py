"""Matches out of the deals of an NJUPT record: where the chain of results says that another begins (`engine.infer`)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engine import rules
from engine.infer import match_starts
from engine.records import Deal


def numbered(deals: Sequence[Deal], book: str) -> Iterator[tuple[Deal, ...]]:
    """The deals of each match, numbered from 1, with `starts_match` as far as it can be told under a rule book."""
    starts = match_starts(deals, rules.load(book))
    firsts = [i for i, begins in enumerate(starts) if begins or i == 0]
    for first, after in pairwise([*firsts, len(deals)]):
        yield tuple(replace(deals[i], deal_no=i - first + 1, starts_match=starts[i]) for i in range(first, after))
