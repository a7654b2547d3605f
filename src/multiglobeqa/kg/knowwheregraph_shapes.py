"""Geometries out of KnowWhereGraph's literals and cell numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import numpy as np
import pyproj
import s2geometry as s2
import shapely

from multiglobeqa.kg import shapes
from multiglobeqa.kg.hazards.discs import cut

UNREADABLE = "unreadable_wkt"
OUT_OF_RANGE = "coordinates_out_of_range"

_PREFIX = re.compile(r"^\s*(?:<(?P<crs>[^>]*)>|SRID=(?P<srid>\d+);)?\s*(?P<wkt>.*)$", re.S)
_EPSG = re.compile(r"/EPSG/[^/]*/(?P<code>\d+)$", re.I)
_CELL = re.compile(r"s2\.level\d+\.(?P<number>\d+)$")


def read_wkt(texts: Iterable[str], counts: Counter[str]) -> np.ndarray:
    """Return the geometries that WKT literals tell, in longitude and latitude.

    A literal may name its reference system before the text, as GeoSPARQL has it; without one it
    is CRS84, longitude latitude. EPSG:4326 puts the latitude first, as its definition has it.

    Parameters
    ----------
    texts : iterable of str
        With ``<IRI of a reference system>`` or ``SRID=4326;`` before it, or nothing.
    counts : Counter
        Is told how many are left out or mended, by which rule.

    Returns
    -------
    object array of shapely geometries or None

    Examples
    --------
    >>> crs = "http://www.opengis.net/def/crs/"
    >>> found = read_wkt(
    ...     [f"<{crs}OGC/1.3/CRS84>POINT(7 50)", f"<{crs}EPSG/0/4326> POINT (50 7)"], Counter()
    ... )
    >>> [shape.wkt for shape in found]
    ['POINT (7 50)', 'POINT (7 50)']
    """
    matches = [_PREFIX.match(text) for text in texts]
    wkt = [match["wkt"] if match else "" for match in matches]
    found = shapely.force_2d(shapely.from_wkt(wkt, on_invalid="ignore"))
    crs = np.array([match["crs"] or "" if match else "" for match in matches], object)
    for one in set(crs) - {""}:
        rows = np.flatnonzero(crs == one)
        found[rows] = _to_degrees(found[rows], one)
    missing = shapely.is_missing(found) | shapely.is_empty(found)
    counts[UNREADABLE] += int(missing.sum())
    found[missing] = None
    bounds = np.abs(np.nan_to_num(shapely.bounds(found)))
    outside = (bounds[:, [0, 2]] > 180).any(axis=1) | (bounds[:, [1, 3]] > 90).any(axis=1)
    counts[OUT_OF_RANGE] += int(outside.sum())
    found[outside] = None
    return sound(found, counts)


def sound(found: np.ndarray, counts: Counter[str]) -> np.ndarray:
    """Return geometries, or None for none, by the rules of `multiglobeqa.kg.shapes`."""
    there = ~shapely.is_missing(found)
    found[there] = shapes.sound(found[there], counts)
    return found


def _to_degrees(found: np.ndarray, crs: str) -> np.ndarray:
    """Return geometries in longitude and latitude; None where the system is not known."""
    if crs.upper().endswith("CRS84"):
        return found
    match = _EPSG.search(crs)
    try:
        system = pyproj.CRS.from_epsg(match["code"]) if match else pyproj.CRS(crs)
        to_degrees = pyproj.Transformer.from_crs(system, "OGC:CRS84")
    except pyproj.exceptions.CRSError:
        return np.full(len(found), None, object)
    return shapely.transform(found, lambda xy: np.column_stack(to_degrees.transform(*xy.T)))


def cell_number(iri: str) -> int | None:
    """Return the number of the S2 cell that an IRI names.

    Examples
    --------
    >>> cell_number("http://stko-kwg.geog.ucsb.edu/lod/resource/s2.level9.9812758647854333952")
    9812758647854333952
    """
    match = _CELL.search(iri)
    number = int(match["number"]) if match else 0
    return number if 0 < number < 1 << 64 and s2.S2CellId(number).is_valid() else None


def cell_shape(number: int) -> shapely.Geometry | None:
    """Return an S2 cell as the polygon of its four corners, straight in longitude and latitude.

    It is cut at the antimeridian; a cell that holds a pole has no such polygon.
    """
    cell = s2.S2Cell(s2.S2CellId(number))
    if any(cell.Contains(s2.S2LatLng.FromDegrees(lat, 0).ToPoint()) for lat in (90, -90)):
        return None
    corners = [s2.S2LatLng(cell.GetVertex(corner)) for corner in range(4)]
    ring = [(corner.lng().degrees(), corner.lat().degrees()) for corner in corners]
    west = min(lon for lon, _ in ring)
    if max(lon for lon, _ in ring) - west > 180:
        ring = [(lon if lon > 0 else lon + 360, lat) for lon, lat in ring]
    return cut(shapely.Polygon(ring))
