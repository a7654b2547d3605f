"""Writes small snapshots out of what a test cares for."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import shapely

from multiglobeqa.kg.model import ENTITIES, TRIPLES
from multiglobeqa.kg.snapshot import Snapshot, new_snapshot, open_snapshot

KIND = "http://example.org/kind/"
PLACE = "http://example.org/place/"


def entity(name: str, **columns: Any) -> dict[str, Any]:
    """Return a row of `ENTITIES`; a shape gives its point unless that is given."""
    shape = columns.pop("shape", None)
    if shape is None and columns.get("lon") is not None:
        shape = shapely.Point(columns["lon"], columns["lat"])
    point = {} if shape is None else {"lon": shape.centroid.x, "lat": shape.centroid.y}
    row = {
        "id": PLACE + name.replace(" ", "_"),
        "kg": "small",
        "name": name,
        "display_name": name,
        "labels": {},
        "aliases": [],
        "class": KIND + "Town",
        "attributes": {},
        "parents": [],
        "geometry": None if shape is None else shapely.to_wkb(shape),
        **point,
        **columns,
    }
    row.setdefault("categories", [row["class"]])
    return {column: row.get(column) for column in ENTITIES.names}


def triple(subject: str, predicate: str, term: str, kind: str = "iri") -> dict[str, Any]:
    return {"subject": subject, "predicate": predicate, "object": term, "kind": kind}


def write_graph(
    path: Path, entities: list[dict[str, Any]], triples: list[dict[str, Any]] | None = None
) -> Snapshot:
    rows = sorted(triples or [], key=lambda row: (row["subject"], row["predicate"]))
    with new_snapshot(path, path.name) as (writer, _):
        writer.write_entities(pa.Table.from_pylist(entities, ENTITIES).to_batches())
        writer.write_triples(pa.Table.from_pylist(rows, TRIPLES).to_batches())
    return open_snapshot(path)
