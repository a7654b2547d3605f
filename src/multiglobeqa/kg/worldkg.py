"""WorldKG, built from OpenStreetMap files or from N-Triples.

Everything an entity's row says is read off its triples, so that a graph built from its own export
is the same graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import duckdb
import pyarrow as pa

from multiglobeqa.errors import InputError
from multiglobeqa.kg import osm, rdf
from multiglobeqa.kg.assemble import write_staged
from multiglobeqa.kg.classes import classes
from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.model import TRIPLE_ORDER, TRIPLES, Places
from multiglobeqa.kg.snapshot import new_snapshot
from multiglobeqa.kg.tables import create, insert
from multiglobeqa.kg.tags import main_tags
from multiglobeqa.kg.worldkg_entities import BODIES, POINTS, bodies, points, whole_subjects
from multiglobeqa.kg.worldkg_triples import triples_of_nodes, triples_of_points

LICENCE = "ODbL 1.0, (c) OpenStreetMap contributors"

_NAMES = ("name", "name:en")
_BATCH = 1 << 16


def build_worldkg(
    sources: Sequence[str | Path],
    out: str | Path,
    *,
    places: Places | None = None,
    threads: int | None = None,
    memory: str | None = None,
    unnamed: bool = False,
    progress: Callable[[str, int, int], None] = lambda *_: None,
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
    progress : callable, optional
        Called with what is being done, the steps done and the number of steps.

    Raises
    ------
    InputError
        When a source is missing, damaged or of an unknown kind.
    """
    paths = [Path(source) for source in sources]
    if not paths:
        raise InputError("WorldKG is built from files, and none was given")
    kinds = {osm.is_osm(path) for path in paths}
    if kinds == {True, False}:
        raise InputError("OpenStreetMap files and N-Triples cannot be mixed in one snapshot")
    with (
        new_snapshot(out, "worldkg") as (writer, scratch),
        connect(threads, memory, temp=scratch) as connection,
    ):
        steps = len(paths) + 2

        def reading() -> Iterator[Path]:
            for done, path in enumerate(paths):
                progress(f"reading {path.name}", done, steps)
                writer.add_source(path, LICENCE)
                yield path

        if kinds == {True}:
            _read_nodes(connection, reading(), scratch, unnamed)
            triples = _triples_of_nodes(connection)
        else:
            _read_triples(connection, reading())
            triples = connection.execute(_TRIPLES).to_arrow_reader(_BATCH)
        progress("writing triples", len(paths), steps)
        writer.write_triples(_staging(connection, triples))
        if connection.execute("SELECT count(*) FROM staged").fetchone() == (0,):
            raise InputError(
                "no node has both a name and a class that WorldKG knows",
                source=", ".join(map(str, paths)),
            )
        progress("naming entities", len(paths) + 1, steps)
        nouns = [text for noun in classes("worldkg") for text in (noun.singular, noun.plural)]
        write_staged(connection, writer, places=places, nouns=nouns)


def _read_nodes(
    connection: duckdb.DuckDBPyConnection, paths: Iterable[Path], scratch: Path, unnamed: bool
) -> None:
    """Fill the table `node`, each node once."""
    create(connection, "node", osm.NODES)
    for path in paths:
        insert(connection, "node", osm.nodes(path, () if unnamed else _NAMES, scratch=scratch))
    connection.execute(_MERGE)
    if not unnamed:
        tags = pa.Table.from_pylist([tag._asdict() for tag in main_tags()])
        connection.register("main_tag", tags)
        connection.execute(_CLASSED)
        connection.unregister("main_tag")


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

_CLASSED = """
CREATE TABLE classed AS
SELECT DISTINCT id
FROM (SELECT id, unnest(map_keys(tags)) AS key, unnest(map_values(tags)) AS value FROM node)
SEMI JOIN main_tag USING (key, value);
DELETE FROM node WHERE id NOT IN (FROM classed);
DROP TABLE classed;
"""


def _triples_of_nodes(connection: duckdb.DuckDBPyConnection) -> Iterator[pa.RecordBatch]:
    """Yield the triples in the order of subjects: all nodes, then all their geometries."""
    for triples in (triples_of_nodes, triples_of_points):
        ordered = connection.cursor().execute("FROM node ORDER BY id::VARCHAR")
        yield from triples(ordered.to_arrow_reader(_BATCH))


def _read_triples(connection: duckdb.DuckDBPyConnection, paths: Iterable[Path]) -> None:
    """Fill the table `triple`."""
    create(connection, "triple", TRIPLES)
    for path in paths:
        insert(connection, "triple", rdf.read_triples(path))


_TRIPLES = f"SELECT DISTINCT * FROM triple ORDER BY {TRIPLE_ORDER}"  # noqa: S608


def _staging(
    connection: duckdb.DuckDBPyConnection, triples: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """Yield ordered triples on, and make the view `staged` of the entities that they tell of."""
    cursor = connection.cursor()
    create(cursor, "body", BODIES)
    create(cursor, "point", POINTS)
    for batch in whole_subjects(triples):
        insert(cursor, "body", [bodies(batch)])
        insert(cursor, "point", [points(batch)])
        yield batch
    cursor.execute(_STAGED)


_STAGED = """
CREATE VIEW staged AS
SELECT
    * EXCLUDE (geometry_id),
    'worldkg' AS kg,
    ST_AsWKB(ST_Point(lon, lat)) AS geometry,
    CASE WHEN regexp_full_match(attributes['population'], '[0-9]{1,10}')
        THEN attributes['population']::BIGINT END AS population,
    try_cast(attributes['adminLevel'] AS TINYINT) AS admin_level,
    []::VARCHAR[] AS parents,
    NULL AS start,
    NULL AS "end",
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
    ) AS region
FROM body JOIN point USING (geometry_id)
"""


__all__ = ["LICENCE", "build_worldkg"]
