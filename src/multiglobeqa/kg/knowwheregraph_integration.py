"""How the features of the public sources relate: to S2 cells, to regions, to what they hit.

As in the original graph, a feature is related to cells, and an event to regions, by the simple
features' relations (``kwg-ont:sfWithin``, ``sfContains``, ``sfOverlaps``, ``sfCrosses``), planar in
longitude and latitude. A region that an event was felt in is ``kwgl-ont:hasImpacted`` by it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import s2geometry as s2
import shapely

from multiglobeqa.kg.hazards.feature import Feature
from multiglobeqa.kg.knowwheregraph_cells import LEVEL, MOST, cover
from multiglobeqa.kg.knowwheregraph_terms import (
    HAS_IMPACTED,
    ONTOLOGY,
    PART_OF,
    Fact,
    literal,
    named,
    resource,
)


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
        assert feature.shape is not None
        if feature.reach is not None:
            self._events[feature.iri] = feature.shape, feature.reach
            return
        self._regions[feature.iri] = feature.shape
        if not any(fact.predicate == PART_OF for fact in feature.facts) and "zip" in feature.iri:
            self._loose.add(feature.iri)

    def facts(self) -> Iterator[Fact]:
        """Yield the relations of all features, each once."""
        yield from self._impacts()
        yield from self._hierarchy()
        cells: dict[int, set[int]] = {}
        shapes = self._regions | {iri: shape for iri, (shape, _) in self._events.items()}
        for iri, shape in sorted(shapes.items()):
            found = cover(sound(shape), self._level, self._most)
            cells.setdefault(found.level, set()).update(found.numbers)
            for number, cell in zip(found.numbers, found.shapes, strict=True):
                relation = "sfWithin" if cell is None else relate(shape, cell)
                yield Fact(iri, ONTOLOGY + relation, cell_iri(number, found.level))
        yield from _cells(cells)

    def _impacts(self) -> Iterator[Fact]:
        iris = sorted(self._regions)
        shapes = np.array([sound(self._regions[iri]) for iri in iris], object)
        shapely.prepare(shapes)
        tree = shapely.STRtree(shapes)
        for event, pair in sorted(self._events.items()):
            shape, reach = map(sound, pair)
            for index in sorted(tree.query(reach, predicate="intersects")):
                if shapely.touches(shapes[index], reach):
                    continue
                yield Fact(event, HAS_IMPACTED, iris[index])
                if shapely.intersects(shapes[index], shape):
                    yield Fact(event, ONTOLOGY + relate(shape, shapes[index]), iris[index])

    def _hierarchy(self) -> Iterator[Fact]:
        """Yield in which administrative regions the others lie."""
        iris = sorted(set(self._regions) - self._loose)
        shapes = np.array([sound(self._regions[iri]) for iri in iris], object)
        tree = shapely.STRtree(shapes)
        for iri in sorted(self._loose):
            shape = sound(self._regions[iri])
            for index in sorted(tree.query(shape, predicate="intersects")):
                relation = relate(shape, shapes[index])
                if relation != "sfTouches":
                    yield Fact(iri, ONTOLOGY + relation, iris[index])


def sound(shape: shapely.Geometry) -> shapely.Geometry:
    """Return a geometry that relations can be asked of: a broken perimeter is mended for that."""
    return shape if shape.is_valid else shapely.make_valid(shape)


def relate(first: shapely.Geometry, second: shapely.Geometry) -> str:
    """Return the simple features' relation of two geometries that meet.

    Examples
    --------
    >>> square = shapely.box(0, 0, 2, 2)
    >>> [relate(one, square) for one in (shapely.Point(1, 1), shapely.box(1, 1, 3, 3))]
    ['sfWithin', 'sfOverlaps']
    """
    first, second = sound(first), sound(second)
    if shapely.covered_by(first, second):
        return "sfWithin"
    if shapely.covers(first, second):
        return "sfContains"
    if shapely.touches(first, second):
        return "sfTouches"
    return "sfOverlaps" if shapely.get_dimensions(first) == 2 else "sfCrosses"


def cell_iri(number: int, level: int) -> str:
    """Return the IRI of an S2 cell."""
    return resource(f"s2.level{level}", number)


def _cells(cells: dict[int, set[int]]) -> Iterator[Fact]:
    """Yield what is said of cells and of the coarser ones that hold them."""
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
                yield Fact(iri, ONTOLOGY + "sfWithin", cell_iri(above, level - 1))
            for other in cell.GetAllNeighbors(level):
                if other.id() in numbers:
                    yield Fact(iri, ONTOLOGY + "sfTouches", cell_iri(other.id(), level))
