"""Gold triples as facts about entities."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from multiglobeqa.dataset import Triple
from multiglobeqa.geo import Point
from multiglobeqa.solve.solution import Insufficient
from multiglobeqa.solve.wkt import point_of

_GEOSPARQL = "http://www.opengis.net/ont/geosparql#"
_WORLDKG = "http://www.worldkg.org/schema/"

_NAME = "http://www.w3.org/2004/02/skos/core#prefLabel"
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_WITHIN = _GEOSPARQL + "sfWithin"
_WKT = _GEOSPARQL + "asWKT"
# Where an entity has both, its default geometry is the one that counts.
_DEFAULT_GEOMETRY = _GEOSPARQL + "hasDefaultGeometry"
_GEOMETRIES = (_GEOSPARQL + "hasGeometry", _WORLDKG + "spatialObject")
_POPULATIONS = (_WORLDKG + "population", "http://www.geonames.org/ontology#population")

# A count of people, also when typed as a decimal; "ca. 500", "1,200" and "-1" are none.
_COUNT = re.compile(r"\s*\+?(\d{1,18})(?:\.0*)?\s*", re.ASCII)

_T = TypeVar("_T")


class Facts:
    """What a question's gold triples say of each entity.

    Nothing is fetched or guessed: what is asked for and not stated raises `Insufficient`.

    Parameters
    ----------
    triples : iterable of Triple
        In any order; order never changes an answer.
    """

    def __init__(self, triples: Iterable[Triple]) -> None:
        statements: dict[str, dict[str, list[str]]] = defaultdict(dict)
        for subject, predicate, value, *_ in triples:
            statements[predicate].setdefault(subject, []).append(value)
        self._names = statements[_NAME]
        self._types = statements[_TYPE]
        self._containers = statements[_WITHIN]
        self._wkt = statements[_WKT]
        self._default_geometries = statements[_DEFAULT_GEOMETRY]
        self._geometries = [statements[predicate] for predicate in _GEOMETRIES]
        self._populations = [statements[predicate] for predicate in _POPULATIONS]
        self._subjects = {subject for said in statements.values() for subject in said}
        self._points: dict[str, Point] = {}

    def mentions(self, entity: str) -> bool:
        """Tell whether anything is said of the entity."""
        return entity in self._subjects

    def name(self, entity: str) -> str:
        """Return the unique name of an entity."""
        return _only(self._names.get(entity, ()), f"name of {entity}")

    def point(self, entity: str) -> Point:
        """Return the point of an entity: its own, or the planar centroid of its geometry."""
        if (known := self._points.get(entity)) is not None:
            return known
        nodes = self._default_geometries.get(entity) or [
            node for links in self._geometries for node in links.get(entity, ())
        ]
        literal = _only(
            [literal for node in set(nodes) for literal in self._wkt.get(node, ())],
            f"geometry of {entity}",
        )
        try:
            point = point_of(literal)
        except ValueError as error:
            raise Insufficient(f"the geometry of {entity} {error}") from None
        self._points[entity] = point
        return point

    def population(self, entity: str) -> int | None:
        """Return the number of people of an entity, or None where none is stated."""
        stated = {
            int(count[1])
            for populations in self._populations
            for text in populations.get(entity, ())
            if (count := _COUNT.fullmatch(text))
        }
        return _only(stated, f"population of {entity}") if stated else None

    def populated(self) -> list[str]:
        """Return the entities of which a population is stated, in the order of their IRIs."""
        entities = {entity for populations in self._populations for entity in populations}
        return sorted(entity for entity in entities if self.population(entity) is not None)

    def members(self, class_: str, within: str | None = None) -> list[str]:
        """Return the entities of a class, in a container if one is given, ordered by IRI."""
        return sorted(
            entity
            for entity, types in self._types.items()
            if class_ in types and (within is None or within in self._containers.get(entity, ()))
        )


def _only(values: Iterable[_T], what: str) -> _T:
    distinct = set(values)
    if not distinct:
        raise Insufficient(f"no {what} is stated")
    if len(distinct) > 1:
        raise Insufficient(f"more than one {what} is stated")
    return distinct.pop()
