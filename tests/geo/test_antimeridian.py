import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import from_wkt

from multiglobeqa.geo import Unmeasurable
from multiglobeqa.geo.antimeridian import box, unrolled, wrapped

# A square from 178 to -178, cut at the antimeridian.
CUT = shapely.union(shapely.box(178, -2, 180, 2), shapely.box(-180, -2, -178, 2))
UNCUT = from_wkt("POLYGON ((178 -2, -178 -2, -178 2, 178 2, 178 -2))")
CAP = shapely.box(-180, -90, 180, -70)


def test_a_cut_area_becomes_whole():
    (whole,) = unrolled(CUT)
    assert whole.geom_type == "Polygon"
    assert whole.equals(shapely.box(178, -2, 182, 2))


def test_a_cut_line_becomes_whole_and_keeps_its_direction():
    line = from_wkt("MULTILINESTRING ((-180 1, -178 0), (178 2, 180 1))")
    assert unrolled(line)[0].wkt == "LINESTRING (178 2, 180 1, 182 0)"


def test_geometries_of_both_sides_share_one_plane():
    east, west = shapely.Point(179, 0), from_wkt("LINESTRING (-180 0, -179 0)")
    assert [each.bounds for each in unrolled(east, west)] == [(179, 0, 179, 0), (180, 0, 181, 0)]
    assert unrolled(west, east)[0].bounds == (180, 0, 181, 0)


@pytest.mark.parametrize(
    "geometries",
    [
        [shapely.box(10, 0, 20, 5), shapely.box(-30, 0, -20, 5)],
        [shapely.Point(-80, 0), shapely.Point(80, 0)],
        [shapely.Point(-91, 0), shapely.Point(91, 0), shapely.Point(0, 0)],
        [shapely.box(-180, 0, -170, 5)],
        [from_wkt("POLYGON EMPTY")],
    ],
)
def test_others_are_left_alone(geometries):
    assert unrolled(*geometries) == tuple(geometries)


@pytest.mark.parametrize("geometry", [UNCUT, CAP], ids=["uncut", "cap"])
def test_what_has_no_plane(geometry):
    with pytest.raises(Unmeasurable, match="pole"):
        unrolled(geometry)


@pytest.mark.parametrize(
    ("geometry", "expected"),
    [
        (shapely.box(-3, 1, 4, 2), (-3, 1, 4, 2)),
        (CUT, (178, -2, -178, 2)),
        # Alaska: the Aleutians reach over the antimeridian and nothing of them is cut.
        (shapely.union(shapely.box(-170, 52, -130, 71), shapely.box(172, 51, 179, 53)),
         (172, 51, -130, 71)),
        (shapely.union(shapely.box(-60, 0, -50, 1), shapely.box(50, 0, 60, 1)), (-60, 0, 60, 1)),
        (CAP, (-180, -90, 180, -70)),
    ],
)  # fmt: skip
def test_box(geometry, expected):
    assert box(geometry) == expected


def test_no_box():
    with pytest.raises(Unmeasurable, match="without being cut"):
        box(UNCUT)
    with pytest.raises(Unmeasurable, match="empty"):
        box(from_wkt("POLYGON EMPTY"))


@settings(deadline=None)
@given(st.lists(st.integers(-180, 179), min_size=1, max_size=8))
def test_the_narrowest_box_holds_all_and_is_no_wider_than_from_any_other_start(longitudes):
    west, _, east, _ = box(shapely.MultiPoint([(lon, 0) for lon in longitudes]))
    width = (east - west) % 360
    assert max((lon - west) % 360 for lon in longitudes) == width
    assert width == min(max((lon - start) % 360 for lon in longitudes) for start in longitudes)


def test_wrapped():
    assert [wrapped(lon) for lon in (-180, 0, 180, 180.5, 359)] == [-180, 0, 180, -179.5, -1]
