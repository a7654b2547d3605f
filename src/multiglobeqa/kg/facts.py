"""Says facts of entities as triples, in each graph's own terms."""

from __future__ import annotations

from typing import Any

from multiglobeqa.dataset import Triple
from multiglobeqa.kg.knowwheregraph_terms import lasted, observation
from multiglobeqa.kg.vocabulary import (
    AS_WKT,
    PREF_LABEL,
    RDF_TYPE,
    SF_TOUCHES,
    SF_WITHIN,
    VOCABULARIES,
    WKT_LITERAL,
)

_TYPES = {
    name.upper(): name
    for name in (
        "Point",
        "LineString",
        "Polygon",
        "MultiPoint",
        "MultiLineString",
        "MultiPolygon",
        "GeometryCollection",
    )
}


def triples_of(kg: str, entity: dict[str, Any], facts: list[str]) -> list[Triple]:
    """Return what a graph says of an entity.

    Parameters
    ----------
    kg : str
        The graph.
    entity : dict
        With ``id``, ``name`` (the unique one, or None), ``classes``, ``lon``, ``lat``, ``wkt``
        (of a geometry that is more than a point, else None),
        ``population``, ``admin_level``, ``parent`` (an IRI), ``within`` (the IRI of the
        container asked about), ``country`` (an IRI), ``neighbours`` (IRIs of what shares a
        border with it), and of an event ``start`` and ``end`` (ISO 8601) and ``radius``
        (how far it was felt, km).
    facts : list of str
        Which of ``class``, ``point`` (the whole geometry, where there is more than a point),
        ``population``, ``admin_level``, ``parent``, ``within``, ``country``, ``touches``, ``time``
        and ``radius`` to say;
        the name always is. What is not known is not said.
    """
    terms, iri = VOCABULARIES[kg], entity["id"]
    triples = []
    if entity["name"] is not None:
        triples.append(Triple(iri, PREF_LABEL, entity["name"], "literal"))
    if "class" in facts:
        triples += [Triple(iri, RDF_TYPE, class_) for class_ in entity["classes"]]
    if "point" in facts:
        wkt = entity["wkt"] or terms.point.format(entity["lon"], entity["lat"])
        geometry = terms.geometry.format(
            name=iri.rstrip("/").rpartition("/")[2],
            type=_TYPES[wkt.split(" ")[0].split("(")[0].upper()],
        )
        triples.append(Triple(iri, terms.has_geometry, geometry))
        triples.append(Triple(geometry, AS_WKT, wkt, "literal", WKT_LITERAL))
    if "population" in facts and entity["population"] is not None:
        number = str(entity["population"])
        triples.append(Triple(iri, terms.population, number, "literal", terms.population_type))
    if "admin_level" in facts and entity["admin_level"] is not None and terms.admin_level:
        level = str(entity["admin_level"])
        triples.append(Triple(iri, terms.admin_level, level, "literal"))
    if "parent" in facts and entity["parent"] is not None:
        triples.append(Triple(iri, SF_WITHIN, entity["parent"]))
    if "within" in facts:
        triples.append(Triple(iri, SF_WITHIN, entity["within"]))
    if "country" in facts and entity["country"] is not None:
        triples.append(Triple(iri, SF_WITHIN, entity["country"]))
    if "touches" in facts:
        triples += [Triple(iri, SF_TOUCHES, other) for other in entity["neighbours"]]
    if "time" in facts and entity["start"] is not None:
        triples += lasted(iri, entity["start"], entity["end"])
    if "radius" in facts and entity["radius"] is not None:
        triples += observation(
            iri, "earthquake", "shakingRadius", f"{entity['radius']:.1f}", "decimal"
        )
    return triples
