"""The words of KnowWhereGraph: its namespaces, and how its builders say things with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import quote, unquote

import pyarrow as pa
import shapely

from multiglobeqa.kg.model import TRIPLES
from multiglobeqa.kg.vocabulary import AS_WKT, RDF_TYPE, WKT_LITERAL

RESOURCE = "http://stko-kwg.geog.ucsb.edu/lod/resource/"
ONTOLOGY = "http://stko-kwg.geog.ucsb.edu/lod/ontology/"
LITE = "http://stko-kwg.geog.ucsb.edu/lod/lite-ontology/"
GEO = "http://www.opengis.net/ont/geosparql#"
SF = "http://www.opengis.net/ont/sf#"
SOSA = "http://www.w3.org/ns/sosa/"
TIME = "http://www.w3.org/2006/time#"
RDFS_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
ALT_LABEL = "http://www.w3.org/2004/02/skos/core#altLabel"
XSD = "http://www.w3.org/2001/XMLSchema#"

POPULATION = LITE + "hasPopulation"
HAS_IMPACTED = LITE + "hasImpacted"
PART_OF = ONTOLOGY + "administrativePartOf"

_BATCH = 1 << 14


class Fact(NamedTuple):
    """A row of the schema `TRIPLES`."""

    subject: str
    predicate: str
    object: str
    kind: str = "iri"
    datatype: str | None = None
    language: str | None = None


def literal(subject: str, predicate: str, text: object, datatype: str | None = None) -> Fact:
    """Return a fact about a literal; `datatype` is a name of XML Schema such as ``decimal``.

    Examples
    --------
    >>> literal("http://a", "http://b", 1.5, "decimal").object
    '1.5'
    """
    return Fact(subject, predicate, str(text), "literal", datatype and XSD + datatype)


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


def named(iri: str, label: str, *types: str) -> Iterator[Fact]:
    """Yield what every entity has: its classes, by their names in the ontology, and its label."""
    for name in types:
        yield Fact(iri, RDF_TYPE, name if ":" in name else ONTOLOGY + name)
    yield literal(iri, RDFS_LABEL, label)


def shaped(iri: str, shape: shapely.Geometry, node: str | None = None) -> Iterator[Fact]:
    """Yield an entity's geometry, with coordinates in degrees at 7 decimals (1 cm)."""
    node = node or resource("geometry", shape.geom_type, unquote(local(iri)))
    yield Fact(iri, RDF_TYPE, GEO + "Feature")
    yield Fact(iri, GEO + "hasGeometry", node)
    yield Fact(iri, GEO + "hasDefaultGeometry", node)
    yield Fact(node, RDF_TYPE, GEO + "Geometry")
    yield Fact(node, RDF_TYPE, SF + shape.geom_type)
    text = shapely.to_wkt(shape, rounding_precision=7)
    yield Fact(node, AS_WKT, text, "literal", WKT_LITERAL)


def observed(
    iri: str, kind: str, results: dict[str, tuple[object, str | None]], when: str | None
) -> Iterator[Fact]:
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
    yield Fact(iri, RDF_TYPE, SOSA + "FeatureOfInterest")
    yield Fact(iri, SOSA + "isFeatureOfInterestOf", collection)
    yield Fact(collection, RDF_TYPE, SOSA + "ObservationCollection")
    yield Fact(collection, SOSA + "hasFeatureOfInterest", iri)
    if when:
        yield Fact(collection, SOSA + "phenomenonTime", when)
    for key, (result, datatype) in results.items():
        if result is None:
            continue
        observation = resource("observation", name, key)
        observable = resource(f"{kind}ObservableProperty", key)
        yield Fact(collection, SOSA + "hasMember", observation)
        yield Fact(observation, RDF_TYPE, SOSA + "Observation")
        yield Fact(observation, SOSA + "hasFeatureOfInterest", iri)
        yield Fact(observation, SOSA + "observedProperty", observable)
        yield literal(observation, SOSA + "hasSimpleResult", result, datatype)
        yield Fact(observable, RDF_TYPE, SOSA + "ObservableProperty")


def lasted(iri: str, start: str, end: str | None = None) -> Iterator[Fact]:
    """Yield an entity's temporal scope: an instant, or an interval from start to end.

    Parameters
    ----------
    iri : str
        The entity.
    start, end : str
        ISO 8601 dates (``2012-10-04``) or times (``2012-10-04T12:00:00Z``).
    """
    yield Fact(iri, ONTOLOGY + "hasTemporalScope", moment(start, end))
    if end is None or end == start:
        yield from _instant(start)
        return
    interval = moment(start, end)
    yield Fact(interval, RDF_TYPE, TIME + "Interval")
    for predicate, instant in (("hasBeginning", start), ("hasEnd", end)):
        yield Fact(interval, TIME + predicate, moment(instant))
        yield from _instant(instant)


def moment(start: str, end: str | None = None) -> str:
    """Return the IRI of a time, or of the interval between two."""
    return resource("time", start, *([] if end in (None, start) else [end]))


def _instant(when: str) -> Iterator[Fact]:
    iri = moment(when)
    dated = "dateTime" if "T" in when else "date"
    yield Fact(iri, RDF_TYPE, TIME + "Instant")
    yield literal(iri, TIME + f"inXSD{dated[0].upper()}{dated[1:]}", when, dated)


def batches(facts: Iterable[Fact]) -> Iterator[pa.RecordBatch]:
    """Yield facts as batches of the schema `TRIPLES`."""
    rows: list[Fact] = []
    for fact in facts:
        rows.append(fact)
        if len(rows) == _BATCH:
            yield _batch(rows)
            rows = []
    if rows:
        yield _batch(rows)


def _batch(rows: list[Fact]) -> pa.RecordBatch:
    columns = [pa.array(column, pa.string()) for column in zip(*rows, strict=True)]
    return pa.RecordBatch.from_arrays(columns, schema=TRIPLES)
