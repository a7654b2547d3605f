"""N-Triples in and out, without loss."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, cast

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pyoxigraph

from multiglobeqa.dataset import Triple
from multiglobeqa.errors import InputError
from multiglobeqa.files import new_file
from multiglobeqa.kg.bcp47 import usual_case
from multiglobeqa.kg.snapshot import Snapshot
from multiglobeqa.kg.tables import batch_of

SUFFIXES = (".nt", ".nt.gz")

_BATCH = 1 << 16
_STRING = "http://www.w3.org/2001/XMLSchema#string"
_LANG_STRING = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"


def read_triples(path: str | Path) -> Iterator[pa.RecordBatch]:
    """Yield the triples of an N-Triples file, in its order, as batches of the schema `TRIPLES`.

    Raises
    ------
    InputError
        When the file is missing, cut short, or breaks the rules of N-Triples.
    """
    path = Path(path)
    if not path.is_file():
        raise InputError("is missing", source=path)
    if not path.name.lower().endswith(SUFFIXES):
        raise InputError(
            "has a name of no known kind", source=path, remedy=f"Known are {', '.join(SUFFIXES)}."
        )
    if path.stat().st_size == 0:
        raise InputError("is empty", source=path)
    with ExitStack() as stack:
        file = stack.enter_context(path.open("rb"))
        packed = path.name.lower().endswith(".gz")
        stream = cast(IO[bytes], gzip.GzipFile(fileobj=file) if packed else file)
        rows: list[Triple] = []
        try:
            for quad in pyoxigraph.parse(stream, format=pyoxigraph.RdfFormat.N_TRIPLES):
                rows.append(as_triple(quad))
                if len(rows) == _BATCH:
                    yield batch_of(rows)
                    rows = []
        except SyntaxError as error:
            raise InputError(
                f"is no N-Triples: {error.msg}", source=path, place=f"line {error.lineno}"
            ) from None
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"is damaged or cut short ({error})", source=path) from None
        if rows:
            yield batch_of(rows)


def as_triple(
    statement: pyoxigraph.Quad | pyoxigraph.Triple,
    label: Callable[[pyoxigraph.BlankNode], str] = lambda node: node.value,
) -> Triple:
    """Return a statement of pyoxigraph as ours; `label` names its blank nodes."""
    subject, term = statement.subject, statement.object
    # A triple about a triple is for N-Triples 1.2; no graph here holds one.
    if isinstance(subject, pyoxigraph.Triple) or isinstance(term, pyoxigraph.Triple):
        raise SyntaxError("a triple inside a triple")
    name = f"_:{label(subject)}" if isinstance(subject, pyoxigraph.BlankNode) else subject.value
    predicate = statement.predicate.value
    if isinstance(term, pyoxigraph.BlankNode):
        return Triple(name, predicate, label(term), "blank", None, None)
    if isinstance(term, pyoxigraph.NamedNode):
        return Triple(name, predicate, term.value, "iri", None, None)
    if term.language:
        return Triple(name, predicate, term.value, "literal", None, usual_case(term.language))
    datatype = None if term.datatype.value == _STRING else term.datatype.value
    return Triple(name, predicate, term.value, "literal", datatype, None)


def write_triples(snapshot: Snapshot, path: str | Path) -> int:
    """Write a snapshot's triples as N-Triples, and return their number.

    Parameters
    ----------
    snapshot : Snapshot
        The graph.
    path : path-like
        A ``.nt`` or ``.nt.gz`` file. Its bytes depend on the graph alone.
    """
    path = Path(path)
    if not path.name.lower().endswith(SUFFIXES):
        raise InputError(
            "has a name of no known kind", source=path, remedy=f"Known are {', '.join(SUFFIXES)}."
        )
    count = 0
    with new_file(path) as beside, beside.open("wb") as file:
        packed = path.name.lower().endswith(".gz")
        # No name and no time in the header: the bytes are those of the graph.
        stream = cast(IO[bytes], gzip.GzipFile("", "wb", 6, file, mtime=0) if packed else file)
        with stream:
            for part in snapshot.triples:
                with pq.ParquetFile(part) as parquet:
                    for batch in parquet.iter_batches(_BATCH):
                        _write(stream, batch)
                        count += batch.num_rows
    return count


def _write(stream: IO[bytes], batch: pa.RecordBatch) -> None:
    plain = ("subject", "predicate", "object", "kind")
    subject, predicate, text, kind = (batch.column(name) for name in plain)
    language = pc.binary_join_element_wise("@", batch.column("language"), "")
    datatype = pc.binary_join_element_wise("^^<", _iri(batch.column("datatype")), ">", "")
    literal = pc.binary_join_element_wise(
        '"', _literal(text), '"', pc.fill_null(pc.coalesce(language, datatype), ""), ""
    )
    term = pc.case_when(
        pc.make_struct(pc.equal(kind, "iri"), pc.equal(kind, "blank")),
        _bracketed(text),
        pc.binary_join_element_wise("_:", text, ""),
        literal,
    )
    blank = pc.starts_with(subject, "_:")
    lines = pc.binary_join_element_wise(
        pc.if_else(blank, subject, _bracketed(subject)), _bracketed(predicate), term, ".\n", " "
    )
    stream.write("".join(lines.to_pylist()).encode())


def _bracketed(column: pa.Array) -> pa.Array:
    return pc.binary_join_element_wise("<", _iri(column), ">", "")


def _literal(column: pa.Array) -> pa.Array:
    """Escape what a literal may not hold: the quote, the backslash and control characters."""
    for character, escape in (
        ("\\", "\\\\"),
        ('"', '\\"'),
        ("\n", "\\n"),
        ("\r", "\\r"),
        ("\t", "\\t"),
    ):
        column = pc.replace_substring(column, character, escape)
    return _numbered(column, "[\x00-\x1f\x7f]")


def _iri(column: pa.Array) -> pa.Array:
    return _numbered(column, '[\x00-\x20<>"{}|^`\\\\]')


def _numbered(column: pa.Array, forbidden: str) -> pa.Array:
    r"""Write the few characters of a class as ``\uXXXX``."""
    odd = pc.match_substring_regex(column, forbidden)
    if not pc.any(odd).as_py():
        return column
    pattern = re.compile(forbidden)
    mended = [
        pattern.sub(lambda match: f"\\u{ord(match[0]):04X}", text)
        for text in column.filter(odd).to_pylist()
    ]
    return pc.replace_with_mask(column, pc.fill_null(odd, False), pa.array(mended, pa.string()))


__all__ = ["SUFFIXES", "read_triples", "write_triples"]
