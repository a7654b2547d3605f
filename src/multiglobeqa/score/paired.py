"""Two runs on the same questions, and one run on different ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from multiglobeqa.errors import InputError
from multiglobeqa.score.aggregate import tabulated
from multiglobeqa.score.metrics import METRICS, Rows, groups
from multiglobeqa.score.uncertainty import (
    CONFIDENCE,
    SWAPS,
    Codes,
    Floats,
    benjamini_hochberg,
    clustered_error,
    critical,
    detectable,
    holm,
    over_seeds,
    p_value,
    ratio,
    swapped,
)


def compare(
    results_a: pa.Table,
    results_b: pa.Table,
    by: Sequence[str] = (),
    *,
    metric: str = "em",
    draws: int = SWAPS,
    seed: int = 0,
    confidence: float = CONFIDENCE,
) -> pa.Table:
    """Compare two models, or tiers, on the questions that both were asked.

    Several seeds of one side are averaged for each question first.

    Parameters
    ----------
    results_a, results_b : pyarrow.Table
        Of the schema `RESULTS`, each of one model and tier.
    by : sequence of str
        Dimensions of the questions to tell apart; the tests are corrected for being several.
    metric : str
        One of `METRICS`.
    draws, seed
        Of the randomisation test.
    confidence : float
        Of the intervals.

    Returns
    -------
    pyarrow.Table
        A row for each combination of values that occurs: the dimensions, ``pairs`` (questions
        that both were asked), ``a`` and ``b`` (the metric), ``difference`` (a - b), ``se``,
        ``low``, ``high``, ``p``, ``p_holm``, ``q_bh``, ``p_swap`` (the randomisation test's)
        and ``detectable`` (the smallest true difference that would be found 4 times in 5).

    Raises
    ------
    InputError
        When a side mixes models or tiers, or the two share no question.
    """
    sides = [_by_question(Rows(results), metric) for results in (results_a, results_b)]
    keys = [{key: place for place, key in enumerate(side[0])} for side in sides]
    shared = [key for key in keys[0] if key in keys[1]]
    if not shared:
        raise InputError("the two results share no question")
    places = [np.array([side[key] for key in shared]) for side in keys]
    rows = Rows(results_a).take(sides[0][2][places[0]])
    (a_above, a_below), (b_above, b_below) = (
        side[1][place].T for side, place in zip(sides, places, strict=True)
    )
    summaries = []
    for values, here in groups(rows, by):
        one, other = ratio(a_above[here], a_below[here]), ratio(b_above[here], b_below[here])
        clusters = rows.design.take(here).clusters
        row: dict[str, Any] = dict(values) | {"pairs": len(here), "a": one.value, "b": other.value}
        row |= _difference(
            one.value - other.value, one.influence - other.influence, clusters, confidence
        )
        row["p_swap"] = swapped(
            _sums(clusters[0], a_above[here], a_below[here]),
            _sums(clusters[0], b_above[here], b_below[here]),
            draws=draws,
            seed=seed,
        )
        summaries.append(row)
    return tabulated(_corrected(summaries), by)


def contrast(
    results: pa.Table,
    by: str,
    *,
    metric: str = "em",
    over: str | None = None,
    confidence: float = CONFIDENCE,
) -> pa.Table:
    """Compare each stratum with all the other rows of the same results.

    Parameters
    ----------
    results : pyarrow.Table
        Of the schema `RESULTS`.
    by : str
        The dimension whose values are the strata, such as "income_tier".
    metric : str
        One of `METRICS`.
    over : str, optional
        A dimension whose mix is held fixed at that of all rows, such as "sfid".

    Returns
    -------
    pyarrow.Table
        A row for each stratum: its value, ``rows``, ``a`` (the metric in it), ``b`` (elsewhere)
        and the columns of `compare` but ``p_swap``: these are not pairs.
    """
    rows = Rows(results)
    above, below = METRICS[metric](rows)
    design = rows.design_within(over) if over else rows.design
    summaries = []
    for values, here in groups(rows, [by]):
        elsewhere = np.setdiff1d(np.arange(len(rows)), here)
        influence, found = np.zeros(len(rows)), []
        for places, sign in ((here, 1.0), (elsewhere, -1.0)):
            estimate, _ = over_seeds(above[places], below[places], design.take(places))
            influence[places] = sign * estimate.influence
            found.append(estimate.value)
        row: dict[str, Any] = dict(values) | {"rows": len(here), "a": found[0], "b": found[1]}
        row |= _difference(found[0] - found[1], influence, design.clusters, confidence)
        summaries.append(row)
    return tabulated(_corrected(summaries), [by])


def _difference(
    difference: float, influence: Floats, clusters: tuple[Codes, Codes], confidence: float
) -> dict[str, float]:
    error = clustered_error(influence, *clusters)
    reach = critical(confidence) * error
    return {
        "difference": difference,
        "se": error,
        "low": difference - reach,
        "high": difference + reach,
        "p": p_value(difference, error),
        "detectable": detectable(error, confidence),
    }


def _corrected(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    p_values = [row["p"] for row in rows]
    for row, strict, lenient in zip(
        rows, holm(p_values), benjamini_hochberg(p_values), strict=True
    ):
        row["p_holm"], row["q_bh"] = strict, lenient
    return rows


def _by_question(rows: Rows, metric: str) -> tuple[list[tuple[str, str]], Floats, Codes]:
    """Return question and language, numerator and denominator, and a row, of each question."""
    for name in ("model", "tier"):
        if len(kinds := rows.encoded(name)[1]) > 1:
            raise InputError(
                f"the results mix {len(kinds)} values of {name!r}",
                remedy="Compare one with one.",
            )
    ids, questions = rows.encoded("question_id")
    spoken, languages = rows.encoded("language")
    codes, first, of_question, counts = np.unique(
        ids * len(languages) + spoken, return_index=True, return_inverse=True, return_counts=True
    )
    sums = np.stack(
        [np.bincount(of_question, part, minlength=len(codes)) for part in METRICS[metric](rows)], 1
    )
    keys = [(questions[code // len(languages)], languages[code % len(languages)]) for code in codes]
    return keys, sums / counts[:, None], first


def _sums(clusters: Codes, above: Floats, below: Floats) -> Floats:
    codes = np.unique(clusters, return_inverse=True)[1]
    return np.stack([np.bincount(codes, above), np.bincount(codes, below)], axis=1)
