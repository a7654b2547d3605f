"""Numbers in a text: their separators, multiples and units."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from multiglobeqa.answers.format import FormatError
from multiglobeqa.answers.free.words import MULTIPLES, Words, factors

# Not the tail of another number or of a word, in scripts that put spaces between words.
NOT_A_TAIL = r"(?<![\d.,])(?<![^\W\d_\u3040-\u30ff\u3400-\u9fff])"

_NUMBER = re.compile(
    rf"""
    {NOT_A_TAIL}
    (?P<sign>[-+](?=[\d.,]))?
    (?P<digits>
        \d{{1,3}}(?:([ '])\d{{3}})(?:\3\d{{3}})*(?:[.,]\d+)?(?![\d'])     # 12 345,6  12'345.6
      | \d+(?:[.,]\d+)*                                             # 12,345.6  12.345,6  12.5
      | [.,]\d+                                                     # .5
    )
    (?:\s?(?:[x×*]\s?10\s?(?:\^|\*\*)?\s?|[eE])(?P<power>[-+]?\d{{1,3}})(?!\w))?
    """,
    re.VERBOSE,
)


class Quantity(NamedTuple):
    """A number in a text.

    Attributes
    ----------
    value : float
        In the unit.
    unit : str, optional
        A key of ``units.toml``.
    start, end : int
        Where it stands in the text, its unit included.
    how : str
        What was recognised besides digits.
    """

    value: float
    unit: str | None
    start: int
    end: int
    how: str


def find_numbers(text: str, words: Words, kind: str | None = None) -> list[Quantity]:
    """Return the numbers in a tidy text.

    Parameters
    ----------
    kind : {"length", "area"}, optional
        What units to look for after each number.
    """
    found = []
    for match in _NUMBER.finditer(text):
        value, how = decimal(match["digits"], words.decimal)
        if match["power"]:
            power = int(match["power"])
            value, how = value * (10.0**power if power < 308 else math.inf), [*how, "power of ten"]
        value = -value if match["sign"] == "-" else value
        end, unit = match.end(), None
        if multiple := _next(text, end, words.multiples):
            value, end = value * MULTIPLES[multiple[0]], multiple[1]
            how = [*how, multiple[0].replace("_", " ")]
        if kind and (named := _next(text, end, words.units[kind])):
            unit, end = named
        found.append(Quantity(value, unit, match.start(), end, ", ".join(["number", *how])))
    return found


def decimal(digits: str, separator: str) -> tuple[float, list[str]]:
    """Return the value of digits with separators in them, and what those were.

    A lone comma or point with exactly three digits after it separates thousands where the
    language writes the other one before decimals, and wherever it occurs more than once.

    Parameters
    ----------
    separator : str
        The decimal separator of the language: a point or a comma.

    Examples
    --------
    >>> decimal("1.234,5", ".")[0], decimal("1,234", ".")[0], decimal("1,234", ",")[0]
    (1234.5, 1234.0, 1.234)
    >>> decimal("1.234", ",")[0], decimal("12,5", ".")[0], decimal("1,23,456.7", ".")[0]
    (1234.0, 12.5, 123456.7)
    """
    how = []
    plain = digits.replace(" ", "").replace("'", "")
    if plain != digits:
        how.append("grouped")
    marks = [letter for letter in plain if letter in ".,"]
    if not marks:
        return float(plain), how
    last = marks[-1]
    grouping = _is_grouping(plain, marks, separator)
    if grouping:
        how.append("grouped")
        plain = plain.replace(last, "")
    else:
        for other in set(marks) - {last}:
            how.append("grouped")
            plain = plain.replace(other, "")
        if plain.count(last) > 1:
            raise FormatError(f"{digits!a} is not a number")
        if last == ",":
            how.append("decimal comma")
            plain = plain.replace(",", ".")
    return float(plain), list(dict.fromkeys(how))


def one_value(values: Sequence[float], what: str, tolerance: float = 0.02) -> float:
    """Return the first of values that say the same, within the rounding of another unit.

    Raises
    ------
    FormatError
        When there is none, or they differ.
    """
    if not values:
        raise FormatError(f"the text holds no {what}")
    first = values[0]
    for value in values[1:]:
        if abs(value - first) > tolerance * max(abs(value), abs(first)):
            raise FormatError(f"the text holds more than one {what}: {first:g} and {value:g}")
    return first


def read_number(text: str, words: Words, kind: str | None) -> tuple[float, str]:
    """Return the one number that a text holds, in km or km2 if it is a length or an area.

    Where numbers with units and without are mixed, only those with a unit count.
    """
    found = find_numbers(text, words, kind)
    for one, next_ in itertools.pairwise(found):
        if text[one.end : next_.start].strip() in ("-", "~"):
            raise FormatError("the text holds a range")
    if kind and (measured := [one for one in found if one.unit]):
        sizes = [one.value * factors(kind)[one.unit] for one in measured if one.unit]
        return one_value(sizes, kind), f"{measured[0].how}, {measured[0].unit}"
    value = one_value([one.value for one in found], "number", tolerance=0.0)
    return value, found[0].how


def _next(text: str, place: int, lexicon: object) -> tuple[str, int] | None:
    while place < len(text) and text[place] in " -.":
        place += 1
    return lexicon.match(text, place)  # type: ignore[attr-defined]


def _is_grouping(plain: str, marks: list[str], separator: str) -> bool:
    if len(set(marks)) > 1:
        return False
    mark = marks[0]
    groups = plain.split(mark)
    western = all(len(group) == 3 for group in groups[1:]) and 1 <= len(groups[0]) <= 3
    indian = (
        len(groups) > 2
        and len(groups[-1]) == 3
        and all(len(group) == 2 for group in groups[1:-1])
        and 1 <= len(groups[0]) <= 2
    )
    if len(marks) > 1:
        return western or indian
    return western and mark != separator and groups[0] != "0"
