"""Pure functions on coordinates and geometries: WGS84, longitude first, degrees and km."""

from __future__ import annotations

from typing import NamedTuple


class Point(NamedTuple):
    """A position on the WGS84 ellipsoid, in degrees."""

    lon: float
    lat: float


class Unmeasurable(ValueError):
    """A geometry has no such measure; the message completes "the geometry ..."."""


__all__ = ["Point", "Unmeasurable"]
