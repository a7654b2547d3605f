from multiglobeqa.dataset import Triple
from multiglobeqa.solve.registry import solve

from .making import GEO, ask, place, world


def test_n1():
    expected = {"latitude": -18.1, "longitude": 178.4}
    assert solve(ask("N1", 1), world(place(1, 178.4, -18.1))).value == expected


def test_n1_of_an_area_is_its_planar_centroid():
    outline = "POLYGON ((0 0, 8 0, 8 4, 0 4, 0 0))"
    triples = [
        Triple("e", GEO + "hasGeometry", "g"),
        Triple("g", GEO + "asWKT", outline, "literal"),
    ]
    assert solve(ask("N1", "e"), triples).value == {"latitude": 2, "longitude": 4}
