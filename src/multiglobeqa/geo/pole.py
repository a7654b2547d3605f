"""The pole of inaccessibility of an area: the point inside that is farthest from its boundary."""

from __future__ import annotations

from math import cos, radians

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon

from multiglobeqa.geo import Point, Unmeasurable
from multiglobeqa.geo.antimeridian import unrolled, wrapped

_RELATIVE = 1e-7  # of the distance to the boundary
_FIRST, _MOST = 32, 20_000  # cells: along the longer side at first; at most in all
_QUARTERS = np.array([(-1, -1), (-1, 1), (1, -1), (1, 1)]) / 2


def pole_of_inaccessibility(area: Polygon | MultiPolygon) -> Point:
    """Return the point of an area that is farthest from its boundary, holes included.

    Distances are planar in longitude, times the cosine of the centroid's latitude, and latitude.
    Square cells over the area are quartered; a cell is dropped when no point in it can be
    farther from the boundary than the farthest centre found so far, by more than a
    ten-millionth of that distance.

    Raises
    ------
    Unmeasurable
        When a whole line of points is as far from the boundary, as in a rectangle.

    Examples
    --------
    >>> pole = pole_of_inaccessibility(Polygon([(0, 0), (3, 0), (0, 4)]))
    >>> round(pole.lon, 2), round(pole.lat, 2)
    (1.0, 1.0)
    """
    (area,) = unrolled(area)
    scale = (cos(radians(area.centroid.y)), 1.0)
    plane = shapely.transform(area, lambda xy: xy * scale)
    shapely.prepare(plane)
    boundary = plane.boundary
    shapely.prepare(boundary)
    centres, half = _grid(plane.bounds)
    best, pole = -np.inf, centres[0]
    while True:
        depth = shapely.distance(boundary, shapely.points(centres))
        depth = np.where(shapely.contains_xy(plane, centres), depth, -depth)
        if depth.max() > best:
            best, pole = float(depth.max()), centres[np.argmax(depth)]
        reach = depth + half * np.sqrt(2)
        kept = reach > best * (1 + _RELATIVE)
        if not kept.any():
            return Point(wrapped(float(pole[0] / scale[0])), float(pole[1]))
        centres = centres[kept]
        if len(centres) > _MOST:
            raise Unmeasurable("has no single pole of inaccessibility")
        centres = (centres[:, None] + half * _QUARTERS).reshape(-1, 2)
        half /= 2


def _grid(bounds: tuple[float, float, float, float]) -> tuple[np.ndarray, float]:
    """Return the centres of square cells that cover a box, and half of the side of a cell."""
    west, south, east, north = bounds
    half = max(east - west, north - south) / _FIRST / 2
    xs = np.arange(west + half, east + half, 2 * half)
    ys = np.arange(south + half, north + half, 2 * half)
    return np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2), half
