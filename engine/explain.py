"""From the kernel's fault bits to findings: codes, places, what was expected and what was there, and what follows from what.

Only deals with a fault are looked at, so a clean corpus costs nothing here.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine import cards
from engine.consequences import Seen, linked, size, top_event, word
from engine.findings import Entry, Finding, catalogue
from engine.kernel import batch as bt
from engine.kernel import faults
from engine.kernel import switches as at
from engine.plain import order, readings
from engine.plain import tribute as tb
from engine.records import KIND_NAMES
from engine.rules import Rules, Switches

ACE, OVER = 12, 13


class Judged(NamedTuple):
    """A batch with its verdicts and the rule book of each row of `batch.books`."""

    batch: bt.Batch
    verdicts: bt.Verdicts
    books: Sequence[Rules]


class _Place(NamedTuple):
    """A deal `d` of a judged batch under its book."""

    judged: Judged
    d: int
    rules: Rules
    level: int

    @property
    def start(self) -> int:
        return int(self.judged.batch.starts[self.d])

    @property
    def stop(self) -> int:
        return int(self.judged.batch.starts[self.d + 1])

    @property
    def seen(self) -> Seen:
        return Seen(self.judged.batch, self.judged.verdicts, self.start, self.level, self.rules.switches)


def faulty_deals(judged: Judged) -> list[int]:
    """The indices of deals with any fault, in order."""
    starts = judged.batch.starts
    wrong = judged.verdicts.deal_err != 0
    events = np.flatnonzero(judged.verdicts.err)
    wrong[np.searchsorted(starts, events, side="right") - 1] = True
    return [int(d) for d in np.flatnonzero(wrong)]


def findings(
    judged: Judged, d: int, deal_no: int, lines: Sequence[int | None], first_line: int | None
) -> list[Finding]:
    """The findings of deal `d`, those of the deal first, then by event; `lines` are the lines of its events."""
    rules = judged.books[int(judged.batch.deals[d, bt.BOOK])]
    place = _Place(judged, d, rules, int(judged.verdicts.deals[d, bt.LEVEL_USED]))
    found = [
        _of_deal(place, entry, deal_no, first_line)
        for entry in _entries(int(judged.verdicts.deal_err[d]), of_deal=True)
    ]
    swapped = 0  # two payers whose cards went the wrong way round are one fault, found at the first of them
    for i in range(place.start, place.stop):
        bits = int(judged.verdicts.err[i]) & ~swapped
        swapped |= bits & faults.TRIBUTE_RECEIVER
        entries = _entries(bits, of_deal=False)
        found.extend(_of_event(place, entry, i, deal_no, lines[i - place.start]) for entry in entries)
    return linked(place.seen, [replace(f, finding_no=n) for n, f in enumerate(found, 1)])


def _entries(bits: int, *, of_deal: bool) -> Iterator[Entry]:
    if bits:
        yield from (entry for entry in catalogue().values() if entry.bit & bits and entry.of_deal == of_deal)


def _finding(place: _Place, entry: Entry, deal_no: int, expected: str | None, actual: str | None) -> Finding:
    parameter = _parameter(place, entry)
    clause = place.rules.clause(parameter) if parameter else None
    settled = clause is None or clause.settled
    severity = "unsettled" if entry.severity == "illegal" and not settled else entry.severity
    text = clause.text if clause else place.rules.text if entry.severity == "illegal" else None
    return Finding(
        entry.code, severity, deal_no, 0, place.rules.name, settled, clause=text, expected=expected, actual=actual
    )


def _parameter(place: _Place, entry: Entry) -> str | None:
    """The parameter whose clause decides: that of the entry, unless the clause speaks of another case than this."""
    if entry.of_deal and entry.bit == faults.LEVEL and place.judged.verdicts.deals[place.d, bt.LEVEL_DUE] < ACE:
        return "start_level" if place.judged.batch.deals[place.d, bt.STARTS] == 1 else "level_up"
    if not entry.of_deal and entry.bit == faults.TRIBUTE_RECEIVER and len(_owing(place)) == 1:
        return None
    return entry.parameter


def _of_deal(place: _Place, entry: Entry, deal_no: int, line: int | None) -> Finding:
    expected, actual = _deal_words(place, entry.bit)
    return replace(_finding(place, entry, deal_no, expected, actual), line=line)


def _of_event(place: _Place, entry: Entry, i: int, deal_no: int, line: int | None) -> Finding:
    batch = place.judged.batch
    seat = int(batch.events[bt.SEAT, i])
    entry = _refined(place, entry, i)
    expected, actual = _event_words(place, entry.bit, i)
    found = _finding(place, entry, deal_no, expected, actual)
    return replace(found, event_no=i - place.start + 1, line=line, seat=seat if seat >= 0 else None)


def _refined(place: _Place, entry: Entry, i: int) -> Entry:
    """The entry that names the one switch under which the play would have been right, if there is one."""
    batch = place.judged.batch
    start, many = int(batch.offsets[i]), size(place.seen, i)
    if entry.bit == faults.NO_COMBINATION:
        for other in catalogue().values():
            if other.relax and readings.readings(
                batch.cards, start, many, place.level, _relaxed(place.rules, other.relax)
            ):
                return other
    if entry.bit == faults.NOT_BEATING and not place.rules.flush_beats_four:
        top = top_event(place.seen, i)
        both = [place.rules.switches, _relaxed(place.rules, (("flush_beats_four", 1),))]
        if top is not None and [bool(_beats(place, i, top, switches)) for switches in both] == [False, True]:
            return catalogue()["flush_on_four"]
    return entry


def _beats(place: _Place, i: int, top: int, switches: Switches) -> int:
    seen = place.seen
    return int(order.beating(word(seen, i), size(seen, i), word(seen, top), size(seen, top), switches))


def _relaxed(rules: Rules, relax: Sequence[tuple[str, int]]) -> Switches:
    vector = rules.switches.copy()
    for name, value in relax:
        vector[getattr(at, name.upper())] = value
    return vector


def _cards_of(place: _Place, i: int) -> str:
    batch = place.judged.batch
    return cards.show(int(c) for c in batch.cards[batch.offsets[i] : batch.offsets[i + 1]])


def reading_name(kind: int, rank: int) -> str:
    """A reading as KIND:RANK, the kind alone where it has no rank."""
    return f"{KIND_NAMES[kind]}:{cards.RANK_NAMES[rank]}" if rank >= 0 else KIND_NAMES[kind]


def _seat(seat: int) -> str | None:
    return f"seat {seat}" if seat >= 0 else None


def _seats(seats: Sequence[int]) -> str | None:
    return ", ".join(f"seat {seat}" for seat in seats) or None


def _event_words(place: _Place, bit: int, i: int) -> tuple[str | None, str | None]:
    """What was expected at an event and what was there, in words free of language."""
    batch, verdicts = place.judged.batch, place.judged.verdicts
    seat = int(batch.events[bt.SEAT, i])
    if bit == faults.NOT_BEATING:
        top = top_event(place.seen, i)
        return (_cards_of(place, top) if top is not None else None), _cards_of(place, i)
    if bit == faults.NO_COMBINATION:
        return None, _cards_of(place, i) or "-"
    if bit == faults.DECLARED_READING:
        declared = reading_name(int(batch.events[bt.DECLARED_KIND, i]), int(batch.events[bt.DECLARED_RANK, i]))
        return reading_name(int(verdicts.events[bt.READ_KIND, i]), int(verdicts.events[bt.READ_RANK, i])), declared
    if bit & (faults.OUT_OF_TURN | faults.NOT_ASKED | faults.WRONG_LEADER):
        return _seat(int(verdicts.events[bt.DUE, i])), _seat(seat)
    if bit == faults.TRIBUTE_RECEIVER:
        return _due_receiver(place, seat), _seat(int(verdicts.deals[place.d, bt.RECEIVER + seat]))
    if bit == faults.TRIBUTE_PAYER:
        return _seats(_owing(place)), _seat(seat)
    if bit == faults.RETURN_RECEIVER:
        paid = [p for p in range(4) if verdicts.deals[place.d, bt.RECEIVER + p] == seat]
        return _seats(paid), _seat(int(batch.events[bt.TO, i]))
    if bit == faults.ANTI_UNFOUNDED:
        return _seats(_owing(place)), _joker_holders(place)
    if bit == faults.TRIBUTE_NOT_HIGHEST:
        return _higher(place, seat), _cards_of(place, i)
    if bit == faults.TOO_MANY_CARDS:
        return str(cards.HAND_SIZE), _cards_of(place, i)
    return None, _cards_of(place, i) or None


def _owing(place: _Place) -> list[int]:
    """The seats that owe tribute, none where the record does not tell."""
    due = int(tb.payers(previous_order(place.judged, place.d)))
    return [seat for seat in range(4) if due >> seat & 1]


def _joker_holders(place: _Place) -> str | None:
    """Who owes nothing and is seen with a big joker."""
    batch = place.judged.batch
    holding = {s for s in range(4) if int(batch.hands[place.d, s, 0]) >> cards.BIG_JOKER & 1}
    for i in range(place.start, place.stop):
        if (
            batch.events[bt.KIND, i] == tb.PLAY
            and cards.BIG_JOKER in batch.cards[batch.offsets[i] : batch.offsets[i + 1]]
        ):
            holding.add(int(batch.events[bt.SEAT, i]))
    return ", ".join(f"seat {s} HR" for s in sorted(holding - set(_owing(place)))) or None


def _due_receiver(place: _Place, payer: int) -> str | None:
    exchange = _exchange(place)
    prev = previous_order(place.judged, place.d)
    return _seat(int(tb.receiver_due(payer, exchange, prev, place.level, place.rules.switches)))


def _exchange(place: _Place) -> Switches:
    batch = place.judged.batch
    exchange = np.full((tb.EXCHANGE_ROWS, 4), -1, np.int64)
    for i in range(place.start, place.stop):
        seat = int(batch.events[bt.SEAT, i])
        if batch.events[bt.KIND, i] == tb.TRIBUTE and seat >= 0 and size(place.seen, i):
            exchange[tb.PAY_CARD, seat] = batch.cards[batch.offsets[i]]
    return exchange


def previous_order(judged: Judged, d: int) -> Switches:
    """The finishing order of the deal before, as claimed if it was not played out; -1 where the record has none."""
    if judged.batch.deals[d, bt.MATCH_FIRST] == 1:
        return np.full(4, -1, np.int64)
    if not judged.verdicts.deals[d - 1, bt.COMPLETE]:
        return judged.batch.deals[d - 1, bt.FINISH : bt.FINISH + 4].astype(np.int64)
    return judged.verdicts.deals[d - 1, bt.ORDER : bt.ORDER + 4].astype(np.int64)


def _higher(place: _Place, payer: int) -> str | None:
    """The highest card that the payer is known to have held besides the one paid."""
    batch = place.judged.batch
    got: list[int] = []
    held: list[int] = []
    size = int(batch.deals[place.d, bt.HAND + payer])
    if size >= 0:
        held = [c for c in range(cards.CARD_COUNT) if int(batch.hands[place.d, payer, 0]) >> c & 1]
    for j in range(place.start, place.stop):
        codes = [int(c) for c in batch.cards[batch.offsets[j] : batch.offsets[j + 1]]]
        if batch.events[bt.KIND, j] == tb.RETURN:
            got += codes
        elif batch.events[bt.SEAT, j] == payer and batch.events[bt.KIND, j] == tb.PLAY and size < 0:
            held += codes
    switches = place.rules.switches
    able = [c for c in held if not tb.exempt(c, place.level, switches) and (size >= 0 or c not in got)]
    best = max(able, key=lambda c: tb.worth(c, place.level, switches), default=None)
    return None if best is None else cards.name(best)


def _deal_words(place: _Place, bit: int) -> tuple[str | None, str | None]:
    """What was expected of a deal and what is there."""
    batch, verdicts = place.judged.batch, place.judged.verdicts
    row = verdicts.deals[place.d]
    if bit == faults.LEVEL:
        due = int(row[bt.LEVEL_DUE])
        return ("match over" if due == OVER else cards.RANKS[due]), cards.RANKS[place.level]
    if bit == faults.FINISH_ORDER:
        return _order(row[bt.ORDER : bt.ORDER + 4]), _order(batch.deals[place.d, bt.FINISH : bt.FINISH + 4])
    if bit == faults.STEPS:
        return str(int(row[bt.GRANTED])), str(int(batch.deals[place.d, bt.STEPS]))
    if bit == faults.TRIBUTE_MISSING:
        return _seats(_owing(place)), None
    if bit == faults.DECK:
        held = Counter(c for hand in batch.hands[place.d, :4] for half in hand for c in range(54) if int(half) >> c & 1)
        many = [c for c, n in held.items() if n > 2]
        return None, cards.show(sorted(many)) or None
    if bit == faults.ENDED_EARLY:
        return None, cards.RANKS[place.level] if place.level >= 0 else None
    if bit == faults.HAND_SIZE:
        return str(cards.HAND_SIZE), " ".join(
            str(int(n) % bt.TOO_MANY) for n in batch.deals[place.d, bt.HAND : bt.HAND + 4] if n >= 0
        )
    return None, None


def _order(seats: NDArray[np.int8]) -> str:
    return " ".join(str(int(s)) for s in seats if s >= 0)
