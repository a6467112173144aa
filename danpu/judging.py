"""Records judged as they are read: few matches one by one, many as columns, with the same answers.

A source is read in chunks, so that what it holds need not fit in memory; only its findings are kept.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from danpu.books import book
from danpu.sources import Source
from danpu.validation import Judged
from engine.plain import MANY_EVENTS
from engine.records import Match
from engine.replay import replay
from engine.rules import names

if TYPE_CHECKING:
    from ingest.tables import Facts

ID_LENGTH = 16
CHUNK_EVENTS = 500_000
LARGE_BYTES = 8 * 2**20


def judge(source: Source, judged: Judged) -> int:
    """Judge a source under each rule book (None: the one a record names, else its platform's); the number of matches."""
    if source.content.size >= LARGE_BYTES and source.has_columns:
        return _judge_as_columns(source, judged)
    before, matches = 0, 0
    for chunk in chunks(source.matches()):
        if events(chunk) < MANY_EVENTS or not _judge_many(source, chunk, before, judged):
            _judge_each(source, chunk, before, judged)
        before += sum(len(match.deals) for match in chunk)
        matches += len(chunk)
    return matches


def chunks(matches: Iterable[Match]) -> Iterator[list[Match]]:
    """Matches in portions of whole matches."""
    held: list[Match] = []
    count = 0
    for match in matches:
        held.append(match)
        count += events([match])
        if count >= CHUNK_EVENTS:
            yield held
            held, count = [], 0
    if held:
        yield held


def events(matches: Iterable[Match]) -> int:
    """How many events some matches hold."""
    return sum(len(deal.events) for match in matches for deal in match.deals)


def _judge_each(source: Source, matches: Sequence[Match], before: int, judged: Judged) -> None:
    platform = book(source.platform_rules)
    for match in matches:
        stated = match.rules if match.rules in names() else platform.name
        for name, validation in judged:
            validation.add(source.path, before, replay(match, book(name or stated), platform))
        before += len(match.deals)


def _judge_many(source: Source, matches: Sequence[Match], before: int, judged: Judged) -> bool:
    """Judge matches as columns; False, with nothing done, if columns cannot hold them."""
    from ingest import tables

    try:
        facts = tables.facts(matches, source.content.sha256[:ID_LENGTH], source.platform_rules)
    except (ValueError, OverflowError):
        return False
    return _judge_facts(source, facts, before, judged)


def _judge_as_columns(source: Source, judged: Judged) -> int:
    from ingest import tables

    before, matches = 0, 0
    for columns in source.columns():
        facts = tables.sign(columns, source.content.sha256[:ID_LENGTH], source.platform_rules)
        if not _judge_facts(source, facts, before, judged):
            _judge_each(source, tables.matches(facts), before, judged)
        before += len(facts["deals"])
        matches += len(facts["matches"])
    return matches


def _judge_facts(source: Source, facts: "Facts", before: int, judged: Judged) -> bool:
    """Judge facts of a source; False, with nothing done, if two matches are the same, for then a finding would not tell whose it is."""
    from danpu.stored import Places, judge_facts

    ids = facts["matches"]["match_id"].to_pylist()
    if len(set(ids)) < len(ids):
        return False
    judge_facts(facts, Places({source.content.sha256[:ID_LENGTH]: source.path}, before), judged)
    return True
