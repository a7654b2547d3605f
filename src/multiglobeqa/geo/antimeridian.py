"""Geometries on both sides of the antimeridian, brought into one plane."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from multiglobeqa.geo import Unmeasurable

_HALF = 180.0


def unrolled(*geometries: BaseGeometry) -> tuple[BaseGeometry, ...]:
    """Return geometries with longitudes that run on across the antimeridian where they must.

    The parts of all geometries together span some arc of the globe. Where the shortest such arc
    crosses the antimeridian, the parts west of it keep their longitudes and those east of it get
    360 degrees more; the seams at which polygons and lines had been cut there vanish. Otherwise
    the geometries come back as they are.

    Raises
    ------
    Unmeasurable
        When a part spans more than half of the globe: it holds a pole, or crosses the
        antimeridian without having been cut there.

    Examples
    --------
    >>> west, east = shapely.box(179, 0, 180, 1), shapely.box(-180, 0, -179, 1)
    >>> unrolled(shapely.union(west, east))[0].bounds
    (179.0, 0.0, 181.0, 1.0)
    """
    bounds = shapely.bounds([each for each in geometries if not each.is_empty]).reshape(-1, 4)
    if not len(bounds) or bounds[:, 2].max() - bounds[:, 0].min() <= _HALF:
        return geometries
    edge = _gap([span for geometry in geometries for span in _spans(geometry)])
    return geometries if edge is None else tuple(_shifted(each, edge) for each in geometries)


def box(geometry: BaseGeometry) -> tuple[float, float, float, float]:
    """Return the narrowest bounding box: west, south, east and north in degrees.

    West is larger than east where the box crosses the antimeridian. The box of a part that
    reaches from -180 to 180 degrees goes all around.

    Raises
    ------
    Unmeasurable
        When the geometry is empty, or a part spans more than half of the globe and yet does not
        reach from -180 to 180 degrees: it crosses the antimeridian without having been cut.
    """
    if geometry.is_empty:
        raise Unmeasurable("is empty")
    if any(span == (-_HALF, _HALF) for span in map(_span, _parts(geometry))):
        _, south, _, north = geometry.bounds
        return -_HALF, south, _HALF, north
    west, south, east, north = unrolled(geometry)[0].bounds
    return west, south, east - 360 if east > _HALF else east, north


def wrapped(longitude: float) -> float:
    """Return a longitude brought into the range from -180 to 180 degrees.

    Examples
    --------
    >>> wrapped(181.5), wrapped(180), wrapped(-12)
    (-178.5, 180, -12)
    """
    return longitude - 360 if longitude > _HALF else longitude


def _parts(geometry: BaseGeometry) -> Iterable[BaseGeometry]:
    return shapely.get_parts(geometry)


def _span(part: BaseGeometry) -> tuple[float, float]:
    west, _, east, _ = part.bounds
    return west, east


def _spans(geometry: BaseGeometry) -> list[tuple[float, float]]:
    spans = [_span(part) for part in _parts(geometry) if not part.is_empty]
    if any(east - west > _HALF for west, east in spans):
        raise Unmeasurable("holds a pole, or crosses the antimeridian without being cut there")
    return spans


def _gap(spans: list[tuple[float, float]]) -> float | None:
    """Return where the widest empty arc ends, or None where the antimeridian lies in that arc."""
    spans = sorted(spans)
    reach = np.maximum.accumulate([east for _, east in spans])
    inner = [(west - before, west) for before, (west, _) in zip(reach, spans[1:], strict=False)]
    widest, edge = max(inner, default=(0.0, 0.0))
    around = 360 - (reach[-1] - spans[0][0])
    return float(edge) if widest > around else None


def _shifted(geometry: BaseGeometry, edge: float) -> BaseGeometry:
    """Return a geometry whose parts west of `edge` are moved once around the globe."""
    parts = np.array([part for part in _parts(geometry) if not part.is_empty])
    west = shapely.bounds(parts).reshape(-1, 4)[:, 0] < edge
    if not west.any():
        return geometry
    if west.all():
        return shapely.transform(geometry, _once_around)
    parts[west] = shapely.transform(parts[west], _once_around)
    if all(part.geom_type == "LineString" for part in parts):
        return shapely.line_merge(shapely.multilinestrings(parts), directed=True)
    return shapely.union_all(parts)


def _once_around(xy: np.ndarray) -> np.ndarray:
    return xy + np.array([360, 0])
