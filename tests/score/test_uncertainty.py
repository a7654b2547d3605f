"""Errors and intervals against formulas, simulation and scipy."""

import math

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from multiglobeqa.score import aggregate
from multiglobeqa.score.uncertainty import (
    benjamini_hochberg,
    clustered_error,
    detectable,
    holm,
    interval,
    p_value,
    ratio,
    resampled,
    swapped,
)
from tests.score.making import results

RNG = np.random.default_rng(3)


def share_influence(values):
    return ratio(values, np.ones(len(values))).influence


def test_independent_rows_give_the_textbook_error():
    values = (RNG.random(200) < 0.3).astype(float)
    error = clustered_error(share_influence(values), np.arange(200))
    assert error == pytest.approx(values.std(ddof=1) / math.sqrt(200))


def test_rows_repeated_in_a_cluster_add_nothing():
    values = (RNG.random(50) < 0.3).astype(float)
    error = clustered_error(share_influence(np.repeat(values, 4)), np.repeat(np.arange(50), 4))
    assert error == pytest.approx(clustered_error(share_influence(values), np.arange(50)))


def test_two_way_by_hand():
    """Influences on a 2 x 2 table of clusters, one row in each cell."""
    influence = np.array([0.3, 0.1, -0.1, -0.3])
    first, second = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    by_first = (0.4**2 + 0.4**2) * 2
    by_second = (0.2**2 + 0.2**2) * 2
    by_both = (0.09 + 0.01 + 0.01 + 0.09) * 4 / 3
    expected = math.sqrt(by_first + by_second - by_both)
    assert clustered_error(influence, first, second) == pytest.approx(expected)


def test_a_single_cluster_is_left_out():
    influence = share_influence((RNG.random(30) < 0.5).astype(float))
    tuples, same = np.arange(30), np.zeros(30, dtype=int)
    assert clustered_error(influence, tuples, same) == clustered_error(influence, tuples)
    assert math.isnan(clustered_error(influence, same))
    assert math.isnan(clustered_error(np.array([]), np.array([], dtype=int)))


def test_the_variance_is_never_negative():
    influence = np.array([0.5, -0.5, -0.5, 0.5])
    first, second = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    assert clustered_error(influence, first, second) == 0


def test_the_error_is_what_simulation_finds():
    """Questions about 40 tuples in 20 sub-templates, each with its own effect."""
    rng = np.random.default_rng(8)
    first, second = np.repeat(np.arange(40), 20), np.tile(np.arange(20), 40)
    means, errors = [], []
    for _ in range(400):
        chance = 0.5 + rng.normal(0, 0.12, 40)[first] + rng.normal(0, 0.12, 20)[second]
        values = (rng.random(800) < chance).astype(float)
        means.append(values.mean())
        errors.append(clustered_error(share_influence(values), first, second))
    assert np.mean(errors) == pytest.approx(np.std(means), rel=0.12)


def test_ratio_with_strata_by_hand():
    estimate = ratio(
        np.array([1.0, 0, 1, 1]),
        np.ones(4),
        np.array([0, 0, 1, 1]),
        np.array([3.0, 1.0, 5.0]),  # the third stratum has no rows
    )
    assert estimate.value == pytest.approx(0.75 * 0.5 + 0.25 * 1)
    assert estimate.influence.tolist() == pytest.approx([0.1875, -0.1875, 0, 0])
    assert math.isnan(ratio(np.zeros(2), np.zeros(2)).value)


@given(st.integers(1, 400), st.integers(1, 400))
def test_wilson_is_scipys(right, size):
    right = min(right, size)
    share = right / size
    error = math.sqrt(share * (1 - share) / size)
    low, high = interval(share, error, size)
    expected = stats.binomtest(right, size).proportion_ci(0.95, method="wilson")
    assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_interval_of_nothing():
    assert all(math.isnan(bound) for bound in interval(math.nan, 0.1, 5))
    assert all(math.isnan(bound) for bound in interval(0.5, math.nan, 5))


def test_bootstrap_agrees_with_the_clustered_error():
    rng = np.random.default_rng(4)
    first, second = np.repeat(np.arange(150), 10), np.tile(np.arange(10), 150)
    chance = 0.5 + rng.normal(0, 0.1, 150)[first] + rng.normal(0, 0.1, 10)[second]
    values = (rng.random(1500) < chance).astype(float)[:, None]
    drawn = resampled(values, np.ones_like(values), first, second, draws=2000, seed=1)
    assert drawn.mean() == pytest.approx(values.mean(), abs=0.005)
    # The pigeonhole bootstrap is a little wider than the error.
    error = clustered_error(share_influence(values[:, 0]), first, second)
    assert 0.9 * error < drawn.std() < 1.35 * error


def test_bootstrap_is_seeded():
    values = (RNG.random((60, 1)) < 0.5).astype(float)
    groups = np.arange(60), np.arange(60) % 7
    same = [resampled(values, np.ones_like(values), *groups, draws=250, seed=s) for s in (5, 5, 6)]
    assert (same[0] == same[1]).all()
    assert (same[0] != same[2]).any()


def test_swapping_is_exact_for_few_clusters():
    """Three clusters that all differ the same way: 2 of the 8 ways are as extreme."""
    a, b = np.array([[3.0, 5]] * 3), np.array([[1.0, 5]] * 3)
    assert swapped(a, b, draws=20_000, seed=0) == pytest.approx(0.25, abs=0.01)
    assert swapped(a, a, draws=100) == 1


def test_swapping_agrees_with_scipy():
    rng = np.random.default_rng(9)
    a = np.stack([(rng.random(80) < 0.6), np.ones(80)], 1).astype(float)
    b = np.stack([(rng.random(80) < 0.45), np.ones(80)], 1).astype(float)
    expected = stats.permutation_test(
        (a[:, 0], b[:, 0]),
        lambda x, y: x.mean() - y.mean(),
        permutation_type="samples",
        n_resamples=9999,
        rng=np.random.default_rng(1),
    ).pvalue
    assert swapped(a, b, draws=9999, seed=2) == pytest.approx(expected, abs=0.015)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_many_tests_at_once_as_scipy(p_values):
    expected = stats.false_discovery_control(p_values, method="bh")
    assert benjamini_hochberg(p_values) == pytest.approx(expected.tolist())
    strict = holm(p_values)
    order = np.argsort(p_values, kind="stable")
    scaled = np.maximum.accumulate(
        [(len(p_values) - rank) * p_values[place] for rank, place in enumerate(order)]
    )
    assert [strict[place] for place in order] == pytest.approx(np.minimum(scaled, 1).tolist())
    assert all(q <= p for q, p in zip(benjamini_hochberg(p_values), strict, strict=True))


def test_tests_that_were_not_possible_do_not_count():
    assert holm([0.01, math.nan, 0.03])[:1] == [0.02]
    assert math.isnan(holm([0.01, math.nan])[1])
    assert math.isnan(benjamini_hochberg([math.nan])[0])


def test_p_values_and_power():
    assert p_value(1.959964, 1) == pytest.approx(0.05, abs=1e-6)
    assert p_value(0, 0) == 1 and p_value(1, 0) == 0
    assert math.isnan(p_value(1, math.nan))
    # Found 4 times in 5 at 5 %: 1.96 + 0.84 standard errors.
    assert detectable(1) == pytest.approx(2.8016, abs=1e-4)


def test_aggregates_carry_them():
    rows = [
        {
            "outcome": "correct" if (n * 7) % 10 < 6 else "wrong",
            "tuple_id": f"t{n // 3}",
            "sub_template": f"s{n % 12}",
        }
        for n in range(240)
    ]
    table = results(rows)
    row = aggregate(table, draws=500).to_pylist()[0]
    assert row["em_low"] < row["em"] < row["em_high"]
    assert row["em_boot_low"] < row["em"] < row["em_boot_high"]
    assert aggregate(table, draws=500).equals(aggregate(table, draws=500))
    shuffled = table.take(pa.array(np.random.default_rng(0).permutation(240)))
    assert aggregate(shuffled).to_pylist()[0] == pytest.approx(aggregate(table).to_pylist()[0])
