"""RDF files of every usual kind, streamed as triples."""

from __future__ import annotations

import gzip
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, cast

import pyarrow as pa
import pyoxigraph
from pyoxigraph import RdfFormat

from multiglobeqa.dataset import Triple
from multiglobeqa.errors import InputError
from multiglobeqa.files import checksum
from multiglobeqa.kg.knowwheregraph_terms import batches
from multiglobeqa.kg.rdf import as_triple

FORMATS = {
    ".nt": RdfFormat.N_TRIPLES,
    ".ttl": RdfFormat.TURTLE,
    ".nq": RdfFormat.N_QUADS,
    ".trig": RdfFormat.TRIG,
    ".rdf": RdfFormat.RDF_XML,
    ".xml": RdfFormat.RDF_XML,
    ".owl": RdfFormat.RDF_XML,
}
_LABELLED = (RdfFormat.N_TRIPLES, RdfFormat.N_QUADS)  # whose blank nodes all have labels


def format_of(path: str | Path) -> RdfFormat | None:
    """Return the format that a file's name tells, gzipped or not; None when it tells none.

    Examples
    --------
    >>> format_of("a.TTL.gz").name, format_of("a.csv")
    ('Turtle', None)
    """
    return FORMATS.get(Path(str(path).lower().removesuffix(".gz")).suffix)


def read_rdf(
    path: str | Path, *, graphs: Counter[str] | None = None, alone: bool = True
) -> Iterator[pa.RecordBatch]:
    """Yield the triples of an RDF file, in its order, as batches of the schema `TRIPLES`.

    Parameters
    ----------
    path : path-like
        N-Triples, Turtle, N-Quads, TriG or RDF/XML by its name, with or without ``.gz``.
    graphs : Counter, optional
        Is told how many statements each named graph holds; the triples themselves are those of
        all graphs together.
    alone : bool
        Whether no other file has blank nodes that these could be mistaken for; if not, their
        labels are told apart by the file's checksum. A blank node without a label is called by
        the order of its first mention, so that the same file always gives the same triples.

    Raises
    ------
    InputError
        When the file is missing, empty, cut short, or breaks the rules of its format; with the
        line.
    """
    path = Path(path)
    kind = format_of(path)
    if not path.is_file():
        raise InputError("is missing", source=path)
    if kind is None:
        known = ", ".join(f"{suffix}[.gz]" for suffix in FORMATS)
        raise InputError("has a name of no known kind", source=path, remedy=f"Known are {known}.")
    if path.stat().st_size == 0:
        raise InputError("is empty", source=path)
    blanks = Blanks(kept=kind in _LABELLED, prefix="" if alone else f"f{checksum(path)[:12]}")
    try:
        yield from batches(_facts(path, kind, blanks, Counter() if graphs is None else graphs))
    except SyntaxError as error:
        where = None if error.lineno is None else f"line {error.lineno}"
        raise InputError(f"is no {kind.name}: {error.msg}", source=path, place=where) from None
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"is damaged or cut short ({error})", source=path) from None


def _facts(path: Path, kind: RdfFormat, blanks: Blanks, graphs: Counter[str]) -> Iterator[Triple]:
    with ExitStack() as stack:
        stream: IO[bytes] = stack.enter_context(path.open("rb"))
        if path.name.lower().endswith(".gz"):
            stream = stack.enter_context(cast(IO[bytes], gzip.GzipFile(fileobj=stream)))
        for quad in pyoxigraph.parse(stream, format=kind):
            if not isinstance(quad.graph_name, pyoxigraph.DefaultGraph):
                graphs[str(quad.graph_name.value)] += 1
            yield as_triple(quad, blanks.label)


class Blanks:
    """Labels for blank nodes, the same whenever the same file is read."""

    def __init__(self, *, kept: bool, prefix: str = "") -> None:
        self._kept = kept
        self._prefix = prefix
        self._seen: dict[str, int] = {}

    def label(self, node: pyoxigraph.BlankNode) -> str:
        """Return the label of a node."""
        if self._kept:
            return self._prefix + node.value
        return f"{self._prefix}b{self._seen.setdefault(node.value, len(self._seen))}"
