"""The words that the queries share, against values worked out by hand."""

import math
from importlib import resources

import duckdb
import pytest
from pyproj import Geod


@pytest.fixture(scope="module")
def connection():
    connection = duckdb.connect()
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
