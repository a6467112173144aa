"""The play of one deal by chance: whose turn it is, when a trick ends, who leads next and who has gone out (rules.md A6, A7)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from engine.records import Event, EventKind, Kind
from engine.rules import Rules
from tests import brute_combos as combos
from tests.brute_combos import BOMBS, KINDS, Play
from tests.oracle import ACE, FACE, LEVEL_HEART

JOKERS = (52, 53)
LOW = ("straight", "tube", "plate", "straight_flush")
LEADS = dict(zip(KINDS, (3, 5, 5, 6, 8, 8, 8, 5, 8, 3), strict=True))  # how gladly a kind is led


@dataclass
class Table:
    """One deal on the table.

    `keen` says how gladly each seat plays where it might pass, by how many are out; `states` how often a play is stated though it need not be.
    The `saver` keeps his aces for the end.
    """

    hands: list[list[int]]
    turn: int
    level: int
    rules: Rules
    random: Random
    keen: Sequence[Sequence[float]]
    states: float
    reports: bool
    saver: int | None = None
    events: list[Event] = field(default_factory=list)
    finish: list[int] = field(default_factory=list)
    last_plays: dict[int, Play] = field(default_factory=dict)
    top: Play | None = None
    labelled: bool = False
    holder: int = -1
    asked: set[int] = field(default_factory=set)
    passed: set[int] = field(default_factory=set)
    reported: set[int] = field(default_factory=set)
    seen: Counter[str] = field(default_factory=Counter)

    def run(self) -> None:
        """Plays until the deal is over: a side's double win ends it, else the third to go out (A7: deal ends)."""
        while not self.over():
            self.move()

    def over(self) -> bool:
        """Whether the finishing order is settled."""
        doubled = len(self.finish) == 2 and self.finish[0] % 2 == self.finish[1] % 2
        return doubled or len(self.finish) == 3

    def move(self) -> None:
        """One turn: the leader must play (A6: no pass), who follows may play or pass."""
        play = self.lead() if self.top is None else self.follow(self.top)
        if play is not None:
            self.lay(play)
        else:
            self.pass_by()

    def lead(self) -> Play:
        """Any combination; a seat that is not keen lays one low card."""
        if self.random.random() > self.keen[len(self.finish)][self.turn] + 0.05:
            return next(self.of("single"))
        kinds = sorted(KINDS, key=lambda kind: self.random.random() ** (1 / LEADS[kind]), reverse=True)
        for kind in [*kinds, "single"]:
            play = next(self.of(kind), None)
            if play is not None:
                return play
        raise AssertionError("a hand has a single card")

    def follow(self, top: Play) -> Play | None:
        """A play that beats the top, or None for a pass."""
        if self.random.random() > self.keen[len(self.finish)][self.turn]:
            return None
        kinds = list(dict.fromkeys([top.reading.kind, *self.random.sample(BOMBS, 3)]))
        if self.random.random() < 0.25:
            kinds = kinds[:1]
        if all(self.hands[self.turn].count(joker) == 2 for joker in JOKERS) and self.random.random() < 0.4:
            kinds.insert(0, "joker_bomb")
        for kind in kinds:
            for play in self.of(kind):
                if combos.may_follow(play, top, self.level, self.rules) and not self.avoided(play, top):
                    return play
        return None

    def avoided(self, play: Play, top: Play) -> bool:
        """v1006: a straight that the level labels has to beat by its label too (formats.md 17.6); what beats such a label is not told."""
        if play.reading.kind != "straight":
            return False
        label = combos.label(play, self.level, self.rules)
        return self.labelled or (label is not None and not (top.reading.rank or 0) < label <= ACE)

    def of(self, kind: str) -> Iterator[Play]:
        """The plays of a kind of the seat whose turn it is."""
        hand = self.hands[self.turn]
        if self.turn == self.saver:
            hand = [card for card in hand if FACE[card] != ACE] or hand
        return combos.plays(kind, hand, self.level, self.rules, self.random)

    def lay(self, play: Play) -> None:
        """Puts a play on the table; it holds the trick, and everybody else is to be asked (A6: who has passed may play again)."""
        seat = self.turn
        self.note(play)
        self.labelled = self.top is not None and combos.label(play, self.level, self.rules) is not None
        self.events.append(self.stated(play))
        for card in play.cards:
            self.hands[seat].remove(card)
        self.top, self.holder, self.asked, self.last_plays[seat] = play, seat, set(), play
        if not self.hands[seat]:
            self.finish.append(seat)
        else:
            self.report()
        self.turn = self.next_of(seat)

    def stated(self, play: Play) -> Event:
        """A play as the record has it: the reading where it must be told (A5) and now and then where it need not be."""
        says = play.must_say or self.random.random() < self.states
        self.seen["stated" if says else "unstated"] += 1
        self.seen["labelled by the level"] += self.labelled
        rank = combos.stated_rank(play, self.level)
        if self.labelled:
            rank = combos.label(play, self.level, self.rules)
        return Event(
            EventKind.PLAY,
            self.turn,
            play.cards,
            declared_kind=int(Kind[play.reading.kind.upper()]) if says else None,
            declared_rank=rank if says else None,
            wild_as=play.laid if says and play.laid else None,
        )

    def report(self) -> None:
        """Says how many cards are left, once a deal (A9), where the book wants it said unasked."""
        limit, seat = self.rules.conduct.report_at, self.turn
        if not self.reports or limit is None or seat in self.reported or len(self.hands[seat]) > limit:
            return
        self.reported.add(seat)
        self.seen["report"] += 1
        self.events.append(Event(EventKind.REPORT, seat, amount=len(self.hands[seat])))

    def pass_by(self) -> None:
        """A pass, and the next turn or the end of the trick."""
        seat = self.turn
        self.events.append(Event(EventKind.PASS, seat))
        self.asked.add(seat)
        self.passed.add(seat)
        out = self.holder in self.finish
        partner_leads = out and self.rules.jiefeng_timing == "after_partner_pass" and seat == (self.holder + 2) % 4
        if partner_leads or self.asked >= set(self.active()) - {self.holder}:
            if partner_leads and len(self.asked) < len(self.active()):
                self.seen["jiefeng before all were asked"] += 1
            self.end_trick()
        else:
            self.turn = self.next_of(seat)

    def end_trick(self) -> None:
        """The holder leads; if he is out, his partner (接风) or, by the book, the next who has cards."""
        if self.rules.padded_passes:
            self.pad()
        self.top, self.passed, self.asked = None, set(), set()
        if self.holder not in self.finish:
            self.turn = self.holder
        elif self.rules.jiefeng == "partner":
            self.turn = (self.holder + 2) % 4
            self.seen["jiefeng" if len(self.finish) == 1 else "second jiefeng"] += 1
        else:
            self.turn = self.next_of(self.holder)
            self.seen["next leads" if len(self.finish) == 1 else "second next leads"] += 1

    def pad(self) -> None:
        """guandan-world's log fills passes up to three, round all who hold cards, the holder too (formats.md 7)."""
        seat = self.events[-1].seat
        count = len(self.asked)
        while count < 3 and seat is not None:
            seat = self.next_of(seat)
            self.events.append(Event(EventKind.PASS, seat))
            self.seen["padded pass"] += 1
            count += 1

    def active(self) -> list[int]:
        """The seats that hold cards."""
        return [seat for seat in range(4) if seat not in self.finish]

    def next_of(self, seat: int) -> int:
        """The next seat that holds cards."""
        return next(s % 4 for s in range(seat + 1, seat + 5) if s % 4 not in self.finish)

    def note(self, play: Play) -> None:
        """Counts what a play shows, for the test's own coverage."""
        kind, seen, top = play.reading.kind, self.seen, self.top
        seen[kind] += 1
        seen[f"{kind} {'led' if top is None else 'followed'}"] += 1
        seen[f"bomb of {play.size}"] += kind == "bomb"
        seen[f"{kind} with wild"] += bool(play.laid)
        seen[f"{len(play.laid)} wilds"] += 1
        seen["several readings"] += play.ways > 1
        seen["must be stated"] += play.ways > 1 and play.must_say
        seen["wild as a joker"] += any(card > 51 for card in play.laid)
        seen["suited straight"] += kind == "straight" and play.suited
        seen["low ace"] += (
            any(FACE[card] == ACE for card in play.cards) and play.reading.kind in LOW and play.reading.rank != ACE
        )
        if top is not None:
            seen["re-entered"] += self.turn in self.passed
            seen["beat the partner"] += self.holder % 2 == self.turn % 2
            seen[f"{kind} on {top.reading.kind}"] += kind != top.reading.kind
            seen["straight_flush on bomb of 4"] += (
                kind == "straight_flush" and top.reading.kind == "bomb" and top.size == 4
            )
            apart = play.reading.rank == LEVEL_HEART and top.reading.rank == self.level
            seen["heart level card alone on a level card"] += apart
