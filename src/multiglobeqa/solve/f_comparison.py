"""F: comparing and ordering the members of a class."""

from __future__ import annotations

from collections.abc import Sequence

from multiglobeqa.geo.direction import CARDINALS, lies
from multiglobeqa.solve.attributes import measured
from multiglobeqa.solve.b_containment import within_reach
from multiglobeqa.solve.case import Case, extremes, tied
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Insufficient, Solution, no_answer

_ATTRIBUTES = ("population", "area", "perimeter", "elongation", "compactness")


@solver("F1")
def furthest_in_direction(case: Case) -> Solution:
    """Return the member of A that lies furthest north, south, east or west in B, by its point.

    East and west are an order only among points that lie within half of the globe; the others
    have no furthest. Where the antimeridian runs through that half, the order runs across it.
    """
    direction = case.word("direction", CARDINALS)
    members = case.members("class_A", within="entity_B")
    if not members:
        raise Insufficient("no members are stated")
    points = case.points(members)
    if direction in ("north", "south"):
        return case.any_of(
            extremes(members, [point.lat for point in points], largest=direction == "north")
        )
    longitudes = unwrapped([point.lon for point in points])
    if longitudes is None:
        return no_answer(f"the members in {case.name('entity_B')} lie all around the globe")
    return case.any_of(extremes(members, longitudes, largest=direction == "east"))


@solver("F2")
def largest_by_attribute(case: Case) -> Solution:
    """Return the member of A in B with the largest or smallest value of an attribute.

    Members that lack it, such as those of which no population is stated, take no part.
    """
    largest = case.choice("rank", {"largest": True, "smallest": False})
    attribute = case.word("attribute", _ATTRIBUTES)
    values = measured(case.facts, case.members("class_A", within="entity_B"), attribute)
    if not values:
        raise Insufficient("no member has the attribute")
    return case.any_of(extremes(list(values), list(values.values()), largest=largest))


@solver("F3")
def nth_by_size(case: Case) -> Solution:
    """Return the nth longest or largest A in B, by geodesic length or area.

    Where several tie for the nth place, any of them is right.
    """
    position = case.whole("position", range(1, 4))
    attribute = case.word("attribute", ("length", "area"))
    values = measured(case.facts, case.members("class_A", within="entity_B"), attribute)
    if len(values) < position:
        raise Insufficient(f"fewer than {position} members have the attribute")
    nth = sorted(values.values(), reverse=True)[position - 1]
    return case.any_of([member for member, value in values.items() if tied(value, nth)])


@solver("F4")
def within_and_in_direction(case: Case) -> Solution:
    """Return which A lie within a distance of B and north, south, east or west of C."""
    direction = case.word("direction", CARDINALS)
    origin = case.point("entity_C")
    return case.all_of(
        [place for place in within_reach(case) if lies(case.facts.point(place), direction, origin)]
    )


def unwrapped(longitudes: Sequence[float]) -> list[float] | None:
    """Return longitudes counted eastwards from the widest gap between them.

    Returns
    -------
    list of float or None
        Degrees east of the westernmost; None where no gap is wider than half of the globe.

    Examples
    --------
    >>> unwrapped([-179, 178])
    [3, 0]
    """
    # Twice, because the remainder of a tiny negative number is 360 itself.
    east = [longitude % 360 % 360 for longitude in longitudes]
    around = sorted(set(east))
    following = [*around[1:], around[0]]
    gap, start = max(
        ((after - before) % 360 or 360, after)
        for before, after in zip(around, following, strict=True)
    )
    return [(longitude - start) % 360 for longitude in east] if gap > 180 else None
