"""KnowWhereGraph, imported from its own RDF or rebuilt from the public sources it was made of.

Whatever the source, it becomes triples first, and everything an entity's row says is read off
them, so that a graph built from its own export is the same graph.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import duckdb
import pyarrow as pa

from multiglobeqa.errors import InputError
from multiglobeqa.kg.assemble import write_staged
from multiglobeqa.kg.classes import classes
from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.knowwheregraph_entities import stage_entities
from multiglobeqa.kg.knowwheregraph_sources import Sources
from multiglobeqa.kg.model import TRIPLE_ORDER, TRIPLES, Places
from multiglobeqa.kg.snapshot import new_snapshot
from multiglobeqa.kg.vocabulary import RDF_TYPE

_BATCH = 1 << 16


def build_knowwheregraph(
    sources: Sequence[str | Path],
    out: str | Path,
    *,
    places: Places | None = None,
    threads: int | None = None,
    memory: str | None = None,
) -> None:
    """Build a snapshot of KnowWhereGraph.

    Nothing that parses is dropped: the manifest counts the statements read by predicate and by
    class, those that were said more than once, and the triples written by predicate.

    Parameters
    ----------
    sources : sequence of path-like or str
        RDF of KnowWhereGraph (N-Triples, Turtle, N-Quads, TriG, RDF/XML; gzipped or not), its
        lists of IRIs and its tables with WKT (CSV), the address of a SPARQL endpoint, or files of
        the public sources in `multiglobeqa.kg.hazards`, all of which may be mixed. Files are told
        by their content.
    out : path-like
        The snapshot's folder.
    places : Places, optional
        Tells country and strata.
    threads : int, optional
        How many threads to use. The snapshot does not depend on it.
    memory : str, optional
        A limit for the database, such as ``"2GB"``.

    Raises
    ------
    InputError
        When a source is missing, damaged, or none of these.
    """
    if not sources:
        raise InputError("KnowWhereGraph is built from files or an endpoint, and none was given")
    out = Path(out)
    pages = out.with_name(f".{out.name}.pages")
    with (
        new_snapshot(out, "knowwheregraph") as (writer, scratch),
        connect(threads, memory, database=scratch / "build.duckdb", temp=scratch) as connection,
    ):
        _create(connection)
        read = Sources(sources, scratch, pages, threads)
        for batch in read.triples():
            _insert(connection, batch)
        for path, licence in read.licences():
            writer.add_source(path, licence)
        connection.execute(_DISTINCT)
        rules = stage_entities(connection)
        if connection.execute("SELECT count(*) FROM staged").fetchone() == (0,):
            raise InputError(
                "no place, cell or event of KnowWhereGraph",
                source=", ".join(str(source) for source in sources),
            )
        ordered = connection.cursor().execute(_TRIPLES)
        writer.write_triples(ordered.to_arrow_reader(_BATCH))
        writer.add_counts(**_counts(connection), rules=dict(sorted(rules.items())), **read.counts())
        nouns = [
            text for noun in classes("knowwheregraph") for text in (noun.singular, noun.plural)
        ]
        write_staged(connection, writer, places=places, nouns=nouns)
    shutil.rmtree(pages, ignore_errors=True)


def _create(connection: duckdb.DuckDBPyConnection) -> None:
    connection.register("columns", TRIPLES.empty_table())
    connection.execute("CREATE TABLE said AS FROM columns")
    connection.unregister("columns")


def _insert(connection: duckdb.DuckDBPyConnection, batch: pa.RecordBatch) -> None:
    connection.register("batch", batch)
    connection.execute("INSERT INTO said FROM batch")
    connection.unregister("batch")


_DISTINCT = f"""
CREATE TABLE read_predicate AS SELECT predicate, count(*) AS rows FROM said GROUP BY ALL;
CREATE TABLE read_class AS
SELECT object AS class, count(*) AS rows FROM said
WHERE predicate = '{RDF_TYPE}' GROUP BY ALL;
CREATE TABLE triple AS SELECT DISTINCT * FROM said;
DROP TABLE said;
"""  # noqa: S608

_TRIPLES = f"FROM triple ORDER BY {TRIPLE_ORDER}"


def _counts(connection: duckdb.DuckDBPyConnection) -> dict[str, dict[str, int]]:
    """Return the manifest's counts of what was read and what is written."""

    def tally(query: str) -> dict[str, int]:
        return dict(connection.execute(query).fetchall())

    return {
        "read_predicates": tally("FROM read_predicate ORDER BY predicate"),
        "read_classes": tally("FROM read_class ORDER BY class"),
        "predicates": tally("SELECT predicate, count(*) FROM triple GROUP BY 1 ORDER BY 1"),
    }


__all__ = ["build_knowwheregraph"]
