"""A point on the Earth, in one of three coordinate systems."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from pyproj import Geod, Transformer
from typing_extensions import override

from multiglobeqa.answers.format import (
    AnswerFormat,
    FormatError,
    Measured,
    Options,
    members,
    number,
    object_schema,
    text,
    within,
)
from multiglobeqa.answers.tolerance import POINT_KM

WGS84 = Geod(ellps="WGS84")
ZONE_PATTERN = "^[0-9]{1,2}[NS]$"
ZONE = re.compile("0?([1-9]|[1-5][0-9]|60)([NS])")
# Half the circumference of the Web Mercator square, in metres.
MERCATOR_EDGE = 20037508.342789244

MEMBERS = {
    "wgs84": ("latitude", "longitude"),
    "utm": ("zone", "easting", "northing"),
    "web_mercator": ("x", "y"),
}
RANGES = {
    "latitude": (-90.0, 90.0),
    "longitude": (-180.0, 180.0),
    "easting": (0.0, 1_000_000.0),
    "northing": (0.0, 10_000_000.0),
    "x": (-MERCATOR_EDGE, MERCATOR_EDGE),
    "y": (-MERCATOR_EDGE, MERCATOR_EDGE),
}
WORDS = {
    "wgs84": (
        'an object with the members "latitude" and "longitude", in decimal degrees (WGS84, '
        "north and east positive)"
    ),
    "utm": (
        'an object with the members "zone" (the zone number and the hemisphere, N or S, as in '
        '"35N"), "easting" and "northing" (metres), in UTM on WGS84'
    ),
    "web_mercator": (
        'an object with the members "x" and "y", in metres in Web Mercator (EPSG:3857)'
    ),
}


class Point(AnswerFormat):
    """A point; the option ``crs`` is "wgs84", "utm" or "web_mercator".

    Whatever the system, the error is the geodesic distance on the WGS84 ellipsoid.
    """

    id: ClassVar[str] = "point"

    @override
    def schema(self, options: Options) -> dict[str, Any]:
        return object_schema(
            {
                name: {"type": "string", "pattern": ZONE_PATTERN}
                if name == "zone"
                else {"type": "number", "minimum": RANGES[name][0], "maximum": RANGES[name][1]}
                for name in MEMBERS[_crs(options)]
            }
        )

    @override
    def describe(self, options: Options, unit: str | None = None) -> str:
        return WORDS[_crs(options)]

    @override
    def parse(self, value: object, options: Options) -> tuple[float, float]:
        """Return longitude and latitude, in degrees."""
        crs = _crs(options)
        values = members(value, "the answer", MEMBERS[crs])
        first, second = (
            number(part, name, *RANGES[name])
            for part, name in zip(values[-2:], MEMBERS[crs][-2:], strict=True)
        )
        if crs == "wgs84":
            return second, first
        project = _transformer("EPSG:3857" if crs == "web_mercator" else _utm(values[0]))
        lon, lat = project.transform(first, second)
        if not (math.isfinite(lon) and math.isfinite(lat)):
            raise FormatError("the coordinates are not a point on the Earth")
        return lon, lat

    @override
    def measure(self, parsed: Sequence[Any], gold: Sequence[Any], options: Options) -> Measured:
        lon, lat = np.asarray(parsed, dtype=float).reshape(-1, 2).T
        gold_lon, gold_lat = np.asarray(gold, dtype=float).reshape(-1, 2).T
        metres = WGS84.inv(lon, lat, gold_lon, gold_lat)[2]
        return within(np.asarray(metres) / 1000.0, POINT_KM)


def _crs(options: Options) -> str:
    return options.get("crs") or "wgs84"


def _utm(zone: object) -> str:
    """Return the EPSG code of a UTM zone."""
    found = ZONE.fullmatch(text(zone, "zone", 3))
    if not found:
        raise FormatError('zone is a number from 1 to 60 and N or S, as in "35N"')
    return f"EPSG:{326 if found[2] == 'N' else 327}{int(found[1]):02d}"


@functools.cache
def _transformer(crs: str) -> Transformer:
    return Transformer.from_crs(crs, "EPSG:4326", always_xy=True)
