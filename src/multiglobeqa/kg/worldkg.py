"""WorldKG, built from OpenStreetMap files or from N-Triples.

Everything an entity's row says is read off its triples, so that a graph built from its own export
is the same graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import duckdb
import pyarrow as pa

from multiglobeqa.errors import InputError
from multiglobeqa.kg import osm, rdf
from multiglobeqa.kg.assemble import stage, write_staged
from multiglobeqa.kg.classes import classes
from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.model import TRIPLES, Places
from multiglobeqa.kg.snapshot import SnapshotWriter, new_snapshot
from multiglobeqa.kg.tags import (
    ALIAS_KEYS,
    RDFS_LABEL,
    SCHEMA,
    main_tags,
    naming_predicates,
    predicate,
    statements,
)

LICENCE = "ODbL 1.0, (c) OpenStreetMap contributors"

_RESOURCE = "http://www.worldkg.org/resource/"
_RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_GEO = "http://www.opengis.net/ont/geosparql#"
_POINT = "http://www.opengis.net/ont/sf#Point"
_NAMES = ("name", "name:en")
_BATCH = 1 << 16
_SUBJECTS_AT_ONCE = 1 << 18


def build_worldkg(
    sources: Sequence[str | Path],
    out: str | Path,
    *,
    places: Places | None = None,
    threads: int | None = None,
    memory: str | None = None,
    unnamed: bool = False,
) -> None:
    """Build a snapshot of WorldKG.

    Parameters
    ----------
    sources : sequence of path-like
        OpenStreetMap files (``.osm.pbf``, ``.osm``, ``.osm.gz``, ``.osm.bz2``), or N-Triples files
        (``.nt``, ``.nt.gz``). A node in several files is taken once, at its highest version.
    out : path-like
        The snapshot's folder.
    places : Places, optional
        Tells country and strata.
    threads : int, optional
        How many threads to use. The snapshot does not depend on it.
    memory : str, optional
        A limit for the database, such as ``"2GB"``.
    unnamed : bool
        Also keep the triples of tagged nodes that have no name or no class, as the original
        graph does. They never become entities.

    Raises
    ------
    InputError
        When a source is missing, damaged or of an unknown kind.
    """
    paths = [Path(source) for source in sources]
    kinds = {osm.is_osm(path) for path in paths}
    if kinds == {True, False}:
        raise InputError("OpenStreetMap files and N-Triples cannot be mixed in one snapshot")
    with (
        new_snapshot(out, "worldkg") as (writer, scratch),
        connect(threads, memory, database=scratch / "build.duckdb", temp=scratch) as connection,
    ):
        if kinds == {True}:
            _read_osm(connection, paths, scratch, unnamed)
            triples = _TRIPLES_OF_NODES
        else:
            _read_triples(connection, paths)
            triples = _TRIPLES_READ
        for path in paths:
            writer.add_source(path, LICENCE)
        writer.write_triples(connection.execute(triples).to_arrow_reader(_BATCH))
        _stage_entities(connection, writer)
        nouns = [noun.singular for noun in classes("worldkg")]
        nouns += [noun.plural for noun in classes("worldkg")]
        write_staged(connection, writer, places=places, nouns=nouns)


def _read_osm(
    connection: duckdb.DuckDBPyConnection, paths: Iterable[Path], scratch: Path, unnamed: bool
) -> None:
    """Fill the tables `node` and `said`: what each key says."""
    _fill(connection, "main_tag", pa.Table.from_pylist([tag._asdict() for tag in main_tags()]))
    connection.register("columns_of_nodes", osm.NODES.empty_table())
    connection.execute("CREATE TABLE node AS FROM columns_of_nodes")
    connection.unregister("columns_of_nodes")
    for path in paths:
        for batch in osm.nodes(path, () if unnamed else _NAMES, scratch=scratch):
            connection.register("batch", batch)
            connection.execute(_INSERT_ALL if unnamed else _INSERT_CLASSED)
            connection.unregister("batch")
    connection.execute(_MERGE)
    keys = connection.execute("SELECT DISTINCT unnest(map_keys(tags)) FROM node").fetchall()
    said = [statement._asdict() for statement in statements(key for (key,) in keys)]
    _fill(connection, "said", pa.Table.from_pylist(said, _SAID))


_SAID = pa.schema([(name, pa.string()) for name in ("key", "predicate", "language", "form")])

_INSERT_ALL = "INSERT INTO node FROM batch"
_INSERT_CLASSED = """
INSERT INTO node
SELECT * FROM batch
SEMI JOIN (
    SELECT id FROM (
        SELECT id, unnest(map_keys(tags)) AS key, unnest(map_values(tags)) AS value FROM batch
    )
    SEMI JOIN main_tag USING (key, value)
) USING (id)
"""

# A node in several files counts once: its highest version, then that with most tags, then the
# first by its own content, so that the order of the files does not matter.
_MERGE = """
CREATE TABLE repeated AS SELECT id FROM node GROUP BY id HAVING count(*) > 1;
CREATE TABLE chosen AS
SELECT * FROM node SEMI JOIN repeated USING (id)
QUALIFY row_number() OVER (
    PARTITION BY id
    ORDER BY version DESC, cardinality(tags) DESC, lon, lat, list_sort(map_entries(tags))::VARCHAR
) = 1;
DELETE FROM node WHERE id IN (FROM repeated);
INSERT INTO node FROM chosen;
DROP TABLE chosen;
DROP TABLE repeated;
"""


def _read_triples(connection: duckdb.DuckDBPyConnection, paths: Iterable[Path]) -> None:
    """Fill the table `triple`."""
    connection.register("columns_of_triples", TRIPLES.empty_table())
    connection.execute("CREATE TABLE triple AS FROM columns_of_triples")
    connection.unregister("columns_of_triples")
    for path in paths:
        for batch in rdf.read_triples(path):
            connection.register("batch", batch)
            connection.execute("INSERT INTO triple FROM batch")
            connection.unregister("batch")


_ORDER = "ORDER BY subject, predicate, object, kind, datatype NULLS FIRST, language NULLS FIRST"
_TRIPLES_READ = f"SELECT DISTINCT * FROM triple {_ORDER}"  # noqa: S608


def _decimal(column: str) -> str:
    """Return SQL for a coordinate as text: 7 decimals without the zeros at the end."""
    text = f"rtrim({column}::DECIMAL(10, 7)::VARCHAR, '0')"
    return f"CASE WHEN ends_with({text}, '.') THEN {text} || '0' ELSE {text} END"


_TRIPLES_OF_NODES = f"""
WITH tag AS (
    SELECT id, unnest(map_keys(tags)) AS key, unnest(map_values(tags)) AS value FROM node
),
statement AS (
    SELECT '{_RESOURCE}' || id AS subject, '{_RDF_TYPE}' AS predicate, iri AS object,
        'iri' AS kind, NULL AS datatype, NULL AS language
    FROM tag JOIN main_tag USING (key, value)
    UNION ALL
    SELECT '{_RESOURCE}' || id, predicate,
        CASE
            WHEN form = 'wikidata' AND regexp_full_match(value, 'Q[1-9][0-9]*')
                THEN 'http://www.wikidata.org/wiki/' || value
            WHEN form = 'wikipedia' AND regexp_full_match(value, '[a-z-]+:.+')
                THEN 'https://' || split_part(value, ':', 1) || '.wikipedia.org/wiki/'
                    || replace(url_encode(value), '%2F', '/')
            ELSE value
        END AS object,
        CASE WHEN object = value THEN 'literal' ELSE 'iri' END, NULL, language
    FROM tag JOIN said USING (key)
    WHERE value <> ''
    UNION ALL
    SELECT '{_RESOURCE}' || id, '{SCHEMA}osmLink', 'https://www.openstreetmap.org/node/' || id,
        'iri', NULL, NULL
    FROM node
    UNION ALL
    SELECT '{_RESOURCE}' || id, '{SCHEMA}spatialObject', '{_RESOURCE}geo' || id, 'iri', NULL, NULL
    FROM node
    UNION ALL
    SELECT '{_RESOURCE}geo' || id, '{_RDF_TYPE}', '{_POINT}', 'iri', NULL, NULL
    FROM node
    UNION ALL
    SELECT '{_RESOURCE}geo' || id, '{_GEO}asWKT',
        'Point(' || {_decimal("lon")} || ' ' || {_decimal("lat")} || ')',
        'literal', '{_GEO}wktLiteral', NULL
    FROM node
)
SELECT DISTINCT * FROM statement {_ORDER}
"""  # noqa: S608


def _stage_entities(connection: duckdb.DuckDBPyConnection, writer: SnapshotWriter) -> None:
    """Fill the table `staged` from the triples just written, some subjects at a time."""
    stage(connection)
    connection.read_parquet(str(writer.folder / "triples" / "*.parquet")).create_view("written")
    ranks = {tag.iri: tag.rank for tag in reversed(main_tags())}
    _fill(connection, "class_rank", pa.table({"iri": list(ranks), "rank": list(ranks.values())}))
    _fill(
        connection, "place_class", pa.table({"iri": list(_PLACES), "place": list(_PLACES.values())})
    )
    _fill(connection, "naming", pa.table({"predicate": sorted(naming_predicates())}))
    connection.execute(_POINTS)
    bounds = [subject for (subject,) in connection.execute(_BOUNDS).fetchall()]
    for low, high in zip(bounds, [*bounds[1:], None], strict=True):
        connection.execute(_STAGE, {"low": low, "high": high, "aliases": _ALIASES})


_PLACES = {
    SCHEMA + name: place
    for place, names in {
        5: ("City",),
        4: ("Town",),
        3: ("Village",),
        2: ("Hamlet", "IsolatedDwelling", "PlaceFarm", "Locality", "PlaceAllotments"),
        1: ("Suburb", "Quarter", "Neighbourhood", "Borough", "CityBlock"),
    }.items()
    for name in names
}
_ALIASES = [predicate(key) for key in ALIAS_KEYS]

# Entities are the subjects with a class that the graph knows, a point and a name.
_POINTS = f"""
CREATE TABLE point AS
SELECT subject AS id, lon, lat
FROM (
    SELECT s.subject, regexp_extract(
        g.object, '^\\s*(?i:point)\\s*\\(\\s*(\\S+)\\s+(\\S+)\\s*\\)$', ['lon', 'lat']
    ) AS xy, try_cast(xy['lon'] AS DOUBLE) AS lon, try_cast(xy['lat'] AS DOUBLE) AS lat
    FROM written s JOIN written g ON g.subject = s.object
    WHERE s.predicate = '{SCHEMA}spatialObject' AND g.predicate = '{_GEO}asWKT'
)
WHERE lon BETWEEN -180 AND 180 AND lat BETWEEN -90 AND 90
QUALIFY row_number() OVER (PARTITION BY id ORDER BY lon, lat) = 1
"""  # noqa: S608

_BOUNDS = f"""
SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM point)
WHERE (place - 1) % {_SUBJECTS_AT_ONCE} = 0
ORDER BY id
"""  # noqa: S608


def _map(pairs: str) -> str:
    """Return SQL for a map from a sorted list of pairs, of which several may have one key."""
    return f"""
    map_from_entries(list_filter(
        {pairs}, lambda pair, i: i = 1 OR {pairs}[i - 1].key <> pair.key
    ))
    """


_STAGE = f"""
INSERT INTO staged BY NAME
WITH grouped AS (
    SELECT
        subject,
        arg_min(object, rank) FILTER (rank IS NOT NULL) AS class,
        list(object ORDER BY rank) FILTER (rank IS NOT NULL) AS categories,
        min(object) FILTER (predicate = '{RDFS_LABEL}' AND language IS NULL) AS plain,
        list({{'key': coalesce(language, 'und'), 'value': object}})
            FILTER (predicate = '{RDFS_LABEL}') AS labels,
        list(object) FILTER (list_contains($aliases, predicate)) AS aliases,
        list({{'key': predicate[{len(SCHEMA) + 1}:], 'value': object}}) FILTER (
            starts_with(predicate, '{SCHEMA}')
            AND predicate NOT IN (FROM naming)
            AND predicate NOT IN ('{SCHEMA}spatialObject', '{SCHEMA}osmLink')
        ) AS attributes
    FROM written
    LEFT JOIN class_rank ON predicate = '{_RDF_TYPE}' AND object = iri
    WHERE subject >= $low AND ($high IS NULL OR subject < $high)
    GROUP BY subject
),
ordered AS (
    SELECT * REPLACE (
        list_sort(labels) AS labels, list_sort(coalesce(attributes, [])) AS attributes
    )
    FROM grouped
    WHERE class IS NOT NULL AND labels IS NOT NULL
),
mapped AS (
    SELECT * REPLACE ({_map("labels")} AS labels, {_map("attributes")} AS attributes)
    FROM ordered
)
SELECT
    subject AS id,
    'worldkg' AS kg,
    coalesce(labels['en'], plain) AS name,
    labels,
    list_sort(list_distinct(list_filter(
        list_transform(
            flatten(list_transform(coalesce(aliases, []), lambda alias: string_split(alias, ';'))),
            lambda alias: trim(alias)
        ),
        lambda alias: alias <> ''
    ))) AS aliases,
    class,
    list_distinct(categories) AS categories,
    ST_AsWKB(ST_Point(lon, lat)) AS geometry,
    lon,
    lat,
    attributes,
    CASE WHEN regexp_full_match(attributes['population'], '[0-9]{{1,10}}')
        THEN attributes['population']::BIGINT END AS population,
    try_cast(attributes['adminLevel'] AS TINYINT) AS admin_level,
    [] AS parents,
    CASE WHEN regexp_matches(attributes['image'], '^https?://')
        THEN attributes['image'] END AS image,
    attributes['addrStreet'] AS street,
    coalesce(
        attributes['addrNeighbourhood'], attributes['addrSuburb'], attributes['addrPlace']
    ) AS neighbourhood,
    coalesce(attributes['addrCity'], attributes['addrTown'], attributes['addrVillage']) AS town,
    coalesce(
        attributes['addrState'], attributes['isInState'], attributes['addrProvince'],
        attributes['isInProvince'], attributes['addrRegion'], attributes['addrDistrict']
    ) AS region,
    place_class.place
FROM mapped
JOIN point ON point.id = subject
LEFT JOIN place_class ON place_class.iri = class
WHERE coalesce(labels['en'], plain) IS NOT NULL
"""  # noqa: S608


def _fill(connection: duckdb.DuckDBPyConnection, name: str, rows: pa.Table) -> None:
    connection.register("rows_given", rows)
    connection.execute(f"CREATE TABLE {name} AS FROM rows_given")
    connection.unregister("rows_given")


__all__ = ["build_worldkg"]
