"""How near a point comes to a line, and where along the line that is."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from multiglobeqa.geo import Point, Unmeasurable
from multiglobeqa.geo.antimeridian import unrolled
from multiglobeqa.geo.geodesy import WGS84
from multiglobeqa.geo.topology import AREAS, LINES, covers

_PIECES = 8
_KM_PER_DEGREE = 111.7  # no degree of longitude or latitude is longer
_RELATIVE = 1e-5
_MILLIMETRE = 1e-6  # in km


def distance_to_line_km(point: Point, line: BaseGeometry) -> float:
    """Return the smallest geodesic distance between a point and a line.

    Edges are straight in longitude and latitude. They are cut into ever shorter pieces; a piece
    is dropped when it is too short to come nearer than the nearest vertex found so far, until
    what is left can come nearer by no more than a hundred-thousandth or a millimetre. Nothing is
    projected.

    Parameters
    ----------
    line : LineString or MultiLineString

    Raises
    ------
    Unmeasurable
        When the line is empty.

    Examples
    --------
    >>> from shapely import from_wkt
    >>> round(distance_to_line_km(Point(0, 0), from_wkt("LINESTRING (1 -2, 1 2)")), 3)
    111.319
    """
    starts, ends = _edges(line)
    if not len(starts):
        raise Unmeasurable("is empty")
    starts, ends = _near(point, starts, ends)
    start_km, end_km = _distances(point, starts), _distances(point, ends)
    best = np.inf
    while True:
        best = float(min(best, start_km.min(), end_km.min()))
        least = _least(start_km, end_km, starts, ends)
        promising = least < best - max(_RELATIVE * best, _MILLIMETRE)
        if not promising.any():
            return best
        starts, ends, start_km, end_km = _cut(
            point, *(each[promising] for each in (starts, ends, start_km, end_km))
        )


def distance_to_boundary_km(point: Point, area: BaseGeometry) -> float:
    """Return the smallest geodesic distance between a point and the rings of an area.

    It is positive inside as well. Where the area had been cut at the antimeridian, the cut is
    no boundary.
    """
    return distance_to_line_km(point, _boundary(area))


def distance_to_geometry_km(point: Point, geometry: BaseGeometry) -> float:
    """Return the smallest geodesic distance between a point and a geometry, 0 inside an area."""
    if geometry.geom_type in LINES:
        return distance_to_line_km(point, geometry)
    if geometry.geom_type in AREAS:
        inside = covers(geometry, shapely.Point(point))
        return 0.0 if inside else distance_to_boundary_km(point, geometry)
    return float(_distances(point, shapely.get_coordinates(geometry)).min())


def positions_along(line: BaseGeometry, *points: Point) -> tuple[float, ...]:
    """Return how far along a line, from its start, the nearest place to each point lies.

    Parts that follow each other end to start are one line. Only the order of the positions has
    a meaning: they are planar in longitude, times the cosine of the first point's latitude, and
    latitude, which is good for points that lie beside the line.

    Raises
    ------
    Unmeasurable
        When the line is in several pieces and the points lie beside different ones.
    """
    merged = shapely.line_merge(line, directed=True) if line.geom_type[:5] == "Multi" else line
    merged, *places = unrolled(merged, *map(shapely.Point, points))
    scale = (cos(radians(points[0].lat)), 1.0)
    pieces, *places = (shapely.transform(each, lambda xy: xy * scale) for each in (merged, *places))
    pieces = shapely.get_parts(pieces)
    beside = {int(np.argmin(shapely.distance(pieces, place))) for place in places}
    if len(beside) != 1:
        raise Unmeasurable("is in several pieces, with the points beside different ones")
    piece = pieces[beside.pop()]
    return tuple(float(piece.project(place)) for place in places)


@lru_cache(64)  # many a place is measured to the same country
def _boundary(area: BaseGeometry) -> BaseGeometry:
    return unrolled(area)[0].boundary


def _edges(line: BaseGeometry) -> tuple[np.ndarray, np.ndarray]:
    xy, part = shapely.get_coordinates(shapely.get_parts(line), return_index=True)
    joined = part[1:] == part[:-1]
    return xy[:-1][joined], xy[1:][joined]


def _least(
    start_km: np.ndarray, end_km: np.ndarray, starts: np.ndarray, ends: np.ndarray
) -> np.ndarray:
    """Return what no point of each edge is nearer than, given the distances of its ends."""
    # From anywhere on an edge, one of its ends is at most half of its length away.
    half_km = _KM_PER_DEGREE / 2 * np.hypot(*(ends - starts).T)
    return np.minimum(start_km, end_km) - half_km


def _near(point: Point, starts: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the edges that may hold the nearest point.

    The straight way through the Earth is shorter than any on it, and quickly told.
    """
    here = _in_space(np.array([point]))
    start_km, end_km = (np.linalg.norm(_in_space(xy) - here, axis=1) for xy in (starts, ends))
    best = _distances(point, starts[[np.argmin(start_km)]])[0]
    near = _least(start_km, end_km, starts, ends) <= best
    return starts[near], ends[near]


def _in_space(xy: np.ndarray) -> np.ndarray:
    """Return positions on the ellipsoid in Cartesian coordinates around its centre, in km."""
    lon, lat = np.radians(xy).T
    normal = WGS84.a / 1000 / np.sqrt(1 - WGS84.es * np.sin(lat) ** 2)
    return np.column_stack(
        [
            normal * np.cos(lat) * np.cos(lon),
            normal * np.cos(lat) * np.sin(lon),
            normal * (1 - WGS84.es) * np.sin(lat),
        ]
    )


def _distances(point: Point, xy: np.ndarray) -> np.ndarray:
    lons, lats = xy.T.copy()
    here = np.full(len(xy), point.lon), np.full(len(xy), point.lat)
    return WGS84.inv(*here, lons, lats)[2] / 1000


def _cut(
    point: Point, starts: np.ndarray, ends: np.ndarray, start_km: np.ndarray, end_km: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return each edge in `_PIECES` equal pieces, with the distances of their ends."""
    share = np.linspace(0, 1, _PIECES + 1)[:, None, None]
    vertices = starts + share * (ends - starts)  # shape (pieces + 1, edges, 2)
    inner = _distances(point, vertices[1:-1].reshape(-1, 2)).reshape(_PIECES - 1, -1)
    km = np.vstack([start_km, inner, end_km])
    return (
        vertices[:-1].reshape(-1, 2),
        vertices[1:].reshape(-1, 2),
        km[:-1].reshape(-1),
        km[1:].reshape(-1),
    )
