"""I: events in space and time."""

from __future__ import annotations

import re

from shapely.geometry.base import BaseGeometry

from multiglobeqa.geo import Point
from multiglobeqa.geo.proximity import distance_to_geometry_km
from multiglobeqa.geo.topology import AREAS, intersects, shared_area
from multiglobeqa.solve.attributes import area_of
from multiglobeqa.solve.case import Case
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Insufficient, Solution, answer, no_answer

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_PRECISIONS = {"day": 10, "month": 7, "year": 4}  # characters of YYYY-MM-DD


@solver("A3")
@solver("I1")
def distance_of_event(case: Case) -> Solution:
    """Return the distance from an event, its point or all of its footprint, to B's point.

    The event falls in the period: it begins and ends between the days `from` and `to`, inclusive.
    """
    start, end = case.facts.events.days(case.entity("event_A"))
    first, last = _day(case, "from"), _day(case, "to")
    if not first <= start <= end <= last:
        return no_answer(f"the event, {start} to {end}, is not between {first} and {last}")
    return answer(distance_to_geometry_km(case.point("entity_B"), case.geometry("event_A")))


@solver("I2")
def which_affected(case: Case) -> Solution:
    """Return which A an event affected: what its footprint intersects, or its shaking reached."""
    return case.all_of(
        [
            member
            for member in case.members("class_A", besides="event_A")
            if _affects(case, case.facts.geometry(member))
        ]
    )


@solver("I3")
def when_it_hit(case: Case) -> Solution:
    """Return the day or month of an event that affected A; that it did is the premise.

    An event that lasted longer has no one day, or month.
    """
    if not _affects(case, case.geometry("entity_A")):
        return _untouched(case)
    precision = case.question.answer_options.get("precision")
    if precision not in _PRECISIONS:
        raise Insufficient("the answer's precision is not one of day, month, year")
    days = case.facts.events.days(case.entity("event_A"))
    start, end = (day[: _PRECISIONS[precision]] for day in days)
    if start != end:
        return no_answer(f"the event lasted from {start} to {end}")
    return answer(start)


@solver("I4")
def affected_area(case: Case) -> Solution:
    """Return the geodesic area of an event's footprint."""
    return answer(area_of(case.area("event_A")))


@solver("I5")
def affected_area_within(case: Case) -> Solution:
    """Return the geodesic area of an event's footprint in A; that it touches A is the premise."""
    footprint, area = case.area("event_A"), case.area("entity_A")
    if not intersects(footprint, area):
        return _untouched(case)
    return answer(area_of(shared_area(footprint, area)))


def _affects(case: Case, geometry: BaseGeometry) -> bool:
    """Tell whether an event reached a geometry: by its radius around a point, or where it was."""
    event = case.geometry("event_A")
    radius = case.facts.events.radius_km(case.entity("event_A"))
    if radius is None or event.geom_type in AREAS:
        return intersects(event, geometry)
    if event.geom_type != "Point":
        raise Insufficient("the event has a radius and no point")
    return distance_to_geometry_km(Point(event.x, event.y), geometry) <= radius


def _untouched(case: Case) -> Solution:
    return no_answer(f"{case.name('event_A')} never touched {case.name('entity_A')}")


def _day(case: Case, parameter: str) -> str:
    value = case.question.parameters.get(parameter)
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        raise Insufficient(f"the parameter {parameter} is no day")
    return value
