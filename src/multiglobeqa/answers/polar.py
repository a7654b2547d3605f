"""Where one place lies as seen from another: bearing and distance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from typing_extensions import override

from multiglobeqa.answers import tolerance
from multiglobeqa.answers.format import (
    AnswerFormat,
    Measured,
    Options,
    members,
    number,
    object_schema,
    within,
)


class Polar(AnswerFormat):
    """A bearing in degrees clockwise from north and a distance in km; both must be right.

    The error is the larger of the two, each as a share of its own tolerance.
    """

    id: ClassVar[str] = "polar"

    @override
    def schema(self, options: Options) -> dict[str, Any]:
        return object_schema(
            {
                "bearing": {"type": "number", "minimum": -360, "maximum": 360},
                "distance": {"type": "number", "minimum": 0},
            }
        )

    @override
    def describe(self, options: Options, unit: str | None = None) -> str:
        return (
            'an object with the members "bearing" (degrees clockwise from north, 0 to 360) and '
            '"distance" (kilometres)'
        )

    @override
    def parse(self, value: object, options: Options) -> tuple[float, float]:
        bearing, distance = members(value, "the answer", ("bearing", "distance"))
        return number(bearing, "bearing", -360, 360), number(distance, "distance", low=0)

    @override
    def measure(self, parsed: Sequence[Any], gold: Sequence[Any], options: Options) -> Measured:
        bearing, distance = np.asarray(parsed, dtype=float).reshape(-1, 2).T
        gold_bearing, gold_distance = np.asarray(gold, dtype=float).reshape(-1, 2).T
        turn = np.abs(bearing - gold_bearing) % 360.0
        angle = within(np.minimum(turn, 360.0 - turn), tolerance.BEARING_DEGREES)
        radius = within(np.abs(distance - gold_distance), tolerance.distance_km(gold_distance))
        return angle[0] & radius[0], np.maximum(angle[1], radius[1])
