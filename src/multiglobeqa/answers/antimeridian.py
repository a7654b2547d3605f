"""Polygons that cross the antimeridian."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPolygon, Polygon
from shapely.affinity import translate


def unroll(polygon: Polygon | MultiPolygon) -> Polygon | MultiPolygon:
    """Return a polygon whose longitudes run on beyond 180 degrees instead of jumping.

    An edge between two longitudes more than 180 degrees apart is taken the short way round,
    unless it spans the full 360 degrees.

    Raises
    ------
    ValueError
        When a ring goes round a pole, so that it has no inside in longitude and latitude.

    Examples
    --------
    >>> fiji = Polygon([(178, -18), (-179, -18), (-179, -16), (178, -16)])
    >>> tuple(map(float, unroll(fiji).bounds))
    (178.0, -18.0, 181.0, -16.0)
    """
    parts = [_unroll_part(part) for part in shapely.get_parts(polygon)]
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)


def roll(polygon: Polygon | MultiPolygon, half: float) -> Polygon | MultiPolygon:
    """Return a polygon with what lies beyond the edges of the world put in from the other side.

    Parameters
    ----------
    half : float
        From the middle of the world to its edge: 180 degrees, or that many metres.

    Examples
    --------
    >>> rolled = roll(shapely.box(178, -18, 181, -16), 180)
    >>> [tuple(map(float, part.bounds)) for part in rolled.geoms]
    [(-180.0, -18.0, -179.0, -16.0), (178.0, -18.0, 180.0, -16.0)]
    """
    bottom, top = polygon.bounds[1], polygon.bounds[3]
    world = shapely.box(-half, bottom, half, top)
    pieces = [
        shapely.intersection(translate(polygon, xoff=turn * half), world)
        for turn in (-2.0, 0.0, 2.0)
    ]
    return shapely.union_all(
        [piece for whole in pieces for piece in shapely.get_parts(whole) if piece.area > 0]
    )


def _unroll_part(polygon: Polygon) -> Polygon:
    shell = _unroll_ring(shapely.get_coordinates(polygon.exterior))
    west, east = shell[:, 0].min(), shell[:, 0].max()
    holes = []
    for ring in polygon.interiors:
        hole = _unroll_ring(shapely.get_coordinates(ring))
        turns = np.array([0.0, -360.0, 360.0])
        inside = (hole[:, 0].min() + turns >= west) & (hole[:, 0].max() + turns <= east)
        hole[:, 0] += turns[np.argmax(inside)]
        holes.append(hole)
    return Polygon(shell, holes)


def _unroll_ring(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    step = np.diff(ring[:, 0])
    jump = (np.abs(step) > 180.0) & (np.abs(step) < 360.0)
    turns = np.cumsum(np.where(jump, -360.0 * np.sign(step), 0.0))
    if turns[-1] != 0.0:
        raise ValueError("a ring goes round a pole")
    unrolled = ring.copy()
    unrolled[1:, 0] += turns
    return unrolled
