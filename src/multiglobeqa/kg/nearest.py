"""The nearest of many points to each of many others, without a spatial index."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

_EARTH_KM = 6371.0
_CUBES = 1 << 14  # more than there are along an axis, whatever the radius
_PAIRS = 1 << 21  # looked at together, to bound memory


def nearest(
    seekers: np.ndarray,
    givers: np.ndarray,
    radii: Sequence[float],
    *,
    seeker_key: np.ndarray,
    giver_key: np.ndarray,
) -> np.ndarray:
    """Return for each seeker the nearest giver of another key within the largest radius.

    Space is cut into cubes with the radius as edge, so that the poles and the antimeridian are
    like any other place: what lies within the radius is in the seeker's cube or one next to it.
    The first radii are small because most seekers find somebody near, and then look no further.

    Parameters
    ----------
    seekers : ndarray, shape (n, 2)
        Longitude and latitude, degrees.
    givers : ndarray, shape (m, 2)
        Longitude and latitude, degrees.
    radii : sequence of float
        Kilometres, ascending, at least 1; straight through the ground, which is shorter than
        along it by less than 1 % up to 3,000 km.
    seeker_key, giver_key : ndarray of int, shapes (n,) and (m,)
        A giver whose key is the seeker's is passed over.

    Returns
    -------
    ndarray of int, shape (n,)
        Indices of givers; of several equally near ones the first; -1 where none is near.

    Examples
    --------
    >>> towns = np.array([[24.75, 59.44], [24.11, 56.95]])
    >>> keys = {"seeker_key": np.array([0, 0]), "giver_key": np.array([1, 2])}
    >>> nearest(np.array([[24.8, 59.4], [0.0, 0.0]]), towns, [5, 15], **keys).tolist()
    [0, -1]
    """
    found = np.full(len(seekers), -1)
    here, there = _space(seekers), _space(givers)
    left = np.arange(len(seekers))
    for radius in radii:
        if not len(left) or not len(givers):
            break
        found[left] = _within(here[left], there, radius, seeker_key[left], giver_key)
        left = left[found[left] < 0]
    return found


def _space(points: np.ndarray) -> np.ndarray:
    """Return points on the sphere in kilometres from its centre, shape (n, 3)."""
    lon, lat = np.radians(points).T
    axes = (np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat))
    return _EARTH_KM * np.stack(axes, axis=1)


def _cube(space: np.ndarray, edge: float) -> np.ndarray:
    """Return a number for the cube that each point is in; neighbours differ by `_STEPS`."""
    place = np.floor(space / edge).astype(np.int64) + _CUBES // 2
    return (place[:, 0] * _CUBES + place[:, 1]) * _CUBES + place[:, 2]


_AROUND = (-1, 0, 1)
_STEPS = [(x * _CUBES + y) * _CUBES + z for x in _AROUND for y in _AROUND for z in _AROUND]


def _within(
    seekers: np.ndarray,
    givers: np.ndarray,
    radius: float,
    seeker_key: np.ndarray,
    giver_key: np.ndarray,
) -> np.ndarray:
    cube = _cube(givers, radius)
    order = np.argsort(cube, kind="stable")
    cube = cube[order]
    best = np.full(len(seekers), float(radius) ** 2)
    found = np.full(len(seekers), -1)
    home = _cube(seekers, radius)
    # In the order of their cubes, neighbours look up the same part of the givers.
    by_cube = np.argsort(home, kind="stable")
    home = home[by_cube]
    for step in _STEPS:
        low = np.searchsorted(cube, home + step, "left")
        count = np.searchsorted(cube, home + step, "right") - low
        looking = np.flatnonzero(count)
        for some in _portions(looking, count[looking]):
            start, of = _spread(count[some])
            giver = order[low[some][of] + np.arange(len(of)) - start[of]]
            seeker = by_cube[some][of]
            square = ((seekers[seeker] - givers[giver]) ** 2).sum(axis=1)
            square[seeker_key[seeker] == giver_key[giver]] = np.inf
            shortest = np.minimum.reduceat(square, start)
            # Givers of a cube keep their order, so the first at the shortest distance is theirs.
            at = np.where(square == shortest[of], np.arange(len(of)), len(of))
            first = giver[np.minimum.reduceat(at, start)]
            who = by_cube[some]
            better = (shortest < best[who]) | ((shortest == best[who]) & (first < found[who]))
            best[who[better]], found[who[better]] = shortest[better], first[better]
    return found


def _spread(count: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return where each group of rows starts, and the group of each row."""
    return np.cumsum(count) - count, np.repeat(np.arange(len(count)), count)


def _portions(looking: np.ndarray, count: np.ndarray) -> list[np.ndarray]:
    """Part the seekers so that no portion has more than about `_PAIRS` pairs."""
    portion = np.cumsum(count) // _PAIRS
    return np.split(looking, np.flatnonzero(np.diff(portion)) + 1) if len(looking) else []


__all__ = ["nearest"]
