from math import cos, radians, sqrt

import numpy as np
import pytest
import shapely
from shapely import Polygon, box

from multiglobeqa.geo import Unmeasurable
from multiglobeqa.geo.pole import pole_of_inaccessibility

EXACT = 1e-6  # degrees


def stretched(polygon, lat):
    """Move a plane figure to a latitude so that longitudes, scaled there, give it back."""
    shift = lat - polygon.centroid.y
    return shapely.transform(polygon, lambda xy: xy * (1 / cos(radians(lat)), 1) + (0, shift))


@pytest.mark.parametrize("lat", [0, 60, -75])
def test_of_a_right_triangle_it_is_the_incentre(lat):
    # Legs of 3 and 4: the inscribed circle has radius 1; the centroid lies a third up.
    triangle = stretched(Polygon([(0, 0), (3, 0), (0, 4)]), lat)
    pole = pole_of_inaccessibility(triangle)
    expected = 1 / cos(radians(lat)), 1 + lat - 4 / 3
    assert pole == pytest.approx(expected, abs=EXACT)


def test_of_a_square_it_is_the_middle():
    assert pole_of_inaccessibility(box(-1, -1, 1, 1)) == pytest.approx((0, 0), abs=EXACT)


def test_of_an_l_it_lies_on_the_diagonal():
    # Centred at the equator: touches both outer edges and the inner corner.
    corner = Polygon([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)])
    radius = 2 - sqrt(2)  # r with sqrt(2) (1 - r) = r
    pole = pole_of_inaccessibility(stretched(corner, 0))
    shift = -corner.centroid.y
    assert pole == pytest.approx((radius, radius + shift), abs=EXACT)


def test_holes_count_and_the_roomiest_part_wins():
    small, large = box(0, -1, 2, 1), box(10, -2, 14, 2)
    assert pole_of_inaccessibility(shapely.union(small, large)) == pytest.approx((12, 0), abs=EXACT)
    pierced = large - box(11, -1, 13, 1)  # nothing is farther than 1 / (1 + sqrt(2)) from a ring
    assert pole_of_inaccessibility(shapely.union(small, pierced)) == pytest.approx(
        (1, 0), abs=EXACT
    )


def test_over_the_antimeridian():
    cut = shapely.union(box(178, -3, 180, 3), box(-180, -3, -176, 3))
    assert pole_of_inaccessibility(cut) == pytest.approx((-179, 0), abs=EXACT)


def test_a_rectangle_has_none():
    with pytest.raises(Unmeasurable, match="no single pole"):
        pole_of_inaccessibility(box(0, 0, 3, 1))


@pytest.mark.parametrize("seed", range(12))
def test_against_the_largest_inscribed_circle(seed):
    """GEOS computes the same by another search."""
    draw = np.random.default_rng(seed)
    angles = np.linspace(0, 2 * np.pi, 200, endpoint=False)
    waves = range(2, 9)
    radius = 2 + sum(
        draw.normal(scale=0.5 / k) * np.cos(k * angles + draw.uniform(0, 6)) for k in waves
    )
    lat = draw.uniform(-60, 60)
    area = Polygon(np.column_stack([radius * np.cos(angles), lat + radius * np.sin(angles)]))
    scale = cos(radians(area.centroid.y)), 1
    plane = shapely.transform(area, lambda xy: xy * scale)
    circle = shapely.maximum_inscribed_circle(plane, tolerance=1e-9)
    pole = pole_of_inaccessibility(area)
    assert (pole.lon * scale[0], pole.lat) == pytest.approx(circle.coords[0], abs=1e-5)
    depth = plane.boundary.distance(shapely.Point(pole.lon * scale[0], pole.lat))
    assert depth == pytest.approx(circle.length, rel=1e-7)
