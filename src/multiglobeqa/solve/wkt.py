"""The geometry, and the point, of a WKT literal."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite

import numpy as np
import shapely
from shapely import from_wkt
from shapely.errors import ShapelyError
from shapely.geometry.base import BaseGeometry

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
    text, latitude_first = _text(literal)
    if plain := _POINT.fullmatch(text):
        point = Point(float(plain[1]), float(plain[2]))
        point = Point(point.lat, point.lon) if latitude_first else point
    else:
        point = centroid(_read(text, latitude_first))
    if not (all(map(isfinite, point)) and abs(point.lon) <= 180 and abs(point.lat) <= 90):
        raise ValueError("lies outside the globe")
    return point


@lru_cache(256)  # countries are stated again and again
def geometry_of(literal: str) -> BaseGeometry:
    """Return a geometry in longitude and latitude, without heights.

    Raises
    ------
    ValueError
        When the literal is no geometry, is empty, is invalid (its rings cross, say), has another
        reference system or reaches outside the globe.

    Examples
    --------
    >>> geometry_of("LINESTRING (24 60, 25 61)").length > 1
    True
    """
    geometry = _read(*_text(literal))
    if geometry.is_empty:
        raise ValueError("is empty")
    xy = shapely.get_coordinates(geometry)
    if not (np.abs(xy) <= (180, 90)).all():
        raise ValueError("reaches outside the globe")
    if not geometry.is_valid:
        raise ValueError(f"is invalid: {shapely.is_valid_reason(geometry)}")
    return geometry


def _text(literal: str) -> tuple[str, bool]:
    """Return a literal without its reference system, and whether latitude comes first in it."""
    prefix = _REFERENCE.match(literal)
    if prefix is None:
        return literal, False
    latitude_first = bool(_EPSG_4326.fullmatch(prefix[1]))
    if not latitude_first and prefix[1] != _CRS84:
        raise ValueError(f"has the reference system {prefix[1]}")
    return literal[prefix.end() :], latitude_first


def _read(text: str, latitude_first: bool) -> BaseGeometry:
    try:
        geometry = shapely.force_2d(from_wkt(text))
    except ShapelyError as error:
        raise ValueError(f"is not WKT: {error}") from None
    return shapely.transform(geometry, np.fliplr) if latitude_first else geometry
