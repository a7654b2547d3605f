import h3
import pytest
from s2geometry import S2CellId

from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient

from .making import ask, place, world

PLACE = (-122.0553238, 37.3615593)  # of the H3 documentation
H3_5, H3_7 = "85283473fffffff", "87283472bffffff"


def centre(cell):
    lat, lon = h3.cell_to_latlng(cell)
    return lon, lat


def test_h1_h3():
    # Two children of one cell, in different cells of their own resolution.
    first, second = h3.cell_to_children(H3_7, 8)[:2]
    triples = world(place(1, *centre(first)), place(2, *centre(second)))
    assert solve(ask("H1.h3", 1, 2, parameters={"grid": "h3"}), triples).value == H3_7


def test_h1_s2():
    cell = S2CellId.FromToken("47a1cc")
    ends = [cell.child(n).ToLatLng() for n in (0, 3)]
    triples = world(
        *(place(n, end.lng().degrees(), end.lat().degrees()) for n, end in enumerate(ends))
    )
    assert solve(ask("H1.s2", 0, 1, parameters={"grid": "s2"}), triples).value == "47a1cc"


@pytest.mark.parametrize("grid", ["h3", "s2"])
def test_h1_of_antipodes_has_no_answer(grid):
    triples = world(place(1, 0, 0), place(2, 180, 0))
    solution = solve(ask(f"H1.{grid}", 1, 2, parameters={"grid": grid}), triples)
    assert not solution.premise_holds


def test_h2():
    triples = world(place(1, *PLACE), place(2, *centre(H3_5)), place(3, *centre(H3_7)))
    at_5 = ask("H2.h3", 1, 2, parameters={"grid": "h3", "resolution": 5})
    assert solve(at_5, triples).value == H3_5
    at_7 = ask("H2.h3", 1, 3, parameters={"grid": "h3", "resolution": 7})
    assert solve(at_7, triples).value == H3_7
    face = ask("H2.s2", 1, 2, parameters={"grid": "s2", "resolution": 0})
    # The face around (180, 0) reaches to 135 degrees west; California lies on that of 90 west.
    assert solve(face, triples).value == "9"


@pytest.mark.parametrize(("grid", "resolution"), [("h3", 15), ("s2", 30)])
def test_h2_premise(grid, resolution):
    triples = world(place(1, *PLACE), place(2, *centre(H3_7)))
    question = ask(
        f"H2.{grid}", 1, 2, parameters={"grid": grid, "resolution": resolution}, answer=None
    )
    solution = solve(question, triples)
    assert not solution.premise_holds
    assert "Place 1 lies in" in solution.proof and "Place 2 in" in solution.proof


@pytest.mark.parametrize(("grid", "resolution"), [("h3", 16), ("s2", 31), ("h3", -1), ("h3", 5.5)])
def test_no_such_resolution(grid, resolution):
    question = ask(f"H2.{grid}", 1, 1, parameters={"grid": grid, "resolution": resolution})
    with pytest.raises(Insufficient, match="resolution is not one of"):
        solve(question, world(place(1, *PLACE)))


@pytest.mark.parametrize(
    ("lon", "lat", "part", "cell"),
    [(*PLACE, "h3", H3_7), (11.770681595, 49.703498679, "s2", "47a1cbd595522b39")],
)
def test_h3(lon, lat, part, cell):
    question = ask("H3", 1, parameters={"h3_resolution": 7, "s2_level": 30})
    solution = solve(question, world(place(1, lon, lat)))
    assert solution.value.keys() == {"h3", "s2"}
    assert solution.value[part] == cell
