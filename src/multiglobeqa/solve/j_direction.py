"""J: directions between points and sides of a route."""

from __future__ import annotations

from multiglobeqa.geo.direction import DIRECTIONS, bearing, lies, sector, side
from multiglobeqa.solve.case import Case
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Solution, answer, no_answer


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


@solver("J4")
def direction_to(case: Case) -> Solution:
    """Return the direction from A to B: the sector of the initial bearing."""
    a, b = case.point("entity_A"), case.point("entity_B")
    if a == b:
        return no_answer(f"{case.name('entity_A')} and {case.name('entity_B')} are at one place")
    return answer(sector(bearing(a, b)))
