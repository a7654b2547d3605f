import pytest
from shapely import box, union

from multiglobeqa.dataset import Triple
from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient

from .making import GEO, ask, place, shape, world


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


@pytest.mark.parametrize(
    ("wkt", "sides"),
    [
        ("POLYGON ((0 1, 8 1, 8 4, 0 1))", (0, 1, 8, 4)),
        (union(box(179, -5, 180, 2), box(-180, -4, -178, 3)).wkt, (179, -5, -178, 3)),
        (union(box(-179, 0, -60, 1), box(-50, 0, 0, 1)).wkt, (-179, 0, 0, 1)),
    ],
)
def test_n2(wkt, sides):
    west, south, east, north = sides
    expected = {"west": west, "south": south, "east": east, "north": north}
    assert solve(ask("N2", 1), world(shape(1, wkt))).value == expected


def test_n2_of_an_area_that_crosses_the_antimeridian_uncut():
    with pytest.raises(Insufficient, match="without being cut"):
        solve(ask("N2", 1), world(shape(1, "POLYGON ((179 0, -179 0, -179 1, 179 1, 179 0))")))
