"""Questions as a table: one row for each question and language."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from multiglobeqa.dataset import QUESTIONS, Question


def as_table(questions: Sequence[Question] | pa.Table) -> pa.Table:
    """Return questions as a table of the schema `multiglobeqa.dataset.QUESTIONS`."""
    if isinstance(questions, pa.Table):
        return questions
    return pa.Table.from_pylist([question.row() for question in questions], schema=QUESTIONS)


def first_rows(table: pa.Table) -> NDArray[np.int64]:
    """Return the first row of each question, in the order of the questions' first rows."""
    ids = table["question_id"].combine_chunks().dictionary_encode()
    return np.unique(ids.indices.to_numpy(), return_index=True)[1]


def tuple_ids(table: pa.Table) -> pa.Array:
    """Return an id of the entities that each row names, whatever their roles."""
    ids = (
        sorted(entity["id"] for entity in json.loads(entities))
        for entities in table["entities"].to_pylist()
    )
    return pa.array([sha256("\n".join(tuple_).encode()).hexdigest()[:16] for tuple_ in ids])
