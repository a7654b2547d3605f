"""Answers read from free text in 17 languages; never mixed with strictly read ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from multiglobeqa.answers import get_format
from multiglobeqa.answers.format import FormatError, Options
from multiglobeqa.answers.free import cells, choices, dates, entities, points, quantities, shapes
from multiglobeqa.answers.free.text import bare, compatible, fenced, tidy
from multiglobeqa.answers.free.words import Words, words

LANGUAGES = (
    *("eng", "bul", "deu", "ell", "fra", "ita", "jpn", "kat", "por"),
    *("ron", "rus", "spa", "sqi", "tur", "urd", "vie", "zho"),
)


class Reading(NamedTuple):
    """What a text says.

    Attributes
    ----------
    answer : JSON value
        In the shape that the format's schema asks for; None for a refusal.
    how : str
        What was recognised.
    refused : bool
        Whether the text declines.
    """

    answer: Any
    how: str
    refused: bool = False


def read(
    text: str,
    format_id: str,
    options: Options,
    language: str = "eng",
    resolve: Callable[[str], str | None] = lambda name: None,
) -> Reading:
    """Read an answer from free text.

    What follows "the answer is" is read, if that is there; then the whole text. A JSON value of
    the format's schema is taken as it is. Where a text says two different things it is not read.

    Parameters
    ----------
    format_id, options
        Of the question.
    language : str
        Of the text, ISO 639-3; English words are understood in all.
    resolve : callable
        Which of the question's entities and candidates a name stands for, if any.

    Raises
    ------
    FormatError
        When the text holds no answer of this format, or more than one; nothing else.

    Examples
    --------
    >>> read("Die Entfernung beträgt etwa 1.234,5 m.", "distance", {}, "deu")
    Reading(answer=1.2345, how='number, grouped, decimal comma, m', refused=False)
    >>> read("60°10′N, 24°56′E", "point", {})  # doctest: +ELLIPSIS
    Reading(answer={'latitude': 60.16..., 'longitude': 24.93...}, how='degrees, minutes, hemi...
    """
    spoken = words(language)
    # Names keep their own dashes, quotes and joiners.
    clean = compatible if format_id in ("entity", "set") else tidy
    plain = fenced(clean(text))
    if (value := _json(plain)) is not _NOTHING:
        found = _from_json(value, format_id, options)
        if found is not None:
            return found
        if isinstance(value, dict) and "answer" in value:
            value = value["answer"]
        if isinstance(value, str):
            plain = clean(value)
        elif not isinstance(value, int | float):
            raise FormatError("the JSON value is not an answer of this format")
    marked = list(spoken.marker.finditer(plain))
    told = plain[marked[-1].end() :] if marked else ""
    told = told if format_id == "set" else told.strip().split("\n\n")[0]
    for part in filter(None, (told.strip(), plain)):
        if refusal := _refusal(part, spoken, format_id):
            return refusal
        try:
            answer, how = _read(part, spoken, format_id, options, resolve)
            get_format(format_id).parse(answer, options)
        except FormatError:
            if part is plain:
                raise
            continue
        return Reading(answer, how)
    raise FormatError("the text is empty")


_NOTHING = object()


def _json(text: str) -> Any:
    """Return the JSON value that a text is, or the object that it holds."""
    for part in (text, text[text.find("{") : text.rfind("}") + 1]):
        try:
            return json.loads(part)
        except (ValueError, RecursionError):
            continue
    return _NOTHING


def _from_json(value: Any, format_id: str, options: Options) -> Reading | None:
    """Read a JSON value: an answer, or an object with one, or GeoJSON."""
    if isinstance(value, dict) and "answer" in value:
        if value.get("refused") is True:
            return Reading(None, "json", True)
        value = value["answer"]
    geojson = None
    if format_id == "point":
        geojson = points.from_geojson(value)
    elif format_id == "polygon":
        geojson = shapes.from_geojson(value, options)
    for answer, how in ((value, "json"), (geojson, "GeoJSON")):
        try:
            get_format(format_id).parse(answer, options)
        except FormatError:
            continue
        # Text and bare numbers are read as the language writes them.
        plain = isinstance(answer, str | int | float) and not isinstance(answer, bool)
        if how != "json" or not plain:
            return Reading(answer, how)
    return None


def _refusal(text: str, spoken: Words, format_id: str) -> Reading | None:
    if spoken.refusals.find(text):
        return Reading(None, "refusal", True)
    # That there is none is the number 0 of a count, and no to a question of yes or no.
    if format_id not in ("count", "boolean", "choice") and spoken.none.at_start(bare(text)):
        return Reading(None, "says that there is none", True)
    return None


def _read(
    text: str,
    spoken: Words,
    format_id: str,
    options: Options,
    resolve: Callable[[str], str | None],
) -> tuple[Any, str]:
    plain = bare(text).rstrip(". ")
    match format_id:
        case "boolean":
            return choices.read_truth(plain, spoken, options)
        case "choice":
            return choices.read_choice(plain, spoken, options)
        case "entity":
            return entities.read_name(text, resolve)
        case "set":
            return entities.read_names(text, spoken, resolve)
        case "cell":
            return cells.read_cell(plain, options)
        case "geohash":
            return cells.read_code(plain, options)
        case "composite":
            return cells.read_composite(text)
        case "distance":
            return quantities.read_distance(plain, spoken)
        case "area":
            return quantities.read_area(plain, spoken)
        case "count":
            return quantities.read_count(plain, spoken)
        case "ratio":
            return quantities.read_ratio(plain, spoken)
        case "point":
            return points.read_point(plain, spoken, options)
        case "polar":
            return quantities.read_polar(plain, spoken)
        case "polygon":
            return shapes.read_area_shape(plain, spoken, options)
        case _:
            return dates.read_date(plain, spoken, options)


__all__ = ["LANGUAGES", "Reading", "read"]
