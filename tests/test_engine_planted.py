"""Faults of one kind each in lawful records: found at their place by their own code under every book that forbids them, and under no other."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from engine import cards
from engine.findings import DIRTY, Finding
from engine.records import Deal, Event, EventKind, Match
from engine.replay import replay
from tests import matrix, staged
from tests.matrix import BOOKS, CASES, Row, Ruling

FILE = tomllib.loads((CASES / "planted.toml").read_text("utf-8"))
OPEN = "unsettled"
CHAIN = ("level_mismatch", "match_ended_early", "winner_mismatch")
KINDS = {kind.name.lower(): kind for kind in EventKind}


def rulings(form: str) -> list[Ruling]:
    """Each fault of a form with each book that has the situation."""
    return list(_rulings(form))


def _rulings(form: str) -> Iterator[Ruling]:
    for row in FILE[form]:
        named = {tag for tags in row["verdicts"] if tags != "ALL" for tag in tags.split()}
        for tags, verdict in row["verdicts"].items():
            for tag in sorted(BOOKS.keys() - named) if tags == "ALL" else tags.split():
                yield Ruling(row, tag, verdict.removesuffix("*"), not verdict.endswith("*"))


def place(finding: Finding, skipped: int) -> str:
    where = "" if finding.event_no is None else f"@{finding.event_no - skipped}"
    return finding.code + where + ("~" if finding.consequence_of else "")


def check(ruling: Ruling, found: Sequence[Finding], said: Sequence[str]) -> None:
    """Whether findings are those that a ruling has, and as grave."""
    wanted = set() if ruling.verdict == "none" else set(ruling.verdict.split())
    assert set(said) == wanted
    own = [f for f in found if f.consequence_of is None]
    assert all((f.severity == OPEN) != ruling.settled for f in own), [(f.severity, f.parameter) for f in own]


def grave(match: Match, ruling: Ruling, deal_no: int | None = None) -> list[Finding]:
    """What a book finds in a match, or in one deal of it, but for what the record does not tell."""
    found = replay(match, ruling.rules).findings
    return [f for f in found if deal_no in (None, f.deal_no) and f.severity in (*DIRTY, OPEN)]


@pytest.mark.parametrize("ruling", rulings("turn"), ids=matrix.name)
def test_a_turn(ruling: Ruling) -> None:
    deal, skipped = staged.endgame(ruling.texts("hands"), ruling.text("events"), level=0)
    found = grave(Match(1, (replace(deal, cut="tail"),)), ruling)
    check(ruling, found, [place(f, skipped) for f in found])


@pytest.mark.parametrize("ruling", rulings("tribute"), ids=matrix.name)
def test_a_tribute(ruling: Ruling) -> None:
    level, exchange = cards.level(ruling.text("level")), staged.moves(ruling.text("exchange"))
    hold = [cards.parse(hand) for hand in ruling.texts("hold")]
    leader = 0 if ruling.book == "GW" and not ruling.row.get("stop") else int(ruling.text("leader"))
    hands = staged.filled(hold, level, exchange)
    lead = min(set(hands[leader]) - {card for event in exchange for card in event.cards})
    deal = staged.dealt(2, level, hands, [*exchange, Event(EventKind.PLAY, leader, (lead,))])
    before = [int(seat) for seat in ruling.text("before").split()]
    if before:
        up = ruling.rules.level_up[0 if len(before) == 2 else 1 if (before[0] + 2) % 4 in before else 2]
        earlier = Deal(1, (), level=level - up, finish=tuple(before), starts_match=True if level == up else None)
        match = Match(1, (earlier, replace(deal, cut="tail")))
    else:
        match = Match(1, (replace(deal, deal_no=1, starts_match=True, cut="tail"),))
    found = grave(match, ruling, len(match.deals))
    check(ruling, found, [place(f, 0) for f in found])


@pytest.mark.parametrize("ruling", rulings("chain"), ids=matrix.name)
def test_a_chain(ruling: Ruling) -> None:
    parts = [part.split(":") for part in ruling.text("deals").split("|")]
    deals = [
        Deal(
            number,
            (),
            level=cards.level(level.strip()),
            finish=tuple(int(seat) for seat in order.split()),
            starts_match=number == 1,
        )
        for number, (level, order) in enumerate(parts, 1)
    ]
    winner = ruling.row.get("ended")
    assert winner is None or isinstance(winner, int)
    match = Match(1, tuple(deals), ended=None if winner is None else True, winner_team=winner)
    found = [f for f in grave(match, ruling) if f.code in CHAIN]
    check(ruling, found, [f"{f.code}#{f.deal_no}" for f in found])


@pytest.mark.parametrize("ruling", rulings("conduct"), ids=matrix.name)
def test_conduct(ruling: Ruling) -> None:
    kind, seat, *rest = ruling.text("fact").split()
    said = dict(word.split("=") for word in rest)
    amount = int(said["amount"]) if "amount" in said else None
    deal, _ = staged.endgame(["S3 S4", "S5 S6", "S7 S8", "S9 ST"], "0 S3, 1 S5", level=0)
    fact = Event(KINDS[kind], int(seat), amount=amount, about=said.get("about"))
    found = grave(Match(1, (replace(deal, events=(*deal.events, fact), cut="tail"),)), ruling)
    assert all(f.event_no == len(deal.events) + 1 and f.seat == int(seat) for f in found)
    check(ruling, found, [f.code for f in found])


def test_every_book_has_forty_faults_or_more_and_no_fault_is_written_twice() -> None:
    rows: list[Row] = [row for form in FILE.values() for row in form]
    assert len({str(row["id"]) for row in rows}) == len(rows)
    for tag in BOOKS:
        forbidden = [r for form in FILE for r in rulings(form) if r.book == tag and r.verdict != "none"]
        assert len({str(r.row["id"]) for r in forbidden}) >= 40, tag
