import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from pyproj import Transformer

from multiglobeqa.geo import Point
from multiglobeqa.geo.geodesy import area_km2
from multiglobeqa.geo.projection import EqualArea, ups, utm, utm_zone, web_mercator

longitudes = st.floats(-180, 180)


@pytest.mark.parametrize(
    ("lon", "lat", "zone"),
    [
        (-180, 0, 1), (180, 0, 1), (179.9, 0, 60), (-174, 0, 2), (0, 0, 31), (-0.1, 0, 30),
        # Norway: 32V reaches west to 3 degrees.
        (2.9, 60, 31), (3, 60, 32), (5.3, 60.4, 32), (11.9, 60, 32), (12, 60, 33),
        (5, 55.9, 31), (5, 56, 32), (5, 64, 31),
        # Svalbard: no 32X, 34X, 36X.
        (8.9, 78, 31), (9, 78, 33), (20.9, 78, 33), (21, 78, 35), (32.9, 78, 35), (33, 78, 37),
        (41.9, 78, 37), (42, 78, 38), (8, 71.9, 32), (8, 72, 31), (-0.1, 78, 30),
    ],
)  # fmt: skip
def test_zone(lon, lat, zone):
    assert utm_zone(Point(lon, lat)) == zone


@pytest.mark.parametrize(
    ("lon", "lat", "zone", "easting", "northing"),
    [
        (-79.387139, 43.642567, "17N", 630084, 4833439),  # the CN Tower
        (15, 0, "33N", 500000, 0),
        (15, -1e-9, "33S", 500000, 10_000_000),
    ],
)
def test_utm(lon, lat, zone, easting, northing):
    point = utm(Point(lon, lat))
    assert point.zone == zone
    assert (point.easting, point.northing) == pytest.approx((easting, northing), abs=0.6)


@settings(deadline=None)
@given(longitudes, st.floats(-80, 84))
def test_utm_is_what_epsg_defines(lon, lat):
    point = utm(Point(lon, lat))
    code = (32700 if point.zone[-1] == "S" else 32600) + int(point.zone[:-1])
    expected = Transformer.from_crs(4326, code, always_xy=True).transform(lon, lat)
    assert (point.easting, point.northing) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("lat", [-90, -80.001, 84.001, 90])
def test_utm_ends_short_of_the_poles(lat):
    assert utm(Point(10, lat)) is None


def test_ups():
    assert ups(Point(0, 90)) == pytest.approx((2_000_000, 2_000_000))
    assert ups(Point(77, -90)) == pytest.approx((2_000_000, 2_000_000))
    # DMA TM 8358.2: 84 degrees 17' 14.042" north, 132 degrees 14' 52.761" west.
    north = Point(-(132 + 14 / 60 + 52.761 / 3600), 84 + 17 / 60 + 14.042 / 3600)
    assert ups(north) == pytest.approx((1_530_125.78, 2_426_773.60), abs=0.01)


def test_web_mercator():
    # The example of the EPSG guidance note on the method.
    lon, lat = -100 - 20 / 60, 24 + 22 / 60 + 54.433 / 3600
    assert web_mercator(Point(lon, lat)) == pytest.approx((-11_169_055.58, 2_800_000.00), abs=0.01)
    assert web_mercator(Point(180, 85.0511287798066)) == pytest.approx((20037508.342789244,) * 2)


@settings(deadline=None)
@given(longitudes, st.floats(-85.06, 85.06))
def test_web_mercator_is_what_epsg_defines(lon, lat):
    expected = Transformer.from_crs(4326, 3857, always_xy=True).transform(lon, lat)
    assert web_mercator(Point(lon, lat)) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("lat", [-90, 85.07, 90])
def test_web_mercator_ends_short_of_the_poles(lat):
    assert web_mercator(Point(0, lat)) is None


@settings(deadline=None, max_examples=30)
@given(longitudes, st.floats(-89, 89), st.floats(-1, 1), st.floats(-1, 1))
def test_equal_area_and_back(lon, lat, east, north):
    plane = EqualArea(Point(lon, lat))
    there = plane.forward(shapely.Point(lon + east, max(-90, min(90, lat + north))))
    back = plane.inverse(there)
    assert -180 <= back.lon <= 180
    again = plane.forward(shapely.Point(back))
    assert (again.x, again.y) == pytest.approx((there.x, there.y), abs=5e-3)
    assert plane.inverse(shapely.Point(0, 0)).lat == pytest.approx(lat)


@pytest.mark.parametrize("centre", [Point(25, 61), Point(179.9, -17), Point(-60, 0)])
def test_areas_are_kept(centre):
    # Small enough for edges of the plane and of the ellipsoid to be the same.
    square = shapely.box(centre.lon, centre.lat, centre.lon + 0.2, centre.lat + 0.2)
    planar = EqualArea(centre).forward(square).area / 1e6
    assert planar == pytest.approx(area_km2(square), rel=1e-5)
