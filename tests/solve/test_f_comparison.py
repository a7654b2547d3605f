import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiglobeqa.solve.f_comparison import unwrapped
from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient

from .making import BANK, FINLAND, PUB, ask, country, iri, place, rectangle, shape, world

IN_FINLAND = {"entity_B": FINLAND}


def furthest(direction, *points):
    pubs = [place(n, lon, lat, PUB, within=FINLAND) for n, (lon, lat) in enumerate(points)]
    others = [place(88, 0, 89, PUB), place(99, 0, -89, BANK, within=FINLAND)]
    question = ask(
        f"F1.{direction}", IN_FINLAND, parameters={"direction": direction, "class_A": PUB}
    )
    return solve(question, world(country(), *pubs, *others))


def numbers(solution):
    assert len(solution.acceptable) == len(solution.entities)
    return sorted(int(name.split()[1]) for name in solution.acceptable)


@pytest.mark.parametrize(
    ("direction", "expected"), [("north", [1]), ("south", [2]), ("east", [2]), ("west", [0])]
)
def test_f1(direction, expected):
    assert numbers(furthest(direction, (20, 60), (25, 70), (30, 59.9))) == expected


@pytest.mark.parametrize(("direction", "expected"), [("east", [2]), ("west", [0])])
def test_f1_over_the_antimeridian(direction, expected):
    assert numbers(furthest(direction, (177, -18), (179.9, -17), (-179, -19))) == expected


def test_f1_all_around_the_globe():
    around = ((0, 10), (120, 20), (-120, 30))
    assert numbers(furthest("north", *around)) == [2]
    solution = furthest("east", *around)
    assert not solution.premise_holds
    assert "Finland" in solution.proof


def test_f1_ties():
    assert numbers(furthest("north", (20, 60), (25, 60), (30, 59.9))) == [0, 1]
    assert numbers(furthest("west", (20, 60), (20, 10), (30, 59.9))) == [0, 1]
    assert numbers(furthest("east", (20, 60))) == [0]


def test_f1_without_members():
    with pytest.raises(Insufficient, match="no members"):
        furthest("north")


@settings(deadline=None)
@given(st.lists(st.floats(-180, 180), min_size=1, max_size=9), st.floats(-360, 360))
def test_unwrapped_keeps_the_way_round(longitudes, turn):
    around = unwrapped(longitudes)
    if around is None:
        return
    assert min(around) == 0
    assert max(around) < 180
    shifts = [(lon - value) % 360 for lon, value in zip(longitudes, around, strict=True)]
    assert all(min((s - shifts[0]) % 360, (shifts[0] - s) % 360) < 1e-9 for s in shifts)


@pytest.mark.parametrize(("rank", "expected"), [("largest", [2]), ("smallest", [1, 3])])
def test_f2(rank, expected):
    towns = [
        place(n, 0, 0, PUB, within=FINLAND, population=people)
        for n, people in ((1, 50), (2, "700"), (3, 50), (4, None), (5, "a lot"))
    ]
    others = [
        place(6, 0, 0, PUB, population=9999),
        place(7, 0, 0, BANK, within=FINLAND, population=1),
    ]
    parameters = {"attribute": "population", "rank": rank, "class_A": PUB}
    question = ask(f"F2.population_{rank}", IN_FINLAND, parameters=parameters)
    assert numbers(solve(question, world(country(), *towns, *others))) == expected
    with pytest.raises(Insufficient, match="no member has"):
        solve(question, world(country(), place(4, 0, 0, PUB, within=FINLAND), *others))


# A square, a larger rectangle, a strip as wide as that, and one farther north.
AREAS = {
    1: rectangle(0, 0, 1, 1),
    2: rectangle(0, 0, 2, 2.2),
    3: rectangle(0, 0, 2, 0.1),
    4: rectangle(0, 70, 2.5, 71.5),
}


@pytest.mark.parametrize(
    ("attribute", "largest", "smallest"),
    [
        ("area", 2, 3),
        ("perimeter", 2, 1),
        ("elongation", 3, 1),
        ("compactness", 1, 3),
    ],
)
def test_f2_of_areas(attribute, largest, smallest):
    members = [shape(n, wkt, PUB, within=[50]) for n, wkt in AREAS.items()]
    others = [
        shape(8, rectangle(0, 0, 9, 0.001), PUB),
        place(9, 0, 0, PUB, within=iri(50)),  # a point takes no part
    ]
    triples = world(*members, *others)
    for rank, expected in (("largest", largest), ("smallest", smallest)):
        parameters = {"attribute": attribute, "rank": rank, "class_A": PUB}
        question = ask(f"F2.{attribute}_{rank}", {"entity_B": 50}, parameters=parameters)
        assert numbers(solve(question, triples)) == [expected]


@pytest.mark.parametrize(
    ("attribute", "position", "expected"),
    [
        # Degrees shrink northwards: line 12 is longer than 13, 14 shorter than both.
        ("length", 1, [11]), ("length", 2, [12]), ("length", 3, [13]),
        ("area", 1, [2]), ("area", 2, [1]), ("area", 3, [4]),
    ],
)  # fmt: skip
def test_f3(attribute, position, expected):
    lines = {
        11: "MULTILINESTRING ((0 0, 2 0), (5 0, 7 0))",
        12: "LINESTRING (0 0, 3.5 0)",
        13: "LINESTRING (0 40, 4 40)",
        14: "LINESTRING (0 70, 5 70)",
    }
    areas = AREAS | {4: rectangle(0, 70, 2, 71)}
    members = [shape(n, wkt, PUB, within=[50]) for n, wkt in (areas | lines).items()]
    others = [shape(90, rectangle(0, 0, 30, 30), PUB), shape(91, "LINESTRING (0 0, 90 0)", PUB)]
    parameters = {"attribute": attribute, "position": position, "class_A": PUB}
    question = ask("F3.nth", {"entity_B": 50}, parameters=parameters)
    assert numbers(solve(question, world(*members, *others))) == expected


def test_f3_ties_and_too_few():
    twins = [shape(n, rectangle(n, 0, n + 1, 1), PUB, within=[50]) for n in (1, 2)]
    triples = world(*twins, shape(3, rectangle(0, 0, 9, 9), PUB, within=[50]))

    def third(position):
        parameters = {"attribute": "area", "position": position, "class_A": PUB}
        return solve(ask("F3.nth", {"entity_B": 50}, parameters=parameters), triples)

    assert numbers(third(1)) == [3]
    assert numbers(third(2)) == numbers(third(3)) == [1, 2]
    triples = triples[:5]
    with pytest.raises(Insufficient, match="fewer than 3 members"):
        third(3)


@pytest.mark.parametrize(
    ("direction", "expected"), [("north", {4, 5}), ("south", {3}), ("east", {3, 4}), ("west", {5})]
)
def test_f4(direction, expected):
    # B at 0, 0 is a pub; C lies at 0, 1; place 6 is too far from B, place 7 is on C's latitude.
    triples = world(
        place(1, 0, 0, PUB),
        place(2, 0, 1),
        place(3, 1, 0, PUB),
        place(4, 1, 1.5, PUB),
        place(5, -1, 1.5, PUB),
        place(6, 0.1, 5, PUB),
        place(7, 0, 1, PUB),
        place(8, 1, 1.5, BANK),
    )
    question = ask(
        f"F4.{direction}",
        {"entity_B": 1, "entity_C": 2},
        parameters={"value": 250, "direction": direction, "class_A": PUB},
    )
    solution = solve(question, triples)
    assert solution.entities == {iri(number) for number in expected}
    assert solution.value == [f"Place {number}" for number in sorted(expected)]
