"""The 15 answer formats: for each a JSON schema, a description, a parser and a comparison.

Examples
--------
>>> distance = get_format("distance")
>>> distance.compare(distance.parse(104.9, {}), 100.0, {}).exact
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from multiglobeqa.answers.area import Area
from multiglobeqa.answers.boolean import Boolean
from multiglobeqa.answers.cell import Cell
from multiglobeqa.answers.choice import Choice
from multiglobeqa.answers.composite import Composite
from multiglobeqa.answers.count import Count
from multiglobeqa.answers.date import Date
from multiglobeqa.answers.distance import Distance
from multiglobeqa.answers.entity import EntityName
from multiglobeqa.answers.format import AnswerFormat, Comparison, FormatError, object_schema
from multiglobeqa.answers.geohash import GridCode
from multiglobeqa.answers.point import Point
from multiglobeqa.answers.polar import Polar
from multiglobeqa.answers.polygon import Region
from multiglobeqa.answers.ratio import Ratio
from multiglobeqa.answers.set import NameSet
from multiglobeqa.errors import InputError

FORMATS: Mapping[str, AnswerFormat] = {
    cls.id: cls()
    for cls in (
        Boolean,
        EntityName,
        Choice,
        NameSet,
        Cell,
        GridCode,
        Composite,
        Distance,
        Area,
        Count,
        Ratio,
        Point,
        Polar,
        Region,
        Date,
    )
}


class Asked(Protocol):
    """What `answer_schema` needs of a question; `multiglobeqa.dataset.Question` has it."""

    @property
    def answer_format(self) -> str:
        """The id of the answer format."""
        ...

    @property
    def answer_options(self) -> dict[str, Any]:
        """The options of the answer format."""
        ...


def get_format(format_id: str) -> AnswerFormat:
    """Return the answer format of an id.

    Raises
    ------
    InputError
        When there is no such format.
    """
    try:
        return FORMATS[format_id]
    except KeyError:
        raise InputError(
            f"there is no answer format {format_id!r}", remedy=f"Use one of {', '.join(FORMATS)}."
        ) from None


def answer_schema(question: Asked, refusable: bool = True) -> dict[str, Any]:
    """Return the JSON schema of what a model returns: the answer, and whether it refuses.

    Parameters
    ----------
    question : Question
        Its format and options decide.
    refusable : bool
        Whether the model may decline, with ``{"answer": null, "refused": true}``. Without it
        the object holds the answer alone.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> answer_schema(SimpleNamespace(answer_format="ratio", answer_options={}), refusable=False)
    ... # doctest: +NORMALIZE_WHITESPACE
    {'type': 'object', 'properties': {'answer': {'type': 'number', 'minimum': 0}},
     'required': ['answer'], 'additionalProperties': False}
    """
    schema = get_format(question.answer_format).schema(question.answer_options)
    if not refusable:
        return object_schema({"answer": schema})
    return object_schema(
        {"answer": {"anyOf": [schema, {"type": "null"}]}, "refused": {"type": "boolean"}}
    )


__all__ = [
    "FORMATS",
    "AnswerFormat",
    "Comparison",
    "FormatError",
    "answer_schema",
    "get_format",
]
