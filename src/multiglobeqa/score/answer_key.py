"""The questions of a dataset with their golds, ready for predictions."""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from multiglobeqa.dataset import Entity, Question
from multiglobeqa.errors import InputError
from multiglobeqa.score.gold import Gold, Target
from multiglobeqa.score.judge import NAMED
from multiglobeqa.score.prediction import Prediction
from multiglobeqa.score.questions import as_table, first_rows
from multiglobeqa.score.resolve import Names

# What a question decides about its gold; the same in all languages.
_GOLD = (
    "question_id",
    "answer_format",
    "answer_options",
    "answer",
    "acceptable",
    "premise_holds",
    "entities",
)
_AMONG = ("answer_entities", "candidates")


class AnswerKey:
    """Where each question stands in each language, and what it is to be compared with.

    Parameters
    ----------
    questions, names
        As for `multiglobeqa.score.score_many`.

    Attributes
    ----------
    table : pyarrow.Table
        A row for each question and language.
    firsts : pyarrow.Table
        A row for each question.
    codes : ndarray of int, shape (rows of table,)
        The row of `firsts` of each row of `table`.
    targets : list of Target
        What each question is compared with.

    Raises
    ------
    InputError
        When a gold answer is not valid, naming its question.
    """

    def __init__(self, questions: Sequence[Question] | pa.Table, names: Names | None) -> None:
        self.table = as_table(questions)
        ids = self.table["question_id"].combine_chunks().dictionary_encode()
        languages = self.table["language"].combine_chunks().dictionary_encode()
        self.codes: NDArray[np.int64] = ids.indices.to_numpy().astype(np.int64)
        self._spoken: NDArray[np.int64] = languages.indices.to_numpy().astype(np.int64)
        self.ids: dict[str, int] = _numbered(ids.dictionary)
        self.languages: dict[str, int] = _numbered(languages.dictionary)
        self._row = np.full((len(self.ids), len(self.languages)), -1, dtype=np.int64)
        self._row[self.codes, self._spoken] = np.arange(len(self.table))
        self.firsts = self.table.take(pa.array(first_rows(self.table))).combine_chunks()
        self.targets = _targets(self.firsts, names)

    def rows(self, predictions: Sequence[Prediction]) -> NDArray[np.int64]:
        """Return the row that each prediction answers.

        Raises
        ------
        InputError
            When there is no such question or language.
        """
        try:
            questions = np.array([self.ids[p.question_id] for p in predictions], dtype=np.int64)
        except KeyError as unknown:
            raise InputError(f"there is no question {unknown.args[0]!r}") from None
        try:
            spoken = np.array([self.languages[p.language] for p in predictions], dtype=np.int64)
        except KeyError as unknown:
            raise InputError(f"there are no questions in {unknown.args[0]!r}") from None
        rows = self._row[questions, spoken]
        if (rows < 0).any():
            lost = predictions[int(np.argmax(rows < 0))]
            raise InputError(f"there is no question {lost.question_id!r} in {lost.language!r}")
        return rows

    def others(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the rows in the same languages that are not among `rows`.

        Raises
        ------
        InputError
            When a row is there twice.
        """
        answered, counts = np.unique(rows, return_counts=True)
        if (counts > 1).any():
            row = int(answered[np.argmax(counts > 1)])
            question, language = (self.table[name][row] for name in ("question_id", "language"))
            raise InputError(f"there are two predictions for '{question}' in '{language}'")
        left = np.isin(self._spoken, np.unique(self._spoken[rows]))
        left[rows] = False
        return np.flatnonzero(left)


def _targets(questions: pa.Table, names: Names | None) -> list[Target]:
    """Return the target of each question."""
    targets = []
    # Of the same text the same object: the targets that share it are compared at once.
    read_options = functools.cache(json.loads)
    named = pc.is_in(questions["answer_format"], pa.array(NAMED))
    answers, candidates = (_lists(questions[name], named) for name in _AMONG)
    columns = [questions[name].to_pylist() for name in _GOLD]
    for question_id, form, options, answer, acceptable, premise, entities in zip(
        *columns, strict=True
    ):
        gold = Gold(
            answer_format=form,
            answer=None if answer is None or acceptable != "[]" else json.loads(answer),
            answer_options=read_options(options),
            acceptable=json.loads(acceptable),
            premise_holds=premise,
        )
        if form in NAMED:
            gold = replace(
                gold,
                answer_entities=next(answers),
                candidates=next(candidates),
                entities=[Entity(**entity) for entity in json.loads(entities)],
            )
        try:
            targets.append(Target(gold, names))
        except InputError as error:
            raise InputError(error.message, place=f"question {question_id}") from None
    return targets


def _lists(column: pa.ChunkedArray, where: pa.ChunkedArray) -> Iterator[list[str]]:
    """Yield the lists of some rows; faster than one scalar at a time."""
    lists = column.filter(where).combine_chunks()
    values, edges = lists.flatten().to_pylist(), lists.offsets.to_pylist()
    for start, end in itertools.pairwise(edges):
        yield values[start - edges[0] : end - edges[0]]


def _numbered(keys: pa.Array) -> dict[str, int]:
    return {key: code for code, key in enumerate(keys.to_pylist())}
