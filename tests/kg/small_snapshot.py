"""Snapshots made of N-Triples and a few entities, for tests."""

import pyarrow as pa
import pyoxigraph as ox

from multiglobeqa.kg.model import ENTITIES, TRIPLES
from multiglobeqa.kg.snapshot import new_snapshot

XSD_STRING = "http://www.w3.org/2001/XMLSchema#string"


def snapshot_of(path, ntriples, entities=(), kg="worldkg"):
    """Write a snapshot of these triples in their order."""
    rows = [_row(quad) for quad in ox.parse(ntriples.encode(), format=ox.RdfFormat.N_TRIPLES)]
    with new_snapshot(path, kg) as (writer, _):
        writer.write_triples([pa.RecordBatch.from_pylist(rows, TRIPLES)])
        writer.write_entities(
            [pa.RecordBatch.from_pylist([_entity(kg, **one) for one in entities], ENTITIES)]
        )
    return path


def _row(quad):
    subject, term = quad.subject, quad.object
    blank = isinstance(subject, ox.BlankNode)
    row = {
        "subject": f"_:{subject.value}" if blank else subject.value,
        "predicate": quad.predicate.value,
        "object": term.value,
    }
    if isinstance(term, ox.NamedNode):
        return row | {"kind": "iri"}
    if isinstance(term, ox.BlankNode):
        return row | {"kind": "blank"}
    datatype = term.datatype.value
    plain = term.language or datatype == XSD_STRING
    return row | {
        "kind": "literal",
        "language": term.language,
        "datatype": None if plain else datatype,
    }


def _entity(kg, **given):
    return {
        "kg": kg,
        "name": given["id"],
        "labels": [],
        "aliases": [],
        "class": "http://example.org/Thing",
        "categories": [],
        "attributes": [],
        "parents": [],
    } | given
