from math import log, pi, sqrt

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from pyproj import Proj
from shapely import Polygon, box, from_wkt
from shapely.affinity import rotate, translate

from multiglobeqa.geo import Unmeasurable
from multiglobeqa.geo.shape import (
    IRREGULARITY,
    centroid,
    centroid_shift_km,
    compactness,
    elongation,
    irregularity,
    minimum_rectangle,
)


@pytest.mark.parametrize(
    ("wkt", "expected"),
    [
        ("POINT (3 4)", (3, 4)),
        ("LINESTRING (0 0, 10 0, 10 5)", (20 / 3, 5 / 6)),  # legs weigh by their length
        ("POLYGON ((0 0, 6 0, 6 6, 0 6, 0 0), (3 0.5, 5.5 0.5, 5.5 5.5, 3 5.5, 3 0.5))", None),
        (
            "MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((10 0, 11 0, 11 1, 10 1, 10 0)))",
            (2.9, 0.9),
        ),
        ("GEOMETRYCOLLECTION (POINT (99 9), LINESTRING (0 0, 2 0))", (1, 0)),
    ],
)
def test_centroid(wkt, expected):
    if expected is None:
        # 36 of square around (3, 3), less a hole of 12.5 around (4.25, 3).
        expected = ((36 * 3 - 12.5 * 4.25) / (36 - 12.5), 3)
    assert centroid(from_wkt(wkt)) == pytest.approx(expected)


def test_an_empty_geometry_has_no_centroid():
    with pytest.raises(ValueError, match="empty"):
        centroid(from_wkt("POLYGON EMPTY"))


L = Polygon([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)])


def around(plane, lon=0.0, lat=0.0):
    """Place a plane figure, in metres, on the ellipsoid: the inverse of the equal-area plane."""
    proj = Proj(proj="laea", lon_0=lon, lat_0=lat, ellps="WGS84")
    return shapely.transform(plane, lambda x, y: proj(x, y, inverse=True), interleaved=False)


def strip(length, width, angle=0.0):
    return rotate(box(-length / 2, -width / 2, length / 2, width / 2), angle)


def test_the_centroid_of_an_area_over_the_antimeridian():
    cut = shapely.union(box(178, 0, 180, 2), box(-180, 0, -176, 2))
    assert centroid(cut) == pytest.approx((-179, 1))


@pytest.mark.parametrize("lon", [0, -77])
def test_compactness(lon):
    circle = around(shapely.Point(0, 0).buffer(10_000, quad_segs=90), lon, 47)
    assert compactness(circle) == pytest.approx(1, abs=1e-4)
    square = around(box(-5000, -5000, 5000, 5000), lon, 47)
    assert compactness(square) == pytest.approx(pi / 4, abs=1e-4)
    # A hole of a quarter of the area: pi (4 - 1) / (8 + 4)^2 x 4.
    ring = around(box(-2000, -2000, 2000, 2000) - box(-1000, -1000, 1000, 1000), 0, 47)
    assert compactness(ring) == pytest.approx(4 * pi * 12 / 24**2, abs=1e-4)


@pytest.mark.parametrize("angle", [0, 17, 45, 90, 133])
@pytest.mark.parametrize("lat", [0, 65, -80])
def test_elongation(angle, lat):
    assert elongation(around(strip(8000, 2000, angle), 20, lat)) == pytest.approx(0.75, rel=1e-4)
    assert elongation(around(strip(3000, 3000, angle), 20, lat)) == pytest.approx(0, abs=1e-4)


def test_elongation_over_the_antimeridian():
    cut = shapely.union(box(179.9, 0, 180, 0.1), box(-180, 0, -179.7, 0.1))
    inland = box(9.9, 0, 10.3, 0.1)
    assert elongation(cut) == pytest.approx(elongation(inland), rel=1e-5)
    assert compactness(cut) == pytest.approx(compactness(inland), rel=1e-5)
    assert elongation(cut) == pytest.approx(1 - 110.574 / (4 * 111.3195), rel=1e-4)


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=4, max_size=12, unique=True
    )
)
def test_the_minimum_rectangle_is_the_least_of_all_rotations(points):
    hull = shapely.MultiPoint(points).convex_hull
    if hull.geom_type != "Polygon":
        with pytest.raises(Unmeasurable, match="no area"):
            minimum_rectangle(hull)
        return
    first, second = minimum_rectangle(hull)
    # GEOS does the same; no rotation gives less.
    assert first * second == pytest.approx(shapely.oriented_envelope(hull).area, rel=1e-9)
    for angle in range(0, 90, 7):
        west, south, east, north = rotate(hull, angle).bounds
        assert first * second <= (east - west) * (north - south) * (1 + 1e-9)


def test_irregularity_of_a_square_and_of_an_l():
    side = 10_000
    square = around(box(0, 0, side, side), 30, 50)
    corner = around(shapely.transform(L, lambda xy: xy * side), 30, 50)
    expected = {
        "shape_index": (4 / (2 * sqrt(pi)), 8 / (2 * sqrt(3 * pi))),
        "fractal_dimension": (1, 2 * log(2 * side) / log(3 * side**2)),
        "convexity": (1, (6 + sqrt(2)) / 8),
        "rectangularity": (1, 3 / 4),
    }
    assert set(expected) == set(IRREGULARITY)
    for metric, (of_square, of_corner) in expected.items():
        assert irregularity(square, metric, 0) == pytest.approx(of_square, rel=1e-4)
        assert irregularity(corner, metric, 0) == pytest.approx(of_corner, rel=1e-3)


def test_simplification_takes_off_what_is_smaller_than_the_scale():
    # A square of 100 km with a tooth of 500 m.
    tooth = Polygon(
        [(0, 0), (40e3, 0), (40.2e3, -500), (40.4e3, 0), (100e3, 0), (100e3, 100e3), (0, 100e3)]
    )
    area = around(tooth, 12, 48)
    assert irregularity(area, "convexity", 0.1) < 0.9999
    assert irregularity(area, "convexity", 1) == pytest.approx(1, abs=1e-6)
    assert irregularity(area, "fractal_dimension", 1) == pytest.approx(1, abs=1e-4)


def test_rings_and_parts_survive_any_simplification():
    ring = around(box(-20e3, -20e3, 20e3, 20e3) - box(-1e3, -1e3, 1e3, 1e3), 5, 5)
    assert irregularity(ring, "convexity", 500) < 1


def test_shift_of_the_centroid():
    # A triangle on a side of the square holds 1/20 of the area; without it the centre is back.
    side = 100e3
    spike = Polygon(
        [(0, 0), (side, 0), (side, 0.4 * side), (1.05 * side, 0.5 * side), (side, 0.6 * side),
         (side, side), (0, side)]
    )  # fmt: skip
    area = around(translate(spike, -side / 2, -side / 2), 140, -30)
    share = 0.5 * 0.2 * 0.05  # of the square
    expected = share / (1 + share) * (0.5 + 0.05 / 3) * side / 1000
    assert centroid_shift_km(area, 1, 10) == pytest.approx(expected, rel=1e-3)
    assert centroid_shift_km(area, 1, 1) == 0


def test_shift_over_the_antimeridian():
    def toothed(west):
        """A triangle with a step in one side."""
        return Polygon(
            [(west, 0), (west + 2, 0), (west + 2, 1), (west + 1.8, 1.1), (west + 2, 1.3),
             (west + 1, 3)]
        )  # fmt: skip

    across, inland = toothed(179), toothed(9)
    halves = [across & box(170, -10, 180, 10), across & box(180, -10, 190, 10)]
    halves[1] = shapely.transform(halves[1], lambda xy: xy - (360, 0))
    assert centroid_shift_km(shapely.union_all(halves), 1, 100) == pytest.approx(
        centroid_shift_km(inland, 1, 100), rel=0.05
    )
