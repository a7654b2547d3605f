"""Dates in a text."""

from __future__ import annotations

import re
from datetime import date

from multiglobeqa.answers.format import FormatError, Options
from multiglobeqa.answers.free.words import Words

_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?!\d)")
_IDEOGRAPHIC = re.compile(r"(\d{4})\s*年(?:\s*(\d{1,2})\s*月)?(?:\s*(\d{1,2})\s*日)?")
_NUMERIC = re.compile(r"(?<!\d)(\d{1,4})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{1,4})(?!\d)")
_DAY = r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.|-[^\W\d]+)?"
_YEAR = r"(?<!\d)(\d{4})(?!\d)"


def read_date(text: str, words: Words, options: Options) -> tuple[str, str]:
    """Return a date, cut to the precision that was asked for.

    Days and months in figures are read in the order that the language writes them; where both
    orders are usual and would differ, the date cannot be read.
    """
    (year, month, day), how = _find(text, words)
    parts = [f"{year:04}"]
    precision = options.get("precision") or "day"
    for needed, part in (("month", month), ("day", day)):
        if precision in (needed, "day"):
            if part is None:
                raise FormatError(f"the date has no {needed}")
            parts.append(f"{part:02}")
    finer = len([part for part in (month, day) if part]) > len(parts) - 1
    return "-".join(parts), f"{how}, cut to the {precision}" if finer else how


_Parts = tuple[int, int | None, int | None]


def _find(text: str, words: Words) -> tuple[_Parts, str]:
    for pattern, how in ((_IDEOGRAPHIC, "date in figures"), (_ISO, "ISO 8601")):
        if match := pattern.search(text):
            year, month, day = (int(part) if part else None for part in match.groups())
            return (year or 0, month, day), how
    if match := _NUMERIC.search(text):
        first, second, third = (int(part) for part in match.groups())
        return _ordered(first, second, third, order=words.date_order), "date in figures"
    return _named(text, words)


def _named(text: str, words: Words) -> tuple[_Parts, str]:
    """Read a date whose month has a name."""
    months = list(dict.fromkeys(words.months.find(text)))
    years = re.findall(_YEAR, text)
    if len(set(years)) != 1:
        raise FormatError("the text holds no date")
    if not months:
        return (int(years[0]), None, None), "year"
    if len(months) > 1:
        raise FormatError("the text names more than one month")
    # A month may hold a figure itself (tháng 7).
    rest = re.sub(words.months.pattern, " ", text, flags=re.IGNORECASE)
    rest = re.sub(_YEAR, " ", rest)
    days = [int(day) for day in re.findall(_DAY, rest) if 1 <= int(day) <= 31]
    if len(set(days)) > 1:
        raise FormatError("the text holds more than one day")
    return (int(years[0]), int(months[0]), days[0] if days else None), "named month"


def _ordered(first: int, second: int, third: int, *, order: str) -> _Parts:
    if first > 31:
        return first, second, third
    readings = {
        "dmy": (third, second, first),
        "mdy": (third, first, second),
    }
    real = {name: parts for name, parts in readings.items() if _is_real(*parts)}
    if order == "dmy" and "dmy" in real:
        return real["dmy"]
    if len(set(real.values())) != 1:
        raise FormatError("the date in figures can be read in two ways")
    return next(iter(real.values()))


def _is_real(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return year > 31
