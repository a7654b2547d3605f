"""The majority baseline: what one scores without looking at the question."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import pyarrow as pa

from multiglobeqa.dataset import Question
from multiglobeqa.score.prediction import Prediction
from multiglobeqa.score.questions import as_table, first_rows, tuple_ids

FOLDS = 10


class _Known(NamedTuple):
    question_id: str
    language: str
    sub_template: str
    form: tuple[str, str]  # the answer format and its options
    answer: str | None
    fold: int


def majority_baseline(
    questions: Sequence[Question] | pa.Table, *, folds: int | None = None, seed: int = 0
) -> list[Prediction]:
    """Predict each sub-template's most frequent gold answer, and never refuse.

    Parameters
    ----------
    questions : sequence of Question, or table of the schema `multiglobeqa.dataset.QUESTIONS`
    folds : int, optional
        Without it the baseline is *gold-informed*: it counts the answers of the very questions
        that it then predicts, so that a sub-template with one question is always right. With
        it, it is *cross-validated*: the questions are dealt into so many folds, those about the
        same entities into the same one, and each fold is predicted by the answers of the others.
    seed : int
        Of the folds.

    Returns
    -------
    list of Prediction
        In the first language of each question; of several answers that are equally frequent,
        the first by its JSON text. A sub-template whose answers are all in one fold is predicted
        by the most frequent answer of its format.

    Examples
    --------
    >>> from multiglobeqa.dataset import Question
    >>> asked = [
    ...     Question(str(i), "B1", "B1", "B", "atlas", "", (), "count", answer)
    ...     for i, answer in enumerate([2, 2, 7])
    ... ]
    >>> [prediction.answer for prediction in majority_baseline(asked)]
    [2, 2, 2]
    """
    known = _known(as_table(questions), folds, seed)
    counts: dict[Hashable, Counter[str]] = defaultdict(Counter)
    for row in known:
        if row.answer is not None:
            for fold in (None, row.fold):
                counts[row.sub_template, row.form, fold][row.answer] += 1
                counts[row.form, fold][row.answer] += 1
    chosen: dict[tuple[str, Any, int], Any] = {}
    for row in known:
        key = (row.sub_template, row.form, row.fold)
        if key not in chosen:
            sources: Iterable[tuple[Hashable, ...]] = ((row.sub_template, row.form), (row.form,))
            chosen[key] = next(
                (
                    json.loads(answer)
                    for source in sources
                    if (answer := _most_frequent(counts, source, folds and row.fold))
                ),
                None,
            )
    return [
        Prediction(
            row.question_id, chosen[row.sub_template, row.form, row.fold], language=row.language
        )
        for row in known
    ]


def _most_frequent(
    counts: dict[Hashable, Counter[str]], source: tuple[Hashable, ...], without: int | None
) -> str | None:
    """Return the most frequent answer, those of one fold left out."""
    left = counts[(*source, None)]
    if without is not None:
        left = left - counts[(*source, without)]
    best = max(left.values(), default=0)
    return (
        min((answer for answer, count in left.items() if count == best), default=None)
        if best
        else None
    )


def _known(table: pa.Table, folds: int | None, seed: int) -> list[_Known]:
    firsts = table.take(pa.array(first_rows(table)))
    columns = (
        firsts[name].to_pylist()
        for name in (
            "question_id",
            "language",
            "sub_template",
            "answer_format",
            "answer_options",
            "answer",
        )
    )
    tuples = tuple_ids(firsts).to_pylist()
    return [
        _Known(
            question_id,
            language,
            sub_template,
            (form, options),
            None if answer is None else _canonical(answer),
            _fold(entities, folds, seed),
        )
        for question_id, language, sub_template, form, options, answer, entities in zip(
            *columns, tuples, strict=True
        )
    ]


def _canonical(answer: str) -> str:
    """Return an answer's JSON text, the names of a set in order."""
    value = json.loads(answer)
    if isinstance(value, list):
        value = sorted(value)
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _fold(entities: str, folds: int | None, seed: int) -> int:
    if folds is None:
        return 0
    return int.from_bytes(sha256(f"{seed}:{entities}".encode()).digest()[:8], "big") % folds
