"""Distances, areas, counts, ratios and polar coordinates in a text."""

from __future__ import annotations

from multiglobeqa.answers.format import FormatError
from multiglobeqa.answers.free.numbers import find_numbers, one_value, read_number
from multiglobeqa.answers.free.words import Words, factors

# The middles of the eight sectors, for a bearing that is told by its name.
BEARINGS = {
    "north": 0.0,
    "north-east": 45.0,
    "east": 90.0,
    "south-east": 135.0,
    "south": 180.0,
    "south-west": 225.0,
    "west": 270.0,
    "north-west": 315.0,
}


def read_distance(text: str, words: Words) -> tuple[float, str]:
    """Return a distance in km."""
    return read_number(text, words, "length")


def read_area(text: str, words: Words) -> tuple[float, str]:
    """Return an area in km2."""
    return read_number(text, words, "area")


def read_count(text: str, words: Words) -> tuple[float, str]:
    """Return a count; "there are none" is 0."""
    try:
        value, how = read_number(text, words, None)
        return int(value) if value.is_integer() else value, how
    except FormatError:
        if words.none.find(text) and not find_numbers(text, words):
            return 0, "none"
        raise


def read_ratio(text: str, words: Words) -> tuple[float, str]:
    """Return a number; a percentage is a hundredth."""
    value, how = read_number(text, words, None)
    place = find_numbers(text, words)[0].end
    if text[place:].lstrip().startswith("%"):
        return value / 100.0, f"{how}, percent"
    return value, how


def read_polar(text: str, words: Words) -> tuple[dict[str, float], str]:
    """Return bearing and distance: degrees, or the name of a direction, and a length."""
    found = find_numbers(text, words, "length")
    lengths = [one for one in found if one.unit]
    distance = one_value(
        [one.value * factors("length")[one.unit] for one in lengths if one.unit], "distance"
    )
    angles = [one.value for one in found if not one.unit and _is_angle(text, one.end, words)]
    if angles:
        bearing, how = one_value(angles, "bearing", tolerance=0.0), "degrees"
    else:
        named = list(dict.fromkeys(words.choices.find(text)))
        directions = [BEARINGS[name] for name in named if name in BEARINGS]
        bearing, how = one_value(directions, "bearing", tolerance=0.0), "named direction"
    return {"bearing": bearing, "distance": distance}, f"{how} and {lengths[0].unit}"


def _is_angle(text: str, place: int, words: Words) -> bool:
    rest = text[place:].lstrip()
    return rest.startswith("°") or (words.angles.at_start(rest) == "degree")
