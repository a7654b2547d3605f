"""The database connection that everything on graphs runs on."""

from __future__ import annotations

import importlib.metadata
import re
import tempfile
from pathlib import Path
from uuid import uuid4

import duckdb
import duckdb_extension_spatial

from multiglobeqa.errors import InputError
from multiglobeqa.kg import functions

_MEMORY = re.compile(r"\d+(\.\d+)? ?[KMGT]i?B", re.IGNORECASE)


def connect(
    threads: int | None = None,
    memory: str | None = None,
    *,
    database: str | Path = ":memory:",
    temp: str | Path | None = None,
) -> duckdb.DuckDBPyConnection:
    """Open a database with the spatial extension and the project's SQL functions.

    Coordinates are always longitude, latitude: without that setting the ``_Spheroid`` functions
    read latitude first and give wrong distances without a word.

    Parameters
    ----------
    threads : int, optional
        How many threads queries may use; all cores if not given. Results never depend on it.
    memory : str, optional
        A limit such as ``"2GB"``; beyond it, queries spill to `temp`.
    database : path-like
        A file, or in memory.
    temp : path-like, optional
        The folder to spill to; one of its own in the system's folder for such by default.

    Returns
    -------
    duckdb.DuckDBPyConnection

    Raises
    ------
    InputError
        When a setting is no good, or the extension's release is not the database's.

    Examples
    --------
    >>> connect().sql("SELECT round(distance_km(60.17, 24.94, 59.44, 24.75), 1)").fetchone()
    (82.0,)
    """
    config: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
    }
    if threads is not None:
        if threads < 1:
            raise InputError(f"the number of threads is {threads}; it must be at least 1")
        config["threads"] = threads
    if memory is not None:
        if not _MEMORY.fullmatch(memory):
            raise InputError(
                f"the memory limit {memory!r} is none", remedy='Give one such as "2GB" or "500MB".'
            )
        config["memory_limit"] = memory
    if temp is None:
        # Of this connection alone, and never in the working directory; made only when needed.
        temp = Path(tempfile.gettempdir()) / f"multiglobeqa-{uuid4().hex}"
    config["temp_directory"] = str(temp)
    connection = duckdb.connect(str(database), config=config)
    connection.load_extension(str(_spatial()))
    connection.execute("SET geometry_always_xy = true")
    connection.execute("SET enable_progress_bar = false")
    functions.register(connection)
    return connection


def _spatial() -> Path:
    """Return the spatial extension that the wheel carries."""
    folder = Path(duckdb_extension_spatial.__file__).parent / "extensions"
    file = folder / f"v{duckdb.__version__}" / "spatial.duckdb_extension"
    if not file.is_file():
        release = importlib.metadata.version("duckdb-extension-spatial")
        raise InputError(
            f"duckdb is {duckdb.__version__} but duckdb-extension-spatial is {release}",
            remedy="Install the same version of both.",
        )
    return file


__all__ = ["connect"]
