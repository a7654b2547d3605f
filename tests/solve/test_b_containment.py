import pytest

from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient

from .making import BANK, PUB, ask, geonames_place, iri, place, world

DEGREE = 111.31949079327  # km along the equator
B = {"entity_B": 1}


def pubs():
    """Pubs at 0 (B itself), 0.5, and just inside and outside of a degree, over the antimeridian."""
    return world(
        place(1, 179.5, 0, PUB),
        place(2, 180, 0, PUB),
        place(3, -179.5000001, 0, PUB),
        place(4, -179.4999, 0, PUB),
        place(5, 179.5, 0, BANK),
    )


def parameters(value):
    return {"value": value, "class_A": PUB}


@pytest.mark.parametrize(
    ("value", "count"), [(55, 0), (56, 1), (DEGREE, 2), (DEGREE + 0.1, 3), (20100, 3)]
)
def test_b1(value, count):
    assert solve(ask("B1", B, parameters=parameters(value)), pubs()).value == count


def test_b1_holds_its_edge():
    triples = world(place(1, 0, 0), place(2, 0, 90, PUB))
    assert solve(ask("B1", B, parameters=parameters(10001.9657292)), triples).value == 0
    assert solve(ask("B1", B, parameters=parameters(10001.9657294)), triples).value == 1


def test_b2():
    solution = solve(ask("B2", B, parameters=parameters(DEGREE)), pubs())
    assert solution.value == ["Place 2", "Place 3"]
    assert solution.entities == {iri(2), iri(3)}


def test_b2_premise():
    solution = solve(ask("B2", B, parameters=parameters(1)), pubs())
    assert not solution.premise_holds
    assert "within 1 km of Place 1" in solution.proof


def test_b3():
    triples = world(
        place(1, 0, 0, population=1000),
        place(2, 0.3, 0, population=200),
        place(3, 0.3, 0),
        place(4, 2, 0, population=40_000),
        place(5, 0.1, 0, population="many"),
        geonames_place(6, 0, 0.3, 30),
    )
    question = ask("B3", 1, parameters={"value": 50})
    assert solve(question, triples).value == 1230
    assert solve(ask("B3", 3, parameters={"value": 1}), triples).value == 200


def test_a_candidate_without_a_point_is_not_passed_over():
    lost = [triple for triple in pubs() if triple.subject != iri("geo3")]
    for question in (
        ask("B1", B, parameters=parameters(1)),
        ask("B2", B, parameters=parameters(1)),
    ):
        with pytest.raises(Insufficient, match=r"no geometry of .*/3 "):
            solve(question, lost)
    populated = world(place(1, 0, 0), place(2, 0, 0, population=5))
    with pytest.raises(Insufficient, match=r"no geometry of .*/2 "):
        solve(
            ask("B3", 1, parameters={"value": 50}),
            [triple for triple in populated if triple.subject != iri("geo2")],
        )
