"""Closed ways as areas or lines; mended and refused geometries."""

from collections import Counter

import numpy as np
import pytest
import shapely

from multiglobeqa.kg import shapes


@pytest.mark.parametrize(
    ("tags", "area"),
    [
        ({"building": "church"}, True),
        ({"landuse": "forest"}, True),
        ({"leisure": "park", "barrier": "fence"}, True),
        ({"highway": "residential"}, False),
        ({"highway": "residential", "area": "yes"}, True),
        ({"highway": "pedestrian", "tourism": "attraction"}, False),
        ({"highway": "rest_area"}, True),
        ({"railway": "rail"}, False),
        ({"railway": "station"}, True),
        ({"barrier": "wall"}, False),
        ({"natural": "coastline"}, False),
        ({"natural": "coastline", "place": "island"}, True),
        ({"natural": "wood", "area": "no"}, False),
        ({"waterway": "river"}, False),
        ({"waterway": "riverbank"}, True),
        ({"leisure": "track"}, False),
        ({"boundary": "administrative"}, True),
    ],
)
def test_closed_ways_are_areas_by_their_tags(tags, area):
    assert shapes.is_area(tags) is area


def mended(*texts):
    counts = Counter()
    return shapes.sound(shapely.from_wkt(list(texts)), counts), counts


def test_a_bow_tie_becomes_its_two_triangles():
    (shape,), counts = mended("POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))")
    assert counts == {shapes.REPAIRED: 1}
    assert shape.is_valid
    assert shape.geom_type == "MultiPolygon"
    assert shape.area == pytest.approx(2)


def test_what_encloses_nothing_is_left_out():
    (shape,), counts = mended("POLYGON ((0 0, 1 1, 2 2, 1 1, 0 0))")
    assert shape is None
    assert counts == {shapes.NO_AREA: 1}


def test_what_crosses_the_antimeridian_is_left_out():
    found, counts = mended(
        "LINESTRING (179 -17, -179 -17)",
        "MULTIPOLYGON (((179 0, 180 0, 180 1, 179 0)), ((-180 0, -179 0, -180 1, -180 0)))",
        "LINESTRING (-179 -17, -178 -17)",
    )
    assert [one is None for one in found] == [True, True, False]
    assert counts == {shapes.WIDE: 2}


def test_a_line_that_stays_where_it_is_is_left_out():
    (shape,), counts = mended("LINESTRING (1 1, 1 1)")
    assert shape is None
    assert counts == {shapes.SHORT: 1}


def test_sound_geometries_stay_as_they_are():
    texts = ["POINT (1 2)", "LINESTRING (0 0, 1 1)", "POLYGON ((0 0, 1 0, 1 1, 0 0))"]
    found, counts = mended(*texts, "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))")
    assert not counts
    assert np.all(shapely.equals_identical(found[:3], shapely.from_wkt(texts)))
    assert found[3].geom_type == "Polygon"
