"""Intervals: worked by hand, against the plain formula, and how often they hold what is true."""

import math

import numpy as np
import pytest

from analytics import stats
from analytics.stats import mean, share, student, sums

REPLICATIONS = 500


def test_a_mean_of_three_equal_matches_by_hand() -> None:
    # Means 1, 2, 3: standard error sqrt(1/3), t with 2 degrees of freedom 4.3027.
    found = mean(sums([2, 4, 6], [2, 2, 2]))
    assert (found.value, found.n, found.clusters) == (2.0, 6, 3)
    assert found.low == pytest.approx(2 - 4.302653 * math.sqrt(1 / 3), abs=1e-5)
    assert found.high == pytest.approx(2 + 4.302653 * math.sqrt(1 / 3), abs=1e-5)


def test_a_share_of_four_matches_by_hand() -> None:
    # 1, 2, 3, 2 of 4 won: share 1/2, residuals -1 0 1 0, CR1 error sqrt(2 * 4/3) / 16, on the log-odds times 4, t(3) = 3.18245.
    found = share(sums([1, 2, 3, 2], [4, 4, 4, 4]))
    reach = 3.182446 * math.sqrt(2 * 4 / 3) / 16 * 4
    assert found.value == 0.5
    assert found.low == pytest.approx(1 / (1 + math.exp(reach)), abs=1e-6)
    assert found.high == pytest.approx(1 / (1 + math.exp(-reach)), abs=1e-6)


def test_the_variance_is_the_plain_cluster_robust_one() -> None:
    rng = np.random.default_rng(3)
    n = rng.integers(1, 20, 40)
    y = rng.binomial(n, 0.3)
    value = y.sum() / n.sum()
    error = math.sqrt(((y - value * n) ** 2).sum() * 40 / 39) / n.sum()
    freedom = n.sum() ** 2 / (n**2).sum() - 1
    found = mean(sums(y, n))
    assert found.high is not None
    assert found.high - value == pytest.approx(student(freedom) * error)


def test_one_match_has_no_interval_and_none_has_no_value() -> None:
    assert (share(sums([3], [4])).low, mean(sums([3], [4])).high) == (None, None)
    assert share(sums([3], [4])).value == 0.75
    assert share(sums([], [])) == stats.Estimate(None, None, None, 0, 0)
    assert share(sums([0, 0], [0, 0])).value is None


def test_matches_without_observations_are_no_clusters() -> None:
    assert share(sums([1, 0, 2, 0], [2, 0, 3, 0])) == share(sums([1, 2], [2, 3]))


def test_where_all_matches_agree_a_share_counts_each_once_and_a_mean_says_nothing() -> None:
    always = share(sums([5] * 20, [5] * 20))
    assert (always.value, always.high) == (1.0, 1.0)
    assert always.low == pytest.approx(stats.wilson(1.0, 20)[0])
    half = share(sums([2, 2], [4, 4]))
    assert (half.low, half.high) == pytest.approx(stats.wilson(0.5, 2))
    assert mean(sums([6, 6], [2, 2])).low is None


def test_an_interval_stays_within_what_the_value_can_be() -> None:
    assert mean(sums([3, -1], [1, 1]), -3, 3).high == 3
    assert mean(sums([3, -1], [1, 1]), -3, 3).low == -3
    low, high = share(sums([19, 20, 20], [20, 20, 20])).low, share(sums([19, 20, 20], [20, 20, 20])).high
    assert low is not None
    assert high is not None
    assert 0 < low < high < 1


def test_students_quantile_is_scipys() -> None:
    from scipy import stats as scipy_stats

    for freedom in (1.0, 1.7, 2.0, 4.5, 30.0, 1234.5, 1e6):
        assert student(freedom) == pytest.approx(scipy_stats.t.ppf(0.975, freedom), rel=1e-8)


def test_rounding_is_not_taken_for_variance() -> None:
    # 0.1 of everything in every match: the exact spread is zero, the computed one is not quite.
    found = stats.Sums(3, 30.0, 3.0, 3.0000000000000004, 30.0, 300.0)
    assert share(found).low == pytest.approx(stats.wilson(0.1, 3)[0])


@pytest.mark.parametrize(
    ("clusters", "true", "correlation", "even"),
    [
        (5, 0.5, 0.1, True),
        (5, 0.5, 0.4, False),
        (10, 0.2, 0.1, False),
        (10, 0.5, 0.0, True),
        (30, 0.5, 0.4, False),
        (30, 0.2, 0.1, False),
        (100, 0.5, 0.1, False),
        (100, 0.05, 0.1, True),
    ],
)
def test_a_shares_interval_holds_the_truth_as_often_as_it_says(
    clusters: int, true: float, correlation: float, even: bool
) -> None:
    rng = np.random.default_rng(20261201)
    shape = (REPLICATIONS, clusters)
    n = np.full(shape, 8) if even else np.maximum(1, rng.negative_binomial(1.5, 1.5 / 9.5, shape))
    rates = np.full(shape, true)
    if correlation:
        scale = (1 - correlation) / correlation
        rates = rng.beta(true * scale, (1 - true) * scale, shape)
    y = rng.binomial(n, rates)
    held = [e.low <= true <= e.high for e in map(share, map(sums, y, n)) if e.low is not None and e.high is not None]
    assert len(held) == REPLICATIONS
    assert 0.92 <= np.mean(held) <= 0.99


@pytest.mark.parametrize(("clusters", "spread"), [(5, 1.0), (10, 0.0), (30, 1.0), (100, 0.5)])
def test_a_means_interval_holds_the_truth_as_often_as_it_says(clusters: int, spread: float) -> None:
    rng = np.random.default_rng(7)
    n = np.maximum(1, rng.negative_binomial(3, 3 / 11, (REPLICATIONS, clusters)))
    y = rng.normal(0.4 * n, np.sqrt(n) * 2) + n * rng.normal(0, spread, n.shape)
    held = [e.low <= 0.4 <= e.high for e in map(mean, map(sums, y, n)) if e.low is not None and e.high is not None]
    assert len(held) == REPLICATIONS
    assert 0.92 <= np.mean(held) <= 0.98
