"""Earthquakes of the United States Geological Survey: event feeds as CSV or GeoJSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np
import shapely

from multiglobeqa.dataset import Triple
from multiglobeqa.errors import InputError
from multiglobeqa.kg.hazards.discs import disc
from multiglobeqa.kg.hazards.feature import Feature, Row, instant, number, required, text
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

LICENCE = "public domain, U.S. Geological Survey"

FELT = 4.0  # modified Mercalli intensity IV: felt indoors by many

_NUMBERS = ("depth", "nst", "gap", "dmin", "rms", "horizontalError", "depthError", "magError")
_TEXTS = ("magType", "net", "type", "status")


def recognises(fields: frozenset[str]) -> bool:
    """Tell whether a table with these columns is one of earthquakes."""
    return {"mag", "place", "time", "magtype"} <= fields


def features(rows: Iterable[Row]) -> Iterator[Feature]:
    """Yield the events of a feed.

    What the feed calls an earthquake is a ``kwg-ont:Earthquake``; a quarry blast, an explosion or
    an ice quake is a ``kwg-ont:Hazard`` only.
    """
    for row in rows:
        shape, depth = _hypocentre(row)
        magnitude = number(row, "mag")
        kind = text(row, "type") or "earthquake"
        name = required(row, "id")
        iri = resource("earthquake", name)
        start = _time(row)
        size = "" if magnitude is None else f"M {magnitude:.1f} "
        where = text(row, "place")
        label = f"{size}{kind}{f', {where}' if where else ''} ({name})"
        types = ("Earthquake", "Hazard") if kind == "earthquake" else ("Hazard",)
        radius = shaking_radius(magnitude, depth) if magnitude is not None else 0.0
        facts: list[Triple] = [*named(iri, label, *types), *shaped(iri, shape)]
        if title := text(row, "title"):
            facts.append(literal(iri, ALT_LABEL, title))
        facts += lasted(iri, start)
        results: dict[str, tuple[object, str | None]] = {"mag": (text(row, "mag"), "decimal")}
        results |= {key: (text(row, key.lower()), "decimal") for key in _NUMBERS}
        results |= {key: (text(row, key.lower()), None) for key in _TEXTS}
        results["depth"] = (f"{depth:g}", "decimal")
        results["shakingRadius"] = (f"{radius:.1f}", "decimal")
        facts += observed(iri, "earthquake", results, moment(start))
        reach = disc(shape.x, shape.y, radius) if radius else shape
        yield Feature(iri, tuple(facts), shape, reach)


def _hypocentre(row: Row) -> tuple[shapely.Point, float]:
    """Return the epicentre and the depth in km (0 where it is not told)."""
    if row.shape is not None:
        found = row.shape
        if found.geom_type != "Point":
            raise InputError(f"has a {found.geom_type} where a point is due", place=row.place)
        depth = number(row, "depth") or (found.z if found.has_z else 0.0)
        lon, lat = found.x, found.y
    else:
        lon, lat = float(required(row, "longitude")), float(required(row, "latitude"))
        depth = number(row, "depth") or 0.0
    if not (abs(lon) <= 360 and abs(lat) <= 90):
        raise InputError(f"has the place {lon}, {lat}", place=row.place)
    # Feeds give some events beyond the antimeridian as -180.5.
    return shapely.Point((lon + 180) % 360 - 180 if abs(lon) > 180 else lon, lat), depth


def _time(row: Row) -> str:
    found = required(row, "time")
    if found.lstrip("-").isdigit():
        return instant(int(found) / 1000)
    return f"{found[:19].replace(' ', 'T')}Z"


def intensity(magnitude: float, distance: np.ndarray) -> np.ndarray:
    """Return the modified Mercalli intensity that an earthquake is expected to have somewhere.

    The intensity prediction equation for hypocentral distance of T. I. Allen, D. J. Wald and
    C. B. Worden, "Intensity attenuation for active crustal regions", Journal of Seismology 16
    (2012), 409-433, fitted to magnitudes 5.0 to 7.9 and distances to 300 km.

    Parameters
    ----------
    magnitude : float
        Moment magnitude, or whatever the source gives.
    distance : ndarray
        From the hypocentre, km.

    Examples
    --------
    >>> intensity(7.0, np.array([10.0, 100.0])).round(3).tolist()
    [8.034, 5.663]
    """
    near = -0.209 + 2.042 * math.exp(magnitude - 5)
    value = 2.085 + 1.428 * magnitude - 1.402 * np.log(np.hypot(distance, near))
    return value + np.where(distance > 50, 0.078 * np.log(np.maximum(distance, 1) / 50), 0.0)


def shaking_radius(magnitude: float, depth: float) -> float:
    """Return how far from its epicentre an earthquake is felt, at intensity IV or more.

    Parameters
    ----------
    magnitude : float
    depth : float
        km.

    Returns
    -------
    float
        km along the surface, in tenths, at most 300, as far as the equation holds; 0 when it is
        felt nowhere.

    Examples
    --------
    >>> shaking_radius(2.0, 10.0), round(shaking_radius(5.0, 10.0))
    (0.0, 40)
    """
    felt = intensity(magnitude, np.hypot(_DISTANCES, max(depth, 0.0))) >= FELT
    return float(_DISTANCES[np.flatnonzero(felt)[-1]]) if felt.any() else 0.0


_DISTANCES = np.arange(0, 3001) / 10
