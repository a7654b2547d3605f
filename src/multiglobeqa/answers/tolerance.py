"""The tolerances of Table 12 of the paper."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# 5 % of the gold value. Divided by 20 rather than multiplied by 0.05, which is not a binary
# fraction: the tolerance of a gold 140 is then 7 and not 7.000000000000001.
RELATIVE = 20

# (from this gold value on, floor), lowest first.
DISTANCE_FLOORS_KM = ((0.0, 0.5), (50.0, 5.0), (500.0, 10.0))
AREA_FLOORS_KM2 = ((0.0, 0.25), (2500.0, 25.0), (250_000.0, 100.0))
COUNT_FLOOR = 1.0

POINT_KM = max(5.0, 200.0 / RELATIVE)
BEARING_DEGREES = 5.0
IOU = 0.5
DATE_DAYS = {"day": 1, "month": 15, "year": 365}


def banded(
    gold: NDArray[np.float64], floors: tuple[tuple[float, float], ...]
) -> NDArray[np.float64]:
    """Return ``max(floor, 0.05 |gold|)``, where the floor depends on the size of the gold.

    Examples
    --------
    >>> banded(np.array([10.0, 49.99, 50.0, 499.99, 500.0]), DISTANCE_FLOORS_KM)
    array([ 0.5   ,  2.4995,  5.    , 24.9995, 25.    ])
    """
    size = np.abs(gold)
    edges = [edge for edge, _ in floors[1:]]
    floor = np.array([value for _, value in floors])[np.searchsorted(edges, size, side="right")]
    return np.maximum(floor, size / RELATIVE)


def distance_km(gold: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the tolerance of distances, in km."""
    return banded(gold, DISTANCE_FLOORS_KM)


def area_km2(gold: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the tolerance of areas, in km2."""
    return banded(gold, AREA_FLOORS_KM2)


def count(gold: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the tolerance of counts: an off-by-one is wrong up to a gold of 20."""
    return np.maximum(COUNT_FLOOR, np.abs(gold) / RELATIVE)


def ratio(gold: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the tolerance of ratios; that of a gold 0 is 0, which nothing can meet."""
    return np.abs(gold) / RELATIVE
