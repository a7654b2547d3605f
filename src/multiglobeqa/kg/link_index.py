"""What refers to an entity: subjects by object, children by parent, areas by the box around them.

A snapshot's triples lie by subject, so that what an entity says of others is found at once; this
index answers the other way round.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow.compute as pc
import pyarrow.parquet as pq

from multiglobeqa.kg.beside import Tell, index_folder, silent
from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.snapshot import Snapshot

VERSION = 1

_QUERIES = {
    "links": """
        SELECT object AS entity, subject AS other, predicate
        FROM triples
        SEMI JOIN entities ON entities.id = triples.object
        WHERE kind = 'iri' AND subject IN (SELECT id FROM entities)
        ORDER BY ALL
    """,
    "children": """
        SELECT parents[1] AS entity, id AS other
        FROM entities
        WHERE len(parents) > 0
        ORDER BY ALL
    """,
    "areas": """
        SELECT
            id, ST_XMin(geometry) AS west, ST_YMin(geometry) AS south,
            ST_XMax(geometry) AS east, ST_YMax(geometry) AS north
        FROM entities
        WHERE ST_GeometryType(geometry) IN ('POLYGON', 'MULTIPOLYGON')
        ORDER BY id
    """,
}


class LinkIndex:
    """The links of one snapshot's entities, seen from where they lead to."""

    def __init__(self, snapshot: Snapshot, tell: Tell = silent) -> None:
        self._folder = index_folder(
            snapshot, "links", VERSION, lambda beside: _build(snapshot, beside), tell
        )
        areas = pq.read_table(self._folder / "areas.parquet")
        self._areas = areas.column("id")
        self._box = [areas.column(side).to_numpy() for side in ("west", "south", "east", "north")]

    def linking(self, entity: str) -> list[tuple[str, str]]:
        """Return the entities with a triple whose object is this one, and its predicate."""
        rows = self._rows("links", entity)
        return [(row["other"], row["predicate"]) for row in rows]

    def children(self, entity: str) -> list[str]:
        """Return the entities whose nearest parent is this one."""
        return [row["other"] for row in self._rows("children", entity)]

    def areas_around(self, lat: float, lon: float) -> list[str]:
        """Return the areas whose box holds a point."""
        west, south, east, north = self._box
        around = (west <= lon) & (lon <= east) & (south <= lat) & (lat <= north)
        found: list[str] = self._areas.take(np.flatnonzero(around)).to_pylist()
        return found

    def _rows(self, table: str, entity: str) -> list[dict[str, str]]:
        # The rows lie by entity: the statistics leave one group of them to read, or two.
        rows = pq.read_table(
            self._folder / f"{table}.parquet", filters=pc.field("entity") == entity
        )
        found: list[dict[str, str]] = rows.to_pylist()
        return found


def _build(snapshot: Snapshot, folder: Path) -> None:
    with connect(temp=folder / "spill") as connection:
        for view in ("entities", "triples"):
            files = [str(file) for file in getattr(snapshot, view)]
            connection.read_parquet(files).create_view(view)
        for name, query in _QUERIES.items():
            connection.sql(query).write_parquet(
                str(folder / f"{name}.parquet"), row_group_size=1 << 14
            )


__all__ = ["LinkIndex"]
