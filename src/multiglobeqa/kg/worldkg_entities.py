"""Entities of WorldKG, read off its triples, by whole columns.

The triples come ordered by subject, so a few rows at a time tell all about some subjects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from multiglobeqa.kg.tags import (
    ALIAS_KEYS,
    SCHEMA,
    main_tags,
    naming_predicates,
    predicate,
)
from multiglobeqa.kg.vocabulary import AS_WKT, RDF_TYPE, RDFS_LABEL
from multiglobeqa.kg.worldkg_triples import OSM_LINK, SPATIAL_OBJECT

POINTS = pa.schema([("geometry_id", pa.string()), ("lon", pa.float64()), ("lat", pa.float64())])

_TEXT_MAP = pa.map_(pa.string(), pa.string())
_TEXTS = pa.list_(pa.string())
BODIES = pa.schema(
    [
        ("id", pa.string()),
        ("geometry_id", pa.string()),
        ("name", pa.string()),
        ("labels", _TEXT_MAP),
        ("aliases", _TEXTS),
        ("class", pa.string()),
        ("categories", _TEXTS),
        ("attributes", _TEXT_MAP),
        ("place", pa.int8()),
    ]
)

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
_WKT = r"^\s*(?i:point)\s*\(\s*(?P<lon>[-+.0-9eE]+)\s+(?P<lat>[-+.0-9eE]+)\s*\)\s*$"


def whole_subjects(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield the same rows in batches that never end in the middle of a subject."""
    rest: pa.RecordBatch | None = None
    for batch in batches:
        if not batch.num_rows:
            continue
        rows = batch if rest is None else pa.concat_batches([rest, batch])
        subject = rows.column("subject")
        last = pc.index(subject, subject[-1]).as_py()
        if last:
            yield rows.slice(0, last)
        rest = rows.slice(last)
    if rest is not None:
        yield rest


def points(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the points that geometries of a batch have, one for each."""
    said = batch.filter(pc.equal(batch.column("predicate"), AS_WKT))
    found = pc.extract_regex(said.column("object"), _WKT)
    lon, lat = (_number(pc.struct_field(found, name)) for name in ("lon", "lat"))
    inside = pc.and_(pc.less_equal(pc.abs(lon), 180), pc.less_equal(pc.abs(lat), 90))
    rows = pa.RecordBatch.from_arrays([said.column("subject"), lon, lat], schema=POINTS)
    rows = rows.filter(inside)
    return rows.filter(pa.array(_starts(rows.column("geometry_id"))))


def _number(text: pa.Array) -> pa.Array:
    try:
        return text.cast(pa.float64())
    except pa.ArrowInvalid:  # such as "1.2.3": look at each
        return pa.array([_float(value) for value in text.to_pylist()], pa.float64())


def _float(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def bodies(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the rows of the subjects that have a known class, a name and a geometry.

    Parameters
    ----------
    batch : pyarrow.RecordBatch
        Of the schema `TRIPLES`, in order, with all triples of its subjects.

    Returns
    -------
    pyarrow.RecordBatch
        Of the schema `BODIES`, ordered by id.
    """
    starts = _starts(batch.column("subject"))
    subject = np.cumsum(starts) - 1
    count = int(starts.sum())
    predicates = batch.column("predicate").dictionary_encode()
    roles = np.array([_role(one) for one in predicates.dictionary.to_pylist()], object)
    role = roles[predicates.indices.to_numpy()]
    text = batch.column("object")

    classes = _classes(subject, text, role == "type")
    labels = _labels(subject, batch, role == "label")
    names = _names(labels, count)
    geometry = _first(subject, text, role == "geometry", count)
    kept = np.zeros(count, bool)
    kept[classes[0]] = True
    kept &= names.is_valid().to_numpy(zero_copy_only=False)
    kept &= geometry.is_valid().to_numpy(zero_copy_only=False)

    foremost = np.full(count, -1)
    order = _starts(pa.array(classes[0]))
    foremost[classes[0][order]] = classes[1][order]
    iris = pa.array(list(_ranks()))
    main = iris.take(pa.array(foremost[kept]))
    attribute = role == "attribute"
    attribute &= ~_repeated(subject, predicates.indices.to_numpy())
    names_of = pc.utf8_slice_codeunits(predicates.dictionary, len(SCHEMA))
    return pa.RecordBatch.from_arrays(
        [
            batch.column("subject").filter(pa.array(starts)).filter(pa.array(kept)),
            geometry.filter(pa.array(kept)),
            names.filter(pa.array(kept)),
            _grouped(kept, labels[0], labels[1], labels[2]),
            _grouped(kept, *_aliases(subject, text, role == "alias")),
            main,
            _grouped(kept, classes[0], iris.take(pa.array(classes[1]))),
            _grouped(
                kept,
                subject[attribute],
                names_of.take(predicates.indices.filter(pa.array(attribute))),
                text.filter(pa.array(attribute)),
            ),
            pa.array(list(map(_PLACES.get, main.to_pylist())), pa.int8()),
        ],
        schema=BODIES,
    )


@cache
def _role(iri: str) -> str | None:
    if iri in _ROLES:
        return _ROLES[iri]
    return "attribute" if iri.startswith(SCHEMA) and iri not in naming_predicates() else None


_ROLES = {
    RDF_TYPE: "type",
    RDFS_LABEL: "label",
    SPATIAL_OBJECT: "geometry",
    OSM_LINK: None,
    **{predicate(key): "alias" for key in ALIAS_KEYS},
}


@cache
def _ranks() -> dict[str, int]:
    """Return the classes, foremost first, with their places in that order."""
    iris = dict.fromkeys(tag.iri for tag in main_tags())
    return {iri: rank for rank, iri in enumerate(iris)}


def _starts(column: pa.Array) -> np.ndarray:
    """Tell which rows of an ordered column differ from the row before."""
    if not len(column):
        return np.zeros(0, bool)
    changed = pc.not_equal(column[1:], column[:-1]).to_numpy(zero_copy_only=False)
    return np.concatenate([[True], changed])


def _repeated(subject: np.ndarray, code: np.ndarray) -> np.ndarray:
    """Tell which rows say the same predicate of the same subject as the row before."""
    again = np.zeros(len(subject), bool)
    again[1:] = (subject[1:] == subject[:-1]) & (code[1:] == code[:-1])
    return again


def _classes(
    subject: np.ndarray, text: pa.Array, mask: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return subjects and ranks of their known classes, foremost first."""
    rank = pc.index_in(text.filter(pa.array(mask)), pa.array(list(_ranks())))
    known = rank.is_valid().to_numpy(zero_copy_only=False)
    of, rank = subject[mask][known], rank.drop_null().to_numpy()
    order = np.lexsort((rank, of))
    return of[order], rank[order]


def _labels(
    subject: np.ndarray, batch: pa.RecordBatch, mask: np.ndarray
) -> tuple[np.ndarray, pa.Array, pa.Array]:
    """Return subjects, languages and labels, one label for each language, in its order."""
    chosen = pa.array(mask)
    language = pc.fill_null(batch.column("language").filter(chosen), "und").dictionary_encode()
    text = batch.column("object").filter(chosen)
    ranks = np.empty(len(language.dictionary), int)
    ranks[pc.sort_indices(language.dictionary).to_numpy()] = np.arange(len(ranks))
    of, code = subject[mask], ranks[language.indices.to_numpy()]
    order = np.lexsort((code, of))  # stable: of several labels the first stays first
    order = order[~_repeated(of[order], code[order])]
    rows = pa.array(order)
    return of[order], language.take(rows).cast(pa.string()), text.take(rows)


def _names(labels: tuple[np.ndarray, pa.Array, pa.Array], count: int) -> pa.Array:
    """Return each subject's English label, else its plain one, else null."""
    of, language, text = labels
    names = pa.nulls(count, pa.string())
    for tag in ("und", "en"):
        mask = pc.equal(language, tag)
        place = np.full(count, -1)
        place[of[mask.to_numpy(zero_copy_only=False)]] = np.flatnonzero(
            mask.to_numpy(zero_copy_only=False)
        )
        named = text.take(pa.array(place, mask=place < 0))
        names = pc.coalesce(named, names)
    return names


def _first(subject: np.ndarray, text: pa.Array, mask: np.ndarray, count: int) -> pa.Array:
    """Return the first object that each subject has where `mask` holds, else null."""
    rows = np.flatnonzero(mask)[::-1]
    place = np.full(count, -1)
    place[subject[rows]] = rows
    return text.take(pa.array(place, mask=place < 0))


def _aliases(subject: np.ndarray, text: pa.Array, mask: np.ndarray) -> tuple[np.ndarray, pa.Array]:
    """Return subjects and their aliases, ordered and each once; ';' parts several."""
    found = sorted(
        {
            (of, alias.strip())
            for of, value in zip(
                subject[mask].tolist(), text.filter(pa.array(mask)).to_pylist(), strict=True
            )
            for alias in value.split(";")
            if alias.strip()
        }
    )
    return np.array([of for of, _ in found], int), pa.array(
        [alias for _, alias in found], pa.string()
    )


def _grouped(
    kept: np.ndarray, subject: np.ndarray, keys: pa.Array, values: pa.Array | None = None
) -> pa.Array:
    """Return a list, or a map if there are values, for each kept subject from ordered rows."""
    mask = kept[subject]
    rows = pa.array(mask)
    counts = np.bincount(subject[mask], minlength=len(kept))[kept]
    offsets = pa.array(np.concatenate([[0], np.cumsum(counts)]).astype(np.int32))
    if values is None:
        return pa.ListArray.from_arrays(offsets, keys.filter(rows))
    return pa.MapArray.from_arrays(offsets, keys.filter(rows), values.filter(rows))


__all__ = ["BODIES", "POINTS", "bodies", "points", "whole_subjects"]
