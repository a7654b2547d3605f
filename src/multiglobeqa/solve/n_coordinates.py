"""N: the coordinates of a place."""

from __future__ import annotations

from multiglobeqa.solve.case import Case
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Solution, answer


@solver("N1")
def coordinates(case: Case) -> Solution:
    """Return latitude and longitude of A's point."""
    point = case.point("entity_A")
    return answer({"latitude": point.lat, "longitude": point.lon})
