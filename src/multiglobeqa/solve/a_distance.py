"""A: metric distance."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from multiglobeqa.geo.direction import CARDINALS, eastward, lies
from multiglobeqa.geo.geodesy import distance_km, distance_matrix_km, meridian_km, parallel_km
from multiglobeqa.geo.proximity import distance_to_boundary_km, distance_to_geometry_km
from multiglobeqa.solve.case import Case, extremes, tied
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Insufficient, Solution, answer, no_answer

_AGGREGATIONS: dict[str, Callable[[np.ndarray], np.floating]] = {
    "average": np.mean,
    "minimum": np.min,
    "maximum": np.max,
    "median": np.median,  # of an even number: the mean of the middle two
}


@solver("A1")
def distance_between(case: Case) -> Solution:
    """Return the distance between A and B."""
    return answer(distance_km(case.point("entity_A"), case.point("entity_B")))


@solver("A2")
def distance_in_direction(case: Case) -> Solution:
    """Return how far north, south, east or west A is from B.

    North and south: the meridian arc between the two latitudes. East and west: the arc of the
    parallel of the mean latitude between the two longitudes, the shorter way round.
    """
    direction = case.word("direction", CARDINALS)
    a, b = case.point("entity_A"), case.point("entity_B")
    if not lies(a, direction, b):
        return no_answer(
            f"{case.name('entity_A')} at {a.lat}, {a.lon} does not lie {direction} of "
            f"{case.name('entity_B')} at {b.lat}, {b.lon}"
        )
    if direction in ("north", "south"):
        return answer(meridian_km(a.lat, b.lat))
    return answer(parallel_km((a.lat + b.lat) / 2, eastward(b.lon, a.lon)))


@solver("A4")
def closer_of_two(case: Case) -> Solution:
    """Return which of A and B is closer to, or farther from, C."""
    farther = case.choice("rank", {"closer": False, "farther": True})
    pair = [case.entity("entity_A"), case.entity("entity_B")]
    return case.any_of(extremes(pair, case.distances("entity_C", pair), largest=farther))


@solver("A5")
def closer_to_neighbour(case: Case) -> Solution:
    """Return which of B and C is closer to, or farther from, a neighbour of A's country.

    The country is what A lies in that has neighbours, as `geo:sfTouches` states them. The
    distance is that from a point to the nearest of all the neighbours, 0 in one of them.
    """
    farther = case.choice("rank", {"closer": False, "farther": True})
    containers = case.facts.ancestors(case.entity("entity_A"))
    countries = [one for one in sorted(containers) if case.facts.neighbours(one)]
    if len(countries) != 1:
        raise Insufficient(f"{len(countries)} countries with neighbours are stated, not one")
    shapes = [case.facts.geometry(one) for one in case.facts.neighbours(countries[0])]
    pair = [case.entity("entity_B"), case.entity("entity_C")]
    nearness = [
        min(distance_to_geometry_km(case.facts.point(place), shape) for shape in shapes)
        for place in pair
    ]
    return case.any_of(extremes(pair, nearness, largest=farther))


@solver("A6")
def aggregated_distance(case: Case) -> Solution:
    """Return the average, minimum, maximum or median distance between the members of A in B."""
    aggregate = case.choice("aggregation", _AGGREGATIONS)
    points = case.points(case.members("class_A", within="entity_B"))
    if len(points) < 2:
        raise Insufficient("fewer than two members are stated")
    pairs = np.triu_indices(len(points), k=1)
    return answer(float(aggregate(distance_matrix_km(points, points)[pairs])))


@solver("A7")
def best_total_distance(case: Case) -> Solution:
    """Return the member of A in B with the least or greatest total distance to all C in B."""
    greatest = case.choice("goal", {"minimizes": False, "maximizes": True})
    members = case.members("class_A", within="entity_B")
    others = case.members("class_C", within="entity_B")
    if not members or not others:
        raise Insufficient("no members are stated")
    totals = distance_matrix_km(case.points(members), case.points(others)).sum(axis=1)
    return case.any_of(extremes(members, totals, largest=greatest))


@solver("A8")
def distance_from_nth_nearest(case: Case) -> Solution:
    """Return the distance between the nth nearest A to B, and C.

    B is not a neighbour of itself; C may be the nth nearest. Where several tie for the nth place,
    the distance of any of them is right.
    """
    position = case.whole("position", range(1, 4))
    members = case.members("class_A", besides="entity_B")
    if len(members) < position:
        raise Insufficient(f"fewer than {position} members are stated")
    nearness = case.distances("entity_B", members)
    nth = np.sort(nearness)[position - 1]
    chosen = [member for member, km in zip(members, nearness, strict=True) if tied(km, nth)]
    return answer(*sorted(set(map(float, case.distances("entity_C", chosen)))))


@solver("A9")
def distance_to_boundary(case: Case) -> Solution:
    """Return the smallest distance from A's point to the boundary line of the area B."""
    return answer(distance_to_boundary_km(case.point("entity_A"), case.area("entity_B")))
