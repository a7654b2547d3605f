"""The military grid reference system: the letters of the 100 km squares over UTM and UPS."""

from __future__ import annotations

from multiglobeqa.geo import Point
from multiglobeqa.geo.projection import UTM_LATITUDES, ups, utm, utm_zone

MGRS_PRECISIONS = range(6)

_SQUARE = 100_000
_BANDS = "CDEFGHJKLMNPQRSTUVWX"
# I and O look like digits and are never used.
_COLUMNS = ("STUVWXYZ", "ABCDEFGH", "JKLMNPQR")  # by zone number modulo 3
_ROWS = "ABCDEFGHJKLMNPQRSTUV"
_EVEN_ZONE_ROW = 5  # even zones begin with F
# Polar columns: west and east of the line 0-180 degrees, from these eastings on.
_POLAR_WEST, _POLAR_EAST = (800_000, "JKLPQRSTUXYZ"), (2_000_000, "ABCFGHJKLPQR")
_POLAR_ROWS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_POLAR_SOUTH_NORTHING, _POLAR_NORTH_NORTHING = 800_000, 1_300_000


def mgrs(point: Point, precision: int) -> str:
    """Return the MGRS reference of a point, without spaces, the zone with two digits.

    Coordinates are cut, not rounded: a reference names the square that holds the point. Polar
    references (south of 80 degrees south, north of 84 degrees north) have no zone number.

    Parameters
    ----------
    precision : int
        Digits of each coordinate: 5 names a square of 1 m, 0 one of 100 km.

    Examples
    --------
    >>> mgrs(Point(14, 50), 5), mgrs(Point(14, 50), 1)
    ('33UVR2833339109', '33UVR23')
    """
    projected = utm(point)
    if projected is None:
        return _polar(point, precision)
    zone, easting, northing = utm_zone(point), _clean(projected.easting), _clean(projected.northing)
    # Bands are 8 degrees high but for the last, which reaches from 72 to 84.
    band = _BANDS[min(int((point.lat - UTM_LATITUDES[0]) // 8), len(_BANDS) - 1)]
    column = _COLUMNS[zone % 3][int(easting // _SQUARE) - 1]
    first_row = _EVEN_ZONE_ROW if zone % 2 == 0 else 0
    row = _ROWS[(int(northing // _SQUARE) + first_row) % len(_ROWS)]
    return f"{zone:02}{band}{column}{row}" + _digits(easting, northing, precision)


def _polar(point: Point, precision: int) -> str:
    easting, northing = map(_clean, ups(point))
    south = point.lat < 0
    east = easting >= _POLAR_EAST[0]
    west_edge, columns = _POLAR_EAST if east else _POLAR_WEST
    south_edge = _POLAR_SOUTH_NORTHING if south else _POLAR_NORTH_NORTHING
    zone = ("AB" if south else "YZ")[east]
    column = columns[int((easting - west_edge) // _SQUARE)]
    row = _POLAR_ROWS[int((northing - south_edge) // _SQUARE)]
    return f"{zone}{column}{row}" + _digits(easting, northing, precision)


def _clean(metres: float) -> float:
    """Take off the last bits of noise, lest a central meridian at 499999.9999999 m be cut down."""
    return round(metres, 6)


def _digits(easting: float, northing: float, precision: int) -> str:
    if precision == 0:
        return ""
    metres = 10 ** (5 - precision)
    east, north = (int(value % _SQUARE // metres) for value in (easting, northing))
    return f"{east:0{precision}}{north:0{precision}}"
