"""The H3 cells of a graph: which meet which geometries and how, their neighbours and parents.

A geometry meets cells of resolution 8; one too vast for that meets coarser ones, so that no
geometry has more than some thousand cells. All ancestors of a cell down to resolution 5 belong to
the graph.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import h3.api.basic_int as h3
import numpy as np
import shapely

FINEST = 8
COARSEST = 5  # of the ancestors; vast geometries may meet coarser cells

_MOST = 1000  # cells in a geometry's box
_KM2_PER_DEGREE2 = 12_364.0
# How far points along a line may lie apart so that the cells between them are neighbours of
# theirs: less than the inner radius of the smallest cells, in degrees.
_STEP = {
    resolution: 0.45 * np.sqrt(h3.average_hexagon_area(resolution, "km^2")) / 111.32
    for resolution in range(FINEST + 1)
}


class Meetings(NamedTuple):
    """Pairs of a geometry and a cell that intersect.

    Attributes
    ----------
    shape : int array, shape (n,)
        Places in the geometries given.
    cell : uint64 array, shape (n,)
    covers, within, touches : bool arrays, shape (n,)
        Whether the cell covers the geometry, lies within it, or merely touches it.
    """

    shape: np.ndarray
    cell: np.ndarray
    covers: np.ndarray
    within: np.ndarray
    touches: np.ndarray


def meet(shapes: np.ndarray) -> Meetings:
    """Return the cells that each geometry intersects, ordered by geometry and cell.

    Parameters
    ----------
    shapes : object array of shapely geometries, shape (n,)
        In longitude and latitude.
    """
    pairs = [
        (index, cell) for index, shape in enumerate(shapes) for cell in sorted(_candidates(shape))
    ]
    of = np.array([index for index, _ in pairs], int)
    cell = np.array([cell for _, cell in pairs], np.uint64)
    distinct, place = np.unique(cell, return_inverse=True)
    polygons = cell_polygons(distinct)
    shapely.prepare(polygons)
    one, other = polygons[place], shapes[of]
    met = shapely.intersects(one, other)
    of, cell, one, other = of[met], cell[met], one[met], other[met]
    covers = shapely.covers(one, other)
    within = np.zeros(len(of), bool)
    areal = np.flatnonzero((shapely.get_dimensions(other) == 2) & ~covers)
    within[areal] = shapely.covers(other[areal], one[areal])
    touches = np.zeros(len(of), bool)
    rest = np.flatnonzero(~covers & ~within)
    touches[rest] = shapely.touches(one[rest], other[rest])
    return Meetings(of, cell, covers, within, touches)


def _candidates(shape: shapely.Geometry) -> set[int]:
    """Return cells among which are all that the geometry intersects."""
    if shape.geom_type == "Point":
        return {h3.latlng_to_cell(shape.y, shape.x, FINEST)}
    resolution = _resolution(shape)
    dense = shapely.segmentize(shape, _STEP[resolution])
    along = {h3.latlng_to_cell(lat, lon, resolution) for lon, lat in shapely.get_coordinates(dense)}
    if len(along) == 1:
        (cell,) = along
        if shapely.covers(cell_polygons(np.array([cell], np.uint64))[0], shape):
            return along
    found = {cell for one in along for cell in h3.grid_disk(one, 1)}
    if shapely.get_dimensions(shape) == 2:
        for part in shapely.get_parts(shape):
            rings = [
                [(lat, lon) for lon, lat in ring.coords]
                for ring in (part.exterior, *part.interiors)
            ]
            found.update(h3.polygon_to_cells(h3.LatLngPoly(*rings), resolution))
    return found


def _resolution(shape: shapely.Geometry) -> int:
    west, south, east, north = shape.bounds
    middle = np.cos(np.radians((south + north) / 2))
    size = (east - west) * (north - south) * middle * _KM2_PER_DEGREE2
    resolution = FINEST
    while resolution and size / h3.average_hexagon_area(resolution, "km^2") > _MOST:
        resolution -= 1
    return resolution


def cell_polygons(cells: np.ndarray) -> np.ndarray:
    """Return the outlines of cells in longitude and latitude; cut in two at the antimeridian."""
    outlines = [np.array(h3.cell_to_boundary(int(cell)), float)[:, ::-1] for cell in cells]
    return np.array([_polygon(outline) for outline in outlines], object)


def _polygon(outline: np.ndarray) -> shapely.Geometry:
    if np.ptp(outline[:, 0]) < 180:
        return shapely.Polygon(outline)
    east = outline.copy()
    east[east[:, 0] < 0, 0] += 360
    whole = shapely.Polygon(east)
    left = shapely.intersection(whole, shapely.box(0, -90, 180, 90))
    right = shapely.intersection(whole, shapely.box(180, -90, 540, 90))
    right = shapely.transform(right, lambda points: points - [360, 0])
    return shapely.MultiPolygon([*shapely.get_parts(left), *shapely.get_parts(right)])


def with_ancestors(cells: Iterable[int]) -> set[int]:
    """Return cells with their ancestors of resolution `COARSEST` and finer."""
    found: set[int] = set()
    for cell in cells:
        one = int(cell)
        while one not in found:
            found.add(one)
            resolution = h3.get_resolution(one)
            if resolution <= COARSEST:
                break
            one = h3.cell_to_parent(one, resolution - 1)
    return found


def neighbours(cell: int) -> list[int]:
    """Return the five or six cells around one, ordered."""
    return sorted(set(h3.grid_disk(cell, 1)) - {cell})


def parent(cell: int) -> int | None:
    """Return the parent, or None where the graph ends."""
    resolution = h3.get_resolution(cell)
    return h3.cell_to_parent(cell, resolution - 1) if resolution > COARSEST else None


__all__ = [
    "COARSEST",
    "FINEST",
    "Meetings",
    "cell_polygons",
    "meet",
    "neighbours",
    "parent",
    "with_ancestors",
]
