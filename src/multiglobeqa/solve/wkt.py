"""The point of a WKT literal."""

from __future__ import annotations

import re
from math import isfinite

from shapely import from_wkt
from shapely.errors import ShapelyError

from multiglobeqa.geo import Point
from multiglobeqa.geo.shape import centroid

_CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
_EPSG_4326 = re.compile(r"https?://www\.opengis\.net/def/crs/EPSG/[\d.]+/4326")
_REFERENCE = re.compile(r"\s*<([^>]*)>\s*")
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_POINT = re.compile(rf"\s*point\s*\(\s*({_NUMBER})\s+({_NUMBER})\s*\)\s*", re.IGNORECASE)


def point_of(literal: str) -> Point:
    """Return the point of a geometry: the point itself, or else the planar centroid.

    A geometry may be preceded by its reference system, as GeoSPARQL has it. Without one it is
    longitude and latitude (CRS84); with EPSG:4326 it is latitude and longitude.

    Raises
    ------
    ValueError
        When the literal is no geometry, is empty, has another reference system or lies outside
        the globe.

    Examples
    --------
    >>> point_of("Point(24.94 60.17)")
    Point(lon=24.94, lat=60.17)
    >>> point_of("<http://www.opengis.net/def/crs/EPSG/0/4326> POINT (60.17 24.94)")
    Point(lon=24.94, lat=60.17)
    """
    latitude_first = False
    if prefix := _REFERENCE.match(literal):
        latitude_first = bool(_EPSG_4326.fullmatch(prefix[1]))
        if not latitude_first and prefix[1] != _CRS84:
            raise ValueError(f"has the reference system {prefix[1]}")
        literal = literal[prefix.end() :]
    if plain := _POINT.fullmatch(literal):
        point = Point(float(plain[1]), float(plain[2]))
    else:
        try:
            point = centroid(from_wkt(literal))
        except ShapelyError as error:
            raise ValueError(f"is not WKT: {error}") from None
    if latitude_first:
        point = Point(point.lat, point.lon)
    if not (all(map(isfinite, point)) and abs(point.lon) <= 180 and abs(point.lat) <= 90):
        raise ValueError("lies outside the globe")
    return point
