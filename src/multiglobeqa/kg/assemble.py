"""The last steps of every builder: where entities lie, what they are called, in which order."""

from __future__ import annotations

from collections.abc import Iterable

import duckdb
import numpy as np
import pyarrow as pa

from multiglobeqa.kg.model import ENTITIES, H3_RESOLUTION, Places
from multiglobeqa.kg.naming import name_entities
from multiglobeqa.kg.snapshot import SnapshotWriter

# Columns of `staged` that say more of a place than an entity's row holds: what naming builds on.
CONTEXT = pa.schema(
    [
        pa.field("street", pa.string()),
        pa.field("neighbourhood", pa.string()),
        pa.field("town", pa.string()),
        pa.field("region", pa.string()),
        # What it is as a place for others: 6 larger than a city, 5 city, 4 town, 3 village,
        # 2 smaller, 1 part of a settlement, null no place.
        pa.field("place", pa.int8()),
    ]
)

_MADE_HERE = ("display_name", "country", "income_tier", "density_tier", "h3")

STAGED = pa.schema([*(field for field in ENTITIES if field.name not in _MADE_HERE), *CONTEXT])

_WORLD = "{'min_x': -180, 'min_y': -90, 'max_x': 180, 'max_y': 90}::BOX_2D"
_BATCH = 1 << 16


def stage(connection: duckdb.DuckDBPyConnection) -> None:
    """Create the empty table `staged`: the columns of `STAGED`, for a builder to fill."""
    empty = STAGED.empty_table()
    connection.register("staged_columns", empty)
    connection.execute("CREATE OR REPLACE TABLE staged AS FROM staged_columns")
    connection.unregister("staged_columns")


def write_staged(
    connection: duckdb.DuckDBPyConnection,
    writer: SnapshotWriter,
    *,
    places: Places | None,
    nouns: Iterable[str] = (),
) -> None:
    """Locate and name the entities of the table `staged`, and write them along a Hilbert curve.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
        Where `staged` is.
    writer : SnapshotWriter
        Where they go.
    places : Places, optional
        Tells country and strata; without it these columns are null.
    nouns : iterable of str
        Nouns of classes: an entity called by one alone is not identified by it.
    """
    _locate(connection, places)
    name_entities(connection, places=places, nouns=nouns)
    columns = ", ".join(f'"{name}"' for name in ENTITIES.names)
    ordered = connection.execute(
        f"""
        SELECT {columns}
        FROM (SELECT *, h3_id(lat, lon, {H3_RESOLUTION}) AS h3 FROM staged)
        LEFT JOIN located USING (id)
        LEFT JOIN named USING (id)
        ORDER BY
            ST_Hilbert(lon, lat, {_WORLD}),
            id
        """  # noqa: S608
    )
    writer.write_entities(ordered.to_arrow_reader(_BATCH))


def _locate(connection: duckdb.DuckDBPyConnection, places: Places | None) -> None:
    """Create the table `located`: country, income tier and density tier by id."""
    connection.execute(
        """
        CREATE OR REPLACE TABLE located
        (id VARCHAR, country VARCHAR, income_tier VARCHAR, density_tier VARCHAR)
        """
    )
    if places is None:
        return
    points = connection.cursor().execute("SELECT id, lon, lat FROM staged WHERE lon IS NOT NULL")
    for batch in points.to_arrow_reader(_BATCH):
        lon, lat = (np.asarray(batch.column(name)) for name in ("lon", "lat"))
        found = [pa.array(column, pa.string()) for column in places.locate(lon, lat)]
        connection.register("found", pa.table([batch.column("id"), *found], ["id", *_LOCATED]))
        connection.execute("INSERT INTO located FROM found")
    connection.unregister("found")


_LOCATED = ("country", "income_tier", "density_tier")

__all__ = ["CONTEXT", "STAGED", "stage", "write_staged"]
