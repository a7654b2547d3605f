"""Snapshots opened for queries."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any

import duckdb

from multiglobeqa.errors import InputError
from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.naming import register
from multiglobeqa.kg.snapshot import Snapshot, open_snapshot


class Store:
    """One or many snapshots as the views `entities` and `triples` of one connection.

    Names are unique within a snapshot. Where several snapshots of one graph are opened together,
    entities of different snapshots that are displayed by the same name have none here.

    Parameters
    ----------
    path, *more : path-like
        Snapshot folders.
    threads : int, optional
        How many threads queries may use.
    memory : str, optional
        A limit such as ``"2GB"``.

    Raises
    ------
    InputError
        When a folder is no sound snapshot, or two of them hold the same entity.

    Examples
    --------
    >>> with Store("worldkg") as store:  # doctest: +SKIP
    ...     store.connection.sql("SELECT count(*) FROM entities").fetchone()
    """

    def __init__(
        self,
        path: str | Path,
        *more: str | Path,
        threads: int | None = None,
        memory: str | None = None,
    ) -> None:
        self.snapshots: list[Snapshot] = [open_snapshot(each) for each in (path, *more)]
        self.connection: duckdb.DuckDBPyConnection = connect(threads, memory)
        for view in ("entities", "triples"):
            files = [str(file) for one in self.snapshots for file in getattr(one, view)]
            self.connection.read_parquet(files).create_view(view)
        graphs = [snapshot.kg for snapshot in self.snapshots]
        if len(set(graphs)) < len(graphs):
            self._refuse_duplicates()
            self._drop_shared_names()

    @property
    def manifests(self) -> list[dict[str, Any]]:
        """The snapshots' manifests, in the order given."""
        return [snapshot.manifest for snapshot in self.snapshots]

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _refuse_duplicates(self) -> None:
        """Refuse snapshots that share entities: every count would be wrong."""
        shared = self.connection.execute(
            "SELECT id FROM entities GROUP BY id HAVING count(*) > 1 ORDER BY id LIMIT 1"
        ).fetchone()
        if shared:
            raise InputError(
                f"the snapshots {', '.join(str(one.path) for one in self.snapshots)} share "
                f"entities, <{shared[0]}> for one",
                remedy="Build one snapshot from all their sources: duplicates are merged there.",
            )

    def _drop_shared_names(self) -> None:
        """Leave no two entities of one graph with one display name."""
        register(self.connection)
        self.connection.execute(
            """
            CREATE TEMP TABLE shared_name AS
            SELECT unnest(list(id)) AS id
            FROM entities
            WHERE display_name IS NOT NULL
            GROUP BY kg, name_key(display_name)
            HAVING count(*) > 1
            """
        )
        files = [str(file) for one in self.snapshots for file in one.entities]
        self.connection.read_parquet(files).create_view("entity_row")
        self.connection.execute(
            """
            CREATE OR REPLACE VIEW entities AS
            SELECT * REPLACE (
                CASE WHEN id NOT IN (FROM shared_name) THEN display_name END AS display_name
            )
            FROM entity_row
            """
        )


__all__ = ["Store"]
