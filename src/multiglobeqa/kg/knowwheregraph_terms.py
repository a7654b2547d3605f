"""The words of KnowWhereGraph: its namespaces, and how its builders say things with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote, unquote

import pyarrow as pa
import shapely

from multiglobeqa.dataset import Triple
from multiglobeqa.kg.tables import batch_of
from multiglobeqa.kg.vocabulary import AS_WKT, GEO, RDF_TYPE, RDFS_LABEL, WKT_LITERAL

RESOURCE = "http://stko-kwg.geog.ucsb.edu/lod/resource/"
ONTOLOGY = "http://stko-kwg.geog.ucsb.edu/lod/ontology/"
LITE = "http://stko-kwg.geog.ucsb.edu/lod/lite-ontology/"
SF = "http://www.opengis.net/ont/sf#"
SOSA = "http://www.w3.org/ns/sosa/"
TIME = "http://www.w3.org/2006/time#"
ALT_LABEL = "http://www.w3.org/2004/02/skos/core#altLabel"
XSD = "http://www.w3.org/2001/XMLSchema#"

POPULATION = LITE + "hasPopulation"
HAS_IMPACTED = LITE + "hasImpacted"
PART_OF = ONTOLOGY + "administrativePartOf"

_BATCH = 1 << 14


def literal(subject: str, predicate: str, text: object, datatype: str | None = None) -> Triple:
    """Return a fact about a literal; `datatype` is a name of XML Schema such as ``decimal``.

    Examples
    --------
    >>> literal("http://a", "http://b", 1.5, "decimal").object
    '1.5'
    """
    return Triple(subject, predicate, str(text), "literal", datatype and XSD + datatype)


def resource(*parts: object) -> str:
    """Return the IRI of a resource: its parts joined by dots, safe whatever they hold.

    Examples
    --------
    >>> resource("fire", "CA35", "BIG SUR / <1>")
    'http://stko-kwg.geog.ucsb.edu/lod/resource/fire.CA35.BIG_SUR_%2F_%3C1%3E'
    """
    joined = ".".join(re.sub(r"\s+", "_", str(part).strip()) for part in parts)
    return RESOURCE + quote(joined, safe="-._~:+@")


def local(iri: str) -> str:
    """Return what follows the last slash or hash of an IRI."""
    return re.split("[/#]", iri)[-1]


def named(iri: str, label: str, *types: str) -> Iterator[Triple]:
    """Yield what every entity has: its classes, by their names in the ontology, and its label."""
    for name in types:
        yield Triple(iri, RDF_TYPE, name if ":" in name else ONTOLOGY + name)
    yield literal(iri, RDFS_LABEL, label)


def shaped(iri: str, shape: shapely.Geometry, node: str | None = None) -> Iterator[Triple]:
    """Yield an entity's geometry, with coordinates in degrees at 7 decimals (1 cm)."""
    node = node or resource("geometry", shape.geom_type, unquote(local(iri)))
    yield Triple(iri, RDF_TYPE, GEO + "Feature")
    yield Triple(iri, GEO + "hasGeometry", node)
    yield Triple(iri, GEO + "hasDefaultGeometry", node)
    yield Triple(node, RDF_TYPE, GEO + "Geometry")
    yield Triple(node, RDF_TYPE, SF + shape.geom_type)
    text = shapely.to_wkt(shape, rounding_precision=7)
    yield Triple(node, AS_WKT, text, "literal", WKT_LITERAL)


def observed(
    iri: str, kind: str, results: dict[str, tuple[object, str | None]], when: str | None
) -> Iterator[Triple]:
    """Yield an entity's observations, gathered in a collection, with their time.

    Parameters
    ----------
    iri : str
        The feature of interest.
    kind : str
        What the observable properties are of, such as ``earthquake``.
    results : dict
        The simple result of each property, with the name of its XML Schema type; what is None is
        not said.
    when : str, optional
        The IRI of the time.
    """
    name = unquote(local(iri))
    collection = resource("observationCollection", name)
    yield Triple(iri, RDF_TYPE, SOSA + "FeatureOfInterest")
    yield Triple(iri, SOSA + "isFeatureOfInterestOf", collection)
    yield Triple(collection, RDF_TYPE, SOSA + "ObservationCollection")
    yield Triple(collection, SOSA + "hasFeatureOfInterest", iri)
    if when:
        yield Triple(collection, SOSA + "phenomenonTime", when)
    for key, (result, datatype) in results.items():
        if result is None:
            continue
        one = resource("observation", name, key)
        yield Triple(collection, SOSA + "hasMember", one)
        yield Triple(one, RDF_TYPE, SOSA + "Observation")
        yield from observation(iri, kind, key, result, datatype)
        observable = resource(f"{kind}ObservableProperty", key)
        yield Triple(observable, RDF_TYPE, SOSA + "ObservableProperty")


def observation(
    iri: str, kind: str, key: str, result: object, datatype: str | None
) -> Iterator[Triple]:
    """Yield what a single observation says: of what, of which property, with which result."""
    one = resource("observation", unquote(local(iri)), key)
    yield Triple(one, SOSA + "hasFeatureOfInterest", iri)
    yield Triple(one, SOSA + "observedProperty", resource(f"{kind}ObservableProperty", key))
    yield literal(one, SOSA + "hasSimpleResult", result, datatype)


def lasted(iri: str, start: str, end: str | None = None) -> Iterator[Triple]:
    """Yield an entity's temporal scope: an instant, or an interval from start to end.

    Parameters
    ----------
    iri : str
        The entity.
    start, end : str
        ISO 8601 dates (``2012-10-04``) or times (``2012-10-04T12:00:00Z``).
    """
    yield Triple(iri, ONTOLOGY + "hasTemporalScope", moment(start, end))
    if end is None or end == start:
        yield from _instant(start)
        return
    interval = moment(start, end)
    yield Triple(interval, RDF_TYPE, TIME + "Interval")
    for predicate, instant in (("hasBeginning", start), ("hasEnd", end)):
        yield Triple(interval, TIME + predicate, moment(instant))
        yield from _instant(instant)


def moment(start: str, end: str | None = None) -> str:
    """Return the IRI of a time, or of the interval between two."""
    return resource("time", start, *([] if end in (None, start) else [end]))


def _instant(when: str) -> Iterator[Triple]:
    iri = moment(when)
    dated = "dateTime" if "T" in when else "date"
    yield Triple(iri, RDF_TYPE, TIME + "Instant")
    yield literal(iri, TIME + f"inXSD{dated[0].upper()}{dated[1:]}", when, dated)


def batches(facts: Iterable[Triple]) -> Iterator[pa.RecordBatch]:
    """Yield facts as batches of the schema `TRIPLES`."""
    rows: list[Triple] = []
    for fact in facts:
        rows.append(fact)
        if len(rows) == _BATCH:
            yield batch_of(rows)
            rows = []
    if rows:
        yield batch_of(rows)
