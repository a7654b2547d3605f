"""One place as a cell of H3 and a cell of S2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from typing_extensions import override

from multiglobeqa.answers.cell import (
    H3_PATTERN,
    S2_PATTERN,
    describe_cell,
    parse_h3,
    parse_s2,
    same_h3,
)
from multiglobeqa.answers.format import (
    AnswerFormat,
    Measured,
    Options,
    all_or_nothing,
    members,
    object_schema,
)


class Composite(AnswerFormat):
    """An H3 cell and an S2 cell; the options ``h3`` and ``s2`` are the resolution and level."""

    id: ClassVar[str] = "composite"

    @override
    def schema(self, options: Options) -> dict[str, Any]:
        return object_schema(
            {
                "h3": {"type": "string", "pattern": H3_PATTERN},
                "s2": {"type": "string", "pattern": S2_PATTERN},
            }
        )

    @override
    def describe(self, options: Options, unit: str | None = None) -> str:
        return (
            f'an object with the members "h3" ({describe_cell("h3", options["h3"])}) and '
            f'"s2" ({describe_cell("s2", options["s2"])})'
        )

    @override
    def parse(self, value: object, options: Options) -> tuple[str, str]:
        h3_cell, s2_cell = members(value, "the answer", ("h3", "s2"))
        return parse_h3(h3_cell), parse_s2(s2_cell)

    @override
    def measure(self, parsed: Sequence[Any], gold: Sequence[Any], options: Options) -> Measured:
        return all_or_nothing(
            [same_h3(a[0], b[0]) and a[1] == b[1] for a, b in zip(parsed, gold, strict=True)]
        )
