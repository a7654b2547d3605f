"""S2 cells over a geometry, by whole arrays, in longitude and latitude."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import s2geometry as s2
import shapely

LEVEL = 13  # of the original graph
MOST = 64  # cells of one feature
_FIRST = 4
_POLE = 85.0  # degrees of latitude: cells that reach farther have no sides there


class Cells(NamedTuple):
    """S2 cells of one level: their numbers, and their shapes, straight in longitude/latitude."""

    level: int
    numbers: list[int]
    shapes: np.ndarray


class _Grid(NamedTuple):
    """Cells of one level by their face and their place on it."""

    level: int
    face: np.ndarray
    i: np.ndarray
    j: np.ndarray

    def keep(self, mask: np.ndarray) -> _Grid:
        return _Grid(self.level, self.face[mask], self.i[mask], self.j[mask])

    def children(self) -> _Grid:
        quarter = np.arange(4)
        face = np.repeat(self.face, 4)
        i = (self.i[:, None] * 2 + quarter // 2).ravel()
        return _Grid(self.level + 1, face, i, (self.j[:, None] * 2 + quarter % 2).ravel())

    def numbers(self) -> list[int]:
        shift = 30 - self.level
        places = zip(self.face.tolist(), self.i.tolist(), self.j.tolist(), strict=True)
        return [
            s2.S2CellId.FromFaceIJ(face, i << shift, j << shift).parent(self.level).id()
            for face, i, j in places
        ]

    def corners(self) -> np.ndarray:
        """Return longitude and latitude of the corners, shape (n, 4, 2), longitude unbroken."""
        size = 1 << self.level
        u = _project((self.i[:, None] + np.array([0, 1, 1, 0])) / size)
        v = _project((self.j[:, None] + np.array([0, 0, 1, 1])) / size)
        x, y, z = np.empty((3, *u.shape))
        for face in np.unique(self.face):
            on = self.face == face
            x[on], y[on], z[on] = _on_face(face, u[on], v[on])
        lon = np.degrees(np.arctan2(y, x))
        lat = np.degrees(np.arctan2(z, np.hypot(x, y)))
        lon = lon[:, :1] + (lon - lon[:, :1] + 180) % 360 - 180
        return np.stack([lon, lat], axis=-1)


def _on_face(face: int, u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return x, y and z on one of the six faces of S2's cube."""
    one = np.ones_like(u)
    return [(one, u, v), (-u, one, v), (-u, -v, one), (-one, -v, -u), (v, -one, -u), (v, u, -one)][
        face
    ]


def _project(s: np.ndarray) -> np.ndarray:
    """Return S2's quadratic projection of a cell's coordinate to the face of the cube."""
    return np.where(s >= 0.5, (4 * s * s - 1) / 3, (1 - 4 * (1 - s) ** 2) / 3)


def cover(shape: shapely.Geometry, level: int = LEVEL, most: int = MOST) -> Cells:
    """Return the cells that meet a geometry.

    They are of the finest level up to `level` at which there are no more than `most` of them, so
    that a large region costs no more than a small one; cells beyond 85 degrees of latitude are
    left out.

    Parameters
    ----------
    shape : shapely.Geometry
        In longitude and latitude, cut at the antimeridian.
    level : int
        The finest level.
    most : int
        The largest number of cells, unless even level 4 has more.

    Examples
    --------
    >>> found = cover(shapely.Point(-80.5, 42.4))
    >>> found.level, len(found.numbers)
    (13, 1)
    """
    if shape.geom_type == "Point":
        return _of_point(shape, level)
    shapely.prepare(shape)
    around, corners, boxes = _first()
    best: tuple[_Grid, np.ndarray] | None = None
    while True:
        near = shapely.intersects(shape, boxes) & ~_polar(corners)
        around, corners = around.keep(near), corners[near]
        sides = shapely.polygons(corners)
        met = _meets(shape, sides, corners)
        if best is None or met.sum() <= most:
            best = around.keep(met), sides[met]
            if around.level < level:
                around = around.children()
                corners = around.corners()
                boxes = _wide(corners)
                continue
        shapely.destroy_prepared(shape)
        return Cells(best[0].level, best[0].numbers(), best[1])


@cache
def _first() -> tuple[_Grid, np.ndarray, np.ndarray]:
    """Return all cells of the level that the search begins at, their corners and their boxes."""
    face, i, j = (axis.ravel() for axis in np.mgrid[0:6, 0 : 1 << _FIRST, 0 : 1 << _FIRST])
    every = _Grid(_FIRST, face, i, j)
    corners = every.corners()
    return every, corners, _wide(corners)


def _of_point(point: shapely.Point, level: int) -> Cells:
    if abs(point.y) > _POLE:
        return Cells(level, [], np.empty(0, object))
    cell = s2.S2CellId(s2.S2LatLng.FromDegrees(point.y, point.x)).parent(level)
    return Cells(level, [cell.id()], np.array([None], object))


def _polar(corners: np.ndarray) -> np.ndarray:
    return (np.abs(corners[:, :, 1]) > _POLE).any(axis=1)


def _wide(corners: np.ndarray) -> np.ndarray:
    """Return boxes that hold cells with all their descendants, wherever their sides bend.

    A box that reaches over the antimeridian holds all longitudes: the next level looks closer.
    """
    low, high = corners.min(axis=1), corners.max(axis=1)
    margin = (high - low) * 0.2
    low, high = low - margin, high + margin
    over = (low[:, 0] < -180) | (high[:, 0] > 180)
    west, east = np.where(over, -180, low[:, 0]), np.where(over, 180, high[:, 0])
    return shapely.box(west, low[:, 1], east, high[:, 1])


def _meets(shape: shapely.Geometry, sides: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Tell which cells meet a shape that is cut at the antimeridian."""
    met = shapely.intersects(shape, sides)
    for turn, beyond in ((-360, corners[:, :, 0] > 180), (360, corners[:, :, 0] < -180)):
        over = np.flatnonzero(beyond.any(axis=1) & ~met)
        moved = shapely.polygons(corners[over] + [turn, 0]) if len(over) else over
        met[over] = shapely.intersects(shape, moved) if len(over) else met[over]
    return met
