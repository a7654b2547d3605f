"""Boxes and polygons in a text: WKT, GeoJSON, labels, four numbers."""

from __future__ import annotations

import re
from typing import Any

import shapely
from shapely.geometry import shape

from multiglobeqa.answers.format import FormatError, Options
from multiglobeqa.answers.free.numbers import find_numbers
from multiglobeqa.answers.free.text import separated
from multiglobeqa.answers.free.words import Words
from multiglobeqa.answers.polygon import SIDES, WKT

_LABELLED = re.compile(
    r"\b(?:(west|min_?lon\w*|xmin)|(south|min_?lat\w*|ymin)|(east|max_?lon\w*|xmax)"
    r"|(north|max_?lat\w*|ymax))\W{0,4}\s*([-+]?\d+(?:\.\d+)?)",
    re.IGNORECASE,
)


def read_area_shape(text: str, words: Words, options: Options) -> tuple[Any, str]:
    """Return a box or, if that was asked for, a polygon in WKT."""
    polygon = WKT.search(text)
    if options.get("kind") == "polygon":
        if not polygon:
            raise FormatError("the text holds no polygon")
        return polygon[0], "WKT"
    if polygon:
        return _bounds(polygon[0]), "WKT, its bounds"
    sides: dict[str, float] = {}
    for match in _LABELLED.finditer(text):
        side = SIDES[next(place for place in range(4) if match[place + 1])]
        sides.setdefault(side, float(match[5]))
    if len(sides) == 4:
        return sides, "labels"
    numbers = [one.value for one in find_numbers(separated(text), words)]
    if len(numbers) != 4:
        raise FormatError("the text does not hold the four sides of a box")
    return dict(zip(SIDES, numbers, strict=True)), "west, south, east, north"


def from_geojson(value: Any, options: Options) -> Any | None:
    """Return the box or polygon of a GeoJSON geometry or feature, or None."""
    if isinstance(value, dict) and isinstance(value.get("bbox"), list) and _is_box(options):
        return _sides(value["bbox"])
    if isinstance(value, list) and len(value) == 4 and _is_box(options):
        return _sides(value)
    if isinstance(value, dict) and value.get("type") == "Feature":
        value = value.get("geometry")
    if not isinstance(value, dict) or value.get("type") not in ("Polygon", "MultiPolygon"):
        return None
    try:
        wkt = shapely.to_wkt(shape(value), rounding_precision=-1)
    except (ValueError, TypeError, IndexError, KeyError, shapely.errors.ShapelyError):
        return None
    return _bounds(wkt) if _is_box(options) else wkt


def _is_box(options: Options) -> bool:
    return options.get("kind") != "polygon"


def _sides(values: list[Any]) -> dict[str, Any]:
    return dict(zip(SIDES, values, strict=False))


def _bounds(wkt: str) -> dict[str, float]:
    try:
        bounds = shapely.from_wkt(wkt).bounds
    except shapely.errors.ShapelyError as error:
        raise FormatError(f"the polygon is not readable: {error}") from None
    return dict(zip(SIDES, bounds, strict=True))
