"""H: cells of discrete global grids."""

from __future__ import annotations

from multiglobeqa.geo.grid import H3_RESOLUTIONS, S2_LEVELS, h3_cell, h3_common, s2_common, s2_token
from multiglobeqa.solve.case import Case
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Solution, answer, no_answer

_COMMON = {"h3": h3_common, "s2": s2_common}
_CELLS = {"h3": (h3_cell, H3_RESOLUTIONS), "s2": (s2_token, S2_LEVELS)}


@solver("H1")
def finest_common_cell(case: Case) -> Solution:
    """Return the finest H3 or S2 cell that holds both A and B."""
    common = case.choice("grid", _COMMON)
    cell = common(case.point("entity_A"), case.point("entity_B"))
    return no_answer("no cell holds both, not even the coarsest") if cell is None else answer(cell)


@solver("H2")
def common_cell_at_resolution(case: Case) -> Solution:
    """Return the cell at a resolution that holds both A and B; that one does is the premise."""
    cell_of, resolutions = case.choice("grid", _CELLS)
    resolution = case.whole("resolution", resolutions)
    cell_a, cell_b = (cell_of(case.point(role), resolution) for role in ("entity_A", "entity_B"))
    if cell_a != cell_b:
        return no_answer(
            f"{case.name('entity_A')} lies in {cell_a} and {case.name('entity_B')} in {cell_b}"
        )
    return answer(cell_a)


@solver("H3")
def cells_in_both_grids(case: Case) -> Solution:
    """Return the cell of A in H3 and in S2."""
    point = case.point("entity_A")
    return answer(
        {
            "h3": h3_cell(point, case.whole("h3_resolution", H3_RESOLUTIONS)),
            "s2": s2_token(point, case.whole("s2_level", S2_LEVELS)),
        }
    )
