"""How many there are."""

from __future__ import annotations

from typing import Any, ClassVar

from typing_extensions import override

from multiglobeqa.answers import tolerance
from multiglobeqa.answers.format import FormatError, Options
from multiglobeqa.answers.number import Number


class Count(Number):
    """A whole number."""

    id: ClassVar[str] = "count"
    unit: ClassVar[str] = "a count"
    tolerance = staticmethod(tolerance.count)

    @override
    def schema(self, options: Options) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0}

    @override
    def describe(self, options: Options, unit: str | None = None) -> str:
        return f"a whole number of {unit}" if unit else "a whole number"

    @override
    def parse(self, value: object, options: Options) -> float:
        count = super().parse(value, options)
        if not count.is_integer():
            raise FormatError(f"the answer is a whole number, not {count:g}")
        return count
