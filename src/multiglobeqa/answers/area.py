"""Square kilometres."""

from __future__ import annotations

from typing import ClassVar

from multiglobeqa.answers import tolerance
from multiglobeqa.answers.number import Number


class Area(Number):
    """An area in square kilometres."""

    id: ClassVar[str] = "area"
    unit: ClassVar[str] = "an area in square kilometres"
    tolerance = staticmethod(tolerance.area_km2)
