"""The name of one entity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from typing_extensions import override

from multiglobeqa.answers.format import (
    AnswerFormat,
    Measured,
    Options,
    Resolve,
    all_or_nothing,
    text,
)
from multiglobeqa.answers.names import LONGEST


class EntityName(AnswerFormat):
    """A name; right when it stands for the gold entity."""

    id: ClassVar[str] = "entity"

    @override
    def schema(self, options: Options) -> dict[str, Any]:
        return {"type": "string"}

    @override
    def describe(self, options: Options, unit: str | None = None) -> str:
        return "the name of exactly one entity, with nothing added"

    @override
    def parse(self, value: object, options: Options) -> str:
        return text(value, "a name", LONGEST)

    @override
    def key(self, parsed: Any, resolve: Resolve) -> Any:
        return resolve(parsed)

    @override
    def measure(self, parsed: Sequence[Any], gold: Sequence[Any], options: Options) -> Measured:
        return all_or_nothing([a == b for a, b in zip(parsed, gold, strict=True)])
