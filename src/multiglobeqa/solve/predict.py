"""The reference solver in a model's place: the upper bound of what gold triples allow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from multiglobeqa.dataset import Dataset
from multiglobeqa.files import new_file
from multiglobeqa.solve.reading import batches, cases
from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient, MissingSolver


def predict(
    dataset: Dataset, language: str = "eng", split: str | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the solver's prediction for each question of a language, ordered by id.

    Parameters
    ----------
    dataset : Dataset
    language : str
        ISO 639-3.
    split : str, optional
        By default the first.

    Yields
    ------
    dict
        ``question_id``, ``language``, ``answer`` and ``refused``: a question whose premise fails
        is refused; one that the solver cannot answer has neither an answer nor a refusal.
    """
    for batch in batches(dataset, language, split or dataset.manifest["splits"][0]):
        for question, triples in cases(*batch):
            try:
                solution = solve(question, triples)
            except (Insufficient, MissingSolver):
                value, refused = None, False
            else:
                value, refused = solution.value, not solution.premise_holds
            yield {
                "question_id": question.question_id,
                "language": question.language,
                "answer": value,
                "refused": refused,
            }


def write_predictions(
    path: str | Path, dataset: Dataset, language: str = "eng", split: str | None = None
) -> int:
    """Write the solver's predictions as JSON lines and return their number.

    The file appears whole or not at all.
    """
    number = 0
    with new_file(path) as beside, beside.open("w", encoding="utf-8") as stream:
        for prediction in predict(dataset, language, split):
            json.dump(prediction, stream, ensure_ascii=False, allow_nan=False)
            stream.write("\n")
            number += 1
    return number
