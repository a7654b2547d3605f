"""Whether two computations of an answer agree.

Discrete values must be equal. Geodesic distances and areas may differ by a millionth, or by 1 m
and 1 m2; what needs a projection or a simplification (the measure "planar", and some templates
whatever their measure) by a thousandth; positions by 1 m, planar ones by 10 m, projected ones by
1 mm; bearings by 1e-4 and the sides of boxes by 1e-7 degrees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isfinite
from typing import Any

from multiglobeqa.dataset import Question
from multiglobeqa.geo import Point
from multiglobeqa.geo.direction import angle_between
from multiglobeqa.geo.geodesy import distance_km
from multiglobeqa.solve.solution import Solution

GEODESIC, PLANAR = 1e-6, 1e-3  # relative
METRE, SQUARE_METRE = 1e-3, 1e-6  # in km, km2
MILLIMETRE = 1e-3  # in m
BEARING = 1e-4  # degrees
SIDE = 1e-7  # degrees
SIDES = {"west", "south", "east", "north"}
# What these ask for takes a search, a projection or a simplification, whatever the measure.
APPROXIMATE = {"A3.fire", "A3.storm", "A9", "G1.pole", "G3", "I1.footprint", "K5"}
# A thousandth of the 10 km by which the score lets a point be off.
PLANAR_POINT = 0.01  # km

Rule = Callable[[Any, Any, str], bool]


def disagreement(question: Question, solution: Solution) -> str | None:
    """Return in what a question's gold answer and a solution differ, or None where they agree.

    The premise, the answer, all acceptable answers and the entities behind them must agree.
    """
    if question.premise_holds != solution.premise_holds:
        return solution.proof or "the premise holds"
    if not question.premise_holds:
        return None if question.answer is None else "an answer is given to a false premise"
    if question.answer_format not in RULES:
        return f"there is no rule of agreement for {question.answer_format!r}"

    approximate = APPROXIMATE & {question.tid, question.sub_template}
    measure = "planar" if approximate else question.measure

    def among(value: object, others: Iterable[object]) -> bool:
        return any(values_agree(question.answer_format, value, other, measure) for other in others)

    acceptable = question.acceptable or (question.answer,)
    if not among(question.answer, solution.acceptable):
        return "the answers differ"
    if not (
        all(among(gold, solution.acceptable) for gold in acceptable)
        and all(among(solved, acceptable) for solved in solution.acceptable)
    ):
        return "the acceptable answers differ"
    if solution.entities and set(question.answer_entities) != solution.entities:
        return "the entities of the answer differ"
    return None


def values_agree(answer_format: str, one: object, other: object, measure: str) -> bool:
    """Tell whether two values of an answer format agree; which is which does not matter.

    Parameters
    ----------
    answer_format : str
        One of `RULES`.
    one, other : JSON value
        What is not in the shape of the format agrees with nothing.
    measure : str
        How the answer was measured: geodesic, planar, grid or attribute.

    Examples
    --------
    >>> values_agree("distance", 1000.0005, 1000.0, "geodesic")
    True
    >>> values_agree("count", 12, 13, "attribute")
    False
    """
    try:
        return RULES[answer_format](one, other, measure)
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError):
        return False


def _equal(one: Any, other: Any, measure: str) -> bool:
    return type(one) is type(other) and one == other


def _same_count(one: Any, other: Any, measure: str) -> bool:
    return _number(one) == _number(other)


def _same_set(one: Any, other: Any, measure: str) -> bool:
    return isinstance(one, list) and isinstance(other, list) and sorted(one) == sorted(other)


def _close_distance(one: Any, other: Any, measure: str) -> bool:
    return _close(one, other, measure, METRE)


def _close_area(one: Any, other: Any, measure: str) -> bool:
    return _close(one, other, measure, SQUARE_METRE)


def _close_ratio(one: Any, other: Any, measure: str) -> bool:
    return _close(one, other, measure, 0)


def _close_point(one: Any, other: Any, measure: str) -> bool:
    if one.keys() != other.keys() or one.get("zone") != other.get("zone"):
        return False
    if "latitude" in one:
        a, b = (Point(_number(at["longitude"]), _number(at["latitude"])) for at in (one, other))
        return distance_km(a, b) <= (PLANAR_POINT if measure == "planar" else METRE)
    return all(
        abs(_number(one[axis]) - _number(other[axis])) <= MILLIMETRE
        for axis in one.keys() - {"zone"}
    )


def _close_polar(one: Any, other: Any, measure: str) -> bool:
    return (
        one.keys() == other.keys()
        and angle_between(_number(one["bearing"]), _number(other["bearing"])) <= BEARING
        and _close_distance(one["distance"], other["distance"], measure)
    )


def _close_box(one: Any, other: Any, measure: str) -> bool:
    return one.keys() == other.keys() == SIDES and all(
        angle_between(_number(one[side]), _number(other[side])) <= SIDE for side in SIDES
    )


def _close(one: Any, other: Any, measure: str, absolute: float) -> bool:
    one, other = _number(one), _number(other)
    relative = PLANAR if measure == "planar" else GEODESIC
    return abs(one - other) <= max(absolute, relative * max(abs(one), abs(other)))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise TypeError("not a number")
    return value


RULES: dict[str, Rule] = {
    "boolean": _equal,
    "entity": _equal,
    "choice": _equal,
    "cell": _equal,
    "geohash": _equal,
    "composite": _equal,
    "date": _equal,
    "set": _same_set,
    "count": _same_count,
    "distance": _close_distance,
    "area": _close_area,
    "ratio": _close_ratio,
    "point": _close_point,
    "polar": _close_polar,
    "polygon": _close_box,
}
