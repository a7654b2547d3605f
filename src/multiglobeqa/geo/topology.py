"""Topological relations between geometries, planar in longitude and latitude (DE-9IM).

Geometries on both sides of the antimeridian are compared in one plane: see
`multiglobeqa.geo.antimeridian`. Functions raise Unmeasurable where that is impossible.
"""

from __future__ import annotations

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from multiglobeqa.geo.antimeridian import unrolled

AREAS = ("Polygon", "MultiPolygon")
LINES = ("LineString", "LinearRing", "MultiLineString")

# Interior, boundary and exterior of the first against those of the second.
_ADJACENT = "F***1****"
_TRAVERSES = "1********"


def intersects(a: BaseGeometry, b: BaseGeometry) -> bool:
    """Tell whether two geometries have any point in common."""
    a, b = unrolled(a, b)
    return bool(a.intersects(b))


def overlaps(a: BaseGeometry, b: BaseGeometry) -> bool:
    """Tell whether two geometries of one dimension share some, but not all, of their interiors."""
    a, b = unrolled(a, b)
    return bool(a.overlaps(b))


def covers(a: BaseGeometry, b: BaseGeometry) -> bool:
    """Tell whether no point of `b` lies outside `a`."""
    a, b = unrolled(a, b)
    return bool(a.covers(b))


def meets_boundary(a: BaseGeometry, area: BaseGeometry) -> bool:
    """Tell whether `a` has a point in common with the boundary line of an area."""
    a, area = unrolled(a, area)
    return bool(a.intersects(area.boundary))


def adjacent(a: BaseGeometry, b: BaseGeometry) -> bool:
    """Tell whether two areas share a boundary of some length and nothing of their interiors."""
    a, b = unrolled(a, b)
    return bool(a.relate_pattern(b, _ADJACENT))


def traverses(line: BaseGeometry, area: BaseGeometry) -> bool:
    """Tell whether a line runs through the interior of an area over some length."""
    line, area = unrolled(line, area)
    return bool(line.relate_pattern(area, _TRAVERSES))


def surrounds(area: BaseGeometry, b: BaseGeometry) -> bool:
    """Tell whether `b` lies inside the outer ring of one part of an area without touching it.

    Whether it lies in the area itself or in its holes makes no difference.
    """
    area, b = unrolled(area, b)
    return any(Polygon(part.exterior).contains_properly(b) for part in shapely.get_parts(area))


def crossings(a: BaseGeometry, b: BaseGeometry) -> int | None:
    """Return the number of distinct points that two lines have in common.

    Returns
    -------
    int or None
        None where they have a piece of line in common.

    Examples
    --------
    >>> from shapely import from_wkt
    >>> crossings(from_wkt("LINESTRING (0 0, 4 0)"), from_wkt("LINESTRING (1 1, 2 -1, 3 1)"))
    2
    """
    a, b = unrolled(a, b)
    common = [part for part in shapely.get_parts(a.intersection(b)) if not part.is_empty]
    if any(part.geom_type != "Point" for part in common):
        return None
    return len({(point.x, point.y) for point in common})


def shared_area(a: BaseGeometry, b: BaseGeometry) -> BaseGeometry:
    """Return the areas that two areas have in common; empty where they have none."""
    a, b = unrolled(a, b)
    return shapely.union_all(
        [part for part in shapely.get_parts(a.intersection(b)) if part.geom_type in AREAS]
    )


def part_holding(area: BaseGeometry, b: BaseGeometry) -> Polygon | None:
    """Return the part of an area that covers `b`, or None where no single part does."""
    area, b = unrolled(area, b)
    return next((part for part in shapely.get_parts(area) if part.covers(b)), None)
