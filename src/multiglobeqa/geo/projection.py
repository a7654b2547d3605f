"""Projected coordinates in metres: UTM and UPS, Web Mercator, the equal-area plane of a place."""

from __future__ import annotations

from functools import cache
from math import asinh, radians, tan
from typing import NamedTuple

import shapely
from pyproj import Proj
from shapely.geometry.base import BaseGeometry

from multiglobeqa.geo import Point
from multiglobeqa.geo.antimeridian import wrapped

UTM_LATITUDES = (-80.0, 84.0)
WEB_MERCATOR_LATITUDE = 85.06

_SEMI_MAJOR = 6378137.0
# Svalbard: east of each of these longitudes, and north of 72 degrees, another zone begins.
_SVALBARD = ((0, 31), (9, 33), (21, 35), (33, 37))


class Utm(NamedTuple):
    """A point in UTM: zone number with the letter of the hemisphere, easting and northing in m."""

    zone: str
    easting: float
    northing: float


def utm_zone(point: Point) -> int:
    """Return the number of the UTM zone of a point, with the exceptions of Norway and Svalbard.

    Zone 32 reaches west to 3 degrees between 56 and 64 degrees north; north of 72 degrees, zones
    32, 34 and 36 give way to their neighbours. The antimeridian belongs to zone 1.

    Examples
    --------
    >>> [utm_zone(Point(*place)) for place in ((14, 50), (5, 60), (15, 78))]
    [33, 32, 33]
    """
    lon, lat = (point.lon + 180) % 360 - 180, point.lat
    if 56 <= lat < 64 and 3 <= lon < 12:
        return 32
    if lat >= 72 and 0 <= lon < 42:
        return next(zone for west, zone in reversed(_SVALBARD) if lon >= west)
    return int((lon + 180) // 6) + 1


def utm(point: Point) -> Utm | None:
    """Return a point in the UTM zone that it lies in.

    Returns
    -------
    Utm or None
        None south of 80 degrees south and north of 84 degrees north, where UTM ends. The zone is
        its number without a leading zero and "N" or "S", the hemisphere; the equator is north.

    Examples
    --------
    >>> tower = utm(Point(-79.387139, 43.642567))  # the CN Tower
    >>> tower.zone, round(tower.easting), round(tower.northing)
    ('17N', 630084, 4833439)
    """
    if not UTM_LATITUDES[0] <= point.lat <= UTM_LATITUDES[1]:
        return None
    zone = utm_zone(point)
    south = point.lat < 0
    easting, northing = _utm(zone, south)(point.lon, point.lat)
    return Utm(f"{zone}{'S' if south else 'N'}", easting, northing)


def ups(point: Point) -> tuple[float, float]:
    """Return easting and northing in universal polar stereographic, of the nearer pole."""
    return _ups(point.lat < 0)(point.lon, point.lat)


def web_mercator(point: Point) -> tuple[float, float] | None:
    """Return a point in Web Mercator (EPSG:3857): x and y in metres.

    Returns
    -------
    (float, float) or None
        None beyond 85.06 degrees north or south, where its area of use ends.

    Examples
    --------
    >>> x, y = web_mercator(Point(-100.33333333, 24.38178694))  # EPSG's example
    >>> round(x, 2), round(y, 2)
    (-11169055.58, 2800000.0)
    """
    if abs(point.lat) > WEB_MERCATOR_LATITUDE:
        return None
    return _SEMI_MAJOR * radians(point.lon), _SEMI_MAJOR * asinh(tan(radians(point.lat)))


class EqualArea:
    """The plane that keeps areas and touches the ellipsoid at a centre.

    It is Lambert's azimuthal equal-area projection. Only vertices are projected; between them
    edges are straight in the plane.

    Parameters
    ----------
    centre : Point
        It gets the coordinates 0, 0.

    Examples
    --------
    >>> plane = EqualArea(Point(25, 60))
    >>> there = plane.forward(shapely.Point(25.5, 60.5))
    >>> round(there.x), round(there.y)
    (27478, 55812)
    >>> back = plane.inverse(there)
    >>> round(back.lon, 6), round(back.lat, 6)
    (25.5, 60.5)
    """

    def __init__(self, centre: Point) -> None:
        self._proj = Proj(proj="laea", lon_0=centre.lon, lat_0=centre.lat, ellps="WGS84")

    def forward(self, geometry: BaseGeometry) -> BaseGeometry:
        """Return a geometry in longitude and latitude in the plane, in metres."""
        return shapely.transform(geometry, self._proj, interleaved=False)

    def inverse(self, point: shapely.Point) -> Point:
        """Return the position on the ellipsoid of a point of the plane."""
        lon, lat = self._proj(point.x, point.y, inverse=True)
        return Point(wrapped(lon), lat)


@cache
def _utm(zone: int, south: bool) -> Proj:
    return Proj(proj="utm", zone=zone, south=south, ellps="WGS84")


@cache
def _ups(south: bool) -> Proj:
    return Proj(proj="ups", south=south, ellps="WGS84")
