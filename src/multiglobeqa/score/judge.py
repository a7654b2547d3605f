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
NAMED = ("entity", "set")  # the formats whose answers are names


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
    groups: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for place, (prediction, target) in enumerate(zip(predictions, targets, strict=True)):
        _, answer, refused, language, failure, _ = prediction
        how = "json"
        if failure is not None:
            verdicts.outcome[place] = FAILED[failure]
            continue
        if reading == "free" and not refused and type(answer) is str:
            try:
                answer, refused, how = _read(answer, target, language)
            except FormatError as unreadable:
                verdicts.problem[place] = str(unreadable)
                continue
        if refused:
            verdicts.outcome[place] = REFUSED
            verdicts.read_as[place] = how
        elif answer is None:
            verdicts.problem[place] = NO_ANSWER
        else:
            verdicts.answer[place] = answer
            verdicts.read_as[place] = how
            groups[target.group].append(place)
    for places in groups.values():
        _compare(places, targets, verdicts)
    refusals = np.flatnonzero(verdicts.outcome == REFUSED)
    right = refusals[[not targets[place].premise_holds for place in refusals.tolist()]]
    verdicts.em[right], verdicts.ne[right] = 1, 0.0
    return verdicts


def _compare(places: list[int], targets: Sequence[Target], verdicts: Verdicts) -> None:
    """Parse answers of one format and options, and compare them with their golds."""
    form, options = targets[places[0]].form, targets[places[0]].options
    parse, named, answer = form.parse, form.id in NAMED, verdicts.answer
    parsed, read, keys, golds = [], [], [], []
    for place in places:
        try:
            key = parse(answer[place], options)
        except FormatError as malformed:
            verdicts.problem[place] = str(malformed)
            verdicts.answer[place] = verdicts.read_as[place] = None
            continue
        parsed.append(place)
        target = targets[place]
        if named:
            key = form.key(key, target.resolve)
        for gold in target.keys:
            read.append(place)
            keys.append(key)
            golds.append(gold)
    verdicts.outcome[parsed] = WRONG
    if not read:
        return
    exact, error = form.measure(keys, golds, options)
    # Of several acceptable answers the nearest counts.
    compared = np.array(read)
    np.maximum.at(verdicts.em, compared, exact.astype(np.int8))
    np.minimum.at(verdicts.ne, compared, error)
    verdicts.outcome[compared[exact]] = CORRECT


def _read(text: str, target: Target, language: str) -> tuple[Any, bool, str]:
    found = free.read(text, target.form.id, target.options, language, target.candidate)
    return found.answer, found.refused, found.how
