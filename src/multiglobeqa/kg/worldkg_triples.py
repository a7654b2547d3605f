"""The triples that WorldKG makes of nodes, by whole columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from urllib.parse import quote

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from multiglobeqa.kg.model import TRIPLES
from multiglobeqa.kg.tags import SCHEMA, Statement, main_tags, statements
from multiglobeqa.kg.vocabulary import AS_WKT, RDF_TYPE, WKT_LITERAL

RESOURCE = "http://www.worldkg.org/resource/"
POINT = "http://www.opengis.net/ont/sf#Point"
OSM_LINK = SCHEMA + "osmLink"
SPATIAL_OBJECT = SCHEMA + "spatialObject"

_NODE = "https://www.openstreetmap.org/node/"
_WIKIDATA = re.compile("Q[1-9][0-9]*")
_WIKIPEDIA = re.compile("([a-z-]+):(.+)")


def triples_of_nodes(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield what is said of nodes themselves: their tags, links and geometries' names.

    Parameters
    ----------
    batches : iterable of pyarrow.RecordBatch
        Of the schema `multiglobeqa.kg.osm.NODES`, ordered by the text of their ids.

    Yields
    ------
    pyarrow.RecordBatch
        Of the schema `TRIPLES`, in order, without duplicates.
    """
    for batch in batches:
        if batch.num_rows:
            yield _triples(batch)


def triples_of_points(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield what is said of the nodes' geometries; takes and gives what `triples_of_nodes` does."""
    for batch in batches:
        count = batch.num_rows
        ids = batch.column("id").cast(pa.string())
        subject = pc.binary_join_element_wise(RESOURCE + "geo", ids, "")
        wkt = pc.binary_join_element_wise(
            "Point(", _decimal(batch.column("lon")), " ", _decimal(batch.column("lat")), ")", ""
        )
        # Two triples for each, the predicate asWKT before type.
        wkt_first = np.arange(2 * count) % 2 == 0
        of = pa.array(np.arange(2 * count) // 2)
        yield pa.RecordBatch.from_arrays(
            [
                subject.take(of),
                _choose(wkt_first, AS_WKT, RDF_TYPE),
                pc.if_else(wkt_first, wkt.take(of), POINT),
                _choose(wkt_first, "literal", "iri"),
                _choose(wkt_first, WKT_LITERAL, None),
                pa.nulls(2 * count, pa.string()),
            ],
            schema=TRIPLES,
        )


def _choose(condition: np.ndarray, one: str, other: str | None) -> pa.Array:
    return pc.if_else(condition, pa.scalar(one, pa.string()), pa.scalar(other, pa.string()))


def _decimal(degrees: pa.Array) -> pa.Array:
    """Write degrees with up to 7 decimals, one at the least, and never with an exponent."""
    units = np.rint(np.asarray(degrees) * 1e7).astype(np.int64)
    whole, part = np.divmod(np.abs(units), 10**7)
    decimals = pc.utf8_lpad(pa.array(part).cast(pa.string()), 7, "0")
    decimals = pc.replace_substring_regex(decimals, "(.)0+$", "\\1")
    sign = pc.if_else(pa.array(units < 0), "-", "")
    return pc.binary_join_element_wise(sign, pa.array(whole).cast(pa.string()), ".", decimals, "")


def _triples(batch: pa.RecordBatch) -> pa.RecordBatch:
    tags = batch.column("tags")
    node = np.repeat(np.arange(batch.num_rows), pc.list_value_length(tags.cast(_LISTS)).to_numpy())
    keys, values = tags.keys, tags.items
    parts = [
        _typed(node, keys, values),
        _stated(node, keys, values),
        _linked(batch.column("id")),
    ]
    table = pa.concat_tables(parts)
    predicates = table.column("predicate").combine_chunks().dictionary_encode()
    keys_of_order = {
        "node": table.column("node"),
        "rank": _ranked(predicates),
        "object": table.column("object"),
        "kind": table.column("kind"),
        "language": pc.fill_null(table.column("language"), ""),
    }
    order = pc.sort_indices(
        pa.table(keys_of_order), [(name, "ascending") for name in keys_of_order]
    )
    table = _distinct(table.take(order))
    subject = pc.binary_join_element_wise(RESOURCE, batch.column("id").cast(pa.string()), "")
    columns = {name: table.column(name).combine_chunks() for name in table.column_names}
    columns["subject"] = subject.take(columns["node"])
    columns["datatype"] = pa.nulls(table.num_rows, pa.string())
    return pa.RecordBatch.from_arrays(
        [columns[name].cast(pa.string()) for name in TRIPLES.names], schema=TRIPLES
    )


_LISTS = pa.list_(pa.struct([("key", pa.string()), ("value", pa.string())]))


def _ranked(column: pa.DictionaryArray) -> pa.Array:
    """Return each row's place among the sorted values of its column."""
    ranks = np.empty(len(column.dictionary), np.int32)
    ranks[pc.sort_indices(column.dictionary).to_numpy()] = np.arange(len(ranks))
    return pa.array(ranks[column.indices.to_numpy()])


def _distinct(table: pa.Table) -> pa.Table:
    """Drop the rows that are equal to the one before."""
    again = np.ones(max(table.num_rows - 1, 0), bool)
    for name in ("node", "predicate", "object", "kind", "language"):
        column = table.column(name).combine_chunks()
        if isinstance(column, pa.DictionaryArray):
            column = column.indices
        one, other = column[:-1], column[1:]
        same = pc.or_kleene(pc.equal(one, other), pc.and_(one.is_null(), other.is_null()))
        again &= pc.fill_null(same, False).to_numpy(zero_copy_only=False)
    if not again.any():
        return table
    return table.filter(pa.array(np.concatenate([[True], ~again])))


def _table(
    node: np.ndarray, predicate: pa.Array, text: pa.Array, kind: pa.Array, language: pa.Array
) -> pa.Table:
    return pa.table(
        [pa.array(node), predicate, text, kind, language],
        ["node", "predicate", "object", "kind", "language"],
    )


def _constant(value: str | None, count: int) -> pa.Array:
    return pa.repeat(pa.scalar(value, pa.string()), count)


def _typed(node: np.ndarray, keys: pa.Array, values: pa.Array) -> pa.Table:
    """Return the classes that the main tags give."""
    main = pc.is_in(keys, pa.array(sorted({tag.key for tag in main_tags()})))
    pairs = pc.binary_join_element_wise(keys.filter(main), values.filter(main), "=")
    place = pc.index_in(pairs, pa.array(list(_classes())))
    known = place.is_valid()
    iri = pa.array(list(_classes().values())).take(place.drop_null())
    count = len(iri)
    mask = main.to_numpy(zero_copy_only=False)
    return _table(
        node[mask][known.to_numpy(zero_copy_only=False)],
        _constant(RDF_TYPE, count),
        iri,
        _constant("iri", count),
        _constant(None, count),
    )


@cache
def _classes() -> dict[str, str]:
    return {f"{tag.key}={tag.value}": tag.iri for tag in main_tags()}


def _stated(node: np.ndarray, keys: pa.Array, values: pa.Array) -> pa.Table:
    """Return what the other tags say."""
    full = pc.not_equal(values, "").to_numpy(zero_copy_only=False)
    encoded = keys.dictionary_encode()
    said = [_said(key) for key in encoded.dictionary.to_pylist()]
    every = [statement for some in said for statement in some]
    counts = np.array([len(some) for some in said], int)
    starts = np.cumsum(counts) - counts
    # One row for every statement of every tag.
    code = encoded.indices.to_numpy()
    rows = counts[code] * full
    tag = np.repeat(np.arange(len(code)), rows)
    within = np.arange(len(tag)) - np.repeat(np.cumsum(rows) - rows, rows)
    which = starts[code[tag]] + within
    text = values.take(pa.array(tag))
    kind = _constant("literal", len(tag))
    for form, link in (("wikidata", _wikidata), ("wikipedia", _wikipedia)):
        linking = np.array([statement.form == form for statement in every], bool)[which]
        if linking.any():
            objects = [link(value) for value in text.filter(pa.array(linking)).to_pylist()]
            text = pc.replace_with_mask(
                text, pa.array(linking), pa.array([value for value, _ in objects], pa.string())
            )
            kind = pc.replace_with_mask(
                kind, pa.array(linking), pa.array([kind for _, kind in objects], pa.string())
            )
    column = pa.array(which)
    return _table(
        node[tag],
        pa.array([statement.predicate for statement in every], pa.string()).take(column),
        text,
        kind,
        pa.array([statement.language for statement in every], pa.string()).take(column),
    )


@cache
def _said(key: str) -> tuple[Statement, ...]:
    return tuple(statements([key]))


def _wikidata(value: str) -> tuple[str, str]:
    if _WIKIDATA.fullmatch(value):
        return "http://www.wikidata.org/wiki/" + value, "iri"
    return value, "literal"


def _wikipedia(value: str) -> tuple[str, str]:
    match = _WIKIPEDIA.fullmatch(value)
    if match:
        return f"https://{match[1]}.wikipedia.org/wiki/{quote(value)}", "iri"
    return value, "literal"


def _linked(ids: pa.Array) -> pa.Table:
    """Return each node's links to OpenStreetMap and to its geometry."""
    count, text = len(ids), ids.cast(pa.string())
    return pa.concat_tables(
        _table(
            np.arange(count),
            _constant(predicate, count),
            pc.binary_join_element_wise(prefix, text, ""),
            _constant("iri", count),
            _constant(None, count),
        )
        for predicate, prefix in ((OSM_LINK, _NODE), (SPATIAL_OBJECT, RESOURCE + "geo"))
    )


__all__ = [
    "OSM_LINK",
    "POINT",
    "RESOURCE",
    "SPATIAL_OBJECT",
    "triples_of_nodes",
    "triples_of_points",
]
