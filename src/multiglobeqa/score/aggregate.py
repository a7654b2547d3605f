"""What results add up to, by any dimension, with how sure each number is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from multiglobeqa.score.metrics import METRICS, OUTCOMES, Rows, groups
from multiglobeqa.score.uncertainty import (
    CONFIDENCE,
    Design,
    Floats,
    clustered_error,
    interval,
    over_seeds,
    resampled,
)

# What a mix of questions is about: rates over answerable questions.
STANDARDISED = ("em", "ne", "cov", "em_cov", "frr")


def aggregate(
    results: pa.Table,
    by: Sequence[str] = (),
    *,
    draws: int = 0,
    seed: int = 0,
    confidence: float = CONFIDENCE,
) -> pa.Table:
    """Add results up.

    Parameters
    ----------
    results : pyarrow.Table
        Of the schema `RESULTS`.
    by : sequence of str
        The dimensions to tell apart, such as ``["model", "tier", "income_tier"]``; the others
        are pooled.
    draws : int
        Bootstrap draws; 0 for none.
    seed : int
        Of the bootstrap.
    confidence : float
        Of the intervals.

    Returns
    -------
    pyarrow.Table
        A row for each combination of values that occurs: the dimensions, then ``rows``,
        ``answerable`` and ``false_premise`` (how many), ``seeds``; for each metric of `METRICS`
        its value (a share; null where there is nothing to divide by), ``_se``, ``_low`` and
        ``_high``, ``_sd`` (between seeds; null for one), and ``_boot_low`` and ``_boot_high``
        with `draws`; and for each outcome its share of all rows, as ``share_<outcome>``. A value
        is the mean over the seeds.
    """
    rows = Rows(results)
    metrics = {name: metric(rows) for name, metric in METRICS.items()}
    shares = {name: rows.is_outcome(name) for name in OUTCOMES}
    summaries = []
    for values, places in groups(rows, by):
        design = rows.design.take(places)
        row: dict[str, Any] = dict(values) | _counts(rows.premise[places], design)
        parts = {name: (a[places], b[places]) for name, (a, b) in metrics.items()}
        boots = _bootstrap(parts, design, draws, seed, confidence) if draws else {}
        for name, part in parts.items():
            row |= _describe(name, part, design, confidence)
            if draws:
                row[f"{name}_boot_low"], row[f"{name}_boot_high"] = boots[name]
        for name, outcome in shares.items():
            row[f"share_{name}"] = float(outcome[places].mean())
        summaries.append(row)
    return tabulated(summaries, by)


def standardise(
    results: pa.Table,
    by: Sequence[str] = (),
    *,
    over: str = "sfid",
    weights: Mapping[Any, float] | None = None,
    confidence: float = CONFIDENCE,
) -> pa.Table:
    """Add results up as though each group had the same mix of questions.

    Every rate is the mean of the group's own rates within each value of `over`, weighted by the
    mix. A value that the group has no such rate for is left out, and the others' weights scaled
    up; how much weight was there is told.

    Parameters
    ----------
    results, by, confidence
        As for `aggregate`.
    over : str
        The dimension whose mix is held fixed.
    weights : mapping, optional
        The mix: how much each value of `over` counts. By default its share of all the
        answerable questions of the results.

    Returns
    -------
    pyarrow.Table
        As of `aggregate`, with the metrics over answerable questions only and, for each,
        ``_weight``: the share of the mix that the group has a rate for.
    """
    rows = Rows(results)
    whole = rows.design_within(over, weights)
    metrics = {name: METRICS[name](rows) for name in STANDARDISED}
    summaries = []
    for values, places in groups(rows, by):
        design = whole.take(places)
        row: dict[str, Any] = dict(values) | _counts(rows.premise[places], design)
        for name, (above, below) in metrics.items():
            row |= _describe(name, (above[places], below[places]), design, confidence)
            row[f"{name}_weight"] = _weight(below[places], design)
        summaries.append(row)
    return tabulated(summaries, by)


def tabulated(rows: Sequence[Mapping[str, Any]], by: Sequence[str]) -> pa.Table:
    """Return rows as a table, with null for what is not a number."""
    if not rows:
        return pa.table({name: [] for name in by})
    columns = {
        name: [None if _is_nan(row[name]) else row[name] for row in rows] for name in rows[0]
    }
    return pa.table(columns)


def _is_nan(value: object) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _counts(premise: Floats, design: Design) -> dict[str, int]:
    return {
        "rows": len(premise),
        "answerable": int(premise.sum()),
        "false_premise": int(len(premise) - premise.sum()),
        "seeds": len(np.unique(design.seeds)),
    }


def _describe(
    name: str, part: tuple[Floats, Floats], design: Design, confidence: float
) -> dict[str, float]:
    """Return a metric's value with its error, interval and deviation between seeds."""
    estimate, deviation = over_seeds(*part, design)
    counted = np.flatnonzero(part[1] > 0)
    clusters = design.take(counted).clusters
    error = clustered_error(estimate.influence[counted], *clusters)
    low, high = interval(estimate.value, error, len(np.unique(clusters[0])), confidence)
    return {
        name: estimate.value,
        f"{name}_se": error,
        f"{name}_low": low,
        f"{name}_high": high,
        f"{name}_sd": deviation,
    }


def _weight(below: Floats, design: Design) -> float:
    """Return the share of the mix for which there is something to divide by."""
    assert design.strata is not None and design.mix is not None
    known = np.bincount(design.strata, below, minlength=len(design.mix)) > 0
    return float(design.mix[known].sum())


def _bootstrap(
    parts: Mapping[str, tuple[Floats, Floats]],
    design: Design,
    draws: int,
    seed: int,
    confidence: float,
) -> dict[str, tuple[float, float]]:
    """Return the percentile interval of each metric."""
    above, below = (np.stack(side, axis=1) for side in zip(*parts.values(), strict=True))
    drawn = resampled(above, below, *design.clusters, draws=draws, seed=seed)
    tails = (0.5 - confidence / 2, 0.5 + confidence / 2)
    bounds = {}
    for name, values in zip(parts, drawn.T, strict=True):
        known = values[~np.isnan(values)]
        low, high = np.quantile(known, tails) if len(known) else (math.nan, math.nan)
        bounds[name] = (float(low), float(high))
    return bounds
