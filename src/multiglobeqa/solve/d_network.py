"""D: what a road or another line runs through and passes by."""

from __future__ import annotations

from multiglobeqa.geo.proximity import distance_to_line_km
from multiglobeqa.geo.topology import traverses
from multiglobeqa.solve.case import Case
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Solution, answer, no_answer


@solver("D1")
def which_traversed(case: Case) -> Solution:
    """Return which A the line B runs through over some length; that it does is the premise."""
    found = _traversed(case)
    if not found:
        return no_answer(f"{case.name('entity_B')} runs through nothing of the class")
    return case.all_of(found)


@solver("D2")
def count_traversed(case: Case) -> Solution:
    """Return how many A the line B runs through over some length."""
    return answer(len(_traversed(case)))


@solver("D3")
def which_passed(case: Case) -> Solution:
    """Return which A lie, by their points, within `metres` of the line B; some do: the premise."""
    found = _passed(case)
    if not found:
        return no_answer(
            f"nothing of the class lies within {case.number('metres')} m of {case.name('entity_B')}"
        )
    return case.all_of(found)


@solver("D4")
def count_passed(case: Case) -> Solution:
    """Return how many A lie, by their points, within `metres` of the line B."""
    return answer(len(_passed(case)))


def _traversed(case: Case) -> list[str]:
    line = case.line("entity_B")
    return [
        member
        for member in case.members("class_A", besides="entity_B")
        if traverses(line, case.facts.geometry(member))
    ]


def _passed(case: Case) -> list[str]:
    line, reach = case.line("entity_B"), case.number("metres") / 1000
    return [
        member
        for member in case.members("class_A", besides="entity_B")
        if distance_to_line_km(case.facts.point(member), line) <= reach
    ]
