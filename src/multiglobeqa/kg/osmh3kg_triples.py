"""The triples that OSMH3KG makes of features and of the H3 grid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import shapely

from multiglobeqa.dataset import Triple
from multiglobeqa.kg import h3grid
from multiglobeqa.kg.hierarchy import Hierarchy
from multiglobeqa.kg.osmh3kg_tags import (
    CELL_FRAMEWORK,
    RESOURCE,
    SCHEMA,
    classes_of,
    main_tags,
    predicate,
)
from multiglobeqa.kg.tables import batch_of
from multiglobeqa.kg.vocabulary import (
    AS_WKT,
    GEO,
    HAS_GEOMETRY,
    RDF_TYPE,
    SF_WITHIN,
    WKT_LITERAL,
)

HAS_PART = "http://purl.org/dc/terms/hasPart"
SAME_AS = "http://www.w3.org/2002/07/owl#sameAs"
SUBCLASS_OF = "http://www.w3.org/2000/01/rdf-schema#subClassOf"
WIKIDATA = "http://www.wikidata.org/entity/"
ADJACENT = CELL_FRAMEWORK + "isAdjacentTo"
PARENT_OF = CELL_FRAMEWORK + "isParentCellOf"
CHILD_OF = CELL_FRAMEWORK + "isChildCellOf"

_ITEM = re.compile("Q[1-9][0-9]*")


def triples_of_features(
    features: Iterable[pa.RecordBatch], hierarchy: Hierarchy, cells: set[int]
) -> Iterator[pa.RecordBatch]:
    """Yield what is said of features: their classes, tags, geometries, areas and cells.

    Parameters
    ----------
    features : iterable of pyarrow.RecordBatch
        With the columns ``id``, ``tags``, ``geometry``, ``parts`` and ``same``.
    hierarchy : Hierarchy
        Tells the administrative area in which a feature lies.
    cells : set of int
        Is told the cells that the features meet.
    """
    for batch in features:
        rows = batch.to_pylist()
        if not rows:
            continue
        shapes = shapely.from_wkb([row["geometry"] for row in rows])
        said: list[Triple] = []
        nearest = hierarchy.nearest(shapes)
        for row, wkt, area in zip(rows, _wkt(shapes), nearest, strict=True):
            said += _of_feature(row, wkt)
            holder = hierarchy.parents.get(row["id"]) if row["id"] in hierarchy else area
            if holder is not None:
                said.append(Triple(RESOURCE + row["id"], SF_WITHIN, RESOURCE + holder))
        met = h3grid.meet(shapes)
        cells.update(met.cell.tolist())
        said += _of_meetings(met, shapes, [RESOURCE + row["id"] for row in rows])
        yield batch_of(said)


def triples_of_hierarchy(hierarchy: Hierarchy) -> pa.RecordBatch:
    """Return where areas lie that are not in the file but whose parts are."""
    return batch_of(
        Triple(RESOURCE + child, SF_WITHIN, RESOURCE + parent)
        for child, parent in sorted(hierarchy.parents.items())
        if child not in hierarchy
    )


def triples_of_grid(cells: set[int]) -> Iterator[pa.RecordBatch]:
    """Yield what is said of cells: their outlines, neighbours, parents and children."""
    every = h3grid.with_ancestors(cells)
    ordered = np.array(sorted(every), np.uint64)
    for start in range(0, len(ordered), 4096):
        some = ordered[start : start + 4096]
        outlines = shapely.to_wkt(h3grid.cell_polygons(some), rounding_precision=15)
        said: list[Triple] = []
        for number, wkt in zip(some.tolist(), outlines, strict=True):
            name, cell = _cell(number), RESOURCE + _cell(number)
            said.append(Triple(cell, HAS_GEOMETRY, f"{RESOURCE}geoH3{name}"))
            said.append(Triple(f"{RESOURCE}geoH3{name}", AS_WKT, wkt, "literal", WKT_LITERAL))
            for other in h3grid.neighbours(number):
                if other in every:
                    said.append(Triple(cell, ADJACENT, RESOURCE + _cell(other)))
            parent = h3grid.parent(number)
            if parent is not None:
                said.append(Triple(cell, CHILD_OF, RESOURCE + _cell(parent)))
                said.append(Triple(RESOURCE + _cell(parent), PARENT_OF, cell))
        yield batch_of(said)


def triples_of_classes() -> pa.RecordBatch:
    """Return what the classes are part of."""
    return batch_of(
        sorted(
            {
                Triple(SCHEMA + tag.name, SUBCLASS_OF, SCHEMA + tag.parent)
                for tag in main_tags().values()
            }
        )
    )


def _of_feature(row: Mapping[str, Any], wkt: str) -> Iterator[Triple]:
    iri, tags = RESOURCE + row["id"], dict(row["tags"])
    classes = classes_of(tags)
    for tag in classes:
        yield Triple(iri, RDF_TYPE, SCHEMA + tag.name)
    main = {(tag.key, tag.value) for tag in classes}
    for key, value in tags.items():
        if (key, value) in main or not value or not key:
            continue
        if key == "wikidata" and _ITEM.fullmatch(value):
            yield Triple(iri, predicate(key), WIKIDATA + value)
        else:
            yield Triple(iri, predicate(key), value, "literal")
    for part in row["parts"] or ():
        yield Triple(iri, HAS_PART, RESOURCE + part)
    if row["same"]:
        yield Triple(iri, SAME_AS, RESOURCE + row["same"])
    geometry = f"{RESOURCE}geo{row['id']}"
    yield Triple(iri, HAS_GEOMETRY, geometry)
    yield Triple(geometry, AS_WKT, wkt, "literal", WKT_LITERAL)


def _of_meetings(met: h3grid.Meetings, shapes: np.ndarray, iris: list[str]) -> Iterator[Triple]:
    """Yield the relations of GeoSPARQL between cells and features, as the published graph does."""
    dimension = shapely.get_dimensions(shapes)
    for index, number, covers, within, touches in zip(*(one.tolist() for one in met), strict=True):
        cell, iri = RESOURCE + _cell(number), iris[index]
        if covers:
            names = ["sfContains", "ehCovers"]
        elif within:
            names = ["sfWithin", "ehCoveredBy"]
        elif touches:
            names = ["sfTouches"]
        else:
            names = ["sfCrosses" if dimension[index] == 1 else "sfOverlaps"]
        for name in (*names, "sfIntersects"):
            yield Triple(cell, GEO + name, iri)


def _cell(number: int) -> str:
    return f"{number:x}"


def _wkt(shapes: np.ndarray) -> list[str]:
    """Write geometries with the 7 decimals that OpenStreetMap has."""
    return list(shapely.to_wkt(shapes, rounding_precision=7))


__all__ = [
    "HAS_GEOMETRY",
    "WIKIDATA",
    "triples_of_classes",
    "triples_of_features",
    "triples_of_grid",
    "triples_of_hierarchy",
]
