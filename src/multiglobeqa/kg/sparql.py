"""SPARQL over a snapshot: the triples that a query can touch are loaded into memory and asked."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyoxigraph as ox

from multiglobeqa.errors import InputError
from multiglobeqa.kg.geosparql import GEOF, aggregates, functions
from multiglobeqa.kg.sparql_patterns import BLANK, UPDATES, Pattern, keywords, patterns
from multiglobeqa.kg.store import Store

LIMIT = 2_000_000
SECONDS = 60.0

PREFIXES = {
    "geo": "http://www.opengis.net/ont/geosparql#",
    "geof": GEOF,
    "gn": "http://www.geonames.org/ontology#",
    "kwg-ont": "http://stko-kwg.geog.ucsb.edu/lod/ontology/",
    "kwgr": "http://stko-kwg.geog.ucsb.edu/lod/resource/",
    "osmh3": "https://w3id.org/osmh3kg/schema/",
    "osmh3r": "https://w3id.org/osmh3kg/resource/",
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "sf": "http://www.opengis.net/ont/sf#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "sosa": "http://www.w3.org/ns/sosa/",
    "time": "http://www.w3.org/2006/time#",
    "uom": "http://www.opengis.net/def/uom/OGC/1.0/",
    "wkg": "http://www.worldkg.org/resource/",
    "wkgs": "http://www.worldkg.org/schema/",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}

_BATCH = 1 << 16
_PLACE = re.compile(r"error at (\d+):(\d+)")


@dataclass
class Result:
    """What a query found: one of `value` (ASK), `rows` (SELECT) and `triples` (the others).

    Attributes
    ----------
    variables : list of str
        The columns of `rows`.
    rows : list of tuple
        Terms, or None where a variable has no value.
    loaded : int
        How many triples the query was asked of.
    problems : Counter
        Why calls of GeoSPARQL functions had no value.
    """

    value: bool | None = None
    variables: list[str] = field(default_factory=list)
    rows: list[tuple[Any, ...]] | None = None
    triples: list[Any] | None = None
    loaded: int = 0
    problems: Counter[str] = field(default_factory=Counter)


def query(store: Store, text: str, *, limit: int = LIMIT, seconds: float = SECONDS) -> Result:
    """Ask a snapshot, or many as one graph.

    Only the triples that the query's constants select are loaded, when its text shows that they
    suffice. The prefixes of `PREFIXES` need no declaration.

    Parameters
    ----------
    store : Store
        The snapshots.
    text : str
        SELECT, ASK, CONSTRUCT or DESCRIBE, with the functions of `geosparql`.
    limit : int
        The most triples to load.
    seconds : float
        The time that the query may take once they are loaded.

    Raises
    ------
    InputError
        When the text is no query, changes or fetches something, would need more triples than
        `limit`, or takes too long.
    """
    check(text)
    wanted = patterns(text, PREFIXES)
    where, values = _condition(wanted)
    needed = _count(store, where, values)
    if needed > limit:
        raise _too_large(store, needed, limit, everything=wanted is None)
    graph = ox.Store()
    _load(graph, store, where, values)
    return _ask(graph, text, needed, seconds)


def check(text: str) -> None:
    """Refuse what is no query, or reaches beyond the snapshot.

    Raises
    ------
    InputError
        With the line and the column.
    """
    words = set(keywords(text))
    if "SERVICE" in words:
        raise InputError(
            "asks another SERVICE; a query here reads the snapshot alone", source="query"
        )
    try:
        ox.Store().query(
            text,
            prefixes=PREFIXES,
            custom_functions=functions(Counter()),
            custom_aggregate_functions=aggregates(Counter()),
        )
    except SyntaxError as error:
        form = next((word for word in keywords(text) if word not in ("PREFIX", "BASE")), "")
        if form in UPDATES:
            raise InputError(
                f"is an update ({form}); a snapshot never changes", source="query"
            ) from None
        raise _syntax(text, str(error)) from None
    except RuntimeError as error:
        raise InputError(str(error), source="query") from None
    if words & {"FROM", "GRAPH"}:
        raise InputError(
            "names a graph, but a snapshot is one graph without a name",
            source="query",
            remedy="Leave out FROM and GRAPH.",
        )


def _syntax(text: str, message: str) -> InputError:
    place = _PLACE.search(message)
    lines = text.splitlines() or [""]
    if place is None:
        return InputError(f"is not SPARQL: {message}", source="query")
    row, column = int(place[1]), int(place[2])
    line = lines[row - 1] if row <= len(lines) else lines[-1]
    start = max(0, column - 1)
    rest = line[start : start + 30].strip()
    if "Prefix not found" in message:
        what = f"uses a prefix that is not declared, in {line.strip()!r}"
    elif rest:
        what = f"is not SPARQL from {rest!r} on, in {line.strip()!r}"
    else:
        what = f"is not SPARQL at the end of {line.strip()!r}"
    return InputError(what, source="query", place=f"line {row}, column {column}")


def _condition(wanted: frozenset[Pattern] | None) -> tuple[str, list[str]]:
    """Return what SQL asks of the triples that match a pattern, and the values bound in it."""
    if wanted is None:
        return "true", []
    either: list[str] = []
    values: list[str] = []
    for pattern in sorted(wanted, key=lambda one: [term or "" for term in one]):
        if pattern.subject == BLANK:
            either.append("starts_with(subject, '_:')")
            continue
        told = [(name, term) for name, term in zip(pattern._fields, pattern, strict=True) if term]
        tests = [f"{name} = ?" for name, _ in told]
        tests += ["kind = 'iri'"] if pattern.object else []
        either.append(f"({' AND '.join(tests)})")
        values += [term for _, term in told]
    return " OR ".join(either) or "false", values


def _count(store: Store, where: str, values: list[str]) -> int:
    # The condition is made of column names alone; all that the query says is bound.
    row = store.connection.execute(
        f"SELECT count(*) FROM triples WHERE {where}",  # noqa: S608
        values,
    ).fetchone()
    assert row is not None
    return int(row[0])


def _too_large(store: Store, needed: int, limit: int, everything: bool) -> InputError:
    paths = ", ".join(str(one.path) for one in store.snapshots)
    what = "all triples, which are" if everything else "triples that are"
    return InputError(
        f"the query may need {what} {needed:,}; the limit is {limit:,}",
        source=paths,
        remedy="Name predicates, classes or entities in each of its patterns, or raise --limit "
        "(a million triples take about half a gigabyte and ten seconds). To ask all of a large "
        "graph, write it with `multiglobeqa kg export SNAPSHOT -o graph.nt.gz` and serve that "
        "file with QLever or GraphDB: docs/knowledge-graphs.md shows how.",
    )


def _load(graph: ox.Store, store: Store, where: str, values: list[str]) -> None:
    rows = store.connection.execute(
        f"SELECT * FROM triples WHERE {where}",  # noqa: S608 - as in `_count`
        values,
    )
    try:
        graph.bulk_extend(_quads(rows.to_arrow_reader(_BATCH)))
    except ValueError as error:
        raise InputError(f"holds what is no RDF: {error}", source="triples") from None


def _quads(batches: pa.RecordBatchReader) -> Iterator[ox.Quad]:
    for batch in batches:
        columns = [batch.column(name).to_pylist() for name in batch.schema.names]
        for subject, predicate, text, kind, datatype, language in zip(*columns, strict=True):
            yield ox.Quad(
                ox.BlankNode(subject[2:]) if subject.startswith("_:") else ox.NamedNode(subject),
                ox.NamedNode(predicate),
                _object(text, kind, datatype, language),
            )


def _object(
    text: str, kind: str, datatype: str | None, language: str | None
) -> ox.NamedNode | ox.BlankNode | ox.Literal:
    if kind == "iri":
        return ox.NamedNode(text)
    if kind == "blank":
        return ox.BlankNode(text)
    if language:
        return ox.Literal(text, language=language)
    return ox.Literal(text, datatype=ox.NamedNode(datatype)) if datatype else ox.Literal(text)


def _ask(graph: ox.Store, text: str, loaded: int, seconds: float) -> Result:
    """Run the query in a thread of its own, which is left behind when it takes too long."""
    result = Result(loaded=loaded)
    failures: list[BaseException] = []

    def run() -> None:
        try:
            _collect(graph, text, result)
        except Exception as error:
            failures.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        raise InputError(
            f"took more than {seconds:g} seconds",
            source="query",
            remedy="Make it more selective, add a LIMIT, or raise --seconds.",
        )
    for failure in failures:
        raise InputError(f"failed: {failure}", source="query") from failure
    return result


def _collect(graph: ox.Store, text: str, result: Result) -> None:
    found = graph.query(
        text,
        prefixes=PREFIXES,
        custom_functions=functions(result.problems),
        custom_aggregate_functions=aggregates(result.problems),
    )
    if isinstance(found, ox.QueryBoolean):
        result.value = bool(found)
    elif isinstance(found, ox.QuerySolutions):
        result.variables = [variable.value for variable in found.variables]
        result.rows = [tuple(solution) for solution in found]
    else:
        result.triples = list(found)


__all__ = ["LIMIT", "PREFIXES", "SECONDS", "Result", "check", "query"]
