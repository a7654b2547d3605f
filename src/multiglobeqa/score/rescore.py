"""Results scored again by this release, without asking a model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from multiglobeqa.answers import FormatError
from multiglobeqa.dataset import Question
from multiglobeqa.score.batch import MISSING, score_many
from multiglobeqa.score.judge import Reading
from multiglobeqa.score.metrics import Rows, groups
from multiglobeqa.score.prediction import FAILURES, Prediction, parse_reply
from multiglobeqa.score.resolve import Names
from multiglobeqa.score.results import RESULTS

KEY = ("model", "tier", "seed", "language", "question_id")
_SAID = ("question_id", "language", "raw", "outcome")
# What a run cost: known from the first time only.
_USAGE = ("input_tokens", "output_tokens", "tool_calls", "seconds", "cost")


def rescore(
    results: pa.Table,
    questions: Sequence[Question] | pa.Table,
    *,
    names: Names | None = None,
    reading: Reading = "strict",
) -> pa.Table:
    """Score what models once wrote again.

    Parameters
    ----------
    results : pyarrow.Table
        Of the schema `RESULTS`; ``raw`` is what is scored.
    questions, names, reading
        As for `score_many`; questions that the results do not hold are left out.

    Returns
    -------
    pyarrow.Table
        The same rows in the same order.
    """
    rescored = []
    order = []
    for run, places in groups(Rows(results), KEY[:3]):
        rows = results.take(pa.array(places))
        given = rows.filter(pc.fill_null(pc.not_equal(rows["problem"], MISSING), True))
        predictions = [
            reread(*row, reading=reading)
            for row in zip(
                *(
                    given[name].to_pylist()
                    for name in ("question_id", "language", "raw", "outcome")
                ),
                strict=True,
            )
        ]
        scored = score_many(
            predictions,
            questions,
            names=names,
            reading=reading,
            **run,  # type: ignore[arg-type]
        )
        rescored.append(_in_order_of(rows, scored))
        order.append(places)
    table = pa.concat_tables(rescored)
    table = table.take(pa.array(np.argsort(np.concatenate(order))))
    for name in _USAGE:
        place = RESULTS.get_field_index(name)
        table = table.set_column(place, RESULTS.field(name), results[name])
    return table


def changes(old: pa.Table, new: pa.Table) -> pa.Table:
    """Return what scoring again changed.

    Parameters
    ----------
    old, new : pyarrow.Table
        The same rows in the same order, as `rescore` returns them.

    Returns
    -------
    pyarrow.Table
        A row for each sub-template and pair of outcomes of which E, e or the outcome of some
        question differs: ``sub_template``, ``before``, ``after``, ``count``, and an
        ``example`` (a question's id).
    """
    differs = pc.or_(
        pc.or_(pc.not_equal(old["outcome"], new["outcome"]), pc.not_equal(old["em"], new["em"])),
        pc.greater(pc.abs(pc.subtract(old["ne"], new["ne"])), 1e-9),
    )
    table = pa.table(
        {
            "sub_template": new["sub_template"],
            "before": old["outcome"],
            "after": new["outcome"],
            "question_id": new["question_id"],
        }
    ).filter(differs)
    keys = ["sub_template", "before", "after"]
    counted = table.group_by(keys).aggregate([("question_id", "count"), ("question_id", "min")])
    names = {"question_id_count": "count", "question_id_min": "example"}
    counted = counted.rename_columns([names.get(name, name) for name in counted.column_names])
    return counted.sort_by([(name, "ascending") for name in keys])


def reread(
    question_id: str, language: str, raw: str | None, outcome: str, *, reading: Reading
) -> Prediction:
    """Return the prediction that a row of results was made of."""
    if outcome in FAILURES:
        return Prediction(question_id, language=language, failure=outcome, raw=raw)
    try:
        answer, refused = parse_reply(raw or "")
    except FormatError:
        # Freely read, what is no JSON object is itself the answer.
        answer, refused = (raw if reading == "free" else None), False
    return Prediction(question_id, answer, refused, language, raw=raw)


def _in_order_of(rows: pa.Table, scored: pa.Table) -> pa.Table:
    """Return scored rows in the order of the rows that they were made of."""
    keys = [
        pc.binary_join_element_wise(table["language"], table["question_id"], "\n")
        for table in (rows, scored)
    ]
    return scored.take(pc.index_in(keys[0], keys[1]))
