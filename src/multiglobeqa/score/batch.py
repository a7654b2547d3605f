"""Many predictions against the questions of a dataset."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from multiglobeqa.dataset import Question
from multiglobeqa.errors import InputError
from multiglobeqa.score.answer_key import AnswerKey
from multiglobeqa.score.collector import resting
from multiglobeqa.score.forked import forked
from multiglobeqa.score.judge import Reading, judge
from multiglobeqa.score.prediction import Prediction
from multiglobeqa.score.predictions import Span, read_predictions, spans
from multiglobeqa.score.questions import tuple_ids
from multiglobeqa.score.resolve import Names
from multiglobeqa.score.results import OUTCOMES, RESULTS

MISSING = "no prediction was given"
WORTH_A_PROCESS = 10_000_000  # bytes of predictions

_OF_QUESTION = (
    "question_id",
    "tid",
    "sub_template",
    "sfid",
    "kg",
    "answer_format",
    "modality",
    "premise_holds",
    "country",
    "income_tier",
    "density_tier",
)


@resting()
def score_many(
    predictions: Sequence[Prediction],
    questions: Sequence[Question] | pa.Table,
    *,
    names: Names | None = None,
    reading: Reading = "strict",
    model: str = "",
    tier: str = "",
    seed: int = 0,
) -> pa.Table:
    """Score the predictions of one run.

    Parameters
    ----------
    predictions : sequence of Prediction
        At most one for each question and language.
    questions : sequence of Question, or table of the schema `multiglobeqa.dataset.QUESTIONS`
        All that were asked, in one or several languages. One that no prediction answers counts
        as a harness error with the problem "no prediction was given"; languages that no
        prediction is in were not asked. The first row of a question speaks for it in all
        languages: of the others only the id, the language and the text are looked at.
    names : Names, optional
        The names of the entities. Without them a name is right when it is spelt as the gold.
    reading : {"strict", "free"}
        Whether an answer must be the JSON value that its format asks for, or may also be text.
    model, tier, seed
        What the rows are labelled with.

    Returns
    -------
    pyarrow.Table
        Of the schema `RESULTS`: a row for each prediction, in their order, then a row for each
        question without one.

    Raises
    ------
    InputError
        When a prediction is for a question or language that there is not, or one of two for the
        same; when a gold answer is not valid.
    """
    key = AnswerKey(questions, names)
    marks = _mark(predictions, key, reading)
    return _results(marks, key, {"model": model, "tier": tier, "seed": seed})


@resting()
def score_file(
    path: str | Path,
    questions: Sequence[Question] | pa.Table,
    *,
    names: Names | None = None,
    reading: Reading = "strict",
    model: str = "",
    tier: str = "",
    seed: int = 0,
    workers: int | None = None,
) -> pa.Table:
    """Score a predictions file: as `score_many` does, and with several processors faster.

    Parameters
    ----------
    path : path-like
        A predictions file, as `read_predictions` reads it.
    questions, names, reading, model, tier, seed
        As for `score_many`.
    workers : int, optional
        How many processes; by default one for each processor, if the file is worth it. The
        results do not depend on it.

    Raises
    ------
    InputError
        As `read_predictions` and `score_many` do.
    """
    key = AnswerKey(questions, names)
    path = Path(path)
    if workers is None:
        size = path.stat().st_size if path.is_file() else 0
        workers = max(1, min(os.cpu_count() or 1, size // WORTH_A_PROCESS))
    if names and workers > 1:
        names.prepare()

    @resting()
    def mark(span: Span | None) -> pa.Table:
        predictions = read_predictions(path, key.ids, list(key.languages), span=span)
        return _mark(predictions, key, reading)

    run = {"model": model, "tier": tier, "seed": seed}
    if workers > 1:
        try:
            return _results(pa.concat_tables(forked(mark, spans(path, workers))), key, run)
        except InputError:
            pass  # the line is told by reading the file as a whole
    return _results(mark(None), key, run)


def _mark(predictions: Sequence[Prediction], key: AnswerKey, reading: Reading) -> pa.Table:
    """Return what came of each prediction, and the row of the key that it answers."""
    rows = key.rows(predictions)
    targets = [key.targets[code] for code in key.codes[rows].tolist()]
    verdicts = judge(predictions, targets, reading)
    raw = [p.raw if p.raw and p.raw.isascii() else _raw(p) for p in predictions]
    return pa.table(
        {
            "row": pa.array(rows),
            "raw": pa.array(raw, pa.string()),
            "answer": pa.array([_json(answer) for answer in verdicts.answer], pa.string()),
            "read_as": pa.array(verdicts.read_as, pa.string()),
            "problem": pa.array(verdicts.problem, pa.string()),
            "outcome": pa.array(verdicts.outcome),
            "em": pa.array(verdicts.em),
            "ne": pa.array(verdicts.ne),
        }
    )


def _results(marks: pa.Table, key: AnswerKey, run: dict[str, Any]) -> pa.Table:
    """Return the results: those marked, then the questions that were left out."""
    left = key.others(marks["row"].to_numpy())
    absent = {
        "row": left,
        "problem": pa.repeat(MISSING, len(left)),
        "outcome": np.full(len(left), OUTCOMES.index("harness_error"), dtype=np.int8),
        "em": np.zeros(len(left), dtype=np.int8),
        "ne": np.ones(len(left)),
    }
    marks = pa.concat_tables([marks, pa.table(absent)], promote_options="default")
    codes = pa.array(key.codes[marks["row"].to_numpy()])
    of_question = key.firsts.select(_OF_QUESTION).take(codes)
    columns: dict[str, Any] = {name: of_question[name] for name in _OF_QUESTION}
    columns |= {name: key.table[name].take(marks["row"]) for name in ("language", "question")}
    columns |= {name: marks[name] for name in ("raw", "answer", "read_as", "problem", "em", "ne")}
    columns |= {
        "tier": pa.repeat(run["tier"], len(marks)),
        "model": pa.repeat(run["model"], len(marks)),
        "seed": pa.repeat(pa.scalar(run["seed"], pa.int64()), len(marks)),
        "tuple_id": tuple_ids(key.firsts).take(codes),
        "gold": key.firsts["answer"].take(codes),
        "outcome": pa.array(OUTCOMES).take(marks["outcome"].combine_chunks()),
    }
    for name in RESULTS.names:
        columns.setdefault(name, pa.nulls(len(marks), RESULTS.field(name).type))
    return pa.table([columns[name] for name in RESULTS.names], schema=RESULTS)


def _raw(prediction: Prediction) -> str | None:
    raw = prediction.raw
    if raw is None and prediction.failure is None:
        try:
            raw = json.dumps(
                {"answer": prediction.answer, "refused": prediction.refused}, default=repr
            )
        except (RecursionError, ValueError, TypeError):
            return None
    # Half a surrogate pair cannot be stored: it becomes a question mark.
    return raw if raw is None or raw.isascii() else raw.encode("utf-8", "replace").decode()


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _json(value: Any) -> str | None:
    if value is None:
        return None
    if value is True or value is False:
        return "true" if value else "false"
    return repr(value) if type(value) is float else _ENCODER.encode(value)
