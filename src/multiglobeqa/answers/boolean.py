"""True or false, with room for a third value between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from typing_extensions import override

from multiglobeqa.answers.format import (
    AnswerFormat,
    FormatError,
    Measured,
    Options,
    all_or_nothing,
    kind,
    listed,
)


class Boolean(AnswerFormat):
    """A boolean; with the option ``values``, a string out of them (a ternary answer)."""

    id: ClassVar[str] = "boolean"

    @override
    def schema(self, options: Options) -> dict[str, Any]:
        if values := options.get("values"):
            return {"type": "string", "enum": list(values)}
        return {"type": "boolean"}

    @override
    def describe(self, options: Options, unit: str | None = None) -> str:
        values = options.get("values")
        return f"exactly one of {listed(values)}" if values else "true or false"

    @override
    def parse(self, value: object, options: Options) -> bool | str:
        if values := options.get("values"):
            if type(value) is not str or value not in values:
                raise FormatError(f"the answer is one of {listed(values)}")
            return value
        if type(value) is not bool:
            raise FormatError(f"the answer is true or false, not {kind(value)}")
        return value

    @override
    def measure(self, parsed: Sequence[Any], gold: Sequence[Any], options: Options) -> Measured:
        return all_or_nothing([a == b for a, b in zip(parsed, gold, strict=True)])
