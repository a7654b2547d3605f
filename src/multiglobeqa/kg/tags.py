"""What WorldKG makes of OpenStreetMap's tags: classes of main tags, predicates of the others.

Every triple of the original graph is made, in its own words. Beyond it there are a label in each
language (``name:fr`` gives ``rdfs:label "..."@fr``) and the other names that nodes go by
(``alt_name:fr`` gives ``wkgs:altName "..."@fr``).
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import NamedTuple

from multiglobeqa.kg.bcp47 import language_tag
from multiglobeqa.kg.vocabulary import RDFS_LABEL

SCHEMA = "http://www.worldkg.org/schema/"

# Other names of a node; each may be followed by a language, as in ``alt_name:fr``.
ALIAS_KEYS = (
    "alt_name",
    "old_name",
    "short_name",
    "int_name",
    "official_name",
    "loc_name",
    "reg_name",
    "nat_name",
)

# Which class a node of several classes is foremost: one whose noun a question may use before any
# other, then by the key in this order, most telling first. `tourism=attraction` says least.
_TELLING = (
    *("place", "natural", "geological", "historic", "waterway", "water", "aeroway", "amenity"),
    *("tourism", "healthcare", "shop", "craft", "office", "leisure", "man_made", "military"),
    *("railway", "highway", "public_transport", "aerialway", "power", "telecom", "emergency"),
    *("barrier", "landuse", "boundary", "route", "line", "footway", "cycleway", "busway"),
    *("sport", "building"),
)
_VAGUE = {("tourism", "attraction"), ("tourism", "information"), ("man_made", "survey_point")}


class Statement(NamedTuple):
    """What the value of a key becomes: the object of a predicate."""

    key: str
    predicate: str
    language: str | None
    form: str  # literal, wikidata or wikipedia


class MainTag(NamedTuple):
    """A class that a tag gives, and how it ranks among several of one node (0 is foremost)."""

    key: str
    value: str
    iri: str
    rank: int


@cache
def main_tags() -> tuple[MainTag, ...]:
    """Return the tags that give a class, foremost first."""
    rows = _rows("worldkg_classes.csv")

    def order(row: dict[str, str]) -> tuple[bool, bool, int, str, str]:
        key = row["key"]
        place = _TELLING.index(key) if key in _TELLING else len(_TELLING)
        vague = (key, row["value"]) in _VAGUE
        return row["askable"] != "true", vague, place, row["class"], row["value"]

    return tuple(
        MainTag(row["key"], row["value"], SCHEMA + row["class"], rank)
        for rank, row in enumerate(sorted(rows, key=order))
    )


@cache
def _known_keys() -> frozenset[str]:
    main = {tag.key for tag in main_tags()}
    return frozenset(row["key"] for row in _rows("worldkg_keys.csv")) - main


def predicate(key: str) -> str:
    """Return the IRI of a key's predicate.

    Examples
    --------
    >>> predicate("addr:street_name")
    'http://www.worldkg.org/schema/addrStreetName'
    """
    first, *others = key.replace(" ", "").replace(":", "_").split("_")
    return SCHEMA + first + "".join(word.title() for word in others)


def statements(keys: Iterable[str]) -> list[Statement]:
    """Return what the keys say, ordered; keys that WorldKG does not know say nothing."""
    return sorted(
        {statement for key in keys for statement in _statements(key)},
        key=lambda statement: (statement.key, statement.predicate, statement.language or ""),
    )


def _statements(key: str) -> Iterable[Statement]:
    base, _, suffix = key.partition(":")
    language = language_tag(suffix) if suffix else None
    if key == "name":
        yield Statement(key, RDFS_LABEL, None, "literal")
    elif base == "name" and language:
        yield Statement(key, RDFS_LABEL, language, "literal")
    elif base in ALIAS_KEYS and (language or not suffix):
        yield Statement(key, predicate(base), language, "literal")
    if key in ("wikidata", "wikipedia"):
        yield Statement(key, predicate(key), None, key)
    elif key in _known_keys() and key != "name":
        yield Statement(key, predicate(key), None, "literal")


@cache
def naming_predicates() -> frozenset[str]:
    """Return the predicates that tell names: they are no attributes."""
    named = {
        predicate(key)
        for key in _known_keys()
        if key.partition(":")[0] in ("name", *ALIAS_KEYS)
        and language_tag(key.partition(":")[2]) is not None
    }
    return frozenset(named | {predicate(key) for key in ALIAS_KEYS})


def _rows(name: str) -> list[dict[str, str]]:
    with resources.files("multiglobeqa.kg").joinpath(name).open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


__all__ = [
    "ALIAS_KEYS",
    "RDFS_LABEL",
    "SCHEMA",
    "MainTag",
    "Statement",
    "main_tags",
    "naming_predicates",
    "predicate",
    "statements",
]
