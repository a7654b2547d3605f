import pytest

from multiglobeqa.geo.direction import DIRECTIONS
from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient

from .making import ask, place, shape, world

NEW_YORK, LONDON = (-73.8, 40.6), (-0.5, 51.6)


def j1(a, direction, b):
    question = ask(f"J1.{direction}", 1, 2, parameters={"direction": direction})
    return solve(question, world(place(1, *a), place(2, *b))).value


def test_j1():
    # Bearings: 51 degrees from New York to London, 288 back.
    assert {d for d in DIRECTIONS if j1(LONDON, d, NEW_YORK)} == {"north", "north-east", "east"}
    assert {d for d in DIRECTIONS if j1(NEW_YORK, d, LONDON)} == {"south", "west"}


def test_j1_over_the_antimeridian_and_at_the_poles():
    assert j1((-179, 0), "east", (179, 0)) is True
    assert j1((-179, 0), "west", (179, 0)) is False
    assert j1((-179, 1), "north-east", (179.9, 0)) is True
    assert j1((30, 90), "north", (-60, 89)) is True
    assert j1((0, 10), "north", (50, 10)) is False


@pytest.mark.parametrize(
    ("a", "b", "c", "expected"),
    [
        ((-1, 5), (0, 0), (0, 10), "left"),
        ((1, 5), (0, 0), (0, 10), "right"),
        ((1, 5), (0, 10), (0, 0), "left"),
        ((180, 1), (179, 0), (-179, 0), "left"),
        ((-35, 52.5), NEW_YORK, LONDON, "right"),  # the geodesic runs north of it
    ],
)
def test_j2(a, b, c, expected):
    triples = world(place(1, *a), place(2, *b), place(3, *c))
    assert solve(ask("J2", 1, 2, 3), triples).value == expected


def test_j2_on_the_route():
    triples = world(place(1, 0, 5), place(2, 0, 0), place(3, 0, 10))
    assert not solve(ask("J2", 1, 2, 3), triples).premise_holds


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (NEW_YORK, LONDON, "north-east"),
        (LONDON, NEW_YORK, "west"),
        ((179.9, 0), (-179.9, 0), "east"),
        ((0, 0), (-1, -1), "south-west"),
        ((10, 80), (-170, 80), "north"),  # over the pole
    ],
)
def test_j4(a, b, expected):
    assert solve(ask("J4", 1, 2), world(place(1, *a), place(2, *b))).value == expected


def test_j4_at_one_place():
    assert not solve(ask("J4", 1, 2), world(place(1, 3, 3), place(2, 3, 3))).premise_holds


RIVER = "LINESTRING (0 60, 1 60, 1 61, 2 61)"


def j3(a, b, *waterways):
    lines = [shape(n, wkt) for n, wkt in enumerate(waterways, start=3)]
    return solve(ask("J3", 1, 2), world(place(1, *a), place(2, *b), *lines))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((0.2, 60.005), (0.8, 60), "upstream"),
        ((1.01, 60.9), (0.5, 60), "downstream"),
        # The river turns: the one farther east may lie upstream of one farther north.
        ((1, 60.1), (1, 60.2), "upstream"),
        ((2, 61), (1.9, 61), "downstream"),
    ],
)
def test_j3(a, b, expected):
    turned = "upstream" if expected == "downstream" else "downstream"
    backwards = "LINESTRING (2 61, 1 61, 1 60, 0 60)"
    pieces = "MULTILINESTRING ((1 60, 1 61, 2 61), (0 60, 1 60))"
    assert j3(a, b, RIVER).value == expected
    assert j3(b, a, RIVER).value == turned
    assert j3(a, b, backwards).value == turned
    assert j3(a, b, pieces).value == expected


def test_j3_has_no_answer_far_from_the_river():
    # A hundredth of a degree of the meridian is 1.11 km.
    solution = j3((0.5, 60.01), (0.8, 60), RIVER)
    assert not solution.premise_holds
    assert "within 1 km" in solution.proof
    assert not j3((0.5, 60.001), (0.5, 60.001), RIVER).premise_holds


def test_j3_asks_for_one_river():
    with pytest.raises(Insufficient, match="0 waterways are stated"):
        j3((0.5, 60), (0.8, 60))
    with pytest.raises(Insufficient, match="2 waterways are stated"):
        j3((0.5, 60), (0.8, 60), RIVER, RIVER)
    with pytest.raises(Insufficient, match="several pieces"):
        j3((0.5, 60), (2.5, 60), "MULTILINESTRING ((0 60, 1 60), (2 60, 3 60))")
