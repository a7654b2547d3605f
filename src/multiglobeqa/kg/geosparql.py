"""GeoSPARQL's functions on WKT literals, for the SPARQL engine.

Geometries are planar in longitude and latitude, as everywhere in the project; distances, lengths
and areas are geodesic on WGS84 unless the unit is an angle. A literal without a reference system
is CRS84, longitude latitude; others, EPSG:4326 with its latitude first among them, are converted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

import numpy as np
import pyoxigraph as ox
import pyproj
import shapely
from shapely.geometry.base import BaseGeometry

from multiglobeqa.geo.geodesy import WGS84, area_km2
from multiglobeqa.kg.vocabulary import WKT_LITERAL

GEOF = "http://www.opengis.net/def/function/geosparql/"
CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"

_OGC_UNIT = "http://www.opengis.net/def/uom/OGC/1.0/"
_QUDT_UNIT = "http://qudt.org/vocab/unit/"

# Metres, by the last part of the unit's IRI. Areas are in the square of a unit of length.
METRES = {
    "metre": 1.0,
    "kilometre": 1000.0,
    "M": 1.0,
    "KiloM": 1000.0,
    "MI": 1609.344,
    "FT": 0.3048,
    "MI_N": 1852.0,
    "M2": 1.0,
    "KiloM2": 1000.0,
    "HA": 100.0,
}
DEGREES = {"degree": 1.0, "radian": 180 / np.pi, "DEG": 1.0, "RAD": 180 / np.pi}

RELATIONS = {
    "sfContains": "contains",
    "sfCrosses": "crosses",
    "sfDisjoint": "disjoint",
    "sfEquals": "equals",
    "sfIntersects": "intersects",
    "sfOverlaps": "overlaps",
    "sfTouches": "touches",
    "sfWithin": "within",
}
PAIRS = {
    "difference": shapely.difference,
    "intersection": shapely.intersection,
    "symDifference": shapely.symmetric_difference,
    "union": shapely.union,
}
SHAPES = {
    "boundary": shapely.boundary,
    "centroid": shapely.centroid,
    "convexHull": shapely.convex_hull,
    "envelope": shapely.envelope,
}
BOUNDS = ("minX", "minY", "maxX", "maxY")
AGGREGATES = {
    "aggBoundingBox": shapely.envelope,
    "aggCentroid": shapely.centroid,
    "aggConvexHull": shapely.convex_hull,
    "aggUnion": shapely.unary_union,
}

_WKT = re.compile(r"\s*(?:<(?P<crs>[^>]*)>|SRID=(?P<srid>\d+);)?\s*(?P<wkt>.*)", re.DOTALL | re.I)
_EPSG = re.compile(r"/EPSG/[^/]*/(\d+)$", re.I)
_STEP = 0.05  # degrees: edges are straight there, not in a projection; centimetres remain
_TURNS = 5  # of the search for the nearest points; two are mostly enough


class NotOneError(ValueError):
    """An argument is not what a function asks for; says what is wrong."""


def functions(problems: Counter[str]) -> dict[ox.NamedNode, Callable[..., Any]]:
    """Return the functions by their names, as the SPARQL engine takes them.

    Parameters
    ----------
    problems : Counter
        Is told why calls had no value: for SPARQL such a call is an error without words.
    """
    named: dict[str, Callable[..., Any]] = {
        "area": _area,
        "buffer": _buffer,
        "distance": _distance,
        "getSRID": _known_crs,
        "isEmpty": lambda term: bool(_geometry(term).is_empty),
        "length": _length,
        "metricArea": _area,
        "metricBuffer": _buffer,
        "metricDistance": _distance,
        "metricLength": _length,
        "metricPerimeter": _perimeter,
        "perimeter": _perimeter,
        "relate": _relate,
    }
    named |= {name: _relation(method) for name, method in RELATIONS.items()}
    named |= {name: _pair(function) for name, function in PAIRS.items()}
    named |= {name: _shape(function) for name, function in SHAPES.items()}
    named |= {name: _bound(place) for place, name in enumerate(BOUNDS)}
    return {
        ox.NamedNode(GEOF + name): _safely(name, function, problems)
        for name, function in named.items()
    }


def aggregates(problems: Counter[str]) -> dict[ox.NamedNode, Callable[[], Any]]:
    """Return the aggregate functions by their names, as the SPARQL engine takes them."""

    def maker(name: str) -> Callable[[], Any]:
        return lambda: _Aggregate(name, problems)

    return {ox.NamedNode(GEOF + name): maker(name) for name in AGGREGATES}


class _Aggregate:
    def __init__(self, name: str, problems: Counter[str]) -> None:
        self._name = name
        self._make = _safely(name, self._value, problems)
        self._problems = problems
        self._parts: list[BaseGeometry] = []

    def accumulate(self, term: Any) -> None:
        try:
            self._parts.append(_geometry(term))
        except NotOneError as error:
            self._problems[f"{self._name}: {error}"] += 1

    def finish(self) -> Any:
        return self._make()

    def _value(self) -> BaseGeometry:
        return AGGREGATES[self._name](shapely.geometrycollections(self._parts))


def _safely(
    name: str, function: Callable[..., Any], problems: Counter[str]
) -> Callable[..., ox.Literal | None]:
    """Turn values into terms, and failures into no value and a remark."""

    def call(*terms: Any) -> ox.Literal | None:
        try:
            return _term(function(*terms))
        except NotOneError as error:
            problems[f"{name}: {error}"] += 1
        except shapely.errors.ShapelyError as error:
            problems[f"{name}: {error}"] += 1
        except TypeError:
            problems[f"{name}: has not {len(terms)} arguments"] += 1
        return None

    return call


def _term(value: Any) -> ox.Literal:
    if isinstance(value, BaseGeometry):
        return ox.Literal(shapely.to_wkt(value, -1), datatype=ox.NamedNode(WKT_LITERAL))
    return value if isinstance(value, ox.Literal) else ox.Literal(value)


def _geometry(term: Any) -> BaseGeometry:
    if not isinstance(term, ox.Literal):
        raise NotOneError(f"{_shown(term)} is no literal; follow geo:hasGeometry/geo:asWKT")
    return _read(term.value)


def _shown(term: Any) -> str:
    text = str(term)
    return text if len(text) <= 60 else text[:59] + "…"


@lru_cache(1 << 14)
def _read(text: str) -> BaseGeometry:
    """Return the geometry of a WKT literal in longitude and latitude, prepared for tests."""
    match = _WKT.fullmatch(text)
    assert match is not None
    try:
        geometry = shapely.force_2d(shapely.from_wkt(match["wkt"]))
    except shapely.errors.ShapelyError:
        raise NotOneError(f"{_shown(text)!r} is no WKT") from None
    crs = match["crs"]
    if crs and not crs.upper().endswith("CRS84"):
        system = _to_degrees(crs)
        geometry = shapely.transform(geometry, lambda xy: np.column_stack(system.transform(*xy.T)))
    shapely.prepare(geometry)
    return geometry


@cache
def _to_degrees(crs: str) -> pyproj.Transformer:
    code = _EPSG.search(crs)
    try:
        system = pyproj.CRS.from_epsg(code[1]) if code else pyproj.CRS(crs)
    except pyproj.exceptions.CRSError:
        raise NotOneError(f"<{crs}> is no known reference system") from None
    return pyproj.Transformer.from_crs(system, "OGC:CRS84")


def _known_crs(term: Any) -> ox.Literal:
    _geometry(term)
    match = _WKT.fullmatch(term.value)
    any_uri = ox.NamedNode("http://www.w3.org/2001/XMLSchema#anyURI")
    return ox.Literal((match and match["crs"]) or CRS84, datatype=any_uri)


def _unit(term: Any | None) -> tuple[float | None, float]:
    """Return how many metres a unit has, or None and how many degrees."""
    if term is None:
        return 1.0, 0.0
    iri = term.value
    for space in (_OGC_UNIT, _QUDT_UNIT):
        name = iri.removeprefix(space)
        if name != iri and name in METRES:
            return METRES[name], 0.0
        if name != iri and name in DEGREES:
            return None, DEGREES[name]
    known = ", ".join((*METRES, *DEGREES))
    raise NotOneError(f"{_shown(term)} is no known unit; known are {known}")


def _relation(method: str) -> Callable[[Any, Any], bool]:
    return lambda a, b: bool(getattr(_geometry(a), method)(_geometry(b)))


def _relate(a: Any, b: Any, matrix: Any) -> bool:
    pattern = matrix.value
    if not re.fullmatch("[TF012*]{9}", pattern):
        raise NotOneError(f"{pattern!r} is no DE-9IM matrix")
    return bool(shapely.relate_pattern(_geometry(a), _geometry(b), pattern))


def _pair(function: Callable[..., BaseGeometry]) -> Callable[[Any, Any], BaseGeometry]:
    return lambda a, b: function(_geometry(a), _geometry(b))


def _shape(function: Callable[..., BaseGeometry]) -> Callable[[Any], BaseGeometry]:
    return lambda term: function(_geometry(term))


def _bound(place: int) -> Callable[[Any], float]:
    def bound(term: Any) -> float:
        return float(_filled(term).bounds[place])

    return bound


def _filled(term: Any) -> BaseGeometry:
    geometry = _geometry(term)
    if geometry.is_empty:
        raise NotOneError(f"{_shown(term)} is empty")
    return geometry


def _distance(a: Any, b: Any, unit: Any = None) -> float:
    metres, degrees = _unit(unit)
    first, second = _filled(a), _filled(b)
    if metres is None:
        return float(first.distance(second)) / degrees
    return distance_m(first, second) / metres


def distance_m(a: BaseGeometry, b: BaseGeometry) -> float:
    """Return the geodesic distance between the nearest points of two geometries, in metres.

    The nearest points are found in an azimuthal equidistant projection, centred anew on the point
    just found until it stays: distances from its centre are true.

    Examples
    --------
    >>> a, b = shapely.Point(24.94, 60.17), shapely.Point(24.75, 59.44)
    >>> round(distance_m(a, b))
    82025
    """
    if isinstance(a, shapely.Point) and isinstance(b, shapely.Point):
        return _geodesic(a, b)
    if a.intersects(b):
        return 0.0
    a, b = shapely.segmentize(a, _STEP), shapely.segmentize(b, _STEP)
    best = np.inf
    near, far = shapely.points(shapely.get_coordinates(shapely.shortest_line(a, b)))
    for _ in range(_TURNS):
        plane = _Plane(near)
        line = shapely.shortest_line(plane.flat(a), plane.flat(b))
        near, far = shapely.points(shapely.get_coordinates(plane.round(line)))
        length = _geodesic(near, far)
        if length > best - 1e-3:
            return min(best, length)
        best = length
    return best


class _Plane:
    """The azimuthal equidistant projection around a point."""

    def __init__(self, centre: shapely.Point) -> None:
        self._project = pyproj.Proj(proj="aeqd", lon_0=centre.x, lat_0=centre.y, ellps="WGS84")

    def flat(self, geometry: BaseGeometry) -> BaseGeometry:
        return shapely.transform(geometry, lambda xy: self._moved(xy, False))

    def round(self, geometry: BaseGeometry) -> BaseGeometry:
        return shapely.transform(geometry, lambda xy: self._moved(xy, True))

    def _moved(self, xy: np.ndarray, inverse: bool) -> np.ndarray:
        return np.column_stack(self._project(xy[:, 0], xy[:, 1], inverse=inverse))


def _geodesic(a: shapely.Point, b: shapely.Point) -> float:
    return float(WGS84.inv(a.x, a.y, b.x, b.y)[2])


def _area(term: Any, unit: Any = None) -> float:
    metres, _ = _unit(unit)
    if metres is None:
        raise NotOneError("an area in degrees means nothing")
    polygons = [
        one for one in _parts(term) if isinstance(one, shapely.Polygon) and not one.is_empty
    ]
    return sum(area_km2(one) for one in polygons) * 1e6 / metres**2


def _length(term: Any, unit: Any = None) -> float:
    """Of lines, and of the rings of polygons, as GeoSPARQL has it."""
    metres, degrees = _unit(unit)
    if metres is None:
        return float(_geometry(term).length) / degrees
    return sum(float(WGS84.geometry_length(one)) for one in _parts(term)) / metres


def _perimeter(term: Any, unit: Any = None) -> float:
    if not all(isinstance(one, shapely.Polygon) for one in _parts(term)):
        raise NotOneError(f"{_shown(term)} is no polygon")
    return _length(term, unit)


def _parts(term: Any) -> list[BaseGeometry]:
    parts = list(shapely.get_parts(_geometry(term)))
    while any(hasattr(one, "geoms") for one in parts):
        parts = [each for one in parts for each in shapely.get_parts(one)]
    return parts


def _buffer(term: Any, radius: Any, unit: Any = None) -> BaseGeometry:
    geometry = _filled(term)
    metres, degrees = _unit(unit)
    try:
        size = float(radius.value)
    except (AttributeError, ValueError):
        raise NotOneError(f"{_shown(radius)} is no radius") from None
    if metres is None:
        return geometry.buffer(size * degrees)
    plane = _Plane(geometry.centroid)
    grown = plane.round(plane.flat(geometry).buffer(size * metres))
    if not grown.is_empty and (np.ptp(grown.bounds[::2]) > 180 or not grown.is_valid):
        raise NotOneError("the buffer reaches over a pole or the antimeridian")
    return grown


__all__ = ["GEOF", "aggregates", "distance_m", "functions"]
