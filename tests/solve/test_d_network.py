import pytest

from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient

from .making import BANK, PUB, ask, iri, place, rectangle, shape, world

ROAD = "LINESTRING (0.5 0.5, 2 0.5, 3 0.5)"
# The road begins in 2, runs through 3, along the edge of 4, past 5.
REGIONS = (
    shape(2, rectangle(0, 0, 1, 1), PUB),
    shape(3, rectangle(1, 0, 2, 1), PUB),
    shape(4, rectangle(2, 0.5, 3, 1), PUB),
    shape(5, rectangle(3, 0, 4, 1), PUB),
    shape(6, rectangle(0, 0, 9, 9), BANK),
    place(7, 1, 0.5, PUB),
)
WORLD = world(shape(1, ROAD), *REGIONS, shape(8, "MULTILINESTRING ((50 1, 51 1), (52 1, 53 2))"))
PARAMETERS = {"class_A": PUB}


def asked(template, road=1, **parameters):
    question = ask(template, {"entity_B": road}, parameters=PARAMETERS | parameters)
    return solve(question, WORLD)


@pytest.mark.parametrize("kind", ["admin", "area"])
def test_d1_d2(kind):
    assert asked(f"D1.{kind}").entities == {iri(2), iri(3)}
    assert asked(f"D1.{kind}").value == ["Place 2", "Place 3"]
    assert asked(f"D2.{kind}").value == 2


def test_a_road_through_nothing():
    nothing = asked("D1.admin", road=8)
    assert not nothing.premise_holds
    assert nothing.proof == "Place 8 runs through nothing of the class"
    assert asked("D2.area", road=8).value == 0


def test_d1_asks_for_a_line():
    with pytest.raises(Insufficient, match="no line"):
        asked("D1.admin", road=2)


# At the equator a degree of longitude is 111,319 m, one of latitude 110,574 m.
BESIDE = world(
    shape(1, "LINESTRING (0 -1, 0 1)"),
    place(2, 49.9 / 111_319.5, 0, PUB),
    place(3, -50.1 / 111_319.5, 0, PUB),
    place(4, 0, 1 + 49.9 / 110_574, PUB),  # beyond the end
    place(5, 0, 1 + 51 / 110_574, PUB),
    place(6, 0, 0, BANK),
    # A large area whose point is on the road, and one that reaches the road only with its edge.
    shape(7, rectangle(-2, -0.5, 2, 0.5), PUB),
    shape(8, rectangle(0, 0, 2, 1), PUB),
)


def passed(template, metres):
    question = ask(template, {"entity_B": 1}, parameters=PARAMETERS | {"metres": metres})
    return solve(question, BESIDE)


def test_d3_d4():
    assert passed("D3", 50).entities == {iri(2), iri(4), iri(7)}
    assert passed("D4", 50).value == 3
    assert passed("D4", 60).value == 5


def test_a_road_past_nothing():
    banks = ask("D3", {"entity_B": 1}, parameters={"class_A": BANK, "metres": 50})
    far = [triple for triple in BESIDE if not triple.subject.endswith("/6")]
    solution = solve(banks, far)
    assert not solution.premise_holds
    assert solution.proof == "nothing of the class lies within 50 m of Place 1"
    assert solve(banks, BESIDE).value == ["Place 6"]
