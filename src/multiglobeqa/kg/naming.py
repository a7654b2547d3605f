"""Names that identify: each entity's own name where it is the only one, else with context.

Places come first: the only place among all that bear a name keeps it plain ("Vaduz", not the post
office there), and so does the only great city ("São Paulo", not a village). In its region or
country the only city or town comes first ("San Antonio, Chile"). Anything else is told by its town,
then its street or neighbourhood ("Holy Cross, Paramin"; "Apteka, Ulica Zmaja od Bosne, Sarajevo").
Coordinates come last, for they give answers away ("Kalnini, Latvia (56.9, 24.1)"), and what even
they cannot tell apart gets no name.
"""

# The SQL below is put together from this module's own constants; names are rows of its tables.
# ruff: noqa: S608

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from contextlib import suppress

import duckdb
import numpy as np
import pyarrow as pa
from duckdb.func import ARROW
from duckdb.sqltypes import VARCHAR

from multiglobeqa.kg.model import Places
from multiglobeqa.kg.nearest import nearest

_LONGEST = 120  # characters; beyond, a name is a description

# Where a place may be foremost among others, and what it must be: a town in its country, but in the
# world a great city. A graph need not hold the London that comes to mind first.
_FOREMOST = (
    (None, "place = 5 AND population >= 1000000"),
    ("region", "place >= 4"),
    ("country", "place >= 4"),
)

# Contexts from the most to the least wanted.
_CONTEXTS = (
    ("town",),
    ("area", "town"),
    ("region",),
    ("area", "region"),
    ("town", "region"),
    ("town", "country"),
    ("area", "town", "region"),
    ("area", "town", "country"),
    ("country",),
    ("area", "country"),
    ("area",),
)
_DECIMALS = range(1, 6)
_BATCH = 1 << 16

# Where the nearest place lies near enough to tell where something is: seekers, givers, kilometres.
_NEAREST = (
    ("area", "place IS NULL", "place = 1", (1, 2)),
    ("town", "place IS NULL OR place = 1", "place BETWEEN 3 AND 5", (1, 4, 15)),
    ("town", "place IN (2, 3)", "place BETWEEN 4 AND 5", (5, 10, 30)),
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
    register(connection)
    reserved = {key(noun) for noun in nouns}
    if places is not None:
        reserved |= {key(name) for name in places.country_names()}
    _table(connection, "reserved", {"key": sorted(reserved)})
    _table(connection, "country_name", _countries(connection, places))
    connection.execute(_CALLED)
    connection.execute(_CROWD)
    for column, seekers, givers, radii in _NEAREST:
        _fill_nearest(connection, column, seekers, givers, radii)
    connection.execute("CREATE OR REPLACE TABLE found (id VARCHAR, display VARCHAR, rank INTEGER)")
    for within, great in _FOREMOST:
        connection.execute(_foremost(within, great))
    for rank, columns in enumerate(_CONTEXTS):
        connection.execute(_unique(columns, rank))
    connection.execute(_ALIKE)
    for decimals in _DECIMALS:
        connection.execute(_by_coordinates(decimals))
    connection.execute(_NAMED)
    for table in ("reserved", "country_name", "called", "nowhere", "crowd", "found", "alike"):
        connection.execute(f"DROP TABLE {table}")


def clean(name: str) -> str:
    """Return a name in NFC with white space collapsed."""
    text = name if name.isascii() else unicodedata.normalize("NFC", name)
    return " ".join(text.split())


def key(name: str) -> str:
    r"""Return what names are compared by.

    Examples
    --------
    >>> key("  STRASSE\u200f  1 ") == key("Straße 1")
    True
    """
    folded = clean(name).casefold()
    if folded.isascii():
        return folded
    folded = unicodedata.normalize("NFC", folded)
    return "".join(mark for mark in folded if unicodedata.category(mark) != "Cf")


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Make `clean` and `key` known to a connection, as ``clean_name`` and ``name_key``."""
    for name, function in (("clean_name", clean), ("name_key", key)):
        with suppress(duckdb.NotImplementedException):  # the connection knows it already
            connection.create_function(name, _columnar(function), [VARCHAR], VARCHAR, type=ARROW)


def _columnar(function: Callable[[str], str]) -> Callable[[pa.ChunkedArray], pa.Array]:
    def over_columns(column: pa.ChunkedArray) -> pa.Array:
        return pa.array([function(text) for text in column.to_pylist()], pa.string())

    return over_columns


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
    return {
        "code": list(names),
        "name": list(names.values()),
        "key": [key(name) for name in names.values()],
    }


def _clean(column: str) -> str:
    """Return SQL for `clean`: in SQL itself for plain ASCII, which most names are."""
    spaced = f"regexp_replace(trim({column}), ' +', ' ', 'g')"
    return f"CASE WHEN {_ascii(column)} THEN {spaced} ELSE clean_name({column}) END"


def _key(column: str) -> str:
    """Return SQL for `key`, likewise."""
    spaced = f"regexp_replace(trim({column}), ' +', ' ', 'g')"
    return f"CASE WHEN {_ascii(column)} THEN lower({spaced}) ELSE name_key({column}) END"


def _ascii(column: str) -> str:
    # Without control characters the only white space is the blank.
    return f"regexp_full_match({column}, '[ -~]*')"


# A name must hold a letter, no control character, and be no longer than a name is. "Unnamed" is
# what sources call what has none.
def _is_name(column: str, longest: int = _LONGEST) -> str:
    return f"""
    (length({column}) <= {longest}
        AND regexp_matches({column}, '\\p{{L}}') AND NOT regexp_matches({column}, '\\p{{Cc}}')
        AND NOT regexp_matches({column}, '(?i)^\\s*unnamed\\b'))
    """


_CALLED = f"""
CREATE OR REPLACE TABLE called AS
SELECT
    id, {_clean("name")} AS name, {_key("name")} AS key, lon, lat, place, population,
    coalesce(street, neighbourhood) AS area, town, region
FROM staged
WHERE lon IS NOT NULL AND {_is_name("name")};

CREATE OR REPLACE TABLE nowhere AS
SELECT id, display, {_key("display")} AS key, rank
FROM (
    SELECT id, {_clean("name")} AS display, 0 AS rank, lon, name FROM staged
    UNION ALL
    SELECT id, concat({_clean("name")}, ', ', {_clean("region")}), 1, lon, name
    FROM staged
    WHERE {_is_name("region", _LONGEST // 2)}
)
WHERE lon IS NULL AND {_is_name("name")}
"""


def _context(column: str) -> str:
    """Return SQL for a context, cleaned, and its key; null where it adds nothing to the name."""
    fits = f"{_is_name(column, _LONGEST // 2)} AND {_key(column)} <> called.key"
    return f"""
    CASE WHEN {fits} THEN {_clean(column)} END AS {column},
    CASE WHEN {fits} THEN {_key(column)} END AS {column}_key
    """


_CROWD = f"""
CREATE OR REPLACE TABLE crowd AS
WITH crowded AS (
    SELECT key FROM called GROUP BY key HAVING count(*) > 1
    UNION
    FROM reserved
)
SELECT
    called.* EXCLUDE (area, town, region),
    {_context("area")},
    {_context("town")},
    {_context("region")},
    CASE WHEN country_name.key <> called.key THEN country_name.name END AS country,
    country_name.code AS country_key
FROM called
SEMI JOIN crowded USING (key)
LEFT JOIN located USING (id)
LEFT JOIN country_name ON country_name.code = located.country
"""


def _fill_nearest(
    connection: duckdb.DuckDBPyConnection,
    column: str,
    seekers: str,
    givers: str,
    radii: tuple[float, ...],
) -> None:
    """Fill an empty context with the name of the nearest place within the largest radius."""
    columns = "id, lon, lat, hash(key) AS key"
    seeking = f"SELECT {columns} FROM crowd WHERE {column} IS NULL AND ({seekers})"
    giving = connection.execute(
        f"SELECT {columns} FROM called WHERE {givers} AND lon IS NOT NULL ORDER BY id"
    ).to_arrow_table()
    there, their_key = _points(giving)
    connection.execute("CREATE OR REPLACE TABLE near (id VARCHAR, giver VARCHAR)")
    reader = connection.cursor().execute(f"{seeking} AND lon IS NOT NULL").to_arrow_reader(_BATCH)
    for batch in reader:
        here, key = _points(batch)
        index = nearest(here, there, radii, seeker_key=key, giver_key=their_key)
        found = pa.array(index >= 0)
        rows = pa.table(
            [
                batch.column("id").filter(found),
                giving.column("id").take(pa.array(index).filter(found)),
            ],
            ["id", "giver"],
        )
        connection.register("rows_given", rows)
        connection.execute("INSERT INTO near FROM rows_given")
        connection.unregister("rows_given")
    # A new table, for an update of many rows in no order takes DuckDB many times as long.
    connection.execute(
        f"""
        CREATE OR REPLACE TABLE crowd AS
        SELECT crowd.* REPLACE (
            coalesce(crowd.{column}, giver.name) AS {column},
            coalesce(crowd.{column}_key, giver.key) AS {column}_key
        )
        FROM crowd
        LEFT JOIN near USING (id)
        LEFT JOIN called giver ON giver.id = near.giver
        """
    )
    connection.execute("DROP TABLE near")


def _points(rows: pa.Table | pa.RecordBatch) -> tuple[np.ndarray, np.ndarray]:
    lon, lat, key = (np.asarray(rows.column(name)) for name in ("lon", "lat", "key"))
    return np.stack([lon, lat], axis=1), key


def _foremost(within: str | None, great: str) -> str:
    """Return SQL that names the only place of a name, or the one above all others of that name.

    States and the like (6) are places too, but a city of the same name comes before them.
    """
    group = "key" if within is None else f"key, {within}_key"
    told = "name" if within is None else f"concat_ws(', ', name, {within})"
    free = "ANTI JOIN reserved USING (key)" if within is None else ""
    known = "true" if within is None else f"{within} IS NOT NULL"
    return f"""
    INSERT INTO found
    SELECT * FROM (
        SELECT any_value(id) AS id, any_value({told}), -1
        FROM (
            SELECT *,
                count(*) OVER (PARTITION BY {group}) AS places,
                max(place) FILTER (place <= 5) OVER (PARTITION BY {group}) AS top
            FROM crowd {free}
            WHERE place >= 2 AND {known}
        )
        WHERE places = 1 OR (place = top AND {great})
        GROUP BY {group}
        HAVING count(*) = 1
    )
    ANTI JOIN found USING (id)
    """


def _unique(columns: tuple[str, ...], rank: int) -> str:
    known = " AND ".join(f"{column} IS NOT NULL" for column in columns)
    groups = ", ".join(f"{column}_key" for column in columns)
    parts = ", ".join(f"any_value({column})" for column in columns)
    return f"""
    INSERT INTO found
    SELECT * FROM (
        SELECT any_value(id) AS id, concat_ws(', ', any_value(name), {parts}) AS display, {rank}
        FROM crowd
        WHERE {known}
        GROUP BY key, {groups}
        HAVING count(*) = 1
    )
    ANTI JOIN found USING (id)
    """


# What no context tells apart, with all that share its name.
_ALIKE = """
CREATE OR REPLACE TABLE alike AS
SELECT id, key, concat_ws(', ', name, country) AS name, lat, lon
FROM crowd
WHERE lon IS NOT NULL AND key IN (SELECT key FROM crowd ANTI JOIN found USING (id))
"""


def _by_coordinates(decimals: int) -> str:
    place = f"printf('(%.{decimals}f, %.{decimals}f)', lat, lon)"
    return f"""
    INSERT INTO found
    SELECT * FROM (
        SELECT any_value(id) AS id, concat_ws(' ', any_value(name), point), {len(_CONTEXTS)}
        FROM (SELECT *, {place} AS point FROM alike)
        GROUP BY key, point
        HAVING count(*) = 1
    )
    ANTI JOIN found USING (id)
    """


# A name with context may happen to be the whole name of another entity, which then keeps it. What
# lies nowhere has what is left.
_NAMED = f"""
CREATE OR REPLACE TABLE named AS
WITH bare AS (SELECT id, name, key FROM called ANTI JOIN crowd USING (id)),
told AS (
    FROM (SELECT *, {_key("display")} AS key FROM found)
    ANTI JOIN bare USING (key)
    ANTI JOIN reserved USING (key)
    QUALIFY row_number() OVER (PARTITION BY key ORDER BY rank, id) = 1
)
SELECT id, name AS display_name FROM bare
UNION ALL
SELECT id, display FROM told
UNION ALL
SELECT id, display FROM (
    SELECT any_value(id) AS id, any_value(display) AS display, key, min(rank) AS rank
    FROM nowhere
    ANTI JOIN called USING (key)
    ANTI JOIN told USING (key)
    ANTI JOIN reserved USING (key)
    GROUP BY key
    HAVING count(*) = 1
)
QUALIFY row_number() OVER (PARTITION BY id ORDER BY rank) = 1
"""

__all__ = ["clean", "key", "name_entities", "register"]
