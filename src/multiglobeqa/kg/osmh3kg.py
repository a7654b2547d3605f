"""OSMH3KG, built from OpenStreetMap files or from N-Triples.

Everything an entity's row says is read off its triples, so that a graph built from its own export
is the same graph.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import pyarrow as pa

from multiglobeqa.errors import InputError
from multiglobeqa.kg import osm, rdf
from multiglobeqa.kg.assemble import write_staged
from multiglobeqa.kg.classes import classes
from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.features import FEATURES, PIECES, OsmFile
from multiglobeqa.kg.hierarchy import merge_places, read_hierarchy
from multiglobeqa.kg.lines import join_lines, make_routes
from multiglobeqa.kg.model import TRIPLE_ORDER, TRIPLES, Places
from multiglobeqa.kg.osmh3kg_entities import (
    AREAS,
    BODIES,
    SHAPES,
    areas_of,
    bodies_of,
    shapes_of,
)
from multiglobeqa.kg.osmh3kg_triples import (
    triples_of_classes,
    triples_of_features,
    triples_of_grid,
    triples_of_hierarchy,
)
from multiglobeqa.kg.snapshot import new_snapshot
from multiglobeqa.kg.tables import create, insert
from multiglobeqa.kg.worldkg_entities import whole_subjects

LICENCE = "ODbL 1.0, (c) OpenStreetMap contributors"

# Rows at a time: few, for geometries may be large.
_BATCH = 1 << 14
_FEATURES = 1 << 12


def build_osmh3kg(
    sources: Sequence[str | Path],
    out: str | Path,
    *,
    places: Places | None = None,
    threads: int | None = None,
    memory: str | None = None,
) -> None:
    """Build a snapshot of OSMH3KG.

    Parameters
    ----------
    sources : sequence of path-like
        OpenStreetMap files (``.osm.pbf``, ``.osm``, ``.osm.gz``, ``.osm.bz2``), sorted by type and
        id, or N-Triples files (``.nt``, ``.nt.gz``). A feature in several files is taken once, at
        its highest version.
    out : path-like
        The snapshot's folder.
    places : Places, optional
        Tells country and strata.
    threads : int, optional
        How many threads the database may use. The snapshot does not depend on it.
    memory : str, optional
        A limit for the database, such as ``"2GB"``.

    Raises
    ------
    InputError
        When a source is missing, damaged, not sorted or of an unknown kind.
    """
    paths = [Path(source) for source in sources]
    if not paths:
        raise InputError("OSMH3KG is built from files, and none was given")
    kinds = {osm.is_osm(path) for path in paths}
    if kinds == {True, False}:
        raise InputError("OpenStreetMap files and N-Triples cannot be mixed in one snapshot")
    with (
        new_snapshot(out, "osmh3kg") as (writer, scratch),
        connect(threads, memory, database=scratch / "build.duckdb", temp=scratch) as connection,
    ):
        for path in paths:
            writer.add_source(path, LICENCE)
        create(connection, "triple", TRIPLES)
        if kinds == {True}:
            writer.add_counts(**_read_features(connection, paths, scratch))
            insert(connection, "triple", _triples(connection))
            connection.execute("DROP TABLE feature")
        else:
            for path in paths:
                insert(connection, "triple", rdf.read_triples(path))
        ordered = connection.cursor().execute(_ORDERED).to_arrow_reader(_BATCH)
        writer.write_triples(_staging(connection, ordered))
        if connection.execute("SELECT count(*) FROM staged").fetchone() == (0,):
            raise InputError(
                "nothing has both a name and a class that OSMH3KG knows",
                source=", ".join(map(str, paths)),
            )
        nouns = [text for noun in classes("osmh3kg") for text in (noun.singular, noun.plural)]
        write_staged(connection, writer, places=places, nouns=nouns)


def _read_features(
    connection: duckdb.DuckDBPyConnection, paths: Iterable[Path], scratch: Path
) -> dict[str, dict[str, int]]:
    """Fill the table `feature`, each feature once; return what was mended and left out."""
    counts: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    create(connection, "feature", FEATURES)
    create(connection, "piece", PIECES)
    for path in paths:
        with TemporaryDirectory(dir=scratch) as folder:
            file = OsmFile(path, folder)
            insert(connection, "feature", file.features())
            insert(connection, "piece", file.pieces())
            counts.update(file.counts)
            levels.update(file.levels)
    connection.execute(_MERGE)
    make_routes(connection, counts)
    join_lines(connection)
    return {
        "administrative_areas": dict(sorted(levels.items(), key=lambda item: int(item[0]))),
        "rules": dict(sorted(counts.items())),
    }


# A feature in several files counts once: its highest version; where a file holds it cut off,
# that with the longer geometry; then the first by its content, so that the order of the files
# does not matter.
_MERGE = """
CREATE TABLE repeated AS SELECT id FROM feature GROUP BY id HAVING count(*) > 1;
CREATE TABLE chosen AS
SELECT * FROM feature SEMI JOIN repeated USING (id)
QUALIFY row_number() OVER (
    PARTITION BY id
    ORDER BY version DESC, coalesce(octet_length(geometry), 0) DESC, len(members) DESC,
        geometry, list_sort(map_entries(tags))::VARCHAR
) = 1;
DELETE FROM feature WHERE id IN (FROM repeated);
INSERT INTO feature FROM chosen;
DROP TABLE chosen;
DROP TABLE repeated;
CREATE TABLE once AS
SELECT id, arg_max(geometry, (octet_length(geometry), geometry)) AS geometry FROM piece GROUP BY id;
DROP TABLE piece;
ALTER TABLE once RENAME TO piece;
ALTER TABLE feature ADD COLUMN parts VARCHAR[];
ALTER TABLE feature ADD COLUMN same VARCHAR;
"""


def _triples(connection: duckdb.DuckDBPyConnection) -> Iterator[pa.RecordBatch]:
    hierarchy = read_hierarchy(connection)
    merge_places(connection, hierarchy)
    cells: set[int] = set()
    features = connection.cursor().execute(
        "SELECT id, tags, geometry, parts, same FROM feature ORDER BY ST_Hilbert("
        "ST_GeomFromWKB(geometry)), id"
    )
    yield from triples_of_features(features.to_arrow_reader(_FEATURES), hierarchy, cells)
    yield triples_of_hierarchy(hierarchy)
    yield from triples_of_grid(cells)
    yield triples_of_classes()


_ORDERED = f"SELECT DISTINCT * FROM triple ORDER BY {TRIPLE_ORDER}"  # noqa: S608


def _staging(
    connection: duckdb.DuckDBPyConnection, triples: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """Yield ordered triples on, and make the view `staged` of the entities that they tell of."""
    cursor = connection.cursor()
    create(cursor, "body", BODIES)
    create(cursor, "shape", SHAPES)
    create(cursor, "area", AREAS)
    for batch in whole_subjects(triples):
        insert(cursor, "body", [bodies_of(batch)])
        insert(cursor, "shape", [shapes_of(batch)])
        insert(cursor, "area", [areas_of(batch)])
        yield batch
    create(cursor, "chain", _CHAINS)
    insert(cursor, "chain", [_chains(cursor)])
    cursor.execute(_STAGED)


_CHAINS = pa.schema(
    [
        ("within", pa.string()),
        ("parents", pa.list_(pa.string())),
        ("suburb", pa.string()),
        ("municipality", pa.string()),
        ("province", pa.string()),
    ]
)


def _chains(cursor: duckdb.DuckDBPyConnection) -> pa.RecordBatch:
    """Return for each administrative area it and those around it, nearest first."""
    up = dict(
        cursor.execute(
            """
            SELECT child, min(parent) FROM area
            WHERE child IN (SELECT parent FROM area) GROUP BY child
            """
        ).fetchall()
    )
    known = {
        iri: (level, name)
        for iri, level, name in cursor.execute(
            "SELECT id, admin_level, name FROM body WHERE admin_level IS NOT NULL"
        ).fetchall()
    }
    rows = []
    for (iri,) in cursor.execute("SELECT DISTINCT parent FROM area ORDER BY 1").fetchall():
        chain = [iri]
        while chain[-1] in up and up[chain[-1]] not in chain:
            chain.append(up[chain[-1]])
        levels = [known[one] for one in chain if one in known]
        rows.append(
            {
                "within": iri,
                "parents": chain,
                "suburb": next((name for level, name in levels if level >= 9), None),
                "municipality": next((name for level, name in levels if level in (7, 8)), None),
                "province": next((name for level, name in levels if 3 <= level <= 6), None),
            }
        )
    return pa.RecordBatch.from_pylist(rows, schema=_CHAINS)


_STAGED = """
CREATE VIEW staged AS
SELECT
    * EXCLUDE (geometry_id, within, parents, suburb, municipality, province, areal)
      REPLACE (
        CASE WHEN areal THEN admin_level END AS admin_level,
        coalesce(neighbourhood, suburb) AS neighbourhood,
        coalesce(town, municipality) AS town,
        coalesce(region, province) AS region
      ),
    'osmh3kg' AS kg,
    coalesce(parents, []) AS parents,
    NULL AS start,
    NULL AS "end"
FROM body JOIN shape USING (geometry_id) LEFT JOIN chain USING (within)
"""


__all__ = ["LICENCE", "build_osmh3kg"]
