import pytest

from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient

from .making import BANK, PUB, ask, iri, place, rectangle, shape, world

A = rectangle(0, 0, 4, 4)


def ask_of(template, a, b):
    return solve(ask(template, 1, 2), world(shape(1, a), shape(2, b)))


@pytest.mark.parametrize(
    ("b", "expected"),
    [
        # C1 intersects, C7 overlaps, C8 A meets B's boundary, C9 adjacent, C10 disjoint
        (rectangle(2, 2, 6, 6), (True, True, True, False, False)),
        (rectangle(4, 0, 6, 6), (True, False, True, True, False)),
        (rectangle(4, 4, 6, 6), (True, False, True, False, False)),
        (rectangle(-1, -1, 5, 5), (True, False, False, False, False)),
        (rectangle(1, 1, 2, 2), (True, False, True, False, False)),
        (rectangle(5, 5, 6, 6), (False, False, False, False, True)),
    ],
)
def test_of_two_areas(b, expected):
    solved = tuple(ask_of(tid, A, b).value for tid in ("C1", "C7", "C8", "C9", "C10"))
    assert solved == expected


def test_points_intersect_areas_and_points():
    triples = world(place(1, 3, 3), shape(2, A), place(3, 3, 3), place(4, 5, 5))
    assert [solve(ask("C1", 1, other), triples).value for other in (2, 3, 4)] == [True, True, False]
    assert solve(ask("C10", 4, 2), triples).value is True


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ("((0 0, 1 0, 1 1, 0 1, 0 0)), ((9 9, 10 9, 10 10, 9 10, 9 9))", True),
        ("((8 0, 9 0, 9 1, 8 1, 8 0)), ((9 9, 10 9, 10 10, 9 10, 9 9))", False),
    ],
)
def test_c2(parts, expected):
    assert ask_of("C2", f"MULTIPOLYGON ({parts})", A).value is expected


def test_c3():
    street = "LINESTRING (0 0, 4 0)"
    assert ask_of("C3", street, "LINESTRING (0 1, 1 -1, 2 1, 3 -1)").value == 3
    assert ask_of("C3", street, "LINESTRING (0 1, 4 1)").value == 0
    shared = ask_of("C3", street, "LINESTRING (1 1, 1 0, 2 0)")
    assert not shared.premise_holds
    assert shared.proof == "Place 1 and Place 2 share a line"
    with pytest.raises(Insufficient, match="no line"):
        ask_of("C3", street, A)


# B is of the class itself; 3 is inside, 4 touches, 5 is apart, 6 of another class.
WORLD = world(
    shape(1, A, PUB),
    shape(2, rectangle(3, 3, 9, 9)),
    shape(3, rectangle(1, 1, 2, 2), PUB),
    shape(4, "LINESTRING (4 4, 5 5)", PUB),
    place(5, 6, 1, PUB),
    shape(6, rectangle(1, 1, 2, 2), BANK),
)
CLASS_A = {"class_A": PUB}


def test_c4_c5():
    b = {"entity_B": 1}
    assert solve(ask("C4", b, parameters=CLASS_A), WORLD).value == 2
    solution = solve(ask("C5", b, parameters=CLASS_A), WORLD)
    assert solution.value == ["Place 3", "Place 4"]
    assert solution.entities == {iri(3), iri(4)}


def test_c6():
    question = ask("C6", {"entity_B": 1, "entity_C": 2}, parameters=CLASS_A)
    assert solve(question, WORLD).entities == {iri(3)}
    # From the other side, only the pub that is B there itself is left: A.
    turned = ask("C6", {"entity_B": 2, "entity_C": 1}, parameters=CLASS_A)
    solution = solve(turned, WORLD)
    assert not solution.premise_holds
    assert "Place 2 without intersecting Place 1" in solution.proof


@pytest.mark.parametrize(
    ("b", "expected"),
    [
        (rectangle(4, 4, 6, 6), True), (rectangle(1, 1, 2, 2), True),
        (rectangle(0, 1, 2, 2), False), (rectangle(20, 1, 22, 2), False), ("POINT (5 5)", True),
    ],
)  # fmt: skip
def test_c11(b, expected):
    ring = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (3 3, 7 3, 7 7, 3 7, 3 3))"
    assert ask_of("C11", ring, b).value is expected


@pytest.mark.parametrize("template", ["C8", "C9", "C11"])
def test_what_must_be_an_area(template):
    with pytest.raises(Insufficient, match="no area"):
        ask_of(template, "LINESTRING (0 0, 1 1)", "POINT (0 0)")


@pytest.mark.parametrize(
    ("wkt", "what"),
    [
        ("POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))", "is invalid"),
        ("POLYGON ((179 0, -179 0, -179 1, 179 1, 179 0))", "without being cut"),
    ],
)
def test_geometries_that_have_no_topology(wkt, what):
    with pytest.raises(Insufficient, match=what):
        ask_of("C1", wkt, A)


def test_over_the_antimeridian():
    west, east = rectangle(179, 0, 180, 1), rectangle(-180, 0, -179, 1)
    assert ask_of("C9", west, east).value is True
    assert ask_of("C10", west, east).value is False
