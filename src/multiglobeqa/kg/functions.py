"""The SQL functions on places: grids, bearings and distances, vectorised over Arrow arrays.

Each calls its library directly and shares no code with the reference solver.

================================================  ==========================================
``h3_cell(lat, lon, res) -> VARCHAR``             H3 cell
``h3_id(lat, lon, res) -> UBIGINT``               the same as a number
``h3_disk(lat, lon, km) -> UBIGINT[]``            resolution-5 cells that cover a disc
``s2_token(lat, lon, level) -> VARCHAR``          S2 cell
``s2_common(lat1, lon1, lat2, lon2) -> VARCHAR``  smallest S2 cell with both points, or NULL
``geohash(lat, lon, precision) -> VARCHAR``       precision in characters
``mgrs(lat, lon, precision) -> VARCHAR``          precision in digits of easting, 0 to 5
``utm_zone(lat, lon) -> INTEGER``                  UTM zone, negative in the south
``utm(lat, lon) -> STRUCT``                       zone such as 35N, easting and northing in m
``bearing(lat1, lon1, lat2, lon2) -> DOUBLE``     initial geodesic bearing, degrees in [0, 360)
``distance_km(lat1, lon1, lat2, lon2) -> DOUBLE`` geodesic on WGS84
================================================  ==========================================
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Any

import duckdb
import h3.api.basic_int as h3
import mgrs
import numpy as np
import pyarrow as pa
import pygeohash
import s2geometry as s2
from duckdb.func import ARROW, SPECIAL
from duckdb.sqltypes import BIGINT, DOUBLE, INTEGER, UBIGINT, VARCHAR, DuckDBPyType
from pyproj import Geod

_GEOD = Geod(ellps="WGS84")
_MGRS = mgrs.MGRS()
_MGRS_LOCK = threading.Lock()
_EARTH_KM = 6371.0088
_FLAT = 0.994  # distances on the ellipsoid are at least this part of those on the sphere

# Bounds over every H3 cell of resolution 5: the farthest corner from its centre, and the
# nearest pair of neighbouring centres (kilometres on the sphere, rounded outwards).
_CIRCUMRADIUS_KM = 10.9
_SPACING_KM = 12.2


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the functions of this module known to a connection."""
    pair: list[Any] = [DOUBLE] * 4
    point = [DOUBLE] * 2
    signatures: list[tuple[str, Callable[..., Any], list[Any], DuckDBPyType]] = [
        ("h3_cell", _h3_cell, [*point, BIGINT], VARCHAR),
        ("h3_id", _h3_id, [*point, BIGINT], UBIGINT),
        ("h3_disk", _h3_disk, [*point, DOUBLE], duckdb.list_type(UBIGINT)),
        ("s2_token", _s2_token, [*point, BIGINT], VARCHAR),
        ("geohash", _geohash, [*point, BIGINT], VARCHAR),
        ("mgrs", _mgrs, [*point, BIGINT], VARCHAR),
        ("utm_zone", _utm_zone, point, INTEGER),
        ("bearing", _bearing, pair, DOUBLE),
    ]
    for name, function, parameters, result in signatures:
        connection.create_function(name, function, parameters, result, type=ARROW)
    # The one that has no answer for some points: it sees missing values itself.
    connection.create_function(
        "s2_common", _s2_common, pair, VARCHAR, type=ARROW, null_handling=SPECIAL
    )
    connection.execute(
        """
        CREATE OR REPLACE TEMP MACRO distance_km(lat1, lon1, lat2, lon2) AS
            ST_Distance_Spheroid(ST_Point(lon1, lat1), ST_Point(lon2, lat2)) / 1000
        """
    )
    # In the database's own PROJ: pyproj's crashes when a projection is made in its threads.
    connection.execute(
        """
        CREATE OR REPLACE TEMP MACRO utm_point(lat, lon) AS ST_Transform(
            ST_Point(lon, lat),
            'EPSG:4326',
            'EPSG:' || (CASE WHEN lat < 0 THEN 32700 ELSE 32600 END + abs(utm_zone(lat, lon)))
        );
        CREATE OR REPLACE TEMP MACRO utm(lat, lon) AS struct_pack(
            zone := abs(utm_zone(lat, lon)) || CASE WHEN lat < 0 THEN 'S' ELSE 'N' END,
            easting := ST_X(utm_point(lat, lon)),
            northing := ST_Y(utm_point(lat, lon))
        )
        """
    )


def _rows(*columns: pa.ChunkedArray) -> list[tuple]:
    return list(zip(*(column.to_pylist() for column in columns), strict=True))


def _h3_cell(lat: pa.ChunkedArray, lon: pa.ChunkedArray, res: pa.ChunkedArray) -> pa.Array:
    return pa.array(
        [h3.int_to_str(h3.latlng_to_cell(*row)) for row in _rows(lat, lon, res)], pa.string()
    )


def _h3_id(lat: pa.ChunkedArray, lon: pa.ChunkedArray, res: pa.ChunkedArray) -> pa.Array:
    return pa.array([h3.latlng_to_cell(*row) for row in _rows(lat, lon, res)], pa.uint64())


def _h3_disk(lat: pa.ChunkedArray, lon: pa.ChunkedArray, km: pa.ChunkedArray) -> pa.Array:
    return pa.array([_disk(*row) for row in _rows(lat, lon, km)], pa.list_(pa.uint64()))


def _disk(lat: float, lon: float, km: float) -> list[int]:
    """Return the cells whose centre is close enough for the cell to meet the disc."""
    reach = km + _CIRCUMRADIUS_KM
    # Rings of a hexagonal lattice come nearest half-way along their sides, at cos(30 degrees);
    # the origin lies within one circumradius of its cell's centre.
    rings = math.ceil((reach + _CIRCUMRADIUS_KM) / _FLAT / (_SPACING_KM * math.cos(math.pi / 6)))
    cells = h3.grid_disk(h3.latlng_to_cell(lat, lon, 5), rings)
    centres = np.radians([h3.cell_to_latlng(cell) for cell in cells])
    origin = np.radians([lat, lon])
    half = np.sin((centres - origin) / 2) ** 2
    chord = half[:, 0] + np.cos(centres[:, 0]) * math.cos(origin[0]) * half[:, 1]
    distance = 2 * _EARTH_KM * np.arcsin(np.sqrt(np.clip(chord, 0, 1)))
    near = distance * _FLAT <= reach
    return [cell for cell, keep in zip(cells, near, strict=True) if keep]


def _cell(lat: float, lon: float) -> s2.S2CellId:
    return s2.S2CellId(s2.S2LatLng.FromDegrees(lat, lon))


def _s2_token(lat: pa.ChunkedArray, lon: pa.ChunkedArray, level: pa.ChunkedArray) -> pa.Array:
    return pa.array(
        [_cell(y, x).parent(at).ToToken() for y, x, at in _rows(lat, lon, level)], pa.string()
    )


def _s2_common(
    lat1: pa.ChunkedArray, lon1: pa.ChunkedArray, lat2: pa.ChunkedArray, lon2: pa.ChunkedArray
) -> pa.Array:
    return pa.array(
        [
            None if None in row else _ancestor(_cell(*row[:2]), _cell(*row[2:]))
            for row in _rows(lat1, lon1, lat2, lon2)
        ],
        pa.string(),
    )


def _ancestor(one: s2.S2CellId, other: s2.S2CellId) -> str | None:
    """Return the token of the lowest common ancestor; None on different faces."""
    differing = (one.id() ^ other.id()).bit_length()
    # Below the three bits of the face, every level takes two bits of the position.
    level = (61 - differing) // 2 if differing else 30
    return one.parent(min(level, 30)).ToToken() if level >= 0 else None


def _geohash(lat: pa.ChunkedArray, lon: pa.ChunkedArray, precision: pa.ChunkedArray) -> pa.Array:
    return pa.array([pygeohash.encode(*row) for row in _rows(lat, lon, precision)], pa.string())


def _mgrs(lat: pa.ChunkedArray, lon: pa.ChunkedArray, precision: pa.ChunkedArray) -> pa.Array:
    # The library keeps its state in C and lets other threads run meanwhile.
    with _MGRS_LOCK:
        return pa.array(
            [
                _MGRS.toMGRS(y, x, MGRSPrecision=digits).strip()
                for y, x, digits in _rows(lat, lon, precision)
            ],
            pa.string(),
        )


def _utm_zone(lat: pa.ChunkedArray, lon: pa.ChunkedArray) -> pa.Array:
    return pa.array(_zone(_numbers(lat), _numbers(lon)), pa.int32())


def _zone(lat: np.ndarray, lon: np.ndarray) -> np.ndarray:
    """Return UTM zone numbers, negative in the south, with the exceptions of the far north."""
    lon = (lon + 180) % 360 - 180
    zone = np.floor((lon + 180) / 6).astype(int) + 1
    zone[(lat >= 56) & (lat < 64) & (lon >= 3) & (lon < 12)] = 32  # south-western Norway
    svalbard = (lat >= 72) & (lat <= 84) & (lon >= 0) & (lon < 42)
    zone[svalbard] = np.array([31, 33, 35, 37])[
        np.searchsorted([9, 21, 33], lon[svalbard], "right")
    ]
    return np.where(lat < 0, -zone, zone)


def _bearing(
    lat1: pa.ChunkedArray, lon1: pa.ChunkedArray, lat2: pa.ChunkedArray, lon2: pa.ChunkedArray
) -> pa.Array:
    azimuth, _, _ = _GEOD.inv(_numbers(lon1), _numbers(lat1), _numbers(lon2), _numbers(lat2))
    return pa.array(np.asarray(azimuth) % 360)


def _numbers(column: pa.ChunkedArray) -> np.ndarray:
    return np.array(column.to_numpy(), dtype=float)


__all__ = ["register"]
