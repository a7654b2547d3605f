"""Many predictions against the questions of a dataset."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from multiglobeqa.dataset import QUESTIONS, Entity, Question
from multiglobeqa.errors import InputError
from multiglobeqa.score.collector import resting
from multiglobeqa.score.gold import Gold, Target
from multiglobeqa.score.judge import Reading, judge
from multiglobeqa.score.prediction import Prediction
from multiglobeqa.score.resolve import Names
from multiglobeqa.score.results import OUTCOMES, RESULTS

MISSING = "no prediction was given"

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
_COPIED = (
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
    table = as_table(questions)
    asked = _Asked(table)
    answered = asked.rows(predictions)
    missing = asked.others(answered, {prediction.language for prediction in predictions})
    rows = np.concatenate([answered, missing])
    codes = asked.codes[rows]
    firsts = table.take(pa.array(asked.first_rows)).combine_chunks()
    golds = _golds(firsts, names)
    targets = [golds[code] for code in codes.tolist()]
    absent = [Prediction(failure="harness_error")] * len(missing)
    verdicts = judge([*predictions, *absent], targets, reading)

    size = len(targets)
    of_question = firsts.select(_COPIED).take(pa.array(codes))
    columns: dict[str, Any] = {name: of_question[name] for name in _COPIED}
    for name in ("language", "question"):
        columns[name] = table[name].take(pa.array(rows))
    columns |= {
        "tier": pa.repeat(tier, size),
        "model": pa.repeat(model, size),
        "seed": pa.repeat(pa.scalar(seed, pa.int64()), size),
        "tuple_id": tuple_ids(firsts).take(pa.array(codes)),
        "gold": firsts["answer"].take(pa.array(codes)),
        "raw": pa.array([_raw(prediction) for prediction in predictions], pa.string()),
        "answer": pa.array([_json(answer) for answer in verdicts.answer], pa.string()),
        "read_as": pa.array(verdicts.read_as, pa.string()),
        "problem": pa.array(verdicts.problem, pa.string()),
        "outcome": pa.array(OUTCOMES).take(pa.array(verdicts.outcome)),
        "em": pa.array(verdicts.em),
        "ne": pa.array(verdicts.ne),
    }
    columns["raw"] = pa.chunked_array([columns["raw"], pa.nulls(len(missing), pa.string())])
    if len(missing):
        told = columns["problem"].slice(0, len(answered))
        columns["problem"] = pa.chunked_array([told, pa.repeat(MISSING, len(missing))])
    for name in RESULTS.names:
        columns.setdefault(name, pa.nulls(size, RESULTS.field(name).type))
    return pa.table([columns[name] for name in RESULTS.names], schema=RESULTS)


class _Asked:
    """Where each question stands in each language.

    Attributes
    ----------
    codes : ndarray of int, shape (rows,)
        The question of each row, numbered.
    first_rows : ndarray of int, shape (questions,)
        A row of each question.
    """

    def __init__(self, table: pa.Table) -> None:
        ids = table["question_id"].combine_chunks().dictionary_encode()
        languages = table["language"].combine_chunks().dictionary_encode()
        self.codes: NDArray[np.int64] = ids.indices.to_numpy().astype(np.int64)
        self._spoken: NDArray[np.int64] = languages.indices.to_numpy().astype(np.int64)
        self._questions: dict[str, int] = {
            key: code for code, key in enumerate(ids.dictionary.to_pylist())
        }
        self._languages: dict[str, int] = {
            key: code for code, key in enumerate(languages.dictionary.to_pylist())
        }
        self._row = np.full((len(self._questions), len(self._languages)), -1, dtype=np.int64)
        self._row[self.codes, self._spoken] = np.arange(len(table))
        self.first_rows = first_rows(table)

    def rows(self, predictions: Sequence[Prediction]) -> NDArray[np.int64]:
        """Return the row that each prediction answers."""
        try:
            questions = np.array([self._questions[p.question_id] for p in predictions], dtype=int)
        except KeyError as unknown:
            raise InputError(f"there is no question {unknown.args[0]!r}") from None
        try:
            languages = np.array([self._languages[p.language] for p in predictions], dtype=int)
        except KeyError as unknown:
            raise InputError(f"there are no questions in {unknown.args[0]!r}") from None
        rows = self._row[questions, languages]
        if (rows < 0).any():
            lost = predictions[int(np.argmax(rows < 0))]
            raise InputError(f"there is no question {lost.question_id!r} in {lost.language!r}")
        answered, counts = np.unique(rows, return_counts=True)
        if (counts > 1).any():
            twice = predictions[int(np.argmax(rows == answered[np.argmax(counts > 1)]))]
            raise InputError(
                f"there are two predictions for {twice.question_id!r} in {twice.language!r}"
            )
        return rows

    def others(self, rows: NDArray[np.int64], languages: set[str]) -> NDArray[np.int64]:
        """Return the rows of these languages that are not among `rows`."""
        left = np.isin(self._spoken, [self._languages[language] for language in languages])
        left[rows] = False
        return np.flatnonzero(left)


def first_rows(table: pa.Table) -> NDArray[np.int64]:
    """Return the first row of each question, in the order of the questions' first rows."""
    ids = table["question_id"].combine_chunks().dictionary_encode()
    return np.unique(ids.indices.to_numpy(), return_index=True)[1]


def _numbered(keys: pa.Array) -> dict[str, int]:
    return {key: code for code, key in enumerate(keys.to_pylist())}


def as_table(questions: Sequence[Question] | pa.Table) -> pa.Table:
    """Return questions as a table of the schema `multiglobeqa.dataset.QUESTIONS`."""
    if isinstance(questions, pa.Table):
        return questions
    return pa.Table.from_pylist([question.row() for question in questions], schema=QUESTIONS)


def _golds(questions: pa.Table, names: Names | None) -> list[Target]:
    """Return the target of each question."""
    targets = []
    named = pc.is_in(questions["answer_format"], pa.array(["entity", "set"])).to_pylist()
    columns = [questions[name].to_pylist() for name in _GOLD]
    among = [questions[name].combine_chunks() for name in ("answer_entities", "candidates")]
    for place, (question_id, form, options, answer, acceptable, premise, entities) in enumerate(
        zip(*columns, strict=True)
    ):
        gold = Gold(
            answer_format=form,
            answer=None if answer is None else json.loads(answer),
            answer_options=json.loads(options),
            acceptable=json.loads(acceptable),
            premise_holds=premise,
        )
        if named[place]:
            gold = replace(
                gold,
                answer_entities=among[0][place].as_py(),
                candidates=among[1][place].as_py(),
                entities=[Entity(**entity) for entity in json.loads(entities)],
            )
        try:
            targets.append(Target(gold, names))
        except InputError as error:
            raise InputError(error.message, place=f"question {question_id}") from None
    return targets


def tuple_ids(questions: pa.Table) -> pa.Array:
    """Return an id of the entities that each question names, whatever their roles."""
    ids = (
        sorted(entity["id"] for entity in json.loads(entities))
        for entities in questions["entities"].to_pylist()
    )
    return pa.array([sha256("\n".join(tuple_).encode()).hexdigest()[:16] for tuple_ in ids])


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
