"""B: metric containment, what lies within a distance of a point."""

from __future__ import annotations

from multiglobeqa.solve.case import Case
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Solution, answer, no_answer


def within_reach(case: Case) -> list[str]:
    """Return the members of A at most `value` km from B, B itself left out."""
    members = case.members("class_A", besides="entity_B")
    reach = case.number("value")
    nearness = case.distances("entity_B", members)
    return [member for member, km in zip(members, nearness, strict=True) if km <= reach]


@solver("B1")
def count_within(case: Case) -> Solution:
    """Return how many A lie within a distance of B."""
    return answer(len(within_reach(case)))


@solver("B2")
def which_within(case: Case) -> Solution:
    """Return which A lie within a distance of B; that some do is the premise."""
    found = within_reach(case)
    if not found:
        return no_answer(
            f"nothing of the class lies within {case.number('value')} km of {case.name('entity_B')}"
        )
    return case.all_of(found)


@solver("B3")
def population_within(case: Case) -> Solution:
    """Return the total population of the places within a distance of A.

    A populated place is whatever has a stated population; A counts when it has one.
    """
    places = case.facts.populated()
    reach = case.number("value")
    nearness = case.distances("entity_A", places)
    return answer(
        sum(
            case.facts.population(place) or 0
            for place, km in zip(places, nearness, strict=True)
            if km <= reach
        )
    )
