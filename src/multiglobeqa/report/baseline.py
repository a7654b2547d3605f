"""The majority baseline on the questions of some results, as runs like any other."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc

from multiglobeqa.dataset import Dataset
from multiglobeqa.errors import InputError
from multiglobeqa.score import Names, majority_baseline, score_many
from multiglobeqa.score.baseline import FOLDS

MODEL = "majority baseline"
TIERS = {"gold-informed": None, "cross-validated": FOLDS}


def baselines(results: pa.Table, dataset: Dataset) -> pa.Table:
    """Return the results of the two majority baselines on the questions that were asked.

    The most frequent answers are those of the whole dataset, of which perhaps only a part was
    asked.

    Parameters
    ----------
    results : pyarrow.Table
        Rows of the `RESULTS` schema.
    dataset : Dataset
        The dataset of the questions.

    Raises
    ------
    InputError
        When the dataset does not hold the questions.
    """
    languages = sorted(set(results["language"].to_pylist()) & set(dataset.languages))
    language = "eng" if "eng" in languages else next(iter(languages), None)
    questions = pa.concat_tables(_questions(dataset, language)) if language else None
    wanted = pc.unique(results["question_id"])
    asked = questions and questions.filter(pc.is_in(questions["question_id"], wanted))
    if not asked or asked.num_rows < len(wanted):
        raise InputError(
            "does not hold all questions of the results",
            source=dataset.path,
            remedy="Give the dataset that was scored.",
        )
    names, ids = Names(dataset.aliases()), set(wanted.to_pylist())
    return pa.concat_tables(
        score_many(
            [said for said in majority_baseline(questions, folds=folds) if said.question_id in ids],
            asked,
            names=names,
            model=MODEL,
            tier=tier,
        )
        for tier, folds in TIERS.items()
    )


def _questions(dataset: Dataset, language: str) -> Iterator[pa.Table]:
    """Yield the questions of each split, those of an earlier one left out."""
    seen = pa.array([], pa.string())
    for split in dataset.manifest["splits"]:
        table = dataset.questions_table(language, split)
        table = table.filter(pc.invert(pc.is_in(table["question_id"], seen)))
        seen = pa.concat_arrays([seen, *table["question_id"].chunks])
        yield table
