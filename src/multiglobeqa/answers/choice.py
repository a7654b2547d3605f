"""A string out of a list that the question declares: sides, directions."""

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
    listed,
)


class Choice(AnswerFormat):
    """One of the option ``values``, as it is written there."""

    id: ClassVar[str] = "choice"

    @override
    def schema(self, options: Options) -> dict[str, Any]:
        return {"type": "string", "enum": list(options["values"])}

    @override
    def describe(self, options: Options, unit: str | None = None) -> str:
        return f"exactly one of {listed(options['values'])}"

    @override
    def parse(self, value: object, options: Options) -> str:
        if type(value) is not str or value not in options["values"]:
            raise FormatError(f"the answer is one of {listed(options['values'])}")
        return value

    @override
    def measure(self, parsed: Sequence[Any], gold: Sequence[Any], options: Options) -> Measured:
        return all_or_nothing([a == b for a, b in zip(parsed, gold, strict=True)])
