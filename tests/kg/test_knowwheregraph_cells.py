"""S2 cells over geometries, against the S2 library itself."""

import numpy as np
import pytest
import s2geometry as s2
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from multiglobeqa.kg.knowwheregraph_cells import cover
from multiglobeqa.kg.knowwheregraph_integration import Integration, cell_facts, relations
from multiglobeqa.kg.knowwheregraph_shapes import cell_shape

CELL = 9812758647854333952  # of the original graph's sample, with its parent and its neighbours
PARENT = 9812763045900845056


def number(lon, lat, level):
    return s2.S2CellId(s2.S2LatLng.FromDegrees(lat, lon)).parent(level).id()


@settings(max_examples=60)
@given(st.floats(-180, 180), st.floats(-84, 84), st.floats(0.001, 20))
def test_every_point_of_a_shape_lies_in_one_of_its_cells(lon, lat, size):
    west, south = max(lon - size, -180), max(lat - size / 2, -84)
    east, north = min(lon + size, 180), min(lat + size / 2, 84)
    found = cover(shapely.box(west, south, east, north), most=64)
    assert len(found.numbers) == len(set(found.numbers)) == len(found.shapes)
    assert found.level == 4 or len(found.numbers) <= 64
    inner = np.linspace(0.05, 0.95, 4)
    # Cells have great circles for sides: within a cell's bulge of the edge anything may happen.
    points = {
        number(west + a * (east - west), south + b * (north - south), found.level)
        for a in inner
        for b in inner
    }
    assert points <= set(found.numbers) or size < 0.01


def test_numbers_and_shapes_are_those_of_the_library():
    found = cover(shapely.box(-80.7, 42.2, -80.1, 42.6), level=9)
    assert CELL in found.numbers
    for cell, shape in zip(found.numbers, found.shapes, strict=True):
        assert s2.S2CellId(cell).level() == 9
        assert shapely.hausdorff_distance(shape, cell_shape(cell)) < 1e-9
        assert s2.S2CellId(cell) == s2.S2CellId(number(shape.centroid.x, shape.centroid.y, 9))


def test_a_point_has_its_cell_of_level_13():
    found = cover(shapely.Point(-80.5, 42.4))
    assert (found.level, found.numbers) == (13, [number(-80.5, 42.4, 13)])


@pytest.mark.parametrize("sides", [(179.5, 180), (-180, -179.5)])
def test_a_shape_at_the_antimeridian(sides):
    west, east = sides
    found = cover(shapely.box(west, -17, east, -16.5), level=9, most=1000)
    assert {number(west + 0.02, -16.8, 9), number(east - 0.02, -16.8, 9)} <= set(found.numbers)


def test_the_original_graphs_neighbours_and_parent():
    neighbours = {cell.id() for cell in s2.S2CellId(CELL).GetAllNeighbors(9)}
    facts = list(cell_facts({9: {CELL, *neighbours}}))
    own = {
        (fact.predicate.rsplit("/", 1)[1], fact.object.rsplit(".", 1)[-1])
        for fact in facts
        if fact.subject.endswith(f"s2.level9.{CELL}") and fact.kind == "iri"
    }
    assert ("sfWithin", str(PARENT)) in own
    touched = {int(other) for relation, other in own if relation == "sfTouches"}
    # As 9812758647854333952.ttl has them.
    assert touched == {
        *(9812653094738067456, 9812661890831089664, 9812705871296200704, 9812714667389222912),
        *(9812741055668289536, 9812749851761311744, 9812767443947356160, 9812776240040378368),
    }


def test_relations():
    square = shapely.box(0, 0, 2, 2)
    others = np.array(
        [
            shapely.box(0.5, 0.5, 1, 1),
            shapely.box(0, 0, 1, 1),
            shapely.box(0, 0, 2, 2),
            shapely.box(-1, -1, 3, 3),
            shapely.box(1, 1, 3, 3),
            shapely.box(2, 0, 3, 1),
            shapely.box(5, 5, 6, 6),
        ]
    )
    assert relations(square, others) == [
        *("sfContains", "sfContains", "sfWithin", "sfWithin", "sfOverlaps", "sfTouches", None)
    ]
    assert relations(shapely.LineString([(-1, 1), (1, 1)]), others[2:3]) == ["sfCrosses"]


def test_nothing_relates_to_nothing():
    assert list(Integration().facts()) == []
