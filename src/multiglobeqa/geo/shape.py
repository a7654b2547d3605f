"""The shape of a geometry: its centre and how compact, elongated or irregular it is.

Centroid and pole are planar in longitude and latitude; compactness is geodesic; whatever turns
or simplifies an area is planar in the equal-area projection around its centroid, in metres.
Areas on both sides of the antimeridian are put together first; functions raise Unmeasurable
where that is impossible (see `multiglobeqa.geo.antimeridian`).
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, pi, sqrt

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from multiglobeqa.geo import Point, Unmeasurable
from multiglobeqa.geo.antimeridian import unrolled, wrapped
from multiglobeqa.geo.geodesy import area_km2, distance_km, perimeter_km
from multiglobeqa.geo.projection import EqualArea


def centroid(geometry: BaseGeometry) -> Point:
    """Return the planar centroid.

    Area-weighted for polygons, length-weighted for lines, the mean of points; in a collection
    only the parts of the highest dimension count.

    Raises
    ------
    Unmeasurable
        When the geometry is empty.
    """
    if geometry.is_empty:
        raise Unmeasurable("is empty and has no centroid")
    centre = unrolled(geometry)[0].centroid
    return Point(wrapped(centre.x), centre.y)


def compactness(area: BaseGeometry) -> float:
    """Return the Polsby-Popper score ``4 pi A / P^2``, geodesic: 1 for a circle.

    The perimeter is that of all rings.
    """
    (area,) = unrolled(area)
    return 4 * pi * area_km2(area) / perimeter_km(area) ** 2


def elongation(area: BaseGeometry) -> float:
    """Return 1 less the ratio of width to length of the minimum rotated rectangle.

    0 for a square, near 1 for a strip; planar in the equal-area projection around the centroid.
    """
    width, length = sorted(minimum_rectangle(_in_plane(area)[0]))
    return 1 - width / length


def minimum_rectangle(area: BaseGeometry) -> tuple[float, float]:
    """Return the sides of the rectangle of least area, in any rotation, around a plane geometry.

    One of its sides lies along an edge of the convex hull, so that trying them all finds it.

    Raises
    ------
    Unmeasurable
        When the geometry has no extent in two dimensions.
    """
    hull = area.convex_hull
    if hull.geom_type != "Polygon":
        raise Unmeasurable("has no area")
    corners = shapely.get_coordinates(hull.exterior)
    edges = np.diff(corners, axis=0)
    along = edges / np.hypot(*edges.T)[:, None]
    across = along[:, ::-1] * (-1, 1)
    sides = np.stack([np.ptp(corners @ axes.T, axis=0) for axes in (along, across)])
    best = int(np.argmin(sides[0] * sides[1]))
    return float(sides[0, best]), float(sides[1, best])


def shape_index(area: BaseGeometry) -> float:
    """Return ``P / (2 sqrt(pi A))`` of a plane area: 1 for a circle."""
    return area.length / (2 * sqrt(pi * area.area))


def fractal_dimension(area: BaseGeometry) -> float:
    """Return ``2 ln(P / 4) / ln(A)`` of a plane area in metres: 1 for a square."""
    return 2 * log(area.length / 4) / log(area.area)


def convexity(area: BaseGeometry) -> float:
    """Return the perimeter of the convex hull of a plane area over its own."""
    return area.convex_hull.length / area.length


def rectangularity(area: BaseGeometry) -> float:
    """Return a plane area over the area of its minimum rotated rectangle."""
    width, length = minimum_rectangle(area)
    return area.area / (width * length)


IRREGULARITY: dict[str, Callable[[BaseGeometry], float]] = {
    "shape_index": shape_index,
    "fractal_dimension": fractal_dimension,
    "convexity": convexity,
    "rectangularity": rectangularity,
}


def irregularity(area: BaseGeometry, metric: str, scale_km: float) -> float:
    """Return how irregular an area is once simplified to a scale.

    It is projected to the equal-area plane around its centroid and simplified there without
    changing its topology, with the scale as tolerance; all rings and parts count.

    Parameters
    ----------
    metric : str
        One of `IRREGULARITY`.
    scale_km : float
        The tolerance of the simplification (Douglas-Peucker), in km.
    """
    plane, _ = _in_plane(area)
    return IRREGULARITY[metric](_simplified(plane, scale_km))


def centroid_shift_km(area: BaseGeometry, from_km: float, to_km: float) -> float:
    """Return the geodesic distance between the centroids of an area simplified at two scales.

    Both are the planar centroids in the equal-area plane around the area's own centroid, in
    which it is simplified without changing its topology.
    """
    plane, projection = _in_plane(area)
    fine, coarse = (
        projection.inverse(_simplified(plane, scale).centroid) for scale in (from_km, to_km)
    )
    return distance_km(fine, coarse)


def _in_plane(area: BaseGeometry) -> tuple[BaseGeometry, EqualArea]:
    projection = EqualArea(centroid(area))
    return projection.forward(unrolled(area)[0]), projection


def _simplified(plane: BaseGeometry, scale_km: float) -> BaseGeometry:
    return plane.simplify(1000 * scale_km, preserve_topology=True)
