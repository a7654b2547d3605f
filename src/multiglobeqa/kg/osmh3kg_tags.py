"""What OSMH3KG makes of OpenStreetMap's tags: classes of main tags, predicates of the others.

The published graph has local names only (``university``, ``addr:city``, ``geo240974013``). They
are kept, in namespaces of this project.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple
from urllib.parse import quote, unquote

from multiglobeqa.kg.bcp47 import language_tag
from multiglobeqa.kg.tags import ALIAS_KEYS

SCHEMA = "https://w3id.org/osmh3kg/schema/"
RESOURCE = "https://w3id.org/osmh3kg/resource/"
CELL_FRAMEWORK = "https://w3id.org/osmh3kg/hcf/"

# A feature has a name when it carries one of these.
NAME_KEYS = ("name", "name:en")

# Of several classes of one feature the foremost is one that a question may ask for; then by key.
_TELLING = (
    *("place", "natural", "water", "waterway", "geological", "historic", "boundary", "aeroway"),
    *("amenity", "tourism", "healthcare", "shop", "craft", "office", "leisure", "man_made"),
    *("military", "railway", "highway", "public_transport", "aerialway", "power", "telecom"),
    *("emergency", "landuse", "barrier", "route", "line", "footway", "cycleway", "busway"),
    *("sport", "building"),
)
_VAGUE = {
    ("natural", "water"),
    ("tourism", "attraction"),
    ("tourism", "information"),
    ("man_made", "survey_point"),
}

# Tags about the mapping, not about the thing.
_ABOUT_MAPPING = re.compile(
    r"(attribution|comment|created_by|fixme|FIXME|note|source|todo|type|area|import|tiger|gnis)"
    r"(:.*|_ref)?|.*:source"
)
_PICTURE = r"\.(?:jpe?g|png|gif|svg|webp|tiff?)"
_IMAGE = re.compile(rf"https?://[^\s<>\"]+{_PICTURE}(?:\?[^\s<>\"]*)?", re.IGNORECASE)
_COMMONS_FILE = re.compile(
    rf"(?:https?://[a-z.]+\.wiki[mp]edia\.org/\S*)?File:(?P<name>.+{_PICTURE})", re.IGNORECASE
)
_NOT_IN_IRI = re.compile(r"[\x00-\x20<>\"{}|^`\\%\x7f-\x9f]")

# How much a place is a place for others: 6 larger than a city, 5 city, 4 town, 3 village, 2
# smaller, 1 a part.
PLACES = {
    value: rank
    for rank, values in {
        6: ("country", "state", "province", "region", "county", "district"),
        5: ("city",),
        4: ("town",),
        3: ("village", "municipality"),
        2: ("hamlet", "isolated_dwelling", "farm", "locality", "allotments"),
        1: ("suburb", "quarter", "neighbourhood", "borough", "city_block"),
    }.items()
    for value in values
}


class MainTag(NamedTuple):
    """A class that a tag gives, and how it ranks among several of one feature (0 is foremost)."""

    key: str
    value: str
    name: str
    parent: str
    rank: int


@cache
def main_tags() -> dict[tuple[str, str], MainTag]:
    """Return the tags that give a class, by key and value, foremost first."""
    with (
        resources.files("multiglobeqa.kg")
        .joinpath("osmh3kg_classes.csv")
        .open(encoding="utf-8") as stream
    ):
        rows = list(csv.DictReader(stream))

    def order(row: dict[str, str]) -> tuple[bool, bool, int, str, str]:
        key = row["key"]
        vague = (key, row["value"]) in _VAGUE
        return row["askable"] != "true", vague, _TELLING.index(key), row["class"], row["value"]

    return {
        (row["key"], row["value"]): MainTag(
            row["key"], row["value"], row["class"], row["parent"], rank
        )
        for rank, row in enumerate(sorted(rows, key=order))
    }


@cache
def ranks() -> dict[str, int]:
    """Return the classes' IRIs, foremost first, with their places in that order."""
    names = dict.fromkeys(tag.name for tag in main_tags().values())
    return {SCHEMA + name: rank for rank, name in enumerate(names)}


def classes_of(tags: Mapping[str, str]) -> list[MainTag]:
    """Return the classes of a feature, foremost first.

    Examples
    --------
    >>> [tag.name for tag in classes_of({"building": "university", "amenity": "university"})]
    ['university', 'building_university']
    """
    known = main_tags()
    found = {known[tag].name: known[tag] for tag in tags.items() if tag in known}
    return sorted(found.values(), key=lambda tag: tag.rank)


@cache
def predicate(key: str) -> str:
    """Return the IRI of a tag's key; `key_of` is its inverse.

    Examples
    --------
    >>> predicate("addr:city")
    'https://w3id.org/osmh3kg/schema/addr:city'
    >>> key_of(predicate("a <b>"))
    'a <b>'
    """
    return SCHEMA + _NOT_IN_IRI.sub(lambda match: quote(match[0], safe=""), key)


@cache
def key_of(iri: str) -> str | None:
    """Return the key whose predicate an IRI is, or None."""
    return unquote(iri.removeprefix(SCHEMA)) if iri.startswith(SCHEMA) else None


class NameKey(NamedTuple):
    """What a key says of a thing's names: a label or another name, in a language (und: unknown)."""

    alias: bool
    language: str


@cache
def name_key(key: str) -> NameKey | None:
    """Return what a key says of names, or None.

    Examples
    --------
    >>> name_key("name:de"), name_key("alt_name"), name_key("name:left")
    (NameKey(alias=False, language='de'), NameKey(alias=True, language='und'), None)
    """
    base, _, suffix = key.partition(":")
    if base != "name" and base not in ALIAS_KEYS:
        return None
    language = language_tag(suffix) if suffix else "und"
    return None if language is None else NameKey(base != "name", language)


@cache
def is_attribute(key: str) -> bool:
    """Tell whether a tag says something of the thing that an entity's row should carry."""
    return name_key(key) is None and not _ABOUT_MAPPING.fullmatch(key)


def name_of(tags: Mapping[str, str]) -> str | None:
    """Return the English name, else the plain one, else None."""
    for key in reversed(NAME_KEYS):
        if tags.get(key, "").strip():
            return tags[key]
    return None


def image_of(tags: Mapping[str, str]) -> str | None:
    """Return the address of an image: of `image`, else of a file of `wikimedia_commons`.

    The address of a page about an image is none, but for those of Wikimedia, whose file it names.

    Examples
    --------
    >>> image_of({"wikimedia_commons": "File:Vaduz castle.jpg"})
    'https://commons.wikimedia.org/wiki/Special:FilePath/Vaduz_castle.jpg'
    >>> image_of({"image": "https://commons.wikimedia.org/wiki/File:Vaduz%20castle.jpg"})
    'https://commons.wikimedia.org/wiki/Special:FilePath/Vaduz_castle.jpg'
    """
    for key in ("image", "wikimedia_commons"):
        value = tags.get(key, "").split(";")[0].strip()
        if file := _COMMONS_FILE.fullmatch(value):
            name = unquote(file["name"]) if value.startswith("http") else file["name"]
            page = "https://commons.wikimedia.org/wiki/Special:FilePath/"
            return page + quote(name.replace(" ", "_"), safe="")
        if _IMAGE.fullmatch(value):
            return value
    return None


def admin_level(tags: Mapping[str, str]) -> int | None:
    """Return the level of an administrative area, 1 to 12, or None."""
    level = tags.get("admin_level", "")
    if tags.get("boundary") == "administrative" and re.fullmatch(r"[1-9]|1[0-2]", level):
        return int(level)
    return None


def agreed(every: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Return what the tags of a thing's parts say of the whole.

    A name, a reference to an encyclopaedia or an image holds for the whole when no part
    contradicts it; anything else when all parts say it.
    """
    parts = list(every)
    said: dict[str, set[str]] = {}
    counts: dict[str, int] = {}
    for tags in parts:
        for key, value in tags.items():
            said.setdefault(key, set()).add(value)
            counts[key] = counts.get(key, 0) + 1
    return {
        key: min(values)
        for key, values in said.items()
        if len(values) == 1 and (counts[key] == len(parts) or of_the_whole(key))
    }


def of_the_whole(key: str) -> bool:
    """Tell whether what one part says with this key holds for the whole."""
    return name_key(key) is not None or key in _IDENTIFYING


_IDENTIFYING = {"wikidata", "wikipedia", "wikimedia_commons", "image", "ref", "int_ref", "nat_ref"}
