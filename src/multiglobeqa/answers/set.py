"""The names of all the entities that a question asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from typing_extensions import override

from multiglobeqa.answers.format import (
    AnswerFormat,
    FormatError,
    Measured,
    Options,
    Resolve,
    kind,
    text,
)
from multiglobeqa.answers.names import LONGEST

MOST = 10_000


class NameSet(AnswerFormat):
    """A list of names, read as a set: order and repetition do not count."""

    id: ClassVar[str] = "set"

    @override
    def schema(self, options: Options) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string"}}

    @override
    def describe(self, options: Options, unit: str | None = None) -> str:
        return "a list with the names of all such entities, each name as one string"

    @override
    def parse(self, value: object, options: Options) -> list[str]:
        if not isinstance(value, list | tuple):
            raise FormatError(f"the answer is a list of names, not {kind(value)}")
        if len(value) > MOST:
            raise FormatError(f"a list has at most {MOST} names, not {len(value)}")
        return [text(name, "a name", LONGEST) for name in value]

    @override
    def key(self, parsed: Any, resolve: Resolve) -> Any:
        return frozenset(map(resolve, parsed))

    @override
    def measure(self, parsed: Sequence[Any], gold: Sequence[Any], options: Options) -> Measured:
        """Compare as sets: E asks for equality, e is ``1 - Jaccard``."""
        exact = np.array([a == b for a, b in zip(parsed, gold, strict=True)], dtype=bool)
        common = np.array([len(a & b) for a, b in zip(parsed, gold, strict=True)], dtype=float)
        union = np.array([len(a | b) for a, b in zip(parsed, gold, strict=True)], dtype=float)
        # Two empty sets are equal.
        return exact, np.where(exact, 0.0, 1.0 - common / np.maximum(union, 1.0))
