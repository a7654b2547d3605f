"""Questions with their gold triples, streamed from a dataset."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc

from multiglobeqa.dataset import Dataset, Question, Triple
from multiglobeqa.errors import InputError

BATCH = 500  # questions


def batches(
    dataset: Dataset, language: str, split: str, size: int = BATCH
) -> Iterator[tuple[pa.Table, pa.Table]]:
    """Yield the questions of a split, ordered by id, together with their gold triples.

    Parameters
    ----------
    dataset : Dataset
    language, split : str
        Which questions.
    size : int
        The number of questions in a batch.

    Yields
    ------
    questions, triples : pyarrow.Table
        Of the `QUESTIONS` and `TRIPLES` schemas.
    """
    questions = dataset.questions_table(language, split).sort_by("question_id")
    triples, ids, starts = _sorted_triples(dataset)
    for first in range(0, questions.num_rows, size):
        batch = questions.slice(first, size)
        batch_ids = batch.column("question_id")
        begin = starts[bisect_left(ids, batch_ids[0].as_py())]
        end = starts[bisect_right(ids, batch_ids[-1].as_py())]
        yield batch, triples.slice(begin, end - begin)


def cases(questions: pa.Table, triples: pa.Table) -> Iterator[tuple[Question, list[Triple]]]:
    """Yield each question of a batch with its gold triples; a question may have none.

    Raises
    ------
    InputError
        When a row is no question.
    """
    by_question: dict[str, list[Triple]] = {}
    columns = [triples.column(name).to_pylist() for name in Triple._fields]
    for question_id, triple in zip(
        triples.column("question_id").to_pylist(),
        map(Triple._make, zip(*columns, strict=True)),
        strict=True,
    ):
        by_question.setdefault(question_id, []).append(triple)
    for row in questions.to_pylist():
        try:
            question = Question.from_row(row)
        except (TypeError, ValueError) as error:
            raise InputError(f"question {row['question_id']} is malformed: {error}") from None
        yield question, by_question.get(question.question_id, [])


def _sorted_triples(dataset: Dataset) -> tuple[pa.Table, list[str], list[int]]:
    """Return the triples ordered by question, the questions' ids and the row each begins at."""
    triples = dataset.gold_triples
    ids, starts = _runs(triples)
    if ids != sorted(set(ids)):
        triples = triples.sort_by("question_id")
        ids, starts = _runs(triples)
    return triples, ids, starts


def _runs(triples: pa.Table) -> tuple[list[str], list[int]]:
    if not triples.num_rows:
        return [], [0]
    runs = pc.run_end_encode(triples.column("question_id").combine_chunks())
    return runs.values.to_pylist(), [0, *runs.run_ends.to_pylist()]
