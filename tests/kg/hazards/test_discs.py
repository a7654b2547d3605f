"""Areas around points, against what can be computed by hand."""

import math

import pyproj
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from multiglobeqa.kg.hazards.discs import cut, disc, sectors, swept

GEOD = pyproj.Geod(ellps="WGS84")


def area(shape: shapely.Geometry) -> float:
    """Return the geodesic area in km2."""
    return abs(GEOD.geometry_area_perimeter(shapely.orient_polygons(shape))[0]) / 1e6


@pytest.mark.parametrize(
    ("lon", "lat", "radius"), [(0, 0, 100), (-75, 25, 250), (179.9, 52, 200), (-180, -17, 90)]
)
def test_a_disc_has_the_area_of_a_circle(lon: float, lat: float, radius: float) -> None:
    """pi r^2, on a sphere of the Earth's size less by r^2 / 12 R^2 (0.01 % at 250 km)."""
    found = disc(lon, lat, radius)
    assert found.is_valid
    assert area(found) == pytest.approx(math.pi * radius**2, rel=1e-3)
    west, _, east, _ = found.bounds
    assert west >= -180 and east <= 180


def test_a_disc_over_the_antimeridian_has_a_part_on_either_side() -> None:
    """At 179.9 E on the equator, 100 km reach 88.87 km = 0.798 degrees beyond 180."""
    found = disc(179.9, 0, 100)
    east, west = sorted(shapely.get_parts(found), key=lambda part: -part.bounds[0])
    assert (east.bounds[0], east.bounds[2]) == pytest.approx((179.9 - 0.8983, 180), abs=1e-3)
    assert (west.bounds[0], west.bounds[2]) == pytest.approx((-180, -180 + 0.7983), abs=1e-3)


def test_a_disc_around_a_pole_reaches_it_from_everywhere() -> None:
    found = disc(30, 89, 300)
    assert found.is_valid
    assert shapely.covers(found, shapely.MultiPoint([(30, 90), (-150, 88.5), (-180, 89.5)]))
    # Cartesian area says nothing here: every meridian must reach the edge at the right place.
    for lon in range(-180, 180, 15):
        far = shapely.intersection(found, shapely.LineString([(lon + 0.5, 80), (lon + 0.5, 90)]))
        edge = far.bounds[1]
        metres = GEOD.inv(30, 89, lon + 0.5, edge)[2]
        assert metres == pytest.approx(300_000, rel=0.01)


def test_quarters_have_their_own_radii() -> None:
    """A quarter of each circle: pi/4 (100^2 + 50^2 + 20^2 + 10^2) km2."""
    found = sectors(-60, 20, (100, 50, 20, 10))
    assert area(found) == pytest.approx(math.pi / 4 * (10000 + 2500 + 400 + 100), rel=2e-3)
    for azimuth, reach in ((45, 100), (135, 50), (225, 20), (315, 10)):
        inside = GEOD.fwd(-60, 20, azimuth, reach * 990)[:2]
        outside = GEOD.fwd(-60, 20, azimuth, reach * 1010)[:2]
        assert found.covers(shapely.Point(inside)) and not found.covers(shapely.Point(outside))


def test_a_moving_disc_sweeps_a_stadium() -> None:
    """Along the equator by 2 degrees: pi r^2 + 2 r d, with d = 222.639 km."""
    radius, way = 100, 2 * 111.31949
    found = swept([sectors(0, 0, (radius,) * 4), sectors(2, 0, (radius,) * 4)])
    assert area(found) == pytest.approx(math.pi * radius**2 + 2 * radius * way, rel=1e-3)


@settings(max_examples=30, deadline=None)
@given(st.floats(-180, 180), st.floats(-70, 70), st.floats(1, 500))
def test_a_disc_is_the_same_wherever_it_is_cut(lon: float, lat: float, radius: float) -> None:
    assert area(disc(lon, lat, radius)) == pytest.approx(
        area(sectors(0, lat, (radius,) * 4)), rel=1e-6
    )


def test_cutting_leaves_alone_what_needs_no_cut() -> None:
    box = shapely.box(170, 0, 180, 1)
    assert cut(box) is box
