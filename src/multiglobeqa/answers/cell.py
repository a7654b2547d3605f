"""One cell of a hierarchical grid: H3 or S2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import h3
from typing_extensions import override

from multiglobeqa.answers.format import (
    AnswerFormat,
    FormatError,
    Measured,
    Options,
    all_or_nothing,
    text,
)

H3_PATTERN = "^8[0-9a-f]{14}$"
S2_PATTERN = "^[0-9a-f]{1,16}$"
HEXADECIMAL = frozenset("0123456789abcdef")


class Cell(AnswerFormat):
    """An H3 index in hexadecimal or an S2 token; the option ``system`` is "h3" or "s2".

    The option ``resolution`` is the H3 resolution or S2 level that was asked for, null when the
    question leaves it open.
    """

    id: ClassVar[str] = "cell"

    @override
    def schema(self, options: Options) -> dict[str, Any]:
        pattern = H3_PATTERN if options["system"] == "h3" else S2_PATTERN
        return {"type": "string", "pattern": pattern}

    @override
    def describe(self, options: Options, unit: str | None = None) -> str:
        return describe_cell(options["system"], options.get("resolution"))

    @override
    def parse(self, value: object, options: Options) -> str:
        return parse_h3(value) if options["system"] == "h3" else parse_s2(value)

    @override
    def measure(self, parsed: Sequence[Any], gold: Sequence[Any], options: Options) -> Measured:
        same = same_h3 if options["system"] == "h3" else str.__eq__
        return all_or_nothing([same(a, b) for a, b in zip(parsed, gold, strict=True)])


def describe_cell(system: str, resolution: int | None) -> str:
    """Return which cell to answer, in words."""
    if system == "h3":
        at = "" if resolution is None else f" at resolution {resolution}"
        return f"an H3 cell{at}, as its index of 15 hexadecimal digits"
    at = "" if resolution is None else f" at level {resolution}"
    return f"an S2 cell{at}, as its token in hexadecimal"


def parse_h3(value: object) -> str:
    """Return an H3 cell index in lower case."""
    index = text(value, "an H3 cell", 15).lower()
    if len(index) != 15 or not HEXADECIMAL.issuperset(index) or not h3.is_valid_cell(index):
        raise FormatError(f"{index!a} is not an H3 cell")
    return index


def parse_s2(value: object) -> str:
    """Return an S2 token in lower case, without the zeros at its end."""
    token = text(value, "an S2 cell", 16).lower().rstrip("0")
    if not token or not HEXADECIMAL.issuperset(token):
        raise FormatError(f"{token!a} is not an S2 token")
    cell = int(token.ljust(16, "0"), 16)
    # A face below 6 in the three highest bits; the lowest bit set, at an even place, is the level.
    if cell >> 61 > 5 or not cell & -cell & 0x1555_5555_5555_5555:
        raise FormatError(f"{token!a} is not an S2 cell")
    return token


def same_h3(cell: str, gold: str) -> bool:
    """Tell whether a cell is the gold cell or one of its descendants.

    Examples
    --------
    >>> same_h3("872830828ffffff", "85283083fffffff")
    True
    >>> same_h3("85283083fffffff", "872830828ffffff")
    False
    """
    if cell == gold:
        return True
    resolution = h3.get_resolution(gold)
    return h3.get_resolution(cell) > resolution and h3.cell_to_parent(cell, resolution) == gold
