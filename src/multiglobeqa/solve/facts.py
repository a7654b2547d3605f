"""Gold triples as facts about entities."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TypeVar

from shapely.geometry.base import BaseGeometry

from multiglobeqa.dataset import Triple
from multiglobeqa.geo import Point
from multiglobeqa.solve.events import Events
from multiglobeqa.solve.solution import Insufficient, only
from multiglobeqa.solve.wkt import geometry_of, point_of

_GEOSPARQL = "http://www.opengis.net/ont/geosparql#"
_WORLDKG = "http://www.worldkg.org/schema/"
_OSMH3KG = "https://w3id.org/osmh3kg/schema/"

_NAME = "http://www.w3.org/2004/02/skos/core#prefLabel"
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_WITHIN = _GEOSPARQL + "sfWithin"
_TOUCHES = _GEOSPARQL + "sfTouches"
_WKT = _GEOSPARQL + "asWKT"
# Where an entity has both, its default geometry is the one that counts.
_DEFAULT_GEOMETRY = _GEOSPARQL + "hasDefaultGeometry"
_GEOMETRIES = (_GEOSPARQL + "hasGeometry", _WORLDKG + "spatialObject")
_POPULATIONS = (
    _WORLDKG + "population",
    _OSMH3KG + "population",
    "http://www.geonames.org/ontology#population",
    "http://stko-kwg.geog.ucsb.edu/lod/lite-ontology/hasPopulation",
)
_ADMIN_LEVEL = _OSMH3KG + "admin_level"

# A whole number, also when typed as a decimal; "ca. 500", "1,200" and "-1" are none.
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
        self._admin_levels = statements[_ADMIN_LEVEL]
        self._neighbours = statements[_TOUCHES]
        self.events = Events(statements)
        self._subjects = {subject for said in statements.values() for subject in said}
        self._points: dict[str, Point] = {}
        self._shapes: dict[str, BaseGeometry] = {}
        self._ancestors: dict[str, frozenset[str]] = {}

    def mentions(self, entity: str) -> bool:
        """Tell whether anything is said of the entity."""
        return entity in self._subjects

    def name(self, entity: str) -> str:
        """Return the unique name of an entity."""
        return only(self._names.get(entity, ()), f"name of {entity}")

    def point(self, entity: str) -> Point:
        """Return the point of an entity: its own, or the planar centroid of its geometry."""
        if entity not in self._points:
            self._points[entity] = self._read(entity, point_of)
        return self._points[entity]

    def geometry(self, entity: str) -> BaseGeometry:
        """Return the geometry of an entity, in longitude and latitude."""
        if entity not in self._shapes:
            self._shapes[entity] = self._read(entity, geometry_of)
        return self._shapes[entity]

    def located(self) -> list[str]:
        """Return the entities of which a geometry is stated, ordered by IRI."""
        links = [self._default_geometries, *self._geometries]
        return sorted({entity for stated in links for entity in stated})

    def population(self, entity: str) -> int | None:
        """Return the number of people of an entity, or None where none is stated."""
        stated = {
            int(count[1])
            for populations in self._populations
            for text in populations.get(entity, ())
            if (count := _COUNT.fullmatch(text))
        }
        return only(stated, f"population of {entity}") if stated else None

    def populated(self) -> list[str]:
        """Return the entities of which a population is stated, in the order of their IRIs."""
        entities = {entity for populations in self._populations for entity in populations}
        return sorted(entity for entity in entities if self.population(entity) is not None)

    def members(self, class_: str, within: str | None = None) -> list[str]:
        """Return the entities of a class, in a container if one is given, ordered by IRI."""
        return sorted(
            entity
            for entity, types in self._types.items()
            if class_ in types and (within is None or within in self.ancestors(entity))
        )

    def ancestors(self, entity: str) -> frozenset[str]:
        """Return all that an entity lies in: its stated containers, theirs, and so on up."""
        if entity not in self._ancestors:
            found: set[str] = set()
            ahead = [entity]
            while ahead:
                new = set(self._containers.get(ahead.pop(), ())) - found
                found |= new
                ahead += new
            self._ancestors[entity] = frozenset(found - {entity})
        return self._ancestors[entity]

    def parents(self, entity: str) -> frozenset[str]:
        """Return what an entity lies in with nothing in between.

        Where a higher level is stated beside a lower one, only the lower is a parent.
        """
        above = self.ancestors(entity)
        return above - {higher for container in above for higher in self.ancestors(container)}

    def contained(self, container: str) -> list[str]:
        """Return the entities that lie in a container, at any depth, ordered by IRI."""
        return sorted(entity for entity in self._containers if container in self.ancestors(entity))

    def neighbours(self, entity: str) -> list[str]:
        """Return what is stated to touch an entity, whichever of the two says so, by IRI."""
        said = set(self._neighbours.get(entity, ()))
        said |= {other for other, touched in self._neighbours.items() if entity in touched}
        return sorted(said - {entity})

    def admin_level(self, entity: str) -> int | None:
        """Return the administrative level of an entity, or None where none is stated."""
        stated = {
            int(level[1])
            for text in self._admin_levels.get(entity, ())
            if (level := _COUNT.fullmatch(text))
        }
        return only(stated, f"administrative level of {entity}") if stated else None

    def _read(self, entity: str, reader: Callable[[str], _T]) -> _T:
        nodes = self._default_geometries.get(entity) or [
            node for links in self._geometries for node in links.get(entity, ())
        ]
        literal = only(
            [literal for node in set(nodes) for literal in self._wkt.get(node, ())],
            f"geometry of {entity}",
        )
        try:
            return reader(literal)
        except ValueError as error:
            raise Insufficient(f"the geometry of {entity} {error}") from None
