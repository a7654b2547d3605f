import pytest

from multiglobeqa.dataset import Triple
from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient

from .making import (
    BANK,
    FINLAND,
    GEO,
    PUB,
    ask,
    country,
    iri,
    place,
    rectangle,
    shape,
    world,
)

NEW_YORK_LONDON = world(place(1, -73.8, 40.6), place(2, -0.5, 51.6))


def value(question, triples):
    solution = solve(question, triples)
    assert solution.premise_holds
    return solution.value


def test_a1():
    assert value(ask("A1", 1, 2), NEW_YORK_LONDON) == pytest.approx(5551.7594003, abs=1e-6)


@pytest.mark.parametrize(
    ("a", "b", "direction", "km"),
    [
        ((5, 90), (100, 0), "north", 10001.965729),  # the quarter meridian
        ((100, -90), (0, 0), "south", 10001.965729),
        ((5, 45), (0, 45), "east", 5 * 78.8468),  # degrees of the 45th parallel
        ((-5, 40), (0, 50), "west", 5 * 78.8468),  # the parallel of the mean latitude
        ((-179, 0), (179, 0), "east", 2 * 111.3195),  # over the antimeridian
        ((179, 10), (-179, -10), "west", 2 * 111.3195),
    ],
)
def test_a2(a, b, direction, km):
    question = ask(f"A2.{direction}", 1, 2, parameters={"direction": direction})
    assert value(question, world(place(1, *a), place(2, *b))) == pytest.approx(km, abs=1e-3)


@pytest.mark.parametrize(
    ("a", "b", "direction"),
    [
        ((0, 1), (0, 2), "north"), ((0, 2), (0, 1), "south"), ((0, 1), (9, 1), "north"),
        ((0, 0), (1, 0), "east"), ((179, 0), (-179, 0), "east"), ((-179, 0), (179, 0), "west"),
        ((0, 0), (180, 0), "east"), ((0, 0), (0, 9), "west"),
    ],
)  # fmt: skip
def test_a2_premise(a, b, direction):
    question = ask(f"A2.{direction}", 1, 2, parameters={"direction": direction})
    solution = solve(question, world(place(1, *a), place(2, *b)))
    assert not solution.premise_holds
    assert solution.value is None
    lon, lat = map(float, a)
    assert f"Place 1 at {lat}, {lon} does not lie {direction} of Place 2" in solution.proof


@pytest.mark.parametrize(("rank", "expected"), [("closer", 1), ("farther", 2)])
def test_a4(rank, expected):
    # Two degrees along the 60th parallel are nearer than one and a half along the meridian.
    triples = world(place(1, 12, 60), place(2, 10, 61.5), place(3, 10, 60))
    solution = solve(ask(f"A4.{rank}", 1, 2, 3, parameters={"rank": rank}), triples)
    assert solution.value == f"Place {expected}"
    assert solution.entities == {iri(expected)}


def test_a4_tie():
    triples = world(place(1, 12, 60), place(2, 8, 60), place(3, 10, 60))
    solution = solve(ask("A4.closer", 1, 2, 3, parameters={"rank": "closer"}), triples)
    assert set(solution.acceptable) == {"Place 1", "Place 2"}
    assert solution.entities == {iri(1), iri(2)}


@pytest.mark.parametrize(
    ("aggregation", "degrees"),
    # On the equator at 0, 1, 3 and 7 degrees: pairs 1, 2, 3, 4, 6, 7.
    [("average", 23 / 6), ("minimum", 1), ("maximum", 7), ("median", 3.5)],
)
def test_a6(aggregation, degrees):
    pubs = [place(n, lon, 0, PUB, within=FINLAND) for n, lon in enumerate((0, 1, 3, 7))]
    others = [place(8, 50, 0, PUB), place(9, 90, 0, BANK, within=FINLAND)]
    question = ask(
        f"A6.{aggregation}",
        {"entity_B": FINLAND},
        parameters={"aggregation": aggregation, "class_A": PUB},
    )
    assert value(question, world(country(), *pubs, *others)) == pytest.approx(111.31949 * degrees)
    with pytest.raises(Insufficient, match="fewer than two"):
        solve(question, world(country(), pubs[0], *others))


@pytest.mark.parametrize(("goal", "expected"), [("minimizes", 2), ("maximizes", 1)])
def test_a7(goal, expected):
    pubs = [place(n, lon, 0, PUB, within=FINLAND) for n, lon in ((1, 0), (2, 4), (3, 11))]
    banks = [place(n, lon, 0, BANK, within=FINLAND) for n, lon in ((4, 3), (5, 5), (6, 9))]
    abroad = [place(7, 4.1, 0, PUB), place(8, -170, 0, BANK)]
    question = ask(
        f"A7.{goal}",
        {"entity_B": FINLAND},
        parameters={"goal": goal, "class_A": PUB, "class_C": BANK},
    )
    # Totals in degrees: 17 from 0, 7 from 4, 16 from 11.
    solution = solve(question, world(country(), *pubs, *banks, *abroad))
    assert solution.value == f"Place {expected}"
    assert solution.entities == {iri(expected)}
    with pytest.raises(Insufficient, match="no members"):
        solve(question, world(country(), *pubs[:3], *abroad))


@pytest.mark.parametrize(("position", "km"), [(1, 111.3195 * 9), (2, 111.3195 * 12), (3, 0)])
def test_a8(position, km):
    # From B at 0, which is a pub itself: pubs at 1, -2 and C's own place 10, which counts.
    triples = world(*(place(n, lon, 0, PUB) for n, lon in ((1, 0), (2, 1), (3, -2), (4, 10))))
    question = ask(
        "A8",
        {"entity_B": 1, "entity_C": 4},
        parameters={"position": position, "class_A": PUB},
    )
    assert value(question, triples) == pytest.approx(km, abs=1e-3)
    with pytest.raises(Insufficient, match="fewer than"):
        solve(question, triples[: 5 * position])


def test_a8_tie():
    triples = world(place(1, 0, 0), place(2, 1, 0, PUB), place(3, -1, 0, PUB), place(4, 5, 0))
    question = ask(
        "A8.first", {"entity_B": 1, "entity_C": 4}, parameters={"position": 1, "class_A": PUB}
    )
    assert solve(question, triples).acceptable == pytest.approx((4 * 111.31949, 6 * 111.31949))


@pytest.mark.parametrize(
    ("point", "km"),
    [
        # A degree of the equator is 111.3195 km, half a degree of the meridian there 55.2872 km.
        ((2, 0), 111.3195),
        ((-1, 0), 111.3195),
        ((0.5, 0), 55.6597),
        ((0.5, 1.5), 55.2872),
        ((1, 0.5), 0),
    ],
)
def test_a9(point, km):
    square = rectangle(0, -1, 1, 1)
    question = ask("A9", 1, 2)
    solved = value(question, world(place(1, *point), shape(2, square)))
    assert solved == pytest.approx(km, rel=1e-4, abs=1e-5)


def test_a9_from_an_area_is_from_its_point_and_to_a_hole():
    ring = "POLYGON ((-3 -3, 3 -3, 3 3, -3 3, -3 -3), (-1 -1, 1 -1, 1 1, -1 1, -1 -1))"
    triples = world(shape(1, rectangle(-0.1, -0.1, 0.1, 0.1)), shape(2, ring))
    assert value(ask("A9", 1, 2), triples) == pytest.approx(110.5744, rel=1e-4)


def test_a9_has_a_boundary_to_go_to():
    with pytest.raises(Insufficient, match="no area"):
        solve(ask("A9", 1, 2), NEW_YORK_LONDON)


TOUCHES = GEO + "sfTouches"


@pytest.mark.parametrize(
    ("b", "c", "closer"),
    [
        # A's country is 10; its neighbours 11 and 12 lie west and east, 13 touches only 12.
        ((2, 0.5), (6.5, 0.5), [2]),
        ((5, 0.5), (3.5, 0.5), [3]),
        ((8.5, 0.5), (4.5, 0.5), [2]),
        ((-0.5, 0.5), (9, 0.5), [2, 3]),  # both in a neighbour
    ],
)
def test_a5(b, c, closer):
    triples = world(
        place(1, 4, 0.5, within=iri(10)),
        place(2, *b),
        place(3, *c),
        shape(10, rectangle(1, 0, 8, 1)),
        shape(11, rectangle(-1, 0, 1, 1)),
        shape(12, rectangle(8, 0, 10, 1)),
        shape(13, rectangle(4, 2, 5, 3)),
        [Triple(iri(10), TOUCHES, iri(11)), Triple(iri(12), TOUCHES, iri(10))],
        [Triple(iri(13), TOUCHES, iri(12))],
    )
    for rank, expected in (("closer", closer), ("farther", sorted({2, 3} - {*closer}) or closer)):
        question = ask(f"A5.{rank}", 1, 2, 3, parameters={"rank": rank})
        assert solve(question, triples).entities == {iri(number) for number in expected}


def test_a5_without_neighbours():
    triples = world(place(1, 4, 0.5, within=iri(10)), place(2, 0, 0), place(3, 1, 1))
    with pytest.raises(Insufficient, match="0 countries with neighbours"):
        solve(ask("A5.closer", 1, 2, 3, parameters={"rank": "closer"}), triples)
