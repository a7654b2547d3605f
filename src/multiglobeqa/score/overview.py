"""The scores of one run put together: rates, groups, baselines, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from multiglobeqa.score.aggregate import aggregate, standardise
from multiglobeqa.score.baseline import FOLDS, majority_baseline
from multiglobeqa.score.batch import MISSING, score_many
from multiglobeqa.score.explanations import EXPLANATIONS
from multiglobeqa.score.judge import Reading
from multiglobeqa.score.paired import contrast
from multiglobeqa.score.resolve import Names
from multiglobeqa.score.signature import signature
from multiglobeqa.score.uncertainty import DRAWS

# Groups of these ask different things; those of any other dimension are made comparable.
ASKED = ("sfid", "tid", "sub_template", "answer_format", "premise_holds", "seed")


def overview(
    results: pa.Table,
    questions: pa.Table,
    *,
    names: Names | None = None,
    reading: Reading = "strict",
    by: Sequence[str] = ("sfid",),
) -> dict[str, Any]:
    """Return what the results of one run come to, as a JSON document.

    Parameters
    ----------
    results : pyarrow.Table
        Of the schema `RESULTS`.
    questions : pyarrow.Table
        Of the schema `multiglobeqa.dataset.QUESTIONS`: those that were asked.
    by : sequence of str
        The dimensions to tell apart, one at a time.
    """
    missing = pc.sum(pc.fill_null(pc.equal(results["problem"], MISSING), False)).as_py() or 0
    explained = ["se", "interval", "bootstrap", "majority", "majority_cross_validated", "refusals"]
    document: dict[str, Any] = {
        "signature": signature(reading),
        "predictions": {
            "given": len(results) - missing,
            "missing": missing,
            "languages": sorted(pc.unique(results["language"]).to_pylist()),
        },
        "overall": aggregate(results, draws=DRAWS).to_pylist()[0],
        "baselines": baselines(questions, names),
        "problems": _problems(results),
        "by": {},
    }
    for dimension in by:
        rows = aggregate(results, [dimension]).to_pylist()
        if dimension not in ASKED and len(rows) > 1:
            explained += ["standardised", "contrast", "detectable"]
            level = {row[dimension]: row for row in standardise(results, [dimension]).to_pylist()}
            other = {
                row[dimension]: row for row in contrast(results, dimension, over="sfid").to_pylist()
            }
            for row in rows:
                row["em_standardised"] = level[row[dimension]]["em"]
                row["em_standardised_se"] = level[row[dimension]]["em_se"]
                row["contrast"] = {
                    name: other[row[dimension]][name]
                    for name in ("difference", "se", "p", "p_holm", "q_bh", "detectable")
                }
        document["by"][dimension] = rows
    explained += ["seeds"] * (document["overall"]["seeds"] > 1)
    explained += ["missing"] * bool(missing) + ["free"] * (reading == "free")
    document["explanations"] = {name: EXPLANATIONS[name] for name in dict.fromkeys(explained)}
    return document


def baselines(questions: pa.Table, names: Names | None = None) -> dict[str, dict[str, Any]]:
    """Return the rates of the majority baseline, gold-informed and cross-validated."""
    rates = {}
    for name, folds in (("majority", None), ("majority_cross_validated", FOLDS)):
        predictions = majority_baseline(questions, folds=folds)
        results = score_many(predictions, questions, names=names, model=name)
        rates[name] = aggregate(results).to_pylist()[0]
    return rates


def _problems(results: pa.Table, most: int = 10) -> list[dict[str, Any]]:
    """Return the commonest reasons of format errors."""
    errors = results.filter(pc.equal(results["outcome"], "format_error"))
    counts = errors.group_by(["answer_format", "problem"]).aggregate([([], "count_all")])
    counts = counts.rename_columns(["answer_format", "problem", "count"])
    order = [("count", "descending"), ("answer_format", "ascending"), ("problem", "ascending")]
    return counts.sort_by(order).slice(0, most).to_pylist()
