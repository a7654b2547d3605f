"""Smoke plumes of NOAA's Hazard Mapping System (HMS): shapefile or KML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.kg.hazards.feature import Feature, Row, text
from multiglobeqa.kg.knowwheregraph_terms import (
    lasted,
    moment,
    named,
    observed,
    resource,
    shaped,
)

LICENCE = "public domain, NOAA Hazard Mapping System"

# Until 2022 the density was given in micrograms per cubic metre.
_DENSITIES = {"5": "Light", "16": "Medium", "27": "Heavy"}
_SAID = re.compile(r"(Start Time|End Time|Density|Satellite)\s*:", re.I)
_TIME = re.compile(r"(?P<year>\d{4})(?P<day>\d{3})\s+(?P<hour>\d{2}):?(?P<minute>[0-5]\d)\b")


def recognises(fields: frozenset[str]) -> bool:
    """Tell whether a table with these columns is one of smoke plumes."""
    return {"density", "start", "end"} <= fields or fields == {"name", "description"}


def features(rows: Iterable[Row]) -> Iterator[Feature]:
    """Yield the plumes of a file.

    A plume has no name of its own: it is known by the first digits of a checksum of when and
    where it was seen.
    """
    for row in rows:
        said = _said(row)
        shape = row.shape
        if shape is None or shape.is_empty:
            raise InputError("has no outline", place=row.place)
        shape = shapely.force_2d(shape)
        start, end = _time(row, said.get("start")), _time(row, said.get("end"))
        density = said.get("density", "")
        density = _DENSITIES.get(density.split(".")[0], density.capitalize())
        number = sha256(f"{start} {end} {density} {shape.wkt}".encode()).hexdigest()[:10]
        iri = resource("smokePlume", number)
        label = f"{density} smoke plume {number}".strip()
        results: dict[str, tuple[object, str | None]] = {
            "density": (density or None, None),
            "satellite": (said.get("satellite"), None),
        }
        facts = (
            *named(iri, label, "SmokePlume", "Hazard"),
            *shaped(iri, shape),
            *lasted(iri, start, end),
            *observed(iri, "smoke", results, moment(start, end)),
        )
        yield Feature(iri, facts, shape, shape)


def _said(row: Row) -> dict[str, str]:
    """Return start, end, density and satellite, out of columns or of a KML description."""
    if "description" not in row.fields:
        names = ("start", "end", "density", "satellite")
        return {name: found for name in names if (found := text(row, name))}
    # GDAL hands a description over in one line: each value ends where the next key begins.
    parts = _SAID.split(text(row, "description") or "")[1:]
    said = {
        key.split()[0].lower(): re.sub("<.*", "", value).strip()
        for key, value in zip(parts[::2], parts[1::2], strict=True)
    }
    folder = re.search(r"light|medium|heavy", row.place, re.I)
    return ({"density": folder[0]} if folder else {}) | said


def _time(row: Row, said: str | None) -> str:
    """Return ``2021195 1200`` (year, day of the year, hour, minute) as an ISO 8601 time."""
    match = _TIME.search(said or "")
    # Hour 24 is the end of the day.
    if match is None or not 1 <= int(match["day"]) <= 366 or match["hour"] > "24":
        raise InputError(
            f"has {said!r} where a time such as '2021195 1200' is due", place=row.place
        )
    first = datetime(int(match["year"]), 1, 1, tzinfo=UTC)
    when = first + timedelta(
        days=int(match["day"]) - 1, hours=int(match["hour"]), minutes=int(match["minute"])
    )
    return when.isoformat().replace("+00:00", "Z")
