"""C: topological relations between geometries (DE-9IM)."""

from __future__ import annotations

from multiglobeqa.geo.topology import (
    adjacent,
    crossings,
    intersects,
    meets_boundary,
    overlaps,
    surrounds,
)
from multiglobeqa.solve.case import Case
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Solution, answer, no_answer


@solver("C1")
@solver("C2")
def do_intersect(case: Case) -> Solution:
    """Return whether A, or any of its parts, intersects B."""
    return answer(intersects(case.geometry("entity_A"), case.geometry("entity_B")))


@solver("C3")
def number_of_crossings(case: Case) -> Solution:
    """Return in how many points the lines A and B meet; there is no answer where they coincide."""
    number = crossings(case.line("entity_A"), case.line("entity_B"))
    if number is None:
        return no_answer(f"{case.name('entity_A')} and {case.name('entity_B')} share a line")
    return answer(number)


@solver("C4")
def count_intersecting(case: Case) -> Solution:
    """Return how many A intersect B, B itself left out."""
    return answer(len(_intersecting(case)))


@solver("C5")
def which_intersect(case: Case) -> Solution:
    """Return which A intersect B, B itself left out."""
    return case.all_of(_intersecting(case))


@solver("C6")
def which_intersect_one_only(case: Case) -> Solution:
    """Return which A intersect B but not C, B itself left out; that some do is the premise."""
    other = case.geometry("entity_C")
    found = [
        member
        for member in _intersecting(case)
        if not intersects(case.facts.geometry(member), other)
    ]
    if not found:
        return no_answer(
            f"nothing of the class intersects {case.name('entity_B')} without intersecting "
            f"{case.name('entity_C')}"
        )
    return case.all_of(found)


@solver("C7")
def do_overlap(case: Case) -> Solution:
    """Return whether A and B overlap: each has something of the other and something alone."""
    return answer(overlaps(case.geometry("entity_A"), case.geometry("entity_B")))


@solver("C8")
def touches_boundary(case: Case) -> Solution:
    """Return whether A meets the boundary line of the area B."""
    return answer(meets_boundary(case.geometry("entity_A"), case.area("entity_B")))


@solver("C9")
def is_adjacent(case: Case) -> Solution:
    """Return whether the areas A and B share a boundary of some length, and no interior."""
    return answer(adjacent(case.area("entity_A"), case.area("entity_B")))


@solver("C10")
def is_disconnected(case: Case) -> Solution:
    """Return whether A and B have nothing in common."""
    return answer(not intersects(case.geometry("entity_A"), case.geometry("entity_B")))


@solver("C11")
def does_surround(case: Case) -> Solution:
    """Return whether B lies inside one outer ring of A without touching it, holes or not."""
    return answer(surrounds(case.area("entity_A"), case.geometry("entity_B")))


def _intersecting(case: Case) -> list[str]:
    b = case.geometry("entity_B")
    return [
        member
        for member in case.members("class_A", besides="entity_B")
        if intersects(case.facts.geometry(member), b)
    ]
