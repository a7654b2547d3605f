"""The country that a point lies in, for millions of points."""

from __future__ import annotations

import numpy as np
import shapely

NOWHERE = -1

KM_PER_DEGREE = 111.195  # of a great circle

# Coasts are searched in runs of as many segments, and points in batches, to bound the memory.
RUN = 16
BATCH = 10_000


class Borders:
    """An index of polygons that tells which of them holds a point.

    A point outside every polygon belongs to the nearest one within `reach`: it may stand on a
    pier or an islet that the polygons are too coarse to know.

    Parameters
    ----------
    geometries : ndarray of shapely.Geometry, shape (m,)
        Polygons in longitude and latitude, disjoint but for their borders.
    reach : float
        In km, along the surface of a sphere.

    Examples
    --------
    >>> borders = Borders(np.array([shapely.box(0, 0, 1, 1), shapely.box(1, 0, 2, 1)]), reach=10)
    >>> borders.locate(np.array([0.5, 2.0, 2.05, 3.0]), np.array([0.5, 0.5, 0.5, 0.5]))
    array([ 0,  1,  1, -1])
    """

    def __init__(self, geometries: np.ndarray, reach: float) -> None:
        self._parts, self._owner = shapely.get_parts(geometries, return_index=True)
        shapely.prepare(self._parts)
        self._tree = shapely.STRtree(self._parts)
        self._coasts = _Coasts(self._parts, self._owner, reach)

    def locate(self, lon: np.ndarray, lat: np.ndarray) -> np.ndarray:
        """Return the index of the polygon of each point, `NOWHERE` for none.

        Parameters
        ----------
        lon, lat : ndarray, shape (n,)
            Degrees, the longitude from -180 to 180.

        Returns
        -------
        ndarray of int, shape (n,)
            On a shared border, or at equal distance from two, the lowest index.
        """
        found = self._holding(lon, lat)
        outside = np.flatnonzero(found == NOWHERE)
        for batch in np.array_split(outside, len(outside) // BATCH + 1):
            found[batch] = self._coasts.nearest(lon[batch], lat[batch])
        return found

    def _holding(self, lon: np.ndarray, lat: np.ndarray) -> np.ndarray:
        found = np.full(len(lon), len(self._owner), dtype=np.int64)
        point, part = self._tree.query(shapely.points(lon, lat))
        order = np.argsort(part, kind="stable")
        point, part = point[order], part[order]
        for run in np.split(np.arange(len(part)), np.flatnonzero(np.diff(part)) + 1):
            if len(run):
                candidates = point[run]
                index = part[run[0]]
                held = candidates[
                    shapely.intersects_xy(self._parts[index], lon[candidates], lat[candidates])
                ]
                found[held] = np.minimum(found[held], self._owner[index])
        return np.where(found == len(self._owner), NOWHERE, found)


class _Coasts:
    """The outlines of polygons, cut into short runs of segments, by their boxes."""

    def __init__(self, parts: np.ndarray, owner: np.ndarray, reach: float) -> None:
        self.reach = reach
        rings, part = shapely.get_rings(parts, return_index=True)
        self._xy, ring = shapely.get_coordinates(rings, return_index=True)
        first = np.flatnonzero(np.diff(ring, prepend=-1))
        last = np.append(first[1:], len(ring)) - 1
        runs = [np.arange(a, b, RUN) for a, b in zip(first, last, strict=True)]
        self._start = np.concatenate(runs)
        of_ring = np.repeat(np.arange(len(runs)), [len(run) for run in runs])
        self._end = np.minimum(self._start + RUN, last[of_ring])
        self._owner = owner[part[of_ring]]
        xy = self._vertices(np.arange(len(self._start)))
        low, high = xy.min(axis=1), xy.max(axis=1)
        self._tree = shapely.STRtree(shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1]))

    def nearest(self, lon: np.ndarray, lat: np.ndarray) -> np.ndarray:
        """Return the owner of the nearest outline within reach of each point, or `NOWHERE`."""
        found = np.full(len(lon), NOWHERE, dtype=np.int64)
        # A copy of each point a turn away meets the coasts beyond the antimeridian.
        index = np.tile(np.arange(len(lon)), 3)
        x, y = np.concatenate([lon, lon - 360, lon + 360]), np.tile(lat, 3)
        height = self.reach / KM_PER_DEGREE
        width = np.minimum(height / np.maximum(np.cos(np.radians(y)), 1e-9), 180)
        near = np.flatnonzero(np.abs(x) <= 180 + width)
        index, x, y, width = index[near], x[near], y[near], width[near]
        point, run = self._tree.query(shapely.box(x - width, y - height, x + width, y + height))
        distance = self._distance(x[point], y[point], run)
        owner = self._owner[run]
        point = index[point]
        order = np.lexsort((owner, distance, point))
        order = order[distance[order] <= self.reach]
        point, first = np.unique(point[order], return_index=True)
        found[point] = owner[order[first]]
        return found

    def _distance(self, x: np.ndarray, y: np.ndarray, run: np.ndarray) -> np.ndarray:
        """Return the distance in km of points from runs, in the plane that touches the point."""
        away = self._vertices(run) - np.stack([x, y], axis=1)[:, None, :]
        away *= KM_PER_DEGREE * np.stack([np.cos(np.radians(y)), np.ones_like(y)], axis=1)[:, None]
        a, b = away[:, :-1], away[:, 1:]
        along = b - a
        square = (along**2).sum(axis=2)
        share = np.clip(-(a * along).sum(axis=2) / np.where(square, square, 1), 0, 1)
        return np.sqrt(((a + share[..., None] * along) ** 2).sum(axis=2)).min(axis=1)

    def _vertices(self, run: np.ndarray) -> np.ndarray:
        """Return the vertices of runs, shape (n, RUN + 1, 2); a short one repeats its last."""
        at = self._start[run, None] + np.arange(RUN + 1)
        return self._xy[np.minimum(at, self._end[run, None])]


__all__ = ["NOWHERE", "Borders"]
