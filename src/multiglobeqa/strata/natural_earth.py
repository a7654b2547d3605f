"""Countries from Natural Earth: one row for each ISO 3166 code, and one for nobody's land.

The source is the 1:10m Admin 0 layer in the German point of view, which draws borders nearly as
the United Nations do (Crimea is Ukraine, the north of Cyprus is Cyprus, Somaliland is Somalia)
and so fits both ISO 3166 and the economies of the World Bank. Land that it gives to nobody
(the Golan Heights, Abyei, Bir Tawil...) stays nobody's. ``docs/strata.md`` lists the choices.
"""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.kg.engine import connect
from multiglobeqa.strata.carried import COUNTRIES

# Codes where Natural Earth has none. Akrotiri and Dhekelia, the Spratly Islands, Scarborough
# Reef and Bir Tawil have none either, and no state whose land they undisputedly are.
ISO3 = {"KOS": "XKX", "USG": "CUB"}

# Where Natural Earth's English name is not what the country is called in English.
NAMES = {"CHN": "China"}

# Columns of other English names, of no use, and of languages: all the others named NAME_*.
ENGLISH = ("ADMIN", "FORMAL_EN", "NAME", "NAME_LONG", "NAME_CIAWF", "NAME_ALT")
NOT_NAMES = ("NAME_LEN", "NAME_SORT")

# Language tags are the columns' suffixes, but for this one.
TAGS = {"zht": "zh-Hant"}

# 1.7 m: a power of two, so that the rounded numbers have few digits and compress well.
GRID = 2.0**-16

TURN = np.array([360.0, 0.0])

# A gap between countries that is not land.
CASPIAN_SEA = shapely.Point(51.0, 42.0)


def read_countries(source: Path) -> pa.Table:
    """Return the countries of a Natural Earth Admin 0 layer.

    Parameters
    ----------
    source : Path
        The shapefile, or the zip file that holds it.

    Returns
    -------
    pyarrow.Table
        Of the schema `COUNTRIES`, ordered by code, nobody's land last.

    Raises
    ------
    InputError
        When the source is missing, is no vector layer or lacks a column.
    """
    rows = _read_layer(source)
    geometries = _round(shapely.from_wkb(rows.column("geometry").to_pylist()))
    records = rows.drop_columns("geometry").to_pylist()
    groups: dict[str, list[int]] = {}
    nobodys = [_gaps(geometries)]
    for index, record in enumerate(records):
        iso3 = ISO3.get(record["ADM0_A3"], record["ISO_A3_EH"])
        if iso3 == "-99":
            nobodys.append(geometries[index])
        else:
            groups.setdefault(iso3, []).append(index)
    table = [
        _country(iso3, [records[i] for i in members], geometries[members])
        for iso3, members in sorted(groups.items())
    ]
    table.append(_nobodys_land(shapely.union_all(nobodys)))
    return pa.Table.from_pylist(table, schema=COUNTRIES)


def _read_layer(source: Path) -> pa.Table:
    if not source.is_file():
        raise InputError("is missing", source=source)
    path = f"/vsizip/{source}" if source.suffix == ".zip" else str(source)
    query = """
        SELECT ADM0_A3, ISO_A3_EH, WIKIDATAID, ADMIN, FORMAL_EN,
            COLUMNS('^NAME(_[A-Z]+)?$'), ST_AsWKB(geom) AS geometry
        FROM ST_Read(?) ORDER BY ADM0_A3
    """
    try:
        with connect() as connection:
            return connection.execute(query, [path]).to_arrow_table()
    except duckdb.Error as error:
        raise InputError(
            f"is not a Natural Earth Admin 0 layer: {error}",
            source=source,
            remedy="Give ne_10m_admin_0_countries_deu.zip.",
        ) from None


def _round(geometries: np.ndarray) -> np.ndarray:
    rounded = shapely.transform(geometries, lambda xy: np.round(xy / GRID) * GRID)
    return shapely.make_valid(shapely.remove_repeated_points(rounded))


def _gaps(geometries: np.ndarray) -> shapely.Geometry:
    """Return the land between two or more countries that belongs to none of them."""
    tree = shapely.STRtree(geometries)
    parts = shapely.get_parts(shapely.coverage_union_all(geometries))
    holes = [shapely.Polygon(ring) for part in parts for ring in part.interiors]
    return shapely.union_all(
        [
            hole
            for hole in holes
            if len(tree.query(hole, predicate="intersects")) > 1 and not hole.covers(CASPIAN_SEA)
        ]
    )


def _country(iso3: str, records: list[dict[str, str]], geometries: np.ndarray) -> dict[str, object]:
    # The country itself rather than an island that shares its code: its own code is the ISO one.
    record = next((r for r in records if r["ADM0_A3"] == iso3), records[0])
    name = NAMES.get(iso3, record["NAME_EN"])
    labels = {
        _tag(column): text for column, text in record.items() if _is_language(column) and text
    }
    return {
        "iso3": iso3,
        "iri": f"http://www.wikidata.org/entity/{record['WIKIDATAID']}",
        "name": name,
        "labels": sorted((labels | {"en": name}).items()),
        "aliases": sorted(
            {record[column] for column in (*ENGLISH, "NAME_EN") if record[column]} - {name}
        ),
        **_geometry(shapely.coverage_union_all(geometries)),
    }


def _nobodys_land(geometry: shapely.Geometry) -> dict[str, object]:
    return {"labels": [], "aliases": [], **_geometry(geometry)}


def _geometry(geometry: shapely.Geometry) -> dict[str, object]:
    centroid = centroid_of(geometry)
    return {"geometry": shapely.to_wkb(geometry), "lon": centroid.x, "lat": centroid.y}


def centroid_of(geometry: shapely.Geometry) -> shapely.Point:
    """Return the planar centroid in longitude and latitude.

    A country on both sides of the antimeridian is put together there first, where that makes it
    narrower: the centroid of Fiji lies among its islands, not half an ocean away.

    Examples
    --------
    >>> parts = shapely.box(178, -1, 180, 1), shapely.box(-180, -1, -179, 1)
    >>> centroid_of(shapely.union_all(parts))
    <POINT (179.5 0)>
    """
    parts = shapely.get_parts(geometry)
    western = shapely.bounds(parts)[:, 2] <= 0
    parts[western] = shapely.transform(parts[western], lambda xy: xy + TURN)
    joined = shapely.multipolygons(parts)
    if _width(joined) < _width(geometry):
        x, y = joined.centroid.coords[0]
        return shapely.Point(x - 360 if x > 180 else x, y)
    return geometry.centroid


def _width(geometry: shapely.Geometry) -> float:
    west, _, east, _ = geometry.bounds
    return east - west


def _is_language(column: str) -> bool:
    return column.startswith("NAME_") and column not in ENGLISH + NOT_NAMES


def _tag(column: str) -> str:
    suffix = column.removeprefix("NAME_").lower()
    return TAGS.get(suffix, suffix)


__all__ = ["centroid_of", "read_countries"]
