"""The geometry of OpenStreetMap features: which closed ways are areas, and what is sound.

Every geometry that is mended or left out is so by one of the rules named here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
import shapely

# Rules. The manifest counts how often each was applied.
REPAIRED = "polygon_repaired"
NO_AREA = "polygon_without_area"
SHORT = "line_without_length"
WIDE = "crosses_antimeridian"
INCOMPLETE_WAY = "way_with_nodes_missing"
INCOMPLETE_RELATION = "relation_with_members_missing"
NOT_ASSEMBLED = "relation_not_assembled"
UNNAMED_ADMIN = "administrative_area_without_name"

_GRID = 1e-7  # degrees: what OpenStreetMap stores

# Keys whose closed ways are lines unless a value says otherwise.
_LINES: dict[str, frozenset[str]] = {
    "highway": frozenset({"rest_area", "services", "platform", "emergency_bay", "elevator"}),
    "railway": frozenset({"station", "platform", "roundhouse", "turntable", "wash", "halt"}),
    "waterway": frozenset({"riverbank", "dock", "boatyard", "dam", "fuel", "water_point"}),
    "barrier": frozenset({"toll_booth", "border_control", "sally_port", "block"}),
    "aerialway": frozenset({"station"}),
    "power": frozenset({"plant", "substation", "generator", "transformer", "switchgear"}),
    "route": frozenset(),
    "line": frozenset(),
    "cycleway": frozenset(),
    "footway": frozenset(),
    "busway": frozenset(),
}
# Values of keys of areas that are lines all the same.
_LINE_VALUES = {
    "natural": frozenset({"coastline", "cliff", "ridge", "arete", "tree_row", "valley"}),
    "man_made": frozenset(
        {"cutline", "embankment", "pipeline", "goods_conveyor", "snow_fence", "dyke"}
    ),
    "leisure": frozenset({"track", "slipway"}),
    "aeroway": frozenset({"taxiway", "runway"}),
    "historic": frozenset({"citywalls", "castle_wall", "road"}),
    "geological": frozenset({"volcanic_caldera_rim", "fault"}),
    "military": frozenset({"trench"}),
    "telecom": frozenset({"line"}),
}
_AREAS = (
    *("aeroway", "amenity", "boundary", "building", "craft", "emergency", "geological"),
    *("healthcare", "historic", "landuse", "leisure", "man_made", "military", "natural"),
    *("office", "place", "public_transport", "shop", "sport", "telecom", "tourism", "water"),
)


def is_area(tags: Mapping[str, str]) -> bool:
    """Tell whether a closed way with these tags is an area rather than a line.

    ``area=yes`` and ``area=no`` decide; else one tag of an area is enough.

    Examples
    --------
    >>> is_area({"highway": "residential"}), is_area({"highway": "pedestrian", "area": "yes"})
    (False, True)
    >>> is_area({"barrier": "fence"}), is_area({"barrier": "fence", "landuse": "farmyard"})
    (False, True)
    """
    if tags.get("area") in ("yes", "no"):
        return tags["area"] == "yes"
    for key, values in _LINES.items():
        if tags.get(key) in values:
            return True
    moving = "highway" in tags or "railway" in tags
    return any(
        key in tags and tags[key] not in _LINE_VALUES.get(key, ())
        for key in _AREAS
        # A street may be a sight or belong to a network: that makes it no area.
        if not (moving and key in ("public_transport", "tourism", "historic", "sport"))
    )


def sound(shapes: np.ndarray, counts: Counter[str]) -> np.ndarray:
    """Return the geometries, mended where that is possible and None where it is not.

    A collection of one geometry becomes that one.

    Parameters
    ----------
    shapes : object array of shapely geometries, shape (n,)
    counts : Counter
        Is told how often each rule was applied.

    Returns
    -------
    object array, shape (n,)
    """
    shapes = np.array([_simple(shape) for shape in shapes], object)
    areal = shapely.get_dimensions(shapes) == 2
    broken = np.flatnonzero(areal & ~shapely.is_valid(shapes))
    for index in broken:
        shapes[index] = _repaired(shapes[index])
        counts[REPAIRED if shapes[index] is not None else NO_AREA] += 1
    empty = np.flatnonzero((shapely.get_dimensions(shapes) == 1) & (shapely.length(shapes) == 0))
    wide = np.flatnonzero(_width(shapes) > 180)
    for rule, rows in ((SHORT, empty), (WIDE, wide)):
        shapes[rows] = None
        if len(rows):
            counts[rule] += len(rows)
    return shapes


def _repaired(shape: shapely.Geometry) -> shapely.Geometry | None:
    """Return the polygons that a broken polygon encloses, on the grid of the coordinates."""
    mended = shapely.make_valid(shape, method="structure", keep_collapsed=False)
    mended = shapely.set_precision(mended, _GRID)
    parts = [part for part in shapely.get_parts(mended) if part.geom_type == "Polygon"]
    parts = [part for part in parts if not part.is_empty]
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else shapely.MultiPolygon(parts)


def _simple(shape: shapely.Geometry) -> shapely.Geometry:
    many = shape.geom_type.startswith("Multi") and shapely.get_num_geometries(shape) == 1
    return shapely.get_geometry(shape, 0) if many else shape


def _width(shapes: np.ndarray) -> np.ndarray:
    bounds = shapely.bounds(shapes)
    return np.nan_to_num(bounds[:, 2] - bounds[:, 0])


__all__ = [
    "INCOMPLETE_RELATION",
    "INCOMPLETE_WAY",
    "NOT_ASSEMBLED",
    "NO_AREA",
    "REPAIRED",
    "SHORT",
    "UNNAMED_ADMIN",
    "WIDE",
    "is_area",
    "sound",
]
