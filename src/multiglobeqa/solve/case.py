"""A question with the facts that its gold triples state: what a solver works on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import isclose, isfinite
from typing import TypeVar

import numpy as np
from shapely.geometry.base import BaseGeometry

from multiglobeqa.dataset import Question, Triple
from multiglobeqa.geo import Point
from multiglobeqa.geo.geodesy import distance_matrix_km
from multiglobeqa.geo.topology import AREAS, LINES
from multiglobeqa.solve.facts import Facts
from multiglobeqa.solve.solution import Insufficient, Solution

_T = TypeVar("_T")


class Case:
    """A question and its facts, read through the roles and parameters of its template.

    Whatever is asked for and missing or malformed raises `Insufficient`.

    Parameters
    ----------
    question : Question
        Its answer is never looked at.
    triples : iterable of Triple
        Its gold triples.
    """

    def __init__(self, question: Question, triples: Iterable[Triple]) -> None:
        self.question = question
        self.facts = Facts(triples)
        for candidate in question.candidates:
            if not self.facts.mentions(candidate):
                raise Insufficient(f"nothing is stated of the candidate {candidate}")

    def entity(self, role: str) -> str:
        """Return the IRI of the entity in a role."""
        for entity in self.question.entities:
            if entity.role == role:
                return entity.id
        raise Insufficient(f"the question has no {role}")

    def name(self, role: str) -> str:
        """Return the unique name of the entity in a role."""
        return self.facts.name(self.entity(role))

    def point(self, role: str) -> Point:
        """Return the point of the entity in a role."""
        return self.facts.point(self.entity(role))

    def geometry(self, role: str) -> BaseGeometry:
        """Return the geometry of the entity in a role."""
        return self.facts.geometry(self.entity(role))

    def area(self, role: str) -> BaseGeometry:
        """Return the geometry of the entity in a role, which must be an area."""
        return self._of_type(role, AREAS, "area")

    def line(self, role: str) -> BaseGeometry:
        """Return the geometry of the entity in a role, which must be a line."""
        return self._of_type(role, LINES, "line")

    def points(self, entities: Iterable[str]) -> list[Point]:
        """Return the points of entities."""
        return [self.facts.point(entity) for entity in entities]

    def distances(self, role: str, entities: Sequence[str]) -> np.ndarray:
        """Return the distance in km from the entity in a role to each of `entities`."""
        return distance_matrix_km([self.point(role)], self.points(entities))[0]

    def members(
        self, parameter: str, *, within: str | None = None, besides: str | None = None
    ) -> list[str]:
        """Return the entities of the class that a parameter names, ordered by IRI.

        Parameters
        ----------
        parameter : str
            The name of the parameter.
        within : str, optional
            The role of the entity that they must lie in.
        besides : str, optional
            The role of an entity to leave out.
        """
        class_ = _class_iri(self._parameter(parameter), parameter)
        container = None if within is None else self.entity(within)
        left_out = None if besides is None else self.entity(besides)
        members = self.facts.members(class_, container)
        return [member for member in members if member != left_out]

    def classes(self) -> list[str]:
        """Return the IRIs of all classes that the question speaks of."""
        names = sorted(name for name in self.question.parameters if name.startswith("class_"))
        if not names:
            raise Insufficient("the question speaks of no class")
        return [_class_iri(self._parameter(name), name) for name in names]

    def number(self, parameter: str) -> float:
        """Return the number that a parameter gives."""
        value = self._parameter(parameter)
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise Insufficient(f"the parameter {parameter} is no number")
        return value

    def whole(self, parameter: str, allowed: range) -> int:
        """Return the whole number that a parameter gives, one out of a range."""
        value = self.number(parameter)
        if value not in allowed:
            raise Insufficient(f"the parameter {parameter} is not one of {list(allowed)}")
        return int(value)

    def word(self, parameter: str, allowed: Collection[str]) -> str:
        """Return the word that a parameter gives, one of those allowed."""
        value = self._parameter(parameter)
        if not isinstance(value, str) or value not in allowed:
            raise Insufficient(f"the parameter {parameter} is not one of {', '.join(allowed)}")
        return value

    def choice(self, parameter: str, choices: Mapping[str, _T]) -> _T:
        """Return what `choices` has for the word that a parameter gives."""
        return choices[self.word(parameter, choices)]

    def any_of(self, entities: Sequence[str]) -> Solution:
        """Return the solution that names one entity, any of those that tie."""
        names = tuple(map(self.facts.name, entities))
        return Solution(names[0], names, frozenset(entities))

    def all_of(self, entities: Sequence[str]) -> Solution:
        """Return the solution that names a set of entities."""
        names = sorted(map(self.facts.name, entities))
        return Solution(names, (names,), frozenset(entities))

    def _of_type(self, role: str, types: Collection[str], what: str) -> BaseGeometry:
        geometry = self.geometry(role)
        if geometry.geom_type not in types:
            raise Insufficient(f"the geometry of {self.entity(role)} is no {what}")
        return geometry

    def _parameter(self, name: str) -> object:
        try:
            return self.question.parameters[name]
        except KeyError:
            raise Insufficient(f"the question has no parameter {name}") from None


def _class_iri(class_: object, parameter: str) -> str:
    if not isinstance(class_, dict) or not isinstance(class_.get("id"), str):
        raise Insufficient(f"the parameter {parameter} is no class")
    return class_["id"]


def tied(one: float, other: float) -> bool:
    """Tell whether two figures are equal but for the noise of floating point."""
    return isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def extremes(
    entities: Sequence[str], values: Sequence[float] | np.ndarray, *, largest: bool
) -> list[str]:
    """Return the entities with the largest or smallest value, all that tie.

    Examples
    --------
    >>> extremes(["a", "b", "c"], [2, 1, 1], largest=False)
    ['b', 'c']
    """
    best = max(values) if largest else min(values)
    return [entity for entity, value in zip(entities, values, strict=True) if tied(value, best)]
