"""Which readings of some cards may be laid on the top: `playable` for one play, `offered` for a list of them.

`top` and `top_size` are the readings word and the size of what lies on the table; the word is 0 for a lead.
"""

from . import switches as at
from . import values as val
from .deck import ACE
from .jit import Codes, Ints, inner, jit, whole
from .order import beating
from .readings import leading_wild, readings
from .shapes import FIELD, RUN, STRAIGHT


@jit
def label(level: int) -> int:
    """The top of the straight that begins with the level, by which a straight led by a wild may be labelled; beyond the ace if there is none."""
    run = whole(RUN[STRAIGHT])
    return level + run - 1 if level < ACE else run - 2


@inner
def labelled(tops: int, level: int, top: int, top_size: int, switches: Ints) -> int:
    """Those of the straights `tops` that stand although a wild leads them: where the book labels them with the level, the label must beat too."""
    if switches[at.RUN_LABEL] == val.RUN_LABEL_CARDS or top & FIELD == 0:
        return tops
    return tops if beating(1 << label(level), top_size, top, top_size, switches) else 0


@inner
def standing(word: int, gaps: int, size: int, level: int, top: int, top_size: int, switches: Ints) -> int:
    """The readings in `word` that may be laid on the top; `gaps` are the tops of the straights that a wild leads."""
    if top == 0:
        return word
    kept = beating(word, size, top, top_size, switches)
    led = kept & FIELD & gaps if size == 5 else 0
    return kept & ~led | labelled(led, level, top, top_size, switches) if led else kept


@jit
def playable(cards: Codes, start: int, size: int, level: int, top: int, top_size: int, switches: Ints) -> int:
    """The readings of `cards[start:start + size]` that may be laid on the top."""
    word = readings(cards, start, size, level, switches)
    gaps = leading_wild(cards, start, size, level) if size == 5 and top else 0
    return standing(word, gaps, size, level, top, top_size, switches)


@jit
def offered(
    cards: Codes, offsets: Ints, words: Ints, level: int, top: int, top_size: int, switches: Ints, out: Ints
) -> int:
    """Marks in `out` which of the card lists may be played as the reading that `words` gives each; returns how many."""
    count = 0
    for i in range(len(words)):
        start = whole(offsets[i])
        size = whole(offsets[i + 1]) - start
        good = playable(cards, start, size, level, top, top_size, switches) & whole(words[i]) != 0
        out[i] = 1 if good else 0
        count += 1 if good else 0
    return count
