"""The words of the game in both languages, and cards as a person likes to read them."""

from collections.abc import Iterable

from danpu.cli.language import say

KINDS = {
    "pass": ("不出", "pass"),
    "single": ("单张", "single"),
    "pair": ("对子", "pair"),
    "triple": ("三张", "triple"),
    "full_house": ("三带二", "full house"),
    "straight": ("顺子", "straight"),
    "tube": ("三连对", "tube"),
    "plate": ("钢板", "plate"),
    "bomb": ("炸弹", "bomb"),
    "straight_flush": ("同花顺", "straight flush"),
    "joker_bomb": ("天王炸", "joker bomb"),
}
EVENTS = {
    "tribute": ("进贡", "tribute"),
    "return": ("还贡", "return"),
    "anti_tribute": ("抗贡", "anti-tribute"),
    "play": ("出牌", "play"),
    "pass": ("不出", "pass"),
    "report": ("报牌", "report"),
    "timeout": ("超时", "timeout"),
    "takeover": ("托管", "takeover"),
}
HOW = {
    "stated": ("记录所述", "as stated"),
    "wilds": ("由逢人配推知", "inferred from wilds"),
    "chain": ("由前后结果推知", "inferred from results"),
    "start": ("新局起始级", "a match begins"),
    "dealt": ("所发", "dealt"),
    "shown": ("所示", "shown"),
    "played": ("打出", "played"),
    "tribute": ("进贡所见", "tribute"),
    "inferred": ("推知", "inferred"),
}
SYMBOLS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
JOKERS = {"SB": ("小王", "sJ"), "HR": ("大王", "bJ")}


def kind(name: str) -> str:
    """A kind of play in the language in use."""
    return say(*KINDS[name])


def event(name: str) -> str:
    """A kind of event in the language in use."""
    return say(*EVENTS[name])


def how(name: str | None) -> str:
    """How something is known, in the language in use."""
    return say(*HOW[name]) if name in HOW else name or "-"


def seats(order: Iterable[int]) -> str:
    """Seats in order."""
    return " ".join(map(str, order))


def shown(cards: Iterable[int], level: int | None, *, symbols: bool) -> str:
    """Cards as codes or with symbols of their suits, the wild ones with a star."""
    from engine.cards import name, wild

    star = None if level is None else wild(level)
    return " ".join(_symbol(name(c), symbols) + ("*" if c == star else "") for c in cards)


def _symbol(text: str, symbols: bool) -> str:
    if not symbols:
        return text
    return say(*JOKERS[text]) if text in JOKERS else SYMBOLS[text[0]] + text[1].replace("T", "10")
