"""Tables of a database made from Arrow schemas and filled with Arrow batches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import duckdb
import pyarrow as pa

from multiglobeqa.kg.model import TRIPLES


def create(connection: duckdb.DuckDBPyConnection, table: str, schema: pa.Schema) -> None:
    """Create an empty table with the columns of a schema."""
    connection.register("columns_given", schema.empty_table())
    connection.execute(f"CREATE TABLE {table} AS FROM columns_given")
    connection.unregister("columns_given")


def insert(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    batches: Iterable[pa.RecordBatch | pa.Table],
) -> None:
    """Append rows to a table; columns that they lack become null.

    Examples
    --------
    >>> with duckdb.connect() as connection:
    ...     create(connection, "place", pa.schema([("id", pa.int64()), ("name", pa.string())]))
    ...     insert(connection, "place", [pa.table({"name": ["Vaduz"]})])
    ...     connection.execute("FROM place").fetchall()
    [(None, 'Vaduz')]
    """
    for batch in batches:
        connection.register("rows_given", batch)
        connection.execute(f"INSERT INTO {table} BY NAME FROM rows_given")
        connection.unregister("rows_given")


def batch_of(triples: Iterable[Sequence[str | None]]) -> pa.RecordBatch:
    """Return rows of the schema `TRIPLES` as a batch."""
    columns = list(zip(*triples, strict=True)) or [()] * len(TRIPLES)
    return pa.RecordBatch.from_arrays(
        [pa.array(column, pa.string()) for column in columns], schema=TRIPLES
    )


__all__ = ["batch_of", "create", "insert"]
