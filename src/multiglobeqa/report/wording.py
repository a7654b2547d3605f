"""Answers as a reader would write them."""

from __future__ import annotations

import json
from typing import Any

LONGEST = 240
UNITS = {"distance": " km", "area": " km²"}


def say(answer: str, answer_format: str) -> str:
    """Return an answer in words.

    Parameters
    ----------
    answer : str
        A JSON value. One whose shape is not the format's is shown as the JSON that it is.
    answer_format : str
        One of the 15 formats; it tells the unit.

    Examples
    --------
    >>> say("12.34567", "distance")
    '12.35 km'
    >>> say('{"latitude": 60.17, "longitude": 24.94}', "point")
    '60.17, 24.94'
    >>> say('["Espoo", "Vantaa"]', "set")
    'Espoo; Vantaa'
    """
    try:
        words = _say(json.loads(answer), answer_format)
    except (ValueError, RecursionError):
        words = None
    return shorten(answer if words is None else words)


def shorten(words: str, longest: int = LONGEST) -> str:
    """Cut a long text, telling how much is left out.

    Examples
    --------
    >>> shorten("abcdef", 4)
    'abcd… (2 more characters)'
    """
    if len(words) <= longest:
        return words
    return f"{words[:longest]}… ({len(words) - longest:,} more characters)"


def _say(value: Any, answer_format: str) -> str | None:
    match value:
        case bool():
            return "yes" if value else "no"
        case str():
            return value
        case int() | float():
            return _number(value) + UNITS.get(answer_format, "")
        case []:
            return "(none)"
        case list() if all(isinstance(item, str) for item in value):
            return "; ".join(value)
        case {"latitude": int() | float() as lat, "longitude": int() | float() as lon}:
            return f"{_number(lat, 5)}, {_number(lon, 5)}"
        case {"bearing": int() | float() as bearing, "distance": int() | float() as distance}:
            return f"{_number(bearing)}°, {_number(distance)} km"
        case dict() if all(isinstance(item, str | int | float) for item in value.values()):
            return ", ".join(f"{name} {_say(item, '')}" for name, item in value.items())
    return None


def _number(value: float, decimals: int = 2) -> str:
    if not abs(value) < 1e15:
        return str(value)
    if isinstance(value, int):
        return f"{value:,}"
    if value and abs(value) < 0.1:
        return f"{value:.3g}"
    return f"{value:,.{decimals}f}".rstrip("0").rstrip(".")
