"""How each graph says what a question needs to know: its own predicates and IRIs."""

from __future__ import annotations

from typing import Any, NamedTuple

from multiglobeqa.dataset import Triple

GEO = "http://www.opengis.net/ont/geosparql#"
RDFS_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
PREF_LABEL = "http://www.w3.org/2004/02/skos/core#prefLabel"
AS_WKT = GEO + "asWKT"
WKT_LITERAL = GEO + "wktLiteral"
SF_WITHIN = GEO + "sfWithin"
HAS_GEOMETRY = GEO + "hasGeometry"


class Vocabulary(NamedTuple):
    """The terms of one graph; ``{}`` stands for the last part of the entity's IRI."""

    has_geometry: str
    geometry: str
    point: str
    population: str
    population_type: str | None = None
    admin_level: str | None = None


VOCABULARIES = {
    "worldkg": Vocabulary(
        has_geometry="http://www.worldkg.org/schema/spatialObject",
        geometry="http://www.worldkg.org/resource/geo{}",
        point="Point({} {})",
        population="http://www.worldkg.org/schema/population",
    ),
    "osmh3kg": Vocabulary(
        has_geometry=HAS_GEOMETRY,
        geometry="https://w3id.org/osmh3kg/resource/geo{}",
        point="POINT ({} {})",
        population="https://w3id.org/osmh3kg/schema/population",
        admin_level="https://w3id.org/osmh3kg/schema/admin_level",
    ),
    "atlas": Vocabulary(
        has_geometry=HAS_GEOMETRY,
        geometry="https://sws.geonames.org/{}/#geometry",
        point="POINT ({} {})",
        population="http://www.geonames.org/ontology#population",
    ),
    "knowwheregraph": Vocabulary(
        has_geometry=HAS_GEOMETRY,
        geometry="http://stko-kwg.geog.ucsb.edu/lod/resource/geometry.Point.{}",
        point="POINT ({} {})",
        population="http://stko-kwg.geog.ucsb.edu/lod/lite-ontology/hasPopulation",
        population_type="http://www.w3.org/2001/XMLSchema#integer",
    ),
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
        ``population``, ``admin_level``, ``parent`` (an IRI) and ``within`` (the IRI of the
        container asked about).
    facts : list of str
        Which of ``class``, ``point`` (the whole geometry, where there is more than a point),
        ``population``, ``admin_level``, ``parent`` and ``within`` to say; the name always is.
        What is not known is not said.
    """
    terms, iri = VOCABULARIES[kg], entity["id"]
    triples = []
    if entity["name"] is not None:
        triples.append(Triple(iri, PREF_LABEL, entity["name"], "literal"))
    if "class" in facts:
        triples += [Triple(iri, RDF_TYPE, class_) for class_ in entity["classes"]]
    if "point" in facts:
        geometry = terms.geometry.format(iri.rstrip("/").rpartition("/")[2])
        wkt = entity["wkt"] or terms.point.format(entity["lon"], entity["lat"])
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
    return triples
