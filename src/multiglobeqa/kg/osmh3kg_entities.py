"""Entities of OSMH3KG, read off its triples.

The triples come ordered by subject, so a few rows at a time tell all about some subjects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import shapely

from multiglobeqa.kg.osmh3kg_tags import (
    NAME_KEYS,
    PLACES,
    RESOURCE,
    SCHEMA,
    admin_level,
    image_of,
    is_attribute,
    key_of,
    name_key,
    name_of,
    ranks,
)
from multiglobeqa.kg.osmh3kg_triples import WIKIDATA
from multiglobeqa.kg.vocabulary import AS_WKT, HAS_GEOMETRY, RDF_TYPE, SF_WITHIN

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
        ("population", pa.int64()),
        ("admin_level", pa.int8()),
        ("within", pa.string()),
        ("image", pa.string()),
        ("street", pa.string()),
        ("neighbourhood", pa.string()),
        ("town", pa.string()),
        ("region", pa.string()),
        ("place", pa.int8()),
    ]
)
SHAPES = pa.schema(
    [
        ("geometry_id", pa.string()),
        ("geometry", pa.binary()),
        ("lon", pa.float64()),
        ("lat", pa.float64()),
        ("areal", pa.bool_()),
    ]
)
AREAS = pa.schema([("child", pa.string()), ("parent", pa.string())])

# What tells more of a feature than the cells it meets.
_SAID = (RDF_TYPE, HAS_GEOMETRY, SF_WITHIN)
_PLACE_CLASSES = {SCHEMA + value: place for value, place in PLACES.items()}
_MUNICIPAL = 7  # the first level of areas that are towns rather than regions
_POPULATION = re.compile("[0-9]{1,10}")


def shapes_of(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the geometries that subjects of a batch have, and their centroids."""
    said = batch.filter(
        pc.and_(
            pc.equal(batch.column("predicate"), AS_WKT),
            pc.invert(pc.starts_with(batch.column("subject"), RESOURCE + "geoH3")),
        )
    )
    # As objects: an array of texts would give each the room of the longest.
    texts = np.array(said.column("object").to_pylist(), object)
    found = shapely.from_wkt(texts, on_invalid="ignore")
    rows = said.column("subject").filter(pa.array(~shapely.is_missing(found)))
    found = found[~shapely.is_missing(found)]
    centre = shapely.centroid(found)
    return pa.RecordBatch.from_arrays(
        [
            rows,
            pa.array(shapely.to_wkb(found), pa.binary()),
            pa.array(shapely.get_x(centre)),
            pa.array(shapely.get_y(centre)),
            pa.array(shapely.get_dimensions(found) == 2),
        ],
        schema=SHAPES,
    )


def areas_of(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return in which administrative area each subject of a batch directly lies."""
    said = batch.filter(
        pc.and_(
            pc.equal(batch.column("predicate"), SF_WITHIN),
            # Cells that lie within a feature say so with the same predicate.
            pc.match_substring_regex(
                batch.column("subject"), f"^{re.escape(RESOURCE)}[a-z]+[0-9]+$"
            ),
        )
    )
    said = said.filter(pc.invert(pc.match_substring_regex(said.column("subject"), _CELL)))
    return pa.RecordBatch.from_arrays([said.column("subject"), said.column("object")], schema=AREAS)


_CELL = f"^{re.escape(RESOURCE)}8[0-9a-f]{{14}}$"


def bodies_of(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the rows of the subjects that have a known class, a name and a geometry.

    Parameters
    ----------
    batch : pyarrow.RecordBatch
        Of the schema `TRIPLES`, in order, with all triples of its subjects.
    """
    predicates = batch.column("predicate")
    kept = pc.or_(
        pc.starts_with(predicates, SCHEMA), pc.is_in(predicates, pa.array(_SAID, pa.string()))
    )
    of_feature = pc.invert(pc.match_substring_regex(batch.column("subject"), _CELL))
    said = batch.filter(pc.and_(kept, of_feature))
    triples = zip(
        *(said.column(name).to_pylist() for name in ("subject", "predicate", "object")),
        strict=True,
    )
    rows = [_body(subject, group) for subject, group in groupby(triples, key=itemgetter(0))]
    return pa.RecordBatch.from_pylist([row for row in rows if row], schema=BODIES)


def _body(subject: str, triples: Iterator[tuple[str, str, str]]) -> dict[str, Any] | None:
    tags: dict[str, str] = {}
    classes: list[str] = []
    geometry = within = None
    for _, predicate, text in triples:
        if predicate == RDF_TYPE:
            classes.append(text)
        elif predicate == HAS_GEOMETRY:
            geometry = geometry or text
        elif predicate == SF_WITHIN:
            within = within or text
        elif key := key_of(predicate):
            tags.setdefault(key, text.removeprefix(WIKIDATA) if key == "wikidata" else text)
    categories = sorted((one for one in classes if one in ranks()), key=ranks().__getitem__)
    name = name_of(tags)
    if not categories or geometry is None or name is None:
        return None
    # A class says what the tag of its key did.
    level = admin_level(
        {**tags, "boundary": "administrative"} if SCHEMA + "administrative" in categories else tags
    )
    labels, aliases = _names(tags)
    population = tags.get("population", "")
    return {
        "id": subject,
        "geometry_id": geometry,
        "name": name,
        "labels": sorted(labels.items()),
        "aliases": aliases,
        "class": categories[0],
        "categories": categories,
        "attributes": sorted((key, value) for key, value in tags.items() if is_attribute(key)),
        "population": int(population) if _POPULATION.fullmatch(population) else None,
        "admin_level": level,
        "within": within,
        "image": image_of(tags),
        "street": tags.get("addr:street"),
        "neighbourhood": _first(tags, "addr:neighbourhood", "addr:suburb", "addr:place"),
        "town": _first(tags, "addr:city", "addr:town", "addr:village"),
        "region": _first(tags, "addr:state", "addr:province", "addr:district"),
        "place": _place(categories, level),
    }


def _first(tags: dict[str, str], *keys: str) -> str | None:
    return next((tags[key] for key in keys if key in tags), None)


def _place(categories: list[str], level: int | None) -> int | None:
    if level is not None and level < 4:
        return 6
    ranked = [_PLACE_CLASSES[one] for one in categories if one in _PLACE_CLASSES]
    if ranked:
        return max(ranked)
    if level is None:
        return None
    return 6 if level < _MUNICIPAL else 2 if level < 9 else 1


def _names(tags: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return labels by language, and the other names; ';' parts several."""
    labels: dict[str, str] = {}
    aliases: set[str] = set()
    for key in sorted(tags, key=lambda key: (key not in NAME_KEYS, key)):
        said = name_key(key)
        if said and said.alias:
            aliases.update(part.strip() for part in tags[key].split(";") if part.strip())
        elif said:
            labels.setdefault(said.language, tags[key])
    return labels, sorted(aliases)


__all__ = ["AREAS", "BODIES", "SHAPES", "areas_of", "bodies_of", "shapes_of"]
