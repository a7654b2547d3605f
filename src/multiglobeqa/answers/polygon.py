"""An area on the Earth: a bounding box or a polygon."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Transformer
from typing_extensions import override

from multiglobeqa.answers import antimeridian
from multiglobeqa.answers.format import (
    AnswerFormat,
    FormatError,
    Measured,
    Options,
    members,
    number,
    object_schema,
    text,
)
from multiglobeqa.answers.tolerance import IOU

EQUAL_AREA = "EPSG:6933"
SIDES = ("west", "south", "east", "north")
LONGEST = 1_000_000  # characters of WKT
ROUNDING = 1e-9  # of an intersection over union: half of a box is half, whatever its figures
# Nothing nests deeper than a multipolygon, so that no parser is led into endless recursion.
WKT = re.compile(r"(?:MULTI)?POLYGON\s*\([0-9eE+\-.,()\s]+\)", re.IGNORECASE)


class Region(AnswerFormat):
    """A box or, with the option ``kind`` "polygon", a polygon in WKT.

    Right when the intersection over union with the gold, in the equal-area projection EPSG:6933,
    is at least 0.5; the error is ``1 - IoU``. A box whose west is larger than its east crosses
    the antimeridian.
    """

    id: ClassVar[str] = "polygon"

    @override
    def schema(self, options: Options) -> dict[str, Any]:
        if not _is_box(options):
            return {"type": "string"}
        lon = {"type": "number", "minimum": -180, "maximum": 180}
        lat = {"type": "number", "minimum": -90, "maximum": 90}
        return object_schema({"west": lon, "south": lat, "east": lon, "north": lat})

    @override
    def describe(self, options: Options, unit: str | None = None) -> str:
        if _is_box(options):
            return (
                'an object with the members "west", "south", "east" and "north", in decimal '
                "degrees (WGS84); west is larger than east where the box crosses the antimeridian"
            )
        return "a polygon in WKT, longitude before latitude, in decimal degrees (WGS84)"

    @override
    def parse(self, value: object, options: Options) -> Any:
        """Return the sides of a box, or a polygon whose longitudes may run on beyond 180."""
        return _parse_box(value) if _is_box(options) else _parse_wkt(value)

    @override
    def measure(self, parsed: Sequence[Any], gold: Sequence[Any], options: Options) -> Measured:
        iou = (box_iou if _is_box(options) else polygon_iou)(parsed, gold)
        return iou >= IOU - ROUNDING, 1.0 - iou


def box_iou(
    boxes: Sequence[tuple[float, ...]], gold: Sequence[tuple[float, ...]]
) -> NDArray[np.float64]:
    """Return the intersection over union of pairs of boxes in EPSG:6933.

    There a box stays a box: its width is proportional to its longitudes, its height a function
    of its latitudes.
    """
    west, width, bottom, top = _box_in_plane(boxes)
    gold_west, gold_width, gold_bottom, gold_top = _box_in_plane(gold)
    common = np.zeros(len(west))
    for turn in (-360.0, 0.0, 360.0):
        start = np.maximum(west, gold_west + turn)
        end = np.minimum(west + width, gold_west + gold_width + turn)
        common += np.maximum(end - start, 0.0)
    height = np.maximum(np.minimum(top, gold_top) - np.maximum(bottom, gold_bottom), 0.0)
    shared = common * height
    area = width * (top - bottom) + gold_width * (gold_top - gold_bottom)
    return np.clip(shared / (area - shared), 0.0, 1.0)


def polygon_iou(polygons: Sequence[Any], gold: Sequence[Any]) -> NDArray[np.float64]:
    """Return the intersection over union of pairs of polygons in EPSG:6933."""
    a, b = _in_plane(polygons), _in_plane(gold)
    shared = shapely.area(shapely.intersection(a, b))
    return np.clip(shared / (shapely.area(a) + shapely.area(b) - shared), 0.0, 1.0)


def _is_box(options: Options) -> bool:
    return options.get("kind") != "polygon"


def _parse_box(value: object) -> tuple[float, float, float, float]:
    sides = members(value, "a box", SIDES)
    west, east = (number(sides[i], SIDES[i], -180, 180) for i in (0, 2))
    south, north = (number(sides[i], SIDES[i], -90, 90) for i in (1, 3))
    if south >= north:
        raise FormatError("the south of a box lies south of its north")
    if (east - west) % 360.0 == 0.0 and east - west != 360.0:
        raise FormatError("a box has a width")
    return west, south, east, north


def _parse_wkt(value: object) -> shapely.Polygon | shapely.MultiPolygon:
    written = text(value, "a polygon", LONGEST)
    if not WKT.fullmatch(written):
        raise FormatError("the answer is a POLYGON or MULTIPOLYGON in WKT, in two dimensions")
    try:
        polygon = shapely.from_wkt(written)
        lon, lat = shapely.get_coordinates(polygon).T
        if not (np.abs(lon).max() <= 360.0 and np.abs(lat).max() <= 90.0):
            raise FormatError("the coordinates are not longitudes and latitudes")
        if np.abs(np.diff(lon)).max() > 180.0:
            polygon = antimeridian.unroll(polygon)
        if not polygon.is_valid or not polygon.area > 0.0:
            raise FormatError(f"the polygon is invalid: {shapely.is_valid_reason(polygon)}")
    except (shapely.errors.ShapelyError, ValueError) as error:
        raise FormatError(f"the polygon is not readable: {error}") from None
    return polygon


def _in_plane(polygons: Sequence[Any]) -> NDArray[Any]:
    """Return polygons in EPSG:6933, in which longitudes are to scale."""
    edge = float(_to_plane().transform(180.0, 0.0)[0])

    def project(lon: NDArray[Any], lat: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        # Longitudes beyond 180 degrees run on, so that edges are cut at the antimeridian only
        # when they are straight lines of the plane.
        return lon / 180.0 * edge, _to_plane().transform(np.zeros(len(lat)), lat)[1]

    flat = shapely.transform(np.asarray(polygons, dtype=object), project, interleaved=False)
    # The projection can push a vertex over an edge that it all but touched.
    bad = ~shapely.is_valid(flat)
    flat[bad] = shapely.make_valid(flat[bad])
    bounds = shapely.bounds(flat)
    for place in np.flatnonzero((bounds[:, 0] < -edge) | (bounds[:, 2] > edge)):
        flat[place] = antimeridian.roll(flat[place], edge)
    return flat


def _box_in_plane(boxes: Sequence[tuple[float, ...]]) -> tuple[NDArray[np.float64], ...]:
    west, south, east, north = np.asarray(boxes, dtype=float).reshape(-1, 4).T
    width = np.where(east - west == 360.0, 360.0, (east - west) % 360.0)
    zero = np.zeros(len(west))
    bottom, top = (_to_plane().transform(zero, lat)[1] for lat in (south, north))
    return west, width, bottom, top


@functools.cache
def _to_plane() -> Transformer:
    return Transformer.from_crs("EPSG:4326", EQUAL_AREA, always_xy=True)
