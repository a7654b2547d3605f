"""A number without a unit: an index of shape."""

from __future__ import annotations

from typing import ClassVar

from typing_extensions import override

from multiglobeqa.answers import tolerance
from multiglobeqa.answers.format import Options
from multiglobeqa.answers.number import Number


class Ratio(Number):
    """A dimensionless number, right within 5 % of the gold."""

    id: ClassVar[str] = "ratio"
    unit: ClassVar[str] = "a ratio"
    tolerance = staticmethod(tolerance.ratio)

    @override
    def describe(self, options: Options, unit: str | None = None) -> str:
        return "a dimensionless number"
