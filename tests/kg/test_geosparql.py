"""GeoSPARQL's functions against hand-computed and independently computed values."""

from collections import Counter

import numpy as np
import pyoxigraph as ox
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from pyproj import Geod

from multiglobeqa.kg.geosparql import GEOF, aggregates, distance_m, functions

GEO = "http://www.opengis.net/ont/geosparql#"
UOM = "http://www.opengis.net/def/uom/OGC/1.0/"
EPSG_4326 = "<http://www.opengis.net/def/crs/EPSG/0/4326>"
CRS84 = "<http://www.opengis.net/def/crs/OGC/1.3/CRS84>"
WGS84 = Geod(ellps="WGS84")
SQUARE = "POLYGON((0 0, 2 0, 2 2, 0 2, 0 0))"


def wkt(text):
    return ox.Literal(text, datatype=ox.NamedNode(GEO + "wktLiteral"))


def unit(name):
    return ox.NamedNode(name if ":" in name else UOM + name)


def call(name, *terms):
    problems = Counter()
    found = functions(problems)[ox.NamedNode(GEOF + name)](*terms)
    assert (found is None) == bool(problems), problems
    return found


def number(name, *terms):
    return float(call(name, *terms).value)


@pytest.mark.parametrize(
    ("relation", "other", "holds"),
    [
        ("sfContains", "POINT(1 1)", True),
        ("sfContains", "POINT(0 1)", False),
        ("sfWithin", "POLYGON((-1 -1, 3 -1, 3 3, -1 3, -1 -1))", True),
        ("sfWithin", "POINT(1 1)", False),
        ("sfIntersects", "POINT(0 1)", True),
        ("sfIntersects", "POINT(5 5)", False),
        ("sfTouches", "POINT(0 1)", True),
        ("sfTouches", "POINT(1 1)", False),
        ("sfOverlaps", "POLYGON((1 1, 3 1, 3 3, 1 3, 1 1))", True),
        ("sfOverlaps", "POLYGON((2 0, 4 0, 4 2, 2 2, 2 0))", False),
        ("sfDisjoint", "POINT(5 5)", True),
        ("sfDisjoint", "POINT(0 0)", False),
        ("sfEquals", "POLYGON((2 2, 0 2, 0 0, 2 0, 2 2))", True),
        ("sfEquals", "POLYGON((0 0, 1 0, 1 1, 0 1, 0 0))", False),
        ("sfCrosses", "LINESTRING(1 1, 5 5)", True),
        ("sfCrosses", "LINESTRING(3 3, 5 5)", False),
    ],
)
def test_relations(relation, other, holds):
    assert call(relation, wkt(SQUARE), wkt(other)) == ox.Literal(holds)


def test_relations_by_matrix():
    assert call("relate", wkt(SQUARE), wkt("POINT(0 1)"), ox.Literal("FF*0*****")).value == "true"
    assert call("relate", wkt(SQUARE), wkt("POINT(0 1)"), ox.Literal("no")) is None


@pytest.mark.parametrize(
    "text",
    [
        "POINT(7 50)",
        "point (7 50)",
        " Point( 7.0   50 ) ",
        "POINT Z (7 50 120)",
        f"{CRS84} POINT(7 50)",
        f"{CRS84}POINT(7 50)",
        f"{EPSG_4326} POINT(50 7)",
        "SRID=4326;POINT(7 50)",
    ],
)
def test_literals_in_every_guise(text):
    assert call("sfEquals", wkt(text), wkt("POINT(7 50)")) == ox.Literal(True)
    assert call("sfEquals", ox.Literal(text), wkt("POINT(7 50)")) == ox.Literal(True)


def test_other_reference_systems_are_converted():
    # The Ordnance Survey's worked example: Caister water tower, in metres on the British grid.
    tower = wkt("<http://www.opengis.net/def/crs/EPSG/0/27700> POINT(651409.903 313177.270)")
    assert number("distance", tower, wkt("POINT(1.716073 52.658008)"), unit("metre")) < 5
    assert call("getSRID", tower).value.endswith("27700")
    assert call("getSRID", wkt("POINT(1 2)")).value == CRS84[1:-1]


def test_distances_and_their_units():
    a, b = wkt("POINT(24.94 60.17)"), wkt("POINT(24.75 59.44)")
    metres = WGS84.inv(24.94, 60.17, 24.75, 59.44)[2]
    for name, size in {
        "metre": 1,
        "kilometre": 1000,
        "http://qudt.org/vocab/unit/MI": 1609.344,
        "http://qudt.org/vocab/unit/M": 1,
    }.items():
        assert number("distance", a, b, unit(name)) == pytest.approx(metres / size, rel=1e-12)
    assert number("metricDistance", a, b) == pytest.approx(metres)
    planar = np.hypot(0.19, 0.73)
    assert number("distance", a, b, unit("degree")) == pytest.approx(planar)
    assert number("distance", a, b, unit("radian")) == pytest.approx(np.radians(planar))
    assert call("distance", a, b, unit("furlong")) is None


@given(
    lat=st.floats(-80, 80),
    lon=st.floats(-180, 180),
    bearing=st.floats(0, 360),
    away=st.floats(1e3, 2e6),
    length=st.floats(0.1, 5),
)
def test_distance_of_a_point_and_a_line_is_that_of_the_nearest_of_many_points(
    lat, lon, bearing, away, length
):
    line = shapely.LineString([(lon - length, lat), (lon + length / 2, lat + length)])
    x, y, _ = WGS84.fwd(lon, lat, bearing, away)
    point = shapely.Point(x, y)
    steps = shapely.get_coordinates(shapely.segmentize(line, length / 2000))
    here = np.full(len(steps), x), np.full(len(steps), y)
    lengths = WGS84.inv(*here, *steps.T)[2]
    # Steps are no longer than this, so the nearest of them is no farther off than half of it.
    assert lengths.min() - 200 < distance_m(point, line) < lengths.min() + 1


def test_distance_over_the_antimeridian():
    a, b = shapely.Point(179.9, 0), shapely.box(-180, -1, -179.9, 1)
    assert distance_m(a, b) == pytest.approx(WGS84.inv(179.9, 0, 180, 0)[2], abs=0.01)
    assert distance_m(shapely.box(0, 0, 2, 2), shapely.box(1, 1, 3, 3)) == 0


def test_measures():
    quarter = wkt("POLYGON((0 0, 90 0, 0 90, 0 0))")
    # An octant of the ellipsoid, whose whole area is 510,065,621.724 km2 (Moritz 1980, WGS84).
    assert number("area", quarter, unit("kilometre")) == pytest.approx(510065621.724 / 8, rel=1e-9)
    assert number("metricArea", quarter) == pytest.approx(510065621.724e6 / 8, rel=1e-9)
    hectares = unit("http://qudt.org/vocab/unit/HA")
    assert number("area", quarter, hectares) == pytest.approx(51006562172.4 / 8, rel=1e-9)
    equator = wkt("LINESTRING(0 0, 1 0)")
    assert number("metricLength", equator) == pytest.approx(111319.490793, abs=1e-5)
    assert number("perimeter", wkt("POLYGON((0 0,1 0,0 0))"), unit("kilometre")) == pytest.approx(
        2 * 111.319490793, abs=1e-8
    )
    assert call("perimeter", equator) is None
    assert call("area", quarter, unit("degree")) is None
    assert number("maxX", wkt(SQUARE)) == 2 and number("minY", wkt(SQUARE)) == 0


def test_buffers_are_as_wide_as_asked():
    round_ = shapely.from_wkt(
        call("buffer", wkt("POINT(25 60)"), ox.Literal(10), unit("kilometre")).value
    )
    edge = shapely.get_coordinates(round_)
    lengths = WGS84.inv(np.full(len(edge), 25.0), np.full(len(edge), 60.0), *edge.T)[2]
    assert lengths == pytest.approx(np.full(len(edge), 10_000), rel=1e-6)
    assert call("buffer", wkt("POINT(179.99 0)"), ox.Literal(10), unit("kilometre")) is None
    square = call("buffer", wkt("POINT(0 0)"), ox.Literal(1), unit("degree"))
    assert shapely.from_wkt(square.value).bounds == (-1, -1, 1, 1)


def test_shapes_from_shapes():
    assert call("envelope", wkt("LINESTRING(0 0, 2 1)")).value.startswith("POLYGON")
    assert call("centroid", wkt(SQUARE)) == wkt("POINT (1 1)")
    corner = wkt("POLYGON((1 1, 3 1, 3 3, 1 3, 1 1))")
    meet = call("intersection", wkt(SQUARE), corner)
    assert call("sfEquals", meet, wkt("POLYGON((1 1, 2 1, 2 2, 1 2, 1 1))")).value == "true"
    assert call("isEmpty", call("difference", wkt(SQUARE), wkt(SQUARE))).value == "true"


@pytest.mark.parametrize(
    "term",
    [
        wkt("POINT(1)"),
        wkt("PIONT(1 2)"),
        wkt(""),
        wkt("<http://example.org/no-crs> POINT(1 2)"),
        ox.NamedNode("http://example.org/geometry"),
    ],
)
def test_what_is_no_geometry_has_no_value_and_says_why(term):
    assert call("centroid", term) is None


def test_a_wrong_number_of_arguments_has_no_value():
    assert call("sfWithin", wkt(SQUARE)) is None


def test_aggregates():
    problems = Counter()
    made = {name.value.removeprefix(GEOF): make() for name, make in aggregates(problems).items()}
    for one in made.values():
        for point in ("POINT(0 0)", "POINT(4 0)", "POINT(0 2)", "nothing"):
            one.accumulate(wkt(point))
    assert shapely.from_wkt(made["aggBoundingBox"].finish().value).bounds == (0, 0, 4, 2)
    assert shapely.from_wkt(made["aggConvexHull"].finish().value).area == 4
    assert len(shapely.from_wkt(made["aggUnion"].finish().value).geoms) == 3
    assert shapely.from_wkt(made["aggCentroid"].finish().value).x == pytest.approx(4 / 3)
    assert sum(problems.values()) == 4
