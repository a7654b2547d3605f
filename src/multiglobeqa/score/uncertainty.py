"""How sure a number is: standard errors, intervals, resampling, many tests at once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

CONFIDENCE = 0.95
POWER = 0.80
DRAWS = 1000
SWAPS = 9999
_CHUNK = 100  # draws at a time, to bound the memory

_NORMAL = NormalDist()


class Estimate(NamedTuple):
    """A ratio of two sums, and how much each row moves it.

    Attributes
    ----------
    value : float
        NaN when there is nothing to divide by.
    influence : ndarray, shape (n,)
        What each row adds to the value's deviation; they sum to 0.
    """

    value: float
    influence: Floats


def ratio(
    numerator: Floats,
    denominator: Floats,
    strata: Codes | None = None,
    weights: Floats | None = None,
) -> Estimate:
    """Estimate a ratio of sums; with strata, the weighted mean of the ratio in each.

    Parameters
    ----------
    numerator, denominator : ndarray, shape (n,)
    strata : ndarray of int, shape (n,), optional
        The stratum of each row.
    weights : ndarray, shape (strata,)
        How much each stratum counts. Strata with nothing to divide by are left out, and the
        others' weights scaled up to 1.
    """
    if strata is None or weights is None:
        strata, weights = np.zeros(len(numerator), dtype=np.int64), np.ones(1)
    above = np.bincount(strata, numerator, minlength=len(weights))
    below = np.bincount(strata, denominator, minlength=len(weights))
    shares = np.where(below > 0, weights, 0.0)
    if not shares.sum() > 0:
        return Estimate(math.nan, np.zeros(len(numerator)))
    shares = shares / shares.sum()
    safe = np.where(below > 0, below, 1.0)
    ratios = above / safe
    influence = (shares / safe)[strata] * (numerator - ratios[strata] * denominator)
    return Estimate(float(shares @ ratios), influence)


@dataclass(frozen=True)
class Design:
    """How rows hang together.

    Attributes
    ----------
    clusters : tuple of ndarray of int, each of shape (n,)
        Rows of one cluster are not independent of each other.
    seeds : ndarray of int, shape (n,)
        The run of each row.
    strata : ndarray of int, shape (n,), optional
        The stratum of each row, when rates are taken within strata.
    mix : ndarray, shape (strata,)
        How much each stratum counts.
    """

    clusters: tuple[Codes, Codes]
    seeds: Codes
    strata: Codes | None = None
    mix: Floats | None = None

    def take(self, places: Codes) -> Design:
        """Return the design of some of the rows."""
        return Design(
            (self.clusters[0][places], self.clusters[1][places]),
            self.seeds[places],
            None if self.strata is None else self.strata[places],
            self.mix,
        )


def over_seeds(numerator: Floats, denominator: Floats, design: Design) -> tuple[Estimate, float]:
    """Return the mean over the seeds of a ratio, and its standard deviation between them."""
    influence = np.zeros(len(numerator))
    values = []
    different = np.unique(design.seeds)
    for seed in different:
        run = np.flatnonzero(design.seeds == seed)
        strata = None if design.strata is None else design.strata[run]
        one = ratio(numerator[run], denominator[run], strata, design.mix)
        influence[run] = one.influence / len(different)
        values.append(one.value)
    deviation = float(np.std(values, ddof=1)) if len(values) > 1 else math.nan
    return Estimate(float(np.mean(values)) if values else math.nan, influence), deviation


def clustered_error(influence: Floats, *clusterings: Codes) -> float:
    """Return a standard error that allows rows of one cluster to move together.

    With two clusterings it is that of Cameron, Gelbach and Miller (2011): the variance by the
    first, plus that by the second, minus that by both at once; never less than the larger of the
    first two when the sum is not positive. A clustering with a single cluster is left out.

    Returns
    -------
    float
        NaN when fewer than two clusters are left.

    Examples
    --------
    >>> rows = np.array([0.25, -0.25, 0.25, -0.25])
    >>> clustered_error(rows, np.array([0, 1, 2, 3]))  # doctest: +ELLIPSIS
    0.577...
    >>> clustered_error(rows, np.array([0, 0, 1, 1]))
    0.0
    """
    usable = [codes for codes in clusterings if len(codes) and codes.min() < codes.max()]
    if not usable:
        return math.nan
    single = [_variance(influence, codes) for codes in usable]
    if len(usable) == 1:
        return math.sqrt(single[0])
    variance = sum(single) - _variance(influence, _crossed(*usable))
    return math.sqrt(variance if variance > 0 else max(single))


def interval(
    value: float, error: float, clusters: int, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Return Wilson's interval of a share whose rows are worth as many as its error says.

    Where the error is 0 because all rows agree, they are worth as many as there are clusters.

    Examples
    --------
    >>> low, high = interval(0.0, 0.0, 100)
    >>> round(low, 3), round(high, 3)
    (0.0, 0.037)
    """
    if math.isnan(value) or math.isnan(error) or not clusters:
        return math.nan, math.nan
    z = critical(confidence)
    spread = max(value * (1.0 - value), 0.0)
    size = spread / error**2 if error > 0 and spread > 0 else float(clusters)
    centre = (value + z**2 / (2 * size)) / (1 + z**2 / size)
    half = z / (1 + z**2 / size) * math.sqrt(spread / size + z**2 / (4 * size**2))
    return max(0.0, centre - half), min(1.0, centre + half)


def resampled(
    numerators: Floats,
    denominators: Floats,
    first: Codes,
    second: Codes,
    *,
    draws: int = DRAWS,
    seed: int = 0,
) -> Floats:
    """Return ratios of sums over redrawn clusters: Owen's (2007) pigeonhole bootstrap.

    Every draw takes as many clusters of each kind as there are, with replacement; a row counts
    as often as its two clusters were drawn, multiplied.

    Parameters
    ----------
    numerators, denominators : ndarray, shape (n, k)
        For k ratios.
    first, second : ndarray of int, shape (n,)
        The clusters of each row.

    Returns
    -------
    ndarray, shape (draws, k)
    """
    cells, cell = np.unique(np.stack([first, second]), axis=1, return_inverse=True)
    both = np.concatenate([numerators, denominators], axis=1)
    sums = np.stack([np.bincount(cell, column, minlength=cells.shape[1]) for column in both.T], 1)
    ones, others = (np.unique(codes, return_inverse=True) for codes in cells)
    rng = np.random.default_rng(seed)
    drawn = []
    for size in _chunks(draws):
        counts = [_draw(rng, size, len(values))[:, place] for values, place in (ones, others)]
        drawn.append((counts[0] * counts[1]) @ sums)
    totals = np.concatenate(drawn)
    above, below = np.split(totals, 2, axis=1)
    return np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0)


def swapped(a: Floats, b: Floats, *, draws: int = SWAPS, seed: int = 0) -> float:
    """Return the p-value of a randomisation test between two paired ratios.

    Were the two sides alike, it would not matter which is which: in every draw each cluster's
    two sides change places at random. The p-value is the share of draws, this one included,
    whose ratios differ at least as much.

    Parameters
    ----------
    a, b : ndarray, shape (clusters, 2)
        Sums of numerator and denominator.
    """
    difference = a - b
    total_a, total_b = a.sum(0), b.sum(0)
    observed = abs(_gap(total_a[None], total_b[None])[0])
    if math.isnan(observed):
        return math.nan
    moving = difference[(difference != 0).any(axis=1)]
    rng, extreme = np.random.default_rng(seed), 0
    for size in _chunks(draws):
        moved = rng.integers(0, 2, (size, len(moving)), dtype=np.int8).astype(float) @ moving
        gaps = np.abs(_gap(total_a - moved, total_b + moved))
        # Equal differences may differ by rounding.
        extreme += int((gaps >= observed - 1e-12).sum())
    return (extreme + 1) / (draws + 1)


def p_value(difference: float, error: float) -> float:
    """Return the two-sided p-value of a difference by the normal distribution."""
    if math.isnan(difference) or math.isnan(error):
        return math.nan
    if error == 0:
        return 1.0 if difference == 0 else 0.0
    return 2 * _NORMAL.cdf(-abs(difference / error))


def detectable(error: float, confidence: float = CONFIDENCE, power: float = POWER) -> float:
    """Return the smallest true difference that a test with this standard error would find."""
    return (critical(confidence) + _NORMAL.inv_cdf(power)) * error


def critical(confidence: float) -> float:
    """Return how many standard errors an interval reaches to each side."""
    return _NORMAL.inv_cdf(0.5 + confidence / 2)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p-values: below alpha, no false finding with probability 1 - alpha.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    tests = sum(not math.isnan(p) for p in p_values)
    adjusted, largest = [math.nan] * len(p_values), 0.0
    for rank, place in enumerate(_ascending(p_values)):
        largest = max(largest, min(1.0, (tests - rank) * p_values[place]))
        adjusted[place] = largest
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Return q-values: those below alpha are false findings in a share alpha of them at most.

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.04, 0.03])
    [0.03, 0.04, 0.04]
    """
    order = _ascending(p_values)
    adjusted, smallest = [math.nan] * len(p_values), 1.0
    for rank in range(len(order), 0, -1):
        place = order[rank - 1]
        smallest = min(smallest, p_values[place] * len(order) / rank)
        adjusted[place] = smallest
    return adjusted


def _variance(influence: Floats, clusters: Codes) -> float:
    codes = np.unique(clusters, return_inverse=True)[1]
    sums = np.bincount(codes, influence)
    return float(sums @ sums) * len(sums) / (len(sums) - 1)


def _crossed(first: Codes, second: Codes) -> Codes:
    return first * (int(second.max()) + 1) + second


def _gap(a: Floats, b: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return a[:, 0] / a[:, 1] - b[:, 0] / b[:, 1]


def _draw(rng: np.random.Generator, draws: int, clusters: int) -> Floats:
    """Return how often each cluster is drawn, shape (draws, clusters)."""
    chosen = rng.integers(0, clusters, (draws, clusters))
    chosen += np.arange(draws)[:, None] * clusters
    counts = np.bincount(chosen.ravel(), minlength=draws * clusters)
    return counts.reshape(draws, clusters).astype(float)


def _chunks(draws: int) -> Iterator[int]:
    for start in range(0, draws, _CHUNK):
        yield min(_CHUNK, draws - start)


def _ascending(p_values: Sequence[float]) -> list[int]:
    known = [place for place, p in enumerate(p_values) if not math.isnan(p)]
    return sorted(known, key=lambda place: p_values[place])
