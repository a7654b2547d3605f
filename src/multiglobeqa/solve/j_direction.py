"""J: directions between points, sides of a route and the way that water runs."""

from __future__ import annotations

from shapely.geometry.base import BaseGeometry

from multiglobeqa.geo.direction import DIRECTIONS, bearing, lies, sector, side
from multiglobeqa.geo.proximity import distance_to_line_km, positions_along
from multiglobeqa.geo.topology import LINES
from multiglobeqa.solve.case import Case
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Insufficient, Solution, answer, no_answer

BESIDE_KM = 1


@solver("J1")
def lies_in_direction(case: Case) -> Solution:
    """Return whether A lies in a direction of B."""
    direction = case.word("direction", DIRECTIONS)
    return answer(lies(case.point("entity_A"), direction, case.point("entity_B")))


@solver("J2")
def side_of_route(case: Case) -> Solution:
    """Return whether A lies left or right of the route from B to C."""
    found = side(case.point("entity_A"), case.point("entity_B"), case.point("entity_C"))
    return (
        no_answer(f"{case.name('entity_A')} lies on neither side") if not found else answer(found)
    )


@solver("J3")
def up_or_down(case: Case) -> Solution:
    """Return whether A lies upstream or downstream of B on the waterway that passes both.

    The waterway is the one other line that is stated; it runs as it is digitised, and must pass
    within 1 km of both points. The one nearer its start is upstream.
    """
    a, b = case.point("entity_A"), case.point("entity_B")
    waterway = _waterway(case)
    if any(distance_to_line_km(point, waterway) > BESIDE_KM for point in (a, b)):
        return no_answer(f"the waterway passes not within {BESIDE_KM} km of both")
    first, second = positions_along(waterway, a, b)
    if first == second:
        return no_answer("both lie beside the same point of the waterway")
    return answer("upstream" if first < second else "downstream")


def _waterway(case: Case) -> BaseGeometry:
    ends = {case.entity("entity_A"), case.entity("entity_B")}
    shapes = [case.facts.geometry(other) for other in case.facts.located() if other not in ends]
    lines = [shape for shape in shapes if shape.geom_type in LINES]
    if len(lines) != 1:
        raise Insufficient(f"{len(lines)} waterways are stated, not one")
    return lines[0]


@solver("J4")
def direction_to(case: Case) -> Solution:
    """Return the direction from A to B: the sector of the initial bearing."""
    a, b = case.point("entity_A"), case.point("entity_B")
    if a == b:
        return no_answer(f"{case.name('entity_A')} and {case.name('entity_B')} are at one place")
    return answer(sector(bearing(a, b)))
