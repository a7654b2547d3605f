"""The terms that each graph says things with: its own predicates and IRIs."""

from __future__ import annotations

from typing import NamedTuple

GEO = "http://www.opengis.net/ont/geosparql#"
RDFS_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
PREF_LABEL = "http://www.w3.org/2004/02/skos/core#prefLabel"
AS_WKT = GEO + "asWKT"
WKT_LITERAL = GEO + "wktLiteral"
SF_WITHIN = GEO + "sfWithin"
SF_TOUCHES = GEO + "sfTouches"
HAS_GEOMETRY = GEO + "hasGeometry"


class Vocabulary(NamedTuple):
    """The terms of one graph.

    ``{name}`` stands for the last part of the entity's IRI, ``{type}`` for its geometry's type.
    """

    has_geometry: str
    geometry: str
    point: str
    population: str
    population_type: str | None = None
    admin_level: str | None = None


VOCABULARIES = {
    "worldkg": Vocabulary(
        has_geometry="http://www.worldkg.org/schema/spatialObject",
        geometry="http://www.worldkg.org/resource/geo{name}",
        point="Point({} {})",
        population="http://www.worldkg.org/schema/population",
    ),
    "osmh3kg": Vocabulary(
        has_geometry=HAS_GEOMETRY,
        geometry="https://w3id.org/osmh3kg/resource/geo{name}",
        point="POINT ({} {})",
        population="https://w3id.org/osmh3kg/schema/population",
        admin_level="https://w3id.org/osmh3kg/schema/admin_level",
    ),
    "atlas": Vocabulary(
        has_geometry=HAS_GEOMETRY,
        geometry="https://sws.geonames.org/{name}/#geometry",
        point="POINT ({} {})",
        population="http://www.geonames.org/ontology#population",
    ),
    "knowwheregraph": Vocabulary(
        has_geometry=HAS_GEOMETRY,
        geometry="http://stko-kwg.geog.ucsb.edu/lod/resource/geometry.{type}.{name}",
        point="POINT ({} {})",
        population="http://stko-kwg.geog.ucsb.edu/lod/lite-ontology/hasPopulation",
        population_type="http://www.w3.org/2001/XMLSchema#integer",
    ),
}
