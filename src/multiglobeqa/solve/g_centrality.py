"""G: the centres of areas."""

from __future__ import annotations

import shapely

from multiglobeqa.geo import Point
from multiglobeqa.geo.pole import pole_of_inaccessibility
from multiglobeqa.geo.shape import centroid, centroid_shift_km
from multiglobeqa.geo.topology import part_holding
from multiglobeqa.solve.case import Case
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Insufficient, Solution, answer, no_answer

_CENTRES = {"G1.centroid": centroid, "G1.pole": pole_of_inaccessibility}


@solver("G1")
def most_central_point(case: Case) -> Solution:
    """Return the planar centroid of A, or its pole of inaccessibility."""
    centre = _CENTRES.get(case.question.sub_template)
    if centre is None:
        raise Insufficient(f"{case.question.sub_template} names no centre")
    return _at(centre(case.area("entity_A")))


@solver("G2")
def centre_of_part(case: Case) -> Solution:
    """Return the centroid of the part of A that holds B's point; that one does is the premise."""
    part = part_holding(case.area("entity_A"), shapely.Point(case.point("entity_B")))
    if part is None:
        return no_answer(f"{case.name('entity_B')} does not lie in {case.name('entity_A')}")
    return _at(centroid(part))


@solver("G3")
def shift_of_centroid(case: Case) -> Solution:
    """Return how far the centroid of A moves between simplifications at two scales."""
    return answer(
        centroid_shift_km(case.area("entity_A"), case.number("from_km"), case.number("to_km"))
    )


def _at(point: Point) -> Solution:
    return answer({"latitude": point.lat, "longitude": point.lon})
