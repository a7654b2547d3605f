"""Names that identify: each entity's own name where it is the only one, else with context.

Context comes before coordinates, which would give answers away: a place is told by its region or
country ("Kalnini, Latvia"), anything else by its town, then its street or neighbourhood ("Holy
Cross, Paramin"; "Apteka, Ulica Zmaja od Bosne, Sarajevo"). What is not unique by any context gets
coordinates ("Kalnini, Latvia (56.9, 24.1)"), and what even they cannot tell apart gets no name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from contextlib import suppress

import duckdb
import pyarrow as pa
from duckdb.func import ARROW
from duckdb.sqltypes import VARCHAR

from multiglobeqa.kg.model import Places

_LONGEST = 120  # characters; beyond, a name is a description

# Contexts from the most to the least wanted. The second entry holds for places alone.
_CONTEXTS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("region",), "place >= 2"),
    (("country",), "place >= 2"),
    (("town",), "true"),
    (("area", "town"), "true"),
    (("region",), "true"),
    (("area", "region"), "true"),
    (("town", "region"), "true"),
    (("town", "country"), "true"),
    (("area", "town", "region"), "true"),
    (("area", "town", "country"), "true"),
    (("country",), "true"),
    (("area", "country"), "true"),
    (("area",), "true"),
)
_DECIMALS = range(1, 6)

# Where the nearest place lies near enough to tell where something is: seekers, givers, kilometres.
_NEAREST = (
    ("area", "place IS NULL", "place = 1", (1, 2)),
    ("town", "place IS NULL OR place = 1", "place >= 3", (3, 6, 15)),
    ("town", "place IN (2, 3)", "place >= 4", (10, 30)),
)


def name_entities(
    connection: duckdb.DuckDBPyConnection, *, places: Places | None, nouns: Iterable[str] = ()
) -> None:
    """Create the table `named` (id, display_name) from `staged` and `located`.

    No two names are equal when compared casefolded, NFC-normalised, with white space collapsed
    and invisible format characters left out; none is that of a country, or a class's noun alone.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
        Where the tables are.
    places : Places, optional
        Tells the countries' names.
    nouns : iterable of str
        Nouns of classes.
    """
    _register(connection, "clean_name", clean)
    _register(connection, "name_key", key)
    reserved = {key(noun) for noun in nouns}
    if places is not None:
        reserved |= {key(name) for name in places.country_names()}
    _table(connection, "reserved", {"key": sorted(reserved)})
    _table(connection, "country_name", _countries(connection, places))
    connection.execute(_CALLED)
    connection.execute(_CROWD)
    for column, seekers, givers, radii in _NEAREST:
        for radius in radii:
            connection.execute(_nearest(column, seekers, givers, radius))
    connection.execute("CREATE OR REPLACE TABLE found (id VARCHAR, display VARCHAR, rank INTEGER)")
    for rank, (columns, condition) in enumerate(_CONTEXTS):
        connection.execute(_unique(columns, condition, rank))
    for decimals in _DECIMALS:
        connection.execute(_by_coordinates(decimals))
    connection.execute(_NAMED)
    for table in ("reserved", "country_name", "called", "crowd", "found"):
        connection.execute(f"DROP TABLE {table}")


def clean(name: str) -> str:
    """Return a name in NFC with white space collapsed."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def key(name: str) -> str:
    r"""Return what names are compared by.

    Examples
    --------
    >>> key("  STRASSE\u200f  1 ") == key("Straße 1")
    True
    """
    folded = unicodedata.normalize("NFC", clean(name).casefold())
    if folded.isascii():
        return folded
    return "".join(mark for mark in folded if unicodedata.category(mark) != "Cf")


def _register(
    connection: duckdb.DuckDBPyConnection, name: str, function: Callable[[str], str]
) -> None:
    def vectorised(column: pa.ChunkedArray) -> pa.Array:
        return pa.array([function(text) for text in column.to_pylist()], pa.string())

    with suppress(duckdb.NotImplementedException):  # the connection knows it already
        connection.create_function(name, vectorised, [VARCHAR], VARCHAR, type=ARROW)


def _table(connection: duckdb.DuckDBPyConnection, name: str, columns: dict[str, list]) -> None:
    table = pa.table({column: pa.array(rows, pa.string()) for column, rows in columns.items()})
    connection.register("rows_given", table)
    connection.execute(f"CREATE OR REPLACE TABLE {name} AS FROM rows_given")
    connection.unregister("rows_given")


def _countries(
    connection: duckdb.DuckDBPyConnection, places: Places | None
) -> dict[str, list[str]]:
    codes = connection.execute(
        "SELECT DISTINCT country FROM located WHERE country IS NOT NULL ORDER BY 1"
    ).fetchall()
    names = {code: places.country_name(code) for (code,) in codes} if places else {}
    return {"code": list(names), "name": list(names.values())}


# A name must hold a letter, no control character, and be no longer than a name is.
_CALLED = f"""
CREATE OR REPLACE TABLE called AS
SELECT
    id, clean_name(name) AS name, name_key(name) AS key, lon, lat, place,
    coalesce(street, neighbourhood) AS area, town, region
FROM staged
WHERE length(name) <= {_LONGEST}
    AND regexp_matches(name, '\\p{{L}}') AND NOT regexp_matches(name, '\\p{{Cc}}')
"""


def _fit(column: str) -> str:
    """Return SQL for a context that adds something to the name, cleaned; else null."""
    return f"""
    CASE
        WHEN length({column}) <= {_LONGEST} // 2
            AND regexp_matches({column}, '\\p{{L}}') AND NOT regexp_matches({column}, '\\p{{Cc}}')
            AND name_key({column}) <> called.key
        THEN clean_name({column})
    END AS {column}
    """


_CROWD = f"""
CREATE OR REPLACE TABLE crowd AS
WITH crowded AS (
    SELECT key FROM called GROUP BY key HAVING count(*) > 1
    UNION
    FROM reserved
)
SELECT
    called.* REPLACE ({_fit("area")}, {_fit("town")}, {_fit("region")}),
    country_name.name AS country
FROM called
SEMI JOIN crowded USING (key)
LEFT JOIN located USING (id)
LEFT JOIN country_name ON country_name.code = located.country
"""


def _nearest(column: str, seekers: str, givers: str, radius: int) -> str:
    """Return SQL that fills an empty column with the name of the nearest place within a radius.

    Space is cut into cubes with the radius as edge, so that the poles and the antimeridian are
    like any other place: whatever lies within the radius is in the seeker's cube or one next to it.
    """
    return f"""
    WITH seeker AS (
        SELECT id, key, {_XYZ}, {_cube("x", "y", "z", radius)} AS cube
        FROM crowd WHERE {column} IS NULL AND ({seekers}) AND lon IS NOT NULL
    ),
    giver AS (
        SELECT id, name, key, x, y, z, unnest({_neighbours("cube")}) AS cube
        FROM (
            SELECT id, name, key, {_XYZ}, {_cube("x", "y", "z", radius)} AS cube
            FROM called WHERE {givers} AND lon IS NOT NULL
        )
    ),
    near AS (
        SELECT s.id, min({{
            'square': (s.x - g.x) ** 2 + (s.y - g.y) ** 2 + (s.z - g.z) ** 2,
            'id': g.id,
            'name': g.name
        }}) AS best
        FROM seeker s JOIN giver g USING (cube)
        WHERE s.key <> g.key AND (s.x - g.x) ** 2 + (s.y - g.y) ** 2 + (s.z - g.z) ** 2 <= {radius**2}
        GROUP BY s.id
    )
    UPDATE crowd SET {column} = near.best.name FROM near WHERE crowd.id = near.id
    """


_XYZ = """
    6371 * cos(radians(lat)) * cos(radians(lon)) AS x,
    6371 * cos(radians(lat)) * sin(radians(lon)) AS y,
    6371 * sin(radians(lat)) AS z
"""


def _cube(x: str, y: str, z: str, edge: int) -> str:
    def along(axis: str) -> str:
        return f"(floor({axis} / {edge})::BIGINT + 8192)"

    return f"({along(x)} * 16384 + {along(y)}) * 16384 + {along(z)}"


def _neighbours(cube: str) -> str:
    steps = (-1, 0, 1)
    offsets = [(x * 16384 + y) * 16384 + z for x in steps for y in steps for z in steps]
    return "[" + ", ".join(f"{cube} + {offset}" for offset in offsets) + "]"


def _unique(columns: tuple[str, ...], condition: str, rank: int) -> str:
    known = " AND ".join(f"{column} IS NOT NULL" for column in columns)
    groups = ", ".join(f"name_key({column})" for column in columns)
    parts = ", ".join(f"any_value({column})" for column in columns)
    return f"""
    INSERT INTO found
    SELECT * FROM (
        SELECT any_value(id) AS id, concat_ws(', ', any_value(name), {parts}) AS display, {rank}
        FROM crowd
        WHERE {known}
        GROUP BY key, {groups}
        HAVING count(*) = 1 AND coalesce(bool_and({condition}), false)
    )
    ANTI JOIN found USING (id)
    """


def _by_coordinates(decimals: int) -> str:
    place = f"printf('(%.{decimals}f, %.{decimals}f)', lat, lon)"
    return f"""
    INSERT INTO found
    SELECT * FROM (
        SELECT
            any_value(id) AS id,
            concat_ws(' ', concat_ws(', ', any_value(name), any_value(country)), any_value(point)) AS d,
            {len(_CONTEXTS) + decimals}
        FROM (SELECT *, {place} AS point FROM crowd WHERE lon IS NOT NULL)
        GROUP BY key, point
        HAVING count(*) = 1
    )
    ANTI JOIN found USING (id)
    """


# A name with context may happen to be another entity's whole name: the plainer one keeps it.
_NAMED = """
CREATE OR REPLACE TABLE named AS
WITH every AS (
    SELECT id, name AS display, -1 AS rank FROM called ANTI JOIN crowd USING (id)
    UNION ALL
    FROM found
)
SELECT id, display AS display_name
FROM (SELECT *, name_key(display) AS key FROM every)
ANTI JOIN reserved USING (key)
QUALIFY row_number() OVER (PARTITION BY key ORDER BY rank, id) = 1
"""

__all__ = ["clean", "key", "name_entities"]
