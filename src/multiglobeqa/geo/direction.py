"""Directions between points: bearings, the eight sectors, half-planes, sides of a route."""

from __future__ import annotations

from math import radians, remainder, sin
from typing import Literal

from multiglobeqa.geo import Point
from multiglobeqa.geo.geodesy import WGS84

DIRECTIONS = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)
CARDINALS = ("north", "east", "south", "west")

_SECTOR = 360 / len(DIRECTIONS)
_STRAIGHT = 1e-12  # radians


def bearing(start: Point, end: Point) -> float:
    """Return the initial bearing of the geodesic from `start` to `end`.

    Returns
    -------
    float
        Degrees clockwise from north, in [0, 360).

    Examples
    --------
    >>> round(bearing(Point(-73.8, 40.6), Point(-0.5, 51.6)), 6)  # New York to London
    51.198883
    """
    azimuth = WGS84.inv(start.lon, start.lat, end.lon, end.lat)[0]
    # A tiny negative azimuth comes out of the first modulus as 360 itself.
    return azimuth % 360 % 360


def angle_between(first: float, second: float) -> float:
    """Return the angle between two bearings, in [0, 180] degrees.

    Examples
    --------
    >>> angle_between(359, 2)
    3
    """
    turn = abs(first - second) % 360
    return min(turn, 360 - turn)


def sector(degrees: float) -> str:
    """Return the one of the eight `DIRECTIONS` whose 45-degree sector holds a bearing.

    A sector holds its counter-clockwise edge: 22.5 is north-east.

    Examples
    --------
    >>> sector(350), sector(45), sector(180)
    ('north', 'north-east', 'south')
    """
    return DIRECTIONS[int((degrees % 360 + _SECTOR / 2) // _SECTOR) % len(DIRECTIONS)]


def eastward(lon1: float, lon2: float) -> float:
    """Return the way east from one longitude to another, in (-180, 180], the shorter way round.

    Examples
    --------
    >>> eastward(179, -179), eastward(-179, 179)
    (2.0, -2.0)
    """
    way = remainder(lon2 - lon1, 360)
    return 180.0 if way == -180 else way


def lies(point: Point, direction: str, origin: Point) -> bool:
    """Tell whether `point` lies in a direction of `origin`.

    Cardinal directions are half-planes: north and south by latitude, east and west by longitude,
    the shorter way round; on the edge of the half-plane (the same latitude, the same or the
    opposite meridian) a point lies neither way. The diagonals are 45-degree sectors of the
    initial bearing from `origin`.

    Parameters
    ----------
    direction : str
        One of `DIRECTIONS`.

    Raises
    ------
    ValueError
        When there is no such direction.
    """
    if direction == "north":
        return point.lat > origin.lat
    if direction == "south":
        return point.lat < origin.lat
    if direction == "east":
        return 0 < eastward(origin.lon, point.lon) < 180
    if direction == "west":
        return eastward(origin.lon, point.lon) < 0
    if direction not in DIRECTIONS:
        raise ValueError(f"no such direction: {direction!r}")
    return point != origin and sector(bearing(origin, point)) == direction


def side(point: Point, start: Point, end: Point) -> Literal["left", "right"] | None:
    """Return on which side of a route `point` lies, as seen when travelling.

    The route is the geodesic from `start` to `end`, prolonged both ways. Geodesics from one
    point do not meet again before they come near its antipode, so that the cross-track position
    of `point` has the sign of the sine of its turn off the route at the start.

    Returns
    -------
    "left", "right" or None
        None where the point lies on the prolonged route or the route has no direction.
    """
    if start in (point, end):
        return None
    turn = sin(radians(bearing(start, point) - bearing(start, end)))
    if abs(turn) < _STRAIGHT:
        return None
    return "right" if turn > 0 else "left"
