"""What a synthetic store is to hold, and its deals drawn: who wins, by how much, who pays tribute."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Table = dict[str, object]
TRIBUTES = np.array(["none", "single", "double", "anti_single", "anti_double"])
PATTERNS = (3, 2, 1)  # steps granted when the head's partner is second, third, last
FINDINGS = (("tribute_not_highest", "illegal"), ("finish_claimed", "inconsistent"), ("wild_as_joker", "illegal"))


@dataclass(frozen=True)
class Plan:
    """What to draw; `edges` adds to the log-odds of a pair's winning, `payer_edge` to those of the side that pays tribute."""

    matches: int = 60
    deals: int = 8
    plays: int = 14
    seed: int = 1
    pairs: tuple[tuple[str | None, str | None], ...] = (("Ann", "Bo"), ("Cy", "Di"), ("Eve", "Flo"), ("Gu", "Hu"))
    edges: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    payer_edge: float = 0.0
    spread: float = 0.0
    broken: float = 0.03
    rules: str = "huaian_2017"
    engine: str = "0.1.0"
    batch: str = "0001"
    events: bool = True


@dataclass(frozen=True)
class Drawn:
    """The drawn deals, one row each, match by match."""

    match: Ints
    deal_no: Ints
    level: Ints
    winner: Ints
    steps: Ints
    finish: Ints  # the whole order of four; a double win shows the first two
    tribute: Ints  # index of TRIBUTES
    payers: Ints  # two seats or -1
    receivers: Ints
    leader: Ints
    paid: Ints  # two cards
    returned: Ints
    complete: NDArray[np.bool_]
    illegal: Ints
    inconsistent: Ints
    pairs: Ints  # (matches, 2)


def draw(plan: Plan, rng: np.random.Generator) -> Drawn:
    """Deals of all matches, drawn a deal number at a time because tribute follows from the deal before."""
    m = plan.matches
    pairs = np.array([rng.permutation(len(plan.pairs))[:2] for _ in range(m)])
    edges = np.array(plan.edges)
    edge = (
        edges[pairs[:, 0]] - edges[pairs[:, 1]] + rng.normal(0, plan.spread, m) if plan.spread else _edge(edges, pairs)
    )
    before: Ints | None = None
    columns: list[dict[str, Ints]] = []
    for deal_no in range(1, plan.deals + 1):
        tribute, payers, receivers = _tribute(before, m, rng)
        paying = np.where(payers[:, 0] < 0, 0.0, np.where(payers[:, 0] % 2 == 0, 1.0, -1.0))
        pays = paying * plan.payer_edge * np.isin(tribute, (1, 2))
        winner = (rng.random(m) >= 1 / (1 + np.exp(-edge - pays))).astype(np.int64)
        pattern = rng.choice(3, m, p=(0.3, 0.35, 0.35))
        order = _order(winner, pattern, rng)
        columns.append({"match": np.arange(m), "deal_no": np.full(m, deal_no), "level": rng.integers(0, 13, m),
                        "winner": winner, "steps": np.array(PATTERNS)[pattern], "finish": order, "tribute": tribute,
                        "payers": payers, "receivers": receivers, "leader": rng.integers(0, 4, m),
                        "paid": rng.integers(0, 54, (m, 2)), "returned": rng.integers(0, 54, (m, 2))})  # fmt: skip
        before = order
    kept = rng.integers(max(1, plan.deals // 2), plan.deals + 1, m)
    joined = {k: np.concatenate([c[k] for c in columns]) for k in columns[0]}
    keep = np.flatnonzero(joined["deal_no"] <= kept[joined["match"]])
    keep = keep[np.lexsort((joined["deal_no"][keep], joined["match"][keep]))]
    n = len(keep)
    broken = rng.random((3, n)) < plan.broken
    return Drawn(**{k: v[keep] for k, v in joined.items()}, complete=~broken[0], illegal=broken[1].astype(np.int64),
                 inconsistent=broken[2].astype(np.int64), pairs=pairs)  # fmt: skip


def _edge(edges: NDArray[np.float64], pairs: Ints) -> NDArray[np.float64]:
    return np.asarray(edges[pairs[:, 0]] - edges[pairs[:, 1]])


def _order(winner: Ints, pattern: Ints, rng: np.random.Generator) -> Ints:
    m = len(winner)
    flip = rng.integers(0, 2, (m, 2)) * 2
    head, mate = winner + flip[:, 0], winner + 2 - flip[:, 0]
    lose = 1 - winner
    first, second = lose + flip[:, 1], lose + 2 - flip[:, 1]
    orders = np.stack(
        [
            np.stack(o, 1)
            for o in ((head, mate, first, second), (head, first, mate, second), (head, first, second, mate))
        ]
    )
    return np.asarray(orders[pattern, np.arange(m)])


def _tribute(before: Ints | None, m: int, rng: np.random.Generator) -> tuple[Ints, Ints, Ints]:
    none = np.full((m, 2), -1)
    if before is None:
        return np.zeros(m, np.int64), none, none
    double = before[:, 0] % 2 == before[:, 1] % 2
    anti = rng.random(m) < np.where(double, 0.25, 0.06)
    kind = np.where(double, 2, 1) + 2 * anti
    payers = np.stack([before[:, 3], np.where(double, before[:, 2], -1)], 1)
    receivers = np.stack([before[:, 0], np.where(double, before[:, 1], -1)], 1)
    return kind, payers, receivers
