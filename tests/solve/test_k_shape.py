from math import log, pi, sqrt

import pytest
from shapely import box, union

from multiglobeqa.geo import Point
from multiglobeqa.geo.geodesy import distance_km
from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient

from .making import ask, place, rectangle, shape, world

SQUARE, STRIP = rectangle(0, 0, 1, 1), rectangle(0, 0, 9, 0.3)
L = "POLYGON ((0 0, 0.2 0, 0.2 0.1, 0.1 0.1, 0.1 0.2, 0 0.2, 0 0))"


@pytest.mark.parametrize(
    ("a", "b", "larger", "compact", "elongated"),
    [
        (SQUARE, STRIP, False, True, False),
        (STRIP, SQUARE, True, False, True),
        # At 60 degrees a degree of longitude is half as long.
        (SQUARE, rectangle(0, 60, 1, 61), True, True, False),
        (rectangle(0, 60, 1.9, 61), SQUARE, False, False, True),
        (SQUARE, SQUARE, False, False, False),
    ],
)
def test_k1_k2_k3(a, b, larger, compact, elongated):
    triples = world(shape(1, a), shape(2, b))
    solved = [solve(ask(tid, 1, 2), triples).value for tid in ("K1", "K2", "K3")]
    assert solved == [larger, compact, elongated]


def test_a_hole_takes_area_and_adds_to_the_perimeter():
    outer = "(0 0, 1 0, 1 1, 0 1, 0 0)"
    pierced = f"POLYGON ({outer}, (0.4 0.4, 0.6 0.4, 0.6 0.6, 0.4 0.6, 0.4 0.4))"
    triples = world(shape(1, SQUARE), shape(2, pierced), shape(3, rectangle(0.4, 0.4, 0.6, 0.6)))
    perimeters = [solve(ask("K4", number), triples).value for number in (1, 2, 3)]
    assert perimeters[1] == pytest.approx(perimeters[0] + perimeters[2])
    assert [solve(ask(tid, 1, 2), triples).value for tid in ("K1", "K2")] == [True, True]


def test_k4():
    corners = [Point(0, 60), Point(1, 60), Point(1, 61), Point(0, 61), Point(0, 60)]
    expected = sum(map(distance_km, corners, corners[1:]))
    triples = world(shape(1, rectangle(0, 60, 1, 61)))
    assert solve(ask("K4", 1), triples).value == pytest.approx(expected)


def test_k4_over_the_antimeridian():
    """The cut is no part of the perimeter."""
    cut = union(box(179, 0, 180, 1), box(-180, 0, -178, 1))
    triples = world(shape(1, cut.wkt), shape(2, rectangle(10, 0, 13, 1)))
    across, inland = (solve(ask("K4", number), triples).value for number in (1, 2))
    assert across == pytest.approx(inland, rel=1e-5)


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("shape_index", 8 / (2 * sqrt(3 * pi))),
        ("fractal_dimension", 2 * log(2 * 11_095) / log(3 * 11_095**2)),
        ("convexity", (6 + sqrt(2)) / 8),
        ("rectangularity", 3 / 4),
    ],
)
def test_k5(metric, expected):
    # At the equator 0.1 degree is 11.13 km by 11.06 km: nearly square.
    parameters = {"metric": metric, "scale_km": 0.5}
    question = ask(f"K5.{metric}", 1, parameters=parameters)
    assert solve(question, world(shape(1, L))).value == pytest.approx(expected, rel=2e-3)


def test_k5_asks_for_a_known_metric():
    question = ask("K5.beauty", 1, parameters={"metric": "beauty", "scale_km": 1})
    with pytest.raises(Insufficient, match="metric is not one of shape_index"):
        solve(question, world(shape(1, L)))


@pytest.mark.parametrize("template", ["K1", "K2", "K3", "K4"])
def test_points_have_no_shape(template):
    with pytest.raises(Insufficient, match="no area"):
        solve(ask(template, 1, 2), world(place(1, 0, 0), shape(2, L)))
