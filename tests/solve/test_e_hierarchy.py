import pytest

from multiglobeqa.dataset import Triple
from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient

from .making import BANK, GEO, PUB, ask, iri, place, rectangle, shape, world

SCHOOL = {"id": "http://schools#School", "singular": "school", "plural": "schools"}
SQUARE = rectangle(0, 0, 1, 1)
# Country 1 of regions 2 and 3; region 2 of municipalities 4, 5, 6; 4 of a village, 7. Of 5 the
# country is stated beside the region, of 8 the country alone.
HIERARCHY = world(
    shape(1, SQUARE, level=2),
    shape(2, SQUARE, within=[1], level=4),
    shape(3, SQUARE, within=[1], level=4),
    shape(4, SQUARE, within=[2], level=8),
    shape(5, SQUARE, within=[2, 1], level=8),
    shape(6, SQUARE, within=[2], level=9),
    shape(7, SQUARE, within=[4], level=9),
    shape(8, SQUARE, within=[1], level=8),
)


@pytest.mark.parametrize(
    ("a", "b", "any_", "direct"),
    [
        (2, 1, True, True), (4, 1, True, False), (4, 2, True, True), (5, 1, True, False),
        (5, 2, True, True), (7, 1, True, False), (7, 2, True, False), (7, 4, True, True),
        (8, 1, True, True), (4, 3, False, False), (1, 2, False, False), (1, 1, False, False),
    ],
)  # fmt: skip
def test_e1(a, b, any_, direct):
    assert solve(ask("E1.any", a, b), HIERARCHY).value is any_
    assert solve(ask("E1.direct", a, b), HIERARCHY).value is direct


@pytest.mark.parametrize(
    ("b", "children", "at_eight", "at_nine"),
    [(1, 3, 3, 2), (2, 3, 2, 2), (4, 1, 0, 1), (7, 0, 0, 0)],
)  # fmt: skip
def test_e2(b, children, at_eight, at_nine):
    role = {"entity_B": b}
    assert solve(ask("E2.children", role), HIERARCHY).value == children
    for level, expected in ((8, at_eight), (9, at_nine)):
        question = ask("E2.level", role, parameters={"admin_level": level})
        assert solve(question, HIERARCHY).value == expected


def test_e3():
    triples = world(
        shape(1, SQUARE),
        shape(2, SQUARE, within=[1]),
        shape(3, SQUARE, PUB, within=[1]),
        shape(4, SQUARE, PUB, BANK, within=[1]),
        shape(5, SQUARE, BANK, within=[2]),
        shape(6, SQUARE, SCHOOL, within=[1]),
        shape(7, SQUARE, PUB),
    )
    classes = {"class_A": PUB, "class_B": BANK}
    two = ask("E3.two", 1, parameters=classes)
    three = ask("E3.three", 1, parameters=classes | {"class_C": SCHOOL})
    assert solve(two, triples).value == 3
    assert solve(three, triples).value == 4
    for wrong in ({}, {"class_A": "Pub"}):
        with pytest.raises(Insufficient, match="class"):
            solve(ask("E3.two", 1, parameters=wrong), triples)


@pytest.mark.parametrize(
    ("b", "expected"),
    [
        (rectangle(0, 0, 2, 2), True), (rectangle(3, 3, 5, 5), False),
        (rectangle(4.5, 4.5, 5.5, 5.5), False),  # in the hole
        ("LINESTRING (0 0, 10 0)", True), ("POINT (10 10)", True), ("POINT (5 5)", False),
    ],
)  # fmt: skip
def test_e4(b, expected):
    ring = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))"
    assert solve(ask("E4", 1, 2), world(shape(1, ring), shape(2, b))).value is expected


def e5(rank, *members):
    """A covers 0 to 10; C is 2, a mere container."""
    shapes = [shape(n, wkt, PUB, within=[2]) for n, wkt in enumerate(members, start=10)]
    apart = [shape(90, rectangle(0, 20, 40, 60), PUB), shape(91, rectangle(0, 20, 40, 60), BANK)]
    question = ask(
        f"E5.{rank}",
        {"entity_A": 1, "entity_C": 2},
        parameters={"rank": rank, "class_B": PUB},
    )
    container = [Triple(iri(2), GEO + "sfWithin", iri(3))]
    return solve(question, world(shape(1, rectangle(0, 0, 10, 10)), *shapes, *apart, container))


def test_e5():
    inside, outside = rectangle(1, 1, 3, 3), rectangle(20, 1, 23, 3)
    assert e5("largest", inside, outside).value is False
    assert e5("smallest", inside, outside).value is True
    # In degrees the northern one is larger, on the ellipsoid it is smaller.
    assert e5("largest", inside, rectangle(1, 70, 4, 72)).value is True
    short, long = "LINESTRING (1 1, 2 1)", "MULTILINESTRING ((20 0, 21 0), (22 0, 23 0))"
    assert e5("longest", short, long, outside).value is False
    assert e5("longest", "LINESTRING (1 1, 9 1)", long).value is True


def test_e5_without_an_answer():
    with pytest.raises(Insufficient, match="no member has the attribute length"):
        e5("longest", rectangle(1, 1, 2, 2))
    with pytest.raises(Insufficient, match="tie"):
        e5("largest", rectangle(1, 1, 2, 2), rectangle(21, 1, 22, 2))
    assert e5("largest", rectangle(1, 1, 2, 2), rectangle(3, 1, 4, 2)).value is True


def test_points_have_no_area():
    triples = world(
        shape(1, rectangle(0, 0, 9, 9)), shape(2, rectangle(1, 1, 2, 2), PUB, within=[3]),
        place(4, 50, 50, PUB, within=iri(3)),
    )  # fmt: skip
    question = ask(
        "E5.smallest",
        {"entity_A": 1, "entity_C": 3},
        parameters={"rank": "smallest", "class_B": PUB},
    )
    assert solve(question, triples).value is True
