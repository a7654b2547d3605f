"""Against the values that the documentation of each grid publishes."""

import h3
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from s2geometry import S2CellId, S2LatLng

from multiglobeqa.geo import Point
from multiglobeqa.geo.geodesy import destination
from multiglobeqa.geo.grid import geohash, h3_cell, h3_common, s2_common, s2_token

longitudes, latitudes = st.floats(-180, 180), st.floats(-90, 90)
points = st.builds(Point, longitudes, latitudes)
near = st.tuples(points, st.floats(0, 360), st.floats(0, 300)).map(
    lambda seed: (seed[0], destination(*seed))
)


def test_h3_cell():
    place = Point(-122.0553238, 37.3615593)
    assert h3_cell(place, 5) == "85283473fffffff"
    assert h3_cell(place, 7) == "87283472bffffff"


@settings(deadline=None)
@given(near)
def test_h3_common_is_the_finest(pair):
    cell = h3_common(*pair)
    resolution = -1 if cell is None else h3.get_resolution(cell)
    if cell is not None:
        assert [h3_cell(point, resolution) for point in pair] == [cell, cell]
    for finer in range(resolution + 1, 16):
        assert h3_cell(pair[0], finer) != h3_cell(pair[1], finer)


def test_h3_common_of_places_that_share_a_cell_but_not_its_parent():
    """H3 nests only roughly: the cells along a parent's edge reach over it."""
    parent = h3_cell(Point(10, 50), 4)
    for child in h3.cell_to_children(parent, 5):
        centre = Point(*reversed(h3.cell_to_latlng(child)))
        for lat, lon in h3.cell_to_boundary(child):
            inner = Point(
                centre.lon + 0.98 * (lon - centre.lon), centre.lat + 0.98 * (lat - centre.lat)
            )
            if h3_cell(inner, 4) != parent:
                assert h3_cell(inner, 5) == child
                assert h3.get_resolution(h3_common(centre, inner)) >= 5
                return
    pytest.fail("no child reaches over its parent's edge")


def test_h3_common_of_the_far_apart_and_of_one_place():
    assert h3_common(Point(0, 0), Point(180, 0)) is None
    assert h3.get_resolution(h3_common(Point(5, 5), Point(5, 5))) == 15


@pytest.mark.parametrize(
    # From the tests that the S2 libraries share.
    ("lat", "lon", "token"),
    [
        (49.703498679, 11.770681595, "47a1cbd595522b39"),
        (55.685376759, 12.588490937, "46525318b63be0f9"),
        (45.486546517, -93.449700022, "52b30b71698e729d"),
        (-25.285264027, 133.823116966, "2b2bfd076787c5df"),
    ],
)
def test_s2_leaf(lat, lon, token):
    assert s2_token(Point(lon, lat), 30) == token


def test_s2_faces():
    # The middles of the six faces, in order; 3 bits of face and the marker bit make the token.
    middles = [(0, 0), (90, 0), (0, 90), (180, 0), (-90, 0), (0, -90)]
    assert [s2_token(Point(*middle), 0) for middle in middles] == list("13579b")


@settings(deadline=None)
@given(near)
def test_s2_common_is_the_smallest(pair):
    token = s2_common(*pair)
    leaves = [S2CellId(S2LatLng.FromDegrees(point.lat, point.lon)) for point in pair]
    if token is None:
        assert leaves[0].face() != leaves[1].face()
        return
    cell = S2CellId.FromToken(token)
    assert all(cell.contains(leaf) for leaf in leaves)
    if not cell.is_leaf():
        assert not any(all(cell.child(n).contains(leaf) for leaf in leaves) for n in range(4))


def test_s2_common_of_the_far_apart_and_of_one_place():
    assert s2_common(Point(0, 0), Point(90, 0)) is None
    assert S2CellId.FromToken(s2_common(Point(5, 5), Point(5, 5))).is_leaf()


@pytest.mark.parametrize(
    ("lat", "lon", "code"),
    [
        (57.64911, 10.40744, "u4pruydqqvj"),
        (42.605, -5.603, "ezs42"),
        (-90, -180, "000"),
        (0, 0, "s00"),
    ],
)
def test_geohash(lat, lon, code):
    assert geohash(Point(lon, lat), len(code)) == code


ALPHABET = "0123456789bcdefghjkmnpqrstuvwxyz"


def bisected(point, precision):
    """Halve longitude and latitude in turn: the definition of a geohash."""
    spans = [[-180.0, 180.0], [-90.0, 90.0]]
    bits = []
    for turn in range(5 * precision):
        span = spans[turn % 2]
        middle = sum(span) / 2
        upper = point[turn % 2] >= middle
        span[not upper] = middle
        bits.append(str(int(upper)))
    digits = "".join(bits)
    return "".join(ALPHABET[int(digits[n : n + 5], 2)] for n in range(0, len(digits), 5))


@settings(deadline=None)
@given(
    st.builds(Point, st.floats(-180, 180, exclude_max=True), st.floats(-90, 90, exclude_max=True)),
    st.integers(1, 10),
)
def test_geohash_against_its_definition(point, precision):
    assert geohash(point, precision) == bisected(point, precision)
