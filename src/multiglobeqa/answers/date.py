"""A day, a month or a year."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any, ClassVar

import numpy as np
from typing_extensions import override

from multiglobeqa.answers.format import (
    AnswerFormat,
    FormatError,
    Measured,
    Options,
    text,
    within,
)
from multiglobeqa.answers.tolerance import DATE_DAYS

SHAPES = {"day": "YYYY-MM-DD", "month": "YYYY-MM", "year": "YYYY"}
PATTERNS = {
    "day": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    "month": "^[0-9]{4}-[0-9]{2}$",
    "year": "^[0-9]{4}$",
}


class Date(AnswerFormat):
    """A date; the option ``precision`` is "day", "month" or "year".

    A month or a year stands for its first day, so that two that differ are further apart than
    the tolerance: only the same one is right.
    """

    id: ClassVar[str] = "date"

    @override
    def schema(self, options: Options) -> dict[str, Any]:
        return {"type": "string", "pattern": PATTERNS[_precision(options)]}

    @override
    def describe(self, options: Options, unit: str | None = None) -> str:
        return f"a date as {SHAPES[_precision(options)]}"

    @override
    def parse(self, value: object, options: Options) -> int:
        """Return the day number of the first day."""
        precision = _precision(options)
        written = text(value, "a date", 10)
        if not re.fullmatch(PATTERNS[precision], written, flags=re.ASCII):
            raise FormatError(f"a date is written {SHAPES[precision]}, not {written!a}")
        parts = [int(part) for part in written.split("-")] + [1, 1]
        try:
            return date(*parts[:3]).toordinal()
        except ValueError:
            raise FormatError(f"{written!a} is not in the calendar") from None

    @override
    def measure(self, parsed: Sequence[Any], gold: Sequence[Any], options: Options) -> Measured:
        days = np.abs(np.asarray(parsed, dtype=float) - np.asarray(gold, dtype=float))
        return within(days, DATE_DAYS[_precision(options)])


def _precision(options: Options) -> str:
    return options.get("precision") or "day"
