import pytest
import shapely

from multiglobeqa.geo.shape import centroid_shift_km
from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient

from .making import ask, place, rectangle, shape, world


def at(solution):
    return solution.value["longitude"], solution.value["latitude"]


def test_g1():
    # Legs of 3 and 4 at the equator: the centroid is a third up, the incentre 1 from both legs.
    triples = world(shape(1, "POLYGON ((0 0, 0.3 0, 0 0.4, 0 0))"))
    assert at(solve(ask("G1.centroid", 1), triples)) == pytest.approx((0.1, 0.4 / 3))
    assert at(solve(ask("G1.pole", 1), triples)) == pytest.approx((0.1, 0.1), abs=1e-6)


def test_g1_over_the_antimeridian():
    east, west = shapely.box(178, 0, 180, 2), shapely.box(-180, 0, -176, 2)
    triples = world(shape(1, shapely.union(east, west).wkt))
    assert at(solve(ask("G1.centroid", 1), triples)) == pytest.approx((-179, 1))


def test_g1_of_no_area_and_of_another_kind():
    with pytest.raises(Insufficient, match="no area"):
        solve(ask("G1.centroid", 1), world(place(1, 0, 0)))
    with pytest.raises(Insufficient, match="names no centre"):
        solve(ask("G1.middle", 1), world(shape(1, rectangle(0, 0, 1, 1))))
    with pytest.raises(Insufficient, match="no single pole"):
        solve(ask("G1.pole", 1), world(shape(1, rectangle(0, 0, 3, 1))))


PARTS = shapely.union(shapely.box(0, 0, 4, 4), shapely.box(6, 0, 10, 2)).wkt


@pytest.mark.parametrize(
    ("b", "expected"), [((1, 1), (2, 2)), ((9.5, 1.5), (8, 1)), ((5, 1), None), ((7, 3), None)]
)
def test_g2(b, expected):
    solution = solve(ask("G2", 1, 2), world(shape(1, PARTS), place(2, *b)))
    if expected is None:
        assert solution.proof == "Place 2 does not lie in Place 1"
    else:
        assert at(solution) == pytest.approx(expected)


def test_g2_goes_by_the_point_of_b():
    jutting = shape(2, rectangle(7, 1, 9, 2.5))
    assert at(solve(ask("G2", 1, 2), world(shape(1, PARTS), jutting))) == pytest.approx((8, 1))


def test_g3():
    wkt = "POLYGON ((10 0, 12 0, 12 1, 12.2 1.1, 12 1.3, 11 3, 10.7 2.9, 10 0))"
    triples = world(shape(1, wkt))
    moved = {}
    for from_km, to_km in ((1, 10), (10, 100), (1, 100)):
        parameters = {"from_km": from_km, "to_km": to_km}
        question = ask(f"G3.{from_km}_{to_km}", 1, parameters=parameters)
        moved[from_km, to_km] = solve(question, triples).value
        expected = centroid_shift_km(shapely.from_wkt(wkt), from_km, to_km)
        assert moved[from_km, to_km] == expected
    assert all(value > 0.1 for value in moved.values())
    assert moved[1, 100] <= moved[1, 10] + moved[10, 100]
