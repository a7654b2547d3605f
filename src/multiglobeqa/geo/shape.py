"""Measures of a geometry's shape, planar in longitude and latitude."""

from __future__ import annotations

from shapely.geometry.base import BaseGeometry

from multiglobeqa.geo import Point


def centroid(geometry: BaseGeometry) -> Point:
    """Return the planar centroid.

    Area-weighted for polygons, length-weighted for lines, the mean of points; in a collection
    only the parts of the highest dimension count.

    Raises
    ------
    ValueError
        When the geometry is empty.
    """
    if geometry.is_empty:
        raise ValueError("an empty geometry has no centroid")
    centre = geometry.centroid
    return Point(centre.x, centre.y)
