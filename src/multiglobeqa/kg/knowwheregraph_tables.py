"""KnowWhereGraph's own lists of IRIs and tables with WKT, as CSV."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

from multiglobeqa.dataset import Triple
from multiglobeqa.errors import InputError
from multiglobeqa.kg.hazards.feature import Row, required, text
from multiglobeqa.kg.hazards.table import read_csv, read_pairs
from multiglobeqa.kg.knowwheregraph_terms import (
    GEO,
    ONTOLOGY,
    PART_OF,
    RDFS_LABEL,
    RESOURCE,
    literal,
    local,
    named,
    resource,
)
from multiglobeqa.kg.vocabulary import AS_WKT, RDF_TYPE, WKT_LITERAL

Reader = Callable[[Path], Iterator[Triple]]

# The column that holds the IRI of a table's features, and their class.
_FEATURES = {"airport": "Airport", "hospital": "Hospital", "park": "Park", "school": "School"}
_REGION = re.compile(r"Earth(\.\w+)*?\.[A-Z]{3}(?P<path>(\.\d+)*)(_\d+)?$")
_LISTS = {
    "zipcodearea": ("ZipCodeArea", "hasZipCode"),
    "NWZone": ("NWZone", None),
    "noaaClimateDiv": ("USClimateDivision", None),
}


def recognise(columns: tuple[str, ...]) -> Reader | None:
    """Return the reader for a table with these columns (in lower case), or None."""
    if len(columns) > 1 and columns[0].startswith(RESOURCE):
        return read_list
    if columns == ("sign", "wkt"):
        return read_roads
    if "wkt" in columns and columns[0] in _FEATURES:
        return read_features
    return None


def read_list(path: Path) -> Iterator[Triple]:
    """Yield what a list of IRIs with names or codes says, and what the IRIs themselves do.

    Administrative regions of the first generation bear their place in the hierarchy in their
    IRIs: ``Earth.North_America.United_States.USA.1.1_1`` is part of ``...USA.1_1``.
    """
    for row in read_pairs(path, ("iri", "value")):
        iri, value = required(row, "iri"), required(row, "value")
        if not iri.startswith(RESOURCE):
            raise InputError(f"has {iri!r} where an IRI of the graph is due", place=row.place)
        name = local(iri)
        if match := _REGION.match(name):
            yield from _region(iri, match["path"], value)
        elif (kind := name.split(".")[0]) in _LISTS:
            class_name, code = _LISTS[kind]
            yield from named(iri, value, class_name)
            if code:
                yield literal(iri, ONTOLOGY + code, value)
        else:
            raise InputError(f"has {iri!r}, of no known kind", place=row.place)


def _region(iri: str, path: str, value: str) -> Iterator[Triple]:
    level = path.count(".")
    yield Triple(iri, RDF_TYPE, ONTOLOGY + "AdministrativeRegion")
    yield Triple(iri, RDF_TYPE, f"{ONTOLOGY}AdministrativeRegion_{level}")
    if value.isdecimal():
        yield literal(iri, ONTOLOGY + "hasFIPS", value)
    else:
        yield literal(iri, RDFS_LABEL, value)
    if level:
        version = re.search(r"_\d+$", iri)
        above = re.sub(r"\.\d+(_\d+)?$", "", iri)
        yield Triple(iri, PART_OF, above + (version[0] if version and level > 1 else ""))


def read_features(path: Path) -> Iterator[Triple]:
    """Yield the features of a table (airport, name, geom, wkt and the like)."""
    for row in read_csv(path):
        kind = next(name for name in _FEATURES if name in row.fields)
        iri = required(row, kind)
        yield from named(iri, required(row, "name"), _FEATURES[kind])
        node = text(row, "geom") or resource("geometry", *local(iri).split("."))
        yield from _geometry(iri, node, row)
        if beds := text(row, "bed_count"):
            yield literal(iri, ONTOLOGY + "hasBedCount", beds.removesuffix(".0"), "integer")
        if helipad := text(row, "has_helipad"):
            yield Triple(iri, ONTOLOGY + "hasHelipad", helipad)


def read_roads(path: Path) -> Iterator[Triple]:
    """Yield the segments of roads of a table (sign, wkt); the same segment twice is one."""
    for row in read_csv(path):
        sign, wkt = required(row, "sign"), required(row, "wkt")
        number = sha256(f"{sign} {wkt}".encode()).hexdigest()[:10]
        iri = resource("roadSegment", sign, number)
        yield from named(iri, sign, "RoadSegment")
        yield from _geometry(iri, resource("geometry.roadSegment", sign, number), row)


def _geometry(iri: str, node: str, row: Row) -> Iterator[Triple]:
    yield Triple(iri, RDF_TYPE, GEO + "Feature")
    yield Triple(iri, GEO + "hasGeometry", node)
    yield Triple(node, RDF_TYPE, GEO + "Geometry")
    yield Triple(node, AS_WKT, required(row, "wkt"), "literal", WKT_LITERAL)
