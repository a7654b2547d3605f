"""The words that the queries share, against values worked out by hand."""

import math
from importlib import resources

import pytest
from pyproj import Geod
from shapely import from_wkt
from shapely.geometry.polygon import orient

from multiglobeqa.kg.engine import connect


@pytest.fixture(scope="module")
def connection():
    connection = connect()
    connection.execute(resources.files("multiglobeqa.taxonomy").joinpath("macros.sql").read_text())
    return connection


@pytest.fixture
def value(connection):
    return lambda expression, *values: connection.execute(
        f"SELECT {expression}", list(values)
    ).fetchone()[0]


@pytest.mark.parametrize(
    ("degrees", "sector", "margin"),
    [
        (0, "north", 22.5),
        (22.4, "north", 0.1),
        (22.6, "north-east", 0.1),
        (44.9, "north-east", 22.4),
        (90, "east", 22.5),
        (157.4, "south-east", 0.1),
        (180, "south", 22.5),
        (225, "south-west", 22.5),
        (292.4, "west", 0.1),
        (315, "north-west", 22.5),
        (337.4, "north-west", 0.1),
        (337.6, "north", 0.1),
        (359.99, "north", 22.49),
    ],
)
def test_compass(value, degrees, sector, margin):
    assert value("compass(?::DOUBLE)", degrees) == sector
    assert value("compass_margin(?::DOUBLE)", degrees) == pytest.approx(margin, abs=1e-9)


@pytest.mark.parametrize(
    ("start", "end", "delta"),
    [(0, 10, 10), (10, 0, -10), (179, -179, 2), (-179, 179, -2), (0, -180, -180), (-90, 89, 179)],
)
def test_delta_lon_goes_the_shorter_way_round(value, start, end, delta):
    assert value("delta_lon(?::DOUBLE, ?::DOUBLE)", start, end) == pytest.approx(delta)


@pytest.mark.parametrize(("start", "end", "turn"), [(350, 10, 20), (10, 350, -20), (90, 180, 90)])
def test_turn_is_clockwise(value, start, end, turn):
    assert value("turn(?::DOUBLE, ?::DOUBLE)", start, end) == pytest.approx(turn)


@pytest.mark.parametrize("latitude", [0, 30, -60, 89])
def test_parallel_agrees_with_many_short_geodesics(value, latitude):
    # An arc of a parallel is the limit of short geodesics along it.
    step = Geod(ellps="WGS84").inv(0, latitude, 0.001, latitude)[2]
    assert value("parallel_km(?::DOUBLE, 10)", latitude) == pytest.approx(step * 10, rel=1e-6)


@pytest.mark.parametrize(
    ("x", "y", "equal"), [(100, 99.1, True), (100, 98.9, False), (0, 0, True), (-5, -5.04, True)]
)
def test_nearly_equal_is_within_one_per_cent(value, x, y, equal):
    assert value("nearly_equal(?::DOUBLE, ?::DOUBLE)", x, y) is equal


@pytest.mark.parametrize(("lat", "lon"), [(0, 0), (60, 24.9), (-45, 179.99), (70, -179.9)])
def test_rough_km_is_good_to_one_per_cent_nearby(value, lat, lon):
    for azimuth in range(0, 360, 30):
        lon2, lat2, _ = Geod(ellps="WGS84").fwd(lon, lat, azimuth, 20_000)
        rough = value("rough_km(?::DOUBLE, ?::DOUBLE, ?::DOUBLE, ?::DOUBLE)", lat, lon, lat2, lon2)
        assert math.isclose(rough, 20, rel_tol=0.011)


HOLED = "POLYGON((0 0, 1 0, 1 2, 0 2, 0 0), (0.2 0.2, 0.8 0.2, 0.8 0.8, 0.2 0.8, 0.2 0.2))"


def test_measures_agree_with_geographiclib(value):
    geod, shape = Geod(ellps="WGS84"), from_wkt(HOLED)
    area, _ = geod.geometry_area_perimeter(orient(shape))
    perimeter = sum(geod.geometry_length(ring) for ring in (shape.exterior, *shape.interiors))
    geometry = "ST_GeomFromText(?)"
    assert value(f"area_km2({geometry})", HOLED) == pytest.approx(area / 1e6)
    assert value(f"perimeter_km({geometry})", HOLED) == pytest.approx(perimeter / 1e3)
    score = 4 * math.pi * area / perimeter**2
    assert value(f"compactness({geometry})", HOLED) == pytest.approx(score)
    # Twice as high as wide, but for the ellipsoid.
    assert value(f"elongation({geometry})", HOLED) == pytest.approx(0.5, abs=0.005)


def test_km_to_is_the_geodesic_from_the_point(value):
    # The nearest point of the square's west side lies on the equator.
    square = "POLYGON((1 -0.01, 1.1 -0.01, 1.1 0.01, 1 0.01, 1 -0.01))"
    expected = Geod(ellps="WGS84").inv(0, 0, 1, 0)[2] / 1000
    found = value("km_to(0::DOUBLE, 0::DOUBLE, ST_GeomFromText(?))", square)
    assert found == pytest.approx(expected, rel=1e-6)


def test_nearly_meets_is_apart_by_less_than_a_jitter(value):
    for gap, nearly in ((0, False), (5e-6, True), (5e-5, False)):
        a, b = "POINT (0 0)", f"POINT ({gap} 0)"
        assert value("nearly_meets(ST_GeomFromText(?), ST_GeomFromText(?))", a, b) is nearly
