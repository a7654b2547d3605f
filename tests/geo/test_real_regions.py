"""The measures on the outlines of real regions, each against a second computation."""

from math import cos, hypot, radians

import numpy as np
import pyarrow.parquet as pq
import pytest
import shapely
from pyproj import Proj

from multiglobeqa.geo.antimeridian import box, unrolled
from multiglobeqa.geo.geodesy import area_km2, destination
from multiglobeqa.geo.pole import pole_of_inaccessibility
from multiglobeqa.geo.projection import EqualArea
from multiglobeqa.geo.proximity import distance_to_boundary_km
from multiglobeqa.geo.shape import centroid, elongation, irregularity

pytestmark = pytest.mark.shared_data

# Regions on both sides of the antimeridian, besides those that are drawn.
ACROSS = ("US-AK", "RU-CHU", "FJ-E", "FJ-N")
DRAWN = 40


@pytest.fixture(scope="module")
def regions(shared_data):
    table = pq.read_table(
        shared_data / "natural_earth" / "admin1_10m.parquet", columns=["iso_3166_2", "geometry"]
    )
    codes = table["iso_3166_2"].to_pylist()
    shapes = shapely.from_wkb(table["geometry"].to_pylist())
    drawn = np.random.default_rng(7).choice(len(shapes), DRAWN, replace=False)
    chosen = [shapes[codes.index(code)] for code in ACROSS] + list(shapes[drawn])
    return [shape for shape in chosen if shape.is_valid]


def in_equal_area(region):
    return EqualArea(centroid(region)).forward(unrolled(region)[0])


def test_the_equal_area_plane_keeps_areas(regions):
    for region in regions:
        geodesic = area_km2(unrolled(region)[0])
        # Edges are short, but neither geodesics in the one nor straight in the other.
        assert in_equal_area(region).area / 1e6 == pytest.approx(geodesic, rel=1e-3)


def test_boundaries_lie_as_far_as_in_an_equidistant_plane(regions):
    for n, region in enumerate(regions):
        point = destination(centroid(region), 37.0 * n, 1 + 20 * n)
        plane = Proj(proj="aeqd", lon_0=point.lon, lat_0=point.lat, ellps="WGS84")
        dense = shapely.segmentize(unrolled(region)[0].boundary, 0.01)
        projected = shapely.transform(dense, plane, interleaved=False)
        expected = projected.distance(shapely.Point(0, 0)) / 1000
        assert distance_to_boundary_km(point, region) == pytest.approx(expected, rel=1e-3, abs=1e-3)


def test_poles_are_centres_of_the_largest_inscribed_circles(regions):
    for region in regions:
        whole = unrolled(region)[0]
        scale = cos(radians(whole.centroid.y))
        plane = shapely.transform(whole, lambda xy, scale=scale: xy * (scale, 1))
        circle = shapely.maximum_inscribed_circle(plane, tolerance=1e-7)
        pole = pole_of_inaccessibility(region)
        lon = pole.lon + 360 if pole.lon < whole.bounds[0] else pole.lon
        centre = circle.coords[0]
        assert hypot(lon * scale - centre[0], pole.lat - centre[1]) < 9e-5  # 10 m


def test_elongation_and_rectangularity_by_the_oriented_envelope(regions):
    for region in regions:
        plane = in_equal_area(region)
        corners = shapely.get_coordinates(shapely.oriented_envelope(plane))
        first, second = np.hypot(*np.diff(corners[:3], axis=0).T)
        width, length = min(first, second), max(first, second)
        assert elongation(region) == pytest.approx(1 - width / length, rel=1e-6, abs=1e-9)
        assert irregularity(region, "rectangularity", 0) == pytest.approx(
            plane.area / (first * second), rel=1e-6
        )


def test_boxes(regions):
    for region in regions:
        west, south, east, north = box(region)
        lon, lat = shapely.get_coordinates(region).T
        assert ((lon - west) % 360 <= (east - west) % 360 + 1e-9).all()
        assert (south, north) == (lat.min(), lat.max())
        assert (east - west) % 360 < 180
