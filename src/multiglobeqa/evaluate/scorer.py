"""The Inspect scorer: Table 12 over the dataset's own gold answers and names."""

from __future__ import annotations

import functools
import json

import pyarrow as pa
from inspect_ai.scorer import Metric, SampleScore, Scorer, Target, Value, metric, scorer
from inspect_ai.scorer import Score as InspectScore
from inspect_ai.solver import TaskState

from multiglobeqa.dataset import Dataset, Question
from multiglobeqa.evaluate.reply import read_output
from multiglobeqa.score import RESULTS, Names, score
from multiglobeqa.score.metrics import METRICS, Rows

SCORED = pa.schema([RESULTS.field(name) for name in ("premise_holds", "outcome", "em", "ne")])
LABELS = {"em": "EM", "ne": "NE", "cov": "Cov", "em_cov": "EM_cov", "frr": "FRR", "nrr": "NRR"}


def rates(scored: pa.Table) -> dict[str, float]:
    """Return the metrics of `multiglobeqa.score.metrics` that there are questions for.

    Parameters
    ----------
    scored : pyarrow.Table
        Holding the columns of `SCORED`.
    """
    found = {}
    for name, parts in METRICS.items():
        above, below = (part.sum() for part in parts(Rows(scored)))
        if below:
            found[LABELS[name]] = float(above / below)
    return found


@metric
def summary() -> Metric:
    """EM, NE, Cov, EM_cov and FRR over true premises, NRR over false ones."""

    def compute(scores: list[SampleScore]) -> Value:
        return dict(
            rates(pa.Table.from_pylist([one.score.metadata for one in scores], schema=SCORED))
        )

    return compute


@scorer(metrics=[summary()])
def table12(dataset: str, language: str = "eng", split: str | None = None) -> Scorer:
    """Score by `multiglobeqa.score`, as Table 12 of the paper.

    Parameters
    ----------
    dataset : str
        The dataset folder: it holds the gold answers, so that a log can be scored again.
    language : str
        ISO 639-3.
    split : str, optional
        The dataset's first by default.
    """

    async def judge(state: TaskState, target: Target) -> InspectScore:
        questions, names = _gold(dataset, language, split)
        question = questions[str(state.sample_id)]
        reply = read_output(question.question_id, language, state.output)
        scored = score(reply.prediction, question, names=names)
        return InspectScore(
            value=scored.em,
            answer=None if scored.answer is None else json.dumps(scored.answer, ensure_ascii=False),
            explanation=reply.problem or scored.problem,
            metadata={
                "premise_holds": question.premise_holds,
                "outcome": scored.outcome,
                "em": scored.em,
                "ne": scored.ne,
            },
        )

    return judge


@functools.lru_cache(maxsize=1)
def _gold(dataset: str, language: str, split: str | None) -> tuple[dict[str, Question], Names]:
    opened = Dataset(dataset)
    questions = {question.question_id: question for question in opened.questions(language, split)}
    return questions, Names(opened.aliases())
