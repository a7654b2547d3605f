"""N: the coordinates and the bounding box of a place."""

from __future__ import annotations

from multiglobeqa.geo.antimeridian import box
from multiglobeqa.solve.case import Case
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Solution, answer


@solver("N1")
def coordinates(case: Case) -> Solution:
    """Return latitude and longitude of A's point."""
    point = case.point("entity_A")
    return answer({"latitude": point.lat, "longitude": point.lon})


@solver("N2")
def bounding_box(case: Case) -> Solution:
    """Return the narrowest box around A; its west is east of its east over the antimeridian."""
    west, south, east, north = box(case.geometry("entity_A"))
    return answer({"west": west, "south": south, "east": east, "north": north})
