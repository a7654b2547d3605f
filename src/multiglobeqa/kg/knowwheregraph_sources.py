"""What KnowWhereGraph is built from: every source told by its content and turned into triples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import ModuleType

import duckdb
import pyarrow as pa

from multiglobeqa.errors import InputError
from multiglobeqa.kg import knowwheregraph_tables as tables
from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.hazards import census, earthquakes, fires, smoke, storms
from multiglobeqa.kg.hazards.feature import Feature, Row
from multiglobeqa.kg.hazards.table import columns, is_vector, layers, peek, read_csv
from multiglobeqa.kg.knowwheregraph_integration import Integration
from multiglobeqa.kg.knowwheregraph_rdf import format_of, read_rdf
from multiglobeqa.kg.knowwheregraph_terms import batches
from multiglobeqa.kg.sparql_source import is_endpoint, read_endpoint

LICENCE = "CC BY 4.0, KnowWhereGraph"

HAZARDS: tuple[ModuleType, ...] = (earthquakes, fires, storms, smoke, census)

_KNOWN = (
    "Known are RDF (.nt, .ttl, .nq, .trig, .rdf, .xml, .owl), the graph's own lists and tables "
    "(CSV), USGS earthquakes (CSV, GeoJSON), MTBS fire perimeters, NOAA storm tracks (HURDAT2, "
    "IBTrACS, CSV), NOAA smoke plumes and Census regions (shapefile, GeoJSON, TopoJSON, KML)."
)


class Sources:
    """The sources of one build.

    Parameters
    ----------
    sources : sequence of path-like or str
        Files, and addresses of endpoints.
    scratch : path-like
        The folder for temporary files.
    pages : path-like
        The folder that keeps what endpoints answered, for a build that is started again.
    threads : int, optional
        For reading and for relating features; the triples do not depend on it.
    """

    def __init__(
        self,
        sources: Sequence[str | Path],
        scratch: Path,
        pages: Path,
        threads: int | None = None,
    ) -> None:
        self._endpoints = sorted({str(one) for one in sources if is_endpoint(str(one))})
        files = {Path(one) for one in sources if not is_endpoint(str(one))}
        self._files = sorted(files, key=lambda path: (path.name, str(path)))
        self._scratch = scratch
        self._pages = pages
        self._threads = threads
        self._licences: dict[Path, str] = {}
        self._graphs: Counter[str] = Counter()
        self._again = 0
        self._built: set[str] = set()

    def triples(self) -> Iterator[pa.RecordBatch]:
        """Yield what all sources say, and how the features of the public ones relate."""
        for address in self._endpoints:
            kept = self._pages / sha256(address.encode()).hexdigest()[:16]
            yield from read_endpoint(address, kept)
        integration = Integration()
        with connect(self._threads) as connection:
            for path in self._files:
                yield from self._read(connection, path, integration)
        yield from batches(integration.facts())

    def licences(self) -> list[tuple[Path, str]]:
        """Return the files with their licences."""
        return list(self._licences.items())

    def counts(self) -> dict[str, object]:
        """Return what the manifest says of the sources beside the triples."""
        return {
            "endpoints": self._endpoints,
            "statements_in_named_graphs": dict(sorted(self._graphs.items())),
            "features_given_again": self._again,
        }

    def _read(
        self, connection: duckdb.DuckDBPyConnection, path: Path, integration: Integration
    ) -> Iterator[pa.RecordBatch]:
        if not path.is_file():
            raise InputError("is missing", source=path)
        if path.stat().st_size == 0:
            raise InputError("is empty", source=path)
        start = peek(path)
        if format_of(path) is not None:
            self._licences[path] = LICENCE
            alone = sum(format_of(one) is not None for one in self._files) == 1
            yield from read_rdf(path, graphs=self._graphs, alone=alone and not self._endpoints)
        elif (found := tables.recognise(columns(start))) is not None:
            self._licences[path] = LICENCE
            with _naming(path):
                yield from batches(found(path))
        else:
            for module, rows in _public(connection, path, start, self._scratch):
                self._licences[path] = module.LICENCE
                with _naming(path):
                    yield from batches(self._facts(module.features(rows), integration))

    def _facts(self, features: Iterable[Feature], integration: Integration) -> Iterator:
        """Yield the facts of features that no other file gave, and note them for relating."""
        for feature in features:
            if feature.shape is not None:
                if feature.iri in self._built:
                    self._again += 1
                    continue
                self._built.add(feature.iri)
                integration.add(feature)
            yield from feature.facts


def _public(
    connection: duckdb.DuckDBPyConnection, path: Path, start: bytes, scratch: Path
) -> Iterator[tuple[ModuleType, Iterator[Row]]]:
    """Yield the layers of a file with the module that knows them."""
    if storms.is_hurdat2(start):
        yield storms, storms.read_hurdat2(path)
        return
    if not is_vector(path, start):
        module = _module(frozenset(columns(start)))
        if module is None:
            raise InputError("is none of the kinds that are known", source=path, remedy=_KNOWN)
        yield module, read_csv(path)
        return
    found = False
    for fields, rows in layers(connection, path, scratch):
        module = _module(fields)
        if module is None:
            raise InputError(
                f"has features of no known kind (fields: {', '.join(sorted(fields)) or 'none'})",
                source=path,
                remedy=_KNOWN,
            )
        found = True
        yield module, rows
    if not found:
        raise InputError("holds no features", source=path, remedy=_KNOWN)


def _module(fields: frozenset[str]) -> ModuleType | None:
    return next((module for module in HAZARDS if module.recognises(fields)), None)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Name the file in errors that know only the place in it."""
    try:
        yield
    except InputError as error:
        if error.source is not None:
            raise
        raise InputError(
            error.message, source=path, place=error.place, remedy=error.remedy
        ) from None


__all__ = ["HAZARDS", "LICENCE", "Sources"]
