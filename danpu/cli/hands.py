"""`danpu hands`: the four hands of a deal, with how each card is known."""

from typing import TYPE_CHECKING

from danpu import errors
from danpu.cli import intake, screen, words
from danpu.cli.language import say
from danpu.cli.options import Command, DealNo, Format, Json, OnePath, Rules

if TYPE_CHECKING:
    from engine.reconstruct import Hands


def hands(path: OnePath, deal: DealNo = 1, rules: Rules = None, format_name: Format = None, json: Json = False) -> int:
    """Reconstruct the hands of a deal."""
    from danpu import holdings

    chosen = intake.one_deal(path, deal, format_name)
    name = rules or chosen.rules
    found = holdings.reconstructed(chosen, name)
    if json:
        screen.json(holdings.document(found, deal, name))
    else:
        show(found, name)
    return errors.FINE


def show(found: "Hands", rules: str) -> None:
    """The hands as a table: a row for each seat and each way of knowing."""
    from engine.cards import RANKS

    level = "?" if found.level is None else RANKS[found.level]
    at = say("进贡之前", "as dealt") if found.at == "dealt" else say("进贡之后", "after tribute")
    screen.out(say(f"规则书：{rules}", f"rule book: {rules}"))
    screen.out(say(f"打 {level}，{at}", f"level {level}, {at}"))
    columns = (say("座位", "seat"), say("张数", "n"), say("依据", "known by"), say("牌", "cards"))
    screen.table(columns, [*_seats(found), *_undecided(found)])


def _seats(found: "Hands") -> list[list[screen.Cell]]:
    from danpu.holdings import in_order
    from engine.reconstruct import HOW

    rows: list[list[screen.Cell]] = []
    for hand in found.hands:
        ordered = in_order(hand.cards, found.level)
        for how in HOW:
            cards = [card for card, known in ordered if known == how]
            if cards:
                rows.append([hand.seat, len(cards), words.how(how), words.shown(cards, found.level, symbols=False)])
    return rows


def _undecided(found: "Hands") -> list[list[screen.Cell]]:
    rows: list[list[screen.Cell]] = []
    for group in found.undecided:
        shares = zip(group.seats, group.counts, strict=True)
        told = say("，", ", ").join(say(f"座位 {seat} 有 {n} 张", f"{n} with seat {seat}") for seat, n in shares)
        cards = words.shown(group.cards, found.level, symbols=False)
        seats = "/".join(map(str, group.seats))
        rows.append([seats, len(group.cards), say(f"未定（{told}）", f"undecided ({told})"), cards])
    return rows


COMMAND = Command(
    "hands",
    "还原一副牌的四家手牌及每张牌的依据。",
    "Reconstruct the four hands of a deal, with how each card is known.",
    ("danpu hands server.log --deal 3", "danpu hands server.log --deal 3 --json"),
    hands,
)
