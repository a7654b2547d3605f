"""Points in a text: degrees, hemispheres, labels, WKT, GeoJSON, UTM, Web Mercator."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from multiglobeqa.answers.format import FormatError, Options
from multiglobeqa.answers.free.numbers import NOT_A_TAIL, find_numbers
from multiglobeqa.answers.free.text import separated
from multiglobeqa.answers.free.words import Lexicon, Words, hemispheres

_WKT = re.compile(r"POINT\s*\(\s*([-+\d.eE]+)\s+([-+\d.eE]+)\s*\)", re.IGNORECASE)
_ZONE = re.compile(r"(?<!\d)(\d{1,2})\s?([A-Z])(?![A-Za-z])")
_DEGREES = rf"{NOT_A_TAIL}[-+]?\d{{1,3}}(?:[.,]\d+)?"
_MINUTES = r"\d{1,2}(?:[.,]\d+)?"

_AXES = {"north": "latitude", "south": "latitude", "east": "longitude", "west": "longitude"}

Point = dict[str, Any]


class Angle(NamedTuple):
    """An angle in a text, with what tells its axis."""

    degrees: float
    direction: str | None
    how: str


def read_point(text: str, words: Words, options: Options) -> tuple[Point, str]:
    """Return a point, in the coordinates that were asked for."""
    crs, text = options.get("crs") or "wgs84", separated(text)
    if crs == "utm":
        return _utm(text, words)
    if crs == "web_mercator":
        x, y = _two([one.value for one in find_numbers(text, words)])
        return {"x": x, "y": y}, "two numbers"
    if match := _WKT.search(text):
        x, y = (float(part) for part in match.groups())
        return {"latitude": y, "longitude": x}, "WKT"
    for letters in hemispheres(words.language):
        if found := _by_hemisphere(text, words, letters):
            return found
    if found := _by_label(text, words):
        return found
    angles = _angles(text, words)
    if len(angles) != 2:
        raise FormatError("the text does not hold one latitude and one longitude")
    lat, lon = angles
    return {"latitude": lat.degrees, "longitude": lon.degrees}, f"{lat.how}, latitude first"


def from_geojson(value: Any) -> Point | None:
    """Return the point of a GeoJSON geometry or feature, or None."""
    if isinstance(value, dict) and value.get("type") == "Feature":
        value = value.get("geometry")
    if not isinstance(value, dict) or value.get("type") != "Point":
        return None
    place = value.get("coordinates")
    if not isinstance(place, list) or len(place) < 2:
        return None
    return {"latitude": place[1], "longitude": place[0]}


def _by_hemisphere(
    text: str, words: Words, letters: Mapping[str, tuple[str, ...]]
) -> tuple[Point, str] | None:
    """Read angles with a direction at each, before or after it."""
    lexicon = Lexicon(letters, short=True)
    for after in (True, False):
        found = {
            _AXES[angle.direction]: angle
            for angle in _angles(text, words, lexicon, after=after)
            if angle.direction
        }
        if len(found) == 2:
            break
    else:
        return None
    point = {}
    for axis, angle in found.items():
        sign = -1.0 if angle.direction in ("south", "west") else 1.0
        # A sign beside a direction says the same again.
        point[axis] = sign * abs(angle.degrees)
    return point, f"{found['latitude'].how}, hemispheres"


def _by_label(text: str, words: Words) -> tuple[Point, str] | None:
    """Read the number after each of "latitude" and "longitude"."""
    labels = [
        (match.start(), match.end(), words.axes.find(match[0])[0])
        for match in re.finditer(words.axes.pattern, text, re.IGNORECASE)
    ]
    point: Point = {}
    how = ""
    for place, (_, start, axis) in enumerate(labels):
        end = labels[place + 1][0] if place + 1 < len(labels) else len(text)
        angles = _angles(text[start:end], words)
        if len(angles) == 1 and axis not in point:
            point[axis], how = angles[0].degrees, angles[0].how
    return (point, f"{how}, labels") if len(point) == 2 else None


def _angles(
    text: str, words: Words, directions: Lexicon | None = None, *, after: bool = True
) -> list[Angle]:
    """Return the angles in a text; with directions, only those that have one after or before."""
    degree, minute, second = (
        "|".join((*words.angles.patterns(name), *signs))
        for name, signs in (
            ("degree", ("°", r"d(?!\w)")),
            ("minute", ("'(?!')", r"m(?!\w)")),
            ("second", ('"', "''", r"s(?!\w)")),
        )
    )
    named = f"(?:{directions.pattern})" if directions else "(?!)"
    nothing = "(?!)"
    pattern = re.compile(
        rf"(?:(?P<before>{nothing if after else named})\s*:?\s*)?"
        rf"(?P<degrees>{_DEGREES})\s*(?:(?:{degree})\s*"
        rf"(?:(?P<minutes>{_MINUTES})\s*(?:{minute})\s*"
        rf"(?:(?P<seconds>{_MINUTES})\s*(?:{second}))?)?)?"
        rf"\s*(?P<after>{named if after else nothing})?",
        re.IGNORECASE,
    )
    found = []
    for match in pattern.finditer(text):
        direction = None
        if directions:
            told = match["after"] or match["before"]
            if not told:
                continue
            direction = directions.find(told)[0]
        # No part of an angle is a thousand: either separator comes before decimals.
        value, how = abs(_number(match["degrees"])), "degrees"
        for name, parts in (("minutes", 60.0), ("seconds", 3600.0)):
            if match[name]:
                value += _number(match[name]) / parts
                how = f"degrees, minutes{', seconds' if name == 'seconds' else ''}"
        value = -value if match["degrees"].startswith("-") else value
        how += ", decimal comma" if "," in match["degrees"] else ""
        found.append(Angle(value, direction, how))
    return found


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _utm(text: str, words: Words) -> tuple[Point, str]:
    zone = _ZONE.search(text)
    if not zone:
        raise FormatError("the text holds no UTM zone")
    letter = zone[2]
    # N and S are hemispheres here; other letters are bands, those from N on in the north.
    hemisphere = letter if letter in "NS" else "N" if letter > "N" else "S"
    rest = text[: zone.start()] + " " + text[zone.end() :]
    easting, northing = _two([one.value for one in find_numbers(rest, words, "length")])
    return {"zone": f"{int(zone[1])}{hemisphere}", "easting": easting, "northing": northing}, "UTM"


def _two(values: list[float]) -> tuple[float, float]:
    if len(values) != 2:
        raise FormatError("the text does not hold two coordinates")
    return values[0], values[1]
