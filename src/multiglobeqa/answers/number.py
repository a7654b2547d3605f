"""What the formats have in common that are one number: distance, area, count and ratio."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from multiglobeqa.answers.format import AnswerFormat, Measured, Options, number, within


class Number(AnswerFormat):
    """A number of at least 0, right within a tolerance that depends on the gold."""

    unit: ClassVar[str]

    @staticmethod
    def tolerance(gold: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return tau of Table 12 for gold values."""
        raise NotImplementedError

    @override
    def schema(self, options: Options) -> dict[str, Any]:
        return {"type": "number", "minimum": 0}

    @override
    def describe(self, options: Options, unit: str | None = None) -> str:
        return f"{self.unit}, as a number without the unit"

    @override
    def parse(self, value: object, options: Options) -> float:
        return number(value, "the answer", low=0)

    @override
    def measure(self, parsed: Sequence[Any], gold: Sequence[Any], options: Options) -> Measured:
        target = np.asarray(gold, dtype=float)
        return within(np.abs(np.asarray(parsed, dtype=float) - target), self.tolerance(target))
