import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiglobeqa.solve.f_comparison import unwrapped
from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient

from .making import BANK, FINLAND, PUB, ask, country, iri, place, world

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
