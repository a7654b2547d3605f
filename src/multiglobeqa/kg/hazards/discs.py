"""Areas around points on the ellipsoid, cut at the antimeridian."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pyproj
import shapely

_GEOD = pyproj.Geod(ellps="WGS84")
_STEPS = 120  # a disc as a polygon of so many corners has 0.05 % less area than the disc


def disc(lon: float, lat: float, radius: float) -> shapely.Geometry:
    """Return all within a geodesic distance of a point, cut at the antimeridian.

    Parameters
    ----------
    lon, lat : float
        Degrees.
    radius : float
        km.

    Returns
    -------
    shapely.Polygon or shapely.MultiPolygon
        In longitude and latitude; around a pole, with the pole's edge at latitude 90.
    """
    return cut(sectors(lon, lat, (radius,) * 4))


def sectors(lon: float, lat: float, radii: Sequence[float]) -> shapely.Polygon:
    """Return the union of the four quarter discs around a point.

    Parameters
    ----------
    lon, lat : float
        Degrees.
    radii : sequence of 4 float
        Of the north-east, south-east, south-west and north-west quarter, km.

    Returns
    -------
    shapely.Polygon
        In latitude and in longitude that runs on over the antimeridian; `cut` it at the end.
    """
    nearest = min(_GEOD.inv(lon, lat, lon, pole)[2] / 1000 for pole in (90, -90))
    arcs = [
        _arc(lon, lat, radius, 90.0 * quarter) for quarter, radius in enumerate(radii) if radius > 0
    ]
    if nearest < min(radii):
        return _around_pole(lon, np.concatenate(arcs), 90.0 if lat >= 0 else -90.0)
    if len({*radii}) == 1:
        return shapely.Polygon(np.concatenate(arcs))
    return shapely.union_all([shapely.Polygon([(lon, lat), *arc]) for arc in arcs])


def _arc(lon: float, lat: float, radius: float, start: float) -> np.ndarray:
    """Return a quarter of a circle clockwise from an azimuth, shape (n, 2)."""
    azimuth = np.linspace(start, start + 90, _STEPS // 4 + 1)
    lons, lats, metres = (np.full(len(azimuth), value) for value in (lon, lat, radius * 1000))
    east, north, _ = _GEOD.fwd(lons, lats, azimuth, metres)
    across = (np.asarray(east) - lon + 180) % 360 - 180
    return np.column_stack([lon + across, north])


def _around_pole(lon: float, ring: np.ndarray, pole: float) -> shapely.Polygon:
    """Return what lies between a ring around a pole and the pole."""
    order = np.argsort(ring[:, 0])
    inner = ring[order]
    edge = (inner[0, 1] + inner[-1, 1]) / 2
    west, east = lon - 180, lon + 180
    outer = [(east, edge), (east, pole), (west, pole), (west, edge)]
    return shapely.Polygon([*inner[(inner[:, 0] > west) & (inner[:, 0] < east)], *outer])


def swept(shapes: Sequence[shapely.Geometry]) -> shapely.Geometry:
    """Return what a shape sweeps that moves straight and evenly from each of its forms to the next.

    It is the convex hull of both forms; in longitude and latitude a straight way differs from a
    geodesic by little over the few hours between two positions of a storm.
    """
    pairs = [shapely.union_all([first, second]).convex_hull for first, second in pairwise(shapes)]
    return shapely.union_all(pairs or list(shapes))


def cut(shape: shapely.Geometry) -> shapely.Geometry:
    """Return a shape whose longitude runs on over the antimeridian, in parts from -180 to 180."""
    west, _, east, _ = shape.bounds
    if west >= -180 and east <= 180:
        return shape
    parts = []
    for turn in range(int((west + 180) // 360), int((east + 180) // 360) + 1):
        strip = shapely.box(-180 + 360 * turn, -90, 180 + 360 * turn, 90)
        part = shapely.intersection(shape, strip)
        if not part.is_empty and part.area > 0:
            parts.append(shapely.transform(part, lambda xy, turn=turn: xy - [360 * turn, 0]))
    return shapely.union_all(parts)
