"""Fire perimeters of Monitoring Trends in Burn Severity (MTBS): shapefile, GeoJSON or CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import shapely

from multiglobeqa.dataset import Triple
from multiglobeqa.errors import InputError
from multiglobeqa.kg.hazards.feature import Feature, Row, day, required, text
from multiglobeqa.kg.knowwheregraph_terms import (
    ONTOLOGY,
    lasted,
    literal,
    local,
    moment,
    named,
    observed,
    resource,
    shaped,
)

LICENCE = "public domain, MTBS (U.S. Geological Survey and U.S. Forest Service)"

_CLASSES = {
    "wildfire": "Wildfire",
    "prescribed fire": "PrescribedFire",
    "wildland fire use": "WildlandFireUse",
    "complex": "ComplexFire",
    "out of area response": "OutOfAreaResponseFire",
}
_RESULTS = {
    "BurnBndAc": "integer",
    "dNBR_offst": "integer",
    "dNBR_stdDv": "integer",
    "NoData_T": "integer",
    "IncGreen_T": "integer",
    "Low_T": "integer",
    "Mod_T": "integer",
    "High_T": "integer",
}


def recognises(fields: frozenset[str]) -> bool:
    """Tell whether a table with these columns is one of fire perimeters."""
    return bool(
        ({"event_id", "burnbndac"} <= fields)
        or ({"fire_id", "fire_name"} <= fields and fields & {"acres", "burnbndac"})
        or {"fire", "temporal_scope", "wkt"} <= fields
    )


def features(rows: Iterable[Row]) -> Iterator[Feature]:
    """Yield the fires of a file.

    They are called as in the original graph: ``HELLS HOLLOW, 2012``, with the IRI
    ``fire.UT4176411148820121004.HELLS_HOLLOW.2012``. Rows of the graph's own table of fires keep
    the IRIs that they have.
    """
    for row in rows:
        yield _own(row) if text(row, "fire") else _mtbs(row)


def _mtbs(row: Row) -> Feature:
    shape = row.shape
    if shape is None or shape.is_empty:
        raise InputError("has no perimeter", place=row.place)
    number = required(row, "event_id", "fire_id")
    name = text(row, "incid_name", "fire_name") or "UNNAMED"
    start = _ignition(row)
    iri = resource("fire", number, name, start[:4])
    kind = _CLASSES.get((text(row, "incid_type", "firetype", "fire_type") or "").lower())
    facts: list[Triple] = [
        *named(iri, f"{name}, {start[:4]}", kind or "UnknownFire", "Fire", "Hazard"),
        literal(iri, ONTOLOGY + "hasFireName", name),
        Triple(iri, ONTOLOGY + "hasMappingProgram", resource("mapprogram.MTBS")),
        *shaped(iri, shape),
        *lasted(iri, start),
    ]
    if assessed := text(row, "asmnt_type"):
        label = resource("firemappingassessmentlabel", assessed)
        facts.append(Triple(iri, ONTOLOGY + "hasFireMappingAssessmentLabel", label))
    results: dict[str, tuple[object, str | None]] = {
        key: (text(row, key.lower(), *(["acres"] if key == "BurnBndAc" else [])), kind)
        for key, kind in _RESULTS.items()
    }
    facts += observed(iri, "fire", results, moment(start))
    return Feature(iri, tuple(facts), shape, shape)


def _ignition(row: Row) -> str:
    if found := row.fields.get("ig_date"):
        return day(row, found)
    parts = [required(row, name) for name in ("year", "startmonth", "startday")]
    return day(row, "-".join(f"{float(part):02.0f}" for part in parts))


def _own(row: Row) -> Feature:
    """Return a fire of the graph's own table (fire, temporal_scope, name, geom, wkt, year)."""
    iri = required(row, "fire")
    try:
        shape = shapely.from_wkt(required(row, "wkt"))
    except shapely.errors.GEOSException as error:
        raise InputError(f"has no good WKT ({error})", place=row.place) from None
    start = day(row, local(required(row, "temporal_scope")).removeprefix("time."))
    name = required(row, "name")
    facts = (
        *named(iri, f"{name}, {start[:4]}", "MTBSFire", "Fire", "Hazard"),
        literal(iri, ONTOLOGY + "hasFireName", name),
        *shaped(iri, shape, text(row, "geom")),
        *lasted(iri, start),
    )
    return Feature(iri, facts, shape, shape)
