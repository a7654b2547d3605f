"""Geodesic distances and overlaps against other ways to compute them."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from multiglobeqa.answers import get_format
from multiglobeqa.answers.polygon import box_iou
from multiglobeqa.answers.tolerance import POINT_KM
from tests.answers.test_properties import boxes, rings, wkt

# WGS84.
A, F = 6378137.0, 1 / 298.257223563
B, E = A * (1 - F), math.sqrt(F * (2 - F))


def vincenty_km(lat1, lon1, lat2, lon2):
    """Return the geodesic distance by Vincenty's inverse formula (1975)."""
    u1, u2 = (math.atan((1 - F) * math.tan(math.radians(lat))) for lat in (lat1, lat2))
    length = math.radians(lon2 - lon1)
    lam = length
    for _ in range(200):
        sin_sigma = math.hypot(
            math.cos(u2) * math.sin(lam),
            math.cos(u1) * math.sin(u2) - math.sin(u1) * math.cos(u2) * math.cos(lam),
        )
        if sin_sigma == 0:
            return 0.0
        cos_sigma = math.sin(u1) * math.sin(u2) + math.cos(u1) * math.cos(u2) * math.cos(lam)
        sigma = math.atan2(sin_sigma, cos_sigma)
        sin_alpha = math.cos(u1) * math.cos(u2) * math.sin(lam) / sin_sigma
        cos2_alpha = 1 - sin_alpha**2
        cos_2m = cos_sigma - 2 * math.sin(u1) * math.sin(u2) / cos2_alpha if cos2_alpha else 0.0
        c = F / 16 * cos2_alpha * (4 + F * (4 - 3 * cos2_alpha))
        before = lam
        lam = length + (1 - c) * F * sin_alpha * (
            sigma + c * sin_sigma * (cos_2m + c * cos_sigma * (2 * cos_2m**2 - 1))
        )
        if abs(lam - before) < 1e-13:
            break
    k = cos2_alpha * (A**2 - B**2) / B**2
    a = 1 + k / 16384 * (4096 + k * (-768 + k * (320 - 175 * k)))
    b = k / 1024 * (256 + k * (-128 + k * (74 - 47 * k)))
    delta = (
        b
        * sin_sigma
        * (
            cos_2m
            + b / 4 * (cos_sigma * (2 * cos_2m**2 - 1))
            - b / 24 * cos_2m * (4 * sin_sigma**2 - 3) * (4 * cos_2m**2 - 3) * b
        )
    )
    return B * a * (sigma - delta) / 1000


def error_km(lat1, lon1, lat2, lon2):
    """Return the distance that the point format measures; only below 10 km does it tell."""
    answers = get_format("point")
    error = answers.compare(
        answers.parse({"latitude": lat1, "longitude": lon1}, {}),
        answers.parse({"latitude": lat2, "longitude": lon2}, {}),
        {},
    ).error
    return error * POINT_KM


@settings(max_examples=200)
@given(st.floats(-89.8, 89.8), st.floats(-180, 180), st.floats(-0.08, 0.08), st.floats(-0.08, 0.08))
def test_geodesics_agree_with_vincenty(lat, lon, north, east):
    other_lat, other_lon = lat + north, (lon + east + 180) % 360 - 180
    expected = vincenty_km(lat, lon, other_lat, lon + east)
    assume(expected < 9.99)
    assert error_km(lat, lon, other_lat, other_lon) == pytest.approx(expected, abs=1e-5)


def test_vincenty_itself_is_right():
    """Flinders Peak to Buninyong, Geoscience Australia's worked example on this ellipsoid."""
    flinders = -(37 + 57 / 60 + 3.72030 / 3600), 144 + 25 / 60 + 29.52440 / 3600
    buninyong = -(37 + 39 / 60 + 10.15610 / 3600), 143 + 55 / 60 + 35.38390 / 3600
    assert vincenty_km(*flinders, *buninyong) == pytest.approx(54.972271, abs=1e-5)


def authalic(lat):
    """Return q of the authalic latitude: areas between parallels are proportional to it."""
    s = np.sin(np.radians(lat))
    return (1 - E**2) * (s / (1 - (E * s) ** 2) - np.log((1 - E * s) / (1 + E * s)) / (2 * E))


def intervals(box):
    if box["west"] <= box["east"]:
        return [(box["west"], box["east"])]
    return [(box["west"], 180.0), (-180.0, box["east"])]


@given(boxes(), boxes())
def test_boxes_overlap_as_areas_on_the_ellipsoid(one, other):
    """EPSG:6933 keeps areas, so that the overlap is that of the boxes on the ellipsoid."""

    def area(south, north, width):
        return max(0.0, authalic(north) - authalic(south)) * width

    width = sum(
        max(0.0, min(b, d) - max(a, c)) for a, b in intervals(one) for c, d in intervals(other)
    )
    shared = area(max(one["south"], other["south"]), min(one["north"], other["north"]), width)
    total = sum(
        area(box["south"], box["north"], sum(b - a for a, b in intervals(box)))
        for box in (one, other)
    )
    sides = ("west", "south", "east", "north")
    found = box_iou([tuple(one[side] for side in sides)], [tuple(other[side] for side in sides)])[0]
    assert found == pytest.approx(shared / (total - shared), abs=1e-7)


def inside(ring, x, y):
    """Tell which points are inside a ring, by counting the edges east of them."""
    result = np.zeros(x.shape, dtype=bool)
    for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True):
        crosses = (y1 > y) != (y2 > y)
        with np.errstate(divide="ignore", invalid="ignore"):
            at = (x2 - x1) * (y - y1) / (y2 - y1) + x1
        result ^= crosses & (x < at)
    return result


@settings(max_examples=15, deadline=None)
@given(rings(), st.floats(-3, 3), st.floats(-2, 2))
def test_polygons_overlap_as_a_grid_of_equal_cells_says(ring, east, north):
    """The same overlap, by counting small cells of equal area in the plane of the projection."""
    other = [(x + east, y + north) for x, y in ring]
    assume(all(abs(y) < 89 for _, y in other))
    flat, flat_other = ([(x, float(authalic(y))) for x, y in corners] for corners in (ring, other))
    low = np.min([*flat, *flat_other], axis=0)
    high = np.max([*flat, *flat_other], axis=0)
    cells = 400
    x, y = np.meshgrid(
        *(
            np.linspace(low[axis], high[axis], cells, endpoint=False)
            + (high[axis] - low[axis]) / cells / 2
            for axis in (0, 1)
        )
    )
    a, b = inside(flat, x, y), inside(flat_other, x, y)
    expected = (a & b).sum() / max(1, (a | b).sum())
    answers = get_format("polygon")
    options = {"kind": "polygon"}
    found = answers.compare(
        answers.parse(wkt(other), options), answers.parse(wkt(ring), options), options
    )
    assert 1 - found.error == pytest.approx(expected, abs=0.015)
