import math

import pytest

from multiglobeqa.solve.agreement import disagreement, values_agree
from multiglobeqa.solve.solution import Solution, answer, no_answer

from .making import ask, iri


@pytest.mark.parametrize(
    ("answer_format", "one", "other", "expected"),
    [
        ("boolean", True, True, True), ("boolean", True, False, False), ("boolean", 1, True, False),
        ("boolean", "true", "true", True), ("choice", "left", "left", True),
        ("choice", "left", "right", False), ("cell", "85283473fffffff", "85283473fffffff", True),
        ("cell", "85283473fffffff", "85283477fffffff", False), ("geohash", "u4p", "u4pr", False),
        ("composite", {"h3": "a", "s2": "1"}, {"h3": "a", "s2": "1"}, True),
        ("composite", {"h3": "a", "s2": "1"}, {"h3": "a", "s2": "3"}, False),
        ("count", 12, 12.0, True), ("count", 12, 13, False), ("count", True, 1, False),
        ("set", ["b", "a"], ["a", "b"], True), ("set", ["a"], ["a", "b"], False),
        ("set", ["a", "a"], ["a"], False), ("set", "ab", ["a", "b"], False),
        ("date", "2020-01", "2020-01", True), ("date", "2020-01", "2020-02", False),
        # A millionth, or 1 m.
        ("distance", 5000, 5000.0049, True), ("distance", 5000, 5000.0051, False),
        ("distance", 1, 1.00099, True), ("distance", 1, 1.0011, False), ("distance", 0, 0, True),
        ("distance", -1, 1, False),
        ("area", 0, 0.9e-6, True), ("area", 0, 1.1e-6, False), ("area", 1e6, 1e6 + 0.9, True),
        ("area", 1e6, 1e6 + 1.1, False), ("ratio", 2, 2.000001, True), ("ratio", 2, 2.00001, False),
        ("polar", {"bearing": 359.99999, "distance": 5}, {"bearing": 0.00001, "distance": 5}, True),
        ("polar", {"bearing": 10, "distance": 5}, {"bearing": 10.001, "distance": 5}, False),
        ("polar", {"bearing": 10, "distance": 5}, {"bearing": 10, "distance": 5.01}, False),
        ("polar", {"bearing": 10}, {"bearing": 10, "distance": 5}, False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("turned", [False, True])
def test_values(answer_format, one, other, expected, turned):
    if turned:
        one, other = other, one
    assert values_agree(answer_format, one, other, "geodesic") is expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({"latitude": 60, "longitude": 180}, {"latitude": 60.000008, "longitude": -180}, True),
        ({"latitude": 60, "longitude": 25}, {"latitude": 60.00001, "longitude": 25}, False),
        ({"latitude": 90, "longitude": 25}, {"latitude": 90, "longitude": -25}, True),
        ({"x": 1.0, "y": 2.0}, {"x": 1.0009, "y": 2.0}, True),
        ({"x": 1.0, "y": 2.0}, {"x": 1.0011, "y": 2.0}, False),
        ({"x": 1.0, "y": 2.0}, {"latitude": 1.0, "longitude": 2.0}, False),
        (
            {"zone": "33N", "easting": 5.0, "northing": 6.0},
            {"zone": "33N", "easting": 5.0, "northing": 6.0005},
            True,
        ),
        (
            {"zone": "33N", "easting": 5.0, "northing": 6.0},
            {"zone": "32N", "easting": 5.0, "northing": 6.0},
            False,
        ),
    ],
)
def test_points(one, other, expected):
    assert values_agree("point", one, other, "geodesic") is expected
    assert values_agree("point", other, one, "geodesic") is expected


def test_what_is_projected_or_simplified_agrees_within_a_thousandth():
    assert values_agree("distance", 1000, 1000.9, "planar")
    assert not values_agree("distance", 1000, 1001.1, "planar")


def test_planar_points_agree_within_ten_metres():
    here = {"latitude": 0, "longitude": 0}
    # A degree of the equator is 111.32 km.
    assert values_agree("point", here, {"latitude": 0, "longitude": 8.9e-5}, "planar")
    assert not values_agree("point", here, {"latitude": 0, "longitude": 9.1e-5}, "planar")
    assert not values_agree("point", here, {"latitude": 0, "longitude": 8.9e-5}, "geodesic")


BOX = {"west": 179, "south": -10, "east": -180, "north": 10}


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (BOX, True),
        (BOX | {"east": 180}, True),
        (BOX | {"north": 10 + 0.9e-7}, True),
        (BOX | {"north": 10 + 1.1e-7}, False),
        (BOX | {"west": -179}, False),
        (BOX | {"top": 10}, False),
        ({"west": 179}, False),
        ("POLYGON ((0 0, 1 0, 1 1, 0 0))", False),
    ],
)
def test_boxes(other, expected):
    assert values_agree("polygon", BOX, other, "planar") is expected
    assert values_agree("polygon", other, BOX, "planar") is expected


@pytest.mark.parametrize(
    "answer_format",
    ["count", "distance", "area", "ratio", "point", "polar", "set", "boolean", "cell", "polygon"],
)
@pytest.mark.parametrize(
    "gold",
    [None, "", "5", math.nan, math.inf, [], {}, [1], {"latitude": None}, True, 10**400],
    ids=lambda gold: str(gold)[:20],
)
def test_what_is_not_of_the_format_agrees_with_nothing(answer_format, gold):
    solved = {
        "count": 5, "distance": 5.0, "area": 5.0, "ratio": 5.0, "set": ["a"], "boolean": False,
        "cell": "85283473fffffff", "point": {"latitude": 5.0, "longitude": 5.0},
        "polar": {"bearing": 5.0, "distance": 5.0}, "polygon": BOX,
    }[answer_format]  # fmt: skip
    assert values_agree(answer_format, gold, solved, "geodesic") is False


def entity(answer, acceptable, entities):
    return ask(
        "F1.north", answer=answer, acceptable=acceptable, answer_entities=tuple(map(iri, entities))
    )


TIE = Solution("a", ("a", "b"), frozenset({iri(1), iri(2)}))


@pytest.mark.parametrize(
    ("question", "solution", "expected"),
    [
        (ask("A1", answer=5), answer(5.0), None),
        (ask("A1", answer=100), answer(100.09), "the answers differ"),
        (ask("A9", answer=100), answer(100.09), None),
        (ask("A9", answer=100), answer(100.11), "the answers differ"),
        (
            ask("G1.pole", answer={"latitude": 0, "longitude": 0}, answer_format="point"),
            answer({"latitude": 8.9e-5, "longitude": 0}),
            None,
        ),
        (
            ask("G1.centroid", answer={"latitude": 0, "longitude": 0}, answer_format="point"),
            answer({"latitude": 8.9e-5, "longitude": 0}),
            "the answers differ",
        ),
        (ask("K5", answer=1.5, answer_format="ratio"), answer(1.5014), None),
        (ask("K5", answer=1.5, answer_format="ratio"), answer(1.5016), "the answers differ"),
        (ask("A1", answer=5), answer(6.0), "the answers differ"),
        (ask("A1", answer=5, acceptable=(5, 7)), answer(7.0, 5.0), None),
        (ask("A1", answer=5), answer(7.0, 5.0), "the acceptable answers differ"),
        (ask("A1", answer=5, acceptable=(5, 7)), answer(5.0), "the acceptable answers differ"),
        (ask("A2", answer=5), no_answer("south of it"), "south of it"),
        (ask("A2", answer=None, premise_holds=False), no_answer("south"), None),
        (ask("A2", answer=None, premise_holds=False), answer(5.0), "the premise holds"),
        (
            ask("A2", answer=5, premise_holds=False),
            no_answer("south of it"),
            "an answer is given to a false premise",
        ),
        (entity("b", ("b", "a"), (2, 1)), TIE, None),
        (entity("b", ("b",), (2, 1)), TIE, "the acceptable answers differ"),
        (entity("b", ("b", "a"), (2,)), TIE, "the entities of the answer differ"),
        (entity("c", ("c", "a"), (2, 1)), TIE, "the answers differ"),
        (
            ask("N2", answer={}, answer_format="sketch"),
            answer({}),
            "there is no rule of agreement for 'sketch'",
        ),
    ],
)
def test_disagreement(question, solution, expected):
    assert disagreement(question, solution) == expected
