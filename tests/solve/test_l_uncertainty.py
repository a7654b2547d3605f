import pytest

from multiglobeqa.solve.registry import solve

from .making import BANK, PUB, ask, iri, place, rectangle, shape, world


def ask_near(sub_template, lat):
    question = ask(sub_template, 1, 2, parameters={"threshold_km": 10})
    return solve(question, world(place(1, 0, 0), place(2, 0, lat)))


@pytest.mark.parametrize(
    # A degree of the meridian is 110.574 km at the equator.
    ("lat", "near", "far"),
    [(0, True, False), (9.99 / 110.574, True, False), (50.1 / 110.574, False, True)],
)
def test_l1_l2(lat, near, far):
    assert ask_near("L1", lat).value is near
    assert ask_near("L2", lat).value is far


@pytest.mark.parametrize("lat", [10.01 / 110.574, 49.9 / 110.574])
def test_between_near_and_far_there_is_no_answer(lat):
    assert not ask_near("L1", lat).premise_holds
    assert not ask_near("L2", lat).premise_holds


def test_l3():
    triples = world(place(1, 180, 0), place(2, -179, 0), place(3, 178.9, 0))
    assert solve(ask("L3", 1, 2, 3), triples).value is True
    assert solve(ask("L3", 1, 3, 2), triples).value is False
    assert solve(ask("L3", 1, 2, 2), triples).value is False


def test_l4():
    # B is a pub at 0; the nearest other lies 1 degree away, so that 1.0999 is in and 1.1001 out.
    pubs = ((1, 0), (2, 1), (3, -1.0999), (4, 1.1001), (5, 5))
    triples = world(*(place(n, lon, 0, PUB) for n, lon in pubs), place(6, 0.1, 0, BANK))
    solution = solve(ask("L4", {"entity_B": 1}, parameters={"class_A": PUB}), triples)
    assert solution.value == ["Place 2", "Place 3"]
    assert solution.entities == {iri(2), iri(3)}
    assert solution.acceptable == (["Place 2", "Place 3"],)


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        # Of a square of 22 km, 5 % is 1.1 km; a degree of the equator is 111.3 km.
        ((0.1, 0.1), "true"), ((0.2, 0.1), "true"), ((0.2 + 1.0 / 111.3, 0.1), "plausibly"),
        ((0.2 + 1.2 / 111.3, 0.1), "false"), ((0.1, -1.0 / 110.6), "plausibly"), ((9, 9), "false"),
    ],
)  # fmt: skip
def test_l5(point, expected):
    triples = world(place(1, *point), shape(2, rectangle(0, 0, 0.2, 0.2)))
    assert solve(ask("L5", 1, 2), triples).value == expected


@pytest.mark.parametrize(("km", "expected"), [(4.9, "plausibly"), (5.1, "false")])
def test_l5_is_never_plausible_beyond_5_km(km, expected):
    triples = world(place(1, 3 + km / 111.3195, 0), shape(2, rectangle(0, -3, 3, 3)))
    assert solve(ask("L5", 1, 2), triples).value == expected


def test_l5_in_a_hole():
    ring = "POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0), (0.1 0.1, 0.9 0.1, 0.9 0.9, 0.1 0.9, 0.1 0.1))"
    triples = world(place(1, 0.5, 0.5), place(3, 0.11, 0.5), shape(2, ring))
    assert solve(ask("L5", 1, 2), triples).value == "false"
    assert solve(ask("L5", 3, 2), triples).value == "plausibly"
