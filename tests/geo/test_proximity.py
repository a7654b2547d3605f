import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from pyproj import Proj
from shapely import from_wkt

from multiglobeqa.geo import Point, Unmeasurable
from multiglobeqa.geo.geodesy import WGS84, distance_km
from multiglobeqa.geo.proximity import (
    distance_to_boundary_km,
    distance_to_geometry_km,
    distance_to_line_km,
    positions_along,
)


def by_projection(point, line):
    """A second computation: much densified, in the equidistant plane around the point."""
    plane = Proj(proj="aeqd", lon_0=point.lon, lat_0=point.lat, ellps="WGS84")
    dense = shapely.segmentize(line, 0.002)
    return shapely.transform(dense, plane, interleaved=False).distance(shapely.Point(0, 0)) / 1000


def test_on_the_meridian_and_the_equator():
    # One degree of the equator is 111.3195 km, one of the meridian from there 110.5744.
    assert distance_to_line_km(Point(0, 0), from_wkt("LINESTRING (1 -3, 1 2)")) == pytest.approx(
        111.3195, abs=1e-3
    )
    assert distance_to_line_km(Point(5, 1), from_wkt("LINESTRING (0 0, 9 0)")) == pytest.approx(
        110.5744, abs=1e-3
    )


@pytest.mark.parametrize("lat", [60, -70])
def test_an_edge_along_a_parallel_is_no_geodesic(lat):
    """From on the parallel, midway, the edge is at no distance; the geodesic would be far off."""
    edge = shapely.LineString([(-40, lat), (40, lat)])
    assert distance_to_line_km(Point(0, lat), edge) == pytest.approx(0, abs=1e-5)
    poleward = Point(0, lat * 1.05)
    assert distance_to_line_km(poleward, edge) == pytest.approx(
        distance_km(poleward, Point(0, lat)), rel=1e-4
    )


coordinates = st.tuples(st.floats(-8, 8), st.floats(-8, 8))


@settings(deadline=None, max_examples=40)
@given(st.integers(-80, 80), st.lists(coordinates, min_size=2, max_size=6, unique=True))
def test_against_a_projection(lat, offsets):
    point = Point(20, lat)
    line = shapely.LineString([(20 + x, lat + y) for x, y in offsets])
    # Chords of the densified line are off by some millimetres.
    assert distance_to_line_km(point, line) == pytest.approx(
        by_projection(point, line), rel=1e-4, abs=1e-4
    )


def test_a_circle_around_the_point():
    bearings = np.linspace(0, 360, 721)
    lons, lats, _ = WGS84.fwd(*(np.full(721, 30.0), np.full(721, 40.0), bearings, [5000.0] * 721))
    disc = shapely.Polygon(np.column_stack([lons, lats]))
    assert distance_to_boundary_km(Point(30, 40), disc) == pytest.approx(5, rel=1e-4)


def test_boundary_from_inside_outside_and_of_a_hole():
    ring = shapely.box(0, 0, 10, 10) - shapely.box(4, 4, 6, 6)
    kilometres = [distance_to_boundary_km(Point(*xy), ring) for xy in ((1, 5), (-1, 5), (5, 3.5))]
    assert kilometres[0] == pytest.approx(kilometres[1], rel=1e-9)
    assert kilometres[0] == pytest.approx(distance_km(Point(0, 5), Point(1, 5)), rel=1e-4)
    assert kilometres[2] == pytest.approx(distance_km(Point(5, 3.5), Point(5, 4)), rel=1e-4)


def test_a_cut_at_the_antimeridian_is_no_boundary():
    cut = shapely.union(shapely.box(178, -5, 180, 5), shapely.box(-180, -5, -178, 5))
    expected = distance_km(Point(180, 0), Point(178, 0))
    for lon in (180, -180):
        assert distance_to_boundary_km(Point(lon, 0), cut) == pytest.approx(expected, rel=1e-4)


def test_parts_are_not_joined():
    line = from_wkt("MULTILINESTRING ((0 0, 0 1), (4 0, 4 1))")
    expected = distance_km(Point(2, 0), Point(0, 0))
    assert distance_to_line_km(Point(2, 0), line) == pytest.approx(expected, rel=1e-4)


def test_an_empty_line():
    with pytest.raises(Unmeasurable, match="empty"):
        distance_to_line_km(Point(0, 0), from_wkt("LINESTRING EMPTY"))


RIVER = "LINESTRING (0 60, 1 60, 1 61, 2 61)"


@pytest.mark.parametrize(
    "wkt", [RIVER, "MULTILINESTRING ((1 61, 2 61), (0 60, 1 60, 1 61))"], ids=["one", "pieces"]
)
def test_positions_along(wkt):
    positions = positions_along(
        from_wkt(wkt), Point(0.2, 60.01), Point(1.01, 60.5), Point(0.99, 60.9), Point(1.9, 61)
    )
    assert list(positions) == sorted(positions)
    assert len(set(positions)) == 4


def test_positions_over_the_antimeridian():
    river = from_wkt("MULTILINESTRING ((179 0, 180 0), (-180 0, -179 0))")
    first, second = positions_along(river, Point(179.5, 0), Point(-179.5, 0.001))
    assert (first, second) == pytest.approx((0.5, 1.5))


def test_positions_on_different_pieces():
    with pytest.raises(Unmeasurable, match="several pieces"):
        positions_along(
            from_wkt("MULTILINESTRING ((0 0, 1 0), (2 0, 3 0))"), Point(0.5, 0), Point(2.5, 0)
        )


@pytest.mark.parametrize(
    ("wkt", "nearest"),
    [
        ("POINT (1 60)", (1, 60)),
        ("MULTIPOINT ((5 60), (1 60))", (1, 60)),
        ("LINESTRING (0.5 59, 0.5 61)", (0.5, 60)),
        ("POLYGON ((0 60.5, 1 60.5, 1 62, 0 62, 0 60.5))", (0, 60.5)),
        ("POLYGON ((-1 59, 1 59, 1 61, -1 61, -1 59))", (0, 60)),  # around the point
    ],
)
def test_distance_to_any_geometry(wkt, nearest):
    expected = distance_km(Point(0, 60), Point(*nearest))
    assert distance_to_geometry_km(Point(0, 60), from_wkt(wkt)) == pytest.approx(expected, rel=1e-3)
