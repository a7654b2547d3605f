"""Cells of discrete global grids: H3, S2 and geohash."""

from __future__ import annotations

import h3
import pygeohash
from s2geometry import S2CellId, S2LatLng

from multiglobeqa.geo import Point

H3_RESOLUTIONS = range(16)
S2_LEVELS = range(31)
GEOHASH_PRECISIONS = range(1, 13)


def h3_cell(point: Point, resolution: int) -> str:
    """Return the H3 cell that holds a point, in hexadecimal.

    Examples
    --------
    >>> h3_cell(Point(-122.0553238, 37.3615593), 5)
    '85283473fffffff'
    """
    return h3.latlng_to_cell(point.lat, point.lon, resolution)


def h3_common(a: Point, b: Point) -> str | None:
    """Return the H3 cell at the finest resolution at which one cell holds both points.

    H3 cells do not nest exactly: two points may share a cell and not share its parent, so that
    every resolution is tried.

    Returns
    -------
    str or None
        None where the points lie in different cells even at resolution 0.
    """
    for resolution in reversed(H3_RESOLUTIONS):
        cell = h3.latlng_to_cell(a.lat, a.lon, resolution)
        if cell == h3.latlng_to_cell(b.lat, b.lon, resolution):
            return cell
    return None


def s2_token(point: Point, level: int) -> str:
    """Return the token of the S2 cell of a level that holds a point.

    Examples
    --------
    >>> s2_token(Point(0, 0), 0)  # the face around the Gulf of Guinea
    '1'
    """
    return _s2_leaf(point).parent(level).ToToken()


def s2_common(a: Point, b: Point) -> str | None:
    """Return the token of the smallest S2 cell that holds both points.

    An S2 id is three bits of face, then two bits for each level down, so that the cells of two
    points agree down to the level at which their ids first differ.

    Returns
    -------
    str or None
        None where the points lie on different faces of the cube.
    """
    leaf1, leaf2 = _s2_leaf(a), _s2_leaf(b)
    shared_bits = 64 - (leaf1.id() ^ leaf2.id()).bit_length()
    if shared_bits < 3:
        return None
    return leaf1.parent(min((shared_bits - 3) // 2, S2_LEVELS[-1])).ToToken()


def geohash(point: Point, precision: int) -> str:
    """Return the geohash of a point, `precision` characters long.

    Examples
    --------
    >>> geohash(Point(10.40744, 57.64911), 11)
    'u4pruydqqvj'
    """
    return pygeohash.encode(point.lat, point.lon, precision)


def _s2_leaf(point: Point) -> S2CellId:
    return S2CellId(S2LatLng.FromDegrees(point.lat, point.lon))
