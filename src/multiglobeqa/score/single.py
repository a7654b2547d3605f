"""One prediction against one gold."""

from __future__ import annotations

from typing import Any, NamedTuple

from multiglobeqa.score.gold import GoldLike, Target
from multiglobeqa.score.judge import Reading, judge
from multiglobeqa.score.prediction import Prediction
from multiglobeqa.score.resolve import Names
from multiglobeqa.score.results import OUTCOMES


class Score(NamedTuple):
    """What came of one prediction.

    Attributes
    ----------
    outcome : str
        One of `OUTCOMES`.
    em : int
        1 when the answer is right (where the premise is false: when it was refused), else 0.
    ne : float
        The error, from 0 to 1; 1 whenever there is no answer.
    answer : JSON value
        What was read.
    read_as : str, optional
        How it was read: "json", or what free reading recognised.
    problem : str, optional
        Why it could not be read.
    """

    outcome: str
    em: int
    ne: float
    answer: Any = None
    read_as: str | None = None
    problem: str | None = None


def score(
    prediction: Prediction,
    gold: GoldLike,
    *,
    names: Names | None = None,
    reading: Reading = "strict",
) -> Score:
    """Score one prediction; see `score_many` for many.

    Parameters
    ----------
    prediction : Prediction
    gold : Gold or Question
    names : Names, optional
        The names of the entities. Without them a name is right when it is spelt as the gold.
    reading : {"strict", "free"}
        Whether the answer must be the JSON value that its format asks for, or may also be text.

    Examples
    --------
    >>> from multiglobeqa.score import Gold, Prediction
    >>> score(Prediction(answer=102.5), Gold("distance", 100))
    Score(outcome='correct', em=1, ne=0.5, answer=102.5, read_as='json', problem=None)
    >>> score(Prediction(answer="far"), Gold("distance", 100)).problem
    'the answer is a number, not a string'
    """
    verdicts = judge([prediction], [Target(gold, names)], reading)
    return Score(
        OUTCOMES[verdicts.outcome[0]],
        int(verdicts.em[0]),
        float(verdicts.ne[0]),
        verdicts.answer[0],
        verdicts.read_as[0],
        verdicts.problem[0],
    )
