import pytest

from multiglobeqa.geo import Point
from multiglobeqa.solve.wkt import geometry_of, point_of

CRS84 = "<http://www.opengis.net/def/crs/OGC/1.3/CRS84>"
EPSG4326 = "<http://www.opengis.net/def/crs/EPSG/0/4326>"


@pytest.mark.parametrize(
    "literal",
    [
        "Point(24.94 60.17)", "POINT (24.94 60.17)", "point( 24.94   60.17 )",
        " POINT(2.494e1 +60.17)", f"{CRS84} Point(24.94 60.17)", f"{CRS84}POINT (24.94 60.17)",
        f"{EPSG4326} POINT (60.17 24.94)", "POINT Z (24.94 60.17 12)", "MULTIPOINT ((24.94 60.17))",
    ],
)  # fmt: skip
def test_points(literal):
    assert point_of(literal) == Point(24.94, 60.17)


def test_other_geometries_give_their_planar_centroid():
    assert point_of("POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))") == Point(2, 1)
    assert point_of(f"{EPSG4326} LINESTRING (0 10, 4 10)") == Point(10, 2)


@pytest.mark.parametrize(
    ("literal", "what"),
    [
        ("", "not WKT"), ("Point(24.94)", "not WKT"), ("Point(a b)", "not WKT"),
        ("POLYGON EMPTY", "empty"), ("POINT EMPTY", "empty"), ("Point(181 0)", "globe"),
        ("Point(0 -90.1)", "globe"), ("Point(1e999 0)", "globe"),
        ("POINT (nan nan)", "empty|globe"), (f"{EPSG4326} POINT (100 10)", "globe"),
        ("<http://www.opengis.net/def/crs/EPSG/0/3857> POINT (0 0)", "3857"),
    ],
)  # fmt: skip
def test_no_point(literal, what):
    with pytest.raises(ValueError, match=what):
        point_of(literal)


@pytest.mark.parametrize(
    ("literal", "expected"),
    [
        ("Point(24.94 60.17)", "POINT (24.94 60.17)"),
        (f"{CRS84} LINESTRING Z (1 2 3, 4 5 6)", "LINESTRING (1 2, 4 5)"),
        (f"{EPSG4326} LINESTRING (0 10, 4 10)", "LINESTRING (10 0, 10 4)"),
    ],
)
def test_geometries(literal, expected):
    assert geometry_of(literal).wkt == expected


@pytest.mark.parametrize(
    ("literal", "what"),
    [
        ("nowhere", "not WKT"), ("MULTIPOLYGON EMPTY", "empty"),
        ("LINESTRING (0 0, 181 0)", "globe"), ("POINT (nan nan)", "globe|empty"),
        ("POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))", "invalid: Self-intersection"),
    ],
)  # fmt: skip
def test_no_geometry(literal, what):
    with pytest.raises(ValueError, match=what):
        geometry_of(literal)
