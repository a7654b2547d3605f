import pytest

from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient

from .making import ask, place, world


def converted(grid, lon, lat, resolution=None):
    question = ask(f"M2.{grid}", 1, parameters={"grid": grid, "resolution": resolution})
    return solve(question, world(place(1, lon, lat)))


def test_m1():
    triples = world(place(1, -0.5, 51.6), place(2, -73.8, 40.6))
    assert solve(ask("M1", 1, 2), triples).value == pytest.approx(
        {"bearing": 51.19888285, "distance": 5551.7594003}, abs=1e-6
    )
    assert not solve(ask("M1", 1, 1), triples).premise_holds


@pytest.mark.parametrize(
    ("grid", "lon", "lat", "resolution", "expected"),
    [
        ("h3", -122.0553238, 37.3615593, 5, "85283473fffffff"),
        ("s2", 11.770681595, 49.703498679, 30, "47a1cbd595522b39"),
        ("geohash", 10.40744, 57.64911, 11, "u4pruydqqvj"),
        ("geohash", 10.40744, 57.64911, 5, "u4pru"),
        ("mgrs", -157.916861, 21.309444, 4, "04QFJ12345678"),
        ("mgrs", 0, 90, 1, "ZAH00"),
    ],
)
def test_m2_codes(grid, lon, lat, resolution, expected):
    assert converted(grid, lon, lat, resolution).value == expected


def test_m2_coordinates():
    tower = converted("utm", -79.387139, 43.642567).value
    assert tower["zone"] == "17N"
    assert (tower["easting"], tower["northing"]) == pytest.approx((630084, 4833439), abs=0.6)
    assert converted("web_mercator", 180, 0).value == pytest.approx({"x": 20037508.3428, "y": 0})


@pytest.mark.parametrize("grid", ["utm", "web_mercator"])
def test_m2_beyond_the_projection(grid):
    assert not converted(grid, 10, -89).premise_holds


@pytest.mark.parametrize(
    ("grid", "resolution"),
    [
        ("h3", 16),
        ("s2", 31),
        ("geohash", 0),
        ("geohash", 13),
        ("mgrs", 6),
        ("h3", None),
        ("h3", "5"),
    ],
)
def test_m2_no_such_resolution(grid, resolution):
    with pytest.raises(Insufficient, match="parameter resolution"):
        converted(grid, 0, 0, resolution)


def test_m2_no_such_grid():
    with pytest.raises(Insufficient, match="parameter grid"):
        converted("what3words", 0, 0)
