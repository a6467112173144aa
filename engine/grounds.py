"""What the verdict on a record rests on that its rule book does not settle: `unsettled(match, rules)`, by place.

Where a switch decides, the record is replayed under the switch's other values: the places where that changes what is found rest on it.
Where no switch does (`points`), the plays that touch the point are looked up in the replay.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from engine import combos, points
from engine.cards import rank_of, wild
from engine.conduct.board import sheet
from engine.conduct.score import last_seats
from engine.findings import DIRTY, Finding
from engine.kernel.deck import ACE, BIG_JOKER, TEN
from engine.options import alternatives, others, turning
from engine.records import EXCHANGE, Cards, Deal, Event, EventKind, Kind, Match, partner, team
from engine.replay import PlayRead, Replay, Result, replay
from engine.rules import PLAY, Rules

Place = tuple[int, int | None]
LEADS = ("single", "double")
LONG_STREAK = 3


def unsettled(match: Match, rules: Rules, platform: Rules | None = None) -> Mapping[Place, frozenset[str]]:
    """The parameters and points that `rules` leaves open and a verdict rests on, by deal and event (None: the deal as a whole)."""
    base = replay(match, rules, platform)
    found: dict[Place, set[str]] = defaultdict(set)
    for parameter in PLAY:
        if not rules.clause(parameter).settled:
            for place in _changed(base, parameter, platform):
                found[place].add(parameter)
    for place, name in touched(base):
        if not rules.clause(name).settled:
            found[place].add(name)
    for finding in base.findings:
        if finding.severity == "unsettled" and finding.parameter:
            found[finding.deal_no, finding.event_no].add(finding.parameter)
    return {place: frozenset(names) for place, names in found.items()}


def _changed(base: Replay, parameter: str, platform: Rules | None) -> Iterator[Place]:
    """Where other values of a switch make a difference: the first such place of each deal, as what comes after may only follow from it."""
    known = _wrong(base.findings)
    for value in alternatives(parameter, getattr(base.rules, parameter)):
        other = _wrong(replay(base.match, base.rules.but(**{parameter: value}), platform).findings)
        by_deal: dict[int, list[tuple[int, int | None]]] = defaultdict(list)
        for deal_no, event_no, _ in known ^ other:
            by_deal[deal_no].append((event_no or 0, event_no))
        yield from ((deal_no, min(places)[1]) for deal_no, places in by_deal.items())


def _wrong(findings: tuple[Finding, ...]) -> set[tuple[int, int | None, str]]:
    return {(f.deal_no, f.event_no, f.code) for f in findings if f.severity in (*DIRTY, "unsettled")}


def touched(base: Replay) -> Iterator[tuple[Place, str]]:
    """The points that each event of a match touches, whether a book settles them or not."""
    held: tuple[int | None, int | None] = (None, None)
    places: Counter[tuple[str, int]] = Counter()
    for deal, result, line in zip(base.match.deals, base.results, sheet(base), strict=True):
        held = (None, None) if result.starts_match else held
        told = (
            held[0] if deal.team_levels[0] is None else deal.team_levels[0],
            held[1] if deal.team_levels[1] is None else deal.team_levels[1],
        )
        for event_no, name in (*_of_deal(base, deal, result), *((None, name) for name in _after(result, told))):
            yield (deal.deal_no, event_no), name
        if base.rules.streak_rule != "none" and line.finish:
            places = Counter() if result.starts_match else places
            head, lasts = line.finish[0], last_seats(line.finish)
            sides = [("side first", team(head)), *(("side last", side) for side in {team(seat) for seat in lasts})]
            places.update([("first", head), *(("last", seat) for seat in lasts), *sides])
            if max(places.values()) >= LONG_STREAK:
                yield (deal.deal_no, None), "streak_count"
        held = line.levels


def _of_deal(base: Replay, deal: Deal, result: Result) -> Iterator[tuple[int | None, str]]:
    reads = base.plays(deal.deal_no)
    for read in reads:
        yield from ((read.event_no, name) for name in _of_play(deal, read, result.level))
    yield from _of_turns(deal, reads, result)
    yield from _of_exchange(deal, result, reads, base.rules)


def _of_play(deal: Deal, read: PlayRead, level: int | None) -> Iterator[str]:
    cards = deal.events[read.event_no - 1].cards
    yield from points.of_reading(read.kind, read.rank, cards, level, read.wilds)
    if read.top_seat is not None:
        yield from points.of_order(read.kind, read.rank, level)
    if read.top_seat is not None and read.top_seat == partner(read.seat):
        yield "beat_partner"


def _of_turns(deal: Deal, reads: tuple[PlayRead, ...], result: Result) -> Iterator[tuple[int, str]]:
    out: list[int] = []
    last: PlayRead | None = None
    for read in reads:
        if read.is_lead and last is not None and out:
            inherited = last.seat in out and read.seat == partner(last.seat)
            yield read.event_no, ("jiefeng" if last.seat == out[0] else "second_jiefeng") if inherited else "trick_end"
        if read.cards_left == 0:
            out.append(read.seat)
        last = read
    if last is not None and result.complete and len(result.finish) == len("02"):
        yield last.event_no, "double_ends"
    if last is not None and len(out) == 2 and partner(out[0]) == out[1]:
        after = (k for k, event in enumerate(deal.events, 1) if k > last.event_no and event.kind == EventKind.PLAY)
        yield from ((k, "double_ends") for k in after)


def _of_exchange(deal: Deal, result: Result, reads: tuple[PlayRead, ...], rules: Rules) -> Iterator[tuple[int, str]]:
    paid = {e.seat: e.cards for e in deal.events if e.kind == EventKind.TRIBUTE and e.cards}
    for k, event in enumerate(deal.events, 1):
        if event.kind in EXCHANGE and event.seat is not None:
            yield from (
                (k, name)
                for name in _of_gift(deal, event, result.tribute, paid)
                if name != "return_all_high" or _is_limited(event, rules)
            )
    if reads and result.tribute in LEADS:
        yield from ((reads[0].event_no, name) for name in _of_first_lead(deal, reads[0], result.tribute, paid))


def _of_gift(deal: Deal, event: Event, tribute: str | None, paid: Mapping[int | None, Cards]) -> Iterator[str]:
    """The points that a tribute, return or anti-tribute touches."""
    seat = event.seat if event.seat is not None else 0
    to_partner = event.to == partner(seat)
    if event.kind == EventKind.TRIBUTE:
        if to_partner:
            yield "partner_pays"
        if tribute == "double" and BIG_JOKER in (deal.hands[seat] or ()):
            yield "double_exempt"
    elif event.kind == EventKind.ANTI_TRIBUTE:
        if tribute == "anti_double":
            yield "anti_tribute_double"
    elif event.cards:
        if to_partner:
            yield "return_to_partner"
        if event.to is not None and event.cards == paid.get(event.to):
            yield "return_same"
        if rank_of(event.cards[0]) > TEN:
            yield "return_all_high"


def _is_limited(event: Event, rules: Rules) -> bool:
    """Whether a book limits the rank of this return."""
    to_partner = event.seat is not None and event.to == partner(event.seat)
    return rules.return_limit == "le10" or (rules.return_limit == "le10_to_partner" and to_partner)


def _of_first_lead(deal: Deal, first: PlayRead, tribute: str, paid: Mapping[int | None, Cards]) -> Iterator[str]:
    """The points that the first lead after a tribute touches."""
    if tribute == "double":
        equal = len({rank_of(cards[0]) for cards in paid.values()}) == 1
        yield "lead_on_equal" if equal else "lead_after_double"
        yield "last_of_two"
        return
    yield "lead_after_single"
    back = [e.cards for e in deal.events if e.kind == EventKind.RETURN and e.to == first.seat]
    if back and back[0] != deal.events[first.event_no - 1].cards:
        yield "lead_returned"


def _after(result: Result, held: tuple[int | None, int | None]) -> Iterator[str]:
    if result.complete and result.steps is not None and result.level is not None:
        yield from of_levels(result.level, result.steps, held[team(result.finish[0])])


def of_levels(level: int, steps: int, head: int | None) -> Iterator[str]:
    """The points and numbers that the levels after a deal at `level` touch, which a team at level `head` won by so many steps."""
    if level == ACE:
        yield "a_fail_limit"
        yield "pass_a"
    elif head == ACE:
        yield "own_ace"
    else:
        yield "level_up"
        if level + steps > ACE:
            yield "level_cap"


def of_reading(cards: Sequence[int], level: int, rules: Rules, kind: Kind, rank: int | None) -> frozenset[str]:
    """What a book leaves open that decides whether cards may be read so."""

    def allowed(book: Rules) -> bool:
        return any((r.kind, r.rank) == (kind, rank) for r in combos.readings(cards, level, book))

    found = _turned_by(rules, allowed)
    wilds = sum(card == wild(level) for card in cards) if rules.wild_card == "heart_level" else 0
    touched_points = points.of_reading(kind, rank, cards, level, wilds) if allowed(rules) else _of_refused(cards, kind)
    return frozenset(found | {name for name in touched_points if not rules.clause(name).settled})


def of_none(cards: Sequence[int], level: int, rules: Rules) -> frozenset[str]:
    """What a book leaves open that decides whether cards are a combination at all."""
    found = _turned_by(rules, lambda book: bool(combos.readings(cards, level, book)))
    refused = () if combos.readings(cards, level, rules) else _of_refused(cards, None)
    return frozenset(found | {name for name in refused if not rules.clause(name).settled})


def of_beating(  # noqa: PLR0917  # two plays, each with what it is declared as
    cards: Sequence[int],
    on: Sequence[int],
    level: int,
    rules: Rules,
    as_: tuple[Kind, int | None] | None = None,
    on_as: tuple[Kind, int | None] | None = None,
) -> frozenset[str]:
    """What a book leaves open that decides whether a play beats another."""

    def answer(book: Rules) -> bool:
        return combos.beats(cards, on, level, book, as_=as_, on_as=on_as).beats

    mine = as_ or combos.undeclared(cards, level, rules)
    other = on_as or combos.undeclared(on, level, rules)
    if mine is None or other is None:
        return frozenset(_turned_by(rules, answer))
    names = [
        *points.of_order(*mine, level),
        *points.of_both((*mine, len(cards)), (*other, len(on)), [*cards] == [wild(level)] * 2),
    ]
    return frozenset(_turned_by(rules, answer) | {name for name in names if not rules.clause(name).settled})


def of_undeclared(cards: Sequence[int], level: int, rules: Rules) -> frozenset[str]:
    """What a book leaves open that decides what cards count as whose player says nothing."""

    def answer(book: Rules) -> object:
        several = len(combos.readings(cards, level, book)) > 1
        return combos.undeclared(cards, level, book), several and book.wild_reading == "declared"

    found = combos.undeclared(cards, level, rules)
    names = [*points.of_ambiguous([r.kind for r in combos.readings(cards, level, rules)])]
    if found is not None:
        names += points.of_order(*found, level)
    touches = {name for name in names if not rules.clause(name).settled}
    return frozenset(_turned_by(rules, answer) | touches) | of_none(cards, level, rules)


def _turned_by(rules: Rules, answer: Callable[[Rules], object]) -> set[str]:
    """The switches that a book leaves open and of which other values, of one or of two of them, change an answer."""
    alone = turning(rules, answer)
    if alone:
        return alone
    stands = answer(rules)
    pairs = ((a, b) for a, b in combinations(others(rules), 2) if a[0] != b[0])
    return {name for a, b in pairs if answer(rules.but(**dict((a, b)))) != stands for name in (a[0], b[0])}


def _of_refused(cards: Sequence[int], kind: Kind | None) -> Iterator[str]:
    """The points that may refuse cards: as a full house, as a run with the ace low, as anything at all."""
    said = (
        points.of_full_house(cards) if kind == Kind.FULL_HOUSE else None,
        points.of_none(cards),
        points.of_low_ace(cards),
    )
    yield from (name for name in said if name is not None)
