"""A place as a string of characters: geohash or MGRS."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from typing_extensions import override

from multiglobeqa.answers.format import (
    AnswerFormat,
    FormatError,
    Measured,
    Options,
    all_or_nothing,
    text,
)

GEOHASH_PATTERN = "^[0-9b-hjkmnp-z]{1,12}$"
MGRS_PATTERN = "^[0-9]{1,2}[C-HJ-NP-X][A-HJ-NP-Z]{2}[0-9]{0,10}$"
GEOHASH = re.compile(GEOHASH_PATTERN)
# Beyond 80 degrees south and 84 degrees north, letters without a zone number.
MGRS = re.compile("(?:([1-9]|[1-5][0-9]|60)[C-HJ-NP-X]|[ABYZ])[A-HJ-NP-Z]{2}(?:[0-9]{2}){0,5}")


class GridCode(AnswerFormat):
    """A geohash or an MGRS reference; the option ``system`` is "geohash" or "mgrs".

    The option ``precision`` is the number of characters of a geohash, and of digits of each
    coordinate of an MGRS reference.
    """

    id: ClassVar[str] = "geohash"

    @override
    def schema(self, options: Options) -> dict[str, Any]:
        pattern = GEOHASH_PATTERN if options["system"] == "geohash" else MGRS_PATTERN
        return {"type": "string", "pattern": pattern}

    @override
    def describe(self, options: Options, unit: str | None = None) -> str:
        precision = options["precision"]
        if options["system"] == "geohash":
            return f"a geohash of {precision} characters"
        return (
            f"an MGRS reference with {precision} digits for the easting and {precision} digits "
            "for the northing, without spaces"
        )

    @override
    def parse(self, value: object, options: Options) -> str:
        if options["system"] == "geohash":
            code = text(value, "a geohash", 12).lower()
            if not GEOHASH.fullmatch(code):
                raise FormatError(f"{code!a} is not a geohash")
            return code
        code = "".join(text(value, "an MGRS reference", 20).upper().split()).removeprefix("0")
        if not MGRS.fullmatch(code):
            raise FormatError(f"{code!a} is not an MGRS reference")
        return code

    @override
    def measure(self, parsed: Sequence[Any], gold: Sequence[Any], options: Options) -> Measured:
        return all_or_nothing([a == b for a, b in zip(parsed, gold, strict=True)])
