"""Against the figures that Karney (2013) and the GeographicLib manual publish."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import MultiPolygon, Polygon

from multiglobeqa.geo import Point
from multiglobeqa.geo.geodesy import (
    area_km2,
    destination,
    distance_km,
    distance_matrix_km,
    length_km,
    meridian_km,
    parallel_km,
    perimeter_km,
)

HALF_THE_EARTH = 510_065_621.724 / 2  # km2
# The example polygon of the GeographicLib manual, latitude first as it is printed there.
ANTARCTICA = [
    (-63.1, -58), (-72.9, -74), (-71.9, -102), (-74.9, -102), (-74.3, -131), (-77.5, -163),
    (-77.4, 163), (-71.7, 172), (-65.9, 140), (-65.7, 113), (-66.6, 88), (-66.9, 59),
    (-69.8, 25), (-70.0, -4), (-71.0, -14), (-77.3, -33), (-77.9, -46), (-74.7, -61),
]  # fmt: skip

points = st.builds(Point, st.floats(-180, 180), st.floats(-90, 90))


@pytest.mark.parametrize(
    ("a", "b", "km"),
    [
        (Point(-73.8, 40.6), Point(-0.5, 51.6), 5551.7594003),  # GeodSolve(1)
        (Point(0, -30), Point(179.8, 29.9), 19989.832827610),  # nearly antipodal
        (Point(0, 40), Point(137.84490004377, 41.79331020506), 10000),
        (Point(0, 0), Point(180, 0), 20003.931458625),  # antipodes: over a pole
        (Point(12, -90), Point(-34, -90), 0),  # the pole is one place
        (Point(180, 10), Point(-180, 10), 0),
        (Point(179.5, 0), Point(-179.5, 0), 40075.016685578 / 360),
    ],
)
def test_distance(a, b, km):
    assert distance_km(a, b) == pytest.approx(km, abs=1e-6)


@settings(deadline=None)
@given(points, points)
def test_distance_is_symmetric(a, b):
    assert distance_km(a, b) == pytest.approx(distance_km(b, a), abs=1e-9)


@settings(deadline=None)
@given(points, st.floats(-180, 180), st.floats(0, 15000))
def test_destination_lies_at_its_distance(start, bearing, km):
    assert distance_km(start, destination(start, bearing, km)) == pytest.approx(km, abs=1e-6)


def test_destination():
    end = destination(Point(0, 40), 30, 10000)
    assert end == pytest.approx((137.84490004377, 41.79331020506), abs=1e-10)


@settings(deadline=None)
@given(st.lists(points, max_size=4), st.lists(points, max_size=4))
def test_matrix_holds_every_distance(a, b):
    matrix = distance_matrix_km(a, b)
    assert matrix.shape == (len(a), len(b))
    expected = np.array([[distance_km(p, q) for q in b] for p in a]).reshape(len(a), len(b))
    np.testing.assert_allclose(matrix, expected, atol=1e-9)


def test_length_of_a_line_is_the_sum_of_its_legs():
    line = [Point(178, 0), Point(-178, 0), Point(-178, 3)]
    expected = distance_km(line[0], line[1]) + distance_km(line[1], line[2])
    assert length_km(line) == pytest.approx(expected)
    assert length_km(line[:1]) == 0


@pytest.mark.parametrize("order", [1, -1])
def test_area_and_perimeter_around_a_pole_and_over_the_antimeridian(order):
    ring = Polygon([(lon, lat) for lat, lon in ANTARCTICA][::order])
    assert area_km2(ring) == pytest.approx(13_662_703.680020, rel=1e-12)
    assert perimeter_km(ring) == pytest.approx(16_831.067893, abs=1e-6)


def test_an_octant_is_an_eighth_of_the_earth():
    octant = Polygon([(0, 0), (90, 0), (90, 90)])
    assert area_km2(octant) == pytest.approx(HALF_THE_EARTH / 4, rel=1e-9)


def test_holes_are_taken_out_and_parts_added():
    hole = [(4, 4), (4, 6), (6, 6), (6, 4)]
    outer = Polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
    ring = Polygon(outer.exterior, [hole])
    apart = Polygon([(20, 0), (30, 0), (30, 10), (20, 10)])
    both = MultiPolygon([ring, apart])
    assert area_km2(ring) == pytest.approx(area_km2(outer) - area_km2(Polygon(hole)))
    assert area_km2(both) == pytest.approx(2 * area_km2(outer) - area_km2(Polygon(hole)))
    assert perimeter_km(both) == pytest.approx(
        2 * perimeter_km(outer) + perimeter_km(Polygon(hole))
    )


def test_meridian_arc():
    assert meridian_km(-90, 90) == pytest.approx(2 * 10001.965729)
    # A minute of latitude was the nautical mile: 1,843 m at the equator, 1,862 m at the pole.
    assert meridian_km(0, 1 / 60) == pytest.approx(1.842905, abs=1e-6)
    assert meridian_km(90, 90 - 1 / 60) == pytest.approx(1.861566, abs=1e-6)
    assert meridian_km(10, -20) == meridian_km(-20, 10)


@pytest.mark.parametrize(
    # Degree lengths of the parallels, as tabulated for WGS84.
    ("lat", "km"),
    [(0, 111.3195), (30, 96.4863), (45, 78.8468), (60, 55.8000), (90, 0)],
)
def test_parallel_arc(lat, km):
    assert parallel_km(lat, 1) == pytest.approx(km, abs=5e-5)
    assert parallel_km(-lat, -1) == pytest.approx(km, abs=5e-5)


@settings(deadline=None)
@given(st.floats(-89, 89))
def test_a_short_parallel_arc_is_nearly_a_geodesic(lat):
    arc = parallel_km(lat, 1e-3)
    assert arc == pytest.approx(distance_km(Point(0, lat), Point(1e-3, lat)), rel=1e-8)
