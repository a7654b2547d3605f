"""How the features of the public sources relate: to S2 cells, to regions, to what they hit.

As in the original graph, a feature is related to cells, and an event to regions, by the simple
features' relations (``kwg-ont:sfWithin``, ``sfContains``, ``sfOverlaps``, ``sfCrosses``,
``sfTouches``), planar in longitude and latitude. A region that an event was felt in is
``kwgl-ont:hasImpacted`` by it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import s2geometry as s2
import shapely

from multiglobeqa.dataset import Triple
from multiglobeqa.kg.hazards.feature import Feature
from multiglobeqa.kg.knowwheregraph_cells import LEVEL, MOST, cover
from multiglobeqa.kg.knowwheregraph_terms import (
    HAS_IMPACTED,
    ONTOLOGY,
    RESOURCE,
    literal,
    named,
)
from multiglobeqa.kg.vocabulary import RDF_TYPE


class Integration:
    """Gathers features, and then tells how they relate.

    Parameters
    ----------
    level : int
        The finest level of cells.
    most : int
        The most cells that one feature is related to: one that meets more is related to the
        coarser cells that are few enough.
    """

    def __init__(self, level: int = LEVEL, most: int = MOST) -> None:
        self._level = level
        self._most = most
        self._regions: dict[str, shapely.Geometry] = {}
        self._loose: set[str] = set()  # regions outside the administrative hierarchy
        self._events: dict[str, tuple[shapely.Geometry, shapely.Geometry]] = {}

    def add(self, feature: Feature) -> None:
        """Note a feature that has a shape."""
        shape = _sound(feature.shape)
        if feature.reach is None:
            self._regions[feature.iri] = shape
            if Triple(feature.iri, RDF_TYPE, ONTOLOGY + "ZipCodeArea") in feature.facts:
                self._loose.add(feature.iri)
        else:
            same = feature.reach is feature.shape
            self._events[feature.iri] = shape, shape if same else _sound(feature.reach)

    def facts(self) -> Iterator[Triple]:
        """Yield the relations of all features, each once."""
        iris = sorted(self._regions)
        shapes = np.array([self._regions[iri] for iri in iris], object)
        yield from self._impacts(iris, shapes)
        yield from self._hierarchy(iris, shapes)
        yield from self._cells()

    def _impacts(self, iris: list[str], shapes: np.ndarray) -> Iterator[Triple]:
        """Yield in which regions events happened and were felt."""
        tree = shapely.STRtree(shapes)
        for event, (shape, reach) in sorted(self._events.items()):
            near = np.sort(tree.query(reach, predicate="intersects"))
            felt = relations(reach, shapes[near])
            met = felt if reach is shape else relations(shape, shapes[near])
            for index, how_felt, how_met in zip(near, felt, met, strict=True):
                if how_felt not in (None, "sfTouches"):
                    yield Triple(event, HAS_IMPACTED, iris[index])
                if how_met is not None:
                    yield Triple(event, ONTOLOGY + how_met, iris[index])

    def _hierarchy(self, iris: list[str], shapes: np.ndarray) -> Iterator[Triple]:
        """Yield in which administrative regions the others lie."""
        loose = np.array([iri in self._loose for iri in iris], bool)
        held, every = [iri for iri in iris if iri not in self._loose], shapes[~loose]
        tree = shapely.STRtree(every)
        for index in np.flatnonzero(loose):
            near = np.sort(tree.query(shapes[index], predicate="intersects"))
            for other, how in zip(near, relations(shapes[index], every[near]), strict=True):
                if how not in (None, "sfTouches"):
                    yield Triple(iris[index], f"{ONTOLOGY}{how}", held[other])

    def _cells(self) -> Iterator[Triple]:
        """Yield which cells features meet, and what is said of those cells."""
        cells: dict[int, set[int]] = {}
        shapes = self._regions | {iri: shape for iri, (shape, _) in self._events.items()}
        for iri, shape in sorted(shapes.items()):
            found = cover(shape, self._level, self._most)
            cells.setdefault(found.level, set()).update(found.numbers)
            point = shape.geom_type == "Point"
            how = ["sfWithin"] * len(found.numbers) if point else relations(shape, found.shapes)
            for number, relation in zip(found.numbers, how, strict=True):
                # None: it meets the part of the cell that lies beyond the antimeridian.
                known = ONTOLOGY + (relation or "sfOverlaps")
                yield Triple(iri, known, cell_iri(number, found.level))
        yield from cell_facts(cells)


def relations(shape: shapely.Geometry, others: np.ndarray) -> list[str | None]:
    """Return the simple features' relation of a geometry to each of others; None if they are apart.

    Examples
    --------
    >>> others = np.array([shapely.box(0, 0, 2, 2), shapely.box(5, 5, 6, 6)])
    >>> relations(shapely.Point(1, 1), others), relations(shapely.box(1, 1, 3, 3), others)
    (['sfWithin', None], ['sfOverlaps', None])
    """
    shapely.prepare(shape)
    inside = shapely.contains_properly(shape, others)
    found: list[str | None] = ["sfContains" if one else None for one in inside]
    areal = shapely.get_dimensions(shape) == 2
    rest = np.flatnonzero(~inside)
    for index, matrix in zip(rest, shapely.relate(shape, others[rest]), strict=True):
        found[index] = _relation(matrix, areal)
    shapely.destroy_prepared(shape)  # its index is larger than the shape
    return found


def _relation(matrix: str, areal: bool) -> str | None:
    """Return what a DE-9IM matrix means."""
    inner, inner_edge, inner_out, edge, edges, edge_out, outer, outer_edge, _ = list(matrix)
    if inner == inner_edge == edge == edges == "F":
        return None
    if inner_out == edge_out == "F":
        return "sfWithin"
    if outer == outer_edge == "F":
        return "sfContains"
    if inner == "F":
        return "sfTouches"
    return "sfOverlaps" if areal else "sfCrosses"


def _sound(shape: shapely.Geometry) -> shapely.Geometry:
    """Return a geometry that relations can be asked of: a broken perimeter is mended for that."""
    return shape if shape.is_valid else shapely.make_valid(shape)


def cell_iri(number: int, level: int) -> str:
    """Return the IRI of an S2 cell."""
    return f"{RESOURCE}s2.level{level}.{number}"


def cell_facts(cells: dict[int, set[int]]) -> Iterator[Triple]:
    """Yield what is said of cells and of the coarser ones that hold them.

    Parameters
    ----------
    cells : dict
        Numbers of cells by level; the ones above are added to it.
    """
    for level in range(max(cells, default=-1), -1, -1):
        numbers = cells.get(level, set())
        for number in sorted(numbers):
            cell = s2.S2CellId(number)
            iri = cell_iri(number, level)
            label = f"S2 Cell at level {level} with ID {number}"
            yield from named(iri, label, f"S2Cell_Level{level}")
            yield literal(iri, ONTOLOGY + "cellID", number, "integer")
            if level:
                above = cell.parent().id()
                cells.setdefault(level - 1, set()).add(above)
                yield Triple(iri, ONTOLOGY + "sfWithin", cell_iri(above, level - 1))
            for other in cell.GetAllNeighbors(level):
                if other.id() in numbers:
                    yield Triple(iri, ONTOLOGY + "sfTouches", cell_iri(other.id(), level))
