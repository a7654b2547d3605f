"""The judgement of many predictions at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from multiglobeqa.answers import FormatError, free
from multiglobeqa.errors import InputError
from multiglobeqa.score.gold import Target
from multiglobeqa.score.prediction import FAILURES, Prediction
from multiglobeqa.score.results import OUTCOMES

Reading = Literal["strict", "free"]

CORRECT, WRONG, REFUSED, FORMAT_ERROR = range(4)
FAILED = {failure: OUTCOMES.index(failure) for failure in FAILURES}
NO_ANSWER = "there is no answer"


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What came of n predictions.

    Attributes
    ----------
    outcome : ndarray of int, shape (n,)
        Positions in `OUTCOMES`.
    em, ne : ndarray, shape (n,)
        E and e of Table 12.
    answer : list, length n
        The JSON value that was read; None where there is none.
    read_as : list of (str or None), length n
        How it was read.
    problem : list of (str or None), length n
        Why it could not be read.
    """

    outcome: NDArray[np.int8]
    em: NDArray[np.int8]
    ne: NDArray[np.float64]
    answer: list[Any]
    read_as: list[str | None]
    problem: list[str | None]


def judge(
    predictions: Sequence[Prediction], targets: Sequence[Target], reading: Reading = "strict"
) -> Verdicts:
    """Judge predictions against their targets, pair by pair.

    A refusal is right where the premise is false, and only there. Whatever a prediction holds,
    nothing is raised: what cannot be read is a format error.
    """
    if reading not in get_args(Reading):
        raise InputError(f"there is no reading {reading!r}", remedy="Use strict or free.")
    size = len(predictions)
    verdicts = Verdicts(
        outcome=np.full(size, FORMAT_ERROR, dtype=np.int8),
        em=np.zeros(size, dtype=np.int8),
        ne=np.ones(size),
        answer=[None] * size,
        read_as=[None] * size,
        problem=[None] * size,
    )
    outcome = verdicts.outcome
    groups: defaultdict[tuple[str, str], list[tuple[int, Any]]] = defaultdict(list)
    for place, (prediction, target) in enumerate(zip(predictions, targets, strict=True)):
        answer, refused, how = prediction.answer, prediction.refused, "json"
        try:
            if prediction.failure is not None:
                outcome[place] = FAILED[prediction.failure]
                continue
            if not refused and reading == "free" and type(answer) is str:
                answer, refused, how = _read(answer, target, prediction.language)
            if refused:
                outcome[place] = REFUSED
                verdicts.read_as[place] = how
                continue
            if answer is None:
                raise FormatError(NO_ANSWER)
            parsed = target.form.parse(answer, target.options)
        except FormatError as error:
            verdicts.problem[place] = str(error)
            continue
        outcome[place] = WRONG
        verdicts.answer[place] = answer
        verdicts.read_as[place] = how
        if target.premise_holds:
            groups[target.group].append((place, target.form.key(parsed, target.resolve)))
    for group in groups.values():
        _compare(group, targets, verdicts)
    refusals = np.flatnonzero(outcome == REFUSED)
    right = refusals[[not targets[place].premise_holds for place in refusals.tolist()]]
    verdicts.em[right], verdicts.ne[right] = 1, 0.0
    return verdicts


def _compare(answers: list[tuple[int, Any]], targets: Sequence[Target], verdicts: Verdicts) -> None:
    """Compare answers of one format and options with their golds; the best of several counts."""
    pairs = [(place, key, gold) for place, key in answers for gold in targets[place].keys]
    places = np.array([place for place, _, _ in pairs])
    target = targets[answers[0][0]]
    exact, error = target.form.measure(
        [key for _, key, _ in pairs], [gold for _, _, gold in pairs], target.options
    )
    np.maximum.at(verdicts.em, places, exact.astype(np.int8))
    np.minimum.at(verdicts.ne, places, error)
    verdicts.outcome[places[exact]] = CORRECT


def _read(text: str, target: Target, language: str) -> tuple[Any, bool, str]:
    found = free.read(text, target.form.id, target.options, language, target.candidate)
    return found.answer, found.refused, found.how
