"""E: the administrative hierarchy, as `geo:sfWithin` states it, and what borders contain."""

from __future__ import annotations

from multiglobeqa.geo.topology import covers
from multiglobeqa.solve.attributes import measured
from multiglobeqa.solve.case import Case, extremes
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Insufficient, Solution, answer

_RANKS = {"largest": ("area", True), "smallest": ("area", False), "longest": ("length", True)}
_ADMIN_LEVELS = range(1, 16)


@solver("E1")
def is_part_of(case: Case) -> Solution:
    """Return whether A is part of B: at any depth, or at the level just above (E1.direct).

    The level just above is what A lies in with nothing stated in between.
    """
    a, b = case.entity("entity_A"), case.entity("entity_B")
    direct = case.question.sub_template == "E1.direct"
    return answer(b in (case.facts.parents(a) if direct else case.facts.ancestors(a)))


@solver("E2")
def number_of_components(case: Case) -> Solution:
    """Return the number of direct children of B, or of its descendants at `admin_level`."""
    b = case.entity("entity_B")
    contained = case.facts.contained(b)
    if case.question.sub_template == "E2.level":
        level = case.whole("admin_level", _ADMIN_LEVELS)
        return answer(sum(case.facts.admin_level(entity) == level for entity in contained))
    return answer(sum(b in case.facts.parents(entity) for entity in contained))


@solver("E3")
def number_of_classes_within(case: Case) -> Solution:
    """Return how many entities of several classes lie in A; one of two classes counts once."""
    container = case.entity("entity_A")
    found = {
        entity for class_ in case.classes() for entity in case.facts.members(class_, container)
    }
    return answer(len(found))


@solver("E4")
def does_contain(case: Case) -> Solution:
    """Return whether no point of B lies outside the area A."""
    return answer(covers(case.area("entity_A"), case.geometry("entity_B")))


@solver("E5")
def does_contain_extreme(case: Case) -> Solution:
    """Return whether the area A covers the largest, smallest or longest class B of C.

    Size is geodesic area, length geodesic length; members without one take no part.
    """
    attribute, largest = case.choice("rank", _RANKS)
    members = measured(case.facts, case.members("class_B", within="entity_C"), attribute)
    if not members:
        raise Insufficient(f"no member has the attribute {attribute}")
    area = case.area("entity_A")
    covered = {
        covers(area, case.facts.geometry(member))
        for member in extremes(list(members), list(members.values()), largest=largest)
    }
    if len(covered) > 1:
        raise Insufficient("members tie of which one is covered and another is not")
    return answer(covered.pop())
