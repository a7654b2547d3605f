"""The H3 cells of geometries, against all cells looked at one by one."""

import csv

import h3.api.basic_int as h3
import numpy as np
import pyarrow.parquet as pq
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from multiglobeqa.kg import h3grid


def around(shape, resolution):
    """Return all cells of a wide surrounding."""
    centre = h3.latlng_to_cell(shape.centroid.y, shape.centroid.x, resolution)
    return np.array(sorted(h3.grid_disk(centre, 12)), np.uint64)


offsets = st.floats(-0.03, 0.03)


@settings(max_examples=40, deadline=None)
@given(
    st.floats(-170, 170),
    st.floats(-75, 75),
    st.lists(st.tuples(offsets, offsets), min_size=2, max_size=6, unique=True),
    st.booleans(),
)
def test_exactly_the_cells_that_a_geometry_intersects(lon, lat, steps, areal):
    points = [(lon + x, lat + y) for x, y in steps]
    shape = shapely.convex_hull(shapely.MultiPoint(points)) if areal else shapely.LineString(points)
    cells = around(shape, h3grid.FINEST)
    polygons = h3grid.cell_polygons(cells)
    met = h3grid.meet(np.array([shape], object))
    assert met.cell.tolist() == cells[shapely.intersects(polygons, shape)].tolist()
    of = dict(zip(cells.tolist(), polygons, strict=True))
    for cell, covers, within, touches in zip(*met[1:], strict=True):
        assert covers == of[cell].covers(shape)
        assert within == (shape.geom_type == "Polygon" and not covers and shape.covers(of[cell]))
        assert touches == (not covers and not within and of[cell].touches(shape))


def test_a_hole_is_no_part_of_an_area():
    shape = shapely.box(9.0, 47.0, 9.4, 47.3) - shapely.box(9.05, 47.05, 9.35, 47.25)
    met = h3grid.meet(np.array([shape], object))
    hole = h3.latlng_to_cell(47.15, 9.2, h3.get_resolution(int(met.cell[0])))
    assert hole not in met.cell.tolist()


def test_vast_geometries_meet_coarser_cells():
    met = h3grid.meet(np.array([shapely.box(-10, -10, 30, 20)], object))
    assert 50 < len(met.cell) < 2000
    assert {h3.get_resolution(int(cell)) for cell in met.cell} == {2}


def test_cells_at_the_antimeridian_are_cut_in_two():
    cell = h3.latlng_to_cell(-16.8, 179.9999, h3grid.FINEST)
    cells = list(h3.grid_disk(cell, 2))
    polygons = h3grid.cell_polygons(np.array(cells, np.uint64))
    assert any(polygon.geom_type == "MultiPolygon" for polygon in polygons)
    for one, polygon in zip(cells, polygons, strict=True):
        assert polygon.bounds[0] >= -180
        assert polygon.bounds[2] <= 180
        assert polygon.area == pytest.approx(6.3e-5, rel=0.2)
        lat, lon = h3.cell_to_latlng(one)
        assert polygon.covers(shapely.Point(lon, lat))


def test_a_point_meets_its_cell():
    met = h3grid.meet(np.array([shapely.Point(9.5, 47.1)], object))
    assert met.cell.tolist() == [h3.latlng_to_cell(47.1, 9.5, 8)]
    assert met.covers.all()


def test_ancestors_and_neighbours():
    cell = h3.latlng_to_cell(47.1, 9.5, 8)
    family = h3grid.with_ancestors([cell])
    assert sorted(h3.get_resolution(one) for one in family) == [5, 6, 7, 8]
    assert h3grid.parent(cell) == h3.cell_to_parent(cell, 7)
    assert h3grid.parent(h3.cell_to_parent(cell, 5)) is None
    assert len(h3grid.neighbours(cell)) == 6
    pentagon = h3.get_pentagons(8)[0]
    assert len(h3grid.neighbours(pentagon)) == 5


@pytest.mark.shared_data
def test_outlines_and_neighbours_are_those_of_the_published_grid(shared_data):
    grid = pq.read_table(shared_data / "osmh3kg/h3_grid.parquet").to_pydict()
    cells = [int(one, 16) for one in grid["h3_id"]]
    ours = h3grid.cell_polygons(np.array(cells, np.uint64))
    theirs = shapely.from_wkb(grid["geometry"])
    assert np.all(shapely.equals_exact(ours, theirs, 1e-9, normalize=True))
    with (shared_data / "osmh3kg/sample-quads.csv").open(encoding="utf-8") as stream:
        adjacent = {
            (row["subject"], row["object"])
            for row in csv.DictReader(stream)
            if row["predicate"] == "hcf:isAdjacentTo"
        }
    assert adjacent == {
        (f"{cell:x}", f"{other:x}")
        for cell in cells
        for other in h3grid.neighbours(cell)
        if other in cells
    }
