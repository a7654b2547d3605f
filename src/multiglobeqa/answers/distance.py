"""Kilometres."""

from __future__ import annotations

from typing import ClassVar

from multiglobeqa.answers import tolerance
from multiglobeqa.answers.number import Number


class Distance(Number):
    """A distance in kilometres."""

    id: ClassVar[str] = "distance"
    unit: ClassVar[str] = "a distance in kilometres"
    tolerance = staticmethod(tolerance.distance_km)
