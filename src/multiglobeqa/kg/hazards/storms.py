"""Tropical cyclones of NOAA: best tracks as CSV, with what the wind does around each position.

Read are HURDAT2 of the National Hurricane Center and IBTrACS, which tell the radii of the wind
fields by quadrant, and the table of the `storms` data set, which tells their diameters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.kg.hazards.discs import cut, sectors, swept
from multiglobeqa.kg.hazards.feature import Feature, Row, number, required, text
from multiglobeqa.kg.hazards.table import read_lines
from multiglobeqa.kg.knowwheregraph_terms import (
    ALT_LABEL,
    lasted,
    literal,
    moment,
    named,
    observed,
    resource,
    shaped,
)

LICENCE = "public domain, NOAA National Hurricane Center"

NAUTICAL_MILE = 1.852  # km
_HURRICANE = 64  # knots
_STORM = 34
_APART = 10 * 86400  # seconds without a position: the next storm of that name
_FAR = 86400  # seconds without a position: what happens between is not known


class Position(NamedTuple):
    """A storm at a time."""

    when: datetime
    lon: float
    lat: float
    wind: float | None  # knots
    pressure: float | None  # hectopascals
    tropical: bool
    gale: tuple[float, ...] | None  # radii of 34 knots: NE, SE, SW, NW, in km; None: not known
    hurricane: tuple[float, ...] | None  # radii of 64 knots


def recognises(fields: frozenset[str]) -> bool:
    """Tell whether a table with these columns is one of storm tracks."""
    return {"name", "year", "month", "day", "hour", "lat", "long", "wind"} <= fields or {
        "sid",
        "iso_time",
        "lat",
        "lon",
        "usa_wind",
    } <= fields


def is_hurdat2(start: bytes) -> bool:
    """Tell whether a file begins as HURDAT2 does: with the number and the name of a storm."""
    return _STORM_LINE.match(start.split(b"\n", 1)[0].decode("ascii", "replace")) is not None


def read_hurdat2(path: Path) -> Iterator[Row]:
    """Yield the positions of a HURDAT2 file, with the columns that IBTrACS has for them.

    Raises
    ------
    InputError
        When a storm has more or fewer positions than its first line says, or one is incomplete.
    """
    number, name, due, place = "", "", 0, ""
    for line in read_lines(path):
        fields = [field.strip() for field in line.fields["line"].split(",")]
        if header := _STORM_LINE.match(line.fields["line"]):
            if due:
                raise InputError(f"lacks {due} positions of {number}", place=place)
            number, name, due, place = header[1], header[2], int(header[3]), line.place
            continue
        if not due or len(fields) < 20 or not re.fullmatch(r"\d{8}", fields[0]):
            raise InputError("is no position of a storm", place=line.place)
        due -= 1
        yield Row(_hurdat2(number, name, fields), None, line.place)
    if due:
        raise InputError(f"lacks {due} positions of {number}", place=place)


def _hurdat2(number: str, name: str, fields: list[str]) -> dict[str, str]:
    day, clock, _, status, lat, lon, *numbers = fields
    known = ["" if one in ("-99", "-999") else one for one in numbers]
    radii = {
        f"usa_r{knots}_{side}": known[start + index]
        for knots, start in ((34, 2), (50, 6), (64, 10))
        for index, side in enumerate(("ne", "se", "sw", "nw"))
    }
    return {
        "sid": number,
        "name": name,
        "iso_time": f"{day[:4]}-{day[4:6]}-{day[6:]} {clock[:2]}:{clock[2:]}:00",
        "lat": ("-" if lat.endswith("S") else "") + lat[:-1],
        "lon": ("-" if lon.endswith("W") else "") + lon[:-1],
        "nature": "TS" if status in ("TD", "TS", "HU", "SD", "SS") else status,
        "usa_wind": known[0],
        "usa_pres": known[1],
        **radii,
    }


_STORM_LINE = re.compile(r"([A-Z]{2}\d{6}),\s*([\w-]+),\s*(\d+),?\s*$")


def features(rows: Iterable[Row]) -> Iterator[Feature]:
    """Yield the storms of a file, in the order of their first positions.

    A storm's geometry is its footprint, where winds of 34 knots or more blew; without radii, its
    track. Its class tells the strongest wind that it ever had.
    """
    tracks: dict[str, list[list[Position]]] = {}
    for row in rows:
        if "sid" in row.fields and text(row, "sid") is None:
            continue  # IBTrACS tells the units in a second line
        key, position = _ibtracs(row) if "sid" in row.fields else _diameters(row)
        known = tracks.setdefault(key, [[]])
        if known[-1] and (position.when - known[-1][-1].when).total_seconds() > _APART:
            known.append([])
        known[-1].append(position)
    every = [
        (key, sorted(track, key=lambda one: one.when))
        for key, found in tracks.items()
        for track in found
    ]
    for key, track in sorted(every, key=lambda one: (one[1][0].when, one[0])):
        yield _feature(key.split("|")[-1], track, key.split("|")[0] if "|" in key else None)


def footprint(track: list[Position], *, knots: int = _STORM) -> shapely.Geometry | None:
    """Return the area over which a storm's winds of a strength or more blew.

    Around each position lie four quarter discs with the radii of the wind field in the
    north-east, south-east, south-west and north-west; between two positions of at most a day
    apart, the wind field is taken to move and to change evenly, so that it sweeps the convex hull
    of both. The radii are the largest in each quadrant (C. W. Landsea and J. L. Franklin,
    "Atlantic Hurricane Database Uncertainty and Presentation of a New Database Format", Monthly
    Weather Review 141 (2013), 3576-3592), so the footprint is the largest too. Of a wind field
    that is told by its diameter alone, every radius is the half of it.

    Parameters
    ----------
    track : list of Position
        In the order of time.
    knots : int
        34 or 64.

    Returns
    -------
    shapely.Polygon or shapely.MultiPolygon or None
        In longitude and latitude, cut at the antimeridian; None when no such wind is known.
    """
    runs: list[list[shapely.Geometry]] = []
    before: Position | None = None
    for position in track:
        radii = position.gale if knots == _STORM else position.hurricane
        if radii is None:  # not known, as at the times that IBTrACS fills in
            continue
        if not any(radii):
            before = None
            continue
        lon = position.lon
        if before is not None:  # run on over the antimeridian
            lon = before.lon + (lon - before.lon + 180) % 360 - 180
        together = before is not None and (position.when - before.when).total_seconds() <= _FAR
        shape = sectors(lon, position.lat, radii)
        if together:
            runs[-1].append(shape)
        else:
            runs.append([shape])
        before = position._replace(lon=lon)
    if not runs:
        return None
    return shapely.union_all([cut(swept(run)) for run in runs])


def line(track: list[Position]) -> shapely.Geometry:
    """Return the way of a storm; its point, if it never moved."""
    lons = [track[0].lon]
    for position in track[1:]:
        lons.append(lons[-1] + (position.lon - lons[-1] + 180) % 360 - 180)
    points = [(lon, position.lat) for lon, position in zip(lons, track, strict=True)]
    if len(set(points)) == 1:
        return shapely.Point(points[0])
    way = shapely.LineString(points)
    west, east = min(lons), max(lons)
    if west >= -180 and east <= 180:
        return way
    parts = []
    for turn in (-1, 0, 1):
        strip = shapely.box(-180 + 360 * turn, -90, 180 + 360 * turn, 90)
        part = shapely.intersection(way, strip)
        if part.length > 0:
            parts.append(shapely.transform(part, lambda xy, turn=turn: xy - [360 * turn, 0]))
    return shapely.union_all(parts)


def _feature(name: str, track: list[Position], sid: str | None) -> Feature:
    year = track[0].when.year
    strongest = max((p.wind for p in track if p.wind is not None and p.tropical), default=None)
    kind, noun = _kind(strongest)
    iri = resource("storm", *([sid] if sid else [name, year]))
    named_as = name.title() if name.isupper() and name.isalpha() else name
    area = footprint(track)
    shape = area if area is not None else line(track)
    start, end = (one.when.isoformat().replace("+00:00", "Z") for one in (track[0], track[-1]))
    pressures = [p.pressure for p in track if p.pressure is not None]
    results: dict[str, tuple[object, str | None]] = {
        "maximumWind": (f"{strongest:g}" if strongest is not None else None, "decimal"),
        "minimumPressure": (f"{min(pressures):g}" if pressures else None, "decimal"),
    }
    facts = (
        *named(iri, f"{noun} {named_as}, {year}", kind, "Hazard"),
        literal(iri, ALT_LABEL, named_as),
        *shaped(iri, shape),
        *lasted(iri, start, end),
        *observed(iri, "storm", results, moment(start, end)),
    )
    return Feature(iri, facts, shape, shape)


def _kind(wind: float | None) -> tuple[str, str]:
    if wind is None:
        return "Storm", "Storm"
    if wind >= _HURRICANE:
        return "NOAAHurricane", "Hurricane"
    if wind >= _STORM:
        return "NOAATropicalStorm", "Tropical Storm"
    return "NOAATropicalDepression", "Tropical Depression"


def _diameters(row: Row) -> tuple[str, Position]:
    clock = [int(float(required(row, part))) for part in ("year", "month", "day", "hour")]
    gale = ("tropicalstorm_force_diameter", "ts_diameter")
    hurricane = ("hurricane_force_diameter", "hu_diameter")
    status = (text(row, "status") or "").lower()
    position = Position(
        _clock(row, *clock),
        *_place(row, "long"),
        number(row, "wind"),
        number(row, "pressure"),
        status not in ("extratropical", "other low", "disturbance", "tropical wave"),
        _round(number(row, *gale)),
        _round(number(row, *hurricane)),
    )
    return required(row, "name"), position


def _round(diameter: float | None) -> tuple[float, ...] | None:
    return None if diameter is None else (diameter / 2 * NAUTICAL_MILE,) * 4


def _ibtracs(row: Row) -> tuple[str, Position]:
    stamp = required(row, "iso_time")
    try:
        when = datetime.fromisoformat(stamp).replace(tzinfo=UTC)
    except ValueError:
        raise InputError(f"has {stamp!r} where a time is due", place=row.place) from None
    position = Position(
        when,
        *_place(row, "lon"),
        number(row, "usa_wind"),
        number(row, "usa_pres"),
        (text(row, "nature") or "TS").upper() in ("TS", "SS"),
        _quadrants(row, 34),
        _quadrants(row, 64),
    )
    return f"{required(row, 'sid')}|{text(row, 'name') or 'UNNAMED'}", position


def _quadrants(row: Row, knots: int) -> tuple[float, ...] | None:
    radii = [number(row, f"usa_r{knots}_{side}") for side in ("ne", "se", "sw", "nw")]
    if all(radius is None for radius in radii):
        return None
    return tuple((radius or 0.0) * NAUTICAL_MILE for radius in radii)


def _clock(row: Row, year: int, month: int, day: int, hour: int) -> datetime:
    try:
        return datetime(year, month, day, hour, tzinfo=UTC)
    except ValueError as error:
        raise InputError(f"has no good time ({error})", place=row.place) from None


def _place(row: Row, name: str) -> tuple[float, float]:
    lon, lat = float(required(row, name)), float(required(row, "lat"))
    if not (abs(lon) <= 360 and abs(lat) <= 90):
        raise InputError(f"has the place {lon}, {lat}", place=row.place)
    return (lon + 180) % 360 - 180, lat
