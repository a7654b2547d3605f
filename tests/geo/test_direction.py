import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from multiglobeqa.geo import Point
from multiglobeqa.geo.direction import (
    CARDINALS,
    DIRECTIONS,
    angle_between,
    bearing,
    eastward,
    lies,
    sector,
    side,
)
from multiglobeqa.geo.geodesy import destination, distance_km

angles = st.floats(-720, 720)
longitudes = st.floats(-180, 180)
points = st.builds(Point, longitudes, st.floats(-85, 85))
NEW_YORK, LONDON = Point(-73.8, 40.6), Point(-0.5, 51.6)


@pytest.mark.parametrize(
    ("start", "end", "degrees"),
    [
        (NEW_YORK, LONDON, 51.19888285),  # GeodSolve(1)
        (Point(0, -30), Point(179.8, 29.9), 161.8905247363),  # Karney (2013)
        (Point(10, 0), Point(10, 5), 0),
        (Point(10, 5), Point(10, 0), 180),
        (Point(179, 0), Point(-179, 0), 90),
        (Point(-179, 0), Point(179, 0), 270),
        (Point(20, 0), Point(77, 90), 0),
    ],
)
def test_bearing(start, end, degrees):
    assert bearing(start, end) == pytest.approx(degrees, abs=1e-8)


@settings(deadline=None)
@given(points, points)
def test_bearing_is_in_range(a, b):
    assert 0 <= bearing(a, b) < 360


@settings(deadline=None)
@given(points, st.floats(0, 359.99), st.floats(1, 15000))
def test_bearing_leads_to_the_destination(start, degrees, km):
    assert angle_between(bearing(start, destination(start, degrees, km)), degrees) < 1e-5


@settings(deadline=None)
@given(angles, angles)
def test_angle_between(a, b):
    assert 0 <= angle_between(a, b) <= 180
    assert angle_between(a, b) == angle_between(b, a)
    assert angle_between(a, a + 360) == pytest.approx(0, abs=1e-9)


def test_sectors():
    assert [sector(45 * n) for n in range(8)] == list(DIRECTIONS)
    assert [sector(d) for d in (22.4, 22.5, 67.4, 67.5, 337.4, 337.5, 359.9, 360, -1)] == [
        "north", "north-east", "north-east", "east", "north-west", "north", "north", "north",
        "north",
    ]  # fmt: skip


@settings(deadline=None)
@given(longitudes, longitudes)
def test_eastward_is_the_shorter_way_round(a, b):
    way = eastward(a, b)
    assert -180 < way <= 180
    assert angle_between(a + way, b) < 1e-9


def test_cardinals_are_half_planes():
    assert lies(Point(50, 1), "north", Point(0, 0))
    assert not lies(Point(50, 0), "north", Point(0, 0))
    assert not lies(Point(50, 0), "south", Point(0, 0))
    assert lies(Point(-50, -1), "south", Point(0, 0))
    # London lies north-east of New York by its bearing, and both north and east by half-planes.
    assert [d for d in DIRECTIONS if lies(LONDON, d, NEW_YORK)] == ["north", "north-east", "east"]


def test_east_and_west_go_the_shorter_way_round():
    fiji, samoa = Point(178, -18), Point(-172, -13.6)
    assert lies(samoa, "east", fiji) and not lies(samoa, "west", fiji)
    assert lies(fiji, "west", samoa) and not lies(fiji, "east", samoa)
    assert not lies(Point(180, 5), "east", Point(-180, 7))


def test_the_opposite_meridian_lies_neither_way():
    for direction in ("east", "west"):
        assert not lies(Point(100, 10), direction, Point(-80, 10))
        assert not lies(Point(-80, 10), direction, Point(100, 10))


@settings(deadline=None)
@given(points, points)
@example(Point(0, 0), Point(-179.99999999999997, 0))
def test_opposite_cardinals_exclude_each_other(a, b):
    for one, other in (("north", "south"), ("east", "west")):
        assert not (lies(a, one, b) and lies(a, other, b))
        assert lies(a, one, b) == lies(b, other, a)


@settings(deadline=None)
@given(points, points)
def test_a_point_lies_in_one_sector_at_most(a, b):
    diagonals = [d for d in DIRECTIONS if d not in CARDINALS and lies(a, d, b)]
    assert len(diagonals) <= 1


def test_a_point_lies_in_no_direction_of_itself():
    assert not any(lies(LONDON, direction, LONDON) for direction in DIRECTIONS)


def test_no_such_direction():
    with pytest.raises(ValueError, match="up"):
        lies(LONDON, "up", NEW_YORK)


@pytest.mark.parametrize(
    ("point", "start", "end", "expected"),
    [
        (Point(-1, 5), Point(0, 0), Point(0, 10), "left"),
        (Point(1, 5), Point(0, 0), Point(0, 10), "right"),
        (Point(-1, 5), Point(0, 10), Point(0, 0), "right"),
        (Point(1, -5), Point(0, 0), Point(0, 10), "right"),  # behind the start
        (Point(0, 20), Point(0, 0), Point(0, 10), None),  # on the route, prolonged
        (Point(0, 0), Point(0, 0), Point(0, 10), None),
        (Point(1, 1), Point(3, 3), Point(3, 3), None),
        # Over the antimeridian, due east along the equator.
        (Point(180, 1), Point(179, 0), Point(-179, 0), "left"),
        (Point(180, -1), Point(179, 0), Point(-179, 0), "right"),
        # The great circle from New York to London runs north of the parallel of 52 degrees.
        (Point(-35, 52.5), Point(-73.8, 40.6), Point(-0.5, 51.6), "right"),
        (Point(-35, 54), Point(-73.8, 40.6), Point(-0.5, 51.6), "left"),
        # From a pole every way is south; 10 degrees further east is to the left seen from it.
        (Point(30, 60), Point(0, 90), Point(20, 60), "left"),
        (Point(10, 60), Point(0, 90), Point(20, 60), "right"),
    ],
)
def test_side(point, start, end, expected):
    assert side(point, start, end) == expected


@settings(deadline=None)
@given(points, st.floats(0, 360), st.floats(1, 5000), st.floats(-3000, 6000), st.floats(1, 5000))
def test_side_of_a_point_built_off_the_route(start, degrees, length, along, off):
    """The foot point lies on the route, `along` from the start; the point is `off` to its right."""
    end = destination(start, degrees, length)
    foot = destination(start, degrees, along)
    assume(distance_km(start, foot) > 1 and distance_km(start, end) > 0.5)
    heading = bearing(foot, start) + (180 if along > 0 else 0)
    assert side(destination(foot, heading + 90, off), start, end) == "right"
    assert side(destination(foot, heading - 90, off), start, end) == "left"
