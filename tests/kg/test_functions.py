import math
from functools import cache

import h3.api.basic_int as h3
import pyproj
import pytest
import s2geometry as s2
from hypothesis import example, given, settings
from hypothesis import strategies as st

from multiglobeqa.kg.engine import connect

CONNECTION = connect(threads=1)
GEOD = pyproj.Geod(ellps="WGS84")

latitudes = st.floats(-90, 90)
longitudes = st.floats(-180, 180)


def value(expression, *parameters):
    return CONNECTION.execute(f"SELECT {expression}", parameters).fetchone()[0]


def degrees(d, m, s):
    return (abs(d) + m / 60 + s / 3600) * (-1 if d < 0 else 1)


def test_published_values():
    # The examples of the h3, geohash (Wikipedia) and MGRS (Eiffel Tower) documentation.
    assert value("h3_cell(37.3615593, -122.0553238, 5)") == "85283473fffffff"
    assert value("h3_id(37.3615593, -122.0553238, 5)") == 0x85283473FFFFFFF
    assert value("geohash(57.64911, 10.40744, 11)") == "u4pruydqqvj"
    assert value("mgrs(48.8582, 2.2945, 5)") == "31UDQ4825111932"
    assert value("mgrs(48.8582, 2.2945, 1)") == "31UDQ41"
    # The CN Tower, in the article on UTM.
    lat, lon = degrees(43, 38, 33.24), degrees(-79, 23, 13.7)
    tower = value("utm(?, ?)", lat, lon)
    assert tower["zone"] == "17N"
    assert tower["easting"] == pytest.approx(630084, abs=1)
    assert tower["northing"] == pytest.approx(4833438, abs=1)


def test_the_geodesic_of_the_geodesists():
    # Flinders Peak to Buninyong: 54,972.271 m at 306 deg 52' 05.37".
    peak = degrees(-37, 57, 3.72030), degrees(144, 25, 29.52440)
    hill = degrees(-37, 39, 10.15610), degrees(143, 55, 35.38390)
    assert value("distance_km(?, ?, ?, ?)", *peak, *hill) == pytest.approx(54.972271, abs=1e-6)
    assert value("bearing(?, ?, ?, ?)", *peak, *hill) == pytest.approx(
        degrees(306, 52, 5.37), abs=1e-5
    )


def test_longitude_is_never_taken_for_latitude():
    assert value("distance_km(0, 0, 0, 1)") == pytest.approx(111.319491, abs=1e-6)
    assert value("distance_km(0, 0, 1, 0)") == pytest.approx(110.574389, abs=1e-6)
    assert value("bearing(0, 0, 0, 1)") == pytest.approx(90)
    assert value("bearing(0, 0, 1, 0)") == pytest.approx(0)
    assert value("distance_km(0, 179.5, 0, -179.5)") == pytest.approx(111.319491, abs=1e-6)


@pytest.mark.parametrize(
    ("lat", "lon", "zone"),
    [
        *((60.39, 5.32, "32N"), (55.9, 5.0, "31N"), (78.22, 15.65, "33N"), (79.0, 8.9, "31N")),
        *((80.0, 9.0, "33N"), (80.0, 21.0, "35N"), (80.0, 33.0, "37N"), (-33.86, 151.21, "56S")),
        *((10.0, 180.0, "1N"), (10.0, -180.0, "1N"), (10.0, 179.9, "60N"), (0.0, 3.0, "31N")),
    ],
)
def test_utm_zones(lat, lon, zone):
    assert value("utm(?, ?)", lat, lon)["zone"] == zone


@cache
def unproject(code):
    return pyproj.Transformer.from_crs(code, 4326, always_xy=True)


@settings(max_examples=60, deadline=None)
@given(st.floats(-80, 84), st.floats(-179.999, 179.999))
def test_utm_comes_back(lat, lon):
    found = value("utm(?, ?)", lat, lon)
    code = (32600 if found["zone"][-1] == "N" else 32700) + int(found["zone"][:-1])
    x, y = unproject(code).transform(found["easting"], found["northing"])
    assert (x, y) == (pytest.approx(lon, abs=1e-7), pytest.approx(lat, abs=1e-7))


def ancestor(one, other):
    cells = [s2.S2CellId(s2.S2LatLng.FromDegrees(*point)) for point in (one, other)]
    for level in range(30, -1, -1):
        first, second = (cell.parent(level).ToToken() for cell in cells)
        if first == second:
            return first
    return None


@settings(max_examples=300, deadline=None)
@given(latitudes, longitudes, latitudes, longitudes, st.floats(0, 1))
@example(10.0, 20.0, 10.0, 20.0, 0.0)
def test_s2_common_is_the_finest_cell_of_both(lat1, lon1, lat2, lon2, near):
    # Bring the second point as close to the first as `near` says, so that all levels come up.
    lat2, lon2 = lat1 + (lat2 - lat1) * near**8, lon1 + (lon2 - lon1) * near**8
    found = value("s2_common(?, ?, ?, ?)", lat1, lon1, lat2, lon2)
    assert found == ancestor((lat1, lon1), (lat2, lon2))


def test_s2_tokens():
    assert value("s2_token(0.5, 0.5, 0)") == "1"  # face 0
    assert value("s2_token(89.9, 0.0, 0)") == "5"  # face 2
    assert value("s2_common(0.5, 0.5, 89.9, 0.0)") is None
    assert value("s2_common(NULL, 0.5, 89.9, 0.0)") is None


@settings(max_examples=150, deadline=None)
@given(latitudes, longitudes, st.floats(0, 300), st.floats(0, 360), st.floats(0, 1))
@example(52.0, 180.0, 50.0, 90.0, 1.0)
@example(90.0, 0.0, 100.0, 0.0, 1.0)
def test_h3_disk_covers_the_disc(lat, lon, km, azimuth, part):
    x, y, _ = GEOD.fwd(lon, lat, azimuth, km * 1000 * part)
    disc = value("h3_disk(?, ?, ?)", lat, lon, km)
    assert h3.latlng_to_cell(y, x, 5) in disc
    assert len(disc) == len(set(disc))


def test_h3_disk_is_no_larger_than_need_be():
    assert len(value("h3_disk(60.17, 24.94, 1)")) <= 12
    cell = h3.latlng_to_cell(60.17, 24.94, 5)
    wide = math.pi * (100 + 2 * 10.9) ** 2
    assert len(value("h3_disk(60.17, 24.94, 100)")) < 1.02 * wide / h3.cell_area(cell)


def test_many_rows_and_missing_values():
    rows = CONNECTION.execute(
        """
        SELECT count(*), count(bearing(lat, lon, 1, 1)), count(h3_cell(lat, lon, 9)),
            count(utm(lat, lon).easting), count(s2_token(lat, lon, 10)),
            count(mgrs(lat, lon, 2)), count(h3_disk(lat, lon, 2.0)),
            count(distance_km(lat, lon, 1, 1)), count(s2_common(lat, lon, 1, 1))
        FROM (
            SELECT CASE WHEN i % 10 > 0 THEN i / 100.0 END AS lat, i / 60.0 AS lon
            FROM range(3000) t(i)
        )
        """
    ).fetchone()
    assert rows[:8] == (3000, *[2700] * 7)
    assert 0 < rows[8] < 2700
