"""Lengths and areas on the WGS84 ellipsoid, in km and km2."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin, sqrt

import numpy as np
from pyproj import Geod
from shapely.geometry import MultiPolygon, Polygon

from multiglobeqa.geo import Point

WGS84 = Geod(ellps="WGS84")

_SEMI_MAJOR_KM = WGS84.a / 1000
_ECCENTRICITY2 = WGS84.es


def distance_km(a: Point, b: Point) -> float:
    """Return the geodesic distance between two points.

    Examples
    --------
    >>> round(distance_km(Point(-73.8, 40.6), Point(-0.5, 51.6)), 3)  # New York to London
    5551.759
    """
    return WGS84.inv(a.lon, a.lat, b.lon, b.lat)[2] / 1000


def distance_matrix_km(a: Sequence[Point], b: Sequence[Point]) -> np.ndarray:
    """Return the geodesic distance of every point of `a` to every point of `b`.

    Returns
    -------
    ndarray, shape (len(a), len(b))
    """
    m, n = len(a), len(b)
    lons1, lats1 = np.repeat(np.reshape(np.array(a, float), (m, 2)), n, axis=0).T.copy()
    lons2, lats2 = np.tile(np.reshape(np.array(b, float), (n, 2)), (m, 1)).T.copy()
    return np.reshape(WGS84.inv(lons1, lats1, lons2, lats2)[2], (m, n)) / 1000


def destination(start: Point, bearing: float, km: float) -> Point:
    """Return the point reached along the geodesic that starts with a bearing."""
    lon, lat, _ = WGS84.fwd(start.lon, start.lat, bearing, km * 1000)
    return Point(lon, lat)


def length_km(line: Sequence[Point]) -> float:
    """Return the length of the line through the points, by the geodesics between them."""
    lons, lats = np.reshape(np.array(line, float), (-1, 2)).T
    return WGS84.line_length(lons, lats) / 1000


def area_km2(polygon: Polygon | MultiPolygon) -> float:
    """Return the area of a polygon whose edges are geodesics.

    The orientation of the rings does not matter. Each ring bounds the smaller side of the
    ellipsoid, so that rings across the antimeridian or around a pole are right as they stand.
    """
    return float(
        sum(
            _ring_km2(part.exterior.coords) - sum(_ring_km2(hole.coords) for hole in part.interiors)
            for part in _parts(polygon)
        )
    )


def perimeter_km(polygon: Polygon | MultiPolygon) -> float:
    """Return the length of all rings of a polygon, holes included."""
    return float(
        sum(
            length_km([Point(*vertex[:2]) for vertex in ring.coords])
            for part in _parts(polygon)
            for ring in (part.exterior, *part.interiors)
        )
    )


def meridian_km(lat1: float, lat2: float) -> float:
    """Return the length of the meridian arc between two latitudes, never negative.

    Examples
    --------
    >>> round(meridian_km(0, 90), 6)  # the quarter meridian
    10001.965729
    """
    return WGS84.inv(0, lat1, 0, lat2)[2] / 1000


def parallel_km(lat: float, degrees: float) -> float:
    """Return the length of an arc of the parallel at `lat` over `degrees` of longitude.

    The parallel of a latitude is a circle of radius ``a cos(lat) / sqrt(1 - e2 sin(lat)^2)``.

    Examples
    --------
    >>> round(parallel_km(0, 360), 3)  # the equator
    40075.017
    """
    phi = radians(lat)
    radius = _SEMI_MAJOR_KM * cos(phi) / sqrt(1 - _ECCENTRICITY2 * sin(phi) ** 2)
    return radius * radians(abs(degrees))


def _parts(polygon: Polygon | MultiPolygon) -> Sequence[Polygon]:
    return getattr(polygon, "geoms", [polygon])


def _ring_km2(coordinates: Sequence[tuple[float, ...]]) -> float:
    lons, lats = np.array(coordinates)[:, :2].T
    return abs(WGS84.polygon_area_perimeter(lons, lats)[0]) / 1e6
