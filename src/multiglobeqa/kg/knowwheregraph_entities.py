"""Entities of KnowWhereGraph, read off its triples, whichever generation of the graph said them.

A subject is an entity when it has a geometry, or a class of which places, cells or events are
members. Everything that its row says, its triples say, so that a graph built from its own export
is the same graph.
"""

# The SQL below is put together from this module's own constants.
# ruff: noqa: S608

from __future__ import annotations

from collections import Counter

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import shapely

from multiglobeqa.kg.classes import classes
from multiglobeqa.kg.knowwheregraph_context import HIERARCHY, LEVELS, TIMED
from multiglobeqa.kg.knowwheregraph_shapes import cell_number, cell_shape, read_wkt, sound
from multiglobeqa.kg.knowwheregraph_terms import (
    ALT_LABEL,
    GEO,
    LITE,
    ONTOLOGY,
    PART_OF,
    POPULATION,
    RDFS_LABEL,
    SF,
    SOSA,
)
from multiglobeqa.kg.vocabulary import AS_WKT, PREF_LABEL, RDF_TYPE

_BATCH = 1 << 12

# Classes that say little, from the more to the less telling: any other class is foremost.
_VAGUE = (
    ONTOLOGY + "AdministrativeRegion",
    ONTOLOGY + "Fire",
    ONTOLOGY + "Hazard",
    ONTOLOGY + "Region",
    LITE + "HazardEvent",
    LITE + "Place",
    GEO + "Feature",
    GEO + "SpatialObject",
    SOSA + "FeatureOfInterest",
    "http://www.w3.org/2002/07/owl#NamedIndividual",
    "http://www.w3.org/2002/07/owl#Thing",
)
_HAS_GEOMETRY = {
    GEO + "hasDefaultGeometry": 0,
    GEO + "defaultGeometry": 0,
    GEO + "hasGeometry": 1,
    ONTOLOGY + "hasGeometry": 1,
}
# What the graph calls a thing, from the best to the last resort.
_NAMES = {
    RDFS_LABEL: 0,
    PREF_LABEL: 1,
    LITE + "hasName": 2,
    ONTOLOGY + "hasName": 2,
    ONTOLOGY + "hasFireName": 3,
    ONTOLOGY + "hasZipCode": 4,
    ONTOLOGY + "hasFIPS": 5,
}
_PARENTS = (
    PART_OF,
    ONTOLOGY + "partOf",
    ONTOLOGY + "locatedIn",
    ONTOLOGY + "sfWithin",
    GEO + "sfWithin",
)
# Attributes whose names the two generations, or the sources they come from, spell differently.
_ATTRIBUTES = {
    "mag": "magnitude",
    "hasMagnitude": "magnitude",
    "BurnBndAc": "acres",
    "numberOfAcresBurned": "acres",
    "affectedAreaInAcres": "acres",
    "hasFIPS": "fips",
    "hasZipCode": "zip_code",
    "hasZIPCode": "zip_code",
    "hasPopulation": "population",
    "cellID": "cell_id",
}
_NO_ATTRIBUTES = (
    *(name for name, rank in _NAMES.items() if rank < 4),
    ALT_LABEL,
    AS_WKT,
    "http://www.w3.org/2000/01/rdf-schema#comment",
)


def stage_entities(connection: duckdb.DuckDBPyConnection) -> Counter[str]:
    """Make the table `staged` of the entities that the table `triple` tells of.

    Returns
    -------
    Counter
        How often each rule on geometries was applied.
    """
    _constants(connection)
    connection.execute(_FACTS)
    connection.execute(_TYPES)
    counts = _shapes(connection)
    connection.execute(_THINGS)
    _cells(connection, counts)
    for step in (_NAMED, _OBSERVED, _ATTRIBUTED, TIMED, LEVELS, HIERARCHY, _STAGED):
        connection.execute(step)
    return counts


def _constants(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill the small tables that the SQL joins with."""
    nouns = classes("knowwheregraph")
    tables: dict[str, dict[str, list]] = {
        "noun": {
            "class": [noun.id for noun in nouns],
            "kind": [noun.kind for noun in nouns],
            "singular": [noun.singular for noun in nouns],
        },
        "vague": {"class": list(_VAGUE), "rank": list(range(1, len(_VAGUE) + 1))},
        "geometry_link": {"predicate": list(_HAS_GEOMETRY), "rank": list(_HAS_GEOMETRY.values())},
        "naming": {"predicate": list(_NAMES), "rank": list(_NAMES.values())},
        "parent_link": {"predicate": list(_PARENTS)},
        "respelt": {"said": list(_ATTRIBUTES), "key": list(_ATTRIBUTES.values())},
        "no_attribute": {"predicate": list(_NO_ATTRIBUTES)},
    }
    for name, columns in tables.items():
        connection.register("given", pa.table(columns))
        connection.execute(f"CREATE OR REPLACE TABLE {name} AS FROM given")
        connection.unregister("given")


def _local(column: str) -> str:
    return f"regexp_extract({column}, '[^/#]*$')"


# A blank node has the same name as subject and as object.
_FACTS = """
CREATE VIEW fact AS
SELECT * REPLACE (CASE WHEN kind = 'blank' THEN '_:' || object ELSE object END AS object)
FROM triple
"""

_TYPES = f"""
CREATE TABLE type AS
SELECT subject AS id, object AS class, coalesce(rank, 0) AS rank, kind
FROM (SELECT DISTINCT subject, object FROM fact WHERE predicate = '{RDF_TYPE}' AND kind = 'iri')
LEFT JOIN vague ON class = object
LEFT JOIN noun ON noun.class = object;
"""


def _shapes(connection: duckdb.DuckDBPyConnection) -> Counter[str]:
    """Fill the table `shape` (node, geometry, dimension) from all WKT literals."""
    counts: Counter[str] = Counter()
    connection.execute("CREATE TABLE shape (node VARCHAR, geometry BLOB, dimension INTEGER)")
    said = connection.cursor().execute(
        f"""
        SELECT subject AS node, min(object) AS wkt FROM fact
        WHERE predicate = '{AS_WKT}' AND kind = 'literal' GROUP BY subject ORDER BY subject
        """
    )
    for batch in said.to_arrow_reader(_BATCH):
        found = read_wkt(batch.column("wkt").to_pylist(), counts)
        _add_shapes(connection, batch.column("node"), found)
    return counts


def _add_shapes(connection: duckdb.DuckDBPyConnection, nodes: pa.Array, found: np.ndarray) -> None:
    rows = pa.table(
        {
            "node": nodes,
            "geometry": pa.array(shapely.to_wkb(found).tolist(), pa.binary()),
            "dimension": pa.array(shapely.get_dimensions(found), pa.int32()),
        }
    )
    connection.register("found", rows.filter(pc.is_valid(rows.column("geometry"))))
    connection.execute("INSERT INTO shape FROM found")
    connection.unregister("found")


# A node of a geometry is no entity itself; a subject that bears its WKT itself may be one.
_THINGS = f"""
CREATE TABLE geometry_node AS
SELECT object AS id FROM fact SEMI JOIN geometry_link USING (predicate)
UNION
SELECT id FROM type WHERE class = '{GEO}Geometry' OR starts_with(class, '{SF}');

CREATE TABLE link AS
SELECT subject AS id, object AS node, rank FROM fact JOIN geometry_link USING (predicate)
UNION ALL
SELECT subject, subject, 2 FROM fact
WHERE predicate = '{AS_WKT}' AND subject NOT IN (FROM geometry_node);

CREATE TABLE thing AS
SELECT DISTINCT id FROM (
    SELECT id FROM link
    UNION ALL SELECT id FROM type WHERE kind IS NOT NULL
)
WHERE NOT starts_with(id, '_:') AND id NOT IN (FROM geometry_node);

CREATE TABLE classed AS
SELECT
    id,
    coalesce(arg_min(class, (rank, class)), '{GEO}Feature') AS class,
    coalesce(list(class ORDER BY rank, class) FILTER (class IS NOT NULL), ['{GEO}Feature'])
        AS categories
FROM thing LEFT JOIN type USING (id)
GROUP BY id;
"""


def _cells(connection: duckdb.DuckDBPyConnection, counts: Counter[str]) -> None:
    """Give S2 cells that are told by their number alone the geometry that it means."""
    bare = connection.cursor().execute(
        """
        SELECT id FROM classed JOIN noun USING (class)
        WHERE kind = 'cell' AND id NOT IN (SELECT id FROM link JOIN shape USING (node))
        ORDER BY id
        """
    )
    for batch in bare.to_arrow_reader(_BATCH):
        numbers = [cell_number(iri) for iri in batch.column("id").to_pylist()]
        found = [None if number is None else cell_shape(number) for number in numbers]
        _add_shapes(connection, batch.column("id"), sound(np.array(found, object), counts))
        connection.execute("INSERT INTO link SELECT id, id, 3 FROM batch")


_NAMED = f"""
CREATE TABLE label AS
SELECT subject AS id, object AS text, coalesce(language, 'und') AS tag, rank
FROM fact JOIN naming USING (predicate)
WHERE kind = 'literal' AND trim(object) <> '' AND subject IN (FROM thing);

-- A number alone is no name: "ZIP code area 93101".
CREATE TABLE called AS
SELECT
    id,
    CASE
        WHEN name IS NULL THEN replace({_local("id")}, '_', ' ')
        WHEN regexp_matches(name, '\\p{{L}}') OR singular IS NULL THEN name
        ELSE singular || ' ' || name
    END AS name,
    coalesce(labels, MAP {{}}) AS labels
FROM classed
LEFT JOIN noun USING (class)
LEFT JOIN (
    SELECT
        id,
        arg_min(text, (
            rank, CASE WHEN tag = 'en' THEN 0 WHEN starts_with(tag, 'en') THEN 1
                WHEN tag = 'und' THEN 2 ELSE 3 END, tag, text
        )) AS name,
    FROM label GROUP BY id
) USING (id)
LEFT JOIN (
    SELECT id, map_from_entries(list({{'key': tag, 'value': text}} ORDER BY tag)) AS labels
    FROM (
        SELECT id, tag, arg_min(text, (rank, text)) AS text FROM label WHERE rank < 4
        GROUP BY id, tag
    )
    GROUP BY id
) USING (id);

CREATE TABLE alias AS
SELECT id, list(DISTINCT text ORDER BY text) AS aliases FROM (
    SELECT id, text FROM label WHERE rank < 4
    UNION ALL SELECT subject, object FROM fact WHERE predicate = '{ALT_LABEL}'
) JOIN called USING (id)
WHERE text <> name
GROUP BY id;
"""

# An entity's observations: its own, or those in a collection of its own.
_OBSERVED = f"""
CREATE TABLE observation AS
WITH of AS (
    SELECT object AS id, subject AS node FROM fact
    WHERE predicate = '{SOSA}hasFeatureOfInterest'
    UNION
    SELECT subject, object FROM fact
    WHERE predicate IN ('{SOSA}isFeatureOfInterestOf', '{ONTOLOGY}hasImpact')
)
SELECT id, node FROM of WHERE id IN (FROM thing)
UNION
SELECT id, object FROM of JOIN fact ON subject = node
WHERE predicate = '{SOSA}hasMember' AND id IN (FROM thing);
"""

_ATTRIBUTED = f"""
CREATE TABLE attribute AS
WITH result AS (
    SELECT subject AS node, object AS value FROM fact
    WHERE predicate = '{SOSA}hasSimpleResult' AND kind = 'literal'
    UNION ALL
    SELECT held.subject, value.object FROM fact held
    JOIN fact value ON value.subject = held.object
    WHERE held.predicate = '{SOSA}hasResult' AND value.kind = 'literal'
        AND {_local("value.predicate")} IN ('numericValue', 'value')
),
observable AS (
    SELECT subject AS node, object FROM fact WHERE predicate = '{SOSA}observedProperty'
),
said AS (
    SELECT subject AS id, {_local("predicate")} AS said, object AS value
    FROM fact ANTI JOIN no_attribute USING (predicate)
    WHERE kind = 'literal' AND subject IN (FROM thing)
    UNION ALL
    SELECT id, regexp_extract({_local("coalesce(object, node)")}, '[^.]*$'), value
    FROM observation JOIN result USING (node) LEFT JOIN observable USING (node)
    WHERE value <> '-9999'  -- the source's own word for "not known"
)
SELECT id, map_from_entries(list({{'key': key, 'value': value}} ORDER BY key)) AS attributes
FROM (
    SELECT id, coalesce(key, said) AS key, min(value) AS value
    FROM said LEFT JOIN respelt USING (said) GROUP BY ALL
)
GROUP BY id;

CREATE TABLE population AS
SELECT subject AS id, max(try_cast(object AS BIGINT)) AS population
FROM fact WHERE predicate IN ('{POPULATION}', '{ONTOLOGY}hasPopulation') GROUP BY subject;
"""

_STAGED = """
CREATE TABLE staged AS
WITH chosen AS (
    SELECT link.id, arg_min(geometry, (rank, -dimension, node)) AS geometry
    FROM link JOIN shape USING (node) GROUP BY link.id
),
centred AS (
    SELECT id, geometry, ST_Centroid(ST_GeomFromWKB(geometry)) AS centre FROM chosen
)
SELECT
    id,
    'knowwheregraph' AS kg,
    name,
    labels,
    coalesce(aliases, []) AS aliases,
    classed.class AS class,
    categories,
    geometry,
    ST_X(centre) AS lon,
    ST_Y(centre) AS lat,
    coalesce(attributes, MAP {}::MAP(VARCHAR, VARCHAR)) AS attributes,
    population,
    admin_level,
    coalesce(parents, []) AS parents,
    start,
    "end",
    NULL::VARCHAR AS image,
    NULL::VARCHAR AS street,
    NULL::VARCHAR AS neighbourhood,
    county.name AS town,
    state.name AS region,
    CASE WHEN kind = 'settlement' THEN 3 WHEN admin_level > 0 THEN 2 END::TINYINT AS place
FROM classed
JOIN called USING (id)
LEFT JOIN noun USING (class)
LEFT JOIN centred USING (id)
LEFT JOIN alias USING (id)
LEFT JOIN attribute USING (id)
LEFT JOIN population USING (id)
LEFT JOIN level USING (id)
LEFT JOIN parents USING (id)
LEFT JOIN timed USING (id)
"""
