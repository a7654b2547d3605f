"""One graph laid out for drawing and answering: places, countries and anchors by stratum."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources

import duckdb
import numpy as np
import pyarrow as pa

from multiglobeqa.kg.classes import classes

KINDS = (
    *("poi", "settlement", "region", "natural", "transport", "infrastructure", "other"),
    *("road", "waterway", "earthquake", "fire", "storm", "smoke"),
)
SHAPES = ("point", "line", "area")  # by dimension
# What the kind `place` stands for, and what more it does where most places are regions.
PLACES = ("poi", "settlement", "natural", "transport", "infrastructure")
MORE_PLACES = {"knowwheregraph": ("region",)}
# Graphs that hold administrative areas of their own; in the others, countries contain.
WITH_AREAS = frozenset({"osmh3kg", "knowwheregraph"})
STRATA = tuple(
    f"{income}/{density}"
    for income in ("LIC", "LMC", "UMC", "HIC")
    for density in ("low", "medium", "high")
)

# The share of a country's area that the graph's places must span before a question may speak of
# all that lies in it: an extract of a city says nothing about "in Finland".
COVERED = 0.6

# There are fewer combinations of classes than entities.
_PLACE = """
INSERT INTO place BY NAME
WITH known AS (
    SELECT categories, list_sort(list_intersect(categories, (SELECT list(id) FROM noun))) AS classes
    FROM (SELECT DISTINCT categories FROM entities WHERE kg = $kg)
)
SELECT
    e.id,
    e.display_name AS name,
    e.class,
    known.classes,
    noun.kind,
    noun.askable,
    e.lon,
    e.lat,
    e.population,
    e.country,
    e.h3,
    e.income_tier || '/' || e.density_tier AS stratum,
    md5_number_upper(e.id) AS key,
    -- A name that needs coordinates gives the answer away, and nobody would ask by it.
    NOT coalesce(regexp_matches(e.display_name, '\\(-?[0-9.]+, -?[0-9.]+\\)$'), true) AS nameable,
    -- Graphs of points need no geometry beside the coordinates.
    CASE WHEN $areas THEN e.geometry END AS geom,
    CASE WHEN $areas THEN ST_Dimension(e.geometry) ELSE 0 END AS dimension,
    e.admin_level,
    e.parents,
    e.start,
    e."end",
    try_cast(e.attributes['shakingRadius'] AS DOUBLE) AS radius
FROM entities e
JOIN noun ON noun.id = e.class
JOIN known ON known.categories = e.categories
-- Cells of a grid are no places.
WHERE e.kg = $kg AND e.lon IS NOT NULL AND noun.kind <> 'cell'
"""

# A row for each class that a place is of: what members of a class are looked for in.
_TYPED = """
INSERT INTO typed BY NAME
SELECT place.* EXCLUDE (one, class, kind, askable), noun.id AS class, noun.kind, noun.askable
FROM (SELECT *, unnest(classes) AS one FROM place) AS place
JOIN noun ON noun.id = place.one
"""

# Partners farther than a few kilometres are drawn from so many places of each cell at most: the
# cost of a draw does not grow with the graph.
_SAMPLE = """
CREATE OR REPLACE TEMP TABLE sample AS
SELECT id, kind, lon, lat, h3, key
FROM place
WHERE nameable
QUALIFY row_number() OVER (PARTITION BY h3 ORDER BY key) <= 64
"""

_CELL_CENSUS = """
CREATE OR REPLACE TEMP TABLE cell_census AS
SELECT h3, class, any_value(kind) AS kind, count(*) AS members
FROM typed
WHERE askable
GROUP BY h3, class
"""

# How many of each class lie in each container, and in each country.
_CENSUS = """
CREATE OR REPLACE TEMP TABLE census AS
SELECT
    container,
    class,
    any_value(kind) AS kind,
    max(dimension) AS dimension,
    count(*) AS members,
    count(*) FILTER (population > 0) AS populated
FROM (
    SELECT container, id, class, kind, dimension, population FROM member WHERE askable
    UNION
    SELECT country.id, typed.id, class, kind, dimension, population
    FROM typed
    JOIN country ON country.iso3 = typed.country
    WHERE askable
)
GROUP BY container, class
"""

# What the graph's places span of each country.
_HULL = """
CREATE OR REPLACE TEMP TABLE span AS
SELECT country, ST_ConvexHull(ST_Collect(list(ST_Point(lon, lat)))) AS hull
FROM place
WHERE country IS NOT NULL
GROUP BY country
"""

# Outlines are thinned to a hundredth of a degree, which is as exact as they are: the triples of a
# question state them.
_COUNTRY = """
INSERT INTO country BY NAME
SELECT
    c.iri AS id,
    c.iso3,
    c.name,
    c.lon,
    c.lat,
    c.income_tier || '/' || c.density_tier AS stratum,
    c.income_tier,
    c.density_tier,
    md5_number_upper(c.iri) AS key,
    ST_Area(ST_Intersection(hull, polygon)) / ST_Area(polygon) AS spanned,
    ST_SimplifyPreserveTopology(polygon, 0.01) AS geom,
    coalesce(neighbours, []) AS neighbours
FROM (
    SELECT *, ST_MakeValid(ST_GeomFromWKB(geometry)) AS polygon
    FROM countries
    WHERE iri IS NOT NULL
) c
LEFT JOIN span ON span.country = c.iso3
LEFT JOIN borders ON borders.iri = c.iri
ORDER BY c.iso3
"""

# Which countries share a border, not a corner.
_BORDERS = """
CREATE OR REPLACE TEMP TABLE borders AS
WITH outlines AS (SELECT iri, ST_GeomFromWKB(geometry) AS geom FROM countries WHERE iri IS NOT NULL)
SELECT a.iri, list(b.iri ORDER BY b.iri) AS neighbours
FROM outlines a
JOIN outlines b ON ST_Intersects(a.geom, b.geom)
WHERE a.iri <> b.iri AND ST_Dimension(ST_Intersection(a.geom, b.geom)) > 0
GROUP BY a.iri
"""

# The administrative areas that the graph covers, and what lies in them by its point.
_AREA = """
CREATE OR REPLACE TEMP TABLE area AS
SELECT place.rowid AS row, place.id, place.stratum, place.key, place.geom
FROM place
JOIN span ON span.country = place.country
WHERE nameable AND admin_level IS NOT NULL AND dimension = 2
    AND ST_Area(ST_Intersection(hull, ST_MakeValid(geom))) >= $covered * ST_Area(geom)
"""

_INSIDE = """
CREATE OR REPLACE TEMP TABLE inside AS
SELECT area.id AS container, points.id
FROM area
JOIN (SELECT id, ST_Point(lon, lat) AS point FROM place) AS points
    ON ST_Contains(area.geom, points.point)
WHERE area.id <> points.id;

CREATE OR REPLACE TEMP VIEW member AS
SELECT inside.container, typed.*
FROM inside
JOIN typed ON typed.id = inside.id
"""

# Areas of whose members something can be asked.
_HOLDING = """
SELECT row, key, NULL AS kind, 2 AS shape, stratum
FROM area
SEMI JOIN (SELECT container AS id FROM census WHERE members >= 2) USING (id)
"""

_POOLED = "rowid AS row, key, kind, dimension AS shape"


@dataclass(frozen=True)
class Pool:
    """Rows of a table that may be drawn, in the order of their keys.

    Attributes
    ----------
    key : ndarray of uint64, shape (n,)
        Ascending.
    row, kind, shape : ndarrays, shape (n,)
        Row numbers in the table, and indices into `KINDS` and `SHAPES`.
    """

    key: np.ndarray
    row: np.ndarray
    kind: np.ndarray
    shape: np.ndarray

    def take(
        self,
        start: int,
        count: int,
        kinds: tuple[str, ...] = KINDS,
        shapes: tuple[str, ...] = SHAPES,
    ) -> np.ndarray:
        """Return up to `count` row numbers, going round from the key `start`."""
        first = int(np.searchsorted(self.key, np.uint64(start)))
        wanted = [KINDS.index(kind) for kind in kinds]
        shaped = [SHAPES.index(shape) for shape in shapes]
        # Look at as much of the pool as it takes, not at all of it.
        reach = 2 * count
        while True:
            order = (first + np.arange(min(reach, len(self.key)))) % max(len(self.key), 1)
            fits = np.isin(self.kind[order], wanted) & np.isin(self.shape[order], shaped)
            found = self.row[order[fits]][:count]
            if len(found) == count or reach >= len(self.key):
                return found
            reach *= 4


@dataclass(frozen=True)
class World:
    """A graph ready for drawing: its name, its tables in the connection, and its pools."""

    kg: str
    connection: duckdb.DuckDBPyConnection
    places: dict[str, Pool]  # by stratum
    containers: dict[str, Pool]  # row numbers of `place` or, without areas, of `country`
    everywhere: Pool
    lon: np.ndarray  # by row number of `place`
    lat: np.ndarray

    @property
    def holds(self) -> str:
        """The table that the containers are rows of."""
        return "place" if self.kg in WITH_AREAS else "country"

    def kinds(self, named: tuple[str, ...]) -> tuple[str, ...]:
        """Return the kinds that a template names, with what `place` stands for in this graph."""
        if "place" not in named:
            return named
        meant = PLACES + MORE_PLACES.get(self.kg, ())
        return tuple(dict.fromkeys((*(kind for kind in named if kind != "place"), *meant)))


def layout(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the tables and the macros that a template's queries use; the tables are empty."""
    macros = resources.files("multiglobeqa.taxonomy").joinpath("macros.sql")
    connection.execute(macros.read_text("utf-8"))
    connection.execute(
        """
        CREATE OR REPLACE TEMP TABLE place (
            id VARCHAR, name VARCHAR, class VARCHAR, classes VARCHAR[], kind VARCHAR,
            askable BOOLEAN,
            lon DOUBLE, lat DOUBLE, population BIGINT, country VARCHAR, h3 UBIGINT,
            stratum VARCHAR, key UBIGINT, nameable BOOLEAN, geom GEOMETRY, dimension INTEGER,
            admin_level TINYINT, parents VARCHAR[],
            start VARCHAR, "end" VARCHAR, radius DOUBLE
        );
        CREATE OR REPLACE TEMP TABLE country (
            id VARCHAR, iso3 VARCHAR, name VARCHAR, lon DOUBLE, lat DOUBLE, stratum VARCHAR,
            income_tier VARCHAR, density_tier VARCHAR, key UBIGINT, spanned DOUBLE,
            geom GEOMETRY, neighbours VARCHAR[]
        );
        CREATE OR REPLACE TEMP TABLE typed AS FROM place;
        CREATE OR REPLACE TEMP VIEW member AS
        SELECT country.id AS container, typed.*
        FROM typed
        JOIN country ON country.iso3 = typed.country;
        """
    )


def open_world(connection: duckdb.DuckDBPyConnection, kg: str, countries: pa.Table) -> World:
    """Lay out a graph of the `entities` view as the tables that draws and queries read.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
        Of a `multiglobeqa.kg.store.Store`.
    kg : str
        Which of the store's graphs.
    countries : pyarrow.Table
        As `multiglobeqa.strata.Strata.countries` gives it.
    """
    nouns = classes(kg)
    columns = ("id", "kind", "singular", "plural", "askable")
    noun = pa.table({name: [getattr(each, name) for each in nouns] for name in columns})
    connection.register("noun", noun)
    connection.register("countries", countries)
    layout(connection)
    connection.execute(_PLACE, {"kg": kg, "areas": kg in WITH_AREAS})
    for query in (_TYPED, _HULL, _BORDERS, _COUNTRY):
        connection.execute(query)
    containers = f"SELECT rowid AS row, key, NULL AS kind, 2 AS shape, stratum FROM country WHERE spanned >= {COVERED}"  # noqa: S608, E501
    if kg in WITH_AREAS:
        connection.execute(_AREA, {"covered": COVERED})
        connection.execute(_INSIDE)
        containers = _HOLDING
    for query in (_CENSUS, _SAMPLE, _CELL_CENSUS):
        connection.execute(query)
    coordinates = connection.execute("SELECT lon, lat FROM place ORDER BY rowid").fetchnumpy()
    return World(
        kg,
        connection,
        _pools(connection, f"SELECT {_POOLED}, stratum FROM place WHERE nameable"),  # noqa: S608
        _pools(connection, containers),
        _pool(connection, f"SELECT {_POOLED} FROM place WHERE nameable"),  # noqa: S608
        coordinates["lon"],
        coordinates["lat"],
    )


def _pools(connection: duckdb.DuckDBPyConnection, query: str) -> dict[str, Pool]:
    return {
        stratum: _pool(connection, f"SELECT * FROM ({query}) WHERE stratum = '{stratum}'")  # noqa: S608
        for stratum in STRATA
    }


def _pool(connection: duckdb.DuckDBPyConnection, query: str) -> Pool:
    found = connection.execute(
        f"SELECT key, row, coalesce(list_position($kinds, kind), 1) - 1 AS kind, shape "  # noqa: S608
        f"FROM ({query}) ORDER BY key, row",
        {"kinds": list(KINDS)},
    ).fetchnumpy()
    return Pool(found["key"], found["row"], found["kind"], found["shape"])
