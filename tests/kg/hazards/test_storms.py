"""Storm tracks and the footprints of their winds."""

import math
from datetime import UTC, datetime

import pyproj
import pytest
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.kg.hazards import storms
from multiglobeqa.kg.hazards.storms import Position, features, footprint, line
from multiglobeqa.kg.hazards.table import read_csv
from tests.kg.hazards.rows import results, row, said

GEOD = pyproj.Geod(ellps="WGS84")
ONTOLOGY = "http://stko-kwg.geog.ucsb.edu/lod/ontology/"


def at(hour, lon, lat, gale, day=1):
    when = datetime(2017, 9, day, hour, tzinfo=UTC)
    return Position(when, lon, lat, 50, 990, True, gale, None)


def area(shape):
    return abs(GEOD.geometry_area_perimeter(shapely.orient_polygons(shape))[0]) / 1e6


def test_a_storm_that_stands_still_covers_a_disc():
    found = footprint([at(0, -60, 20, (100,) * 4), at(6, -60, 20, (100,) * 4)])
    assert area(found) == pytest.approx(math.pi * 1e4, rel=1e-3)


def test_a_storm_that_moves_covers_the_way_between():
    found = footprint([at(0, 1, 0, (100,) * 4), at(6, 3, 0, (100,) * 4)])
    assert area(found) == pytest.approx(math.pi * 1e4 + 200 * 2 * 111.31949, rel=1e-3)


def test_a_storm_over_the_antimeridian_covers_the_same_as_anywhere():
    here = footprint([at(0, 0, -20, (150,) * 4), at(6, 2, -20, (150,) * 4)])
    there = footprint([at(0, 179, -20, (150,) * 4), at(6, -179, -20, (150,) * 4)])
    assert area(there) == pytest.approx(area(here), rel=1e-4)
    assert there.geom_type == "MultiPolygon" and there.is_valid
    west, _, east, _ = there.bounds
    assert (west, east) == (-180, 180)
    assert not there.intersects(shapely.Point(0, -20))
    assert there.covers(shapely.Point(179.99, -20)) and there.covers(shapely.Point(-179.99, -20))


def test_there_and_back_over_the_antimeridian():
    found = footprint(
        [at(0, 179.5, 10, (50,) * 4), at(6, -179.5, 10, (50,) * 4), at(12, 179.5, 10, (50,) * 4)]
    )
    once = footprint([at(0, 0, 10, (50,) * 4), at(6, 1, 10, (50,) * 4)])
    assert area(found) == pytest.approx(area(once), rel=1e-4)


def test_what_happens_in_a_gap_is_not_made_up():
    """Two discs of 100 km, two days apart or with no gale between."""
    discs = pytest.approx(2 * math.pi * 1e4, rel=1e-3)
    gap = [at(0, 0, 0, (100,) * 4), at(0, 5, 0, (100,) * 4, day=3)]
    calm = [at(0, 0, 0, (100,) * 4), at(6, 2, 0, (0,) * 4), at(12, 5, 0, (100,) * 4)]
    assert area(footprint(gap)) == discs
    assert area(footprint(calm)) == discs


def test_positions_that_tell_no_radii_break_nothing():
    between = [at(0, 1, 0, (100,) * 4), at(3, 2, 0, None), at(6, 3, 0, (100,) * 4)]
    assert footprint(between).equals(footprint([between[0], between[2]]))


def test_quadrants():
    found = footprint([at(0, -60, 20, (100, 50, 0, 0))])
    assert area(found) == pytest.approx(math.pi / 4 * (1e4 + 2500), rel=2e-3)


def test_no_radii_no_footprint_but_a_track():
    track = [at(0, 179, 10, None), at(6, -179, 11, None)]
    assert footprint(track) is None
    way = line(track)
    assert way.geom_type == "MultiLineString"
    assert way.length == pytest.approx(math.hypot(2, 1))
    assert way.bounds[0] == -180 and way.bounds[2] == 180


def test_ibtracs_rows_become_a_storm():
    rows = [
        row(
            sid="2017242N16333",
            name="IRMA",
            iso_time=f"2017-09-06 {hour:02}:00:00",
            lat="18.0",
            lon=str(-63 - hour / 12),
            nature="TS",
            usa_wind="155",
            usa_pres="914",
            usa_r34_ne="120",
            usa_r34_se="90",
            usa_r34_sw="60",
            usa_r34_nw="100",
            usa_r64_ne=" ",
        )
        for hour in (0, 6)
    ]
    units = row(sid=" ", name=" ", iso_time=" ", lat="degrees_north", lon="degrees_east")
    (storm,) = features([units, *rows])
    facts = said(storm.facts, storm.iri)
    assert storm.iri.endswith("/storm.2017242N16333")
    assert facts["label"] == ["Hurricane Irma, 2017"]
    assert facts["type"][:2] == ["NOAAHurricane", "Hazard"]
    assert results(storm.facts) == {"maximumWind": "155", "minimumPressure": "914"}
    alone = footprint([at(0, -63, 18, tuple(1.852 * r for r in (120, 90, 60, 100)))])
    assert storm.shape.covers(alone.buffer(-1e-6))


HURDAT2 = """\
AL112017,               IRMA,      2,
20170906, 0000,  , HU, 17.3N,  61.1W, 155,  914,  120,   90,   60,  100,   70,   60,   40,   60,\
   40,   35,   20,   40,
20170906, 0600, L, HU, 17.7N,  62.2W, 155,  914, -999, -999, -999, -999, -999, -999, -999, -999,\
 -999, -999, -999, -999,
AL122017,            UNNAMED,      1,
20170910, 1800,  , EX, 40.0N, 179.5E, -99, -999,    0,    0,    0,    0,    0,    0,    0,    0,\
    0,    0,    0,    0, -999
"""


def test_hurdat2(tmp_path):
    path = tmp_path / "hurdat2.txt"
    path.write_text(HURDAT2)
    assert storms.is_hurdat2(HURDAT2.encode()) and not storms.is_hurdat2(b"name,year\n")
    irma, unnamed = features(storms.read_hurdat2(path))
    assert said(irma.facts, irma.iri)["label"] == ["Hurricane Irma, 2017"]
    alone = footprint([at(0, -61.1, 17.3, tuple(1.852 * r for r in (120, 90, 60, 100)))])
    assert area(irma.shape) == pytest.approx(area(alone), rel=1e-9)
    # pi/4 of the squares of the radii in km.
    radii = [1.852 * radius for radius in (120, 90, 60, 100)]
    assert area(alone) == pytest.approx(math.pi / 4 * sum(r * r for r in radii), rel=2e-3)
    assert shapely.equals(unnamed.shape, shapely.Point(179.5, 40))
    assert said(unnamed.facts, unnamed.iri)["label"] == ["Storm Unnamed, 2017"]


@pytest.mark.parametrize("lost", [2, 4, 5])
def test_a_hurdat2_file_that_lacks_a_line(tmp_path, lost):
    lines = HURDAT2.splitlines(keepends=True)
    path = tmp_path / "hurdat2.txt"
    path.write_text("".join(lines[: lost - 1] + lines[lost:]))
    with pytest.raises(InputError, match=r"line \d"):
        list(features(storms.read_hurdat2(path)))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"month": "13"}, "no good time"),
        ({"lat": "95"}, "has the place"),
        ({"wind": "strong"}, "where a number is due"),
        ({"wind": "nan"}, "where a number is due"),
        ({"name": " "}, "has no name"),
    ],
)
def test_a_bad_row_is_named(fields, message):
    good = {
        **{"name": "Amy", "year": "1975", "month": "6", "day": "27", "hour": "0"},
        **{"lat": "27.5", "long": "-79.0", "wind": "25", "status": "tropical depression"},
    }
    with pytest.raises(InputError, match=message) as caught:
        list(features([row(**good | fields)]))
    assert "line 2" in str(caught.value)


@pytest.mark.shared_data
def test_the_real_storms(shared_data):
    path = shared_data / "hazards" / "noaa-atlantic-storms.csv.gz"
    rows = [one for one in read_csv(path) if one.fields["year"] in ("2005", "2006", "1981")]
    assert storms.recognises(frozenset(rows[0].fields))
    found = {said(one.facts, one.iri)["label"][0]: one for one in features(rows)}
    katrina = found["Hurricane Katrina, 2005"]
    # National Hurricane Center, Tropical Cyclone Report (2005): 902 mb, 150 kt, 23 to 30 August.
    assert results(katrina.facts) == {"maximumWind": "150", "minimumPressure": "902"}
    assert said(katrina.facts, katrina.iri)["hasTemporalScope"] == [
        "time.2005-08-23T18:00:00Z.2005-08-31T06:00:00Z"
    ]
    new_orleans, miami = shapely.Point(-90.07, 29.95), shapely.Point(-80.19, 25.76)
    assert katrina.shape.covers(new_orleans) and katrina.shape.covers(miami)
    assert not katrina.shape.intersects(shapely.Point(-95.36, 29.76))  # Houston
    # Of 1981 there are no radii.
    assert found["Hurricane Katrina, 1981"].shape.geom_type == "LineString"
    # One storm lived on into the next year.
    zeta = found["Tropical Storm Zeta, 2005"]
    assert said(zeta.facts, zeta.iri)["hasTemporalScope"][0].endswith("2006-01-07T18:00:00Z")
    assert "Tropical Storm Zeta, 2006" not in found
