"""The replay loop: every event of every deal of a batch under its rule book, with levels, tribute, turns, cards and results.

`replay(batch, verdicts, scratch)` fills the verdicts; it never stops at a wrong play.
"""

from . import batch as bt
from . import faults, gifts
from . import hands as hold
from . import levels as lv
from . import switches as at
from . import tribute as tb
from . import trick as tr
from . import values as val
from .batch import Batch, Scratch, Verdicts
from .exchange import hands_around, judge_exchange, judge_level, move_extra
from .jit import Codes, Ints, inner, jit, whole
from .offers import label, labelled
from .order import strongest
from .outcome import claimed_order, finish_deal, judge_result, settle
from .readings import leading_wild, readings
from .shapes import FIELD, JOKER_BOMB, NO_RANK, STRAIGHT, bits, field_of, kind_in, named


@inner
def take_cards(
    cards: Codes, start: int, stop: int, seat: int, wild: int, post: Ints, deck: Ints, known: int
) -> tuple[int, int]:
    """Takes the cards of a play from hand and deck; returns fault bits and the number of wilds."""
    err = 0
    wilds = 0
    for j in range(start, stop):
        card = whole(cards[j])
        if hold.add(deck, 0, card):
            err |= faults.CARD_COPIES
        if known and hold.take(post, seat, card):
            err |= faults.NOT_HELD
        wilds += 1 if card == wild else 0
    return err, wilds


@inner
def declared_word(
    kind: int, rank: int, cards: Codes, start: int, word: int, size: int, level: int, state: Ints, switches: Ints
) -> int:
    """The word of the declared reading, 0 if none is declared, -1 if the cards do not allow it.

    Under the leading-wild label a run whose first slot a wild fills may bear the level's rank when it follows a straight.
    """
    if kind <= 0 or (rank < 0 and kind != JOKER_BOMB):
        return 0
    if kind != JOKER_BOMB and kind_in(field_of(kind), size) != kind:
        return -1  # singles, pairs and triples share a field
    declared = named(kind, rank, level) & word
    if declared:
        return declared
    by_label = switches[at.RUN_LABEL] != val.RUN_LABEL_CARDS and kind == STRAIGHT and rank == label(level)
    if by_label and state[tr.TOP_SEAT] >= 0:
        led = leading_wild(cards, start, size, level) & word
        if led:
            return led
    return -1


@inner
def note_reading(found: Codes, i: int, word: int, size: int, level: int) -> None:
    """Writes down what a play is read as."""
    best = strongest(word, size, level)
    found[bt.READ_KIND, i] = best >> 4
    found[bt.READ_RANK, i] = best & 15 if best and best & 15 < NO_RANK else -1


@inner
def mark_won(state: Ints, found: Codes) -> None:
    """Marks the play whose trick has just been closed."""
    if state[tr.WON_EVENT] >= 0:
        found[bt.WON, state[tr.WON_EVENT]] = 1
        state[tr.WON_EVENT] = -1


@inner
def label_fails(cards: Codes, start: int, size: int, kept: int, level: int, state: Ints, switches: Ints) -> bool:
    """Whether a straight that a wild leads beats the top by its cards but not by the label its book gives it."""
    if switches[at.RUN_LABEL] == val.RUN_LABEL_CARDS or size != 5 or state[tr.TOP_SEAT] < 0:
        return False
    led = kept & FIELD & leading_wild(cards, start, size, level)
    return (
        led != 0
        and led == kept
        and labelled(led, level, whole(state[tr.TOP_WORD]), whole(state[tr.TOP_SIZE]), switches) == 0
    )


@inner
def lay_cards(
    cards: Codes,
    start: int,
    size: int,
    kind: int,
    rank: int,
    word: int,
    seat: int,
    i: int,
    level: int,
    goes_out: bool,
    state: Ints,
    found: Codes,
    switches: Ints,
) -> int:
    """Compares a play that may be read as `word` with the top and lays it; returns fault bits."""
    err = tr.turn_fault(state, seat, switches)
    mark_won(state, found)
    found[bt.TRICK, i] = state[tr.TRICK]
    found[bt.LEAD, i] = 1 if state[tr.TOP_SEAT] < 0 else 0
    found[bt.TOP, i] = state[tr.TOP_SEAT]
    declared = declared_word(kind, rank, cards, start, word, size, level, state, switches) if word else 0
    if declared < 0:
        err |= faults.DECLARED_READING
        declared = 0
    kept = tr.read_play(state, word, size, declared, switches)
    if kept < 0 or label_fails(cards, start, size, kept, level, state, switches):
        err |= faults.NOT_BEATING
        kept = abs(kept)
    note_reading(found, i, kept, size, level)
    tr.lay(state, seat, kept, size, i, goes_out, switches)
    mark_won(state, found)
    return err


@inner
def play_out(batch: Batch, d: int, first_play: int, level: int, work: Scratch, out: Verdicts, switches: Ints) -> None:
    """All plays and passes of a deal whose beginning is known.

    The arrays are taken out of their tuples here, because a call that hands tuples on costs more than the work of most events.
    """
    events, cards, offsets, anything = batch.events, batch.cards, batch.offsets, batch.books[-1]
    state, post, deck, full, left = work.state, work.post, work.deck, work.full, work.left
    errs, found = out.err, out.events
    wild = level * 4 + 1 if level >= 0 else -1
    plays = 0
    for i in range(first_play, batch.starts[d + 1]):
        kind, seat = events[bt.KIND, i], whole(events[bt.SEAT, i])
        found[bt.DUE, i] = state[tr.TURN]
        found[bt.TRICK, i] = state[tr.TRICK]
        err = 0
        if kind == tb.PASS and seat >= 0:
            err = tr.passes(state, seat, switches)
            mark_won(state, found)
        elif kind == tb.PLAY and seat >= 0:
            if plays == 0:
                out.deals[d, bt.LEADER] = seat
            plays += 1
            if state[tr.ENDED] or state[tr.OUT] >> seat & 1:
                errs[i] |= faults.AFTER_END if state[tr.ENDED] else faults.FINISHED_SEAT
                continue
            start = offsets[i]
            size = offsets[i + 1] - start
            err, wilds = take_cards(cards, start, start + size, seat, wild, post, deck, whole(full[seat]))
            left[seat] -= size
            if left[seat] < 0:
                err |= faults.TOO_MANY_CARDS
                left[seat] = 0
            word = readings(cards, start, size, level, switches) if level >= 0 else 0
            if word == 0 and level >= 0:
                err |= faults.NO_COMBINATION
                word = readings(cards, start, size, level, anything)
            found[bt.WILDS, i] = wilds
            found[bt.LEFT, i] = left[seat]
            found[bt.READINGS, i] = bits(word)
            declared, rank = whole(events[bt.DECLARED_KIND, i]), whole(events[bt.DECLARED_RANK, i])
            goes_out = left[seat] == 0
            err |= lay_cards(cards, start, size, declared, rank, word, seat, i, level, goes_out, state, found, switches)
        elif kind < tb.PLAY:
            err = faults.LATE_EXCHANGE | move_extra(batch, d, i, work)
        if err:
            errs[i] |= err
    out.deals[d, bt.PLAYS] = plays


@inner
def judge_lead(batch: Batch, d: int, first_play: int, leaders: int, out: Verdicts) -> None:
    """The first lead where it is open which of several seats has it."""
    if leaders == 0 or first_play == batch.starts[d + 1] or batch.events[bt.KIND, first_play] != tb.PLAY:
        return
    seat = whole(batch.events[bt.SEAT, first_play])
    if seat >= 0 and not leaders >> seat & 1:
        out.err[first_play] |= faults.WRONG_LEADER


@inner
def read_out(batch: Batch, d: int, level: int, work: Scratch, out: Verdicts, switches: Ints) -> None:
    """The plays of a deal whose beginning is lost: only what the cards themselves show."""
    events, cards, offsets, found = batch.events, batch.cards, batch.offsets, out.events
    wild = level * 4 + 1 if level >= 0 else -1
    plays = 0
    for i in range(batch.starts[d], batch.starts[d + 1]):
        seat = whole(events[bt.SEAT, i])
        if events[bt.KIND, i] != tb.PLAY or seat < 0:
            continue
        plays += 1
        start = offsets[i]
        size = offsets[i + 1] - start
        err, wilds = take_cards(cards, start, start + size, seat, wild, work.post, work.deck, 0)
        word = readings(cards, start, size, level, switches) if level >= 0 else 0
        if word == 0 and level >= 0:
            err |= faults.NO_COMBINATION
            word = readings(cards, start, size, level, batch.books[-1])
        kind, rank = whole(events[bt.DECLARED_KIND, i]), whole(events[bt.DECLARED_RANK, i])
        declared = declared_word(kind, rank, cards, start, word, size, level, work.state, switches) if word else 0
        note_reading(found, i, declared if declared > 0 else word, size, level)
        found[bt.WILDS, i] = wilds
        found[bt.LEFT, i] = -1
        found[bt.READINGS, i] = bits(word)
        out.err[i] |= err
    out.deals[d, bt.PLAYS] = plays


@inner
def open_deal(batch: Batch, d: int, first: bool, work: Scratch, switches: Ints) -> None:
    """Begins a deal, and its match where one begins."""
    work.deck[0, 0] = 0
    work.deck[0, 1] = 0
    tr.start(work.state, -1)
    if batch.deals[d, bt.MATCH_FIRST] == 1 or first:
        for k in range(4):
            work.prev[k] = -1
        if first:
            lv.new_match(work.standing, switches)
        else:
            lv.unknown_match(work.standing)
        lv.copy(work.chain, work.standing)


@inner
def replay_deal(batch: Batch, d: int, work: Scratch, out: Verdicts) -> None:
    """One deal of a match whose standing and last finishing order stand in the scratch, and are updated."""
    switches = batch.books[batch.deals[d, bt.BOOK]]
    first = batch.deals[d, bt.STARTS] == 1
    open_deal(batch, d, first, work, switches)
    start, end = batch.starts[d], batch.starts[d + 1]
    stop = gifts.collect(work.exchange, batch.events, batch.cards, batch.offsets, start, end, out.err)
    level = judge_level(batch, d, first, work.exchange, work.standing, work.chain, out)
    if batch.deals[d, bt.CUT] > 0 and batch.deals[d, bt.CUT] & 1:
        out.deal_err[d] |= faults.LINES_MISSING if batch.deals[d, bt.CUT] == bt.MIDDLE_LOST else faults.HEAD_MISSING
        read_out(batch, d, level, work, out, switches)
        claimed_order(batch, d, work.prev)
        settle(batch, d, -1, work, out, switches)
        return
    hands_around(batch, d, level, work, out, switches)
    kind = judge_exchange(batch, d, first, level, stop, work, out, switches)
    leaders = tb.leaders_due(work.exchange, work.prev, kind, level, switches)
    leader = tb.only(leaders)
    out.deals[d, bt.TRIBUTE] = kind
    out.deals[d, bt.LEADER_DUE] = leader
    work.state[tr.TURN] = leader
    play_out(batch, d, stop, level, work, out, switches)
    if leader < 0:
        judge_lead(batch, d, stop, leaders, out)
    judge_result(batch, d, work, out)
    finish_deal(batch, d, work, out, switches)


@jit
def replay(batch: Batch, out: Verdicts, work: Scratch) -> None:
    """All deals of a batch, in order; deals of one match stand together."""
    for d in range(len(batch.starts) - 1):
        replay_deal(batch, d, work, out)
