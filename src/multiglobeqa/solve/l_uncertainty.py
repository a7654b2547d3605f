"""L: vague distances and vague containment."""

from __future__ import annotations

from math import sqrt

import shapely

from multiglobeqa.geo.geodesy import distance_km
from multiglobeqa.geo.proximity import distance_to_boundary_km
from multiglobeqa.geo.topology import covers
from multiglobeqa.solve.attributes import area_of
from multiglobeqa.solve.case import Case
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Insufficient, Solution, answer, no_answer

FAR = 5  # times the distance that is still near
ROUGHLY = 1.1  # times the smallest distance
PLAUSIBLE = 0.05  # of the square root of the area
PLAUSIBLE_KM = 5


@solver("L1")
def is_near(case: Case) -> Solution:
    """Return whether A is near B: at most the threshold away."""
    return _near_or_far(case, near=True)


@solver("L2")
def is_far(case: Case) -> Solution:
    """Return whether A is far from B: more than five times the threshold away."""
    return _near_or_far(case, near=False)


@solver("L3")
def nearer_to_first(case: Case) -> Solution:
    """Return whether A is nearer to B than to C."""
    a = case.point("entity_A")
    return answer(distance_km(a, case.point("entity_B")) < distance_km(a, case.point("entity_C")))


@solver("L4")
def roughly_closest(case: Case) -> Solution:
    """Return which A are within a tenth of the smallest distance to B, B itself left out."""
    members = case.members("class_A", besides="entity_B")
    if not members:
        raise Insufficient("no members are stated")
    nearness = case.distances("entity_B", members)
    limit = min(nearness) * ROUGHLY
    return case.all_of(
        [member for member, km in zip(members, nearness, strict=True) if km <= limit]
    )


@solver("L5")
def plausibly_within(case: Case) -> Solution:
    """Return whether A's point lies within the area B: true, plausibly or false.

    Plausibly where it lies outside, but nearer to the boundary than 5 % of the square root of
    B's area and than 5 km.
    """
    point, area = case.point("entity_A"), case.area("entity_B")
    if covers(area, shapely.Point(point)):
        return answer("true")
    km = distance_to_boundary_km(point, area)
    plausible = km < PLAUSIBLE * sqrt(area_of(area)) and km <= PLAUSIBLE_KM
    return answer("plausibly" if plausible else "false")


def _near_or_far(case: Case, *, near: bool) -> Solution:
    threshold = case.number("threshold_km")
    km = distance_km(case.point("entity_A"), case.point("entity_B"))
    if threshold < km <= FAR * threshold:
        return no_answer(f"{km} km is neither near nor far where {threshold} km is near")
    return answer((km <= threshold) == near)
