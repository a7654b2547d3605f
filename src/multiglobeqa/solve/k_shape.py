"""K: the size and shape of areas."""

from __future__ import annotations

from multiglobeqa.geo.shape import IRREGULARITY, compactness, elongation, irregularity
from multiglobeqa.solve.attributes import area_of, perimeter_of
from multiglobeqa.solve.case import Case
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Solution, answer


@solver("K1")
def is_larger(case: Case) -> Solution:
    """Return whether A has a larger geodesic area than B."""
    return answer(area_of(case.area("entity_A")) > area_of(case.area("entity_B")))


@solver("K2")
def is_more_compact(case: Case) -> Solution:
    """Return whether A has a larger Polsby-Popper score than B."""
    return answer(compactness(case.area("entity_A")) > compactness(case.area("entity_B")))


@solver("K3")
def is_more_elongated(case: Case) -> Solution:
    """Return whether the minimum rotated rectangle of A is narrower for its length than B's."""
    return answer(elongation(case.area("entity_A")) > elongation(case.area("entity_B")))


@solver("K4")
def perimeter(case: Case) -> Solution:
    """Return the length of all rings of A."""
    return answer(perimeter_of(case.area("entity_A")))


@solver("K5")
def irregularity_at_scale(case: Case) -> Solution:
    """Return how irregular A is by a metric, once simplified at `scale_km`."""
    metric = case.word("metric", IRREGULARITY)
    return answer(irregularity(case.area("entity_A"), metric, case.number("scale_km")))
