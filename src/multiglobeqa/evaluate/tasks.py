"""The Inspect tasks: a dataset's questions under a tier."""

from __future__ import annotations

from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig

from multiglobeqa.answers import answer_schema
from multiglobeqa.dataset import Dataset, Question
from multiglobeqa.errors import InputError
from multiglobeqa.evaluate.prompt import prompt
from multiglobeqa.evaluate.scorer import table12
from multiglobeqa.evaluate.tiers import TIERS, Tier


@task
def t1(dataset: str, language: str = "eng", split: str | None = None, seed: int = 0) -> Task:
    """Tier T1: the question alone.

    Parameters
    ----------
    dataset : str
        The dataset folder.
    language : str
        ISO 639-3.
    split : str, optional
        The dataset's first by default.
    seed : int
        Passed on to the model.
    """
    return _task(TIERS["T1"], dataset, language, split, seed)


def sample(tier: Tier, question: Question) -> Sample:
    """Return an Inspect sample that asks a question under a tier."""
    return Sample(
        id=question.question_id,
        input=prompt(tier.prompt, question),
        metadata={
            "schema": answer_schema(question),
            "tid": question.tid,
            "sub_template": question.sub_template,
            "kg": question.kg,
            "answer_format": question.answer_format,
            "premise_holds": question.premise_holds,
        },
    )


def _task(tier: Tier, dataset: str, language: str, split: str | None, seed: int) -> Task:
    # Whole, so that a log can be scored again from anywhere.
    dataset = str(Path(dataset).resolve())
    questions = Dataset(dataset).questions(language, split)
    if not questions:
        raise InputError("has no questions", source=dataset)
    # By id, which is a hash: the first so many are a fair sample, and part of any larger one.
    questions.sort(key=lambda question: question.question_id)
    return Task(
        dataset=MemoryDataset([sample(tier, question) for question in questions]),
        solver=tier.solver(),
        scorer=table12(dataset, language, split),
        config=GenerateConfig(temperature=0.0, top_p=1.0, seed=seed, max_tokens=tier.max_tokens),
    )
