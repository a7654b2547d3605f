"""The attributes by which the members of a class are ranked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from shapely import get_coordinates, get_parts
from shapely.geometry.base import BaseGeometry

from multiglobeqa.geo import Point
from multiglobeqa.geo.antimeridian import unrolled
from multiglobeqa.geo.geodesy import area_km2, length_km, perimeter_km
from multiglobeqa.geo.shape import compactness, elongation
from multiglobeqa.geo.topology import AREAS, LINES
from multiglobeqa.solve.facts import Facts

Attribute = Callable[[Facts, str], float | None]


def area_of(area: BaseGeometry) -> float:
    """Return the geodesic area in km2, put together at the antimeridian."""
    return area_km2(unrolled(area)[0])


def perimeter_of(area: BaseGeometry) -> float:
    """Return the geodesic length of all rings in km; a cut at the antimeridian is none."""
    return perimeter_km(unrolled(area)[0])


def length_of(line: BaseGeometry) -> float:
    """Return the geodesic length of a line, the sum of its parts, in km."""
    return sum(
        length_km([Point(*vertex) for vertex in get_coordinates(part)]) for part in get_parts(line)
    )


def measured(facts: Facts, entities: Sequence[str], attribute: str) -> dict[str, float]:
    """Return the attribute of each of the entities that has it, in their order.

    An entity of which no population is stated has none; only areas have an area, a perimeter and
    a shape, only lines a length.
    """
    values = {entity: ATTRIBUTES[attribute](facts, entity) for entity in entities}
    return {entity: value for entity, value in values.items() if value is not None}


def _of_geometry(types: Collection[str], measure: Callable[[BaseGeometry], float]) -> Attribute:
    def attribute(facts: Facts, entity: str) -> float | None:
        geometry = facts.geometry(entity)
        return measure(geometry) if geometry.geom_type in types else None

    return attribute


ATTRIBUTES: dict[str, Attribute] = {
    "population": Facts.population,
    "area": _of_geometry(AREAS, area_of),
    "perimeter": _of_geometry(AREAS, perimeter_of),
    "elongation": _of_geometry(AREAS, elongation),
    "compactness": _of_geometry(AREAS, compactness),
    "length": _of_geometry(LINES, length_of),
}
