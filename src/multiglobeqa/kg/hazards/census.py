"""Regions of the United States Census Bureau: states, counties, subdivisions, places, ZIP areas.

TIGER/Line and cartographic boundary files (shapefile, GeoJSON), the TopoJSON of us-atlas, and
tables of population (CSV).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import shapely

from multiglobeqa.dataset import Triple
from multiglobeqa.errors import InputError
from multiglobeqa.kg.hazards.feature import Feature, Row, required, text
from multiglobeqa.kg.knowwheregraph_terms import (
    ALT_LABEL,
    ONTOLOGY,
    PART_OF,
    POPULATION,
    literal,
    named,
    resource,
    shaped,
)

LICENCE = "public domain, U.S. Census Bureau"

_COUNTRY = "administrativeRegion.USA"
_LEVEL = "AdministrativeRegion AdministrativeRegion_{}"
_ZIP = ("zcta5ce20", "zcta5ce10", "zcta5ce")
_CODE = ("geoid", "geoid20", "geoid10", "id")
# By the Census Bureau's names (NAMELSAD of TIGER/Line): the first-order divisions of states that
# are no counties. Virginia's independent cities have codes from 500 on, Connecticut's planning
# regions from 100.
_KIND_OF_COUNTY = {"22": "Parish", "72": "Municipio"}
_CITIES = {"24510", "29510"}  # Baltimore, St. Louis
_ENTIRE = {"11001", "32510"}  # District of Columbia, Carson City
_AS_THEY_ARE = {"02", "60", "66", "69", "78"}
_PEOPLE = re.compile(r"pop(20|10|100|ulation|estimate\d{4})?|p1_001n|b01001_001e")


def recognises(fields: frozenset[str]) -> bool:
    """Tell whether a table with these columns is one of regions or of their population."""
    # us-atlas has nothing but id and name; so has many another file, whose codes then fail.
    return bool(
        fields & {*_ZIP, "statefp", "statefp20", "geo_id"}
        or fields <= {"id", "name"}
        or ({"geoid"} <= fields and any(map(_PEOPLE.fullmatch, fields)))
        or {"sumlev", "state", "county"} <= fields
    )


def features(rows: Iterable[Row]) -> Iterator[Feature]:
    """Yield the regions of a file, or what a table of population says of them."""
    for row in rows:
        if row.shape is None:
            found = _counted(row)
        elif zip_code := text(row, *_ZIP):
            found = _zip(row, zip_code)
        else:
            found = _region(row)
        if found is not None:
            yield found


def region_iri(code: str) -> str:
    """Return the IRI of a region by its FIPS code; of the country, if that is empty.

    Examples
    --------
    >>> region_iri("06083")
    'http://stko-kwg.geog.ucsb.edu/lod/resource/administrativeRegion.USA.06083'
    """
    return resource(*filter(None, (_COUNTRY, code)))


def _full_name(code: str, name: str) -> str:
    """Return a county's full name, for files that have the short one alone.

    Not of Alaska, whose boroughs and census areas no rule tells apart, nor of islands.

    Examples
    --------
    >>> _full_name("06083", "Santa Barbara"), _full_name("22071", "Orleans")
    ('Santa Barbara County', 'Orleans Parish')
    """
    if len(code) != 5 or code in _ENTIRE or code[:2] in _AS_THEY_ARE:
        return name
    if code in _CITIES or (code[:2] == "51" and code[2:] >= "500"):
        return f"{name} city"
    if code[:2] == "09" and code[2:] >= "100":
        return f"{name} Planning Region"
    return f"{name} {_KIND_OF_COUNTY.get(code[:2], 'County')}"


def _region(row: Row) -> Feature:
    code = text(row, *_CODE) or ""
    if code in ("", "US") and row.place.startswith("nation,"):  # us-atlas draws it without a code
        return _feature(row, region_iri(""), "United States", *_LEVEL.format(0).split())
    place = text(row, "placefp", "placefp20", "placefp10")
    if not re.fullmatch(r"\d{2}|\d{5}|\d{7}|\d{10}", code) or ((len(code) == 7) != bool(place)):
        raise InputError(f"has {code!r} where a FIPS code is due", place=row.place)
    name = required(row, "name", "name20", "name10")
    # "Santa Barbara" is a city, a county and a subdivision: the full name tells which.
    full = text(row, "namelsad", "namelsad20", "namelsad10") or _full_name(code, name)
    level, above = {
        2: (1, ""),
        5: (2, code[:2]),
        7: (None, code[:2]),
        10: (3, code[:5]),
    }[len(code)]
    iri = resource("censusPlace.USA", code) if level is None else region_iri(code)
    types = ["CensusPlace"] if level is None else _LEVEL.format(level).split()
    facts = [
        literal(iri, ONTOLOGY + "hasFIPS", code),
        Triple(iri, PART_OF, region_iri(above)),
        *([literal(iri, ALT_LABEL, name)] if full != name else []),
    ]
    return _feature(row, iri, full, *types, facts=facts)


def _zip(row: Row, code: str) -> Feature:
    iri = resource("zipcodearea", code)
    facts = [literal(iri, ONTOLOGY + "hasZipCode", code)]
    return _feature(row, iri, f"ZIP code area {code}", "ZipCodeArea", facts=facts)


def _feature(row: Row, iri: str, label: str, *types: str, facts: Iterable[Triple] = ()) -> Feature:
    """Return a region; one that the file draws too small to have an outline has no shape."""
    assert row.shape is not None
    shape = None if row.shape.is_empty else shapely.force_2d(row.shape)
    outline = () if shape is None else shaped(iri, shape)
    said = (*named(iri, label, *types), *facts, *outline, *_population(iri, row))
    return Feature(iri, said, shape)


def _population(iri: str, row: Row) -> Iterator[Triple]:
    names = sorted(filter(_PEOPLE.fullmatch, row.fields))
    found = text(row, *reversed(names)) if names else None  # the latest estimate
    if found is not None:
        if not re.fullmatch(r"\d+(\.0*)?", found):
            raise InputError(f"has {found!r} where a population is due", place=row.place)
        yield literal(iri, POPULATION, found.split(".")[0], "integer")


def _counted(row: Row) -> Feature | None:
    """Return what a table of population says of a region; None for a line of its header."""
    code = text(row, "geo_id", "geoid")
    if code is None:
        county = required(row, "county")
        code = required(row, "state").zfill(2) + ("" if not int(county) else county.zfill(3))
    elif code.lower() in ("geography", "geo_id"):  # a second line of headings
        return None
    prefix, _, digits = code.rpartition("US")
    if not re.fullmatch(r"\d{2}|\d{5}|\d{7}|\d{10}", digits):
        raise InputError(f"has {code!r} where a FIPS code is due", place=row.place)
    if prefix.startswith("86") or "zcta5" in row.fields:
        iri = resource("zipcodearea", digits)
    else:
        iri = resource("censusPlace.USA", digits) if len(digits) == 7 else region_iri(digits)
    facts = tuple(_population(iri, row))
    return Feature(iri, facts) if facts else None
