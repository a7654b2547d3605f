import pytest
import shapely
from shapely import box, from_wkt

from multiglobeqa.geo.topology import (
    adjacent,
    covers,
    crossings,
    intersects,
    meets_boundary,
    overlaps,
    part_holding,
    shared_area,
    surrounds,
    traverses,
)

SQUARE = box(0, 0, 4, 4)
RING = box(0, 0, 10, 10) - box(3, 3, 7, 7)
FAR = box(20, 20, 21, 21)


@pytest.mark.parametrize(
    ("other", "meets", "overlap", "neighbour", "covered", "on_boundary"),
    [
        (box(4, 1, 6, 3), True, False, True, False, True),  # shares an edge
        (box(4, 4, 6, 6), True, False, False, False, True),  # shares a corner
        (box(2, 2, 6, 6), True, True, False, False, True),
        (box(1, 1, 3, 3), True, False, False, True, False),
        (box(0, 0, 3, 3), True, False, False, True, True),
        (SQUARE, True, False, False, True, True),
        (FAR, False, False, False, False, False),
    ],
)
def test_areas(other, meets, overlap, neighbour, covered, on_boundary):
    assert intersects(SQUARE, other) is meets is intersects(other, SQUARE)
    assert overlaps(SQUARE, other) is overlap is overlaps(other, SQUARE)
    assert adjacent(SQUARE, other) is neighbour is adjacent(other, SQUARE)
    assert covers(SQUARE, other) is covered
    assert meets_boundary(other, SQUARE) is on_boundary


def test_an_l_and_the_square_in_its_corner_are_adjacent():
    corner = from_wkt("POLYGON ((0 0, 2 0, 2 1, 1 1, 1 2, 0 2, 0 0))")
    assert adjacent(corner, box(1, 1, 2, 2))
    assert not adjacent(corner, box(1.1, 1.1, 2, 2))
    assert adjacent(RING, box(3, 3, 7, 7))  # in the hole


def test_points_and_lines():
    assert meets_boundary(shapely.Point(4, 2), SQUARE)
    assert not meets_boundary(shapely.Point(2, 2), SQUARE)
    assert covers(SQUARE, shapely.Point(0, 0))
    assert intersects(shapely.Point(1, 1), shapely.Point(1, 1))
    assert not meets_boundary(from_wkt("LINESTRING (1 1, 3 3)"), SQUARE)
    assert overlaps(from_wkt("LINESTRING (0 0, 2 0)"), from_wkt("LINESTRING (1 0, 3 0)"))


@pytest.mark.parametrize(
    ("wkt", "expected"),
    [
        ("LINESTRING (-1 2, 1 2)", True),
        ("LINESTRING (1 1, 2 2)", True),
        ("LINESTRING (-1 0, 5 0)", False),  # along the boundary
        ("LINESTRING (-1 1, 1 -1)", False),  # through a corner
        ("LINESTRING (-1 2, 0 2)", False),  # up to the boundary
        ("LINESTRING (5 5, 6 6)", False),
        ("MULTILINESTRING ((5 5, 6 6), (3 3, 5 5))", True),
    ],
)
def test_traverses(wkt, expected):
    assert traverses(from_wkt(wkt), SQUARE) is expected


def test_a_line_through_a_hole_does_not_traverse():
    assert not traverses(from_wkt("LINESTRING (4 4, 6 6)"), RING)
    assert not traverses(from_wkt("LINESTRING (4 4, 6 6)"), shapely.Point(5, 5))


@pytest.mark.parametrize(
    ("b", "expected"),
    [
        (box(1, 1, 2, 2), True),
        (box(4, 4, 6, 6), True),  # in the hole
        (box(3, 3, 7, 7), True),  # fills the hole
        (box(2, 2, 5, 5), True),  # half in the hole
        (box(0, 1, 2, 2), False),  # touches the outer ring
        (box(9, 9, 11, 11), False),
        (FAR, False),
        (shapely.Point(5, 5), True),
        (shapely.Point(0, 5), False),
        (from_wkt("LINESTRING (1 5, 9 5)"), True),
    ],
)
def test_surrounds(b, expected):
    assert surrounds(RING, b) is expected


def test_no_two_parts_surround_together():
    parts = shapely.union(box(0, 0, 4, 4), box(6, 0, 10, 4))
    assert surrounds(parts, box(7, 1, 8, 2))
    assert not surrounds(parts, shapely.MultiPoint([(1, 1), (7, 1)]))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("LINESTRING (0 0, 2 2)", "LINESTRING (0 2, 2 0)", 1),
        ("LINESTRING (0 0, 9 0)", "LINESTRING (0 1, 1 -1, 2 1, 3 -1)", 3),
        ("LINESTRING (0 0, 2 0)", "LINESTRING (2 0, 3 5)", 1),  # end to start
        ("LINESTRING (0 0, 2 0)", "LINESTRING (1 0, 1 5)", 1),  # a T
        ("LINESTRING (0 0, 2 0)", "LINESTRING (0 1, 2 1)", 0),
        ("LINESTRING (0 0, 4 0)", "LINESTRING (1 0, 2 0, 3 3)", None),
        ("LINESTRING (0 0, 4 0)", "LINESTRING (1 1, 1 -1, 2 -1, 2 0, 3 0)", None),
        # Twice through one point is one point.
        ("LINESTRING (0 0, 4 0)", "LINESTRING (1 -1, 1 1, 2 1, 0 -1)", 1),
        ("MULTILINESTRING ((0 0, 2 0), (5 0, 6 0))", "LINESTRING (1 -1, 1 1, 5 1, 5 -1)", 2),
    ],
)  # fmt: skip
def test_crossings(a, b, expected):
    assert crossings(from_wkt(a), from_wkt(b)) == expected
    assert crossings(from_wkt(b), from_wkt(a)) == expected


def test_over_the_antimeridian():
    west, east = box(178, 0, 180, 2), box(-180, 0, -178, 2)
    assert adjacent(west, east)
    assert intersects(west, east)
    assert intersects(shapely.Point(180, 1), shapely.Point(-180, 1))
    assert surrounds(shapely.union(west, east), shapely.Point(180, 1))
    assert traverses(from_wkt("MULTILINESTRING ((177 1, 180 1), (-180 1, -177 1))"), east)
    assert crossings(
        from_wkt("MULTILINESTRING ((179 1, 180 1), (-180 1, -179 1))"),
        from_wkt("LINESTRING (-180 0, -180 2)"),
    ) == 1  # fmt: skip


def test_part_holding():
    parts = shapely.union(box(0, 0, 4, 4), box(6, 0, 10, 4))
    assert part_holding(parts, shapely.Point(7, 1)).equals(box(6, 0, 10, 4))
    assert part_holding(SQUARE, shapely.Point(1, 1)).equals(SQUARE)
    assert part_holding(parts, shapely.Point(5, 1)) is None
    assert part_holding(RING, shapely.Point(5, 5)) is None


def test_shared_area():
    assert shared_area(SQUARE, box(2, 2, 6, 6)).equals(box(2, 2, 4, 4))
    assert shared_area(SQUARE, box(4, 0, 6, 6)).is_empty  # an edge is no area
    comb = from_wkt("POLYGON ((3 0, 6 0, 6 4, 3 4, 3 3, 4 3, 4 1, 3 1, 3 0))")
    assert shared_area(SQUARE, comb).equals(shapely.union(box(3, 0, 4, 1), box(3, 3, 4, 4)))
    across = shapely.union(box(179, 0, 180, 2), box(-180, 0, -179, 2))
    assert shared_area(across, box(-180, 1, -178, 3)).equals(box(180, 1, 181, 2))
